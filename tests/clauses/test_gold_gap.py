"""The gold gap 金坎 (S7)."""

from __future__ import annotations

import pytest

from goldsparrow.events import Discard, Draw, Flowers, GoldGap, LastDraws, mask
from goldsparrow.game.deal import Deal
from goldsparrow.game.table import Table
from goldsparrow.moves import moves_in, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import KIND, NAMES
from tests.clauses.walls import (
    SANMING,
    deal,
    discard,
    legal,
    passing,
    play,
    special,
    won,
)

GAP = "123m456m789m123s99p4p6p"
"""Sixteen tiles, complete but for 5p between 4p and 6p."""

BOTH = "123m456m789m123s4p666p"
"""Sixteen tiles that wait for 5p between 4p and 6p, and for 4p beside 666p."""

FLOWERS = {0: "1z1z1z1z2z2z", 1: "2z2z3z3z3z3z", 2: "4z4z4z4z5z5z", 3: "5z5z6z6z6z6z"}
"""Two thirds of the flowers at the opening: the rest lie in the reserve."""


def declared(**how: object) -> Deal:
    """Seat 0 deals and declares the gold gap with its first discard."""
    hands = {0: GAP + "1p", **how.pop("hands", {})}  # type: ignore[dict-item]
    rules = how.pop("rules", SANMING)
    game = deal(rules, hands, "5p", **how)  # type: ignore[arg-type]
    play(game, "0 gold_gap:1p")
    passing(game)
    return game


def offers(game: Deal, seat: int) -> set[str]:
    """The declarations that a seat may make."""
    return {name for name in legal(game, seat) if name.startswith("gold_gap")}


# --- the offer -----------------------------------------------------------------------------------


def test_it_is_offered_with_the_discard_that_leaves_the_gap() -> None:
    """S7: on an own turn, if discarding X leaves 16 tiles complete but for the gold."""
    game = deal(SANMING, {0: GAP + "1p"}, "5p")

    assert offers(game, 0) == {"gold_gap:1p"}
    assert game.refusal(0, parse_move("gold_gap:9p")) == "no_gold_gap"


def test_any_of_several_discards_may_go_with_it() -> None:
    """S7: every X that leaves such a hand is offered: here 1p and, for 234s, either 1s or 4s."""
    game = deal(SANMING, {0: "123m456m789m1234s99p4p6p"}, "5p")

    assert offers(game, 0) == {"gold_gap:1s", "gold_gap:4s"}


def test_not_with_a_gold_in_the_hand() -> None:
    """S7: the 16 tiles contain no gold."""
    game = deal(SANMING, {0: GAP + "5p"}, "5p")

    assert offers(game, 0) == set()


def test_a_gold_may_be_the_discard_where_golds_may_be_discarded() -> None:
    """S7, S2, ruling 27: where golds may go, the gold that goes leaves none."""
    game = deal(rule_set("sanming", gold_discard="allowed"), {0: GAP + "5p"}, "5p")

    assert offers(game, 0) == {"gold_gap:5p"}
    events = play(game, "0 gold_gap:5p")
    assert events[:2] == [GoldGap(0, ("4p", "6p"), "5p"), Discard(0, "5p")]


@pytest.mark.parametrize(
    ("gold", "wait", "edge", "plain"),
    [
        ("1p", "2p3p", False, False),
        ("9p", "7p8p", False, False),
        ("3p", "1p2p", True, False),
        ("7p", "8p9p", True, False),
        ("3p", "2p4p", True, True),
        ("4p", "2p3p", False, False),
    ],
)
def test_which_gaps_there_are(gold: str, wait: str, edge: bool, plain: bool) -> None:
    """S7: only n between n-1 and n+1, none for rank 1 and 9; `gold_gap_edge` adds 1-2 and 8-9."""
    hands = {0: "123m456m789m123s99s" + wait + "6p"}
    for option, offered in ((False, plain), (True, edge)):
        game = deal(rule_set("sanming", gold_gap_edge=option), hands, gold)
        assert ("gold_gap:6p" in offers(game, 0)) is offered


def test_no_gap_of_an_honour() -> None:
    """S7, F1: with `flowers: 8` an honour may be gold, which stands between nothing."""
    game = deal(rule_set("sanming", flowers=8), {0: GAP + "1p"}, "1z")

    assert offers(game, 0) == set()


def test_melds_count_among_the_sixteen() -> None:
    """S7: open melds are among the sixteen tiles; a turn after a pong is an own turn."""
    game = deal(SANMING, {0: "9p", 1: "456m789m123s4p6p77s99p1s"}, "5p")
    play(game, "0 discard:9p", "1 pong")

    assert offers(game, 1) == {"gold_gap:1s"}


def test_a_barred_swap_is_no_declaration() -> None:
    """S7, F14: with `no_swap` the other end of the run just taken may not be the discard."""
    hands = {0: "1m", 1: "23m4m456m789m123s99p4p6p"}
    for no_swap, offered in ((False, {"gold_gap:4m"}), (True, set())):
        game = deal(rule_set("sanming", no_swap=no_swap), hands, "5p")
        play(game, "0 discard:1m", "1 chow:1m")

        assert offers(game, 1) == offered


# --- the declaration -----------------------------------------------------------------------------


def test_the_declaration_lays_the_two_tiles_open() -> None:
    """S7: the event names the two tiles and the discard, which follows; everyone reads it."""
    game = deal(SANMING, {0: GAP + "1p"}, "5p")
    events = play(game, "0 gold_gap:1p")

    assert events[:2] == [GoldGap(0, ("4p", "6p"), "1p"), Discard(0, "1p")]
    assert mask(events[0], 2) == events[0]
    table = Table(SANMING, (2,))
    for event in game.events:
        table.apply(mask(event, 2))
    assert table.notes["gold_gap"].gaps == [(KIND["4p"], KIND["6p"]), (), (), ()]


def test_a_locked_hand_claims_nothing() -> None:
    """S7: no pong, and the refusal names the declaration."""
    game = declared(at={0: "9p"}, hands={2: "9p78p"})
    play(game, "1 discard:9p")

    assert set(game.waiting) == {2}
    assert game.refusal(0, parse_move("pong")) == "gold_gap"


def test_it_does_not_win_on_a_discard_that_completes_it() -> None:
    """S7: a hand that waits for 4p as well, as 66p6p with 4p, wins by the gold alone."""
    hands = {0: BOTH + "1p", 1: "4p", 2: "44p"}
    game = deal(SANMING, hands, "5p")
    play(game, "0 discard:1p")
    passing(game)
    play(game, "1 discard:4p")
    assert "win" in legal(game, 0)

    game = deal(SANMING, hands, "5p")
    play(game, "0 gold_gap:1p")
    passing(game)
    play(game, "1 discard:4p")
    assert 0 not in game.waiting
    assert game.refusal(0, parse_move("win")) == "gold_gap"


def test_a_locked_hand_is_shown_the_gold_as_its_only_wait() -> None:
    """S7: the waits that hints show name 4p before the declaration and not after it."""
    for move, waits in (("0 discard:1p", {"4p", "5p"}), ("0 gold_gap:1p", {"5p"})):
        game = deal(SANMING, {0: BOTH + "1p"}, "5p")
        play(game, move)

        assert {NAMES[tile] for tile in moves_in(game.view(0).ready())} == waits


def test_it_throws_a_natural_tile_that_would_complete_it() -> None:
    """S7: the same 4p drawn is thrown like any other tile."""
    game = deal(SANMING, {0: BOTH + "1p"}, "5p", at={3: "4p"})
    play(game, "0 gold_gap:1p")
    passing(game)
    for seat in (1, 2, 3):
        discard(game, seat, _drawn(game))

    assert Discard(0, "4p") in game.events


def test_it_throws_whatever_else_it_draws() -> None:
    """S7: every drawn tile that is no gold is discarded at once without asking."""
    game = declared(at={3: "8s"})
    for seat in (1, 2):
        discard(game, seat, _drawn(game))
    events = play(game, f"3 discard:{_drawn(game)}") + passing(game)

    assert Draw(0, "8s") in events
    place = events.index(Draw(0, "8s"))
    assert events[place + 1] == Discard(0, "8s")
    assert game.table.turn == 1


def test_what_it_throws_may_be_claimed() -> None:
    """S7: the thrown tiles are ordinary discards for the others."""
    game = declared(hands={2: "88s"}, at={3: "8s"})
    for seat in (1, 2):
        discard(game, seat, _drawn(game))
    play(game, f"3 discard:{_drawn(game)}", "2 pong")

    assert game.table.turn == 2


def test_flowers_are_replaced_as_usual() -> None:
    """S7: a flower drawn by a locked hand is replaced, then the replacement is thrown."""
    game = declared(at={3: "1f"}, tail="8s7s")
    for seat in (1, 2):
        discard(game, seat, _drawn(game))
    events = play(game, f"3 discard:{_drawn(game)}") + passing(game)
    place = events.index(Draw(0, "1f"))

    assert events[place + 1 : place + 4] == [
        Flowers(0, ("1f",)),
        Draw(0, "8s", tail=True),
        Discard(0, "8s"),
    ]


def test_the_next_gold_drawn_wins() -> None:
    """S7: without asking, and with the special of 50 (S11): sum (5 + 1) x 2 + 50."""
    game = declared(at={3: "5p"})
    for seat in (1, 2):
        discard(game, seat, _drawn(game))
    discard(game, 3, _drawn(game))

    assert won(game).by == "self_draw"
    assert won(game).score.special == "gold_gap"
    assert won(game).score.payments == (186, -62, -62, -62)


def test_a_replacement_may_be_that_gold() -> None:
    """S7: a flower's replacement as well: (5 + 1 + 1) x 2 + 50."""
    game = declared(at={3: "1f"}, tail="5p")
    for seat in (1, 2, 3):
        discard(game, seat, _drawn(game))

    assert won(game).score.special == "gold_gap"
    assert won(game).score.payments == (192, -64, -64, -64)


def test_the_last_draws_may_bring_it() -> None:
    """S7: in the last draws as well; seat 2 begins them, seat 0 comes third."""
    game = declared(flowers=FLOWERS, at={31: "5p"})
    while not game.table.last_draws:
        (seat,) = game.waiting
        discard(game, seat, _drawn(game))

    assert any(isinstance(event, LastDraws) for event in game.events)
    assert won(game).seat == 0
    assert won(game).score.special == "gold_gap"


def test_a_locked_hand_wins_by_nothing_else_in_the_last_draws() -> None:
    """S7, F15: the last draws win without asking, but not by a natural tile for a locked hand."""
    for declares in (True, False):
        game = deal(SANMING, {0: BOTH + "1p"}, "5p", flowers=FLOWERS, at={31: "4p"})
        play(game, "0 gold_gap:1p" if declares else "0 discard:1p")
        passing(game)
        while not game.table.last_draws:
            (seat,) = game.waiting
            discard(game, seat, _drawn(game))

        assert game.result is not None
        assert game.result.winner == (None if declares else 0)


def test_without_declaring_the_gold_is_an_ordinary_self_draw() -> None:
    """S7: then no special counts but what the hand has by itself."""
    game = deal(SANMING, {0: GAP + "1p"}, "5p", at={3: "5p"})
    for seat in range(4):
        discard(game, seat, "1p" if seat == 0 else _drawn(game))
    play(game, "0 win")

    assert won(game).score.special is None
    assert won(game).score.payments == (36, -12, -12, -12)


def test_seat_three_with_three_flowers() -> None:
    """S7, S12: seat 3 gold gap, 3 flowers: (5 + 3 + 1) x 2 + 50 = 68 from each."""
    game = deal(
        SANMING,
        {3: GAP, 0: "1m"},
        "5p",
        flowers={3: "1z2z3z"},
        at={2: "1p", 6: "5p"},
        dealer=0,
    )
    discard(game, 0, "1m")
    for seat in (1, 2):
        discard(game, seat, _drawn(game))
    play(game, "3 gold_gap:1p")
    passing(game)
    for seat in (0, 1, 2):
        discard(game, seat, _drawn(game))

    assert won(game).score.payments == (-68, -68, -68, 204)


def test_nobody_counts_what_lies_open_as_unseen() -> None:
    """S7: to the others the two tiles and the discard are seen; to their owner they always were."""
    game = deal(SANMING, {0: GAP + "1p"}, "5p")
    before = {seat: game.view(seat).unseen() for seat in (0, 1, None)}
    play(game, "0 gold_gap:1p")
    passing(game)

    for seat, unseen in before.items():
        after = game.view(seat).unseen()
        if seat is not None and game.table.turn == seat:
            after[game.table.drawn] += 1
        newly = {NAMES[kind] for kind, left in enumerate(unseen) if after[kind] < left}
        assert newly == (set() if seat == 0 else {"4p", "6p", "1p"})
        assert sum(unseen) - sum(after) == (0 if seat == 0 else 3)


def test_a_copied_deal_keeps_its_own_declarations() -> None:
    """S7: what is declared in a copy binds nobody in the deal that it was made from."""
    game = deal(SANMING, {0: GAP + "1p"}, "5p")
    other = game.copy()
    play(other, "0 gold_gap:1p")

    assert game.table.notes["gold_gap"].gaps == [(), (), (), ()]
    assert other.table.notes["gold_gap"].gaps == [(KIND["4p"], KIND["6p"]), (), (), ()]


def test_it_declares_only_once() -> None:
    """S7: a locked hand is not asked again; it throws or wins."""
    game = declared(at={3: "1p"})
    for seat in (1, 2, 3):
        discard(game, seat, _drawn(game))

    assert game.table.turn == 1
    assert special(game, 0) == set()
    assert KIND["1p"] in game.table.rivers[0]


def _drawn(game: Deal) -> str:
    return NAMES[game.table.drawn]
