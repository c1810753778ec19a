"""The end of the wall: last draws, shrinking, drawn deals (C11, F15-F17)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Discard, Draw, DrawnDeal, End, Flowers, Kong, LastDraws, Win
from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from tests.stacked import OURGAME, act, all_pass, claim, deal, discard, legal, loose, why

# Thirty-two flowers in two hands: eight sets, so that 18 + 16 tiles are in reserve and twelve of
# the 46 that are left may be drawn: eight ordinary draws, then the last four.
FLOWERS = {1: "1111222233334444z", 2: "555566667777z1234f"}
DULL = "9m9p9s9m9p9s9m9p"
"""Eight draws that help nobody."""

READY = "123m456m789m123p45p88p"


def near_the_end(
    hands: dict[int, str], last: str, *, rules: RuleSet = OURGAME, draws: str = DULL, tail: str = ""
) -> Deal:
    """A deal with twelve drawable tiles; gold is 1s."""
    return deal(hands, "1s", rules, draws=draws + last, tail=tail, flowers=FLOWERS)


def play_on(game: Deal, draws: int) -> None:
    """Lets that many ordinary draws happen; everyone discards the tile drawn, and passes."""
    discard(game, 0, loose(game, 0))
    for _ in range(draws - 1):
        seat = game.table.turn
        discard(game, seat, _drawn(game))


def _drawn(game: Deal) -> str:
    event = next(event for event in reversed(game.events) if isinstance(event, Draw))
    return event.tile


def end_of(game: Deal) -> list[object]:
    """The events since the last discard."""
    last = max(i for i, event in enumerate(game.events) if isinstance(event, Discard))
    return list(game.events[last + 1 :])


def test_the_last_draws_begin_with_four_drawable_tiles() -> None:
    """F15, C11: when an ordinary draw would begin with four or fewer; each seat draws one."""
    game = near_the_end({}, "2s3s4s5s")
    assert game.view(0).drawable == 12
    play_on(game, 8)
    assert game.view(0).drawable == 4
    assert game.result is None
    discard(game, 0, _drawn(game))

    ending = end_of(game)
    assert ending[:5] == [
        LastDraws(4),
        Draw(1, "2s"),
        Draw(2, "3s"),
        Draw(3, "4s"),
        Draw(0, "5s"),
    ]
    assert ending[5] == DrawnDeal()
    assert isinstance(ending[6], End)


def test_five_drawable_tiles_are_an_ordinary_draw() -> None:
    """F15: with five the draw is ordinary and is followed by a discard."""
    game = near_the_end({}, "2s3s4s5s")
    play_on(game, 7)
    assert game.view(0).drawable == 5
    discard(game, 3, _drawn(game))

    assert game.phase == "turn"
    assert game.table.turn == 0
    assert not game.table.last_draws


def test_nothing_is_asked_in_the_last_draws() -> None:
    """F15: nothing is discarded, konged or replaced, also by who draws a fourth tile."""
    game = near_the_end({1: "222s", 3: "666p"}, "2s3s6p5s")
    play_on(game, 8)
    discard(game, 0, _drawn(game))

    assert game.result is not None
    assert not any(isinstance(event, Discard | Kong) for event in end_of(game))


def test_a_flower_ends_a_seats_part() -> None:
    """F15: a flower drawn is exposed and not replaced."""
    game = near_the_end({}, "5f3s6f5s")
    play_on(game, 8)
    discard(game, 0, _drawn(game))

    assert end_of(game)[1:7] == [
        Draw(1, "5f"),
        Flowers(1, ("5f",)),
        Draw(2, "3s"),
        Draw(3, "6f"),
        Flowers(3, ("6f",)),
        Draw(0, "5s"),
    ]


def test_a_completing_draw_wins_without_asking() -> None:
    """F15: as a self-draw, at once; the seats after it draw no more."""
    game = near_the_end({2: READY}, "2s3p4s5s")
    discard(game, 0, loose(game, 0))
    for _ in range(7):
        discard(game, game.table.turn, _drawn(game))
    assert game.result is None
    discard(game, 0, _drawn(game))
    win = game.table.ending

    assert isinstance(win, Win)
    assert (win.seat, win.by, win.tile) == (2, "self_draw", "3p")
    assert end_of(game)[:3] == [LastDraws(4), Draw(1, "2s"), Draw(2, "3p")]


def test_three_golds_in_the_last_draws_win_without_asking() -> None:
    """F6, F15: the third gold drawn last wins, complete or not."""
    game = near_the_end({3: "11s"}, "2s3s1s5s")
    play_on(game, 8)
    discard(game, 0, _drawn(game))
    win = game.table.ending

    assert isinstance(win, Win)
    assert (win.seat, win.by) == (3, "three_golds")


def test_a_complete_hand_with_three_golds_counts_its_best() -> None:
    """F15, C13: the best reading counts, here gold dragon."""
    game = near_the_end({3: "123m456m789m12355p11s"}, "2s3s1s5s")
    discard(game, 0, loose(game, 0))
    while game.result is None:
        seat = game.table.turn
        discard(game, seat, _drawn(game))
    win = game.table.ending

    assert isinstance(win, Win)
    assert win.score.special == "gold_dragon"


def test_three_golds_that_were_passed_count_on_the_last_draw() -> None:
    """F6, F15, ruling 22: holding them is enough: the last draw declares them."""
    game = near_the_end({3: "111s"}, "2s3s4s5s")
    all_pass(game)
    discard(game, 0, loose(game, 0))
    while game.result is None:
        discard(game, game.table.turn, _drawn(game))
    win = game.table.ending

    assert isinstance(win, Win)
    assert (win.seat, win.by) == (3, "three_golds")


# --- shrinking -------------------------------------------------------------------------------


def konged_at_four(hands: dict[int, str], last: str, tail: str) -> Deal:
    """Seat 0 discards 7p with four drawable tiles, and seat 2 kongs it."""
    game = near_the_end({2: "777p2p2p", **hands}, last, draws="9m9p9s9m9p9s9m7p", tail=tail)
    play_on(game, 8)
    assert game.view(0).drawable == 4
    act(game, 0, "discard:7p")
    claim(game, 2, "kong")
    return game


def test_a_kong_costs_two_of_the_last_tiles() -> None:
    """F16: N + 4 left and a discard konged: reserve N + 1, N + 3 tiles, so two may be drawn."""
    game = konged_at_four({}, "2s3s4s5s", tail="8m")
    reserve = game.table.reserve

    assert reserve == 34 + 1
    assert game.table.left == 34 + 3
    assert game.view(0).drawable == 2
    # The konger still discards; then the last draws start at the next seat.
    discard(game, 2, "2p")
    assert end_of(game)[:4] == [LastDraws(2), Draw(3, "2s"), Draw(0, "3s"), DrawnDeal()]


def test_the_kongers_discard_may_be_claimed() -> None:
    """F16: claims on it are allowed; the claimer discards and the last draws follow."""
    game = konged_at_four({0: "22p3m"}, "2s3s4s5s", tail="8m")
    act(game, 2, "discard:2p")
    assert "pong" in legal(game, 0)
    claim(game, 0, "pong")
    discard(game, 0, "3m")

    assert end_of(game)[:3] == [LastDraws(2), Draw(1, "2s"), Draw(2, "3s")]


def test_with_none_left_only_a_win_remains() -> None:
    """F16: then the deal is drawn as soon as the pending discard is not won."""
    # A concealed kong leaves one tile, an exposed one then none.
    game = near_the_end(
        {2: "777p2p2p", 0: "6666p22p"},
        "2s3s4s5s",
        draws="9m9p9s9m9p9s9m7p",
        tail="8m8m",
    )
    play_on(game, 8)
    act(game, 0, "concealed_kong:6p")
    assert game.view(0).drawable == 1
    act(game, 0, "discard:7p")
    claim(game, 2, "kong")
    assert game.view(0).drawable == 0
    act(game, 2, "discard:2p")

    # Seat 0 holds a pair of them, but nobody is asked: the deal is over.
    assert game.result is not None
    assert end_of(game)[0] == DrawnDeal()
    assert not any(isinstance(event, LastDraws) for event in game.events)


def test_with_none_left_the_discard_may_still_be_won() -> None:
    """F16, ruling 18: the one thing that may still happen, and why the others may not."""
    game = near_the_end(
        {2: "777p3p8888s", 0: "6666p33p", 1: READY},
        "2s3s4s5s",
        draws="9m9p9s9m9p9s9m7p",
        tail="8m8m",
    )
    discard(game, 0, loose(game, 0))
    for _ in range(7):
        discard(game, game.table.turn, _drawn(game))
    act(game, 0, "concealed_kong:6p")
    act(game, 0, "discard:7p")
    claim(game, 2, "kong")
    assert why(game, 2, "concealed_kong:8s") == "no_tile_to_replace"
    act(game, 2, "discard:3p")

    assert legal(game, 1) == {"win", "pass"}
    assert game.waiting.keys() == {1}
    assert why(game, 0, "pong") == "last_draws"
    act(game, 1, "win")
    assert isinstance(game.table.ending, Win)


def test_a_kong_needs_a_drawable_tile() -> None:
    """C11, F16: where none is drawable no kong may be declared, and a discard is not konged."""
    game = near_the_end(
        {0: "6666p5555p", 2: "777p"}, "2s3s4s5s", draws="9m9p9s9m9p9s9m7p", tail="8m8s"
    )
    play_on(game, 8)
    act(game, 0, "concealed_kong:6p")
    assert game.view(0).drawable == 1
    act(game, 0, "concealed_kong:5p")
    assert game.view(0).drawable == 0
    act(game, 0, "discard:7p")

    assert game.result is not None


def test_a_flower_that_nothing_replaces_ends_the_turn() -> None:
    """F15, F16, C5, ruling 20: the seat has nothing to play, so the end comes at once."""
    game = near_the_end({}, "", draws="9m9p9s9m9p9s9m5f", tail="6f7f8f")
    play_on(game, 7)
    discard(game, 3, _drawn(game))

    # Four plants from five drawable tiles: four draws, and a set that adds two to the reserve.
    assert game.view(0).drawable == 0
    assert game.result is not None
    assert end_of(game)[-2] == DrawnDeal()
    assert sum(isinstance(event, Flowers) for event in end_of(game)) == 4


# --- the drawn deal --------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["fuzhou-ourgame", "fuzhou-classic"])
def test_a_drawn_deal_pays_nothing(key: str) -> None:
    """F17, C12: nothing is paid, the dealer stays, all hands are shown."""
    game = near_the_end({}, "2s3s4s5s", rules=rule_set(key))
    play_on(game, 8)
    discard(game, 0, _drawn(game))

    assert game.result is not None
    assert game.result.winner is None
    assert game.result.payments == (0, 0, 0, 0)
    assert game.result.dealer_stays
    end = game.events[-1]
    assert isinstance(end, End)
    # Each hand ends with the tile that its seat drew last.
    assert [hand[-1] for hand in end.hands] == ["5s", "2s", "3s", "4s"]


def test_the_indicator_may_count_in_the_reserve() -> None:
    """F4: `reserve_counts_indicator`: one more tile may be drawn."""
    rules = rule_set("fuzhou-ourgame", reserve_counts_indicator=True)
    game = near_the_end({}, "2s3s4s5s", rules=rules)

    assert game.view(0).drawable == 13


def test_everyone_sees_the_same_count() -> None:
    """C11: drawable tiles follow from public events, so every seat's view has the same."""
    game = near_the_end({}, "2s3s4s5s")

    assert {game.view(seat).drawable for seat in (0, 1, 2, 3, None)} == {12}
