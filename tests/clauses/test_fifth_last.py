"""The fifth-last tile and the drawn deal 臭牌, 和局 (S5, S6)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Draw, DrawnDeal, End, Flowers, LastDraws, mask
from goldsparrow.game.deal import Deal
from goldsparrow.game.table import Table
from goldsparrow.moves import parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import KIND, NAMES
from tests.clauses.walls import (
    SANMING,
    deal,
    discard,
    drain,
    legal,
    payments,
    play,
    special,
    won,
)

# Two thirds of the flowers at the opening: the rest lie in the reserve, and 34 tiles are drawable.
FLOWERS = {0: "1z1z1z1z2z2z", 1: "2z2z3z3z3z3z", 2: "4z4z4z4z5z5z", 3: "5z5z6z6z6z6z"}
FIFTH_LAST = 29
"""The place of the draw that begins with five drawable tiles; seat 2 makes it."""

READY = "123m456m789m123s55s1p1p"
"""Waits for 5s and 1p."""


def to_the_fifth_last(hands: dict[int, str], at: dict[int, str], **options: object) -> Deal:
    """A deal played until the turn of who draws the fifth-last tile."""
    game = deal(rule_set("sanming", **options), hands, "8s", at=at, flowers=FLOWERS, tail="9m")
    drain(game, 4)
    return game


def test_an_ordinary_draw_with_five_left_is_the_fifth_last() -> None:
    """S5: the seat that draws it may declare no kong, and its discard can only be won on."""
    hands = {2: "2222m", 3: "77p"}
    game = to_the_fifth_last(hands, {FIFTH_LAST: "7p"})

    assert game.table.turn == 2
    assert "concealed_kong:2m" not in legal(game, 2)
    assert game.refusal(2, parse_move("concealed_kong:2m")) == "fifth_last"
    play(game, "2 discard:7p")
    # Neither pong nor chow is asked for: the last draws have come and gone.
    assert game.result is not None
    assert any(isinstance(event, LastDraws) and event.left == 4 for event in game.events)


def test_before_it_a_kong_is_allowed() -> None:
    """S5: one draw earlier nothing is barred."""
    game = deal(SANMING, {1: "2222m"}, "8s", flowers=FLOWERS)
    drain(game, 5)

    assert game.table.turn == 1
    assert "concealed_kong:2m" in legal(game, 1)


def test_its_discarder_pays_for_all_three() -> None:
    """S5: whoever wins on that discard is paid by its discarder what all three would have paid."""
    game = to_the_fifth_last({3: READY, 2: "9m"}, {FIFTH_LAST: "1p"})
    streak = game.table.streak
    play(game, "2 discard:1p", "3 win")

    score = won(game).score
    flowers = len(game.table.flowers[3])
    assert streak == 0
    assert score.payments == (0, 0, -3 * (5 + flowers), 3 * (5 + flowers))
    assert [due.seat for due in score.dues] == [2]


def test_before_it_all_three_pay() -> None:
    """S5: a discard of the draw before is paid by all three."""
    game = deal(SANMING, {3: READY}, "8s", flowers=FLOWERS, at={FIFTH_LAST - 2: "1p"})
    drain(game, 6)
    assert game.table.turn == 0
    play(game, "0 discard:1p", "3 win")

    assert won(game).score.payments == (-11, -11, -11, 33)


def test_no_meld_of_its_discard() -> None:
    """S5: who could pong and win may only win, and refusals say why."""
    game = to_the_fifth_last({3: READY, 2: "9m"}, {FIFTH_LAST: "1p"})
    game.act(2, parse_move("discard:1p"))

    assert legal(game, 3) == {"win", "pass"}
    assert game.refusal(3, parse_move("pong")) == "fifth_last"


def test_it_may_be_a_self_draw() -> None:
    """S5: the player may win by self-draw, and all three pay."""
    game = to_the_fifth_last({2: READY}, {FIFTH_LAST: "1p"})
    assert "win" in legal(game, 2)
    play(game, "2 win")

    payments_ = won(game).score.payments
    assert payments_[0] == payments_[1] == payments_[3] < 0


def test_its_flower_is_replaced_once() -> None:
    """S5: a flower is replaced from the tail; then the player plays on under the same rule."""
    game = to_the_fifth_last({2: "2222m"}, {FIFTH_LAST: "1f"})

    assert game.table.turn == 2
    assert game.table.drawn == KIND["9m"]
    assert special(game, 2) == set()
    discard(game, 2, "9m")
    assert [e.left for e in game.events if isinstance(e, LastDraws)] == [3]


def test_a_second_flower_is_the_end_of_ordinary_play() -> None:
    """S5 臭牌: both flowers are exposed, nothing is discarded, the last draws begin."""
    game = deal(
        SANMING, {}, "8s", at={FIFTH_LAST: "1f"}, flowers=FLOWERS, tail="2f", gold_dice=(1, 1)
    )
    drain(game, 0)
    after = game.events[game.events.index(Flowers(2, ("1f",))) :]

    assert game.result is not None
    assert isinstance(after[1], Draw)
    assert after[2:4] == [Flowers(2, ("2f",)), LastDraws(3)]
    assert isinstance(after[4], Draw)
    assert after[4].seat == 3


@pytest.mark.parametrize("kind", ["kong", "flower"])
def test_nobody_is_bound_where_it_is_skipped(kind: str) -> None:
    """S5: a kong or a replacement that skips over 5 binds nobody."""
    if kind == "kong":
        # With six left a concealed kong costs one tile and keeps two more: three are drawable.
        game = deal(SANMING, {1: "2222m", 2: "77p"}, "8s", flowers=FLOWERS, tail="7p")
        drain(game, 5)
        play(game, "1 concealed_kong:2m")
        assert game.table.drawable == 2
        game.act(1, KIND["7p"])
        assert {"pong", "pass"} <= legal(game, 2)
    else:
        # A flower drawn with six left takes the draw that begins with five as its replacement.
        at = {FIFTH_LAST - 1: "1f"}
        game = deal(SANMING, {2: "77p"}, "8s", at=at, flowers=FLOWERS, tail="7p")
        drain(game, 4)
        assert game.table.turn == 1
        assert game.table.drawable == 4
        game.act(1, KIND["7p"])
        assert {"pong", "pass"} <= legal(game, 2)
    assert game.table.notes["fifth_last"].seat is None


def test_the_option_takes_it_out() -> None:
    """S5: `fifth_last_liability: false`: claims are allowed and all three pay."""
    game = to_the_fifth_last({3: READY, 2: "9m"}, {FIFTH_LAST: "1p"}, fifth_last_liability=False)
    play(game, "2 discard:1p")
    assert {"win", "pong"} <= legal(game, 3)
    play(game, "3 win")

    assert won(game).score.payments == (-11, -11, -11, 33)


def test_everyone_sees_the_count_down() -> None:
    """S5: from five drawable tiles on; every view counts the same."""
    game = to_the_fifth_last({}, {})

    assert {game.view(seat).drawable for seat in (0, 1, 2, 3, None)} == {4}


def test_the_note_is_public() -> None:
    """S5: every seat knows who is bound: the draw is public, its tile is not needed."""
    game = to_the_fifth_last({}, {})

    for seat in (0, 1, 2, 3, None):
        table = Table(game.rules, () if seat is None else (seat,))
        for event in game.events:
            table.apply(mask(event, seat))
        assert table.notes["fifth_last"].seat == 2


# --- the drawn deal ------------------------------------------------------------------------------


def drawn_deal(**options: object) -> Deal:
    """A deal that nobody wins; the last draws are four different honest tiles."""
    game = deal(
        rule_set("sanming", **options),
        dict.fromkeys(range(4), "17m28p"),
        "8s",
        at={30: "1s", 31: "2s", 32: "3s", 33: "4s"},
        flowers=FLOWERS,
    )
    drain(game, 4)
    (seat,) = game.waiting
    discard(game, seat, NAMES[game.table.drawn])
    assert game.result is not None
    return game


def test_hands_are_shown_with_the_last_drawn_tile_last() -> None:
    """S5: at the end of a drawn deal every hand's last tile is the one drawn last."""
    game = drawn_deal()
    end = game.events[-1]

    assert isinstance(end, End)
    # Seat 2 drew the fifth-last tile, so the last draws begin with seat 3.
    assert [end.hands[seat][-1] for seat in (3, 0, 1, 2)] == ["1s", "2s", "3s", "4s"]


def test_the_dealer_pays_a_drawn_deal() -> None:
    """S6: the dealer pays each other player the base, and stays."""
    game = drawn_deal()

    assert game.result is not None
    assert game.result.payments == (-15, 5, 5, 5)
    assert game.result.dealer_stays
    after = game.events[game.events.index(DrawnDeal()) :]
    assert payments(after) == [("dealer_pays_draw", (-15, 5, 5, 5))]


def test_without_streak() -> None:
    """S6: the streak is not paid for a drawn deal."""
    game = deal(SANMING, {}, "8s", streak=3, dealer=1, flowers=FLOWERS)
    drain(game, 4)
    (seat,) = game.waiting
    discard(game, seat, NAMES[max(game.table.known_hand(seat).tiles())])

    assert game.result is not None
    assert game.result.payments == (5, -15, 5, 5)


def test_the_base_of_the_room_is_paid() -> None:
    """S6, F22: with another base, that one."""
    result = drawn_deal(base=10).result

    assert result is not None
    assert result.payments == (-30, 10, 10, 10)


def test_drawn_deals_may_be_free() -> None:
    """S6: `dealer_pays_draw: false`."""
    result = drawn_deal(dealer_pays_draw=False).result

    assert result is not None
    assert result.payments == (0, 0, 0, 0)
