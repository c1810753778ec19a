"""A room runs one table: its task is the only writer, everyone else sends it messages.

What comes in is checked, applied to the table's state and stored, and only then acknowledged and
shown. The jobs are done by parts, which `desk` lists; the room calls them when it is their turn.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal, TypeVar

import msgspec

from goldsparrow.errors import GoldSparrowError
from goldsparrow.events import decode as decode_event
from goldsparrow.game.record import is_said
from goldsparrow.server.asking import Asking
from goldsparrow.server.ballot import Balloting
from goldsparrow.server.clock import Alarm
from goldsparrow.server.connection import DEAR, FAULT_CODE, TOO_MANY_CODE, WARNINGS, Connection
from goldsparrow.server.desk import Desk, Message
from goldsparrow.server.entries import Stopped, decode_entry, decode_setup
from goldsparrow.server.greeting import Greeting
from goldsparrow.server.protocol import (
    Answer,
    AnyClientFrame,
    Autopilot,
    Error,
    FrameError,
    Hint,
    Leave,
    Ping,
    PingAnswer,
    Ready,
    SeatState,
    Seen,
    Vote,
    decode,
)
from goldsparrow.server.readiness import Readiness
from goldsparrow.server.seating import Seating
from goldsparrow.server.seats import Guest, SeatError
from goldsparrow.server.showing import Showing
from goldsparrow.server.state import Line, Phase, ReplayError, TableState
from goldsparrow.server.store import Stored
from goldsparrow.server.world import World

LOG: Final = logging.getLogger("goldsparrow.room")

_T = TypeVar("_T")


class Room:
    """One running table.

    Attributes:
        closed: whether the room takes no more messages; the hall then makes a new one from the log.
    """

    def __init__(self, world: World, state: TableState, *, entries: int = 0) -> None:
        """Takes a table's state that was folded from `entries` entries."""
        self.world = world
        self.state = state
        self.closed = False
        desk = Desk(world, state, entries, put=self._put, go_on=self._go_on)
        self._desk = desk
        self._showing = Showing(desk)
        self._asking = Asking(desk, self._showing)
        self._readiness = Readiness(desk, self._showing, self._asking)
        self._greeting = Greeting(desk, self._asking, self._readiness)
        self._seating = Seating(desk, self._asking, self._readiness, self._greeting)
        self._balloting = Balloting(desk, self._asking, self._greeting)
        self._known: set[Connection] = set()
        self._calls: set[asyncio.Future[Any]] = set()
        self._empty_since: float | None = None
        self._inbox: asyncio.Queue[Message | None] = asyncio.Queue()
        self._alarm: Alarm | None = None
        self._alarm_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def revive(cls, world: World, stored: Stored) -> Room:
        """The room of a table as its log says; clocks start again in full.

        Raises:
            ReplayError: these rules do not play the log again as it was.
        """
        state = TableState(
            stored.table, decode_setup(stored.setup), shuffler=world.shuffler, hints=world.hints
        )
        seq = 0
        try:
            for text in stored.entries:
                for line in state.apply(decode_entry(text)):
                    if not _is_kept(stored.events, line):
                        raise ReplayError(f"event {line.seq} of table {stored.table} differs")
                    seq = line.seq
        except (GoldSparrowError, msgspec.MsgspecError, AssertionError) as error:
            raise ReplayError(f"table {stored.table} cannot go on: {error}") from error
        if seq != len(stored.events):
            raise ReplayError(f"table {stored.table} has events that do not follow")
        return cls(world, state, entries=len(stored.entries))

    # --- from outside ------------------------------------------------------------------------

    def start(self) -> None:
        """Starts the room's task."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.state.table}")
        self._put(self._wake_up)

    async def stop(self) -> None:
        """Ends the task; the table goes on from its log another time."""
        self.closed = True
        self._inbox.put_nowait(None)
        if self._task is not None:
            await self._task

    async def idle(self) -> None:
        """Waits until every message that came so far is dealt with."""
        await self._inbox.join()

    @property
    def dormant(self) -> bool:
        """Whether nobody is here and nothing will happen by itself before the match is given up."""
        return (
            not self._known
            and self._inbox.empty()
            and not self._showing.behind
            and self._asking.resting
            and self._readiness.due is None
        )

    @property
    def connections(self) -> set[Connection]:
        """Everyone who is here."""
        return self._desk.connections

    @property
    def shown(self) -> int:
        """The newest event that everyone at the table has been shown."""
        return self._desk.shown

    def shown_to(self, guest: str | None) -> int | None:
        """The newest event that a guest, or a stranger, has been shown; None who may not watch."""
        if self.state.seats.of(guest) is not None:
            return self.shown
        if self.state.setup.settings.spectators == "off":
            return None
        return self.shown if self.phase == "over" else min(self.shown, self._desk.gallery.seq)

    @property
    def phase(self) -> Phase:
        """The phase as the viewers know it; what is stored may be ahead of what is shown."""
        return self._desk.phase

    def seat_states(self) -> tuple[SeatState, SeatState, SeatState, SeatState]:
        """Who sits where."""
        return self._desk.seat_states()

    def connect(self, connection: Connection, after: int | None) -> bool:
        """A viewer came; False where the room is closed and a new one has to be found."""
        if self.closed:
            return False
        self._known.add(connection)
        self._put(lambda: self._connected(connection, after))
        return True

    def disconnect(self, connection: Connection) -> None:
        """A viewer went."""
        self._known.discard(connection)
        self._put(lambda: self._disconnected(connection))

    def receive(self, connection: Connection, text: str | None) -> None:
        """A frame came from a viewer; bad ones are answered without troubling the table.

        `text` is None for a binary frame.
        """
        if connection.closing is not None or not _allowed(connection):
            return
        if text is None:
            connection.send(Error("malformed", "expected a text frame", "(binary)"))
            return
        try:
            frame = decode(text)
        except FrameError as error:
            connection.send(error.frame)
            return
        if isinstance(frame, Ping):
            connection.send(PingAnswer(frame.n))
            return
        if isinstance(frame, Autopilot | Vote | Leave) and not _allowed(connection, DEAR - 1):
            return
        self._put(lambda: self._received(connection, frame))

    async def join(self, guest: Guest, seat: int | None) -> int:
        """A person sits down; the same seat again for who sits already.

        Raises:
            SeatError: no such seat is open.
        """
        return await self._call(lambda: self._seating.join(guest, seat))

    async def fill(self, guest: Guest, bot: str) -> None:
        """Bots take the open seats; whoever sits at the table may ask for it.

        Raises:
            SeatError: the guest does not sit here, or there is no such bot.
        """
        await self._call(lambda: self._seating.fill(guest, bot))

    # --- the task ----------------------------------------------------------------------------

    def _put(self, message: Message) -> None:
        if not self.closed:
            self._inbox.put_nowait(message)

    async def _call(self, work: Callable[[], Awaitable[_T]]) -> _T:
        if self.closed:
            raise SeatError("restarting", "the table is being restarted; try again")
        done: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._calls.add(done)
        done.add_done_callback(self._calls.discard)

        async def message() -> None:
            try:
                result = await work()
            except GoldSparrowError as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self._put(message)
        return await done

    async def _run(self) -> None:
        try:
            while True:
                message = await self._inbox.get()
                try:
                    if message is None:
                        return
                    await message()
                    if self._inbox.empty():
                        self._arm()
                finally:
                    self._inbox.task_done()
        except Exception:
            # What is stored is sound: the next visitor finds the table as the log has it.
            LOG.exception("table %s stopped", self.state.table)
        finally:
            self.closed = True
            self._let_go()

    def _let_go(self) -> None:
        """Ends everything that waits for this room."""
        for connection in self._known:
            connection.close(FAULT_CODE)
        for done in list(self._calls):
            # Whoever asked may have gone, and its call with it.
            if not done.done():
                done.set_exception(
                    SeatError("restarting", "the table is being restarted; try again")
                )
        if self._alarm is not None:
            self._alarm.cancel()
        self._asking.stop_thinking()
        while not self._inbox.empty():
            self._inbox.get_nowait()
            self._inbox.task_done()

    # --- what happens by itself --------------------------------------------------------------

    def _arm(self) -> None:
        """Sets the alarm for the next thing that happens by itself."""
        moments = [self._asking.next_moment, self._readiness.due, self._desk.gallery.due]
        if self._showing.behind or self._asking.unasked() or self._asking.owes:
            moments.append(self._showing.not_before)
        if self._empty_since is not None and self.state.phase != "over":
            moments.append(self._empty_since + self.world.abandon_seconds)
        moment = min((each for each in moments if each is not None), default=None)
        if moment == self._alarm_at:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm_at = moment
        self._alarm = None if moment is None else self.world.clock.call_at(moment, self._ring)

    def _ring(self) -> None:
        self._alarm = self._alarm_at = None
        self._put(self._tick)

    async def _wake_up(self) -> None:
        self._desk.gallery.open(self.world.clock.now())
        if not self.connections:
            self._empty_since = self.world.clock.now()
        await self._balloting.check()
        await self._go_on()

    async def _tick(self) -> None:
        now = self.world.clock.now()
        self._desk.gallery.show_due(self.connections, now)
        await self._go_on()
        await self._asking.choose_due(now)
        if self._readiness.due is not None and self._readiness.due <= now:
            await self._readiness.begin()
        await self._balloting.check()
        if (
            self._empty_since is not None
            and self._empty_since + self.world.abandon_seconds <= now
            and self.state.phase != "over"
        ):
            await self._stop_match("abandoned")

    async def _go_on(self) -> None:
        """Shows what is due; when everything is shown, asks what is to be asked."""
        now = self.world.clock.now()
        while (lines := self._showing.next_due(now)) is not None:
            self._asking.tell_owed()
            self._asking.close_overtaken()
            self._showing.show(lines)
        if not self._showing.resting:
            self._asking.tell_owed()
        if self._showing.behind:
            return
        await self._asking.change_pilots()
        if self.state.phase == "playing":
            self._asking.ask()
        elif self.state.phase in {"ready", "gathering"}:
            self._asking.no_turn()
            await self._readiness.check()
        elif self.connections:
            # Nothing is secret any more.
            self._desk.gallery.show_due(self.connections, None)
            for connection in list(self.connections):
                self._greeting.part(connection)

    async def _stop_match(self, reason: Literal["abandoned", "rules_changed"]) -> None:
        await self._desk.commit(Stopped(reason))
        self._asking.close_all()
        self._showing.drop()
        await self._go_on()

    # --- viewers -----------------------------------------------------------------------------

    async def _connected(self, connection: Connection, after: int | None) -> None:
        self._greeting.greet(connection, after)
        if connection not in self.connections:
            return
        self._empty_since = None
        self._balloting.greet(connection)
        await self._balloting.check()

    async def _disconnected(self, connection: Connection) -> None:
        self.connections.discard(connection)
        seat = connection.seat
        if seat is not None and seat not in self._desk.present():
            self._desk.show_presence()
            self._asking.gone(seat)
            await self._balloting.check()
            # Who has gone is no longer waited for to have seen the opening.
            await self._go_on()
        if not self._desk.present() and self._empty_since is None:
            self._empty_since = self.world.clock.now()

    async def _received(self, connection: Connection, frame: AnyClientFrame) -> None:
        seat = connection.seat
        if connection not in self.connections:
            return
        if seat is None:
            connection.send(Error("no_seat", "a watcher may only watch", type(frame).__name__))
        elif isinstance(frame, Answer):
            await self._asking.answered(connection, seat, frame)
        elif isinstance(frame, Seen):
            self._showing.seen(seat, frame.seq)
            await self._go_on()
        elif isinstance(frame, Ready):
            await self._readiness.readied(connection, seat, frame)
        elif isinstance(frame, Hint):
            self._asking.advise(connection, seat, frame)
        elif isinstance(frame, Autopilot):
            await self._seating.pilot(seat, on=frame.on)
        elif isinstance(frame, Vote):
            await self._balloting.vote(connection, seat, frame)
        elif isinstance(frame, Leave):
            await self._seating.leave(seat)
        # Whoever plays again is back, and whoever hands over is away.
        await self._balloting.check()


def _allowed(connection: Connection, count: float = 1) -> bool:
    """Takes from a viewer's allowance; says so, and at last closes, where nothing is left."""
    allowance = connection.allowance
    if allowance.take(count):
        return True
    if allowance.excess > WARNINGS:
        connection.close(TOO_MANY_CODE)
    else:
        connection.send(Error("too_many", "too many frames; slow down", ""))
    return False


def _is_kept(events: tuple[str, ...], line: Line) -> bool:
    """Whether an event stands in its place, perhaps as it was told before a field was added."""
    if line.seq > len(events):
        return False
    text = events[line.seq - 1]
    return text == line.body or is_said(decode_event(text), line.event)
