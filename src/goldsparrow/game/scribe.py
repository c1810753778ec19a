"""The scribe makes events happen: it writes each down, and the table folds it."""

from __future__ import annotations

from collections.abc import Sequence

from goldsparrow.events import AnyEvent, Discard, Draw, Flowers, Take
from goldsparrow.game.table import FOLDS, Table
from goldsparrow.tiles import NAMES, Tile


class Scribe:
    """Writes down the events of a deal; each changes the table before the next one comes.

    Most events are draws, discards and flowers. They have methods of their own, which give the
    table what the event says as it is here, where a reader has to read the names of tiles.

    Attributes:
        events: all events so far.
        table: the referee's own table.
    """

    __slots__ = ("events", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.events: list[AnyEvent] = []

    def copy(self, table: Table) -> Scribe:
        """A scribe that has written the same and goes on with a table that is a copy."""
        other = Scribe(table)
        other.events = self.events.copy()
        return other

    def write(self, event: AnyEvent) -> None:
        """Makes any event happen."""
        self.events.append(event)
        FOLDS[type(event)](self.table, event)
        if self.table.clauses:
            self._follow(event)

    def take(self, seat: int, tiles: Sequence[Tile], tail: bool) -> None:
        """Lets a seat take its dealt hand, or replacements for its flowers."""
        event = Take(seat, names(tiles), tail)
        self.events.append(event)
        self.table.take(seat, tiles, tail)
        if self.table.clauses:
            self._follow(event)

    def lay_flowers(self, seat: int, tiles: Sequence[Tile]) -> None:
        """Lets a seat lay open flowers."""
        event = Flowers(seat, names(tiles))
        self.events.append(event)
        self.table.lay_flowers(seat, tiles)
        if self.table.clauses:
            self._follow(event)

    def draw(self, seat: int, tile: Tile, tail: bool) -> None:
        """Lets a seat draw a tile."""
        event = Draw(seat, NAMES[tile], tail)
        self.events.append(event)
        self.table.draw(seat, tile, tail)
        if self.table.clauses:
            self._follow(event)

    def discard(self, seat: int, tile: Tile) -> None:
        """Lets a seat discard a tile."""
        event = Discard(seat, NAMES[tile])
        self.events.append(event)
        self.table.discard(seat, tile)
        if self.table.clauses:
            self._follow(event)

    def _follow(self, event: AnyEvent) -> None:
        """Lets the clauses watch an event, and writes what they yield."""
        table = self.table
        table.watch(event)
        if table.due:
            due, table.due = table.due, []
            for follows in due:
                self.write(follows)


def names(tiles: Sequence[Tile]) -> tuple[str, ...]:
    """The names of tiles, for an event."""
    return tuple([NAMES[tile] for tile in tiles])
