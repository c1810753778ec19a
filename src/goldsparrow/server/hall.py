"""The hall: every table that this server runs, made, found, brought back and put away."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import Final

from goldsparrow.errors import GoldSparrowError
from goldsparrow.server.connection import Allowances
from goldsparrow.server.entries import Sat, Setup, Stopped, encode_entry
from goldsparrow.server.room import Room
from goldsparrow.server.seats import Guest, SeatError
from goldsparrow.server.state import ReplayError, TableState
from goldsparrow.server.store import Append, Stored
from goldsparrow.server.world import World

LOG: Final = logging.getLogger("goldsparrow.hall")

TABLES_A_GUEST: Final = 100
"""Tables that are not over which one guest may have set up."""
SWEEP_SECONDS: Final = 60.0
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No letters that look alike: people read a table's name to each other."""


class NoTable(GoldSparrowError, LookupError):
    """Raised for a table that does not exist."""


class Hall:
    """The rooms of this process.

    A table without a room is woken from the log when somebody comes; a room that nobody needs is
    put away, so that thousands of waiting or finished tables cost nothing.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.allowances = Allowances(world.clock)
        self.rooms: dict[str, Room] = {}
        self._waking: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begins to look after the tables."""
        self._sweeper = asyncio.create_task(self._keep_sweeping(), name="sweep")

    async def close(self) -> None:
        """Stops all rooms; their tables go on when the server runs again."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        for room in list(self.rooms.values()):
            await room.stop()
        self.rooms.clear()

    async def create(self, setup: Setup, host: Guest, seat: int | None) -> str:
        """Sets a table up; the host takes `seat` unless it is None.

        Raises:
            SeatError: the host has too many tables that are not over.
        """
        table = "".join(secrets.choice(_ALPHABET) for _ in range(10))
        state = TableState(table, setup, shuffler=self.world.shuffler, hints=self.world.hints)
        kept = await self.world.store.create_table(
            table, encode_entry(setup), host.id, most=TABLES_A_GUEST
        )
        if not kept:
            raise SeatError(
                "too_many_tables", f"one guest may have {TABLES_A_GUEST} open tables at most"
            )
        entries = 0
        if seat is not None:
            sat = Sat(seat, host.id, host.name)
            state.apply(sat)
            await self.world.store.append(Append(table, 0, (encode_entry(sat),)))
            entries = 1
        self._run(Room(self.world, state, entries=entries))
        return table

    async def room(self, table: str) -> Room:
        """The room of a table, brought back from the log where it is not running.

        Raises:
            NoTable: there is no such table.
            ReplayError: these rules do not play the table's log again as it was.
        """
        room = self.rooms.get(table)
        if room is not None and not room.closed:
            return room
        waking = self._waking.get(table)
        if waking is None:
            # Whoever comes meanwhile waits for the same room.
            waking = asyncio.create_task(self._wake(table))
            self._waking[table] = waking
            waking.add_done_callback(lambda _: self._waking.pop(table, None))
        return await asyncio.shield(waking)

    def played_by(self, guest: str) -> tuple[str, ...]:
        """The running tables at which a guest sits and which nobody has been shown to be over."""
        return tuple(
            table
            for table, room in self.rooms.items()
            if room.phase != "over" and room.state.seats.of(guest) is not None
        )

    async def stored(self, table: str) -> Stored:
        """A table's log.

        Raises:
            NoTable: there is no such table.
        """
        stored = await self.world.store.load(table)
        if stored is None:
            raise NoTable(f"no such table: {table[:40]!r}")
        return stored

    async def _wake(self, table: str) -> Room:
        stored = await self.stored(table)
        # Playing a long match again takes a moment that other tables need not wait for.
        room = await asyncio.get_running_loop().run_in_executor(
            None, Room.revive, self.world, stored
        )
        self._run(room)
        return room

    def _run(self, room: Room) -> None:
        self.rooms[room.state.table] = room
        room.start()

    async def _keep_sweeping(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception:
                LOG.exception("sweeping failed; the next one comes")
            await asyncio.sleep(SWEEP_SECONDS)

    async def sweep(self) -> None:
        """Puts rooms away that nobody needs, and ends matches that nobody comes back to."""
        for table, room in list(self.rooms.items()):
            if room.closed or room.dormant:
                del self.rooms[table]
                await room.stop()
        before = time.time() - self.world.abandon_seconds
        for table in await self.world.store.untouched(before):
            if table not in self.rooms and table not in self._waking:
                stored = await self.stored(table)
                await self.world.store.append(
                    Append(
                        table,
                        len(stored.entries),
                        (encode_entry(Stopped("abandoned")),),
                        over=True,
                    )
                )


__all__ = ["Hall", "NoTable", "ReplayError"]
