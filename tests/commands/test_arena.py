"""`goldsparrow arena`: the outcome for people and as JSON, resuming, errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldsparrow.text import LANGUAGES

Run = Callable[..., SimpleNamespace]

ARENA = ("arena", "greedy", "chance", "--deals", "39", "--seed", "s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_outcome_for_people(run: Run, language: str) -> None:
    """Who is better, with an interval, wins and their kinds, in three languages."""
    done = run(*ARENA, "--lang", language, "--set", "base=7")

    assert done.code == 0
    assert "base=7" in done.out
    assert "±" in done.out
    assert "greedy" in done.out
    assert "chance" in done.out
    assert "100%" in done.err


def test_outcome_as_json(run: Run) -> None:
    """One line under stable names; deals come in pairs."""
    done = run(*ARENA, "--json")
    outcome = json.loads(done.out)

    assert len(done.lines) == 1
    assert outcome["deals"] == 2 * outcome["walls"] == 40
    assert outcome["rules"] == "fuzhou-ourgame"
    assert outcome["options"]["base"] == 5
    assert outcome["better"] == "a"
    low, high = outcome["interval_95"]
    assert low < outcome["points_per_deal"] < high
    assert low > 0
    assert high - low == pytest.approx(2 * outcome["error_95"], abs=1e-3)
    sides = outcome["sides"]
    assert sides["a"]["wins"] + sides["b"]["wins"] + outcome["drawn"] == 40
    assert sum(sides["a"]["by"].values()) == sides["a"]["wins"]
    assert outcome["interrupted"] is False


def test_too_close_to_call(run: Run) -> None:
    """Equal players: no advantage and nobody better."""
    done = run("arena", "greedy", "greedy", "--deals", "4", "--seed", "s", "--json")
    outcome = json.loads(done.out)

    assert outcome["points_per_deal"] == 0
    assert outcome["better"] is None
    assert "holds zero" in run("arena", "greedy", "greedy", "--deals", "4", "--lang", "en").out


def test_one_wall_has_no_interval(run: Run) -> None:
    """One sample says nothing of its spread."""
    outcome = json.loads(run("arena", "greedy", "chance", "--deals", "1", "--json").out)

    assert outcome["walls"] == 1
    assert outcome["interval_95"] is None


def test_a_directory_keeps_it(run: Run, tmp_path: Path) -> None:
    """`--out`: the same command again plays nothing twice; its result stands beside."""
    place = str(tmp_path / "duel")
    first = json.loads(run(*ARENA, "--out", place, "--json").out)
    again = run(*ARENA, "--out", place, "--json", "--workers", "2")

    assert json.loads(again.out) == first
    assert json.loads((tmp_path / "duel" / "result.json").read_text()) == first
    assert run(*ARENA[:-1], "t", "--out", place).code == 2


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("genius", "greedy"), "'genius'"),
        (("greedy", "genius"), "'genius'"),
        (("greedy", "chance", "--rules", "riichi"), "'riichi'"),
        (("greedy", "chance", "--deals", "0"), "'0'"),
        (("greedy", "chance", "--workers", "many"), "'many'"),
        (("greedy", "chance", "--set", "base=lots"), "'lots'"),
        (("greedy", "chance", "--lang", "tlh"), "'tlh'"),
    ],
)
def test_unusable_arguments(run: Run, arguments: tuple[str, ...], quoted: str) -> None:
    """Exit 2 with one line that quotes the value and says what is expected."""
    done = run("arena", *arguments)

    assert done.code == 2
    assert quoted in done.err.splitlines()[-1]
    assert done.out == ""
