"""Time: the clock that a table runs by, and the deadline of a question.

A table asks its clock and never the system, so that tests can let time pass at will.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable
from typing import Protocol

import msgspec


class Alarm(Protocol):
    """A call that is due later."""

    def cancel(self) -> None:
        """Makes sure that the call does not happen."""


class Clock(Protocol):
    """Seconds that only go forward, and calls at a later moment."""

    def now(self) -> float:
        """The present moment in seconds."""

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Calls at a moment, or soon where that moment has passed."""


class LoopClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        """The loop's time in seconds."""
        return asyncio.get_running_loop().time()

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Calls from the running loop."""
        return asyncio.get_running_loop().call_at(when, call)


class FakeAlarm:
    """An alarm of the fake clock."""

    __slots__ = ("call", "cancelled")

    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        """Makes sure that the call does not happen."""
        self.cancelled = True


class FakeClock:
    """A clock that stands still until it is told how much time passes."""

    def __init__(self) -> None:
        self._now = 0.0
        self._alarms: list[tuple[float, int, FakeAlarm]] = []
        self._count = itertools.count()

    def now(self) -> float:
        """The moment at which the clock stands."""
        return self._now

    def call_at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Keeps a call for `step`."""
        alarm = FakeAlarm(call)
        heapq.heappush(self._alarms, (when, next(self._count), alarm))
        return alarm

    def step(self, until: float) -> bool:
        """Goes to the next alarm and makes its call, or to `until` where none comes before."""
        while self._alarms and self._alarms[0][0] <= until:
            when, _, alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                self._now = max(self._now, when)
                alarm.call()
                return True
        self._now = max(self._now, until)
        return False


class Deadline(msgspec.Struct, frozen=True):
    """When a question's time is up: `seconds` from `asked` on, then the `bank` of extra time.

    `seconds` is None where time is off.
    """

    asked: float
    seconds: float | None
    bank: float = 0.0

    @property
    def due(self) -> float | None:
        """The moment at which the table answers, None where it never does."""
        return None if self.seconds is None else self.asked + self.seconds + self.bank

    def remaining_ms(self, now: float) -> int | None:
        """What is left of the ordinary time, never below zero."""
        if self.seconds is None:
            return None
        return max(0, round((self.asked + self.seconds - now) * 1000))

    def bank_ms(self, now: float) -> int | None:
        """What would be left of the extra time if the answer came now."""
        if self.seconds is None:
            return None
        over = max(0.0, now - self.asked - self.seconds)
        return max(0, round((self.bank - over) * 1000))

    @property
    def total_ms(self) -> int | None:
        """The ordinary time as a whole."""
        return None if self.seconds is None else round(self.seconds * 1000)
