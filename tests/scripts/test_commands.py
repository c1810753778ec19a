"""./play, ./test and the lock files, as a person or a machine meets them."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

import check

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["play", "test"])
def test_old_python_is_refused_in_one_line(tmp_path: Path, command: str) -> None:
    """Where every Python is too old, one line says what is needed."""
    for name in ("dirname", "readlink"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "python3").chmod(0o755)

    done = subprocess.run(
        ["/bin/sh", ROOT / command],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert "Python 3.11" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("path", ["play", "test", ".ci/run", "requirements/update"])
def test_commands_are_executable(path: str) -> None:
    """The commands of the project can be started as they are."""
    assert (ROOT / path).stat().st_mode & 0o111 == 0o111


@pytest.mark.parametrize("name", ["play.txt", "test.txt"])
def test_pins_have_hashes_and_name_no_registry(name: str) -> None:
    """Every package is pinned to one version with its hashes; no line says where to get it."""
    text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
    entries = re.findall(r"^[^\s#].*?(?=^[^\s]|\Z)", text, re.MULTILINE | re.DOTALL)

    assert "://" not in text
    assert entries
    assert [
        e for e in entries if not re.match(r"[\w.-]+==\S+", e) or "--hash=sha256:" not in e
    ] == []


def test_tests_run_on_what_is_played() -> None:
    """The tests' environment has the very versions that ./play installs."""

    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / name).read_text(encoding="utf-8")
        return set(re.findall(r"^[\w.-]+==\S+", text, re.MULTILINE))

    assert pins("play.txt") - pins("test.txt") == set()


def test_web_lock_names_no_registry() -> None:
    """The web client's lock file has hashes, and no addresses of packages."""
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}

    assert packages
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []


def test_closing_line_and_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is plain, and the exit code is 0 only when something ran and all of it held."""
    totals = check.Totals()
    totals.add("unit", passed=40, failed=0)
    totals.add("lint", passed=1, failed=0)

    assert totals.close() == 0
    assert capsys.readouterr().out == "41 passed, 0 failed\n"

    totals.add("browser", passed=2, failed=3)

    assert totals.close() == 1
    assert capsys.readouterr().out == "Failed: browser\n43 passed, 3 failed\n"


def test_nothing_that_ran_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    """A run of no test at all is not passed off as a good one."""
    assert check.Totals().close() == 1


@pytest.mark.parametrize(
    ("output", "code", "expected"),
    [
        ("\x1b[2m      Tests \x1b[22m \x1b[1m\x1b[32m12 passed\x1b[39m (12)\n", 0, (12, 0)),
        ("      Tests  2 failed | 10 passed (12)\n", 1, (10, 2)),
        ("no totals at all\n", 1, (0, 1)),
        ("      Tests  12 passed (12)\n", 1, (12, 1)),
    ],
)
def test_web_tests_are_counted(
    monkeypatch: pytest.MonkeyPatch, output: str, code: int, expected: tuple[int, int]
) -> None:
    """The web client's tests count one by one, and an exit code that says failure is believed."""
    monkeypatch.setattr(check, "run", lambda *step: (code, output))
    totals = check.Totals()

    check.web_tests(totals)

    assert (totals.passed, totals.failed) == expected


@pytest.mark.parametrize(
    ("code", "report", "expected"),
    [
        (0, '<testsuite tests="9" failures="0" errors="0" skipped="2"/>', (7, 0)),
        (1, '<testsuite tests="9" failures="1" errors="1" skipped="0"/>', (7, 2)),
        (check.PYTEST_RAN_NO_TEST, '<testsuite tests="0"/>', (0, 0)),
        (3, '<testsuite tests="4" failures="0" errors="0"/>', (4, 1)),
        (4, None, (0, 1)),
    ],
)
def test_python_tests_are_counted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    report: str | None,
    expected: tuple[int, int],
) -> None:
    """Python tests count one by one; a run that broke off counts as a failure."""

    def run(*step: str) -> tuple[int, str]:
        if report is not None:
            (tmp_path / "pytest.xml").write_text(f"<testsuites>{report}</testsuites>")
        return code, ""

    monkeypatch.setattr(check, "RESULTS", tmp_path)
    monkeypatch.setattr(check, "run", run)
    totals = check.Totals()

    check.pytest(totals, "pytest")

    assert (totals.passed, totals.failed) == expected


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [([], True), (["tests/browser"], True), (["tests/test_tiles.py"], False)],
)
def test_browser_is_installed_where_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], needed: bool
) -> None:
    """Some Python tests by name need no browser; everything and the browser tests do."""
    monkeypatch.setattr(check, "CHROMIUM", tmp_path / "chromium")
    monkeypatch.setattr(check, "CHINESE_FONT", tmp_path / "font")

    assert bool(check.missing_packages(arguments)) == needed
