"""The street's scoring of Fuzhou in play (F24)."""

from __future__ import annotations

import pytest

from goldsparrow.tiles import KIND, NAMES
from tests.clauses.walls import STREET, deal, discard, legal, passing, play, won

READY = "123m456m789m123s55s1p1p"
"""Waits for 5s and 1p."""


def test_winds_and_dragons_are_played() -> None:
    """F24, F1: `flowers: 8`: honours are ordinary tiles and may be gold."""
    game = deal(STREET, {0: "1z2z3z", 2: "11z"}, "5z", flowers={1: "1f"})

    assert game.table.gold == KIND["5z"]
    assert game.table.flowers == [[], [KIND["1f"]], [], []]
    play(game, "0 discard:1z")
    assert legal(game, 2) == {"pong", "pass"}
    assert game.table.reserve == 18


def test_a_discard_win() -> None:
    """F24: 5 and each flower 1, from all three; the discarder 1 more; no special for no flower."""
    game = deal(STREET, {0: "1p", 1: READY}, "9s", flowers={1: "1f"})
    passing(game)
    play(game, "0 discard:1p", "1 win")

    assert won(game).score.special is None
    assert won(game).score.payments == (-7, 19, -6, -6)


def test_four_flowers_are_four() -> None:
    """F24: no sets; yet a set still enlarges the reserve by two (F4)."""
    game = deal(STREET, {0: "1p", 1: READY}, "9s", flowers={1: "1f2f3f4f"})
    assert game.table.reserve == 20
    passing(game)
    play(game, "0 discard:1p", "1 win")

    assert won(game).score.payments == (-10, 28, -9, -9)


def test_a_self_draw_and_the_streak() -> None:
    """F24, F20: twice the points, the streak among them and paid by all."""
    game = deal(STREET, {0: "2z", 1: READY}, "9s", streak=2, at={0: "1p"})
    passing(game)
    discard(game, 0, "2z")
    play(game, "1 win")

    assert won(game).score.payments == (-14, 42, -14, -14)


def test_kongs_count() -> None:
    """F24: an exposed kong 1, a concealed one 2."""
    game = deal(STREET, {0: "2z", 1: "1111z456m789m123s55s1p"}, "9s", at={0: "3p"}, tail="2p")
    passing(game)
    discard(game, 0, "2z")
    play(game, "1 concealed_kong:1z", "1 win")

    # 5 and 2 for the concealed kong, twice.
    assert won(game).score.payments == (-14, 42, -14, -14)


@pytest.mark.parametrize("way", ["heavenly", "rob_gold", "three_golds"])
def test_opening_wins_count_as_self_draws(way: str) -> None:
    """F24: heavenly, robbing the gold and three golds pay twice the points."""
    hand = {
        "heavenly": "123m456m789m123s456p11p",
        "rob_gold": "123m456m789m123s45p11p2z",
        "three_golds": "999s1z2z3z4z5z1m4m7m1p4p7p2p5p8p",
    }[way]
    game = deal(STREET, {0: hand}, "9s")
    move = {"heavenly": "win"}.get(way, way)
    play(game, f"0 {move}")
    golds = {"heavenly": 0, "rob_gold": 1, "three_golds": 3}[way]

    assert won(game).by == way
    assert won(game).score.payments == (6 * (5 + golds), *[-2 * (5 + golds)] * 3)


def test_a_gold_locks_its_discarder_for_the_deal() -> None:
    """F24, F9 本局: after discarding a gold that seat wins by self-draw only, to the end."""
    game = deal(STREET, {0: "9s2z"}, "9s", at={3: "3z"})
    passing(game)
    discard(game, 0, "9s")
    for seat in (1, 2, 3):
        discard(game, seat, NAMES[game.table.drawn])
    discard(game, 0, "2z")

    assert game.table.gold_locked(0)
    assert not game.table.gold_locked(1)


def test_a_drawn_deal_keeps_the_streak_and_pays_nothing() -> None:
    """F24, F17."""
    game = deal(STREET, {}, "9s", streak=1)
    while game.result is None:
        passing(game)
        if game.result is None:
            (seat,) = game.waiting
            tiles = game.table.known_hand(seat).tiles()
            discard(game, seat, NAMES[tiles[-1]])

    assert game.result.winner is None
    assert game.result.payments == (0, 0, 0, 0)
