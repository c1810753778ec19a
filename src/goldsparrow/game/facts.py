"""What the scorer is told of a win at a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from goldsparrow.scores import WinFacts
from goldsparrow.tiles import HIDDEN, Tile

if TYPE_CHECKING:
    from goldsparrow.events import WinBy
    from goldsparrow.game.table import Table


def win_facts(
    table: Table,
    seat: int,
    by: WinBy,
    *,
    tile: Tile | None = None,
    source: int | None = None,
    thrown: Tile | None = None,
) -> WinFacts:
    """The facts of a win as the table stands.

    Args:
        table: a table that knows the winner's hand.
        seat: the winner.
        by: how it wins.
        tile: the winning tile; it is added to the hand unless it was drawn (C6, F7, F11).
        source: the discarder or the kong's maker, where there is one.
        thrown: the tile that a dealer who robs the gold throws in exchange (F7).
    """
    concealed = table.known_hand(seat).tiles()
    if thrown is not None:
        concealed.remove(thrown)
    if tile is not None and by in ("discard", "rob_kong", "rob_gold"):
        concealed.append(tile)
    facts = WinFacts(
        gold=table.gold,
        concealed=tuple(concealed),
        melds=tuple(table.melds[seat]),
        flowers=tuple(table.flowers[seat]),
        tile=tile,
        by=by,
        winner=seat,
        dealer=table.dealer,
        streak=table.streak,
        source=source,
    )
    marks: frozenset[str] = frozenset()
    for clause in table.rules.clauses:
        marks |= clause.marks(table.notes[clause.key], facts)
    return replace(facts, marks=marks) if marks else facts


def claimed_win(table: Table, seat: int) -> WinFacts:
    """The facts of a win on another's tile: the live discard, or an added kong's (F10, F11)."""
    if table.live != HIDDEN:
        return win_facts(table, seat, "discard", tile=table.live, source=table.source)
    return win_facts(table, seat, "rob_kong", tile=table.kong_tile, source=table.turn)
