"""Readiness: between deals the table waits for its seats, and fixes the seed before they add to it.

C2: a deal begins when all four are ready.
"""

from __future__ import annotations

from typing import Final

from goldsparrow.server.asking import Asking
from goldsparrow.server.connection import Connection
from goldsparrow.server.desk import Desk
from goldsparrow.server.entries import AnyEntry, Begun, Piloted, Readied, Sealed
from goldsparrow.server.protocol import Error, Ready, ReadyCheck, encode
from goldsparrow.server.showing import Showing

READY_SECONDS: Final = 30.0
"""How long the others have once the first person is ready."""


class Readiness:
    """Who is ready for the next deal.

    Attributes:
        due: when the deal begins without those who are not ready; None where nobody is yet.
    """

    def __init__(self, desk: Desk, showing: Showing, asking: Asking) -> None:
        self._desk = desk
        self._showing = showing
        self._asking = asking
        self.due: float | None = None

    @property
    def waiting(self) -> bool:
        """Whether the table waits for seats to be ready, and the viewers know it."""
        return self._desk.state.phase == "ready" and not self._showing.behind

    def frame(self) -> ReadyCheck:
        """Who is ready, and how long the others still have."""
        state = self._desk.state
        remaining = None
        if self.due is not None:
            remaining = max(0, round((self.due - self._desk.now()) * 1000))
        return ReadyCheck(state.number, remaining, state.commitment, state.ready)

    async def check(self) -> None:
        """Waits for the seats to be ready; fixes the server's seed before they add bytes."""
        state = self._desk.state
        if state.phase != "ready":
            self.due = None
            return
        if state.number not in state.seeds:
            await self._desk.commit(Sealed(state.number, self._desk.world.new_seed().hex()))
            self._desk.to_all(encode(self.frame()))
            self._desk.show_presence()
        ready = state.ready
        people = state.seats.people
        waiting = [s for s in people if not ready[s] and not state.seats[s].autopilot]
        if not any(ready[seat] for seat in people):
            # Bots do not play on while nobody wants to: the table rests.
            self.due = None
        elif not waiting:
            await self.begin()
        elif self.due is None:
            self.due = self._desk.now() + READY_SECONDS
            self._desk.to_all(encode(self.frame()))

    async def readied(self, connection: Connection, seat: int, frame: Ready) -> None:
        """A person is ready."""
        state = self._desk.state
        if not self.waiting:
            connection.send(Error("not_now", "no deal is waiting to begin", "ready"))
            return
        if state.ready[seat]:
            connection.send(self.frame())
            return
        entries: list[AnyEntry] = [Readied(seat, state.number, frame.entropy)]
        if state.seats[seat].autopilot:
            entries.append(Piloted(seat, on=False))
        await self._desk.commit(*entries)
        self._desk.to_all(encode(self.frame()))
        self._desk.show_presence()
        await self.check()

    async def begin(self) -> None:
        """Begins the deal."""
        self.due = None
        state = self._desk.state
        if state.phase != "ready":
            return
        self._asking.new_deal()
        lines = await self._desk.commit(Begun(state.number))
        self._showing.not_before = 0.0
        self._showing.schedule(lines)
        self._desk.show_presence()
        await self._desk.go_on()
