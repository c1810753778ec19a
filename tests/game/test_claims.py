"""Claims on a discard, and on the tile of an added kong (C6, C7, C9, F9-F11, F13, F14)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Chow, Discard, Draw, Kong, Pong, Win
from goldsparrow.game.deal import Deal, Question
from goldsparrow.rules import rule_set
from goldsparrow.tiles import KIND, NAMES
from tests.stacked import (
    CLASSIC,
    OURGAME,
    act,
    all_pass,
    claim,
    deal,
    discard,
    legal,
    run_to,
    special,
    why,
)

READY = "123m456m789m123p45p99p"
READY_TOO = "123m456m789m123s45p99s"
"""Both wait for 3p and 6p."""


def won(game: Deal) -> Win:
    ending = game.table.ending
    assert isinstance(ending, Win)
    return ending


# --- chow, pong, kong ------------------------------------------------------------------------


def test_chow_is_for_the_next_seat() -> None:
    """C9: only the next seat may chow, each run that it holds is a move."""
    game = deal({0: "5m", 1: "3467m", 2: "3467m", 3: "55m"}, "9s")
    act(game, 0, "discard:5m")

    assert legal(game, 1) == {"chow:3m", "chow:4m", "chow:5m", "pass"}
    assert why(game, 2, "chow:3m") == "not_next_seat"
    assert game.question == Question("claim", KIND["5m"], 0)
    claim(game, 1, "chow:4m")
    assert Chow(1, "5m", "4m", 0) in game.events
    assert game.table.rivers[0] == []
    assert game.table.turn == 1


def test_runs_do_not_run_over_the_edge() -> None:
    """C9: 8m 9m 1p are no run; each end of a suit makes fewer."""
    game = deal({0: "9m", 1: "78m12p", 2: "9m9m"}, "9s")
    act(game, 0, "discard:9m")

    assert legal(game, 1) == {"chow:7m", "pass"}
    assert why(game, 1, "chow:9m") == "no_run"
    assert why(game, 1, "chow:8m") == "no_run"
    assert why(game, 1, "chow:1p") == "no_run"
    assert why(game, 1, "pong") == "no_pair"
    assert why(game, 1, "kong") == "no_triplet"
    assert why(game, 2, "kong") == "no_triplet"


def test_honours_make_no_run() -> None:
    """C9, F1: only suited tiles; with 8 flowers honours are for pongs and kongs."""
    rules = rule_set("fuzhou-ourgame", flowers=8)
    game = deal({0: "2z", 1: "1z3z", 2: "2z2z2z"}, "9s", rules)
    act(game, 0, "discard:2z")

    assert why(game, 1, "chow:9s") == "not_suited"
    assert legal(game, 2) == {"pong", "kong", "pass"}


def test_golds_help_no_claim() -> None:
    """C6: a gold is used in no claimed chow, pong or kong, not even as its own face."""
    game = deal({0: "5m8s", 1: "111222333444p1s6m99s", 2: "5m5m"}, "9s")
    act(game, 0, "discard:5m")
    assert why(game, 1, "pong") == "no_pair"
    assert why(game, 1, "chow:5m") == "no_run"

    # 7s and the face of the gold would make a run around 8s.
    game = deal({0: "8s", 1: "111222333444p1m7s99s", 2: "8s8s"}, "9s")
    act(game, 0, "discard:8s")
    assert why(game, 1, "chow:7s") == "no_run"


def test_a_discarded_gold_is_untouchable() -> None:
    """C7: nobody may claim or win on a discarded gold."""
    # Seat 1 robs the indicator, so that the table waits while the gold lies there.
    game = deal({0: "9s", 1: READY, 2: "99s"}, "9s")
    act(game, 0, "discard:9s")

    assert game.waiting.keys() == {1}
    assert why(game, 2, "pong") == "gold_untouchable"
    assert why(game, 1, "win") == "gold_untouchable"
    assert why(game, 2, "chow:7s") == "gold_untouchable"
    all_pass(game)
    assert game.table.turn == 1
    assert NAMES[game.table.rivers[0][0]] == "9s"


def test_pong_and_kong_of_a_discard() -> None:
    """C9, F2: the claimer of a pong discards; of a kong it draws from the tail first."""
    hands = {0: "5m", 2: "555m1p"}
    game = deal(hands, "9s", tail="8p")
    act(game, 0, "discard:5m")
    claim(game, 2, "pong")
    assert game.events[-1] == Pong(2, "5m", 0)
    assert game.table.turn == 2
    assert game.table.hands[2].size == 14

    game = deal(hands, "9s", tail="8p")
    act(game, 0, "discard:5m")
    claim(game, 2, "kong")
    assert game.events[-2:] == [Kong(2, "5m", "exposed", 0), Draw(2, "8p", tail=True)]
    assert game.table.hands[2].size == 14


def test_without_chow_there_is_none() -> None:
    """L7, `claims.chow`: where there is no chow it is refused by name."""
    game = deal({0: "5m", 1: "46m", 2: "55m"}, "9s", rule_set("longyan"))
    act(game, 0, "discard:5m")

    assert why(game, 1, "chow:4m") == "no_chow"


# --- who comes first -------------------------------------------------------------------------


def three_claims() -> Deal:
    """Seat 0 discards 3p: seat 1 may chow, seat 2 may pong, seat 3 may win."""
    game = deal({0: "3p", 1: "12p", 2: "33p", 3: READY}, "9s")
    act(game, 0, "discard:3p")
    # Not the window of robbing, which only seat 3 has.
    assert {"chow:1p", "pass"} <= legal(game, 1)
    assert legal(game, 2) == {"pong", "pass"}
    assert {"win", "rob_gold", "pass"} <= legal(game, 3)
    return game


def test_claims_are_collected_and_the_highest_counts() -> None:
    """C9: all choose independently; win before pong before chow, whoever answers first."""
    game = three_claims()
    assert act(game, 1, "chow:1p") == []
    assert act(game, 2, "pong") == []
    assert 2 not in game.waiting
    act(game, 3, "win")
    assert won(game).seat == 3

    game = three_claims()
    act(game, 1, "chow:1p")
    act(game, 3, "pass")
    assert act(game, 2, "pong") == [Pong(2, "3p", 0)]

    game = three_claims()
    act(game, 2, "pass")
    act(game, 1, "chow:1p")
    assert act(game, 3, "pass") == [Chow(1, "3p", "1p", 0)]


def test_what_nothing_can_outrank_takes_effect_at_once() -> None:
    """C9: nobody is waited for once it cannot matter."""
    game = deal({0: "3p", 1: "12p", 2: "33p"}, "9s")
    act(game, 0, "discard:3p")

    assert act(game, 2, "pong") == [Pong(2, "3p", 0)]
    assert why(game, 1, "chow:1p") == "not_your_turn"
    assert game.waiting.keys() == {2}


def test_an_answer_is_given_once() -> None:
    """C9: who has answered is asked no more, and cannot change the answer."""
    game = three_claims()
    act(game, 1, "chow:1p")

    assert why(game, 1, "chow:1p") == "not_your_turn"
    assert why(game, 1, "pass") == "not_your_turn"
    assert why(game, 0, "pass") == "not_your_turn"


def test_all_pass_and_the_next_seat_draws() -> None:
    """C9: where all pass, the next seat draws and the discard stays in the river."""
    game = three_claims()
    all_pass(game)

    assert isinstance(game.events[-1], Draw)
    assert game.table.turn == 1
    assert NAMES[game.table.rivers[0][-1]] == "3p"


def test_the_nearest_winner_after_the_discarder() -> None:
    """F10: among equals the nearest seat after the discarder; one winner."""
    game = deal({1: READY, 2: "3p", 3: READY_TOO}, "8s", dealer=2)
    act(game, 2, "discard:3p")
    assert act(game, 1, "win") == []
    act(game, 3, "win")

    assert won(game).seat == 3
    assert won(game).source == 2


@pytest.mark.parametrize("first", [1, 3])
def test_gold_sparrow_comes_before_the_nearer_seat(first: int) -> None:
    """F10: gold dragon > gold sparrow > all else, by what that tile completes."""
    game = deal(
        {0: "3p", 1: "123m456m789m123s45p11s", 3: "123m456m789m123p45p99s"}, "9s", draws="1s"
    )
    act(game, 0, "discard:3p")
    act(game, first, "win")
    if game.result is None:
        act(game, 4 - first, "win")

    assert won(game).seat == 3
    assert won(game).score.special == "gold_sparrow"


def test_gold_dragon_comes_before_the_nearer_seat() -> None:
    """F10, F21: three golds as themselves beside a hand that nothing wild completes."""
    hands = {0: "3p", 1: "123m456m789m123s45p11s", 3: "123m456m789m12p55p999s"}
    game = deal(hands, "9s")
    all_pass(game)  # three golds are not declared
    act(game, 0, "discard:3p")
    assert act(game, 1, "win") == []
    act(game, 3, "win")

    assert won(game).seat == 3
    assert won(game).score.special == "gold_dragon"


def test_without_specials_in_line_the_nearest_wins() -> None:
    """F10, L14: a rule set whose line names no special goes by seats alone."""
    hands = {0: "3p", 1: "123m456m123s45p11s", 3: "123m456m123p45p99s"}
    game = deal(hands, "9s", rule_set("longyan"))
    all_pass(game)
    act(game, 0, "discard:3p")
    act(game, 1, "win")

    assert won(game).seat == 1


# --- robbing a kong --------------------------------------------------------------------------


def added_kong(rules: str = "fuzhou-ourgame", **options: object) -> Deal:
    """Seat 3 has ponged 6p and draws the fourth; seat 1 waits for it."""
    game = deal({0: "6p", 1: READY, 3: "66p5m"}, "9s", rule_set(rules, **options), draws="1s4s2s6p")
    act(game, 0, "discard:6p")
    claim(game, 3, "pong")
    discard(game, 3, "5m")
    run_to(game, 3)
    return game


def test_a_robbed_kong_is_not_formed() -> None:
    """F11, F4: the kong stays a pong, the reserve is as before, the winner has the tile."""
    game = added_kong()
    act(game, 3, "added_kong:6p")

    assert game.question == Question("rob_kong", KIND["6p"], 3)
    assert legal(game, 1) == {"win", "pass"}
    assert why(game, 1, "pong") == "not_your_turn"
    assert why(game, 2, "win") == "not_your_turn"
    act(game, 1, "win")
    win = won(game)
    assert (win.by, win.tile, win.source) == ("rob_kong", "6p", 3)
    assert [meld.kind for meld in game.table.melds[3]] == ["pong"]
    assert game.table.reserve == 18
    assert win.hand.count("6p") == 1


@pytest.mark.parametrize(
    ("rules", "payments"),
    [("fuzhou-ourgame", (-40, 120, -40, -40)), ("fuzhou-classic", (0, 40, 0, -40))],
)
def test_a_robbed_kong_is_paid_as_a_discard(rules: str, payments: tuple[int, ...]) -> None:
    """F11, F21, F23: by its maker where discarders pay; plain, so 5 x 2 + 30 in both."""
    game = added_kong(rules)
    act(game, 3, "added_kong:6p")
    act(game, 1, "win")

    assert won(game).score.special == "plain"
    assert won(game).score.payments == payments


def test_a_kong_that_nobody_robs_stands() -> None:
    """F11: if all pass, the kong stands, its maker draws from the tail."""
    game = added_kong()
    act(game, 3, "added_kong:6p")
    act(game, 1, "pass")

    assert isinstance(game.events[-1], Draw)
    assert game.events[-1].tail
    assert game.table.melds[3][0].kind == "kong"
    assert game.table.turn == 3


def test_a_concealed_kong_cannot_be_robbed() -> None:
    """F11: only an added kong."""
    game = deal({0: "1m", 1: READY, 3: "6666p"}, "9s", draws="4s2s1s")
    discard(game, 0, "1m")
    run_to(game, 3)
    act(game, 3, "concealed_kong:6p")

    assert game.phase == "turn"
    assert game.waiting.keys() == {3}


def test_several_robbers_go_by_the_same_order() -> None:
    """F10, F11: the nearest after the maker."""
    game = deal({0: "6p", 1: READY, 2: READY_TOO, 3: "66p5m"}, "8s", draws="1s4s2s6p")
    act(game, 0, "discard:6p")
    for seat in (1, 2):
        act(game, seat, "pass")
    claim(game, 3, "pong")
    discard(game, 3, "5m")
    run_to(game, 3)
    act(game, 3, "added_kong:6p")
    assert act(game, 2, "win") == []
    act(game, 1, "win")

    assert won(game).seat == 1


# --- idle hands ------------------------------------------------------------------------------

IDLE = "123m456m789m123p456p9s"


def test_an_idle_hand_wins_on_any_discard() -> None:
    """F13: allowed; every playable kind completes one gold and five melds."""
    game = deal({0: "5s1s", 2: IDLE}, "9s")
    discard(game, 0, "5s")
    run_to(game, 0)
    act(game, 0, "discard:1s")

    assert "win" in legal(game, 2)


def test_an_idle_hand_may_be_bound_to_its_own_draw() -> None:
    """F13, S8: where forbidden, it wins by its own draw only."""
    rules = rule_set("fuzhou-ourgame", idle_gold_discard_win="forbidden")
    game = deal({0: "5s1s", 2: IDLE, 3: "11s"}, "9s", rules, draws="2s7s3s8s2s")
    discard(game, 0, "5s")
    run_to(game, 0)
    act(game, 0, "discard:1s")

    assert why(game, 2, "win") == "idle_gold"
    assert "win" not in legal(game, 2)
    run_to(game, 2)
    assert "win" in legal(game, 2)


# --- a win that was passed -------------------------------------------------------------------

LOCKS = rule_set("fuzhou-ourgame", pass_locks_win="until_next_draw")


@pytest.mark.parametrize(("rules", "barred"), [(LOCKS, True), (OURGAME, False)], ids=["on", "off"])
def test_a_passed_win_bars_discard_wins(rules: object, barred: bool) -> None:
    """F14: until the own next draw; off by default."""
    game = deal(
        {0: "66p1m", 1: READY},
        "9s",
        rules,
        draws="1s3p6p2s3s4s6p",  # type: ignore[arg-type]
    )
    discard(game, 0, "1m")
    discard(game, 1, "1s")
    act(game, 2, "discard:3p")
    assert {"win", "pass"} == legal(game, 1)
    all_pass(game)
    assert game.view(1).passed_win is barred
    act(game, 3, "discard:6p")
    assert why(game, 1, "win") == ("passed_win" if barred else None)
    all_pass(game)
    run_to(game, 1)
    assert not game.view(1).passed_win


def test_a_win_that_a_claim_swallowed_was_passed_too() -> None:
    """F14, ruling 19: who could have won and let another claim the tile has passed it."""
    game = deal({0: "3p", 1: READY, 3: "33p6p"}, "9s", LOCKS)
    act(game, 0, "discard:3p")
    claim(game, 3, "pong")
    assert game.view(1).passed_win
    act(game, 3, "discard:6p")

    assert 1 not in game.waiting


def test_a_self_draw_is_never_barred() -> None:
    """F14: the bar is on discard wins, and a draw lifts it."""
    game = deal({0: "3p", 1: READY}, "9s", LOCKS, draws="6p")
    discard(game, 0, "3p")

    assert "win" in legal(game, 1)


# --- what others see -------------------------------------------------------------------------


def test_passes_leave_no_trace() -> None:
    """C9: nothing tells others who could have claimed."""
    game = three_claims()
    before = len(game.events)
    all_pass(game)

    assert [type(event) for event in game.events[before:]] == [Draw]
    assert isinstance(game.events[before - 1], Discard)


def test_classic_claims_alike() -> None:
    """C9, F10 hold for every Fuzhou rule set."""
    game = deal({0: "3p", 1: READY, 3: READY_TOO}, "8s", CLASSIC)
    act(game, 0, "discard:3p")
    act(game, 3, "win")
    act(game, 1, "win")

    assert won(game).seat == 1
    assert special(game, 1) == set()
