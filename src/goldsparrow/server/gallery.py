"""The gallery: what watchers see, which is what lies open, at once or some time later."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Final

import msgspec

from goldsparrow.events import Start
from goldsparrow.server.connection import Connection
from goldsparrow.server.state import Line, TableState

DELAY_SECONDS: Final = 60.0
"""How much later than the seats watchers see a table whose `spectators` are `delayed`."""


class _Later(msgspec.Struct):
    """A frame that is due at a moment; `lines` are the events that it shows."""

    moment: float
    text: str
    lines: list[Line]


class Gallery:
    """Holds back what watchers may only see later.

    Attributes:
        lines: the events of the newest deal that watchers have been shown.
        seq: the newest event's number among them, 0 before any.
    """

    def __init__(self, state: TableState) -> None:
        self._delay = DELAY_SECONDS if state.setup.settings.spectators == "delayed" else 0.0
        self._later: deque[_Later] = deque()
        self.lines = list(state.lines)
        self.seq = state.seq
        self._held: list[Line] = []
        if self._delay and state.phase != "over" and self.lines:
            # When these were played is not in the log: a table that was brought back holds them.
            self._held, self.lines = self.lines, []
            self.seq = self._held[0].seq - 1

    @property
    def delayed(self) -> bool:
        """Whether watchers see less than the seats at this moment."""
        return self._delay > 0

    @property
    def due(self) -> float | None:
        """When the next frame is due."""
        return self._later[0].moment if self._later else None

    def open(self, now: float) -> None:
        """Begins to count the time for what a table that was brought back holds."""
        if self._held:
            body = ",".join(line.for_seat(None) for line in self._held)
            text = f'{{"type":"events","events":[{body}],"live":false}}'
            self._later.append(_Later(now + self._delay, text, self._held))
            self._held = []

    def tell(
        self, viewers: Iterable[Connection], text: str, now: float, lines: Iterable[Line] = ()
    ) -> None:
        """Shows watchers a frame when its time has come."""
        self._later.append(_Later(now + self._delay, text, list(lines)))
        self.show_due(viewers, now)

    def show_due(self, viewers: Iterable[Connection], now: float | None) -> None:
        """Shows what is due by now; all that is left where `now` is None."""
        watchers: list[Connection] | None = None
        while self._later and (now is None or self._later[0].moment <= now):
            later = self._later.popleft()
            for line in later.lines:
                if isinstance(line.event, Start):
                    self.lines = []
                self.lines.append(line)
                self.seq = line.seq
            if watchers is None:
                watchers = [viewer for viewer in viewers if viewer.seat is None]
            for watcher in watchers:
                watcher.push(later.text)
