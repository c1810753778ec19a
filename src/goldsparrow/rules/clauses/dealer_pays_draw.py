"""A drawn deal is paid for by the dealer (S6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from goldsparrow.events import AnyEvent, DrawnDeal, Payment
from goldsparrow.rules.clause import Clause, ClauseTable, Note
from goldsparrow.scores import transfer


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerPaysDraw(Clause):
    """The dealer pays each other seat `points` for a drawn deal 流局, without streak (S6)."""

    points: int = 5

    key: ClassVar[str] = "dealer_pays_draw"

    def watch(self, note: Note, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Makes the dealer pay when nobody has won."""
        del note
        if not isinstance(event, DrawnDeal) or not self.points:
            return ()
        owed = {seat: -self.points for seat in range(4) if seat != table.dealer}
        return (Payment(self.key, transfer(table.dealer, owed)),)

    def with_base(self, base: int) -> DealerPaysDraw:
        """Returns the clause that pays another base."""
        return replace(self, points=base)
