"""Payments: what each seat owes for a win, in points before the room's stake (C12).

A payment is a frozen value that is called with what was won. `Additive` is the sums of Fuzhou and
Sanming (F22, S12), `Multiplied` the street's (F24), `Doubling` the table of Longyan (L15).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from goldsparrow.rules.flowers import flower_sets
from goldsparrow.rules.ruleset import CountingRules, DiscardPayer, StreakPayer
from goldsparrow.scores import Due, Item, Payments
from goldsparrow.tiles import Tile

ON_ANOTHERS_TILE: Final = frozenset({"discard", "rob_kong"})
"""The ways of winning on another seat's tile; every other way is a self-draw (F22)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """What a payment is made for: the counted parts of a win and the special that counts."""

    counting: CountingRules
    by: str
    winner: int
    dealer: int
    source: int | None
    streak: int
    flowers: tuple[Tile, ...]
    golds: int
    exposed_kongs: int
    concealed_kongs: int
    special: str | None
    special_points: int
    rows: frozenset[str]
    """Names of the rows of a table that the win fits: `self_draw`, `tour`, ..."""
    fifth_last: bool = False

    @property
    def drawn(self) -> bool:
        """Whether the win is a self-draw."""
        return self.by not in ON_ANOTHERS_TILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """What a win costs: its lines, who owes what, and the row of the table that counted."""

    items: tuple[Item, ...]
    dues: tuple[Due, ...]
    row: str | None = None
    passed_over: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """What the winner gets."""
        return sum(due.points for due in self.dues)

    @property
    def formula(self) -> str:
        """The sum of the seat that pays most."""
        return max(self.dues, key=lambda due: due.points).formula

    def payments(self, winner: int) -> Payments:
        """Returns what each seat gains or loses; the four sum to zero (C12)."""
        gains = [0, 0, 0, 0]
        for due in self.dues:
            gains[due.seat] -= due.points
            gains[winner] += due.points
        return gains[0], gains[1], gains[2], gains[3]


def _counted(takings: Takings) -> tuple[Item, ...]:
    """Lists the lines of the sum without those that count nothing (F18-F20, F22).

    The points of complete sets stand in the line of the flowers; the line of the sets says how many
    there are.
    """
    counting = takings.counting
    sets = flower_sets(takings.flowers) if counting.flower_set != 4 else 0
    flowers = len(takings.flowers)
    kongs = (
        takings.exposed_kongs * counting.exposed_kong
        + takings.concealed_kongs * counting.concealed_kong
    )
    lines = (
        Item("base", 1, counting.base),
        Item("flowers", flowers, flowers + sets * (counting.flower_set - 4)),
        Item("flower_sets", sets, 0),
        Item("golds", takings.golds, takings.golds * counting.gold),
        Item("kongs", takings.exposed_kongs + takings.concealed_kongs, kongs),
    )
    return tuple(line for line in lines if line.key == "base" or line.count)


def _streak(takings: Takings, payer: int) -> int:
    """Returns the streak that a payer owes (F20)."""
    rule = takings.counting.streak_payer
    if takings.winner == takings.dealer or rule is StreakPayer.ALL:
        return takings.streak
    return takings.streak if rule is StreakPayer.DEALER and payer == takings.dealer else 0


def _times(points: Iterable[int], times: int, extra: int) -> tuple[int, str]:
    """Returns `sum x times + extra` and how it is written, without noughts."""
    parts = [value for value in points if value]
    text = " + ".join(map(str, parts)) or "0"
    if times != 1:
        text = f"({text}) x {times}" if len(parts) > 1 else f"{text} x {times}"
    return sum(parts) * times + extra, f"{text} + {extra}" if extra else text


def _others(winner: int) -> tuple[int, ...]:
    """Lists the other three seats in playing order from the winner."""
    return tuple((winner + step) % 4 for step in (1, 2, 3))


def _settle(takings: Takings, shares: Mapping[int, Due], payer: DiscardPayer) -> tuple[Due, ...]:
    """Says who pays the three shares of a win (F23, S5)."""
    if takings.drawn:
        return _in_order(shares.values())
    source = takings.source
    assert source is not None
    if takings.fifth_last or payer is DiscardPayer.DISCARDER_ALL_SHARES:
        return (_all_shares(source, shares),)
    if payer is DiscardPayer.ALL:
        return _in_order(shares.values())
    own = shares[source]
    if payer is DiscardPayer.DISCARDER:
        return (own,)
    return (Due(source, 2 * own.points, f"({own.formula}) x 2"),)


def _in_order(dues: Iterable[Due]) -> tuple[Due, ...]:
    return tuple(sorted(dues, key=lambda due: due.seat))


def _all_shares(source: int, shares: Mapping[int, Due]) -> Due:
    """Makes one seat pay what the three owe together."""
    formulas = Counter(share.formula for share in _in_order(shares.values()))
    terms = [f"({text}) x {n}" if n > 1 else text for text, n in formulas.items()]
    return Due(source, sum(share.points for share in shares.values()), " + ".join(terms))


@dataclass(frozen=True, slots=True, kw_only=True)
class Additive:
    """The sum, once or twice, and the special (F22, S12).

    A seat owes `sum x times + special`; a win on a discard by a special of `always_drawn` is
    counted with the times of a self-draw.
    """

    discard_times: int = 1
    draw_times: int = 2
    always_drawn: frozenset[str] = frozenset()
    discard_payer: DiscardPayer = DiscardPayer.ALL

    def __call__(self, takings: Takings) -> Bill:
        """Returns the bill."""
        lines = _counted(takings)
        doubled = takings.drawn or takings.special in self.always_drawn
        times = self.draw_times if doubled else self.discard_times
        shares = {}
        streak = 0
        for seat in _others(takings.winner):
            owed = _streak(takings, seat)
            streak = max(streak, owed)
            counted = [*(line.points for line in lines), owed]
            shares[seat] = Due(seat, *_times(counted, times, takings.special_points))
        items = list(lines)
        if streak:
            items.append(Item("streak", streak, streak))
        if takings.special is not None:
            items.append(Item(takings.special, 1, takings.special_points))
        return Bill(items=tuple(items), dues=_settle(takings, shares, self.discard_payer))


@dataclass(frozen=True, slots=True, kw_only=True)
class Multiplied:
    """The sum times a number by the way of winning; no specials (F24).

    The discarder pays `discarder_adds` more.
    """

    times: Mapping[str, int] = field(
        default_factory=lambda: {
            "discard": 1,
            "rob_kong": 1,
            "heavenly": 2,
            "rob_gold": 2,
            "three_golds": 2,
            "self_draw": 2,
            "tour": 4,
            "double_tour": 8,
            "triple_tour": 16,
        }
    )
    discarder_adds: int = 1
    discard_payer: DiscardPayer = DiscardPayer.ALL

    def __call__(self, takings: Takings) -> Bill:
        """Returns the bill."""
        row, times, passed = _dearest(self.times, takings.rows)
        lines = _counted(takings)
        shares = {}
        streak = 0
        for seat in _others(takings.winner):
            owed = _streak(takings, seat)
            streak = max(streak, owed)
            counted = [*(line.points for line in lines), owed]
            extra = self.discarder_adds if seat == takings.source and not takings.drawn else 0
            shares[seat] = Due(seat, *_times(counted, times, extra))
        items = list(lines)
        if streak:
            items.append(Item("streak", streak, streak))
        dues = _settle(takings, shares, self.discard_payer)
        return Bill(items=tuple(items), dues=dues, row=row, passed_over=passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubling:
    """The dearest row of a table, doubled where payer or winner is the dealer (L15).

    The discarder pays `discarder_adds` more, which is not doubled. With `maker_pays` the maker of a
    robbed kong alone pays (L11).
    """

    rows: Mapping[str, int]
    discarder_adds: int = 1
    dealer_doubles: bool = True
    maker_pays: bool = False

    def __call__(self, takings: Takings) -> Bill:
        """Returns the bill."""
        row, points, passed = _dearest(self.rows, takings.rows)
        dues = []
        for seat in _others(takings.winner):
            if self.maker_pays and row == "rob_kong" and seat != takings.source:
                continue
            owed, formula = points, str(points)
            if self.dealer_doubles and takings.dealer in {seat, takings.winner}:
                owed, formula = 2 * owed, f"{formula} x 2"
            if row == "discard" and seat == takings.source:
                owed, formula = owed + self.discarder_adds, f"{formula} + {self.discarder_adds}"
            dues.append(Due(seat, owed, formula))
        item = Item(row, 1, points)
        return Bill(items=(item,), dues=_in_order(dues), row=row, passed_over=passed)


def _dearest(table: Mapping[str, int], rows: frozenset[str]) -> tuple[str, int, tuple[str, ...]]:
    """Returns the dearest row that fits, its value, and the others that fit but plain self-draw."""
    fitting = [name for name in table if name in rows]
    best = max(fitting, key=table.__getitem__)
    passed = tuple(name for name in fitting if name not in {best, "self_draw"})
    return best, table[best], passed
