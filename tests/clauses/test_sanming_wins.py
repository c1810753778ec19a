"""What wins in Sanming, who comes first, and what it pays (S8 to S13)."""

from __future__ import annotations

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.moves import parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import NAMES
from tests.clauses.walls import SANMING, deal, discard, legal, passing, play, won

IDLE = "123m456m789m123s123p9s"
"""Five melds and a gold, where 9s is gold: any tile completes it."""

IDLE_SPARROW = "123m456m789m123s12p99s"
"""Idle with two golds: 3p makes them the pair."""

IDLE_DRAGON = "123m456m789m123s5p999s"
"""Idle with three golds: 5p makes them a triplet of their own."""

READY = "123m456m789m123s55s1p1p"
"""Waits for 5s and 1p, without a gold."""


def live(hands: dict[int, str], tile: str, gold: str = "9s", **options: object) -> Deal:
    """Seat 0, the dealer, discards a tile first of all."""
    game = deal(rule_set("sanming", **options), {0: tile, **hands}, gold)
    while 0 not in game.waiting or game.phase != "turn":
        game.act(next(iter(game.waiting)), parse_move("pass"))
    play(game, f"0 discard:{tile}")
    return game


# --- S8 ------------------------------------------------------------------------------------------


def test_an_idle_hand_does_not_win_on_a_discard() -> None:
    """S8: who waits for every tile may not win on a discard, and the refusal says so."""
    game = live({2: IDLE, 1: "55p"}, "5p")

    # On the first discard it may still rob the gold, which is no discard win.
    assert legal(game, 2) == {"rob_gold", "pass"}
    assert game.refusal(2, parse_move("win")) == "idle_gold"


def test_the_option_lets_it_win() -> None:
    """S8, F13: `idle_gold_discard_win: allowed`."""
    game = live({2: IDLE}, "5p", idle_gold_discard_win="allowed")

    assert "win" in legal(game, 2)


def test_an_idle_hand_wins_by_self_draw() -> None:
    """S8: its own draw wins, whatever it is."""
    game = live({1: IDLE}, "5p")
    passing(game)

    assert "win" in legal(game, 1)


@pytest.mark.parametrize(
    ("hand", "tile", "may"),
    [
        (IDLE_SPARROW, "3p", True),
        (IDLE_SPARROW, "7p", False),
        (IDLE_DRAGON, "5p", True),
        (IDLE_DRAGON, "9p", False),
    ],
)
def test_gold_sparrow_and_dragon_may_win(hand: str, tile: str, may: bool) -> None:
    """S8: an idle hand wins on the very tile that makes gold sparrow or gold dragon."""
    game = live({2: hand, 1: tile * 2}, tile)

    assert ("win" in legal(game, 2)) is may
    if may:
        play(game, "2 win")
        assert won(game).score.special in {"gold_sparrow", "gold_dragon"}


@pytest.mark.parametrize(("hand", "may"), [(IDLE, False), (READY[:-4] + "3p4p", True)])
def test_an_idle_hand_robs_no_kong(hand: str, may: bool) -> None:
    """S8: a robbed kong is barred like a discard; a hand that waits for it properly may rob."""
    game = deal(SANMING, {0: "5p", 1: "55p", 3: hand}, "9s", at={3: "5p"})
    while game.phase == "opening":
        game.act(next(iter(game.waiting)), parse_move("pass"))
    play(game, "0 discard:5p", "1 pong")
    passing(game)
    discard(game, 1, NAMES[game.table.known_hand(1).tiles()[-1]])
    for seat in (2, 3, 0):
        discard(game, seat, NAMES[game.table.drawn])
    assert game.table.drawn == parse_move("discard:5p")
    play(game, "1 added_kong:5p")

    assert ("win" in legal(game, 3)) is may


# --- S9 ------------------------------------------------------------------------------------------

SPARROW = "456m456m789m123s12p99s"
PLAIN = "123m456m789m456s22s12p"
"""Both wait for 3p; the first makes its golds the pair with it."""


def test_gold_sparrow_comes_before_the_nearest() -> None:
    """S9 抢炮: a gold sparrow wins before another hand that sits nearer after the discarder."""
    game = live({1: PLAIN, 3: SPARROW}, "3p")
    play(game, "1 win")
    assert game.result is None
    game.act(3, parse_move("win"))

    assert won(game).seat == 3
    assert won(game).score.special == "gold_sparrow"


def test_gold_dragon_comes_before_gold_sparrow() -> None:
    """S9: a gold dragon comes before the nearest as well, and it is the first in line.

    Golds are too few for dragon and sparrow at one table.
    """
    game = live({1: PLAIN, 3: "456m456m789m456p3p999s"}, "3p")
    play(game, "1 win")
    assert game.result is None
    game.act(3, parse_move("win"))

    assert won(game).score.special == "gold_dragon"
    assert SANMING.claims.first_in_line == ("gold_dragon", "gold_sparrow")


def test_otherwise_the_nearest_wins() -> None:
    """S9: without them the nearest seat after the discarder; one winner."""
    game = live({2: PLAIN, 3: "123m456m789m789s99m12p"[:-4] + "12p"}, "3p")
    play(game, "3 win", "2 win")

    assert won(game).seat == 2


# --- S10, S11, S12 -------------------------------------------------------------------------------


def test_flower_sets_are_worth_no_more() -> None:
    """S10: four of one honour count 4, each flower 1; `flower_set_points: 6` changes that."""
    for option, each in ((4, 5 + 4), (6, 5 + 6)):
        rules = rule_set("sanming", flower_set_points=option)
        game = deal(rules, {0: "1p", 1: READY}, "9s", flowers={1: "1z1z1z1z"})
        play(game, "0 discard:1p", "1 win")

        assert won(game).score.payments == (-each, 3 * each, -each, -each)


def test_no_water_on_a_discard() -> None:
    """S11, S12: no flower, kong or gold: 5 + 20 from each of the three."""
    game = deal(SANMING, {1: READY, 2: "1p"}, "9s")
    discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])
    while game.table.turn != 2:
        (seat,) = game.waiting
        discard(game, seat, NAMES[game.table.drawn])
    play(game, "2 discard:1p", "1 win")

    assert won(game).score.special == "no_water"
    assert won(game).score.payments == (-25, 75, -25, -25)


def test_a_self_draw_doubles_the_sum_but_not_the_special() -> None:
    """S12: sum x 2 + special: 5 x 2 + 20 for the same hand."""
    game = deal(SANMING, {1: READY}, "9s", at={0: "1p"})
    discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])
    play(game, "1 win")

    assert won(game).score.payments == (-30, 90, -30, -30)


def test_gold_dragon_by_self_draw() -> None:
    """S11, S12: seat 1, two flowers: (5 + 2 + 3) x 2 + 50."""
    game = deal(SANMING, {1: "123m456m789m123s55p99s"}, "9s", flowers={1: "1z2z"}, at={0: "9s"})
    discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])
    play(game, "1 win")

    assert won(game).score.special == "gold_dragon"
    assert won(game).score.payments == (-70, 210, -70, -70)


def test_one_suit_is_the_dearest() -> None:
    """S11: one suit 100, with a gold read as its own face in that suit."""
    game = deal(SANMING, {1: "111m234m234m678m678m5m"}, "5m", at={0: "5m"}, flowers={1: "1z"})
    discard(game, 0, NAMES[game.table.known_hand(0).tiles()[-1]])
    play(game, "1 win")

    assert won(game).score.special == "one_suit"
    # (5 + 1 flower + 2 golds) x 2 + 100.
    assert won(game).score.payments == (-116, 348, -116, -116)


def test_a_room_has_its_own_table_of_specials() -> None:
    """S11: `specials`: what counts nought does not exist."""
    game = deal(rule_set("sanming", specials="no_water:0"), {0: "1p", 1: READY}, "9s")
    play(game, "0 discard:1p", "1 win")

    assert won(game).score.special is None
    assert won(game).score.payments == (-5, 15, -5, -5)


# --- S13 -----------------------------------------------------------------------------------------

COMPLETE = "123m456m789m123s456p11p"
ROBBER = "123m456m789m123s45p88p"
"""Sixteen tiles that wait, so that the indicator completes them."""


def test_heavenly_comes_before_three_golds() -> None:
    """S13: the dealer's dealt hand wins before three golds, whoever answers first."""
    game = deal(SANMING, {0: COMPLETE, 2: "999s"}, "9s")
    play(game, "2 three_golds")
    assert game.result is None
    game.act(0, parse_move("win"))

    assert won(game).by == "heavenly"
    assert won(game).score.special == "no_water"
    # Heavenly is 10; the same hand is no water, 20, and only the highest counts: 5 x 2 + 20.
    assert won(game).score.payments == (90, -30, -30, -30)


def test_three_golds_come_before_robbing() -> None:
    """S13: three golds at the opening; whoever could rob is never asked."""
    game = deal(SANMING, {1: ROBBER, 2: "999s"}, "9s")
    assert set(game.waiting) == {2}
    play(game, "2 three_golds")

    assert won(game).score.special == "three_golds"


def test_others_rob_before_the_dealer() -> None:
    """S13: another seat robs first, the nearest after the dealer, though the dealer robs too."""
    game = deal(SANMING, {0: ROBBER + "9m", 1: "", 3: "456m456m789s123s12p22s"}, "9s")
    play(game, "0 rob_gold")
    assert set(game.waiting) == {3}
    play(game, "3 rob_gold")

    assert won(game).seat == 3
    assert won(game).by == "rob_gold"


def test_the_dealer_robs_where_others_pass() -> None:
    """S13: the dealer's robbery stands once the others have passed."""
    game = deal(SANMING, {0: ROBBER + "9m", 3: "456m456m789s123s12p22s"}, "9s")
    play(game, "0 rob_gold")
    game.act(3, parse_move("pass"))

    assert won(game).seat == 0
    assert won(game).score.special == "rob_gold"
    # (5 + 1 gold) x 2 + 10.
    assert won(game).score.payments == (66, -22, -22, -22)


def test_robbing_is_of_the_first_discard_only() -> None:
    """S13, F7: after the dealer's first discard another seat may rob, once."""
    game = deal(SANMING, {0: "9m", 2: ROBBER}, "9s")
    play(game, "0 discard:9m")
    assert legal(game, 2) == {"rob_gold", "pass"}
    passing(game)
    discard(game, 1, NAMES[game.table.drawn])

    assert "rob_gold" not in legal(game, 2)
    assert game.refusal(2, parse_move("rob_gold")) == "rob_window_closed"
