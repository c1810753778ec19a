"""Sanming's gold and wall: forbidden discards, dice from the tail, the reserve (S2, S3, S4)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Draw, Gold
from goldsparrow.moves import parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import NAMES
from tests.clauses.walls import LONGYAN, SANMING, deal, discard, drain, legal, passing, play


def test_a_gold_cannot_be_discarded() -> None:
    """S2: the gold is no legal discard, and the refusal says so."""
    game = deal(SANMING, {0: "5m12p"}, "5m")

    assert "discard:1p" in legal(game, 0)
    assert "discard:5m" not in legal(game, 0)
    assert game.refusal(0, parse_move("discard:5m")) == "gold_discard_forbidden"


def test_no_gold_lock() -> None:
    """S2: nobody is ever locked by a gold."""
    game = deal(SANMING, {0: "5m12p"}, "5m")
    discard(game, 0, "1p")

    assert not any(game.table.gold_locked(seat) for seat in range(4))


def test_golds_may_go_where_nothing_else_is_left() -> None:
    """S2, ruling 16: who holds golds only may discard one, since the table must go on."""
    hands = {0: "1m1p1s4m4p", 1: "23m23p23s56m56p9m9p9s8m8p8s"}
    game = deal(SANMING, hands, "8s", at={15: "8s"})
    for low, thrown in (("1m", "9m"), ("1p", "9p"), ("1s", "9s"), ("4m", "8m"), ("4p", "8p")):
        play(game, f"0 discard:{low}", f"1 chow:{low}", f"1 discard:{thrown}")
        passing(game)
        for seat in (2, 3):
            discard(game, seat, NAMES[game.table.drawn])
    discard(game, 0, NAMES[game.table.drawn])

    assert game.table.known_hand(1).tiles() == [game.table.gold] * 2
    assert legal(game, 1) == {"win", "discard:8s"}


def test_the_option_allows_gold_discards() -> None:
    """S2: `gold_discard: allowed`, and then a lock may be chosen as well (F9)."""
    rules = rule_set("sanming", gold_discard="allowed", gold_lock="deal")
    game = deal(rules, {0: "5m12p"}, "5m")
    discard(game, 0, "5m")

    assert game.table.gold_locked(0)
    assert not game.table.gold_locked(1)


# --- S3 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [(1, 1), (2, 3), (6, 6)])
def test_the_gold_lies_where_the_dice_say(dice: tuple[int, int]) -> None:
    """S3: two dice; the n-th tile from the tail is turned up."""
    game = deal(SANMING, {}, "5m", gold_dice=dice)
    gold = game.events[-1]

    assert gold == Gold("5m", (), dice, sum(dice))


def test_tiles_behind_the_gold_are_drawn_first() -> None:
    """S3: the tiles between tail and indicator stay the tail; then come those inward of it."""
    game = deal(
        SANMING,
        {0: "2222p3333p", 1: "9s"},
        "5m",
        gold_dice=(1, 2),
        tail="1s1f4s7s",
        at={3: "6s"},
    )
    drawn = [
        event.tile
        for event in play(game, "0 concealed_kong:2p", "0 concealed_kong:3p")
        if isinstance(event, Draw)
    ]

    # Two tiles lie behind the third from the tail; the flower among them is replaced from inward.
    assert drawn == ["1s", "1f", "4s"]
    assert game.table.tail == 3


def test_the_dice_count_from_the_tail_that_replacements_left() -> None:
    """S3, C5: opening replacements come from the tail before the gold is counted out."""
    game = deal(
        SANMING, {0: "2222p9s", 2: "46p"}, "5m", flowers={2: "1z1z"}, gold_dice=(1, 1), tail="3s7s"
    )
    events = play(game, "0 concealed_kong:2p")

    assert game.table.known_hand(2).counts[12] >= 1
    assert events[-1] == Draw(0, "3s", tail=True)


def test_flowers_turned_up_go_to_the_dealer() -> None:
    """S3: flowers go to the dealer's flowers and the next tile inward is turned, until none is."""
    game = deal(
        SANMING,
        {1: "2222p9s"},
        "5m",
        dealer=1,
        passed="1z3f",
        gold_dice=(2, 1),
        tail="1s2s3s",
    )
    (gold,) = [event for event in game.events if isinstance(event, Gold)]

    assert gold == Gold("5m", ("1z", "3f"), (2, 1), 3)
    assert game.table.flowers[1] == [27, 36]
    assert game.table.known_hand(1).size == 17
    assert play(game, "1 concealed_kong:2p")[-1] == Draw(1, "1s", tail=True)


def test_other_rule_sets_roll_no_dice_for_the_gold() -> None:
    """S3: without the clause the dice of the gold stay in the shuffle."""
    game = deal(LONGYAN, {}, "5m", gold_dice=(3, 3))

    assert game.events[-1] == Gold("5m", head=True)


# --- S4 ------------------------------------------------------------------------------------------


def test_the_reserve_is_twenty() -> None:
    """S4: 20 tiles are kept back; the indicator is not among them."""
    game = deal(SANMING, {}, "5m")

    assert (game.table.left, game.table.reserve, game.table.drawable) == (78, 20, 58)


def test_kongs_enlarge_the_reserve() -> None:
    """S4: +2 for a concealed kong, +1 for an exposed and +1 for an added one."""
    hands = {0: "2222p6s8s", 1: "888m", 2: "66s"}
    game = deal(SANMING, hands, "5m", at={0: "8m"}, tail="1m3m7m9m")
    play(game, "0 concealed_kong:2p")
    assert game.table.reserve == 22

    game = deal(SANMING, {0: "8m", 1: "888m", 2: "66s"}, "5m", tail="1m3m7m9m")
    play(game, "0 discard:8m", "1 kong")
    assert game.table.reserve == 21

    game = deal(SANMING, {0: "6s", 2: "66s"}, "5m", at={1: "9m", 3: "6s"}, tail="1m3m7m9m")
    play(game, "0 discard:6s", "2 pong")
    seat_two = game.table.known_hand(2).tiles()
    game.act(2, seat_two[-1])
    passing(game)
    while "added_kong:6s" not in legal(game, 2):
        assert game.result is None
        (seat,) = game.waiting
        game.act(seat, game.table.known_hand(seat).tiles()[-1])
        passing(game)
    play(game, "2 added_kong:6s")
    passing(game)
    assert game.table.reserve == 21


def test_flower_sets_do_not_enlarge_the_reserve() -> None:
    """S4: not by a complete set of four flowers; the option does it (F4)."""
    flowers = {1: "1f2f3f4f"}
    assert deal(SANMING, {}, "5m", flowers=flowers).table.reserve == 20

    rules = rule_set("sanming", flower_set_reserve=2)
    assert deal(rules, {}, "5m", flowers=flowers).table.reserve == 22


def test_the_last_draws_are_four() -> None:
    """S4, F15: the last draws begin with 4 drawable tiles and nobody discards any more."""
    game = deal(rule_set("sanming", fifth_last_liability=False), {}, "5m", flowers=FLOWERS)
    drain(game, 4)
    before = game.table.discards
    (seat,) = game.waiting
    game.act(seat, max(game.table.known_hand(seat).tiles()))
    passing(game)

    assert game.result is not None
    assert game.result.winner is None
    assert game.table.last_draws
    assert game.table.discards == before + 1


FLOWERS = {0: "1z1z1z1z2z2z", 1: "2z2z3z3z3z3z", 2: "4z4z4z4z5z5z", 3: "5z5z6z6z6z6z"}
"""Two thirds of the flowers at the opening: the rest lie in the reserve."""
