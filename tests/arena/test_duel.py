"""Duels: paired walls, intervals that respect the pairing, and the same outcome however played."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from goldsparrow.arena import duel as arena
from goldsparrow.arena.duel import (
    BLOCK_WALLS,
    WAYS,
    Contest,
    Outcome,
    duel,
    play,
    play_block,
    play_wall,
)
from goldsparrow.errors import GoldSparrowError, OptionError
from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet
from goldsparrow.players import Chance, Greedy
from goldsparrow.rules import RULE_SETS


def contest(**changes: object) -> Contest:
    values: dict[str, object] = {
        "a": "greedy",
        "b": "chance",
        "rules": "fuzhou-ourgame",
        "deals": 20,
        "seed": "t",
    }
    return Contest(**{**values, **changes})  # type: ignore[arg-type]


# --- walls -----------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_equal_players_draw_on_every_wall(key: str) -> None:
    """Exchanged seats: a player gains nothing against itself, exactly, on any wall."""
    for wall in range(3):
        outcome = Outcome()
        play_wall(contest(a="greedy", b="greedy", rules=key), wall, outcome)

        assert outcome.points == outcome.squares == 0
        assert outcome.a == outcome.b
        assert outcome.deals == 2


def test_the_ways_are_fair() -> None:
    """Every seat is A's in as many deals as B's, and every pair of seats is shared alike."""
    both = [*WAYS, *(tuple(1 - side for side in way) for way in WAYS)]

    for seat in range(4):
        assert Counter(way[seat] for way in both) == {0: 3, 1: 3}
    for step in (1, 2, 3):
        pairs = Counter((way[seat], way[(seat + step) % 4]) for way in both for seat in range(4))
        assert pairs[0, 1] == pairs[1, 0]
        assert pairs[0, 0] == pairs[1, 1]
    assert all(sum(way) == 2 for way in both)


def test_walls_depend_on_seed_and_number_alone() -> None:
    """Both deals of a wall begin alike, and walls do not depend on who plays or how many."""
    seen: list[tuple[object, ...]] = []

    class Watching(Greedy):
        def act(self, view: View, moves: MoveSet) -> Move:
            if view.start is not None:
                start = (view.dealer, view.streak, view.start.dice, view.gold)
                if not seen or seen[-1] != start:
                    seen.append(start)
            return super().act(view, moves)

    play_wall(contest(a=lambda _seed: Watching(), b="greedy"), 4, Outcome())
    play_wall(contest(a="chance", b=lambda _seed: Watching(), deals=1000), 4, Outcome())
    assert len(seen) == 1

    play_wall(contest(a=lambda _seed: Watching(), b="greedy", seed="u"), 4, Outcome())
    assert len(seen) == 2


def test_streaks_and_dealers_vary() -> None:
    """Every seat deals and streaks occur: their points are part of the game (F20)."""
    dealers, streaks = Counter[int](), Counter[int]()

    class Watching(Chance):
        def act(self, view: View, moves: MoveSet) -> Move:
            dealers[view.dealer] += 1
            streaks[view.streak] += 1
            return super().act(view, moves)

    for wall in range(24):
        play_wall(contest(a=lambda _seed: Watching(), b="chance"), wall, Outcome())
    assert set(dealers) == {0, 1, 2, 3}
    assert {0, 1} < set(streaks)


# --- statistics ------------------------------------------------------------------------------


def test_the_interval_is_that_of_the_mean_over_walls() -> None:
    """The deals of a wall are one sample; the advantage is a seat of A's over a seat of B's."""
    gained = []
    outcome = Outcome()
    for wall in range(8):
        one = Outcome()
        play_wall(contest(), wall, one)
        gained.append(one.points)
        outcome.add(one)
    mean = sum(gained) / 8
    deviation = math.sqrt(sum((one - mean) ** 2 for one in gained) / 7)

    # Two deals a wall; A's two seats share what they gain, and B's what they lose.
    assert outcome.advantage == pytest.approx(mean / 2)
    assert outcome.error == pytest.approx(1.96 * deviation / math.sqrt(8) / 2)
    assert outcome.deals == 16
    assert outcome.a.wins + outcome.b.wins + outcome.drawn == 16
    assert sum(outcome.a.by.values()) == sum(outcome.a.specials.values()) == outcome.a.wins


def test_who_is_better() -> None:
    """Nobody, while the interval holds zero."""
    assert Outcome().better is None
    assert math.isinf(Outcome(walls=1, points=5, squares=25).error)
    assert Outcome(walls=100, points=1000, squares=20000).better == "a"
    assert Outcome(walls=100, points=-1000, squares=20000).better == "b"
    assert Outcome(walls=100, points=10, squares=20000).better is None


def test_greedy_beats_chance() -> None:
    """A player that goes for wins takes points from one that does not, whichever is A."""
    there = duel("greedy", "chance", deals=40, seed="g")
    back = duel("chance", "greedy", deals=40, seed="g")

    assert there.better == "a"
    assert there.a.wins > 5 * there.b.wins
    assert back.points == -there.points
    assert (back.a, back.b) == (there.b, there.a)


# --- however it is played --------------------------------------------------------------------


def test_the_number_of_workers_changes_nothing() -> None:
    """Interfaces, arena: several processes give the result of one."""
    alone = duel("greedy", "chance", deals=46, seed="w")
    together = duel("greedy", "chance", deals=46, seed="w", workers=2)

    assert together == alone
    assert alone.deals == 46


def test_an_interrupted_duel_goes_on(tmp_path: Path) -> None:
    """`--out`: what was played is kept, and the end is that of a duel in one piece."""
    whole = duel("greedy", "chance", deals=80, seed="o")
    played = 0

    def watch(deals: int) -> None:
        nonlocal played
        played = deals

    part = duel(
        "greedy",
        "chance",
        deals=80,
        seed="o",
        out=tmp_path,
        watch=watch,
        stopped=lambda: played >= 30,
    )
    assert part.walls == BLOCK_WALLS
    lines = tmp_path / "walls.jsonl"
    with lines.open("ab") as file:
        file.write(b'{"block": 1, "outco')

    played = 0
    seen: list[int] = []
    rest = duel("greedy", "chance", deals=80, seed="o", out=tmp_path, watch=seen.append)
    assert rest == whole
    assert seen[0] == part.deals
    assert seen[-1] == 80
    assert len(lines.read_bytes().splitlines()) == 4

    assert duel("greedy", "chance", deals=80, seed="o", out=tmp_path) == whole
    assert len(lines.read_bytes().splitlines()) == 4


def test_a_longer_duel_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    """More deals are played beyond those that are kept; a piece cut short is played again."""
    duel("greedy", "chance", deals=30, seed="o", out=tmp_path)
    longer = duel("greedy", "chance", deals=44, seed="o", out=tmp_path)

    assert longer == duel("greedy", "chance", deals=44, seed="o")


@pytest.mark.parametrize(
    "changes", [{"b": "greedy"}, {"seed": "p"}, {"rules": "sanming"}, {"options": {"base": 7}}]
)
def test_another_duel_is_refused(tmp_path: Path, changes: dict[str, object]) -> None:
    """A directory keeps one duel; the error names it."""
    play(contest(deals=2), out=tmp_path)

    with pytest.raises(OptionError, match="holds another duel"):
        play(contest(deals=2, **changes), out=tmp_path)


def test_a_spoilt_ledger_is_refused(tmp_path: Path) -> None:
    """The error quotes the file and the line."""
    play(contest(deals=2), out=tmp_path)
    lines = tmp_path / "walls.jsonl"
    lines.write_bytes(lines.read_bytes() + b"[]\n")

    with pytest.raises(OptionError, match=r"walls\.jsonl.*line 2"):
        play(contest(deals=2), out=tmp_path)


def test_a_stopped_piece_is_no_piece() -> None:
    """An interruption loses a piece at most, and never keeps half of one."""
    assert play_block(contest(), 0, lambda: None, lambda: True) is None


def test_contests_are_checked_before_they_are_played() -> None:
    """Unknown players, rules and options are refused at once."""
    for changes in ({"a": "genius"}, {"b": "genius"}, {"rules": "riichi"}, {"options": {"no": 1}}):
        with pytest.raises(GoldSparrowError):
            play(contest(**changes))


def test_entrants_may_be_made() -> None:
    """Anything that makes a player from a seed may enter, and is named after itself."""
    made = duel(Chance, lambda _seed: Greedy(), deals=4, seed="m")
    named = duel("chance", "greedy", deals=4, seed="m")

    assert made == named
    assert arena.entrant_name(Chance) == "Chance"
    assert msgspec.json.encode(contest(a=Chance).described())


def test_the_page_on_bots_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """`docs/bots.md`: the example of a stranger's player plays."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    program = page.split("```python\n")[2].split("```")[0]
    assert "deals=200" in program
    exec(program.replace("deals=200", "deals=4"), {"__name__": "example"})

    float(capsys.readouterr().out)
