"""A win on a kong's replacement tile, where it is worth something (F12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from goldsparrow.events import AnyEvent
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import WinFacts


@dataclass(slots=True)
class Replaced:
    """Whether the tile that was drawn last replaced a kong."""

    last: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class KongBloom(Clause):
    """A self-draw on a kong's replacement tile is a kong bloom 杠上开 (F12)."""

    key: ClassVar[str] = "kong_bloom"
    grants: ClassVar[tuple[str, ...]] = ("kong_bloom",)

    def begin(self) -> Replaced:
        """Returns the note: nothing was replaced."""
        return Replaced()

    def watch(self, note: Replaced, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Remembers what the table says of the last draw."""
        del event
        note.last = table.replaced
        return ()

    def marks(self, note: Replaced, facts: WinFacts) -> frozenset[str]:
        """Returns the mark of a draw that replaced a kong."""
        if note.last and facts.by in {"self_draw", "three_golds"}:
            return frozenset({self.key})
        return frozenset()
