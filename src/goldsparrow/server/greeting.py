"""Greeting: a socket that comes is told how the table stands, and one that is over is let go."""

from __future__ import annotations

from typing import Final, Literal

from goldsparrow.rules import differences
from goldsparrow.server.asking import Asking
from goldsparrow.server.connection import (
    NOT_ALLOWED_CODE,
    OVER_CODE,
    REPLACED_CODE,
    TOO_MANY_CODE,
    Connection,
)
from goldsparrow.server.desk import Desk
from goldsparrow.server.protocol import (
    Closed,
    Error,
    Presence,
    RulesInForce,
    WallNumbers,
    Welcome,
)
from goldsparrow.server.readiness import Readiness
from goldsparrow.server.state import Line, TableState

WATCHERS: Final = 50
SOCKETS: Final = 4
"""How many sockets of one guest a table keeps."""


class Greeting:
    """Tells newcomers what they may know."""

    def __init__(self, desk: Desk, asking: Asking, readiness: Readiness) -> None:
        self._desk = desk
        self._asking = asking
        self._readiness = readiness

    def greet(self, connection: Connection, after: int | None) -> None:
        """Tells a viewer the table from event `after` on; turns away whom the table does not want.

        A socket that is greeted already is greeted anew, as the seat or watcher that it is now.
        """
        desk = self._desk
        seat = connection.seat = desk.state.seats.of(connection.guest)
        if seat is None and not self._may_watch(connection):
            return
        lines, resumed = self._missed(seat, after)
        connection.send(self._welcome(seat, resumed=resumed))
        eyes = desk.state.watched if seat is None else seat
        body = ",".join(line.for_seat(eyes) for line in lines)
        connection.push(f'{{"type":"events","events":[{body}],"live":false}}')
        desk.connections.add(connection)
        self._let_oldest_go(connection.guest)
        watches_late = seat is None and desk.gallery.delayed
        if not desk.show_presence() or watches_late:
            connection.send(Presence(desk.seat_states()))
        if desk.phase == "over":
            self.part(connection)
            return
        turn = self._asking.turn_frame()
        if turn is not None and not watches_late:
            connection.send(turn)
        if seat is not None:
            self._asking.catch_up(connection, seat)
        if self._readiness.waiting and not watches_late:
            connection.send(self._readiness.frame())

    def part(self, connection: Connection) -> None:
        """Says that the table is over, and closes the socket."""
        reason: Literal["over", "abandoned", "rules_changed"] = "over"
        if self._desk.state.stopped is not None:
            reason = self._desk.state.stopped.reason
        connection.send(Closed(reason))
        connection.close(OVER_CODE)

    def _let_oldest_go(self, guest: str | None) -> None:
        """Closes the oldest sockets of a guest who has too many."""
        mine = [each for each in self._desk.connections if each.guest == guest is not None]
        for connection in sorted(mine, key=lambda each: each.number)[:-SOCKETS]:
            self._desk.connections.discard(connection)
            connection.close(REPLACED_CODE)

    def _may_watch(self, connection: Connection) -> bool:
        desk = self._desk
        if desk.state.setup.settings.spectators == "off":
            desk.connections.discard(connection)
            connection.send(Error("unusable", "nobody may watch this table", ""))
            connection.close(NOT_ALLOWED_CODE)
            return False
        others = sum(each.seat is None for each in desk.connections if each is not connection)
        if others >= WATCHERS:
            desk.connections.discard(connection)
            connection.send(Error("unusable", "too many people watch this table", ""))
            connection.close(TOO_MANY_CODE)
            return False
        return True

    def _missed(self, seat: int | None, after: int | None) -> tuple[list[Line], bool]:
        """The events that a viewer lacks, and whether they continue after `after`."""
        shown = self._seq(seat)
        lines = self._desk.gallery.lines if seat is None else self._desk.state.lines
        first = lines[0].seq if lines else 1
        resumed = after is not None and first <= after + 1 and after <= shown
        begin = after if resumed and after is not None else 0
        return [line for line in lines if begin < line.seq <= shown], resumed

    def _seq(self, seat: int | None) -> int:
        return self._desk.gallery.seq if seat is None else self._desk.shown

    def _welcome(self, seat: int | None, *, resumed: bool) -> Welcome:
        state = self._desk.state
        return Welcome(
            table=state.table,
            seat=seat,
            seq=self._seq(seat),
            rules=_rules_in_force(state),
            length=state.setup.length,
            stake=state.setup.stake,
            settings=state.setup.settings,
            names=state.seats.names,
            resumed=resumed,
            watches=state.watched if seat is None else None,
        )


def _rules_in_force(state: TableState) -> RulesInForce:
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
        rules.gold.white_stands_in,
    )
