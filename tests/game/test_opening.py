"""The opening: dealing, flowers, the gold, and the wins before and at the first discard."""

from __future__ import annotations

import pytest

from goldsparrow.errors import IllegalMove
from goldsparrow.events import Draw, Flowers, Gold, Start, Take, Win, mask
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import TILES, Shuffle, shuffle
from goldsparrow.rules import rule_set
from goldsparrow.tiles import DECK, NAMES, SUITED, parse_tiles
from tests.stacked import (
    CLASSIC,
    COMPLETE,
    OURGAME,
    act,
    all_pass,
    deal,
    discard,
    legal,
    special,
    stacked,
    why,
)

READY = "123m456m789m123p45p99p"
"""Sixteen tiles that wait for 3p and 6p, and so for any gold."""

READY_TOO = "123m456m789m123s45s99p"
"""Another that waits for 3s and 6s."""


def won(game: Deal) -> Win:
    """The win that ended a deal."""
    ending = game.table.ending
    assert isinstance(ending, Win)
    return ending


# --- dealing ---------------------------------------------------------------------------------


def test_dealing_goes_by_fours_from_the_dealer() -> None:
    """C4: four tiles at a time, the dealer first, counter-clockwise; then the dealer one more."""
    ordered = tuple(sorted(DECK, key=lambda tile: (tile >= SUITED, tile)))
    # Dealer 2 and dice 3 break the wall of seat 0 after three stacks: there the list begins.
    game = Deal(OURGAME, Shuffle(ordered[-6:] + ordered[:-6], (1, 2)), dealer=2)
    takes = [event for event in game.events if isinstance(event, Take) and not event.tail]
    names = [NAMES[tile] for tile in ordered]

    assert [event.seat for event in takes] == [2, 3, 0, 1]
    assert takes[0].tiles == (*names[0:4], *names[16:20], *names[32:36], *names[48:52], names[64])
    assert takes[1].tiles == (*names[4:8], *names[20:24], *names[36:40], *names[52:56])
    assert takes[3].tiles == (*names[12:16], *names[28:32], *names[44:48], *names[60:64])


def test_smaller_hands_end_with_single_tiles() -> None:
    """C4: where a hand is four melds and a pair, 14 and 13 tiles; the last one is taken singly."""
    ordered = tuple(sorted(DECK))
    game = Deal(rule_set("longyan"), Shuffle(ordered[-6:] + ordered[:-6], (1, 2)), dealer=2)
    takes = [event.tiles for event in game.events if isinstance(event, Take)][:4]
    names = [NAMES[tile] for tile in ordered]

    assert [len(tiles) for tiles in takes] == [14, 13, 13, 13]
    assert takes[0][-2:] == (names[48], names[52])
    assert takes[3][-1] == names[51]


def test_the_start_says_where_the_wall_is_broken() -> None:
    """C3: the first event has the dice, the wall that is broken, and the stacks skipped."""
    game = deal({}, "9s", dealer=1, dice=(5, 6), streak=4)

    assert game.events[0] == Start(0, 1, 4, (0, 0, 0, 0), (5, 6), 3, 11)


# --- flowers ---------------------------------------------------------------------------------


def test_opening_flowers_are_replaced_in_rounds() -> None:
    """C5: all at once from the dealer on; flowers among replacements wait for the next round."""
    # Seat 3 deals and lays 1f, which brings 2f; then seat 1 lays two; then 2f brings 6p.
    game = deal({3: "2f", 1: "7p8p"}, "9s", flowers={3: "1f", 1: "3f1z"}, passed="6p", dealer=3)
    seen = [
        (event.seat, event.tiles) for event in game.events[5:] if isinstance(event, Flowers | Take)
    ]

    assert seen == [
        (3, ("1f",)),
        (3, ("2f",)),
        (1, ("1z", "3f")),
        (1, ("7p", "8p")),
        (3, ("2f",)),
        (3, ("6p",)),
    ]
    assert [NAMES[tile] for tile in game.table.flowers[3]] == ["1f", "2f"]


def test_no_hand_keeps_a_flower() -> None:
    """C5: replacement goes on until no hand holds a flower; seats without one are skipped."""
    for number in range(30):
        game = Deal(OURGAME, shuffle(b"flowers", str(number)))
        for seat in range(4):
            hand = game.table.known_hand(seat)
            assert not any(tile >= SUITED for tile in hand.tiles())
            assert hand.size == 16 + (seat == 0)
        for event in game.events:
            assert not isinstance(event, Flowers) or event.tiles


def test_honours_are_flowers_or_tiles() -> None:
    """F1: with 36 flowers winds and dragons are flowers; with 8 they are ordinary tiles."""
    hands = {0: "111z222z33z4z5z"}
    eight = deal(hands, "9s", rule_set("fuzhou-ourgame", flowers=8))
    game = Deal(OURGAME, stacked({}, "9s", flowers={0: "111z5f"}))

    assert {"discard:1z", "discard:5z"} <= legal(eight, 0)
    assert sorted(game.table.flowers[0]) == parse_tiles("111z5f")


def test_with_eight_flowers_an_honour_may_be_gold() -> None:
    """F1: an honour can be gold where winds and dragons are ordinary tiles."""
    game = deal({0: "1z1z"}, "1z", rule_set("fuzhou-ourgame", flowers=8))

    assert NAMES[game.table.gold] == "1z"
    assert game.table.known_hand(0).golds == 2


def test_replacements_come_from_the_tail() -> None:
    """F2: flowers' and kongs' replacements, and the gold, come from the tail."""
    game = deal({0: "1111m"}, "9s", flowers={1: "1f2f"}, tail="7s", draws="2p")
    act(game, 0, "concealed_kong:1m")

    assert game.events[-1] == Draw(0, "7s", tail=True)
    assert game.table.tail == 3
    assert game.table.left == TILES - 65 - 2 - 1 - 1


# --- the gold --------------------------------------------------------------------------------


def test_the_first_tail_tile_is_the_gold() -> None:
    """F3, C6: after the flowers the first tail tile is turned up and leaves the wall."""
    game = deal({}, "5p")

    assert game.events[-1] == Gold("5p")
    assert game.table.left == TILES - 65 - 1


def test_flowers_turned_up_before_the_gold_go_to_the_dealer() -> None:
    """F3: they join the dealer's flowers, nothing is drawn, the next tail tile is turned up."""
    game = deal({}, "5p", passed="1z7f1z", dealer=2)

    assert game.events[-1] == Gold("5p", ("1z", "7f", "1z"))
    assert [NAMES[tile] for tile in game.table.flowers[2]] == ["1z", "7f", "1z"]
    assert game.table.hands[2].size == 17
    assert game.table.left == TILES - 65 - 4


def test_golds_are_set_apart() -> None:
    """C6: golds are wild in the hand, so that they are no natural tiles of any kind."""
    hand = deal({0: "5p5p5m"}, "5p").table.known_hand(0)

    assert hand.golds == 2
    assert hand.counts[parse_tiles("5p")[0]] == 0
    assert hand.tiles()[:2] == parse_tiles("5p5p")


def test_reserve_of_the_opening() -> None:
    """F4, F18, C11: 18 tiles and 2 for each complete set of four flowers; drawable is the rest."""
    game = deal({}, "9s", flowers={1: "1z1z1z1z2z2z2z", 3: "1f2f3f4f5f"})
    none = deal({}, "9s", rule_set("fuzhou-ourgame", flower_set_reserve=0), flowers={1: "1z1z1z1z"})
    counted = deal({}, "9s", rule_set("fuzhou-ourgame", reserve_counts_indicator=True))

    assert game.table.reserve == 18 + 2 + 2
    assert game.view(0).drawable == game.table.left - 22
    assert none.table.reserve == 18
    assert counted.table.reserve == 17


# --- heavenly --------------------------------------------------------------------------------


def test_heavenly() -> None:
    """F5, F21, F22: the dealer's dealt hand is complete; it scores as robbing, all three pay."""
    game = deal({0: COMPLETE}, "9s", flowers={0: "1f2f"})

    assert "win" in legal(game, 0)
    act(game, 0, "win")
    assert won(game).by == "heavenly"
    assert won(game).tile is None
    # (5 + 2 flowers) x 2 + 30 from each.
    assert game.result is not None
    assert game.result.payments == (132, -44, -44, -44)


def test_heavenly_ends_with_the_first_discard() -> None:
    """F5: it may be declared before the first discard only."""
    game = deal({0: COMPLETE}, "9s", draws="9m9m9m5s")
    discard(game, 0, "9p")
    for seat, tile in ((1, "9m"), (2, "9m"), (3, "9m")):
        discard(game, seat, tile)

    assert "win" not in legal(game, 0)
    assert why(game, 0, "win") == "not_complete"


def test_a_kong_first_makes_it_a_self_draw() -> None:
    """F5, F12: who kongs before winning wins by the replacement, not by the dealt hand."""
    game = deal({0: "1111m456m789m123p4599p"}, "9s", tail="6p")
    act(game, 0, "concealed_kong:1m")
    act(game, 0, "win")

    assert won(game).by == "self_draw"


# --- three golds -----------------------------------------------------------------------------


def test_three_golds_at_the_opening() -> None:
    """F6: whoever is dealt three golds may declare them, complete or not."""
    game = deal({2: "999s147m"}, "9s", flowers={2: "1f3f5f7f1z2z"})

    assert game.question.kind == "opening"
    assert game.waiting.keys() == {2}
    assert legal(game, 2) == {"three_golds", "pass"}
    act(game, 2, "three_golds")
    # (5 + 6 flowers + 3 golds) x 2 + 40 from each.
    assert game.result is not None
    assert game.result.payments == (-68, -68, 204, -68)
    assert won(game).by == "three_golds"


def test_passing_three_golds_forfeits_nothing() -> None:
    """F6: it may be declared on any later own turn, after a draw."""
    game = deal({2: "999s147m"}, "9s", draws="1p2s")
    act(game, 2, "pass")
    discard(game, 0, "1m" if "discard:1m" in legal(game, 0) else _any_discard(game, 0))
    while game.table.turn != 2:
        discard(game, game.table.turn, _any_discard(game, game.table.turn))

    assert "three_golds" in legal(game, 2)


def _any_discard(game: Deal, seat: int) -> str:
    return min(name for name in legal(game, seat) if name.startswith("discard")).split(":")[1]


def test_three_golds_with_a_complete_hand_count_the_best_special() -> None:
    """F6, C13: if the hand is also complete, the best special counts, whatever was declared."""
    hand = "123m456m789m12355p999s"
    for move in ("win", "three_golds"):
        game = deal({0: hand}, "9s")
        act(game, 0, move)
        # Three golds as a triplet of themselves beside a complete rest: gold dragon.
        assert won(game).score.special == "gold_dragon"


def test_two_golds_and_the_indicator_are_not_three() -> None:
    """F6, F7: the indicator makes no three golds."""
    game = deal({1: "99s147m258p36s"}, "9s")

    assert game.question.kind == "turn"
    assert why(game, 1, "three_golds") == "not_your_turn"


# --- robbing the gold ------------------------------------------------------------------------


def test_the_dealer_robs_instead_of_an_ordinary_first_discard() -> None:
    """F7a: it throws X, and the other sixteen with the indicator are complete; a self-draw."""
    game = deal({0: READY + "5s"}, "9s", flowers={0: "1f2f"})

    assert "rob_gold" in legal(game, 0)
    act(game, 0, "rob_gold")
    win = won(game)
    assert (win.by, win.tile, win.discard) == ("rob_gold", "9s", "5s")
    assert "9s" in win.hand
    assert "5s" not in win.hand
    # (5 + 2 flowers + the indicator) x 2 + 30 from each.
    assert win.score.payments == (138, -46, -46, -46)


def test_the_dealer_throws_what_pays_most() -> None:
    """F7a, C13, ruling 21: of several tiles, the dealer throws the one after which it wins most."""
    # One gold in hand: throwing the 5s keeps it; with it and the indicator the pair is golden.
    game = deal({0: "123m456m789m123p456p9s5s"}, "9s")
    act(game, 0, "rob_gold")

    assert won(game).discard == "5s"
    assert won(game).score.special == "gold_sparrow"


def test_another_seat_robs_after_the_first_discard() -> None:
    """F7b: sixteen tiles and the indicator; right after the dealer's first discard."""
    game = deal({1: READY}, "9s", flowers={1: "1f2f"})

    assert special(game, 1) == set()
    act(game, 0, f"discard:{_any_discard(game, 0)}")
    assert "rob_gold" in legal(game, 1)
    act(game, 1, "rob_gold")
    all_pass(game)
    assert game.result is not None
    assert game.result.payments == (-46, 138, -46, -46)
    assert won(game).source is None


def test_the_window_closes_for_good() -> None:
    """F7: one window, at the dealer's first discard; nobody may rob after it."""
    game = deal({1: READY}, "9s")
    discard(game, 0, _any_discard(game, 0))

    assert why(game, 1, "rob_gold") == "rob_window_closed"
    with pytest.raises(IllegalMove):
        act(game, 1, "rob_gold")
    discard(game, 1, _any_discard(game, 1))
    assert all("rob_gold" not in legal(game, seat) for seat in range(4))


def test_two_golds_may_rob_by_an_ordinary_shape() -> None:
    """F7: a hand that holds two golds may rob; it counts as robbing, not as three golds."""
    game = deal({3: "123m456m789m12p45p5s99s"}, "9s", flowers={3: "1f"})
    act(game, 0, f"discard:{_any_discard(game, 0)}")
    act(game, 3, "rob_gold")
    all_pass(game)

    assert won(game).score.special == "rob_gold"
    assert {item.key: item.count for item in won(game).score.items}["golds"] == 3


def test_the_gold_can_be_robbed_when_a_gold_is_discarded_first() -> None:
    """F7, C7: what is robbed is the indicator, so the first discard may even be a gold."""
    game = deal({0: "9s", 1: READY}, "9s")
    act(game, 0, "discard:9s")

    assert legal(game, 1) == {"rob_gold", "pass"}


# --- the order -------------------------------------------------------------------------------


def test_heavenly_comes_before_three_golds() -> None:
    """F8: heavenly > three golds, whoever speaks first."""
    game = deal({0: COMPLETE, 1: "999s"}, "9s")

    assert game.waiting.keys() == {0, 1}
    assert act(game, 1, "three_golds") == []
    act(game, 0, "win")
    assert won(game).by == "heavenly"


def test_three_golds_count_when_the_dealer_lets_heavenly_pass() -> None:
    """F8: what nothing can outrank any more takes effect."""
    game = deal({0: COMPLETE, 1: "999s"}, "9s")
    act(game, 1, "three_golds")
    act(game, 0, "pass")

    assert won(game).by == "three_golds"


def test_a_passed_heavenly_may_still_be_declared() -> None:
    """F5: the dealer may declare until its first discard, also when it first let others speak."""
    game = deal({0: COMPLETE, 1: "999s"}, "9s")
    act(game, 0, "pass")
    act(game, 1, "pass")

    assert game.question.kind == "turn"
    assert "win" in legal(game, 0)


def test_three_golds_come_before_robbing() -> None:
    """F8: three golds are asked for before the first discard, at which others rob."""
    game = deal({1: READY, 2: "999s"}, "9s")

    assert game.waiting.keys() == {2}
    act(game, 2, "three_golds")
    assert won(game).seat == 2


def test_the_nearest_robber_comes_first() -> None:
    """F8: robbing by the other seats, nearest after the dealer first."""
    game = deal({3: READY, 2: READY_TOO}, "9s", dealer=1, draws="1p")
    act(game, 1, f"discard:{_any_discard(game, 1)}")

    assert act(game, 3, "rob_gold") == []
    act(game, 2, "rob_gold")
    assert won(game).seat == 2


def test_another_seats_robbing_comes_before_the_dealers() -> None:
    """F8: the other seats are asked when the dealer wants to rob."""
    hands = {0: READY + "5s", 2: READY_TOO}
    game = deal(hands, "9s")

    assert act(game, 0, "rob_gold") == []
    assert game.waiting.keys() == {2}
    assert why(game, 0, "rob_gold") == "not_your_turn"
    act(game, 2, "rob_gold")
    assert won(game).seat == 2

    game = deal(hands, "9s")
    act(game, 0, "rob_gold")
    act(game, 2, "pass")
    assert won(game).seat == 0


def test_robbing_comes_before_any_claim() -> None:
    """F7, F8: robbing outranks even a win on the first discard."""
    # Seat 1 waits for 3p and could win on it; seat 3 robs.
    game = deal({0: "3p", 1: READY, 3: READY_TOO}, "9s")
    act(game, 0, "discard:3p")

    assert {"win", "rob_gold"} <= legal(game, 1)
    assert act(game, 1, "win") == []
    act(game, 3, "rob_gold")
    assert won(game).seat == 3
    assert won(game).by == "rob_gold"


def test_nobody_learns_who_could_rob() -> None:
    """F7, C9: before the first discard the others see nothing but dealt backs."""
    robber = deal({1: READY}, "9s")

    for event in robber.events:
        shown = mask(event, 0, hide_concealed_kong=True)
        if isinstance(shown, Take) and shown.seat == 1:
            assert set(shown.tiles) == {"?"}


def test_classic_opens_the_same_way() -> None:
    """F5-F8 hold for every Fuzhou rule set."""
    game = deal({0: READY + "5s", 2: READY_TOO}, "9s", CLASSIC)
    act(game, 0, "rob_gold")
    act(game, 2, "rob_gold")

    assert won(game).seat == 2
