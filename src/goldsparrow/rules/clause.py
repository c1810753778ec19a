"""Clauses: the rules of a deal that remember something or bind other seats.

A clause is a frozen value in a rule set. What it remembers of a deal is its note, which lives on
the table under the clause's key. Every table that folds a deal's events keeps the notes, as far as
it can know them; only the referee emits what a clause yields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias

from goldsparrow.events import AnyEvent
from goldsparrow.melds import Meld
from goldsparrow.moves import Move, MoveSet
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import Tile

if TYPE_CHECKING:
    from goldsparrow.rules.ruleset import RuleSet

Note: TypeAlias = Any
"""What a clause remembers of a deal; only the clause itself knows its form."""


class ClauseHand(Protocol):
    """What a clause may ask of a hand that is known."""

    golds: int

    @property
    def keys(self) -> tuple[int, int, int, int]:
        """The four suits' keys, as the analysis takes them."""

    def face_counts(self) -> list[int]:
        """The 34 counts of what natural tiles are read as."""


class ClauseTable(Protocol):
    """What a clause may ask of a table, the event just folded included."""

    rules: RuleSet
    melds: list[list[Meld]]
    flowers: list[list[Tile]]
    gold: Tile
    dealer: int
    turn: int
    drawn: Tile
    live: Tile
    source: int
    replaced: bool
    last_draws: bool

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn (C11)."""

    def knows(self, seat: int) -> bool:
        """Whether the seat's hand is known at this table."""

    def known_hand(self, seat: int) -> ClauseHand:
        """The hand of a seat whose tiles this table knows."""


class Clause:
    """Base of the clauses: it remembers nothing, emits nothing, forbids nothing, marks nothing.

    `key` names the clause and its note, and is the reason's key of what it forbids; `grants` are
    the names that `marks` may return, with which the scorer knows a win's circumstances.
    """

    __slots__ = ()

    key: ClassVar[str]
    grants: ClassVar[tuple[str, ...]] = ()

    def begin(self) -> Note:
        """Returns the note of a deal that begins."""
        return None

    def watch(self, note: Note, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Updates the note with an event just folded and returns the events that follow from it."""
        del note, table, event
        return ()

    def shown(self, note: Note, seat: int | None) -> Note:
        """Returns what a seat, or a watcher, may know of the note."""
        del seat
        return note

    def laid_open(self, note: Note, seat: int) -> tuple[Tile, ...]:
        """Returns the tiles of a seat's concealed hand that everybody sees."""
        del note, seat
        return ()

    def offer(self, note: Note, table: ClauseTable, seat: int) -> MoveSet:
        """Returns the moves that the clause adds to those of a seat's own turn."""
        del note, table, seat
        return 0

    def declare(
        self, note: Note, table: ClauseTable, seat: int, move: Move
    ) -> tuple[AnyEvent, ...]:
        """Returns the events of a move that the clause offered, before its discard."""
        del note, table, seat, move
        return ()

    def limit(self, note: Note, table: ClauseTable, seat: int, moves: MoveSet) -> MoveSet:
        """Returns the moves that the clause leaves to the seat."""
        del note, table, seat
        return moves

    def awaits(self, note: Note, table: ClauseTable, seat: int, kinds: MoveSet) -> MoveSet:
        """Returns which of the kinds that would complete the seat's hand it still waits for."""
        del note, table, seat
        return kinds

    def forced(self, note: Note, table: ClauseTable, seat: int) -> bool:
        """Says whether the seat's own turn is played without asking, by its only move."""
        del note, table, seat
        return False

    def replaces(self, note: Note, table: ClauseTable, seat: int) -> bool:
        """Says whether the seat may replace the flower that it has just laid open."""
        del note, table, seat
        return True

    def promises(self, note: Note, seat: int) -> frozenset[str]:
        """Returns the names that the seat's next draw would earn if it won, as its owner knows."""
        del note, seat
        return frozenset()

    def marks(self, note: Note, facts: WinFacts) -> frozenset[str]:
        """Returns the names that a win earns by what came before it."""
        del note, facts
        return frozenset()

    def with_base(self, base: int) -> Clause:
        """Returns the clause for another base (F22); the same where it pays no base."""
        del base
        return self
