"""Flower kongs and kongs, paid while the deal goes on 花杠, 杠 (L4, L5, L11)."""

from __future__ import annotations

import pytest

from goldsparrow.events import DrawnDeal, Flowers, Gold, Kong, Payment, Win
from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from goldsparrow.tiles import NAMES
from tests.clauses.walls import LONGYAN, deal, discard, drain, passing, payments, play, won


def flower_kongs(game: Deal) -> list[tuple[int, ...]]:
    """What was paid for flower kongs so far."""
    return [points for reason, points in payments(game.events) if reason == "flower_kong"]


# --- L4 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("flowers", "kongs"),
    [("1f2f3f", 0), ("1f2f5f6f", 1), ("1f2f3f4f5f", 2), ("1f2f3f4f5f6f7f", 4)],
)
def test_four_flowers_are_a_kong_and_each_further_one(flowers: str, kongs: int) -> None:
    """L4: after the opening replacements, whatever flowers they are; 1 each, 2 from the dealer."""
    game = deal(LONGYAN, {1: "1z2z3z4z5z6z9m"}, "5m", flowers={1: flowers})

    paid = flower_kongs(game)
    assert paid == ([(-2 * kongs, 4 * kongs, -kongs, -kongs)] if kongs else [])


@pytest.mark.parametrize(("option", "kongs"), [(5, 5), (8, 8)])
def test_all_eight_flowers(option: int, kongs: int) -> None:
    """L4: `eight_flowers`: five kongs in all, or eight."""
    rules = rule_set("longyan", eight_flowers=option)
    game = deal(rules, {1: "1z2z3z4z5z6z9m9p"}, "5m", flowers={1: "1f2f3f4f5f6f7f8f"})

    assert flower_kongs(game) == [(-2 * kongs, 4 * kongs, -kongs, -kongs)]


def test_the_eighth_flower_in_play_brings_what_is_left() -> None:
    """L4: with eight kongs in all for eight flowers, the last one adds four to the four before."""
    rules = rule_set("longyan", eight_flowers=8)
    flowers = {1: "1f2f3f4f5f6f7f"}
    game = deal(rules, {1: "1z2z3z4z5z6z9m"}, "5m", flowers=flowers, head="8f")
    discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])

    assert flower_kongs(game) == [(-8, 16, -4, -4), (-8, 16, -4, -4)]


def test_the_dealer_gets_twice_from_each() -> None:
    """L4: 2 where the receiver is the dealer."""
    game = deal(LONGYAN, {0: "1z2z3z4z"}, "5m", flowers={0: "1f2f3f4f"})

    assert flower_kongs(game) == [(6, -2, -2, -2)]


def test_two_seats_may_have_one() -> None:
    """L4: each is paid for its own."""
    flowers = {1: "1f2f3f4f", 3: "5f6f7f8f"}
    game = deal(LONGYAN, {1: "1z2z3z4z", 3: "1z2z3z4z"}, "5m", flowers=flowers)

    assert flower_kongs(game) == [(-2, 4, -1, -1), (-2, -1, -1, 4)]


def test_they_are_paid_before_the_first_choice() -> None:
    """L4: at once, when the gold is opened; flowers turned up for it count for the dealer."""
    game = deal(LONGYAN, {0: "1z2z3z"}, "5m", flowers={0: "1f2f3f"}, passed="8f")

    assert game.events[-2] == Gold("5m", ("8f",), head=True)
    assert game.events[-1] == Payment("flower_kong", (6, -2, -2, -2))


def test_later_flowers_pay_one_by_one() -> None:
    """L4: the fourth and the fifth flower, drawn in play, each pay when they are laid open."""
    game = deal(LONGYAN, {1: "1z2z3z"}, "5m", flowers={1: "1f2f3f"}, head="4f5f9m", dealer=0)
    events = discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])
    kinds = [type(event) for event in events if isinstance(event, Flowers | Payment)]

    assert kinds == [Flowers, Payment, Flowers, Payment]
    assert flower_kongs(game) == [(-2, 4, -1, -1), (-2, 4, -1, -1)]


def test_without_doubling_for_the_dealer() -> None:
    """L4, L15: `dealer_doubles: false` makes every seat pay the same."""
    rules = rule_set("longyan", dealer_doubles=False)
    game = deal(rules, {1: "1z2z3z4z"}, "5m", flowers={1: "1f2f3f4f"})

    assert flower_kongs(game) == [(-1, 3, -1, -1)]


# --- L5 ------------------------------------------------------------------------------------------


def test_an_exposed_kong() -> None:
    """L5: seat 1 konged: 1 from each, 2 from the dealer; paid at once, before the replacement."""
    game = deal(LONGYAN, {0: "9m", 2: "1z", 1: "111z"}, "5m", at={0: "2z", 1: "3z"})
    discard(game, 0, "9m")
    discard(game, 1, "2z")
    events = play(game, "2 discard:1z", "1 kong")

    assert events[1] == Kong(1, "1z", "exposed", 2)
    assert events[2] == Payment("exposed_kong", (-2, 4, -1, -1))


def test_a_concealed_kong_of_the_dealer() -> None:
    """L5: 2, doubled for the dealer: 4 from each."""
    game = deal(LONGYAN, {0: "1111z"}, "5m")

    assert payments(play(game, "0 concealed_kong:1z")) == [("concealed_kong", (12, -4, -4, -4))]


def test_a_concealed_kong_of_another_seat() -> None:
    """L5: 2 from each, 4 from the dealer."""
    game = deal(LONGYAN, {0: "9m", 1: "1111z"}, "5m")
    discard(game, 0, "9m")

    assert payments(play(game, "1 concealed_kong:1z")) == [("concealed_kong", (-4, 8, -2, -2))]


def test_the_discarder_alone_may_have_to_pay() -> None:
    """L5: `discard_kong_payer: discarder`: an exposed kong only; concealed ones are all three's."""
    rules = rule_set("longyan", discard_kong_payer="discarder")
    hands = {0: "1z", 1: "111z2222z"}
    game = deal(rules, hands, "5m")
    paid = payments(play(game, "0 discard:1z", "1 kong", "1 concealed_kong:2z"))

    assert paid == [("exposed_kong", (-2, 2, 0, 0)), ("concealed_kong", (-4, 8, -2, -2))]


def added(robber: bool, **options: object) -> Deal:
    """Seat 1 has ponged 5s and draws the fourth, for which seat 3 may wait."""
    hands = {0: "5s", 1: "55s9p", 3: "123m456m789m99s46s" if robber else "9p"}
    game = deal(rule_set("longyan", **options), hands, "5p", at={3: "5s"})
    passing(game)
    play(game, "0 discard:5s", "1 pong", "1 discard:9p")
    passing(game)
    for seat in (2, 3, 0):
        discard(game, seat, NAMES[game.table.drawn])
    return game


def test_an_added_kong_is_paid_when_it_is_formed() -> None:
    """L5, L11: an added kong pays 1 like an exposed one, once nobody has robbed it."""
    events = play(added(robber=False), "1 added_kong:5s")

    assert payments(events) == [("added_kong", (-2, 4, -1, -1))]


def test_while_it_may_be_robbed_nothing_is_paid() -> None:
    """L5, L11: only when the robber has passed and the replacement is drawn."""
    game = added(robber=True)
    assert payments(play(game, "1 added_kong:5s")) == []

    assert payments(passing(game)) == [("added_kong", (-2, 4, -1, -1))]


def test_a_robbed_kong_pays_nothing() -> None:
    """L5, L11: the robber wins 2 from each, 4 from the dealer; the kong was never formed."""
    game = added(robber=True)
    events = play(game, "1 added_kong:5s", "3 win")

    assert payments(events) == []
    assert won(game).by == "rob_kong"
    assert game.result is not None
    assert game.result.payments == (-4, -2, -2, 8)
    assert [meld.kind for meld in game.table.melds[1]] == ["pong"]


def test_the_maker_alone_may_have_to_pay() -> None:
    """L11: `robbed_kong_payer: maker`."""
    game = added(robber=True, robbed_kong_payer="maker")
    play(game, "1 added_kong:5s", "3 win")

    assert game.result is not None
    assert game.result.payments == (0, -2, 0, 2)


def test_kept_whatever_follows() -> None:
    """L5: a drawn deal takes nothing back."""
    game = deal(LONGYAN, {0: "1111z"}, "5m")
    play(game, "0 concealed_kong:1z")
    drain(game, 0)
    (seat,) = game.waiting
    discard(game, seat, NAMES[game.table.drawn])

    assert game.result is not None
    assert game.result.winner is None
    assert game.result.payments == (12, -4, -4, -4)


def test_paid_at_the_settlement() -> None:
    """L5: `kong_payment: at_settlement`: nothing at once, everything when somebody has won."""
    rules = rule_set("longyan", kong_payment="at_settlement")
    hands = {0: "1111z9p", 2: "123m456m789m46p99s"}
    game = deal(rules, hands, "5s", head="5p")
    events = play(game, "0 concealed_kong:1z")
    assert payments(events) == []
    events = play(game, "0 discard:5p", "2 win")

    assert [type(event) for event in events if isinstance(event, Win | Payment)] == [Win, Payment]
    assert payments(events) == [("concealed_kong", (12, -4, -4, -4))]
    assert game.result is not None
    # The dealer fed it: 1 x 2 + 1; the others 1 each.
    assert game.result.payments == (12 - 3, -4 - 1, -4 + 5, -4 - 1)


def test_a_drawn_deal_settles_no_kongs() -> None:
    """L5, L12, ruling 24: what would be paid at a settlement lapses where nobody wins."""
    rules = rule_set("longyan", kong_payment="at_settlement")
    game = deal(rules, {0: "1111z"}, "5m")
    play(game, "0 concealed_kong:1z")
    drain(game, 0)
    (seat,) = game.waiting
    discard(game, seat, NAMES[game.table.drawn])

    assert DrawnDeal() in game.events
    assert game.result is not None
    assert game.result.payments == (0, 0, 0, 0)


def test_flower_kongs_are_always_paid_at_once() -> None:
    """L4: the settlement option speaks of kongs, not of flower kongs."""
    rules = rule_set("longyan", kong_payment="at_settlement")
    game = deal(rules, {0: "1z2z3z4z"}, "5m", flowers={0: "1f2f3f4f"})

    assert flower_kongs(game) == [(6, -2, -2, -2)]


def test_a_concealed_kong_of_white_dragons() -> None:
    """L5, L3: white dragons kong and pay like any tile."""
    game = deal(LONGYAN, {0: "7777z"}, "5m")

    assert payments(play(game, "0 concealed_kong:7z")) == [("concealed_kong", (12, -4, -4, -4))]
