"""What the commands about records have in common: reading a file line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from goldsparrow.commands.progress import Progress

LONGEST_LINE: Final = 1 << 17
"""The most bytes of a line; the longest, a win with its score, takes a few thousand."""


@contextmanager
def opened(name: str) -> Iterator[tuple[BinaryIO, int]]:
    """Opens a file, `-` for standard input, and says how many bytes it has, 0 if nobody knows."""
    if name == "-":
        yield sys.stdin.buffer, 0
        return
    path = Path(name)
    with path.open("rb") as stream:
        yield stream, path.stat().st_size


def lines(stream: BinaryIO, reached: Callable[[int], None]) -> Iterator[bytes]:
    """Yields the lines of a stream, of one that is too long a part that no record can hold.

    `reached` is told how many bytes have been read.
    """
    read = 0
    while line := stream.readline(LONGEST_LINE):
        read += len(line)
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
            read += len(rest)
        reached(read)
        yield line


@contextmanager
def bar(size: int, least: int) -> Iterator[Callable[[int], None]]:
    """Shows how much of a file has been read where it has `least` bytes; yields what is told it."""
    if size < least:
        yield lambda _read: None
        return
    with Progress(size >> 10, "KB") as shown:
        yield lambda read: shown.reach(read >> 10)
