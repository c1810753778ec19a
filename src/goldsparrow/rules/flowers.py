"""Flowers: which tiles are flowers, and their complete sets (F1, F18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

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


def completes_set(flowers: list[Tile]) -> bool:
    """Whether the last of these flowers completes a set (F4, F18)."""
    if len(flowers) < 4:
        return False
    last = flowers[-1]
    if last < PLAYABLE:
        return flowers.count(last) == 4
    # Of every season and plant there is one tile.
    first = PLAYABLE if last < PLAYABLE + 4 else PLAYABLE + 4
    return len([tile for tile in flowers if first <= tile < first + 4]) == 4
