"""A drawn deal is paid for by the dealer (S6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerPaysDraw(Clause):
    """The dealer pays each other seat `points` for a drawn deal 流局, without streak (S6)."""

    points: int = 5

    key: ClassVar[str] = "dealer_pays_draw"

    def with_base(self, base: int) -> DealerPaysDraw:
        """Returns the clause that pays another base."""
        return replace(self, points=base)
