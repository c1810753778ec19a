"""What long commands show and heed: a progress bar on the error stream, and Ctrl-C."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self

INTERRUPTED: Final = 130
"""The exit code of a command that Ctrl-C has ended early."""

_BAR: Final = 30
_REFRESH_SECONDS: Final = 0.1
_LINE_SECONDS: Final = 10.0
"""Where the error stream is no terminal, a line now and then says how far things are."""


class Progress:
    """Shows how much of a total is done, how fast it goes, and how long it will take.

    It is a context manager: leaving it ends the line of the bar.
    """

    def __init__(self, total: int, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._done = 0
        self._terminal = sys.stderr.isatty()
        self._began = self._shown = time.monotonic()
        if self._terminal:
            self._show()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._show()
        if self._terminal:
            print(file=sys.stderr)

    def reach(self, done: int) -> None:
        """Says that so much is done by now."""
        self._done = done
        now = time.monotonic()
        if now - self._shown >= (_REFRESH_SECONDS if self._terminal else _LINE_SECONDS):
            self._shown = now
            self._show()

    def _show(self) -> None:
        seconds = max(time.monotonic() - self._began, 1e-9)
        share = min(self._done / self._total, 1.0) if self._total else 1.0
        rate = self._done / seconds
        text = f"{share:4.0%} {self._done:,}/{self._total:,} {self._unit}, {rate:,.0f}/s"
        if 0 < share < 1:
            text += f", {_clock(seconds * (1 - share) / share)} left"
        if not self._terminal:
            print(text.strip(), file=sys.stderr, flush=True)
            return
        full = int(_BAR * share)
        bar = "█" * full + "░" * (_BAR - full)
        # The rest of a longer line before it is wiped out.
        print(f"\r{bar} {text}\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Lets the first Ctrl-C ask for an end, which comes after the deals being played."""
    asked = False

    def ask(_signal: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if asked:
            raise KeyboardInterrupt
        asked = True

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked
    finally:
        signal.signal(signal.SIGINT, before)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
