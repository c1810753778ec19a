"""Kongs and flower kongs are paid for while the deal goes on (L4, L5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from goldsparrow.events import (
    AnyEvent,
    Draw,
    Flowers,
    Gold,
    Kong,
    Payment,
    Win,
)
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import Payments, transfer

_FIRST_KONG: Final = 4
_ALL: Final = 8


@dataclass(slots=True)
class Dues:
    """Flower kongs paid so far by seat, an added kong that may yet be robbed, and what is owed."""

    flower_kongs: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    added: Kong | None = None
    owed: list[Payment] = field(default_factory=list)

    def __copy__(self) -> Dues:
        return Dues(self.flower_kongs.copy(), self.added, self.owed.copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class InstantPayments(Clause):
    """Kongs and flower kongs 花杠 are paid by the other seats (L4, L5).

    Points are per other seat, doubled with `dealer_doubles` where payer or receiver is the dealer.
    `eight_flowers` is how many kongs all eight flowers are in all. With `at_settlement` the kongs
    are paid when somebody has won instead of at once, and a drawn deal pays none (L12). With
    `discarder_pays` an exposed kong is paid by its discarder alone.
    """

    exposed_kong: int = 1
    concealed_kong: int = 2
    flower_kong: int = 1
    eight_flowers: int = 5
    dealer_doubles: bool = True
    at_settlement: bool = False
    discarder_pays: bool = False

    key: ClassVar[str] = "instant_payments"

    def begin(self) -> Dues:
        """Returns the note: nothing is owed."""
        return Dues()

    def watch(self, note: Dues, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Pays flower kongs from the opening of the gold on, and kongs once they are formed."""
        if isinstance(event, Kong):
            if event.kind == "added":
                # It is formed only when its replacement is drawn: it may be robbed first (L11).
                note.added = event
                return ()
            return self._kong(note, table, event)
        if isinstance(event, Draw) and note.added is not None:
            formed, note.added = note.added, None
            return self._kong(note, table, formed)
        if isinstance(event, Gold):
            return [due for seat in range(4) for due in self._flower_kongs(note, table, seat)]
        if isinstance(event, Flowers) and table.gold >= 0:
            return self._flower_kongs(note, table, event.seat)
        if isinstance(event, Win):
            owed, note.owed = note.owed, []
            return owed
        return ()

    def _flower_kongs(self, note: Dues, table: ClauseTable, seat: int) -> list[Payment]:
        held = len(table.flowers[seat])
        kongs = self.eight_flowers if held == _ALL else max(0, held - _FIRST_KONG + 1)
        new = kongs - note.flower_kongs[seat]
        if new <= 0:
            return []
        note.flower_kongs[seat] = kongs
        return [Payment("flower_kong", self._from_all(table, seat, new * self.flower_kong))]

    def _kong(self, note: Dues, table: ClauseTable, kong: Kong) -> list[Payment]:
        concealed = kong.kind == "concealed"
        points = self.concealed_kong if concealed else self.exposed_kong
        if self.discarder_pays and kong.source is not None:
            each = points * self._times(table, kong.seat, kong.source)
            payments = transfer(kong.seat, {kong.source: each})
        else:
            payments = self._from_all(table, kong.seat, points)
        payment = Payment(f"{kong.kind}_kong", payments)
        if not self.at_settlement:
            return [payment]
        note.owed.append(payment)
        return []

    def _from_all(self, table: ClauseTable, seat: int, points: int) -> Payments:
        owed = {
            other: points * self._times(table, seat, other) for other in range(4) if other != seat
        }
        return transfer(seat, owed)

    def _times(self, table: ClauseTable, receiver: int, payer: int) -> int:
        return 2 if self.dealer_doubles and table.dealer in (receiver, payer) else 1
