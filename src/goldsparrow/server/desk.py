"""The desk: what the parts of a room have in common, which are its table, its log and its viewers.

A room is made of parts that each do one job: `showing` the events, `asking` for moves, bots
`thinking`, `readiness` between deals, `greeting` whoever comes, `seating`, and `ballot` votes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from goldsparrow.server.connection import Connection
from goldsparrow.server.entries import AnyEntry, encode_entry
from goldsparrow.server.gallery import Gallery
from goldsparrow.server.protocol import Presence, SeatState, encode
from goldsparrow.server.state import Line, Phase, TableState
from goldsparrow.server.store import Append
from goldsparrow.server.world import World

Message: TypeAlias = Callable[[], Awaitable[None]]


class Desk:
    """One table's state, log and viewers.

    Attributes:
        connections: everyone who has been greeted and is still here.
        shown: the newest event that everyone has been shown; what is stored may be ahead of it.
        put: hands a message to the room's task.
        go_on: shows what is due, then asks what is to be asked.
    """

    def __init__(
        self,
        world: World,
        state: TableState,
        entries: int,
        *,
        put: Callable[[Message], None],
        go_on: Callable[[], Awaitable[None]],
    ) -> None:
        self.world = world
        self.state = state
        self.connections: set[Connection] = set()
        self.gallery = Gallery(state)
        self.shown = state.seq
        self.put = put
        self.go_on = go_on
        self._entries = entries
        self._presence = ""

    def now(self) -> float:
        """The present moment by the table's clock."""
        return self.world.clock.now()

    @property
    def phase(self) -> Phase:
        """The phase as the viewers know it: a deal whose end is not shown yet is still played."""
        if self.shown < self.state.seq and self.state.stopped is None:
            return "playing"
        return self.state.phase

    async def commit(self, *entries: AnyEntry) -> list[Line]:
        """Applies entries and stores them with the events that follow; then they are facts."""
        lines = [line for entry in entries for line in self.state.apply(entry)]
        await self.world.store.append(
            Append(
                table=self.state.table,
                number=self._entries,
                entries=tuple(encode_entry(entry) for entry in entries),
                seq=lines[0].seq if lines else 0,
                events=tuple(line.body for line in lines),
                over=self.state.phase == "over",
            )
        )
        self._entries += len(entries)
        return lines

    # --- viewers -----------------------------------------------------------------------------

    def present(self) -> set[int]:
        """The seats whose people are connected."""
        return {c.seat for c in self.connections if c.seat is not None}

    def attending(self) -> set[int]:
        """The seats whose people are connected and play themselves."""
        return {seat for seat in self.present() if not self.state.seats[seat].autopilot}

    def to_seat(self, seat: int, text: str) -> None:
        """Sends a frame's text to all sockets of a seat."""
        for connection in self.connections:
            if connection.seat == seat:
                connection.push(text)

    def to_all(self, text: str) -> None:
        """Sends a frame's text to everybody; to watchers when their time has come."""
        for connection in self.connections:
            if connection.seat is not None:
                connection.push(text)
        self.gallery.tell(self.connections, text, self.now())

    def seat_states(self) -> tuple[SeatState, SeatState, SeatState, SeatState]:
        """Who sits where."""
        return self.state.seats.states(self.present(), self.state.ready)

    def show_presence(self) -> bool:
        """Tells everybody who sits where, if that has changed since it was last told."""
        text = encode(Presence(self.seat_states()))
        if text == self._presence:
            return False
        self._presence = text
        self.to_all(text)
        return True
