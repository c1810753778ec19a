"""Leaving a gold alone and going round (L9, F25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour(Clause):
    """Tours 游金, 双游, 三游: levels that own discards reach while one gold stays alone (L9).

    With `double_tour_claims` levels 2 and 3 leave the others their claims.
    """

    double_tour_claims: bool = False

    key: ClassVar[str] = "tour"
    grants: ClassVar[tuple[str, ...]] = ("tour", "double_tour", "triple_tour")
