"""What wins would pay a seat, those offered and those waited for, from what that seat may see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from goldsparrow.game.facts import claimed_win, win_facts
from goldsparrow.game.legality import robbery_discards
from goldsparrow.moves import ROB_GOLD, THREE_GOLDS, WIN, Move
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score, WinFacts
from goldsparrow.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from goldsparrow.events import WinBy
    from goldsparrow.game.table import Table


def win_worth(table: Table, seat: int, move: Move) -> int | None:
    """Points that a seat would gain by a win it is offered, before the stake.

    None where the move is no win, or the tiles do not win.
    """
    facts = _offered(table, seat, move)
    return None if facts is None else _gain(table, facts)


def win_name(table: Table, seat: int, move: Move) -> str | None:
    """The key of what a win that a seat is offered would count as: its special, or its row.

    None where the move is no win, the tiles do not win, or nothing but the sum counts.
    """
    facts = _offered(table, seat, move)
    result = None if facts is None else score(table.rules, facts)
    return (result.special or result.row) if isinstance(result, Score) else None


def best_robbery_discard(table: Table, dealer: int) -> Tile | None:
    """What a dealer who robs the gold throws: the tile that leaves the win that pays most (F7).

    Among equals it is the first by kind; None where the dealer cannot rob.
    """
    return max(
        robbery_discards(table, dealer),
        key=lambda thrown: (_gain(table, _robbery(table, dealer, thrown)) or 0, -thrown),
        default=None,
    )


def _robbery(table: Table, seat: int, thrown: Tile | None) -> WinFacts:
    return win_facts(table, seat, "rob_gold", tile=table.gold, thrown=thrown)


def _gain(table: Table, facts: WinFacts) -> int | None:
    result = score(table.rules, facts)
    return result.payments[facts.winner] if isinstance(result, Score) else None


def wait_worth(table: Table, seat: int, tile: Tile, by: WinBy) -> int | None:
    """Points that a waiting seat would gain by a tile, before the stake.

    Args:
        table: a table that knows the seat's hand, which waits.
        seat: whose hand it is.
        tile: the tile that would complete it.
        by: `self_draw` or `discard`.

    A discard is reckoned as the next seat's; where one seat pays for all, another's may be worth
    the dealer's streak more or less (F20, F23). None where a win of that kind is not allowed, or
    that tile does not win by it.
    """
    rules = table.rules
    if by == "discard" and (
        tile == table.gold or not rules.claims.discard_win or table.gold_locked(seat)
    ):
        return None
    # The tile joins the hand either way.
    facts = win_facts(table, seat, "discard", tile=tile, source=(seat + 1) % 4)
    if by == "self_draw":
        facts = replace(facts, by="self_draw", source=None)
    return _gain(table, facts)


def _offered(table: Table, seat: int, move: Move) -> WinFacts | None:
    """The win that a move declares; None where it is no win."""
    if move == THREE_GOLDS:
        return win_facts(table, seat, "three_golds")
    if move == ROB_GOLD:
        if seat != table.dealer:
            return _robbery(table, seat, None)
        thrown = best_robbery_discard(table, seat)
        return None if thrown is None else _robbery(table, seat, thrown)
    if move != WIN:
        return None
    if table.live != HIDDEN or table.turn != seat:
        return claimed_win(table, seat)
    if table.drawn == HIDDEN:
        return win_facts(table, seat, "heavenly")
    return win_facts(table, seat, "self_draw", tile=table.drawn)
