"""Longyan's claims, opening wins, shapes and points in play (L7, L8, L10, L11, L13 to L16)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Start
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match, deal_name
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import parse_move
from goldsparrow.players import Chance
from goldsparrow.rules import rule_set
from goldsparrow.text import say
from goldsparrow.tiles import NAMES
from tests.clauses.walls import LONGYAN, deal, discard, legal, passing, play, special, won

READY = "123m456m789m46p99s"
"""Thirteen tiles that wait for 5p."""

ROBBER = "123m456m789m45p88p"
"""Thirteen tiles that any gold completes, the indicator included."""


def throw(game: Deal, seat: int) -> None:
    """Discards the last tile of a hand; everyone passes."""
    discard(game, seat, NAMES[game.table.known_hand(seat).tiles()[-1]])


# --- L7 ------------------------------------------------------------------------------------------


def test_there_is_no_chow() -> None:
    """L7: the next seat may not take a discard for a run, and the refusal says so."""
    game = deal(LONGYAN, {0: "5p", 1: "46p", 2: "55p"}, "5m")
    play(game, "0 discard:5p")

    assert 1 not in game.waiting
    assert game.refusal(1, parse_move("chow:4p")) == "no_chow"


def test_no_kong_right_after_a_pong() -> None:
    """L7, C8: only after the next own draw."""
    game = deal(LONGYAN, {0: "1z", 1: "11z2222z"}, "5m")
    play(game, "0 discard:1z", "1 pong")

    assert "concealed_kong:2z" not in legal(game, 1)
    assert game.refusal(1, parse_move("concealed_kong:2z")) == "no_kong_after_claim"


# --- L8 ------------------------------------------------------------------------------------------


def gold_thrown(**options: object) -> Deal:
    """The dealer discards a gold; seat 1 then discards 5p, for which seats 0, 2 and 3 wait."""
    hands = {0: "111s222s333s46p77p5m", 1: "5p", 2: READY, 3: "5p5p"}
    game = deal(rule_set("longyan", **options), hands, "5m", at={0: "1z"})
    passing(game)
    discard(game, 0, "5m")
    play(game, "1 discard:5p")
    return game


def test_a_gold_locks_the_other_three() -> None:
    """L8: until the discarder's next own discard the others may win only by self-draw."""
    game = gold_thrown()

    assert 2 not in game.waiting
    assert game.refusal(2, parse_move("win")) == "others_gold_lock"


def test_pongs_go_on_and_the_discarder_is_not_limited() -> None:
    """L8: ordinary discards are ponged as ever; who threw the gold may win on them."""
    game = gold_thrown()

    assert legal(game, 3) == {"pong", "pass"}
    assert "win" in legal(game, 0)


def test_the_lock_ends_with_the_discarders_next_discard() -> None:
    """L8: then the others win on discards again."""
    game = gold_thrown()
    passing(game)
    for seat in (2, 3):
        discard(game, seat, NAMES[game.table.drawn])
    assert game.table.gold_locked(2)
    discard(game, 0, NAMES[game.table.drawn])

    assert not game.table.gold_locked(2)


@pytest.mark.parametrize(
    ("lock", "who"),
    [("others_go_around", {0}), ("go_around", {2}), ("deal", {2}), ("none", {0, 2})],
)
def test_every_lock_may_be_chosen(lock: str, who: set[int]) -> None:
    """L8, F9: `gold_lock`: who may win on the next discard after the dealer threw a gold."""
    game = gold_thrown(gold_lock=lock)

    assert {seat for seat in range(4) if "win" in legal(game, seat)} == who


def test_a_locked_seat_robs_no_kong() -> None:
    """L8, L11: a robbed kong is no self-draw, so that the lock bars it as well."""
    for thrown, robs in (("5m", False), ("1z", True)):
        hands = {0: "5p5m1z", 1: "55p9p", 3: READY}
        game = deal(LONGYAN, hands, "5m", at={3: "5p"})
        passing(game)
        play(game, "0 discard:5p", "1 pong", "1 discard:9p")
        passing(game)
        for seat in (2, 3):
            discard(game, seat, NAMES[game.table.drawn])
        discard(game, 0, thrown)
        play(game, "1 added_kong:5p")

        assert ("win" in legal(game, 3)) is robs


# --- L10 -----------------------------------------------------------------------------------------


def test_all_robbing_comes_before_the_first_discard() -> None:
    """L10: another seat is asked before the dealer plays, and later no more."""
    game = deal(LONGYAN, {2: ROBBER, 0: "1z"}, "5m")
    assert (game.phase, set(game.waiting)) == ("opening", {2})
    assert legal(game, 2) == {"rob_gold", "pass"}
    game.act(2, parse_move("pass"))
    play(game, "0 discard:1z")

    assert 2 not in game.waiting


def test_the_order_of_opening_wins() -> None:
    """L10: heavenly > three golds > others rob, nearest after the dealer > the dealer robs."""
    complete = "123p456p789p123s99p"
    game = deal(LONGYAN, {0: complete, 1: "55m5m", 2: "789p234s456s78p11z"}, "5m", dealer=0)
    assert set(game.waiting) == {0, 1, 2}
    game.act(2, parse_move("rob_gold"))
    game.act(1, parse_move("three_golds"))
    assert game.result is None
    game.act(0, parse_move("win"))
    assert won(game).by == "heavenly"

    game = deal(LONGYAN, {0: complete, 1: "55m5m", 2: "789p234s456s78p11z"}, "5m")
    game.act(0, parse_move("pass"))
    game.act(2, parse_move("rob_gold"))
    game.act(1, parse_move("three_golds"))
    assert won(game).by == "three_golds"


def test_the_nearest_robber_comes_first_and_the_dealer_last() -> None:
    """L10: seats 1 and 3 and the dealer, seat 2, all could."""
    other = "123p456p789p12s77s"
    game = deal(LONGYAN, {2: "123s456s789s45p99p1z", 1: ROBBER, 3: other}, "5m", dealer=2)
    assert set(game.waiting) == {1, 2, 3}
    game.act(2, parse_move("rob_gold"))
    game.act(1, parse_move("rob_gold"))
    assert game.result is None
    game.act(3, parse_move("rob_gold"))

    assert won(game).seat == 3
    assert game.result is not None
    assert game.result.payments == (-4, -4, -8, 16)


def test_the_dealer_throws_one_tile_for_the_indicator() -> None:
    """L10: the dealer's 14 less one plus the indicator are complete: 4 from each, doubled."""
    game = deal(LONGYAN, {0: ROBBER + "1z"}, "5m")
    play(game, "0 rob_gold")

    assert (won(game).by, won(game).discard) == ("rob_gold", "1z")
    assert won(game).score.payments == (24, -8, -8, -8)


def test_two_golds_and_the_indicator_are_not_three_golds() -> None:
    """L10: they may rob by a complete hand, but are no three golds otherwise."""
    game = deal(LONGYAN, {2: "55m1z2z3z4z6z1p4p7p2s5s8s"}, "5m")
    assert 2 not in game.waiting

    game = deal(LONGYAN, {2: "55m123p456p789p12s"}, "5m")
    assert special(game, 2) == {"rob_gold", "pass"}


def test_three_golds_later_on_an_own_draw() -> None:
    """L10: the third gold drawn in play may be declared, complete or not: 4 from each, 8."""
    game = deal(LONGYAN, {1: "55m1z2z3z4z6z1p4p7p2s5s8s", 0: "1z"}, "5m", head="5m")
    discard(game, 0, "1z")
    assert "three_golds" in legal(game, 1)
    play(game, "1 three_golds")

    assert won(game).score.row == "three_golds"
    assert won(game).score.payments == (-8, 16, -4, -4)


def test_heavenly_pays_eight_from_each() -> None:
    """L10, L15 天和: only the dealer can have it, so that everybody pays double."""
    game = deal(LONGYAN, {0: "123m456m789m123s99p"}, "5p")
    play(game, "0 win")

    assert won(game).score.row == "heavenly"
    assert won(game).score.payments == (24, -8, -8, -8)


# --- L13 -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["1122p3344s5566z9m", "1111p3344s5566z9m", "112p3344s5566z9m5m"])
def test_seven_pairs(hand: str) -> None:
    """L13: concealed; four alike are two pairs, a gold fills one; no points of its own."""
    game = deal(LONGYAN, {0: "9m", 2: hand}, "5m")
    passing(game)
    play(game, "0 discard:9m", "2 win")

    assert won(game).score.payments == (-3, -1, 5, -1)


def test_seven_pairs_are_concealed() -> None:
    """L13: after a pong there are no seven pairs."""
    game = deal(LONGYAN, {0: "1p", 1: "9m", 2: "1122p3344s5566z9m"}, "5m", at={1: "2z"})
    passing(game)
    play(game, "0 discard:1p", "2 pong", "2 discard:9m")
    passing(game)

    assert game.view(2).ready() == 0


def test_thirteen_orphans_are_an_option() -> None:
    """L13: `thirteen_orphans`, off."""
    hand = "19m19p19s123456z7z"
    for option in (False, True):
        game = deal(rule_set("longyan", thirteen_orphans=option), {0: "1z", 2: hand}, "7z")
        passing(game)
        play(game, "0 discard:1z")
        assert ("win" in legal(game, 2)) is option


# --- L14 -----------------------------------------------------------------------------------------


def test_the_nearest_wins_alone() -> None:
    """L14: of several winners the nearest after the discarder, whatever the hands are."""
    sparrow = "123p456p789p46p5m5m"
    game = deal(LONGYAN, {0: "5p", 1: "789m789m789m46p11s", 3: sparrow}, "5m")
    passing(game)
    play(game, "0 discard:5p", "3 win", "1 win")

    assert won(game).seat == 1


# --- L11, L15 ------------------------------------------------------------------------------------


def test_a_discard_win_by_the_page() -> None:
    """L15: seat 1 on seat 2's discard: 1 each, doubled for the dealer, 1 more from who fed it."""
    game = deal(LONGYAN, {1: READY, 2: "5p", 0: "1z"}, "5m")
    passing(game)
    discard(game, 0, "1z")
    discard(game, 1, NAMES[game.table.drawn])
    play(game, "2 discard:5p", "1 win")
    assert won(game).score.payments == (-2, 5, -2, -1)


def test_a_win_on_the_dealers_discard() -> None:
    """L15: 1 x 2 + 1 from the dealer."""
    game = deal(LONGYAN, {1: READY, 0: "5p"}, "5m")
    passing(game)
    play(game, "0 discard:5p", "1 win")

    assert won(game).score.payments == (-3, 5, -1, -1)


@pytest.mark.parametrize(("doubles", "paid"), [(True, (-4, 8, -2, -2)), (False, (-2, 6, -2, -2))])
def test_a_self_draw(doubles: bool, paid: tuple[int, ...]) -> None:
    """L15: 2 each, 4 where the dealer pays; `dealer_doubles: false` takes that out."""
    rules = rule_set("longyan", dealer_doubles=doubles)
    game = deal(rules, {1: READY, 0: "1z"}, "5m", head="5p")
    passing(game)
    discard(game, 0, "1z")
    play(game, "1 win")

    assert won(game).score.payments == paid


def test_self_draw_only() -> None:
    """L15: `discard_win: self_draw_only` bars discards and robbing, not claims."""
    rules = rule_set("longyan", discard_win="self_draw_only")
    game = deal(rules, {1: READY, 2: "55p", 0: "5p"}, "5m")
    passing(game)
    play(game, "0 discard:5p")

    assert legal(game, 2) == {"pong", "pass"}
    assert game.refusal(1, parse_move("win")) == "self_draw_only"


def test_no_streak() -> None:
    """L15: the dealer's streak pays nothing."""
    game = deal(LONGYAN, {1: READY, 0: "5p"}, "5m", streak=5)
    passing(game)
    play(game, "0 discard:5p", "1 win")

    assert won(game).score.payments == (-3, 5, -1, -1)


# --- L16 -----------------------------------------------------------------------------------------


def test_names_of_deals() -> None:
    """L16: the deal's wind advances when the dealer is unseated, after four the round's wind."""
    match = Match(LONGYAN, Length(2, "rounds"), dealer=3)
    players = [Chance(seat) for seat in range(4)]
    names = []
    while not match.over:
        start, *_ = match.start(shuffle(b"deal names", str(match.number)))
        assert isinstance(start, Start)
        names.append((match.passed, deal_name(start)))
        deal_ = match.deal
        assert deal_ is not None
        while deal_.result is None:
            for seat in list(match.waiting):
                moves = match.waiting.get(seat)
                if moves:
                    match.act(seat, players[seat].act(deal_.view(seat), moves))

    for passed, (round_wind, deal_wind) in names:
        assert NAMES[round_wind] == f"{passed // 4 + 1}z"
        assert NAMES[deal_wind] == f"{passed % 4 + 1}z"
    assert {passed for passed, _ in names} == set(range(8))


def test_the_first_deal_is_east_round_east_deal() -> None:
    """L16: 东风东局, whatever seat deals it; 东风南局 once the dealer is unseated."""
    first = Start(0, 2, 0, (0, 0, 0, 0), (1, 1), 3, 2)
    second = Start(5, 3, 0, (0, 0, 0, 0), (1, 1), 3, 2, passed=1)

    assert [NAMES[wind] for wind in deal_name(first)] == ["1z", "1z"]
    assert [NAMES[wind] for wind in deal_name(second)] == ["1z", "2z"]
    winds = {
        "round": say("table.wind.east", "zh-Hans"),
        "deal": say("table.wind.south", "zh-Hans"),
    }
    assert say("table.deal_name", "zh-Hans", **winds) == "东风南局"
