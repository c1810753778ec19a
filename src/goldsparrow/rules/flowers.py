"""Flowers: which tiles are flowers, and their complete sets (F1, F18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from goldsparrow.tiles import KINDS, PLAYABLE, SUITED, Tile

_SEASONS = frozenset(range(PLAYABLE, PLAYABLE + 4))
_PLANTS = frozenset(range(PLAYABLE + 4, KINDS))


def is_flower(tile: Tile, *, honours_are_flowers: bool) -> bool:
    """Whether a tile is replaced rather than played (F1)."""
    return tile >= (SUITED if honours_are_flowers else PLAYABLE)


def flower_sets(flowers: Sequence[Tile]) -> int:
    """How many complete sets there are: four of one honour, the seasons, the plants (F18)."""
    if len(flowers) < 4:
        return 0
    held = Counter(flowers)
    honours = sum(1 for tile, count in held.items() if tile < PLAYABLE and count == 4)
    return honours + (held.keys() >= _SEASONS) + (held.keys() >= _PLANTS)


def _set_of(tile: Tile) -> int:
    """The place of a flower's set among all sets: the seasons, the plants, each honour."""
    if tile in _SEASONS:
        return 0
    return 1 if tile in _PLANTS else 2 + tile - SUITED


# A set has four tiles: three bits of a number count one set's, and the highest says that all are
# there. So a table counts all sets of a seat in one number.
COUNT_IN_SET: Final[tuple[int, ...]] = tuple(
    1 << 3 * _set_of(tile) if tile >= SUITED else 0 for tile in range(KINDS)
)
"""What each flower adds to the number that counts a seat's flowers by set; others add nothing."""


def completes_set(counted: int, tile: Tile) -> bool:
    """Whether a flower, the last of those counted, completes a set (F4, F18)."""
    return counted & COUNT_IN_SET[tile] << 2 != 0
