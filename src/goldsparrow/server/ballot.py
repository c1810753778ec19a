"""Ballots: the table may vote an absent person's seat away during a match (C14).

Absent is who has been disconnected, or on autopilot, for a minute. Whoever plays may propose it;
the seat goes to a bot when everybody else who plays has agreed. One refusal ends the vote, and so
does the person who comes back.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from goldsparrow.server.asking import Asking
from goldsparrow.server.connection import Connection
from goldsparrow.server.desk import Desk
from goldsparrow.server.entries import Handed
from goldsparrow.server.greeting import Greeting
from goldsparrow.server.protocol import Ballot, Error, Vote, encode

AWAY_SECONDS: Final = 60.0
"""How long somebody must have been absent, and how long a refused vote is not repeated."""
STAND_IN: Final = "greedy"
"""The bot that takes a seat that was voted away."""

Outcome = Literal["open", "passed", "refused", "lapsed"]


class _Open(msgspec.Struct):
    """The vote that is going on."""

    seat: int
    agreed: set[int]


class Balloting:
    """The vote of a table, if there is one, and since when its people are away."""

    def __init__(self, desk: Desk, asking: Asking, greeting: Greeting) -> None:
        self._desk = desk
        self._asking = asking
        self._greeting = greeting
        self._open: _Open | None = None
        self._away: dict[int, float] = {}

    def greet(self, connection: Connection) -> None:
        """Tells a newcomer of the vote that is going on."""
        if self._open is not None and connection.closing is None:
            connection.send(self._frame(self._open, "open"))

    async def vote(self, connection: Connection, seat: int, frame: Vote) -> None:
        """A person proposes that a seat be given to a bot, agrees to it, or refuses."""
        if seat not in self._desk.attending():
            connection.send(Error("not_now", "the autopilot plays for you; take over first", ""))
            return
        if self._open is None and frame.agree:
            trouble = self._trouble(seat, frame.seat)
            if trouble is not None:
                connection.send(Error("not_now", trouble, f"seat {frame.seat}"))
                return
            self._open = _Open(frame.seat, set())
        if self._open is None or self._open.seat != frame.seat or frame.seat == seat:
            connection.send(Error("not_now", "no such vote is open", f"seat {frame.seat}"))
        elif frame.agree and seat not in self._open.agreed:
            self._open.agreed.add(seat)
            if not await self._count():
                self._desk.to_all(encode(self._frame(self._open, "open")))
        elif not frame.agree:
            # Asking again and again would wear people down.
            self._away[frame.seat] = self._desk.now()
            self._end("refused")

    async def check(self) -> None:
        """Notes who is away, and brings the vote up to date when people come and go."""
        now = self._desk.now()
        attending = self._desk.attending()
        for seat in range(4):
            if self._desk.state.seats[seat].kind != "person" or seat in attending:
                self._away.pop(seat, None)
            else:
                self._away.setdefault(seat, now)
        if self._open is None:
            return
        if self._open.seat not in self._away or self._desk.phase == "over":
            self._end("lapsed")
        else:
            await self._count()

    def _trouble(self, seat: int, wanted: int) -> str | None:
        """Why a vote on a seat cannot be proposed."""
        state = self._desk.state
        if state.match is None or self._desk.phase == "over":
            return "a seat can be voted away only during a match"
        if wanted == seat or state.seats[wanted].kind != "person":
            return "expected another person's seat"
        since = self._away.get(wanted)
        if since is None:
            return "that person is here"
        left = since + AWAY_SECONDS - self._desk.now()
        return None if left <= 0 else f"that can be proposed in {left:.0f} seconds"

    async def _count(self) -> bool:
        """Ends the vote where it is decided; says whether it was."""
        vote = self._open
        assert vote is not None
        voters = self._desk.attending() - {vote.seat}
        if not voters:
            self._end("lapsed")
            return True
        if not voters <= vote.agreed:
            return False
        players = self._desk.world.players
        bot = STAND_IN if STAND_IN in players else min(players)
        await self._desk.commit(Handed(vote.seat, bot, tuple(sorted(vote.agreed))))
        self._away.pop(vote.seat, None)
        self._asking.handed(vote.seat)
        self._end("passed")
        for connection in list(self._desk.connections):
            if connection.seat == vote.seat:
                self._greeting.greet(connection, None)
        self._desk.show_presence()
        await self._desk.go_on()
        return True

    def _end(self, outcome: Outcome) -> None:
        vote, self._open = self._open, None
        assert vote is not None
        self._desk.to_all(encode(self._frame(vote, outcome)))

    def _frame(self, vote: _Open, outcome: Outcome) -> Ballot:
        asked = self._desk.attending() - {vote.seat}
        first, second, third, fourth = (seat in vote.agreed for seat in range(4))
        return Ballot(
            vote.seat, outcome, (first, second, third, fourth), tuple(sorted(asked - vote.agreed))
        )
