"""The tile before the last draws binds who draws it (S5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from goldsparrow.events import AnyEvent, Chow, Discard, Draw, Flowers, Kong, Pong
from goldsparrow.moves import GOLD_GAP, PONG, MoveSet
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import WinFacts

# Pongs, all kongs and chows stand side by side in the action space.
_MELDS: Final[MoveSet] = (1 << GOLD_GAP) - (1 << PONG)


@dataclass(slots=True)
class Bound:
    """Whether the next draw is an ordinary one, who drew the fifth-last tile, and its flowers."""

    ordinary: bool = False
    seat: int | None = None
    flowers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FifthLast(Clause):
    """An ordinary draw with exactly `drawable` tiles left is the fifth-last one 臭牌 (S5).

    Its discard can only be won on, and then its discarder pays what all three would have paid.
    """

    drawable: int = 5

    key: ClassVar[str] = "fifth_last"
    grants: ClassVar[tuple[str, ...]] = ("fifth_last",)

    def begin(self) -> Bound:
        """Returns the note: nobody is bound."""
        return Bound()

    def watch(self, note: Bound, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Binds who draws the fifth-last tile in ordinary play; kongs may skip over it."""
        if isinstance(event, Draw):
            # The tile just drawn is no longer among the drawable ones.
            if note.ordinary and not table.last_draws and table.drawable == self.drawable - 1:
                note.seat = event.seat
            note.ordinary = False
        elif isinstance(event, Discard):
            note.ordinary = True
        elif isinstance(event, Chow | Pong | Kong):
            note.ordinary = False
        elif isinstance(event, Flowers) and event.seat == note.seat:
            note.flowers += len(event.tiles)
        return ()

    def replaces(self, note: Bound, table: ClauseTable, seat: int) -> bool:
        """Says that a second flower on the fifth-last draw is not replaced."""
        del table
        return note.seat != seat or note.flowers < 2

    def limit(self, note: Bound, table: ClauseTable, seat: int, moves: MoveSet) -> MoveSet:
        """Leaves the bound seat no kong, and the others no meld of its discard."""
        del table, seat
        return moves if note.seat is None else moves & ~_MELDS

    def marks(self, note: Bound, facts: WinFacts) -> frozenset[str]:
        """Returns the liability of who discarded after the fifth-last draw."""
        if note.seat is not None and facts.by == "discard" and facts.source == note.seat:
            return frozenset({self.key})
        return frozenset()
