"""The scribe makes events happen: it writes each down, and the table folds it."""

from __future__ import annotations

from typing import Final

from goldsparrow.events import AnyEvent, Chow, Discard, Draw, Flowers, Pong, Take
from goldsparrow.game.table import FOLDS, Table
from goldsparrow.tiles import NAMES, PLAYABLE, Tile

# Most events are draws, discards, single flowers and what replaces them, of which there are few
# different ones. They are values that never change, so that each is made once.
_DRAWS: Final[tuple[tuple[Draw, ...], ...]] = tuple(
    tuple(Draw(seat, name, tail) for name in NAMES) for tail in (False, True) for seat in range(4)
)
_DISCARDS: Final[tuple[tuple[Discard, ...], ...]] = tuple(
    tuple(Discard(seat, name) for name in NAMES[:PLAYABLE]) for seat in range(4)
)
_SINGLE_TAKES: Final[tuple[tuple[Take, ...], ...]] = tuple(
    tuple(Take(seat, (name,), tail) for name in NAMES)
    for tail in (False, True)
    for seat in range(4)
)
_SINGLE_FLOWERS: Final[tuple[tuple[Flowers, ...], ...]] = tuple(
    tuple(Flowers(seat, (name,)) for name in NAMES) for seat in range(4)
)


class Scribe:
    """Writes down the events of a deal; each changes the table before the next one comes.

    Most events are draws, discards, claims and flowers. They have methods of their own, which give
    the table what the event says as it is here, where a reader has to read the names of tiles.

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

    def take(self, seat: int, tiles: tuple[Tile, ...], tail: bool) -> None:
        """Lets a seat take its dealt hand, or replacements for its flowers."""
        if len(tiles) == 1:
            event = _SINGLE_TAKES[seat + 4 if tail else seat][tiles[0]]
        else:
            event = Take(seat, names(tiles), tail)
        self.events.append(event)
        self.table.take(seat, tiles, tail)
        if self.table.clauses:
            self._follow(event)

    def lay_flowers(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        """Lets a seat lay open flowers."""
        event = _SINGLE_FLOWERS[seat][tiles[0]] if len(tiles) == 1 else Flowers(seat, names(tiles))
        self.events.append(event)
        self.table.lay_flowers(seat, tiles)
        if self.table.clauses:
            self._follow(event)

    def draw(self, seat: int, tile: Tile, tail: bool) -> None:
        """Lets a seat draw a tile."""
        event = _DRAWS[seat + 4 if tail else seat][tile]
        self.events.append(event)
        self.table.draw(seat, tile, tail)
        if self.table.clauses:
            self._follow(event)

    def discard(self, seat: int, tile: Tile) -> None:
        """Lets a seat discard a tile."""
        event = _DISCARDS[seat][tile]
        self.events.append(event)
        self.table.discard(seat, tile)
        if self.table.clauses:
            self._follow(event)

    def chow(self, seat: int, tile: Tile, low: Tile, source: int) -> None:
        """Lets a seat take a discard for a run."""
        event = Chow(seat, NAMES[tile], NAMES[low], source)
        self.events.append(event)
        self.table.chow(seat, tile, low, source)
        if self.table.clauses:
            self._follow(event)

    def pong(self, seat: int, tile: Tile, source: int) -> None:
        """Lets a seat take a discard for a triplet."""
        event = Pong(seat, NAMES[tile], source)
        self.events.append(event)
        self.table.pong(seat, tile, source)
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


def names(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """The names of tiles, for an event."""
    return tuple([NAMES[tile] for tile in tiles])
