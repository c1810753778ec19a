"""What the wins that a seat is offered would pay it, from what that seat may see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goldsparrow.game.facts import win_facts
from goldsparrow.game.legality import robbery_discards
from goldsparrow.moves import ROB_GOLD, THREE_GOLDS, WIN, Move
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score, WinFacts
from goldsparrow.tiles import HIDDEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from goldsparrow.game.table import Table


def win_worth(table: Table, seat: int, move: Move) -> int | None:
    """Points that a seat would gain by a win it is offered, before the stake.

    None where the move is no win, or the tiles do not win.
    """
    worth = [
        result.payments[seat]
        for facts in _facts_of(table, seat, move)
        if isinstance(result := score(table.rules, facts), Score)
    ]
    return max(worth, default=None)


def _facts_of(table: Table, seat: int, move: Move) -> list[WinFacts]:
    """The win that a move declares; a dealer who robs the gold may choose what to throw (F7)."""
    if move == THREE_GOLDS:
        return [win_facts(table, seat, "three_golds")]
    if move == ROB_GOLD:
        dealer = seat == table.dealer
        thrown: Sequence[int | None] = robbery_discards(table, seat) if dealer else (None,)
        return [win_facts(table, seat, "rob_gold", tile=table.gold, thrown=one) for one in thrown]
    if move != WIN:
        return []
    if table.live != HIDDEN:
        return [win_facts(table, seat, "discard", tile=table.live, source=table.source)]
    if table.turn != seat:
        return [win_facts(table, seat, "rob_kong", tile=table.kong_tile, source=table.turn)]
    if table.drawn == HIDDEN:
        return [win_facts(table, seat, "heavenly")]
    return [win_facts(table, seat, "self_draw", tile=table.drawn)]
