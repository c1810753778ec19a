"""The tile before the last draws binds who draws it (S5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class FifthLast(Clause):
    """An ordinary draw with exactly `drawable` tiles left is the fifth-last one 臭牌 (S5).

    Its discard can only be won on, and then its discarder pays what all three would have paid.
    """

    drawable: int = 5

    key: ClassVar[str] = "fifth_last"
    grants: ClassVar[tuple[str, ...]] = ("fifth_last",)
