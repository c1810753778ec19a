"""A rule set is a frozen value: records of data, names, one payment and clauses.

Nothing here plays; the referee, the scorer, the room panel and the rules pages all read these
values. An axis that is *who* times *until when* is two enums, not three booleans.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from goldsparrow.rules.clause import Clause

if TYPE_CHECKING:
    from goldsparrow.rules.payment import Bill, Takings

OptionValue: TypeAlias = str | int | bool
"""The value of a house option."""


class End(enum.Enum):
    """An end of the wall."""

    HEAD = "head"
    TAIL = "tail"


class Who(enum.Enum):
    """Whom a discarded gold binds to winning by self-draw."""

    NOBODY = "nobody"
    DISCARDER = "discarder"
    OTHERS = "others"


class Until(enum.Enum):
    """When a gold lock ends."""

    NEXT_DISCARD = "the discarder's next discard"
    DEAL_ENDS = "the deal ends"


class StreakAfterDraw(enum.Enum):
    """What a drawn deal does to the dealer's streak (F17)."""

    KEEP = "keep"
    PLUS_ONE = "plus_one"
    RESET = "reset"


class StreakPayer(enum.Enum):
    """Who pays the streak when a seat other than the dealer wins (F20)."""

    DEALER = "dealer"
    ALL = "all"
    NONE = "none"


class DiscardPayer(enum.Enum):
    """Who pays a win on a discard (F23)."""

    ALL = "all"
    DISCARDER = "discarder"
    DISCARDER_DOUBLE = "discarder_double"
    DISCARDER_ALL_SHARES = "discarder_all_shares"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRules:
    """Set-up: hands of `melds` melds and a pair (C4), which tiles are flowers (F1, L1)."""

    melds: int = 5
    honours_are_flowers: bool = True
    replace_from: End = End.TAIL


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldRules:
    """How the gold is opened (F3, S3, L2), what it binds (F9, L8), what stands in (L3)."""

    opened_from: End = End.TAIL
    opened_by_dice: bool = False
    white_stands_in: bool = False
    may_discard: bool = True
    lock: Who = Who.DISCARDER
    lock_until: Until = Until.NEXT_DISCARD
    idle_wins_by_discard: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class WallRules:
    """The reserve and what enlarges it (F4, S4), and how many last draws there are (F15)."""

    reserve: int = 18
    per_exposed_kong: int = 1
    per_concealed_kong: int = 2
    per_flower_set: int = 2
    counts_indicator: bool = False
    last_draws: int = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRules:
    """What may be claimed and who comes first (C9, F10, F14, L7, L15).

    `first_in_line` names the specials that come before all other wins on a discard, highest first.
    Without `discard_win` no kong may be robbed either.
    """

    chow: bool = True
    discard_win: bool = True
    rob_kong: bool = True
    first_in_line: tuple[str, ...] = ("gold_dragon", "gold_sparrow")
    no_swap: bool = False
    pass_locks_win: bool = False
    hide_concealed_kong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRules:
    """Opening wins: whether all robbing of the gold comes before the first discard (F7, L10)."""

    rob_before_first_discard: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingRules:
    """What the sum of a win is made of (F18-F22, S10, F24), in points.

    `flower_set` is what a complete set of four flowers counts in all. With `kong_is_flower` an
    exposed kong counts as a flower, a concealed one as two, when one flower is counted (F21).
    """

    base: int = 5
    flower_set: int = 6
    exposed_kong: int = 1
    concealed_kong: int = 2
    gold: int = 1
    streak_payer: StreakPayer = StreakPayer.DEALER
    kong_is_flower: bool = False


class Payment(Protocol):
    """Turns what was won into what each seat pays."""

    def __call__(self, takings: Takings) -> Bill:
        """Returns the bill."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """One way to play, complete; `options` are the effective house options by name.

    `specials` are the points of each special that exists, in the order in which equals are named;
    `shapes` the names of the winning shapes.
    """

    key: str
    deal: DealRules = DealRules()
    gold: GoldRules = GoldRules()
    wall: WallRules = WallRules()
    claims: ClaimRules = ClaimRules()
    opening: OpeningRules = OpeningRules()
    counting: CountingRules = CountingRules()
    streak_after_draw: StreakAfterDraw = StreakAfterDraw.PLUS_ONE
    shapes: tuple[str, ...] = ("melds_and_pair",)
    specials: Mapping[str, int] = field(default_factory=dict)
    payment: Payment
    clauses: tuple[Clause, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def grants(self, mark: str) -> bool:
        """Says whether a clause of the rule set can give a win that mark."""
        return any(mark in clause.grants for clause in self.clauses)
