"""`goldsparrow arena` with three players or more, its picture, and its cluster."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

from goldsparrow.arena.duel import Outcome
from goldsparrow.arena.pool import Meeting, Pool
from goldsparrow.commands.arena_picture import picture
from goldsparrow.text import LANGUAGES, Language, say

Run = Callable[..., SimpleNamespace]

POOL = ("arena", "chance", "greedy", "expert", "--rules", "longyan", "--deals", "3", "--seed", "s")
DUEL = ("arena", "greedy", "chance", "--rules", "longyan", "--deals", "12", "--seed", "s")
NAMES = {"chance", "greedy", "expert"}


def test_a_pool_as_json(run: Run) -> None:
    """One line under stable names: ratings in order, and every pairing with its interval."""
    done = run(*POOL, "--json", "--rules", "fuzhou-ourgame", "--set", "base=7")
    found = json.loads(done.out)

    assert done.code == 0
    assert len(done.lines) == 1
    assert "12/12" in done.err
    assert (found["rules"], found["options"]["base"]) == ("fuzhou-ourgame", 7)
    assert (found["deals"], found["interrupted"]) == (12, False)
    ordinals = [player["ordinal"] for player in found["players"]]
    assert ordinals == sorted(ordinals, reverse=True)
    assert {player["player"] for player in found["players"]} == NAMES
    for player in found["players"]:
        assert player["ordinal"] == pytest.approx(player["mu"] - 3 * player["sigma"], abs=1e-3)
        assert player["deals"] == 8
        assert player["win_rate"] == pytest.approx(player["wins"] / 8)
        assert sum(player["by"].values()) == player["wins"]
    pairings = found["pairings"]
    assert [(one["a"], one["b"]) for one in pairings] == [
        ("chance", "greedy"),
        ("chance", "expert"),
        ("greedy", "expert"),
    ]
    for one in pairings:
        low, high = one["interval_95"]
        assert low <= one["points_per_deal"] <= high
        assert one["sides"]["a"]["wins"] + one["sides"]["b"]["wins"] + one["drawn"] == 4
    won = sum(one["wins"] for one in found["players"])
    assert won + sum(one["drawn"] for one in pairings) == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pool_for_people_and_drawn(run: Run, tmp_path: Path, language: Language) -> None:
    """Ratings, pairings and ways to win, and a picture that shows the same, in three languages."""
    file = tmp_path / "pool.svg"
    done = run(*POOL, "--lang", language, "--picture", str(file), "--out", str(tmp_path / "kept"))
    found = json.loads((tmp_path / "kept" / "result.json").read_text())

    assert done.code == 0
    assert done.out.count("±") == 3
    assert str(file) in done.lines[-1]
    for heading in ("arena.ratings", "arena.pairings", "simulate.endings"):
        assert say(heading, language) in done.lines
    svg = ET.parse(file).getroot()
    shown = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    assert {say("arena.ratings", language), say("arena.pairings", language), *NAMES} <= set(shown)
    for player in found["players"]:
        assert f"{player['mu']:.2f}" in done.out
        assert any(text.startswith(f"{player['mu']:.1f} ±") for text in shown)
    for one in found["pairings"]:
        told = f"{one['points_per_deal']:+.2f} ± {one['error_95']:.2f}"
        assert told in done.out
        assert f"+{told[1:]}" in shown
        first, second = (one["a"], one["b"]) if told[0] == "+" else (one["b"], one["a"])
        assert say("arena.against", language, a=first, b=second) in shown
    assert file.read_text().count("http") == 1


def test_a_kept_pool_is_not_played_again(run: Run, tmp_path: Path) -> None:
    """`--out`: the same command plays nothing twice and finds the same."""
    out = ("--out", str(tmp_path), "--json")
    first = run(*POOL, *out)
    again = run(*POOL, *out, "--workers", "2")

    assert again.out == first.out
    assert run(*POOL[:-1], "t", *out).code == 2


def test_a_duel_is_drawn_too(run: Run, tmp_path: Path) -> None:
    """`--picture` of two players: their one pairing, within the picture, and no ratings."""
    file = tmp_path / "duel.svg"
    seed = "<b>&" + "s" * 300
    options = ("--rules", "fuzhou-ourgame", "--set", "base=7")
    run(*DUEL[:-1], seed, "--picture", str(file), "--lang", "en", *options)

    svg = ET.parse(file).getroot()
    width, height = float(svg.attrib["width"]), float(svg.attrib["height"])
    texts = list(svg.iter("{http://www.w3.org/2000/svg}text"))
    shown = [text.text or "" for text in texts]
    assert "greedy over chance" in shown
    assert "base=7" in shown
    assert say("arena.ratings", "en") not in shown
    for text in texts:
        x, size = float(text.attrib["x"]), float(text.attrib["font-size"])
        if text.attrib["text-anchor"] == "start":
            assert x + 0.5 * size * len(text.text or "") <= width
        assert 0 < float(text.attrib["y"]) < height
    for circle in svg.iter("{http://www.w3.org/2000/svg}circle"):
        assert 0 < float(circle.attrib["cx"]) < width


def test_one_wall_is_drawn_without_an_interval(run: Run, tmp_path: Path) -> None:
    """One sample says nothing of its spread: a point, no line."""
    file = tmp_path / "duel.svg"
    assert run("arena", "greedy", "greedy", "--deals", "1", "--picture", str(file)).code == 0

    shown = [text.text for text in ET.parse(file).getroot().iter()]
    assert "+0.00" in shown


def test_commands_are_told_apart_in_the_picture() -> None:
    """Of a long name its beginning and its end are drawn, so that both of a pairing are seen."""
    names = tuple(f"process:python bots/player.py --level {n}" for n in (1, 2))
    pool = Pool(players=names, rules="longyan", deals=2)
    drawn = picture(pool, [Meeting(pool.pairings[0], Outcome(walls=1, points=4, squares=16))], "en")

    assert "process…-level 1 over process…-level 2" in drawn


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("greedy",), "'greedy'"),
        (("greedy", "chance", "greedy"), "'greedy'"),
        (("greedy", "chance", "genius"), "'genius'"),
        (("greedy", "chance", "expert", "--rules", "riichi"), "'riichi'"),
        (("greedy", "chance", "--picture", "/no/such/place.svg"), "'/no/such/place.svg'"),
        (("greedy", "chance", "--cluster", "--workers", "2"), "'2'"),
    ],
)
def test_unusable_arguments(run: Run, arguments: tuple[str, ...], quoted: str) -> None:
    """Exit 2 with one line that quotes the value and says what is expected."""
    done = run("arena", *arguments)

    assert done.code == 2
    assert quoted in done.err.splitlines()[-1]
    assert "expected" in done.err.splitlines()[-1] or "cannot use" in done.err
    assert done.out == ""


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [((*DUEL, "--cluster"), "ray", "cluster"), (POOL, "openskill", "arena")],
)
def test_missing_extras(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    package: str,
    extra: str,
) -> None:
    """One line says what to install, before anything is played."""
    monkeypatch.setitem(sys.modules, package, None)
    done = run(*arguments)

    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert f"'{package}'" in done.err
    assert f"pip install 'goldsparrow[{extra}]'" in done.err
