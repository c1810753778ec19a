"""One socket: a bounded queue out, a measured stream in.

A room never waits for a socket. What a slow client has not taken yet is kept up to a limit; beyond
it the socket is dropped, and the client comes back with the last number it has seen.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from goldsparrow.server.clock import Clock
from goldsparrow.server.protocol import AnyServerFrame, encode

QUEUE_FRAMES: Final = 256
QUEUE_CHARACTERS: Final = 512 * 1024
RATE: Final = 20.0
"""Frames a second that a client may send in the long run."""
BURST: Final = 40.0
"""Frames that it may send at once."""
DEAR: Final = 10.0
"""What costs as much as so many frames: coming, going and handing over, as everyone is told."""
GUESTS_COUNTED: Final = 10_000
WARNINGS: Final = 5
"""Frames above the rate that are answered with an error before the socket is closed."""

REPLACED_CODE: Final = 4001
OVER_CODE: Final = 4010
TOO_SLOW_CODE: Final = 4008
TOO_MANY_CODE: Final = 4029
NO_TABLE_CODE: Final = 4004
NOT_ALLOWED_CODE: Final = 4003
FAULT_CODE: Final = 1011

_NUMBERS: Final = itertools.count()

Sender = Callable[[str], Awaitable[None]]


class Allowance:
    """A bucket that fills with time and from which every frame takes one."""

    def __init__(self, clock: Clock, rate: float = RATE, burst: float = BURST) -> None:
        self._clock = clock
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = clock.now()
        self.excess = 0
        """How many frames came above the allowance since it was last full."""

    @property
    def full(self) -> bool:
        """Whether nothing is missing from it."""
        return self._left + (self._clock.now() - self._at) * self._rate >= self._burst

    def take(self, count: float = 1) -> bool:
        """Whether one more frame, or something as dear as `count` frames, is within it."""
        now = self._clock.now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= self._burst:
            self.excess = 0
        if self._left >= count:
            self._left -= count
            return True
        self.excess += 1
        return False

    def give_back(self) -> None:
        """Returns what a frame took that the table had asked for: that is never a flood."""
        self._left = min(self._burst, self._left + 1)


class Allowances:
    """One allowance a guest, whatever sockets and requests they spread what they send over."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: dict[str, Allowance] = {}

    def of(self, guest: str | None) -> Allowance:
        """A guest's allowance; a stranger has a new one every time."""
        if guest is None:
            return Allowance(self._clock)
        found = self._known.get(guest)
        if found is None:
            if len(self._known) >= GUESTS_COUNTED:
                # A full one is like a new one.
                self._known = {key: each for key, each in self._known.items() if not each.full}
            found = self._known[guest] = Allowance(self._clock)
        return found


class Connection:
    """A viewer of a table: a seat's socket, or a watcher's where `seat` is None."""

    def __init__(
        self,
        guest: str | None,
        clock: Clock,
        *,
        batch: bool = False,
        allowance: Allowance | None = None,
    ) -> None:
        self.guest = guest
        self.number = next(_NUMBERS)
        """Grows with every connection: the lowest is the oldest."""
        self.batch = batch
        """Whether frames that are due together may share a message, one a line."""
        self.seat: int | None = None
        self.allowance = allowance or Allowance(clock)
        self.closing: int | None = None
        """The close code once the socket is to be closed."""
        self.on_overflow: Callable[[], object] = lambda: None
        """Ends a sending that waits for a client that takes nothing."""
        self._queue: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()

    def push(self, text: str) -> None:
        """Sends a frame's text soon, or drops the connection where too much waits already."""
        if self.closing is not None:
            return
        self._queue.append(text)
        self._size += len(text)
        if len(self._queue) > QUEUE_FRAMES or self._size > QUEUE_CHARACTERS:
            self._queue.clear()
            self.close(TOO_SLOW_CODE)
            self.on_overflow()
        self._wake.set()

    def send(self, frame: AnyServerFrame) -> None:
        """Sends a frame soon."""
        self.push(encode(frame))

    def close(self, code: int) -> None:
        """Closes the socket after what waits in the queue."""
        if self.closing is None:
            self.closing = code
            self._wake.set()

    async def drain(self, send: Sender) -> int:
        """Sends what is pushed until the connection closes; returns the close code."""
        while True:
            while self._queue:
                if self.batch:
                    text = "\n".join(self._queue)
                    self._queue.clear()
                    self._size = 0
                else:
                    text = self._queue.popleft()
                    self._size -= len(text)
                await send(text)
            if self.closing is not None:
                return self.closing
            self._wake.clear()
            await self._wake.wait()
