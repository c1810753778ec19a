"""A room runs one table: its task is the only writer, everyone else sends it messages.

What comes in is checked, applied to the table's state and stored, and only then acknowledged and
shown. Events are shown at the table's pace, in segments; questions are asked when everything before
them has been shown.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from typing import Any, Final, Literal, TypeAlias, TypeVar

import msgspec

from goldsparrow.errors import GoldSparrowError, NotationError
from goldsparrow.game.record import deal_shuffle
from goldsparrow.game.view import View
from goldsparrow.moves import MOVES, ROB_GOLD, MoveSet, move_name, parse_move
from goldsparrow.players.player import Player
from goldsparrow.rules import differences
from goldsparrow.server.clock import Alarm, Clock, Deadline
from goldsparrow.server.connection import (
    FAULT_CODE,
    OVER_CODE,
    TOO_MANY_CODE,
    WARNINGS,
    Connection,
)
from goldsparrow.server.entries import (
    AnyEntry,
    Begun,
    Filled,
    Moved,
    Piloted,
    Readied,
    Sat,
    Sealed,
    Stood,
    Stopped,
    decode_entry,
    decode_setup,
    encode_entry,
)
from goldsparrow.server.pace import Pace
from goldsparrow.server.protocol import (
    Ack,
    Answer,
    AnyClientFrame,
    Autopilot,
    Closed,
    Error,
    FrameError,
    Leave,
    Ping,
    PingAnswer,
    Presence,
    QuestionClosed,
    Ready,
    ReadyCheck,
    RulesInForce,
    SeatState,
    Turn,
    Waits,
    WallNumbers,
    Welcome,
    decode,
    encode,
)
from goldsparrow.server.questions import HintBudget, default_of, question_frame, standing_waits
from goldsparrow.server.seats import Guest, SeatError
from goldsparrow.server.state import (
    Decision,
    Line,
    Phase,
    ReplayError,
    Shuffler,
    TableState,
)
from goldsparrow.server.store import Append, Store, Stored

LOG: Final = logging.getLogger("goldsparrow.room")

READY_SECONDS: Final = 30.0
"""How long the others have once the first person is ready."""
UNHURRIED_SECONDS: Final = 600.0
"""Where time is off: after how long the table chooses for a person whom others wait for."""
ABSENT_SECONDS: Final = 60.0
"""The same for a person who is not connected."""
WATCHERS: Final = 50

Players: TypeAlias = Mapping[str, Callable[[int], Player]]
_T = TypeVar("_T")


class World(msgspec.Struct, frozen=True, kw_only=True):
    """What all rooms of a server share."""

    store: Store
    clock: Clock
    pace: Pace
    players: Players
    workers: Executor
    """Where bots think, so that a slow one holds nobody up."""
    abandon_seconds: float = 24 * 3600.0
    """After how long without any person an unfinished match ends."""
    shuffler: Shuffler = deal_shuffle
    hints: HintBudget = msgspec.field(default_factory=lambda: HintBudget(time.perf_counter))
    new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    chance: random.Random = random.SystemRandom()
    """Only for the time that bots take; it knows nothing of any deal."""


class _Asked(msgspec.Struct):
    """A question that was shown, and when the table will answer it itself."""

    decision: Decision
    deadline: Deadline
    moment: float | None
    """When the table acts: at the deadline, or sooner for the autopilot."""
    by: Literal["deadline", "autopilot"]
    frame: Any


class _Segment(msgspec.Struct):
    """Events that are shown together, then the table rests."""

    lines: list[Line]
    rest: float


class Room:
    """One running table."""

    def __init__(self, world: World, state: TableState, *, entries: int = 0) -> None:
        """Takes a table's state that was folded from `entries` entries."""
        self.world = world
        self.state = state
        self.connections: set[Connection] = set()
        self._known: set[Connection] = set()
        self._calls: set[asyncio.Future[Any]] = set()
        self.closed = False
        """Whether the room takes no more messages; the hall then makes a new one from the log."""
        self._entries = entries
        self._shown = state.seq
        self._segments: deque[_Segment] = deque()
        self._not_before = 0.0
        self._asked: dict[int, _Asked] = {}
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._ready_due: float | None = None
        self._empty_since: float | None = None
        self._inbox: asyncio.Queue[Callable[[], Awaitable[None]] | None] = asyncio.Queue()
        self._alarm: Alarm | None = None
        self._alarm_at: float | None = None
        self._bots: dict[int, Player] = {}
        self._last_waits: dict[int, Waits] = {}
        self._presence = ""
        self._turn: tuple[int, Deadline] | None = None
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
                    if line.seq > len(stored.events) or line.body != stored.events[line.seq - 1]:
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
            and not self._segments
            and not self._unasked()
            and not self._thinking
            and all(asked.moment is None for asked in self._asked.values())
            and self._ready_due is None
        )

    @property
    def shown(self) -> int:
        """The newest event that everyone has been shown."""
        return self._shown

    @property
    def phase(self) -> Phase:
        """The phase as the viewers know it; what is stored may be ahead of what is shown."""
        return "playing" if self._segments else self.state.phase

    def seat_states(self) -> tuple[SeatState, SeatState, SeatState, SeatState]:
        """Who sits where."""
        return self.state.seats.states(self._present(), self.state.ready)

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

    def receive(self, connection: Connection, text: str) -> None:
        """A frame came from a viewer; bad ones are answered without troubling the table."""
        if connection.closing is not None:
            return
        if not connection.allowance.take():
            if connection.allowance.excess > WARNINGS:
                connection.close(TOO_MANY_CODE)
            else:
                connection.send(Error("too_many", "too many frames; slow down", ""))
            return
        try:
            frame = decode(text)
        except FrameError as error:
            connection.send(error.frame)
            return
        if isinstance(frame, Ping):
            connection.send(PingAnswer(frame.n))
            return
        self._put(lambda: self._received(connection, frame))

    async def join(self, guest: Guest, seat: int | None) -> int:
        """A person sits down; the same seat again for who sits already.

        Raises:
            SeatError: no such seat is open.
        """
        return await self._call(lambda: self._join(guest, seat))

    async def fill(self, guest: Guest, bot: str) -> None:
        """Bots take the open seats; whoever sits at the table may ask for it.

        Raises:
            SeatError: the guest does not sit here.
        """
        await self._call(lambda: self._fill(guest, bot))

    async def abandon(self) -> None:
        """Ends a match that nobody comes back to."""
        await self._call(lambda: self._stop_match("abandoned"))

    # --- the task ----------------------------------------------------------------------------

    def _put(self, message: Callable[[], Awaitable[None]]) -> None:
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
            done.set_exception(SeatError("restarting", "the table is being restarted; try again"))
        if self._alarm is not None:
            self._alarm.cancel()
        for task in self._thinking.values():
            task.cancel()
        while not self._inbox.empty():
            self._inbox.get_nowait()
            self._inbox.task_done()

    def _arm(self) -> None:
        """Sets the alarm for the next thing that happens by itself."""
        moments = [asked.moment for asked in self._asked.values() if asked.moment is not None]
        if self._segments or self._unasked():
            moments.append(self._not_before)
        if self._ready_due is not None:
            moments.append(self._ready_due)
        if self._empty_since is not None and self.state.phase != "over":
            moments.append(self._empty_since + self.world.abandon_seconds)
        moment = min(moments, default=None)
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
        if not self.connections:
            self._empty_since = self.world.clock.now()
        await self._go_on()

    async def _tick(self) -> None:
        now = self.world.clock.now()
        await self._go_on()
        for seat, asked in list(self._asked.items()):
            if asked.moment is not None and asked.moment <= now and self._asked.get(seat) is asked:
                await self._choose_for(seat, asked)
        if self._ready_due is not None and self._ready_due <= now:
            await self._begin()
        if (
            self._empty_since is not None
            and self._empty_since + self.world.abandon_seconds <= now
            and self.state.phase != "over"
        ):
            await self._stop_match("abandoned")

    # --- storing -----------------------------------------------------------------------------

    async def _commit(self, *entries: AnyEntry) -> list[Line]:
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

    # --- showing -----------------------------------------------------------------------------

    def _schedule(self, lines: list[Line]) -> None:
        """Cuts new events where the table rests."""
        segment: list[Line] = []
        for line in lines:
            segment.append(line)
            rest = self.world.pace.after(line.event)
            if rest > 0:
                self._segments.append(_Segment(segment, rest))
                segment = []
        if segment:
            self._segments.append(_Segment(segment, 0.0))

    async def _go_on(self) -> None:
        """Shows what is due; when everything is shown, asks what is to be asked."""
        now = self.world.clock.now()
        while self._segments and self._not_before <= now:
            segment = self._segments.popleft()
            self._show(segment.lines)
            if segment.rest:
                self._not_before = now + segment.rest
        if self._segments:
            return
        if self.state.phase == "playing":
            self._ask()
        elif self.state.phase in {"ready", "gathering"}:
            self._turn = None
            await self._check_ready()
        elif self.connections:
            for connection in list(self.connections):
                self._part(connection)

    def _part(self, connection: Connection) -> None:
        reason: Literal["over", "abandoned", "rules_changed"] = "over"
        if self.state.stopped is not None:
            reason = self.state.stopped.reason
        connection.send(Closed(reason))
        connection.close(OVER_CODE)

    def _show(self, lines: list[Line]) -> None:
        self._shown = lines[-1].seq
        self._close_questions()
        viewers: dict[int | None, list[Connection]] = {}
        for connection in self.connections:
            viewers.setdefault(connection.seat, []).append(connection)
        texts: dict[str, str] = {}
        for seat, connections in viewers.items():
            body = ",".join(line.for_seat(seat) for line in lines)
            # Most batches read the same for everyone: one string serves all sockets.
            text = texts.setdefault(body, f'{{"type":"events","events":[{body}],"live":true}}')
            for connection in connections:
                connection.push(text)

    def _close_questions(self) -> None:
        """Questions that the shown events have overtaken are closed."""
        for seat, asked in list(self._asked.items()):
            if self.state.open.get(seat) is not asked.decision:
                del self._asked[seat]
                self._stop_thinking(seat)
                self._to_seat(seat, encode(QuestionClosed(asked.decision.id, "decided")))

    def _to_seat(self, seat: int, text: str) -> None:
        for connection in self.connections:
            if connection.seat == seat:
                connection.push(text)

    def _to_all(self, text: str) -> None:
        for connection in self.connections:
            connection.push(text)

    # --- asking ------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Asks the questions that are open and not yet asked."""
        now = self.world.clock.now()
        state = self.state
        fresh = self._unasked()
        if fresh and fresh[0].kind == "turn" and now < self._not_before:
            # Choices about what was shown are made while the table rests; a turn begins after it.
            return
        for decision in fresh:
            seat = decision.seat
            asked = self._put_question(decision, now)
            if decision.kind == "turn":
                self._turn = (seat, asked.deadline)
                self._to_all(encode(self._turn_frame(now)))
            chair = state.seats[seat]
            if chair.kind == "bot":
                self._let_think(decision, now)
            else:
                self._send_question(seat, asked, now)
        if fresh or not state.open:
            self._send_waits()

    def _unasked(self) -> list[Decision]:
        """The open questions that nobody has been asked yet."""
        if self.state.phase != "playing":
            return []
        return [d for seat, d in self.state.open.items() if seat not in self._asked]

    def _put_question(self, decision: Decision, now: float) -> _Asked:
        deadline = self._deadline(decision, now)
        asked = _Asked(decision, deadline, None, "deadline", None)
        self._asked[decision.seat] = asked
        self._time(asked, now)
        return asked

    def _time(self, asked: _Asked, now: float) -> None:
        """Says when the table itself answers."""
        chair = self.state.seats[asked.decision.seat]
        if chair.kind == "bot":
            asked.moment = None
        elif chair.autopilot:
            delay = self.world.pace.bot_delay(asked.decision.kind, self.world.chance)
            asked.by, asked.moment = "autopilot", now + delay
        else:
            asked.by, asked.moment = "deadline", asked.deadline.due
            if asked.moment is None and len(self.state.seats.people) > 1:
                # Counted from the asking, so that coming and going wins no time for ever.
                asked.moment = asked.deadline.asked + UNHURRIED_SECONDS
                if asked.decision.seat not in self._present():
                    asked.moment = min(asked.moment, now + ABSENT_SECONDS)

    def _deadline(self, decision: Decision, now: float) -> Deadline:
        settings = self.state.setup.settings
        own = decision.kind == "turn"
        seconds = settings.turn_seconds if own else settings.claim_seconds
        if seconds == "off":
            return Deadline(now, None)
        bank = self.state.bank_ms[decision.seat] / 1000 if own else 0.0
        return Deadline(now, float(seconds), bank)

    def _send_question(self, seat: int, asked: _Asked, now: float) -> None:
        if asked.frame is None:
            asked.frame = question_frame(self.state, asked.decision)
        frame = msgspec.structs.replace(
            asked.frame,
            deadline_ms=asked.deadline.remaining_ms(now),
            total_ms=asked.deadline.total_ms,
            bank_ms=asked.deadline.bank_ms(now),
        )
        self._to_seat(seat, encode(frame))

    def _turn_frame(self, now: float) -> Turn:
        if self._turn is None:
            return Turn(None, None, None)
        seat, deadline = self._turn
        return Turn(seat, deadline.remaining_ms(now), deadline.total_ms)

    def _send_waits(self) -> None:
        """Tells seats what their hands wait for where that has changed."""
        if self.state.setup.settings.hints != "waits":
            return
        for seat in self._present():
            waits = standing_waits(self.state, seat)
            if waits is not None and waits != self._last_waits.get(seat, Waits(())):
                self._last_waits[seat] = waits
                self._to_seat(seat, encode(waits))

    # --- answering ---------------------------------------------------------------------------

    async def _answered(self, connection: Connection, seat: int, frame: Answer) -> None:
        state = self.state
        decision = state.open.get(seat)
        asked = self._asked.get(seat)
        if decision is None or asked is None or decision.id != frame.decision:
            connection.send(self._too_late(seat, frame))
            return
        try:
            move = parse_move(frame.move)
        except NotationError:
            connection.send(Ack(frame.decision, frame.answer, "refused", "unknown_move"))
            return
        if not state.legal(seat, move):
            assert state.match is not None
            assert state.match.deal is not None
            reason = state.match.deal.refusal(seat, move) or "not_your_turn"
            connection.send(Ack(frame.decision, frame.answer, "refused", reason))
            return
        connection.allowance.give_back()
        await self._move(seat, frame.move, "person", frame.answer)
        connection.send(Ack(frame.decision, frame.answer, "accepted"))
        closed = encode(QuestionClosed(decision.id, "answered"))
        for other in self.connections:
            if other.seat == seat and other is not connection:
                other.push(closed)
        await self._go_on()

    def _too_late(self, seat: int, frame: Answer) -> Ack:
        given = self.state.given[seat].get(frame.decision)
        if given is not None and given == frame.answer:
            return Ack(frame.decision, frame.answer, "repeated")
        if self.state.was_asked(seat, frame.decision):
            return Ack(frame.decision, frame.answer, "stale")
        return Ack(frame.decision, frame.answer, "refused", "not_your_turn")

    async def _move(
        self,
        seat: int,
        move: str,
        by: Literal["person", "bot", "deadline", "autopilot"],
        answer: str = "",
    ) -> None:
        """Makes a move that is legal, and stores it."""
        asked = self._asked.pop(seat)
        self._stop_thinking(seat)
        now = self.world.clock.now()
        bank = self.state.bank_ms[seat]
        if asked.decision.kind == "turn" and by in {"person", "deadline"}:
            left = asked.deadline.bank_ms(now)
            bank = bank if left is None else min(bank, left)
        entries: list[AnyEntry] = [Moved(seat, asked.decision.id, move, by, bank, answer)]
        chair = self.state.seats[seat]
        settings = self.state.setup.settings
        piloted = chair.autopilot
        if by == "deadline" and chair.misses + 1 >= settings.autopilot_after:
            entries.append(Piloted(seat, on=True))
        elif by == "person" and piloted:
            entries.append(Piloted(seat, on=False))
        lines = await self._commit(*entries)
        if move == move_name(ROB_GOLD) and asked.decision.kind == "turn":
            # Whether others come first in robbing must not show in how long this takes.
            self._not_before = max(self._not_before, now + self.world.pace.beat)
        self._schedule(lines)
        if chair.autopilot != piloted:
            self._show_presence()

    async def _choose_for(self, seat: int, asked: _Asked) -> None:
        """The table answers for a person whose time is up, or who is on autopilot."""
        decision = asked.decision
        by = asked.by
        await self._move(seat, move_name(default_of(self.state, decision)), by)
        self._to_seat(seat, encode(QuestionClosed(decision.id, by)))
        await self._go_on()

    # --- bots --------------------------------------------------------------------------------

    def _bot(self, seat: int) -> Player:
        bot = self._bots.get(seat)
        if bot is None:
            key = self.state.seats[seat].bot
            assert key is not None
            bot = self._bots[seat] = self.world.players[key](self.world.chance.getrandbits(32))
        return bot

    def _let_think(self, decision: Decision, now: float) -> None:
        delay = self.world.pace.bot_delay(decision.kind, self.world.chance)
        assert self.state.match is not None
        view = self.state.match.view(decision.seat)
        self._thinking[decision.seat] = asyncio.create_task(
            self._think(decision, view, decision.moves, now + delay)
        )

    async def _think(self, decision: Decision, view: View, moves: MoveSet, moment: float) -> None:
        """Lets a bot choose and hands its choice to the table at the moment that is due."""
        loop = asyncio.get_running_loop()
        due = asyncio.Event()
        alarm = self.world.clock.call_at(moment, due.set)
        seat = decision.seat
        move: int | None = None
        try:
            bot = self._bot(seat)
            thought = loop.run_in_executor(self.world.workers, bot.act, view, moves)
            # A bot may be anybody's: what it returns is no more believed than a client's frame.
            chosen: object = await asyncio.wait_for(thought, self.world.pace.bot_limit)
            if isinstance(chosen, int) and 0 <= chosen < MOVES and moves >> chosen & 1:
                move = chosen
            else:
                LOG.warning("the bot of seat %d chose %r, which is not legal", seat, chosen)
        except TimeoutError:
            LOG.warning("the bot of seat %d thinks too long", seat)
        except Exception:
            LOG.exception("the bot of seat %d failed", seat)
        try:
            await due.wait()
        finally:
            alarm.cancel()
        self._put(lambda: self._bot_moved(decision, move))

    def _stop_thinking(self, seat: int) -> None:
        task = self._thinking.pop(seat, None)
        if task is not None:
            task.cancel()

    async def _bot_moved(self, decision: Decision, move: int | None) -> None:
        seat = decision.seat
        asked = self._asked.get(seat)
        if asked is None or asked.decision is not decision:
            return
        self._thinking.pop(seat, None)
        chosen = default_of(self.state, decision) if move is None else move
        await self._move(seat, move_name(chosen), "bot")
        await self._go_on()

    # --- between deals -----------------------------------------------------------------------

    async def _check_ready(self) -> None:
        """Waits for the seats to be ready; fixes the server's seed before they add bytes."""
        state = self.state
        if state.phase != "ready":
            self._ready_due = None
            return
        if state.number not in state.seeds:
            await self._commit(Sealed(state.number, self.world.new_seed().hex()))
            self._to_all(encode(self._ready_frame()))
            self._show_presence()
        ready = state.ready
        people = state.seats.people
        waiting = [s for s in people if not ready[s] and not state.seats[s].autopilot]
        if not any(ready[seat] for seat in people):
            # Bots do not play on while nobody wants to: the table rests.
            self._ready_due = None
        elif not waiting:
            await self._begin()
        elif self._ready_due is None:
            self._ready_due = self.world.clock.now() + READY_SECONDS
            self._to_all(encode(self._ready_frame()))

    def _ready_frame(self) -> ReadyCheck:
        remaining = None
        if self._ready_due is not None:
            remaining = max(0, round((self._ready_due - self.world.clock.now()) * 1000))
        return ReadyCheck(self.state.number, remaining, self.state.commitment, self.state.ready)

    async def _begin(self) -> None:
        self._ready_due = None
        if self.state.phase != "ready":
            return
        self._last_waits = {}
        for seat, chair in enumerate(self.state.seats.chairs):
            if chair.kind == "bot":
                # Made before any tile is dealt, so that chance is drawn on the same way always.
                self._bot(seat)
        lines = await self._commit(Begun(self.state.number))
        self._not_before = 0.0
        self._schedule(lines)
        self._show_presence()
        await self._go_on()

    async def _readied(self, connection: Connection, seat: int, frame: Ready) -> None:
        state = self.state
        if state.phase != "ready" or self._segments:
            connection.send(Error("not_now", "no deal is waiting to begin", "ready"))
            return
        if state.ready[seat]:
            connection.send(self._ready_frame())
            return
        entries: list[AnyEntry] = [Readied(seat, state.number, frame.entropy)]
        if state.seats[seat].autopilot:
            entries.append(Piloted(seat, on=False))
        await self._commit(*entries)
        self._to_all(encode(self._ready_frame()))
        self._show_presence()
        await self._check_ready()

    async def _stop_match(self, reason: Literal["abandoned", "rules_changed"]) -> None:
        if self.state.phase == "over":
            return
        await self._commit(Stopped(reason))
        for seat in list(self._asked):
            del self._asked[seat]
            self._stop_thinking(seat)
        self._segments.clear()
        await self._go_on()

    # --- viewers -----------------------------------------------------------------------------

    def _present(self) -> set[int]:
        return {c.seat for c in self.connections if c.seat is not None}

    def _show_presence(self) -> None:
        text = encode(Presence(self.seat_states()))
        if text != self._presence:
            self._presence = text
            self._to_all(text)

    async def _connected(self, connection: Connection, after: int | None) -> None:
        state = self.state
        connection.seat = state.seats.of(connection.guest)
        watchers = sum(other.seat is None for other in self.connections)
        if connection.seat is None and watchers >= WATCHERS:
            connection.send(Error("unusable", "too many people watch this table", ""))
            connection.close(TOO_MANY_CODE)
            return
        self._empty_since = None
        now = self.world.clock.now()
        first = state.lines[0].seq if state.lines else 1
        resumed = after is not None and first <= after + 1 and after <= self._shown
        lines = [
            line
            for line in state.lines_after(after if resumed and after is not None else 0)
            if line.seq <= self._shown
        ]
        connection.send(self._welcome(connection.seat, resumed=resumed))
        body = ",".join(line.for_seat(connection.seat) for line in lines)
        connection.push(f'{{"type":"events","events":[{body}],"live":false}}')
        self.connections.add(connection)
        present = encode(Presence(self.seat_states()))
        if present == self._presence:
            connection.push(present)
        else:
            self._show_presence()
        if state.phase == "over" and not self._segments:
            self._part(connection)
            return
        if self._turn is not None:
            connection.send(self._turn_frame(now))
        if connection.seat is not None:
            self._catch_up(connection, connection.seat, now)
        if state.phase == "ready" and not self._segments:
            connection.send(self._ready_frame())

    def _catch_up(self, connection: Connection, seat: int, now: float) -> None:
        """Sends a seat's pending question and hints to a new socket."""
        waits = self._last_waits.get(seat)
        if waits is None and self.state.setup.settings.hints == "waits" and not self._segments:
            waits = standing_waits(self.state, seat)
            if waits is not None:
                self._last_waits[seat] = waits
        if waits is not None and waits.waits:
            connection.send(waits)
        asked = self._asked.get(seat)
        if asked is None:
            return
        if asked.deadline.due is None:
            self._time(asked, now)
        self._send_question(seat, asked, now)

    def _welcome(self, seat: int | None, *, resumed: bool) -> Welcome:
        state = self.state
        return Welcome(
            table=state.table,
            seat=seat,
            seq=self._shown,
            rules=rules_in_force(state),
            length=state.setup.length,
            stake=state.setup.stake,
            settings=state.setup.settings,
            names=state.seats.names,
            resumed=resumed,
        )

    async def _disconnected(self, connection: Connection) -> None:
        self.connections.discard(connection)
        seat = connection.seat
        now = self.world.clock.now()
        if seat is not None and seat not in self._present():
            self._show_presence()
            asked = self._asked.get(seat)
            if asked is not None and asked.deadline.due is None:
                self._time(asked, now)
        if not self._present() and self._empty_since is None:
            self._empty_since = now

    async def _received(self, connection: Connection, frame: AnyClientFrame) -> None:
        seat = connection.seat
        if connection not in self.connections:
            return
        if seat is None:
            connection.send(Error("no_seat", "a watcher may only watch", type(frame).__name__))
        elif isinstance(frame, Answer):
            await self._answered(connection, seat, frame)
        elif isinstance(frame, Ready):
            await self._readied(connection, seat, frame)
        elif isinstance(frame, Autopilot):
            await self._pilot(seat, on=frame.on)
        elif isinstance(frame, Leave):
            await self._left(seat)

    async def _pilot(self, seat: int, *, on: bool) -> None:
        """Hands a seat to the autopilot or takes it back (C14)."""
        chair = self.state.seats[seat]
        if chair.autopilot == on or self.state.phase == "over":
            return
        await self._commit(Piloted(seat, on))
        self._show_presence()
        now = self.world.clock.now()
        asked = self._asked.get(seat)
        if asked is not None:
            # The question's own time runs on: handing over and taking back wins none.
            self._time(asked, now)
            if not on:
                self._send_question(seat, asked, now)
        if self.state.phase == "ready" and not self._segments:
            await self._check_ready()

    async def _left(self, seat: int) -> None:
        """Before the match a seat becomes free again; during it the autopilot plays (C14)."""
        state = self.state
        if state.match is not None:
            await self._pilot(seat, on=True)
            return
        await self._commit(Stood(seat))
        for connection in self.connections:
            if connection.seat == seat:
                connection.seat = None
        self._show_presence()
        await self._check_ready()

    # --- seats -------------------------------------------------------------------------------

    async def _join(self, guest: Guest, wanted: int | None) -> int:
        state = self.state
        seat = state.seats.of(guest.id)
        if seat is not None:
            return seat
        if state.phase == "over" or state.match is not None:
            raise SeatError("started", "the match has begun; its seats are taken")
        seat = state.seats.free(wanted)
        await self._commit(Sat(seat, guest.id, guest.name))
        for connection in list(self.connections):
            if connection.guest == guest.id:
                # The socket was a watcher's: it is greeted again as the seat's.
                await self._connected(connection, None)
        self._show_presence()
        await self._go_on()
        return seat

    async def _fill(self, guest: Guest, bot: str) -> None:
        state = self.state
        if state.seats.of(guest.id) is None:
            raise SeatError("no_seat", "only somebody at the table may seat bots")
        if bot not in self.world.players:
            known = ", ".join(sorted(self.world.players))
            raise SeatError("no_such_bot", f"no such bot: {bot!r}; expected one of {known}")
        entries = [
            Filled(seat, bot)
            for seat, chair in enumerate(state.seats.chairs)
            if chair.kind == "open"
        ]
        if entries:
            await self._commit(*entries)
        self._show_presence()
        await self._go_on()


def rules_in_force(state: TableState) -> RulesInForce:
    """The table's rules as a client is told them."""
    rules = state.rules
    wall = rules.wall
    return RulesInForce(
        rules.key,
        dict(rules.options),
        dict(differences(rules)),
        WallNumbers(
            wall.reserve,
            wall.per_exposed_kong,
            wall.per_concealed_kong,
            wall.per_flower_set,
            wall.counts_indicator,
            wall.last_draws,
        ),
    )
