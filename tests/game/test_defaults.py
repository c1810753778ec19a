"""What the table plays for a seat that does not answer (C14)."""

from __future__ import annotations

from goldsparrow.game.deal import Deal
from goldsparrow.game.defaults import default_move
from goldsparrow.moves import MOVE_NAMES
from goldsparrow.rules import rule_set
from tests.stacked import COMPLETE, act, all_pass, deal, discard

READY = "123m456m789m123p45p99p"


def default(game: Deal, seat: int) -> str:
    return MOVE_NAMES[default_move(game.view(seat), game.waiting[seat])]


def test_a_win_is_taken() -> None:
    """C14: nobody loses a win to a bad line."""
    assert default(deal({0: COMPLETE}, "9s"), 0) == "win"

    game = deal({0: "3p", 1: READY}, "9s")
    act(game, 0, "discard:3p")
    assert default(game, 1) == "win"

    assert default(deal({2: "999s"}, "9s"), 2) == "three_golds"
    assert default(deal({0: READY + "5s"}, "9s"), 0) == "rob_gold"


def test_other_claims_are_passed() -> None:
    """C14: the autopilot lays nothing open."""
    game = deal({0: "5m", 2: "555m"}, "9s")
    act(game, 0, "discard:5m")

    assert default(game, 2) == "pass"


def test_the_drawn_tile_is_discarded() -> None:
    """C14: the hand stays as its player left it."""
    game = deal({0: "1m", 1: "5555p"}, "9s", draws="7s")
    discard(game, 0, "1m")

    assert default(game, 1) == "discard:7s"


def test_without_a_drawn_tile_the_last_one_goes() -> None:
    """C14: after a claim, or as the dealer at first, the last tile of the hand."""
    game = deal({0: "147m147p147s258m258p28s"}, "9s")

    assert default(game, 0) == "discard:8s"


def test_a_gold_is_kept() -> None:
    """C14: a gold goes only where nothing else may."""
    game = deal({0: "1m", 1: "147m147p147s258m258p8s"}, "9s", draws="9s")
    discard(game, 0, "1m")
    assert default(game, 1) == "discard:8s"

    rules = rule_set("fuzhou-ourgame", gold_discard="forbidden")
    game = deal(
        {1: "1122334455m99s1s4s7s1p", 2: "12345m"}, "9s", rules, dealer=2, draws="9m8m7m6m9m8m"
    )
    for _ in range(4):
        assert default(game, 2) != "discard:9s"
        game.act(2, default_move(game.view(2), game.waiting[2]))
        all_pass(game)
        while game.table.turn != 2:
            seat = game.table.turn
            game.act(seat, default_move(game.view(seat), game.waiting[seat]))
            all_pass(game)
