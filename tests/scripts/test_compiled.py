"""The compiled form of the engine does what the interpreted one does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import compare_forms
import compile as compiler

ROOT = Path(__file__).parents[2]
DEALS = 250
LACKING = compiler.missing()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if LACKING is not None:
        pytest.skip(f"cannot compile here: {LACKING}")
    return compiler.build(tmp_path_factory.mktemp("forms") / "compiled")


def test_both_forms_play_the_same_deals(compiled: Path) -> None:
    different, portions = compare_forms.compare(compiled, DEALS)
    assert different == []
    assert portions >= 5


@pytest.mark.parametrize("tests", ["walks", "playthroughs", "game", "rules", "clauses", "players"])
def test_the_compiled_form_passes_the_tests_of_the_engine(compiled: Path, tests: str) -> None:
    if not (ROOT / "tests" / tests).exists():
        pytest.fail(f"no tests/{tests}")
    path = os.pathsep.join(map(str, (compiled, ROOT, ROOT / "scripts")))
    own = ("-q", "-p", "no:cacheprovider", "-o", "pythonpath=", "-m", "not volume")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *own, ROOT / "tests" / tests],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_learners_are_shown_the_same_in_both_forms(compiled: Path) -> None:
    """Observations, masks, rewards and states of all rule sets, also after going back to a copy."""
    pytest.importorskip("pettingzoo")
    shown = [
        subprocess.run(
            [sys.executable, ROOT / "tests" / "learn" / "forms.py"],
            env=os.environ | {"PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for folder in (ROOT / "src", compiled)
    ]
    assert [forms[0] for forms in shown] == ["interpreted", "compiled"]
    assert shown[0][1:] == shown[1][1:]
    assert len(shown[0]) > 15


def test_a_form_that_differs_is_found(tmp_path: Path) -> None:
    """The interpreted form in the compiled one's place is not what was asked for."""
    different, portions = compare_forms.compare(ROOT / "src", 5)
    assert different == ["the forms are interpreted and interpreted"]
    assert portions == 0


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    found = compiler.missing()
    assert found is not None
    assert "\n" not in found
    assert "expected" in found


def test_nothing_but_a_compiled_form_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "compile.py", "--into", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr
    assert (tmp_path / "mine.txt").read_text() == "precious"
