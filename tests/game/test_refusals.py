"""Every reason for which a move is refused (C8, C9, F6-F16)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.refusals import REASONS, refusal
from goldsparrow.moves import WIN
from goldsparrow.rules import rule_set
from goldsparrow.text import LANGUAGES, catalogue
from tests.stacked import act, all_pass, claim, deal, discard, run_to, why

READY = "123m456m789m123p45p99p"


def turn() -> Deal:
    return deal({0: "147m147p147s258m258p28s"}, "9s")


def offered() -> Deal:
    """Seat 0 discards 5m, which seat 1 may chow and seat 2 pong."""
    game = deal({0: "5m", 1: "46m", 2: "55m"}, "9s")
    act(game, 0, "discard:5m")
    return game


def gold_kept() -> Deal:
    return deal({0: "9s1m"}, "9s", rule_set("fuzhou-ourgame", gold_discard="forbidden"))


def after_a_pong() -> Deal:
    game = deal({0: "3m", 1: "33m1111p5p99s"}, "9s")
    act(game, 0, "discard:3m")
    claim(game, 1, "pong")
    return game


def gold_thrown() -> Deal:
    game = deal({0: "33p1m", 1: READY}, "9s", draws="9s3p")
    discard(game, 0, "1m")
    discard(game, 1, "9s")
    act(game, 2, "discard:3p")
    return game


def win_passed() -> Deal:
    rules = rule_set("fuzhou-ourgame", pass_locks_win="until_next_draw")
    game = deal({0: "66p1m", 1: READY}, "9s", rules, draws="1s3p6p")
    discard(game, 0, "1m")
    discard(game, 1, "1s")
    discard(game, 2, "3p")
    act(game, 3, "discard:6p")
    return game


def idle() -> Deal:
    rules = rule_set("fuzhou-ourgame", idle_gold_discard_win="forbidden")
    game = deal({0: "5s1s", 2: "123m456m789m123p456p9s", 3: "11s"}, "9s", rules, draws="2s7s3s8s")
    discard(game, 0, "5s")
    run_to(game, 0)
    act(game, 0, "discard:1s")
    return game


def swap() -> Deal:
    game = deal({0: "3m", 1: "345m"}, "9s", rule_set("fuzhou-ourgame", no_swap=True))
    act(game, 0, "discard:3m")
    claim(game, 1, "chow:3m")
    return game


def only_self_draws() -> Deal:
    rules = rule_set("longyan", discard_win="self_draw_only")
    game = deal({0: "3p", 1: "123m456m789m45p11s", 2: "33p"}, "9s", rules)
    all_pass(game)
    act(game, 0, "discard:3p")
    return game


def no_chow() -> Deal:
    game = deal({0: "5m", 1: "46m", 2: "55m"}, "9s", rule_set("longyan"))
    act(game, 0, "discard:5m")
    return game


def honour() -> Deal:
    game = deal({0: "2z", 2: "22z"}, "9s", rule_set("fuzhou-ourgame", flowers=8))
    act(game, 0, "discard:2z")
    return game


def near_the_end(*, kong: bool) -> Deal:
    flowers = {1: "1111222233334444z", 2: "555566667777z1234f"}
    hands = {2: "777p3p8888s", 0: "6666p33p", 1: "123m456m789m123p45p88p"}
    draws = "9m9p9s9m9p9s9m7p2s3s4s5s"
    game = deal(hands, "1s", draws=draws, flowers=flowers, tail="8m8m")
    discard(game, 0, min(_discards(game, 0)))
    for drawn in ("9m", "9p", "9s", "9m", "9p", "9s", "9m"):
        discard(game, game.table.turn, drawn)
    act(game, 0, "concealed_kong:6p")
    act(game, 0, "discard:7p")
    claim(game, 2, "kong")
    if not kong:
        act(game, 2, "discard:3p")
    return game


def _discards(game: Deal, seat: int) -> list[str]:
    from tests.stacked import legal

    return [name.split(":")[1] for name in legal(game, seat) if name.startswith("discard")]


Case = tuple[Callable[[], Deal], int, str]
CASES: dict[str, Case] = {
    "must_discard": (turn, 0, "pass"),
    "not_your_turn": (turn, 1, "discard:1m"),
    "not_in_hand": (turn, 0, "discard:9m"),
    "not_complete": (turn, 0, "win"),
    "no_three_golds": (turn, 0, "three_golds"),
    "no_four": (turn, 0, "concealed_kong:1m"),
    "no_pong": (turn, 0, "added_kong:1m"),
    "nobody_discarded": (turn, 0, "pong"),
    "no_gold_gap": (turn, 0, "gold_gap:1m"),
    "gold_untouchable": (turn, 0, "concealed_kong:9s"),
    "gold_discard_forbidden": (gold_kept, 0, "discard:9s"),
    "no_kong_after_claim": (after_a_pong, 1, "concealed_kong:1p"),
    "not_drawn": (after_a_pong, 1, "win"),
    "rob_window_closed": (after_a_pong, 1, "rob_gold"),
    "not_next_seat": (offered, 2, "chow:4m"),
    "no_run": (offered, 1, "chow:8m"),
    "no_pair": (offered, 3, "pong"),
    "no_triplet": (offered, 2, "kong"),
    "not_suited": (honour, 1, "chow:9s"),
    "no_chow": (no_chow, 1, "chow:4m"),
    "gold_lock": (gold_thrown, 1, "win"),
    "passed_win": (win_passed, 1, "win"),
    "idle_gold": (idle, 2, "win"),
    "no_swap": (swap, 1, "discard:3m"),
    "self_draw_only": (only_self_draws, 1, "win"),
    "no_tile_to_replace": (lambda: near_the_end(kong=True), 2, "concealed_kong:8s"),
    "last_draws": (lambda: near_the_end(kong=False), 0, "pong"),
}
ELSEWHERE = {"unknown_move", "no_robbing", "others_gold_lock"}


@pytest.mark.parametrize("reason", CASES)
def test_reason(reason: str) -> None:
    """C8, C9 and the clause of each case: the move is refused for the reason that it should."""
    make, seat, move = CASES[reason]

    assert why(make(), seat, move) == reason


def test_every_reason_has_a_case() -> None:
    """A reason that nothing provokes would be a promise that nobody keeps."""
    assert CASES.keys() | ELSEWHERE == REASONS


def test_why_not_before_the_first_discard() -> None:
    """F5-F8: who is asked for opening wins is told why others are none."""
    game = deal({0: "147m147p147s258m258p28s", 2: "999s"}, "9s", rule_set("fuzhou-ourgame"))
    assert game.phase == "opening"

    assert why(game, 2, "win") == "not_complete"
    assert why(game, 2, "rob_gold") in {"not_complete", "not_your_turn"}
    assert why(game, 2, "discard:9s") == "not_your_turn"
    assert why(game, 0, "win") == "not_your_turn"


def test_why_not_when_a_kong_may_be_robbed() -> None:
    """F11: only a win is asked for."""
    game = deal({0: "6p", 1: READY, 3: "66p5m"}, "9s", draws="1s4s2s6p")
    act(game, 0, "discard:6p")
    claim(game, 3, "pong")
    discard(game, 3, "5m")
    run_to(game, 3)
    act(game, 3, "added_kong:6p")

    assert why(game, 1, "win") is None
    assert why(game, 1, "pong") == "not_your_turn"
    assert why(game, 3, "discard:5m") == "not_your_turn"


def test_numbers_beyond_the_moves() -> None:
    """What is no move at all has its own reason."""
    assert turn().refusal(0, 10_000) == "unknown_move"


def test_a_rule_set_may_know_no_robbing() -> None:
    """F11: `claims.rob_kong`: where there is no robbing it is refused by name."""
    from dataclasses import replace

    rules = rule_set("fuzhou-ourgame")
    game = deal({}, "9s", replace(rules, claims=replace(rules.claims, rob_kong=False)))

    assert refusal(game.table, "rob_kong", {1: 1 << 34}, 1, WIN) == "no_robbing"


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_reason_has_words(reason: str) -> None:
    """What is not allowed says why, in three languages."""
    assert set(catalogue()[f"reason.{reason}"]) == set(LANGUAGES)
