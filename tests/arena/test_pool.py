"""Pools: every pairing is a duel on the same walls, ratings follow results, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsparrow.arena.duel import BLOCK_WALLS, Contest, Outcome, play
from goldsparrow.arena.pool import (
    MOST_PLAYERS,
    Meeting,
    Pool,
    directory,
    play_piece,
    play_pool,
    standings,
)
from goldsparrow.arena.ratings import rate
from goldsparrow.errors import GoldSparrowError, OptionError
from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet, moves_in
from goldsparrow.players import Chance


class First:
    """Plays the first legal move."""

    def __init__(self, _seed: int = 0) -> None: ...

    def act(self, view: View, moves: MoveSet) -> Move:
        return next(moves_in(moves))


class Last(First):
    """Plays the last legal move."""

    def act(self, view: View, moves: MoveSet) -> Move:
        return list(moves_in(moves))[-1]


def pool(**changes: object) -> Pool:
    values: dict[str, object] = {
        "players": (First, Chance, Last),
        "rules": "longyan",
        "deals": 44,
        "seed": "p",
    }
    return Pool(**{**values, **changes})  # type: ignore[arg-type]


def meeting(a: str, b: str, *gained: int) -> Meeting:
    """Two players and what the first gained in each match of one wall."""
    found = Meeting(Contest(a=a, b=b))
    for number, points in enumerate(gained):
        found.add(number, Outcome(walls=1, points=points, squares=points * points))
    return found


# --- play ------------------------------------------------------------------------------------


def test_every_pairing_is_a_duel() -> None:
    """A pool's pairings are the duels of every two players, on walls that are the same for all."""
    meetings = play_pool(pool())

    assert [one.names for one in meetings] == [
        ("First", "Chance"),
        ("First", "Last"),
        ("Chance", "Last"),
    ]
    for one in meetings:
        assert one.outcome == play(one.contest)
        assert one.outcome.deals == 44
        assert sum(one.matches.values()) == one.outcome.points
        assert len(one.matches) == 3
    assert len({contest.drawn_from(7, "wall") for contest in pool().pairings}) == 1


def test_progress_counts_all_pairings() -> None:
    """The bar counts the deals of all pairings, up to what was wanted."""
    seen: list[int] = []
    play_pool(pool(deals=3), watch=seen.append)

    assert seen == list(range(13))
    assert pool(deals=3).wanted == 12


def test_the_number_of_workers_changes_nothing() -> None:
    """Several processes give the result of one, ratings included."""
    named = pool(players=("chance", "greedy", "expert"), deals=6)
    alone, together = play_pool(named), play_pool(named, workers=2)

    assert together == alone
    assert rate(together) == rate(alone)


def test_an_interrupted_pool_goes_on(tmp_path: Path) -> None:
    """`--out`: what was played is kept, all pairings have come as far, and the end is the same."""
    whole = play_pool(pool())
    played = 0

    def watch(deals: int) -> None:
        nonlocal played
        played = deals

    part = play_pool(pool(), out=tmp_path, watch=watch, stopped=lambda: played >= 70)
    assert [one.outcome.walls for one in part] == [BLOCK_WALLS] * 3
    assert {place.name for place in tmp_path.iterdir()} == {directory(*one.names) for one in whole}

    seen: list[int] = []
    assert play_pool(pool(), out=tmp_path, watch=seen.append) == whole
    assert (seen[0], seen[-1]) == (60, 132)
    assert rate(play_pool(pool(), out=tmp_path)) == rate(whole)


def test_a_player_joins_a_pool(tmp_path: Path) -> None:
    """With one player more, only the new pairings are played."""
    play_pool(pool(players=(First, Last), deals=4), out=tmp_path)
    seen: list[int] = []
    more = play_pool(pool(deals=4, players=(First, Last, Chance)), out=tmp_path, watch=seen.append)

    assert (seen[0], seen[-1]) == (4, 12)
    assert more == play_pool(pool(deals=4, players=(First, Last, Chance)))


def test_another_pool_is_refused(tmp_path: Path) -> None:
    """A directory keeps a pairing under one rule set and seed; the error names the place."""
    play_pool(pool(deals=2), out=tmp_path)

    for changes in ({"seed": "q"}, {"rules": "sanming"}):
        with pytest.raises(OptionError, match="holds another duel"):
            play_pool(pool(deals=2, **changes), out=tmp_path)


def test_a_stopped_piece_is_no_piece() -> None:
    """An interruption loses a piece at most, and never keeps half of one."""
    assert play_piece(pool(), 4, lambda: None, lambda: True) is None


@pytest.mark.parametrize(
    ("changes", "quoted"),
    [
        ({"players": ("greedy",)}, "'greedy'"),
        ({"players": ("greedy", "chance", "greedy")}, "'greedy' stands in the pool twice"),
        ({"players": ("greedy", "chance", "genius")}, "'genius'"),
        ({"players": tuple(f"p{n}" for n in range(MOST_PLAYERS + 1))}, "25 players"),
        ({"rules": "riichi"}, "'riichi'"),
        ({"options": {"no": 1}}, "'no'"),
    ],
)
def test_pools_are_checked_before_they_are_played(changes: dict[str, object], quoted: str) -> None:
    """Unknown or doubled players, rules and options are refused at once, and quoted."""
    with pytest.raises(GoldSparrowError, match=quoted):
        play_pool(pool(**changes), watch=lambda _deals: pytest.fail("nothing is played"))


def test_directories_tell_pairings_apart() -> None:
    """Plain names stand as they are; others are shortened, and never alike."""
    commands = [f"process:{'x' * 300} {n}" for n in range(2)] + ["process_a", "process:a"]

    assert directory("expert", "greedy") == "expert-against-greedy"
    assert len({directory(name, "greedy") for name in commands}) == 4
    assert all(len(directory(name, name)) < 128 for name in commands)
    assert not any("/" in directory(name, "../up") for name in commands)


# --- what comes of it ------------------------------------------------------------------------


def test_standings_add_up() -> None:
    """A player's standing holds what it did in all its meetings, with its own sign."""
    meetings = play_pool(pool())
    first, chance, last = standings(meetings)

    a, b, c = (one.outcome for one in meetings)
    assert first.advantage == pytest.approx((a.advantage + b.advantage) / 2)
    assert chance.advantage == pytest.approx((c.advantage - a.advantage) / 2)
    assert last.advantage == pytest.approx((-b.advantage - c.advantage) / 2)
    assert first.deals == 88
    assert first.side.wins == a.a.wins + b.a.wins
    assert last.side.wins == b.b.wins + c.b.wins


def test_ratings_follow_the_matches() -> None:
    """Who wins more matches is rated higher; what is known grows with their number."""
    meetings = [
        meeting("weak", "middle", *[-5, -2, 3, -1] * 5),
        meeting("weak", "strong", *[-5, -9, -1, -4] * 5),
        meeting("middle", "strong", *[-5, 2, -3, -1] * 5),
    ]
    ratings = rate(meetings)

    assert [one.name for one in ratings] == ["strong", "middle", "weak"]
    assert [(one.won, one.drawn, one.matches) for one in ratings] == [
        (35, 0, 40),
        (20, 0, 40),
        (5, 0, 40),
    ]
    for one in ratings:
        assert one.ordinal == pytest.approx(one.mu - 3 * one.sigma)
        assert one.sigma < 25 / 3
    for one in meetings:
        for number in range(20, 200):
            one.add(number, Outcome(points=one.matches[number % 20]))
    longer = rate(meetings)
    assert max(one.sigma for one in longer) < min(one.sigma for one in ratings)


def test_only_the_sign_of_a_match_counts() -> None:
    """Ratings are of matches won, drawn and lost; draws leave equal players equal."""
    assert rate([meeting("a", "b", 1, -1, 2)]) == rate([meeting("a", "b", 90, -7, 3)])

    even = rate([meeting("a", "b", 0, 0, 0)])
    assert even[0].mu == pytest.approx(even[1].mu)
    assert [one.drawn for one in even] == [3, 3]


def test_nobody_has_played() -> None:
    """Before any match everybody is where the model begins."""
    for one in rate([meeting("a", "b")]):
        assert (one.mu, one.sigma, one.matches) == (25.0, pytest.approx(25 / 3), 0)


def test_no_ratings_without_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where openskill is missing, one error says what to install."""
    monkeypatch.setitem(__import__("sys").modules, "openskill", None)

    with pytest.raises(GoldSparrowError, match=r"'openskill'.*goldsparrow\[arena\]"):
        rate([meeting("a", "b", 1)])
