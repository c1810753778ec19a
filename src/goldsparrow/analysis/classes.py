"""The class tables of hand analysis, loaded from the data file that ``build.py`` writes.

A hand is four *keys*: the counts of each suit, and of the honours, as a number in base 5. Adding a
tile of ``kind`` adds ``SUIT_WEIGHT[kind]`` to ``keys[SUIT_OF[kind]]``, so whoever owns a hand keeps
its keys running; turning a list of counts into keys costs more than any answer. ``SUIT`` and
``HONOURS`` give the class of a key, ``PRODUCT`` the class of two suits together, and ``ROWS`` the
distance, so hot code may write out what ``distance`` does::

    rows = ROWS[golds][melds]
    rows[PRODUCT[PRODUCT[SUIT[k0]][SUIT[k1]]][SUIT[k2]]][HONOURS[k3]]

What the classes mean, and why so few of them suffice, is told in ``build.py``.
"""

from __future__ import annotations

import lzma
import struct
from operator import itemgetter
from pathlib import Path
from typing import Final

from goldsparrow.tiles import PLAYABLE, SUITED

__all__ = [
    "DISTANCE",
    "HONOURS",
    "HONOUR_CLASS",
    "HONOUR_PRODUCT",
    "MOST_GOLDS",
    "MOST_MELDS",
    "PRODUCT",
    "ROWS",
    "SUIT",
    "SUIT_OF",
    "SUIT_WEIGHT",
]

SUIT_OF: Final[tuple[int, ...]] = tuple(kind // 9 for kind in range(PLAYABLE))
"""Which of the four keys each playable kind counts in: characters, dots, bamboos, honours."""

SUIT_WEIGHT: Final[tuple[int, ...]] = tuple(
    5 ** (8 - kind % 9) if kind < SUITED else 5 ** (6 - kind % 9) for kind in range(PLAYABLE)
)
"""What one tile of each playable kind adds to its key."""


class _Reader:
    """Reads the data from front to back."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def take(self, size: int) -> bytes:
        """Returns the next bytes."""
        self._at += size
        return self._data[self._at - size : self._at]

    def numbers(self, count: int) -> tuple[int, ...]:
        """Returns the next 16-bit numbers."""
        return struct.unpack(f"<{count}H", self.take(2 * count))


# The data: the four numbers below; SUIT and HONOURS as a byte a key; HONOUR_CLASS and PRODUCT as
# 16-bit numbers, little-endian like all; DISTANCE as a byte each, by golds, melds and class.
_reader: Final = _Reader(lzma.decompress(Path(__file__).with_name("classes.xz").read_bytes()))
_classes, _honour_classes, _golds, _melds = _reader.numbers(4)

MOST_GOLDS: Final = _golds - 1
"""The most golds that the tables know: 4."""

MOST_MELDS: Final = _melds - 1
"""The most melds that the tables know: 5."""

SUIT: Final[bytes] = _reader.take(5**9)
"""The class of each suit key."""

HONOURS: Final[bytes] = _reader.take(5**7)
"""The honour class of each honour key: a number of its own, so that it fits a byte."""

HONOUR_CLASS: Final[tuple[int, ...]] = _reader.numbers(_honour_classes)
"""The class that each honour class is."""

# Equal numbers become one object: less memory to walk through than half a million small ints.
_shared = tuple(range(_classes)).__getitem__

PRODUCT: Final[tuple[tuple[int, ...], ...]] = tuple(
    tuple(map(_shared, _reader.numbers(_classes))) for _ in range(_classes)
)
"""``PRODUCT[a][b]`` is the class of the tiles of classes ``a`` and ``b`` together."""

DISTANCE: Final[tuple[tuple[bytes, ...], ...]] = tuple(
    tuple(_reader.take(_classes) for _ in range(_melds)) for _ in range(_golds)
)
"""``DISTANCE[golds][melds][a]``: how many tiles class ``a`` is away from melds and a pair."""

HONOUR_PRODUCT: Final[tuple[tuple[int, ...], ...]] = tuple(map(itemgetter(*HONOUR_CLASS), PRODUCT))
"""``HONOUR_PRODUCT[a][z]``: the class of class ``a`` and honour class ``z`` together."""


class _Rows(dict[int, tuple[bytes, ...]]):
    """The rows for one number of golds by melds, each made when it is first asked for.

    All of them at once would take most of the import's time, and a match uses a few.
    """

    def __init__(self, distances: tuple[bytes, ...]) -> None:
        super().__init__()
        self._distances = distances

    def __missing__(self, melds: int) -> tuple[bytes, ...]:
        distance = self._distances[melds].__getitem__
        rows = self[melds] = tuple(bytes(map(distance, row)) for row in HONOUR_PRODUCT)
        return rows


ROWS: Final[tuple[dict[int, tuple[bytes, ...]], ...]] = tuple(map(_Rows, DISTANCE))
"""``ROWS[golds][melds][a][z]``: the distance of class ``a`` with honour class ``z``."""
