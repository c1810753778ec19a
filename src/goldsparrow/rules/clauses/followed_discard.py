"""The dealer pays when all three others discard the dealer's first tile (S1, L6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedDiscard(Clause):
    """All three copy the dealer's discard 跟牌: the dealer pays each, twofold each further time.

    `suited` and `honour` are what each gets by the kind discarded. With `pays_base` both are the
    rule set's base (S1).
    """

    suited: int = 5
    honour: int = 5
    pays_base: bool = False

    key: ClassVar[str] = "followed_discard"

    def with_base(self, base: int) -> FollowedDiscard:
        """Returns the clause that pays another base, the same where it pays fixed points."""
        return replace(self, suited=base, honour=base) if self.pays_base else self
