"""Seating: who takes a seat, gives it back, or lets the autopilot play for them (C14)."""

from __future__ import annotations

from goldsparrow.server.asking import Asking
from goldsparrow.server.desk import Desk
from goldsparrow.server.entries import Filled, Piloted, Sat, Stood
from goldsparrow.server.greeting import Greeting
from goldsparrow.server.readiness import Readiness
from goldsparrow.server.seats import Guest, SeatError


class Seating:
    """Changes who plays on which seat."""

    def __init__(
        self, desk: Desk, asking: Asking, readiness: Readiness, greeting: Greeting
    ) -> None:
        self._desk = desk
        self._asking = asking
        self._readiness = readiness
        self._greeting = greeting

    async def join(self, guest: Guest, wanted: int | None) -> int:
        """A person sits down; the same seat again for who sits already.

        Raises:
            SeatError: no such seat is open.
        """
        state = self._desk.state
        seat = state.seats.of(guest.id)
        if seat is not None:
            return seat
        if state.phase == "over" or state.match is not None:
            raise SeatError("started", "the match has begun; its seats are taken")
        seat = state.seats.free(wanted)
        watched = state.watched
        await self._desk.commit(Sat(seat, guest.id, guest.name))
        for connection in list(self._desk.connections):
            # The newcomer's own sockets were watchers', and watchers may have other eyes now.
            if connection.seat is None and (
                connection.guest == guest.id or state.watched != watched
            ):
                self._greeting.greet(connection, None)
        self._desk.show_presence()
        await self._desk.go_on()
        return seat

    async def fill(self, guest: Guest, bot: str) -> None:
        """Bots take the open seats.

        Raises:
            SeatError: the guest does not sit here, or there is no such bot.
        """
        state = self._desk.state
        players = self._desk.world.players
        if state.seats.of(guest.id) is None:
            raise SeatError("no_seat", "only somebody at the table may seat bots")
        if bot not in players:
            known = ", ".join(sorted(players))
            raise SeatError("no_such_bot", f"no such bot: {bot!r}; expected one of {known}")
        entries = [
            Filled(seat, bot)
            for seat, chair in enumerate(state.seats.chairs)
            if chair.kind == "open"
        ]
        if entries:
            await self._desk.commit(*entries)
        self._desk.show_presence()
        await self._desk.go_on()

    async def pilot(self, seat: int, *, on: bool) -> None:
        """Hands a seat to the autopilot or takes it back (C14)."""
        self._asking.no_change(seat)
        if self._desk.state.seats[seat].autopilot == on or self._desk.phase == "over":
            return
        await self._desk.commit(Piloted(seat, on))
        self._desk.show_presence()
        self._asking.piloted(seat, on=on)
        # Who is played for is waited for no longer, neither to be ready nor to see the opening.
        await self._desk.go_on()

    async def leave(self, seat: int) -> None:
        """Before the match a seat becomes free again; during it the autopilot plays (C14)."""
        if self._desk.state.match is not None:
            await self.pilot(seat, on=True)
            return
        watched = self._desk.state.watched
        await self._desk.commit(Stood(seat))
        for connection in list(self._desk.connections):
            if connection.seat == seat or (connection.seat is None and seat == watched):
                self._greeting.greet(connection, None)
        self._desk.show_presence()
        await self._readiness.check()
