"""The code in docs/learning.md runs as it stands there."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "learning.md"


class Block(NamedTuple):
    """A program of the page: under which heading, what it needs, and its text."""

    heading: str
    needs: tuple[str, ...]
    text: str


def blocks() -> list[Block]:
    """Every Python block of the page."""
    found = []
    heading = ""
    parts = re.finditer(
        r"^## (?P<heading>[^\n]+)$"
        r"|(?:^<!-- needs: (?P<needs>[\w ]+) -->\n)?^```python\n(?P<text>.*?)^```$",
        PAGE.read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    for part in parts:
        if part["heading"]:
            heading = part["heading"]
        else:
            found.append(Block(heading, tuple((part["needs"] or "").split()), part["text"]))
    return found


def test_the_page_has_programs() -> None:
    """The page shows every way to learn; none of its programs is overlooked."""
    text = PAGE.read_text(encoding="utf-8")
    assert len(blocks()) == text.count("```python") >= 9
    assert {name for block in blocks() for name in block.needs} == {
        "torch",
        "tianshou",
        "torchrl",
        "ray",
    }


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.heading)
def test_a_program(block: Block, tmp_path: Path) -> None:
    """Each program runs to its end by itself."""
    for name in block.needs:
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed, which this program of docs/learning.md needs")
    program = tmp_path / "program.py"
    program.write_text(block.text, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-W", "ignore", str(program)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert run.stdout
