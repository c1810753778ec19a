"""What a win is worth: the facts that a scorer needs, and the itemised result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from goldsparrow.melds import Meld
from goldsparrow.tiles import Tile

Payments: TypeAlias = tuple[int, int, int, int]
"""Points that each seat gains or loses; they sum to zero."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WinFacts:
    """Everything about a win that the rules may look at.

    `concealed` are all the winner's concealed tiles, the winning tile and a robbed indicator
    included, golds by their face. `marks` are names that clauses add, such as `tour`.
    """

    gold: Tile
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    tile: Tile | None = None
    by: str = "self_draw"
    winner: int = 0
    dealer: int = 0
    streak: int = 0
    source: int | None = None
    marks: frozenset[str] = frozenset()


def transfer(receiver: int, owed: Mapping[int, int]) -> Payments:
    """The payments by which some seats pay one; what it owes them is negative."""
    points = [-owed.get(seat, 0) for seat in range(4)]
    points[receiver] = sum(owed.values())
    return points[0], points[1], points[2], points[3]


class Item(msgspec.Struct, frozen=True, gc=False):
    """One line of a score: what counted, how many of it, and its points.

    The line `flower_sets` says how many complete sets there are; their points stand in `flowers`.
    """

    key: str
    count: int
    points: int


class Group(msgspec.Struct, frozen=True, gc=False):
    """One group of a winning hand as it was read.

    `tiles` are the names of the tiles as held; `stands` what each is read as, the same but where a
    gold (or a white dragon that stands in) is another tile; `golds` are the places of the golds.
    """

    kind: Literal["chow", "pong", "kong", "pair", "single"]
    tiles: tuple[str, ...]
    stands: tuple[str, ...]
    golds: tuple[int, ...] = ()
    open: bool = False


class Due(msgspec.Struct, frozen=True, gc=False):
    """What one seat pays for a win, with the sum that led to it, such as `(5 + 3) x 2 + 30`."""

    seat: int
    points: int
    formula: str


class Score(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of a win, before the room's stake.

    `special` is the one special that counts, `passed_over` what also fitted and counts nothing
    (C13). `row` is the row of the table that was paid where the payment has one (F24, L15).
    """

    items: tuple[Item, ...]
    formula: str
    payments: Payments
    special: str | None = None
    passed_over: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    dues: tuple[Due, ...] = ()
    row: str | None = None


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why a hand does not win; `reason` is a stable key, such as `not_complete`."""

    reason: str
