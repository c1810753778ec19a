"""Kongs and flower kongs are paid for while the deal goes on (L4, L5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from goldsparrow.rules.clause import Clause


@dataclass(frozen=True, slots=True, kw_only=True)
class InstantPayments(Clause):
    """Kongs and flower kongs 花杠 are paid by the other seats (L4, L5).

    Points are per other seat, doubled with `dealer_doubles` where payer or receiver is the dealer.
    `eight_flowers` is how many kongs all eight flowers are in all. With `at_settlement` the kongs
    are paid when the deal ends instead of at once. With `discarder_pays` an exposed kong is paid by
    its discarder alone.
    """

    exposed_kong: int = 1
    concealed_kong: int = 2
    flower_kong: int = 1
    eight_flowers: int = 5
    dealer_doubles: bool = True
    at_settlement: bool = False
    discarder_pays: bool = False

    key: ClassVar[str] = "instant_payments"
