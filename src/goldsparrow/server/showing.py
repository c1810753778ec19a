"""Showing: events go to the viewers at the table's pace, in segments with rests between them."""

from __future__ import annotations

from collections import deque

import msgspec

from goldsparrow.events import Gold
from goldsparrow.server.desk import Desk
from goldsparrow.server.state import Line


class _Segment(msgspec.Struct):
    """Events that are shown together, then the table rests."""

    lines: list[Line]
    rest: float


class _Opening(msgspec.Struct):
    """The rest after a deal's opening: who has seen event `seq` is not waited for."""

    seq: int
    earliest: float
    """No sooner: bots choose within this time, and that they do must not show."""


class Showing:
    """What has been shown, what waits to be shown, and until when the table rests.

    Attributes:
        not_before: the table rests until this moment.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.not_before = 0.0
        self._segments: deque[_Segment] = deque()
        self._opening: _Opening | None = None
        self._seen = [0, 0, 0, 0]

    @property
    def behind(self) -> bool:
        """Whether events wait to be shown."""
        return bool(self._segments)

    def schedule(self, lines: list[Line]) -> None:
        """Cuts new events where the table rests."""
        segment: list[Line] = []
        for line in lines:
            segment.append(line)
            rest = self._desk.world.pace.after(line.event)
            if rest > 0:
                self._segments.append(_Segment(segment, rest))
                segment = []
        if segment:
            self._segments.append(_Segment(segment, 0.0))

    @property
    def resting(self) -> bool:
        """Whether the table rests at this moment."""
        return self._desk.now() < self.not_before

    def drop(self) -> None:
        """Forgets what waits to be shown."""
        self._segments.clear()

    def next_due(self, now: float) -> list[Line] | None:
        """The events to show now, after which the table rests as they want; None where none are."""
        self._end_opening(now)
        if not self._segments or self.not_before > now:
            return None
        segment = self._segments.popleft()
        last = segment.lines[-1]
        if segment.rest:
            self.not_before = now + segment.rest
            if isinstance(last.event, Gold):
                earliest = now + min(segment.rest, self._desk.world.pace.beat)
                self._opening = _Opening(last.seq, earliest)
        return segment.lines

    def show(self, lines: list[Line]) -> None:
        """Sends events to everybody, each seat what it may read."""
        self._desk.shown = lines[-1].seq
        texts: dict[str, str] = {}
        by_seat: dict[int | None, str] = {}

        def text_for(seat: int | None) -> str:
            if seat not in by_seat:
                body = ",".join(line.for_seat(seat) for line in lines)
                # Most batches read the same for everyone: one string serves all sockets.
                by_seat[seat] = texts.setdefault(
                    body, f'{{"type":"events","events":[{body}],"live":true}}'
                )
            return by_seat[seat]

        desk = self._desk
        for connection in desk.connections:
            if connection.seat is not None:
                connection.push(text_for(connection.seat))
        desk.gallery.tell(desk.connections, text_for(desk.state.watched), desk.now(), lines)

    # --- the opening -------------------------------------------------------------------------

    def seen(self, seat: int, seq: int) -> None:
        """A seat's client says that it has shown everything up to an event."""
        self._seen[seat] = max(self._seen[seat], min(seq, self._desk.shown))

    def _end_opening(self, now: float) -> None:
        """Ends the rest after the opening once nobody who plays is still watching it."""
        opening = self._opening
        if opening is None:
            return
        if all(self._seen[seat] >= opening.seq for seat in self._desk.attending()):
            self.not_before = min(self.not_before, max(now, opening.earliest))
            self._opening = None
        elif self.not_before <= now:
            self._opening = None
