"""The own turn: discards, kongs, golds thrown, swaps (C8, F4, F9, F12, F14)."""

from __future__ import annotations

import pytest

from goldsparrow.errors import IllegalMove
from goldsparrow.events import Kong, Win
from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from goldsparrow.tiles import NAMES, parse_tiles
from tests.stacked import CLASSIC, OURGAME, act, claim, deal, discard, legal, run_to, special, why

READY = "123m456m789m123p45p99p"
READY_TOO = "123m456m789m123s45s99p"


def test_a_turn_ends_with_a_discard() -> None:
    """C8: who has drawn and does not win must discard; nothing else ends the turn."""
    game = deal({0: "1m"}, "9s")

    assert why(game, 0, "pass") == "must_discard"
    assert why(game, 0, "discard:1m") is None
    assert why(game, 0, "pong") == "nobody_discarded"
    assert why(game, 1, "discard:1m") == "not_your_turn"


def test_only_what_is_held_can_be_discarded() -> None:
    """C8: a discard comes from the hand; a forged face is refused and nothing changes."""
    game = deal({0: "123456789m123456p5p", 1: "9999p"}, "9s")
    before = (len(game.events), game.waiting, game.view(0).snapshot())

    assert why(game, 0, "discard:9p") == "not_in_hand"
    with pytest.raises(IllegalMove, match="'discard:9p'") as refused:
        act(game, 0, "discard:9p")
    assert refused.value.reason == "not_in_hand"
    assert (len(game.events), game.waiting, game.view(0).snapshot()) == before


def test_unknown_moves_and_seats_are_refused() -> None:
    """C8: what is no move, and who is no seat, is refused by key and not by a crash."""
    game = deal({}, "9s")

    assert game.refusal(0, 999) == "unknown_move"
    assert game.refusal(0, -1) == "unknown_move"
    assert game.refusal(7, 0) == "not_your_turn"
    with pytest.raises(IllegalMove):
        game.act(7, 0)


def test_no_kong_right_after_a_claim() -> None:
    """C8: after a chow or pong no kong may be declared until the next own draw."""
    hands = {0: "3m", 1: "12m33m1111p5p", 2: "55p"}
    for move in ("chow:1m", "pong"):
        game = deal(hands, "9s", draws="9p8p7p2s")
        act(game, 0, "discard:3m")
        claim(game, 1, move)

        assert why(game, 1, "concealed_kong:1p") == "no_kong_after_claim"
        assert why(game, 1, "added_kong:3m") == "no_kong_after_claim"
        assert why(game, 1, "win") == "not_drawn"
        assert why(game, 1, "three_golds") == "not_drawn"
        assert special(game, 1) == set()
        discard(game, 1, "5p")
        run_to(game, 1)
        assert "concealed_kong:1p" in legal(game, 1)


def test_kongs_after_any_own_draw() -> None:
    """C8: also after a replacement; added to an own pong later than at once."""
    game = deal({0: "1111m2222p"}, "9s", tail="3s4s")
    act(game, 0, "concealed_kong:1m")

    assert "concealed_kong:2p" in legal(game, 0)
    act(game, 0, "concealed_kong:2p")
    assert why(game, 0, "concealed_kong:3s") == "no_four"
    assert why(game, 0, "added_kong:3s") == "no_pong"
    assert [meld.kind for meld in game.table.melds[0]] == ["kong", "kong"]


def test_kongs_enlarge_the_reserve() -> None:
    """F4, C11: 1 for an exposed or added kong, 2 for a concealed one; each costs a tail tile."""
    game = deal({0: "1111m7m", 2: "777m5p5p", 3: "5p"}, "9s", draws="1s2s7s3s", tail="2s3s4s")
    left = game.table.left
    act(game, 0, "concealed_kong:1m")
    assert (game.table.reserve, game.table.left) == (20, left - 1)
    act(game, 0, "discard:7m")
    claim(game, 2, "kong")
    assert game.events[-2] == Kong(2, "7m", "exposed", 0)
    assert (game.table.reserve, game.table.left) == (21, left - 2)
    assert game.view(1).drawable == left - 2 - 21


def test_an_added_kong_enlarges_the_reserve_by_one() -> None:
    """F4: an added kong counts 1, whatever its pong cost."""
    game = deal({0: "7m", 2: "77m5p"}, "9s", draws="1s2s3s7m", tail="4s")
    act(game, 0, "discard:7m")
    claim(game, 2, "pong")
    discard(game, 2, "5p")
    run_to(game, 2)
    act(game, 2, "added_kong:7m")

    assert game.table.reserve == 19
    assert game.table.melds[2][0].kind == "kong"


def test_golds_are_never_konged() -> None:
    """C6: golds are used in no kong, not even as their own face."""
    game = deal({0: "999s"}, "9s")

    assert why(game, 0, "concealed_kong:9s") == "gold_untouchable"
    assert why(game, 0, "added_kong:9s") == "gold_untouchable"


def test_a_kongs_replacement_is_a_plain_self_draw() -> None:
    """F12: kong bloom pays nothing more; by option it is a special."""
    for rules, name in ((OURGAME, None), (rule_set("fuzhou-ourgame", kong_bloom=10), "kong_bloom")):
        game = deal({0: "1111m456m789m123p4599p"}, "9s", rules, tail="6p")
        act(game, 0, "concealed_kong:1m")
        act(game, 0, "win")
        win = game.table.ending
        assert isinstance(win, Win)
        assert win.score.special == name
        # (5 + 2 for the kong) x 2, and 10 where the bloom counts.
        assert win.score.payments[0] == 3 * (14 + (10 if name else 0))


def test_no_bloom_without_a_kong() -> None:
    """F12: a tile that replaces a flower alone is no kong bloom."""
    rules = rule_set("fuzhou-ourgame", kong_bloom=10)
    game = deal({0: "1m", 1: READY}, "9s", rules, draws="1f", tail="6p")
    discard(game, 0, "1m")
    act(game, 1, "win")

    assert isinstance(game.table.ending, Win)
    assert game.table.ending.score.special == "one_flower"


# --- golds that are thrown -------------------------------------------------------------------


def thrown(rules: str, **options: str) -> Deal:
    """Seat 1 waits for 3p and 6p and has just thrown a gold."""
    game = deal(
        # Seat 0 may pong what seat 1 waits for, so that the table waits for claims.
        {0: "33p66p1m", 1: READY, 3: READY_TOO},
        "9s",
        rule_set(rules, **options),
        draws="9s3p6p5s1s6p",
    )
    discard(game, 0, "1m")
    assert "win" in legal(game, 1)
    discard(game, 1, "9s")
    return game


def test_who_throws_a_gold_wins_by_self_draw_only() -> None:
    """F9: no discard win until its own next discard (go_around), the others are not affected."""
    game = thrown("fuzhou-ourgame")
    act(game, 2, "discard:3p")

    assert why(game, 1, "win") == "gold_lock"
    assert game.view(1).gold_locked
    assert not game.view(3).gold_locked


@pytest.mark.parametrize(
    ("rules", "free"), [("fuzhou-ourgame", True), ("fuzhou-classic", False)], ids=str
)
def test_when_the_lock_ends(rules: str, free: bool) -> None:
    """F9: Ourgame until the own next discard, classic until the deal ends."""
    game = thrown(rules)
    discard(game, 2, "3p")
    # Seat 3 throws the 6p: still the same go-around.
    act(game, 3, "discard:6p")
    assert why(game, 1, "win") == "gold_lock"
    run_to(game, 1)
    discard(game, 1, "1s")
    act(game, 2, "discard:6p")

    assert ("win" in legal(game, 1)) is free
    assert why(game, 1, "win") == (None if free else "gold_lock")


def test_the_lock_leaves_self_draws() -> None:
    """F9: who threw a gold may still win by its own draw."""
    game = deal({0: "1m", 1: READY}, "9s", CLASSIC, draws="9s1s2s3s6p")
    discard(game, 0, "1m")
    discard(game, 1, "9s")
    run_to(game, 1)

    assert "win" in legal(game, 1)


def test_throwing_another_gold_renews_the_lock() -> None:
    """F9: discarding a gold again renews the lock."""
    game = deal({0: "66p1m", 1: READY}, "9s", draws="9s1s2s3s9s6p")
    discard(game, 0, "1m")
    discard(game, 1, "9s")
    run_to(game, 1)
    discard(game, 1, "9s")
    act(game, 2, "discard:6p")

    assert why(game, 1, "win") == "gold_lock"


def test_without_a_lock_nothing_is_barred() -> None:
    """F9: `gold_lock: none`."""
    game = thrown("fuzhou-ourgame", gold_lock="none")
    act(game, 2, "discard:3p")

    assert "win" in legal(game, 1)
    assert not game.view(1).gold_locked


@pytest.mark.parametrize(("drawn", "robs"), [("9s", False), ("4s", True)])
def test_a_thrown_gold_bars_robbing_a_kong(drawn: str, robs: bool) -> None:
    """F9: no robbing either; it is a win on another's tile."""
    game = deal({0: "6p", 1: READY, 3: "66p5m"}, "9s", draws=f"1s{drawn}2s6p")
    act(game, 0, "discard:6p")
    claim(game, 3, "pong")
    discard(game, 3, "5m")
    run_to(game, 1)
    discard(game, 1, drawn)
    run_to(game, 3)
    act(game, 3, "added_kong:6p")

    assert ("win" in legal(game, 1)) is robs
    assert game.phase == ("rob_kong" if robs else "turn")


def test_golds_may_be_kept_from_the_river() -> None:
    """F9: `gold_discard: forbidden`."""
    game = deal({0: "9s1m"}, "9s", rule_set("fuzhou-ourgame", gold_discard="forbidden"))

    assert why(game, 0, "discard:9s") == "gold_discard_forbidden"
    assert "discard:9s" not in legal(game, 0)
    assert "discard:9s" in legal(deal({0: "9s1m"}, "9s"), 0)


def test_a_hand_of_golds_alone_may_let_one_go() -> None:
    """F9, ruling 16: a gold may go after all where nothing else is held; no table ever freezes."""
    rules = rule_set("fuzhou-ourgame", gold_discard="forbidden")
    game = deal(
        {1: "1122334455m99s1s4s7s1p", 2: "12345m"}, "9s", rules, dealer=2, draws="9m8m7m6m9m8m"
    )
    for pair, junk in (("1m", "1s"), ("2m", "4s"), ("3m", "7s"), ("4m", "1p")):
        act(game, 2, f"discard:{pair}")
        claim(game, 1, "pong")
        assert why(game, 1, "discard:9s") == "gold_discard_forbidden"
        discard(game, 1, junk)
        run_to(game, 2)
    act(game, 2, "discard:5m")
    claim(game, 1, "pong")

    assert legal(game, 1) == {"discard:9s"}
    discard(game, 1, "9s")
    assert game.table.hands[1].size == 1


# --- swaps -----------------------------------------------------------------------------------

NO_SWAP = rule_set("fuzhou-ourgame", no_swap=True)


@pytest.mark.parametrize(
    ("held", "taken", "low", "barred"),
    [
        ("345m6m", "3m", "3m", {"3m", "6m"}),
        ("345m6m", "5m", "3m", {"5m"}),
        ("2m345m", "5m", "3m", {"5m", "2m"}),
        ("345m4m", "4m", "3m", {"4m"}),
        ("789m6m", "9m", "7m", {"9m", "6m"}),
        ("789m", "7m", "7m", {"7m"}),
        ("123m4m", "1m", "1m", {"1m", "4m"}),
        ("123m", "3m", "1m", {"3m"}),
    ],
)
def test_no_swap(held: str, taken: str, low: str, barred: set[str]) -> None:
    """F14: after a chow neither the tile just taken nor the other end of its run may go."""
    game = deal({0: taken, 1: held + "9p8p"}, "9s", NO_SWAP)
    act(game, 0, f"discard:{taken}")
    claim(game, 1, f"chow:{low}")
    refused = {tile for tile in barred if why(game, 1, f"discard:{tile}") == "no_swap"}
    held_kinds = {NAMES[tile] for tile in game.table.known_hand(1).tiles()}

    assert refused == barred & held_kinds
    assert {f"discard:{tile}" for tile in held_kinds - barred} == legal(game, 1)
    assert not refused or "discard:9p" in legal(game, 1)


def test_swaps_are_allowed_by_default_and_after_a_draw() -> None:
    """F14: the option is off; and where it is on it binds the discard right after the chow only."""
    game = deal({0: "3m", 1: "345m6m"}, "9s")
    act(game, 0, "discard:3m")
    claim(game, 1, "chow:3m")
    assert {"discard:3m", "discard:6m"} <= legal(game, 1)

    game = deal({0: "3m", 1: "345m6m9p"}, "9s", NO_SWAP)
    act(game, 0, "discard:3m")
    claim(game, 1, "chow:3m")
    discard(game, 1, "9p")
    run_to(game, 1)
    assert {"discard:3m", "discard:6m"} <= legal(game, 1)


def test_a_pong_bars_no_discard() -> None:
    """F14: only a chow can be a swap; the fourth tile after a pong may go."""
    game = deal({0: "3m", 1: "333m"}, "9s", NO_SWAP)
    act(game, 0, "discard:3m")
    claim(game, 1, "pong")

    assert "discard:3m" in legal(game, 1)


def test_where_only_swaps_are_held_one_is_allowed() -> None:
    """F14, ruling 17: something must be discarded."""
    game = deal(
        {1: "11p22p33p44p3456m1s4s7s9s", 0: "1234p3m"}, "8s", NO_SWAP, draws="9m9m9m8m8m8m7m7m7m6m"
    )
    for pair, junk in (("1p", "1s"), ("2p", "4s"), ("3p", "7s"), ("4p", "9s")):
        run_to(game, 0)
        act(game, 0, f"discard:{pair}")
        claim(game, 1, "pong")
        discard(game, 1, junk)
    run_to(game, 0)
    act(game, 0, "discard:3m")
    claim(game, 1, "chow:3m")

    assert legal(game, 1) == {"discard:3m", "discard:6m"}
    assert parse_tiles("3m6m") == game.table.known_hand(1).tiles()
