"""Asking: questions go to the seats when everything before them is shown, and are answered.

By the person, by a bot, or by the table itself at the deadline and for the autopilot.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from goldsparrow.errors import NotationError
from goldsparrow.moves import ROB_GOLD, Move, move_name, parse_move
from goldsparrow.server.clock import Deadline
from goldsparrow.server.coach import advice
from goldsparrow.server.connection import Connection
from goldsparrow.server.desk import Desk
from goldsparrow.server.entries import AnyEntry, Moved, Piloted
from goldsparrow.server.protocol import (
    Ack,
    Advice,
    Answer,
    Error,
    Hint,
    Question,
    QuestionClosed,
    Turn,
    Waits,
    encode,
)
from goldsparrow.server.questions import default_of, question_frame, standing_waits
from goldsparrow.server.showing import Showing
from goldsparrow.server.state import Decision
from goldsparrow.server.thinking import Thinking

UNHURRIED_SECONDS: Final = 600.0
"""Where time is off: after how long the table chooses for a person whom others wait for."""
ABSENT_SECONDS: Final = 60.0
"""The same for a person who is not connected."""


class _Asked(msgspec.Struct):
    """A question that was shown, and when the table will answer it itself."""

    decision: Decision
    deadline: Deadline
    moment: float | None
    """When the table acts: at the deadline, or sooner for the autopilot."""
    by: Literal["deadline", "autopilot"]
    frame: Question | None = None
    advice: Advice | None = None
    """What the coach says to a question that somebody else may decide: told from before that."""
    settled: bool = False
    """Whether the seat has been answered already, though somebody came first."""


class Asking:
    """The questions that are open at a table."""

    def __init__(self, desk: Desk, showing: Showing) -> None:
        self._desk = desk
        self._showing = showing
        self._thinking = Thinking(desk, self._bot_moved)
        self._asked: dict[int, _Asked] = {}
        self._waits: dict[int, Waits] = {}
        self._turn: tuple[int, Deadline] | None = None
        # All that is stored when a room begins has been shown.
        self._told = list(desk.state.asked)
        self._owed: list[tuple[Connection, str]] = []
        self._pilots: dict[int, bool] = {}

    # --- what it says ------------------------------------------------------------------------

    @property
    def next_moment(self) -> float | None:
        """When the table next answers by itself."""
        moments = [asked.moment for asked in self._asked.values() if asked.moment is not None]
        return min(moments, default=None)

    @property
    def resting(self) -> bool:
        """Whether nothing will happen by itself: nobody is to be asked, nothing runs out."""
        return not self.unasked() and not self._thinking.busy and self.next_moment is None

    def unasked(self) -> list[Decision]:
        """The open questions that nobody has been asked yet."""
        state = self._desk.state
        if state.phase != "playing":
            return []
        return [d for seat, d in state.open.items() if seat not in self._asked]

    @property
    def owes(self) -> bool:
        """Whether something is to be told when the table has rested."""
        return bool(self._owed)

    def turn_frame(self) -> Turn | None:
        """Whose own turn it is; None where no turn has been told of."""
        if self._turn is None:
            return None
        seat, deadline = self._turn
        return Turn(seat, deadline.remaining_ms(self._desk.now()), deadline.total_ms)

    # --- asking ------------------------------------------------------------------------------

    def new_deal(self) -> None:
        """Gets ready for a deal that is about to begin."""
        self._waits = {}
        self._thinking.prepare()

    def no_turn(self) -> None:
        """Nobody has a turn: no deal is played."""
        self._turn = None

    def ask(self) -> None:
        """Asks the questions that are open and not yet asked."""
        now = self._desk.now()
        state = self._desk.state
        fresh = self.unasked()
        if fresh and fresh[0].kind == "turn" and now < self._showing.not_before:
            # Choices about what was shown are made while the table rests; a turn begins after it.
            return
        for decision in fresh:
            seat = decision.seat
            asked = _Asked(decision, self._deadline(decision, now), None, "deadline")
            self._asked[seat] = asked
            self._told[seat] = decision.id
            self._time(asked, now)
            if decision.kind == "turn":
                self._turn = (seat, asked.deadline)
                turn = self.turn_frame()
                assert turn is not None
                self._desk.to_all(encode(turn))
            if state.seats[seat].kind == "bot":
                self._thinking.begin(decision, now)
            else:
                if state.setup.settings.hints == "coach" and decision.kind != "turn":
                    asked.advice = advice(state, decision)
                self._send_question(seat, asked, now)
        if fresh and fresh[0].kind == "turn":
            # Never between: the moment would tell whether somebody is asked about the discard.
            self._send_waits()

    def close_overtaken(self) -> None:
        """Closes the questions that the shown events have overtaken."""
        for seat, asked in list(self._asked.items()):
            if self._overtaken(asked):
                del self._asked[seat]
                self._thinking.stop(seat)
                self._desk.to_seat(seat, encode(QuestionClosed(asked.decision.id, "decided")))

    def tell_owed(self) -> None:
        """Tells what was held back while the table rested."""
        owed, self._owed = self._owed, []
        for connection, text in owed:
            connection.push(text)

    def _tell(self, connection: Connection, text: str) -> None:
        """Tells a seat what became of its answer: while the table rests, at the end of the rest.

        Sooner it would tell whether somebody who comes first has decided.
        """
        if self._showing.resting:
            self._owed.append((connection, text))
        else:
            connection.push(text)

    def _tell_seat(self, seat: int, text: str, but: Connection | None = None) -> None:
        for connection in self._desk.connections:
            if connection.seat == seat and connection is not but:
                self._tell(connection, text)

    def close_all(self) -> None:
        """Forgets all questions of a match that has ended early."""
        for seat in list(self._asked):
            del self._asked[seat]
            self._thinking.stop(seat)

    def stop_thinking(self) -> None:
        """Ends what bots think about; the room lets go."""
        self._thinking.stop_all()

    def _deadline(self, decision: Decision, now: float) -> Deadline:
        settings = self._desk.state.setup.settings
        own = decision.kind == "turn"
        seconds = settings.turn_seconds if own else settings.claim_seconds
        if seconds == "off":
            return Deadline(now, None)
        bank = self._desk.state.bank_ms[decision.seat] / 1000 if own else 0.0
        return Deadline(now, float(seconds), bank)

    def _time(self, asked: _Asked, now: float) -> None:
        """Says when the table itself answers."""
        seat = asked.decision.seat
        seats = self._desk.state.seats
        world = self._desk.world
        if asked.settled:
            return
        if seats[seat].kind == "bot":
            asked.moment = None
        elif seats[seat].autopilot:
            delay = world.pace.bot_delay(asked.decision.kind, world.chance)
            asked.by, asked.moment = "autopilot", now + delay
        else:
            asked.by, asked.moment = "deadline", asked.deadline.due
            if asked.moment is None and len(seats.people) > 1:
                # Counted from the asking, so that coming and going wins no time for ever.
                asked.moment = asked.deadline.asked + UNHURRIED_SECONDS
                if seat not in self._desk.present():
                    asked.moment = min(asked.moment, now + ABSENT_SECONDS)

    def _send_question(self, seat: int, asked: _Asked, now: float) -> None:
        if asked.frame is None:
            asked.frame = question_frame(self._desk.state, asked.decision)
        frame = msgspec.structs.replace(
            asked.frame,
            deadline_ms=asked.deadline.remaining_ms(now),
            total_ms=asked.deadline.total_ms,
            bank_ms=asked.deadline.bank_ms(now),
        )
        self._desk.to_seat(seat, encode(frame))

    def _send_waits(self) -> None:
        """Tells seats what their hands wait for where that has changed."""
        state = self._desk.state
        if state.setup.settings.hints == "none":
            return
        for seat in self._desk.present():
            waits = standing_waits(state, seat)
            if waits is not None and waits != self._waits.get(seat, Waits(())):
                self._waits[seat] = waits
                self._desk.to_seat(seat, encode(waits))

    def advise(self, connection: Connection, seat: int, frame: Hint) -> None:
        """Tells a seat what the coach would do at its open question, where the table has one."""
        state = self._desk.state
        asked = self._asked.get(seat)
        found: Advice | None = None
        reason = "this table has no coach"
        if state.setup.settings.hints == "coach":
            reason = "this question is not open"
            if asked is not None and not asked.settled and asked.decision.id == frame.decision:
                reason = "the coach is busy; ask again"
                found = asked.advice
                if found is None and asked.decision.kind == "turn":
                    found = asked.advice = advice(state, asked.decision)
        if found is None:
            connection.send(Error("not_now", reason, str(frame.decision)))
        else:
            connection.send(found)

    # --- who comes, goes, or hands over ------------------------------------------------------

    def catch_up(self, connection: Connection, seat: int) -> None:
        """Sends a seat's pending question and hints to a new socket."""
        state = self._desk.state
        now = self._desk.now()
        waits = self._waits.get(seat)
        own_turn = any(asked.decision.kind == "turn" for asked in self._asked.values())
        if waits is None and state.setup.settings.hints != "none" and own_turn:
            waits = standing_waits(state, seat)
            if waits is not None:
                self._waits[seat] = waits
        if waits is not None and waits.waits:
            connection.send(waits)
        asked = self._asked.get(seat)
        if asked is None or asked.settled:
            return
        if asked.deadline.due is None:
            self._time(asked, now)
        self._send_question(seat, asked, now)

    def gone(self, seat: int) -> None:
        """The last socket of a seat has gone: without deadlines, its absence sets one."""
        # What was told is old by the time that somebody comes back.
        self._waits.pop(seat, None)
        asked = self._asked.get(seat)
        if asked is not None and asked.deadline.due is None:
            self._time(asked, self._desk.now())

    def piloted(self, seat: int, *, on: bool) -> None:
        """The autopilot took a seat or gave it back."""
        asked = self._asked.get(seat)
        if asked is None or asked.settled:
            return
        now = self._desk.now()
        # The question's own time runs on: handing over and taking back wins none.
        self._time(asked, now)
        if not on:
            self._send_question(seat, asked, now)

    def handed(self, seat: int) -> None:
        """A bot took a person's seat, and with it the question that is open."""
        self._waits.pop(seat, None)
        self.no_change(seat)
        asked = self._asked.get(seat)
        if asked is None or self._overtaken(asked):
            return
        now = self._desk.now()
        self._desk.to_seat(seat, encode(QuestionClosed(asked.decision.id, "decided")))
        self._time(asked, now)
        self._thinking.begin(asked.decision, now)

    # --- answering ---------------------------------------------------------------------------

    async def answered(self, connection: Connection, seat: int, frame: Answer) -> None:
        """A person chose."""
        asked = self._asked.get(seat)
        if asked is None or asked.settled or asked.decision.id != frame.decision:
            self._tell(connection, encode(self._too_late(seat, frame)))
            return
        try:
            move = parse_move(frame.move)
        except NotationError:
            refusal = Ack(frame.decision, frame.answer, "refused", "unknown_move")
            self._tell(connection, encode(refusal))
            return
        if not asked.decision.moves >> move & 1:
            refusal = Ack(frame.decision, frame.answer, "refused", self._reason(asked, move))
            self._tell(connection, encode(refusal))
            return
        connection.allowance.give_back()
        if self._overtaken(asked):
            asked.settled = True
            self._tell(connection, encode(Ack(frame.decision, frame.answer, "stale")))
        else:
            await self._move(seat, frame.move, "person", frame.answer)
            self._tell(connection, encode(Ack(frame.decision, frame.answer, "accepted")))
        closed = encode(QuestionClosed(frame.decision, "answered"))
        self._tell_seat(seat, closed, but=connection)
        await self._desk.go_on()

    def _reason(self, asked: _Asked, move: Move) -> str:
        """Why a move that a question does not offer is refused."""
        seat = asked.decision.seat
        if asked.decision.kind == "turn":
            assert self._desk.state.match is not None
            assert self._desk.state.match.deal is not None
            return self._desk.state.match.deal.refusal(seat, move) or "not_your_turn"
        # The table may already know more than is shown: only what the question said is said.
        refused = () if asked.frame is None else asked.frame.refused
        name = move_name(move)
        return next((each.reason for each in refused if each.move == name), "not_your_turn")

    def _too_late(self, seat: int, frame: Answer) -> Ack:
        given = self._desk.state.given[seat].get(frame.decision)
        if given == (frame.answer, frame.move):
            return Ack(frame.decision, frame.answer, "repeated")
        if 0 < frame.decision <= self._told[seat]:
            return Ack(frame.decision, frame.answer, "stale")
        # The next question may be stored already: it is none before it has been asked.
        return Ack(frame.decision, frame.answer, "refused", "not_your_turn")

    async def choose_due(self, now: float) -> None:
        """The table answers for people whose time is up, or who are on autopilot."""
        for seat, asked in list(self._asked.items()):
            if asked.moment is None or asked.moment > now or self._asked.get(seat) is not asked:
                continue
            if self._overtaken(asked):
                asked.moment = None
                asked.settled = True
                continue
            decision, by = asked.decision, asked.by
            await self._move(seat, move_name(default_of(self._desk.state, decision)), by)
            self._tell_seat(seat, encode(QuestionClosed(decision.id, by)))
            await self._desk.go_on()

    async def _bot_moved(self, decision: Decision, move: int | None) -> None:
        seat = decision.seat
        asked = self._asked.get(seat)
        if asked is None or asked.decision is not decision:
            return
        self._thinking.done(seat)
        if self._overtaken(asked):
            return
        chosen = default_of(self._desk.state, decision) if move is None else move
        await self._move(seat, move_name(chosen), "bot")
        await self._desk.go_on()

    def no_change(self, seat: int) -> None:
        """A seat has itself been handed over, or taken back, since it answered."""
        self._pilots.pop(seat, None)

    async def change_pilots(self) -> None:
        """Hands seats over and back for answers about what is decided and shown by now."""
        open_kinds = {decision.kind for decision in self._desk.state.open.values()}
        if not self._pilots or self._showing.resting or open_kinds - {"turn"}:
            return
        pilots, self._pilots = self._pilots, {}
        await self._desk.commit(*(Piloted(seat, on) for seat, on in pilots.items()))
        self._desk.show_presence()

    def _overtaken(self, asked: _Asked) -> bool:
        """Whether somebody who comes first has decided; the question is closed when that shows."""
        return self._desk.state.open.get(asked.decision.seat) is not asked.decision

    async def _move(
        self,
        seat: int,
        move: str,
        by: Literal["person", "bot", "deadline", "autopilot"],
        answer: str = "",
    ) -> None:
        """Makes a move that is legal, and stores it."""
        desk = self._desk
        asked = self._asked.pop(seat)
        self._thinking.stop(seat)
        now = desk.now()
        bank = desk.state.bank_ms[seat]
        if asked.decision.kind == "turn" and by in {"person", "deadline"}:
            left = asked.deadline.bank_ms(now)
            bank = bank if left is None else min(bank, left)
        entries: list[AnyEntry] = [Moved(seat, asked.decision.id, move, by, bank, answer)]
        chair = desk.state.seats[seat]
        piloted = chair.autopilot
        change: bool | None = None
        if by == "deadline" and chair.misses + 1 >= desk.state.setup.settings.autopilot_after:
            change = True
        elif by == "person" and piloted:
            change = False
        if change is not None and asked.decision.kind == "turn":
            entries.append(Piloted(seat, change))
        elif change is not None:
            # Everyone sees who plays: at once it would tell who was asked.
            self._pilots[seat] = change
        lines = await desk.commit(*entries)
        if move == move_name(ROB_GOLD) and asked.decision.kind == "turn":
            # Whether others come first in robbing must not show in how long this takes.
            showing = self._showing
            showing.not_before = max(showing.not_before, now + desk.world.pace.beat)
        self._showing.schedule(lines)
        if chair.autopilot != piloted:
            desk.show_presence()
