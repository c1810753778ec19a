"""A table's course as the fold of its log: the same entries always give the same table.

Nothing here knows of time, sockets or disks. A running room applies each entry once, before it is
stored; a restart applies all stored ones again and stands where the room stood.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, TypeAlias

import msgspec

from goldsparrow.errors import GoldSparrowError
from goldsparrow.events import AnyEvent, Start, encode, mask
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import commitment, deal_shuffle, first_dealer
from goldsparrow.game.wall import Shuffle
from goldsparrow.moves import Move, MoveSet, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.server.entries import (
    AnyEntry,
    Begun,
    Filled,
    Handed,
    Moved,
    Piloted,
    Readied,
    Sat,
    Sealed,
    Setup,
    Stood,
    Stopped,
)
from goldsparrow.server.questions import HintBudget, Worth
from goldsparrow.server.seats import Seats

Shuffler: TypeAlias = Callable[[str, int, str, tuple[str, ...]], Shuffle]
"""Makes a deal's shuffle of the table, the deal's number, the seed and what the seats added."""
Phase: TypeAlias = Literal["gathering", "ready", "playing", "over"]


class ReplayError(GoldSparrowError, RuntimeError):
    """Raised for a log that this version of the rules does not play again as it was."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """An event with its number, encoded once for all who may read the same.

    `hidden` is the form for everyone but `owner`; None where all read the same.
    """

    seq: int
    event: AnyEvent
    body: str
    text: str
    hidden: str | None
    owner: int | None

    def for_seat(self, seat: int | None) -> str:
        """The numbered event as JSON, as that seat may read it."""
        return self.text if self.hidden is None or seat == self.owner else self.hidden


class Decision(msgspec.Struct):
    """A question to one seat; `answer` is the client's id of the answer once there is one."""

    id: int
    seat: int
    kind: Literal["opening", "turn", "claim", "rob_kong"]
    moves: MoveSet
    tile: int
    source: int


class TableState:
    """Everything that the entries of one table say.

    Attributes:
        seats: who sits where.
        match: the match once its first deal began.
        lines: the events of the newest deal; `seq` is the newest event's number, 0 before any.
        open: the questions that wait for an answer, by seat.
        given: for each seat its answers of this deal by decision: the client's id and the move.
        asked: how many questions each seat has been asked.
        bank_ms: extra time left by seat.
        ready: who is ready for deal `number`.
        seeds: the server's seeds by deal.
        watched: the seat whose eyes watchers have, None where they see only what lies open.
    """

    def __init__(
        self,
        table: str,
        setup: Setup,
        *,
        shuffler: Shuffler = deal_shuffle,
        hints: HintBudget | None = None,
    ) -> None:
        self.table = table
        self.setup = setup
        self.rules = rule_set(setup.rules, **setup.options)
        self.length = Length.parse(setup.length)
        self.seats = Seats(setup.seats)
        self.match: Match | None = None
        self.lines: list[Line] = []
        self.seq = 0
        self.open: dict[int, Decision] = {}
        self.given: list[dict[int, tuple[str, str]]] = [{}, {}, {}, {}]
        self.bank_ms = [self._full_bank] * 4
        self.first_dealer = 0
        self.seeds: dict[int, str] = {}
        self.stopped: Stopped | None = None
        self.watched: int | None = None
        self.hints = hints or HintBudget()
        self.worth: dict[tuple[Hashable, ...], Worth] = {}
        """What hands of this deal would gain by the tiles they wait for, as far as worked out."""
        self._shuffler = shuffler
        self._entropy: dict[int, str] = {}
        self.asked = [0, 0, 0, 0]
        self._hides_kongs = self.rules.claims.hide_concealed_kong

    @property
    def _full_bank(self) -> int:
        bank = self.setup.settings.bank_seconds
        return 0 if bank == "off" else bank * 1000

    # --- what it says ------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """The deal that is played or comes next, from 0."""
        match = self.match
        if match is None:
            return 0
        return match.number + 1 if match.between_deals else match.number

    @property
    def between_deals(self) -> bool:
        """Whether no deal is being played."""
        deal = None if self.match is None else self.match.deal
        return deal is None or deal.result is not None

    @property
    def phase(self) -> Phase:
        """What the table waits for."""
        if self.stopped is not None or (self.match is not None and self.match.over):
            return "over"
        if not self.between_deals:
            return "playing"
        return "ready" if self.seats.full else "gathering"

    @property
    def ready(self) -> tuple[bool, bool, bool, bool]:
        """Who is ready for the next deal; bots always are."""
        first, second, third, fourth = (
            chair.kind == "bot" or seat in self._entropy
            for seat, chair in enumerate(self.seats.chairs)
        )
        return first, second, third, fourth

    @property
    def commitment(self) -> str:
        """The commitment to the next deal's seed, empty before there is one."""
        seed = self.seeds.get(self.number)
        return "" if seed is None else commitment(seed)

    def lines_after(self, after: int) -> list[Line]:
        """The events after a number, from the newest deal's start on."""
        if not self.lines or after < self.lines[0].seq:
            return self.lines
        return self.lines[after - self.lines[0].seq + 1 :]

    # --- the fold ----------------------------------------------------------------------------

    def apply(self, entry: AnyEntry) -> list[Line]:
        """Takes the next entry; returns the events that follow from it.

        Raises:
            ReplayError: the entry cannot follow.
            IllegalMove: the move may not be made; nothing has changed.
        """
        if isinstance(entry, Moved):
            return self._moved(entry)
        if isinstance(entry, Begun):
            return self._begun(entry)
        if isinstance(entry, Sat):
            self.seats.sit(entry.seat, entry.guest, entry.name)
            if entry.guest == self.setup.host and self.setup.settings.spectators == "one_seat":
                self.watched = entry.seat
        elif isinstance(entry, Stood):
            self.seats.stand(entry.seat)
            if entry.seat == self.watched:
                self.watched = None
            self._entropy.pop(entry.seat, None)
        elif isinstance(entry, Handed):
            self.seats.seat_bot(entry.seat, entry.bot)
            self._entropy.pop(entry.seat, None)
        elif isinstance(entry, Filled):
            self.seats.seat_bot(entry.seat, entry.bot)
        elif isinstance(entry, Sealed):
            self.seeds[entry.number] = entry.seed
        elif isinstance(entry, Readied):
            self._entropy[entry.seat] = entry.entropy.lower()
        elif isinstance(entry, Piloted):
            chair = self.seats[entry.seat]
            chair.autopilot = entry.on
            chair.misses = 0
        else:
            self.stopped = entry
            self.open = {}
        return []

    def _begun(self, entry: Begun) -> list[Line]:
        seed = self.seeds.get(entry.number)
        if seed is None or entry.number != self.number or self.phase != "ready":
            raise ReplayError(f"deal {entry.number} cannot begin at {self.phase} {self.number}")
        entropy = tuple(self._entropy.get(seat, "") for seat in range(4))
        if self.match is None:
            dealer = first_dealer(self.table, seed, entropy)
            self.first_dealer = dealer
            self.match = Match(self.rules, self.length, dealer=dealer, stake=self.setup.stake)
        self._entropy = {}
        self.bank_ms = [self._full_bank] * 4
        self.given = [{}, {}, {}, {}]
        self.open = {}
        events = self.match.start(
            self._shuffler(self.table, entry.number, seed, entropy),
            commitment=commitment(seed),
            seed=seed,
            entropy=entropy,
        )
        return self._number(events)

    def _moved(self, entry: Moved) -> list[Line]:
        seat = entry.seat
        decision = self.open.get(seat)
        if self.match is None or decision is None or decision.id != entry.decision:
            raise ReplayError(f"seat {seat} has no question {entry.decision}")
        events = self.match.act(seat, parse_move(entry.move))
        del self.open[seat]
        self.given[seat][entry.decision] = (entry.answer, entry.move)
        self.bank_ms[seat] = entry.bank
        chair = self.seats[seat]
        if entry.by == "person":
            chair.misses = 0
        elif entry.by == "deadline":
            chair.misses += 1
        return self._number(events)

    def _number(self, events: list[AnyEvent]) -> list[Line]:
        """Numbers new events and brings the questions up to date."""
        lines = []
        for event in events:
            if isinstance(event, Start):
                # Nobody is ever sent anything older than the newest deal's start.
                self.lines = []
                self.worth = {}
            self.seq += 1
            line = _line(self.seq, event, hides_kongs=self._hides_kongs)
            self.lines.append(line)
            lines.append(line)
        self._ask(fresh=bool(events))
        return lines

    def _ask(self, *, fresh: bool) -> None:
        match = self.match
        waiting = {} if match is None or match.deal is None else match.waiting
        if not waiting:
            self.open = {}
            return
        assert match is not None
        assert match.deal is not None
        question = match.deal.question
        assert question.kind != "over"
        kept: dict[int, Decision] = {}
        for seat, moves in waiting.items():
            old = self.open.get(seat)
            if (
                old is not None
                and not fresh
                and (old.kind, old.moves, old.tile) == (question.kind, moves, question.tile)
            ):
                kept[seat] = old
                continue
            # Counted by seat: a common count would tell how many others were asked.
            self.asked[seat] += 1
            kept[seat] = Decision(
                self.asked[seat], seat, question.kind, moves, question.tile, question.source
            )
        self.open = kept

    def legal(self, seat: int, move: Move) -> bool:
        """Whether an open question of the seat offers the move."""
        decision = self.open.get(seat)
        return decision is not None and bool(decision.moves >> move & 1)


def _line(seq: int, event: AnyEvent, *, hides_kongs: bool) -> Line:
    body = encode(event).decode()
    text = f'{{"seq":{seq},"event":{body}}}'
    masked = mask(event, None, hide_concealed_kong=hides_kongs)
    if masked is event:
        return Line(seq, event, body, text, None, None)
    hidden = f'{{"seq":{seq},"event":{encode(masked).decode()}}}'
    return Line(seq, event, body, text, hidden, event.seat)  # type: ignore[union-attr]
