"""Clauses: the rules of a deal that remember something or bind other seats.

A clause is a frozen value in a rule set. What it remembers of a deal is its note, which lives on
the table under the clause's key. Clauses read public events only, so that every seat's fold
computes the same note; only the referee emits what they yield.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeAlias

from goldsparrow.scores import WinFacts

Note: TypeAlias = Any
"""What a clause remembers of a deal; only the clause itself knows its form."""

# Rules lie below the game, so its types have no name here.
Table: TypeAlias = Any
Event: TypeAlias = Any


class Clause:
    """Base of the clauses: it remembers nothing, emits nothing, forbids nothing, marks nothing.

    `key` names the clause and its note; `grants` are the names that `marks` may return, with which
    the scorer knows a win's circumstances, such as `tour`.
    """

    __slots__ = ()

    key: ClassVar[str]
    grants: ClassVar[tuple[str, ...]] = ()

    def begin(self) -> Note:
        """Returns the note of a deal that begins."""
        return None

    def watch(self, note: Note, table: Table, event: Event) -> Iterable[Event]:
        """Updates the note with an event and yields the events that follow from it."""
        del note, table, event
        return ()

    def limit(self, note: Note, table: Table, seat: int, moves: int) -> int:
        """Returns the moves, a bit mask, that the clause leaves to the seat."""
        del note, table, seat
        return moves

    def marks(self, note: Note, win: WinFacts) -> frozenset[str]:
        """Returns the names that a win earns by what came before it."""
        del note, win
        return frozenset()

    def with_base(self, base: int) -> Clause:
        """Returns the clause for another base (F22); the same where it pays no base."""
        del base
        return self
