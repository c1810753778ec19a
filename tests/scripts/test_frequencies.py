"""`scripts/frequencies.py`: the page of frequencies, from what simulations printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import frequencies
from goldsparrow.arena.simulate import Plan, Totals, simulate
from goldsparrow.commands.simulate import as_json


def printed(**changes: Any) -> dict[str, Any]:
    """What a simulation of ten deals prints."""
    plan = Plan(rules="longyan", deals=10, seed="page", players=("greedy",) * 4)
    totals = Totals()
    for played, _ in simulate(plan):
        totals.add(played)
    return as_json(plan, totals, 1.0, workers=1) | changes


def test_the_page_says_what_was_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file becomes a picture, a table, and the command that prints the same again."""
    monkeypatch.setattr(frequencies, "PAGE", tmp_path / "frequencies.md")
    monkeypatch.setattr(frequencies, "IMAGES", tmp_path)
    monkeypatch.setattr(frequencies, "ROOT", tmp_path)
    given = printed(by={"self_draw": 1234}, specials={"tour": 3, "none": 9}, deals=20_000)
    file = tmp_path / "greedy.json"
    file.write_text(json.dumps(given), encoding="utf-8")

    assert frequencies.main([str(file)]) == 0
    page = (tmp_path / "frequencies.md").read_text(encoding="utf-8")
    assert "| Self-draw | 6.2% (1,234) |" in page
    assert "| counts as: Tour | 0.015% (3) |" in page
    assert "--players greedy --deals 20000 --seed page" in page
    assert "(images/frequencies-greedy.svg)" in page
    assert (tmp_path / "frequencies-greedy.svg").exists()


@pytest.mark.parametrize("text", ["", "no json", "[1]", "{}"])
def test_files_of_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    """What is no output of the command is refused in one line that names the file."""
    file = tmp_path / "other"
    file.write_text(text, encoding="utf-8")

    assert frequencies.main([str(file)]) == 1
    assert str(file) in capsys.readouterr().err
    assert frequencies.main([]) == 1


def test_the_pages_own_pictures_are_there() -> None:
    """The page in the repository shows pictures that exist."""
    page = frequencies.PAGE.read_text(encoding="utf-8")
    for players in ("chance", "greedy"):
        assert f"images/frequencies-{players}.svg" in page
        assert (frequencies.IMAGES / f"frequencies-{players}.svg").stat().st_size > 1000
