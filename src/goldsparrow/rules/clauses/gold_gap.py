"""The declared wait for the gold between its neighbours (S7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldGap(Clause):
    """A hand without golds waits for the gold as the middle of a run 金坎 and is locked (S7).

    With `edge`, a gold of rank 3 may also be waited for with 1-2, and one of rank 7 with 8-9.
    """

    edge: bool = False

    key: ClassVar[str] = "gold_gap"
    grants: ClassVar[tuple[str, ...]] = ("gold_gap",)
