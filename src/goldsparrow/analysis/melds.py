"""Distances and waits of hands of melds and a pair, as look-ups of classes.

Golds only subtract: a distance counts missing tiles, and each gold in the hand is one of them, so
no search over wild tiles happens anywhere. All functions take the concealed natural tiles as the
four keys that ``classes`` describes, the number of melds that are still to be made of them (five
or four less the open ones), and the number of golds beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from goldsparrow.analysis.classes import (
    DISTANCE,
    HONOUR_PRODUCT,
    HONOURS,
    PRODUCT,
    ROWS,
    SUIT,
    SUIT_WEIGHT,
)

__all__ = ["distance", "gold_completes", "key_counts", "suit_keys", "useful", "waits"]

_SUIT_STEPS: Final = tuple(enumerate(SUIT_WEIGHT[:9]))
_HONOUR_STEPS: Final = tuple(enumerate(SUIT_WEIGHT[27:]))

_FIVE: Final = 5**5
_FIVES: Final[tuple[tuple[int, ...], ...]] = tuple(product(range(5), repeat=5))
_FOURS: Final[tuple[tuple[int, ...], ...]] = tuple(product(range(5), repeat=4))
_TWOS: Final[tuple[tuple[int, ...], ...]] = tuple(product(range(5), repeat=2))
"""The digits of a key's last five kinds, and of a suit's and the honours' other ones."""


def suit_keys(counts: Sequence[int]) -> tuple[int, int, int, int]:
    """Returns the keys of the 34 counts of playable kinds, each 0 to 4.

    >>> suit_keys([0] * 8 + [2] + [0] * 24 + [1])
    (2, 0, 0, 1)
    """
    keys = [0, 0, 0, 0]
    for suit, first in enumerate((0, 9, 18, 27)):
        key = 0
        for count in counts[first : min(first + 9, 34)]:
            key = key * 5 + count
        keys[suit] = key
    return keys[0], keys[1], keys[2], keys[3]


def key_counts(k0: int, k1: int, k2: int, k3: int) -> list[int]:
    """Returns the 34 counts of playable kinds that have these keys.

    >>> key_counts(2, 0, 0, 1) == [0] * 8 + [2] + [0] * 24 + [1]
    True
    """
    return [
        *_FOURS[k0 // _FIVE],
        *_FIVES[k0 % _FIVE],
        *_FOURS[k1 // _FIVE],
        *_FIVES[k1 % _FIVE],
        *_FOURS[k2 // _FIVE],
        *_FIVES[k2 % _FIVE],
        *_TWOS[k3 // _FIVE],
        *_FIVES[k3 % _FIVE],
    ]


def distance(k0: int, k1: int, k2: int, k3: int, melds: int, golds: int) -> int:
    """Returns how many tiles are missing for the melds and a pair: 0 is complete, 1 is waiting.

    ``melds`` is 0 to 5, ``golds`` 0 to 4. A gold may be a fifth copy of a kind; a tile still to
    be drawn may not.
    """
    return ROWS[golds][melds][PRODUCT[PRODUCT[SUIT[k0]][SUIT[k1]]][SUIT[k2]]][HONOURS[k3]]


def gold_completes(keys: Sequence[int], melds: int, golds: int) -> bool:
    """Says whether one more gold, the fourth at most, completes a hand of ``3 * melds + 1`` tiles.

    ``waits`` speaks of natural tiles only: the gold's own kind is added by whoever knows it.
    """
    k0, k1, k2, k3 = keys
    return distance(k0, k1, k2, k3, melds, golds + 1) == 0


def waits(keys: Sequence[int], counts: Sequence[int], melds: int, golds: int) -> int:
    """Returns the kinds whose natural tile completes a hand of ``3 * melds + 1`` tiles.

    The result is a bit mask over the 34 playable kinds, 0 where the hand is not waiting.
    ``counts`` are the 34 counts of the keys' tiles: a kind already held four times is no wait,
    since the tile would be a fifth copy. Counts may also include copies known to be elsewhere.
    """
    k0, k1, k2, k3 = keys
    if distance(k0, k1, k2, k3, melds, golds) != 1:
        return 0
    return useful(keys, counts, melds, golds)[1]


def useful(keys: Sequence[int], counts: Sequence[int], melds: int, golds: int) -> tuple[int, int]:
    """Returns the distance and the bit mask of the kinds that bring the hand nearer.

    ``counts`` as in ``waits``: a kind of which there are four is never useful. The mask is 0 for
    a complete hand.
    """
    k0, k1, k2, k3 = keys
    a, b, c, z = SUIT[k0], SUIT[k1], SUIT[k2], HONOURS[k3]
    ab = PRODUCT[a][b]
    abc = PRODUCT[ab][c]
    missing = ROWS[golds][melds][abc][z]
    if not missing:
        return 0, 0
    cz = HONOUR_PRODUCT[c][z]
    # The other three suits are combined once; then each kind of this suit is one look-up.
    mask = (
        _nearer(k0, PRODUCT[b][cz], melds, golds, missing)
        | _nearer(k1, PRODUCT[a][cz], melds, golds, missing) << 9
        | _nearer(k2, HONOUR_PRODUCT[ab][z], melds, golds, missing) << 18
        | _nearer_honours(k3, abc, melds, golds, missing) << 27
    )
    if max(counts) > 3:
        for kind, count in enumerate(counts):
            if count > 3:
                mask &= ~(1 << kind)
    return missing, mask


# In play most suits stay as they were from one question to the next, so answers are remembered.
@lru_cache(maxsize=1 << 15)
def _nearer(key: int, rest: int, melds: int, golds: int, missing: int) -> int:
    """Returns the mask of a suit's kinds that bring a hand nearer than ``missing``.

    ``rest`` is the class of the other three suits together.
    """
    distances, row = DISTANCE[golds][melds], PRODUCT[rest]
    mask = 0
    for at, weight in _SUIT_STEPS:
        if key // weight % 5 < 4 and distances[row[SUIT[key + weight]]] < missing:
            mask |= 1 << at
    return mask


@lru_cache(maxsize=1 << 13)
def _nearer_honours(key: int, rest: int, melds: int, golds: int, missing: int) -> int:
    """Does for the honours what ``_nearer`` does for a suit."""
    row = ROWS[golds][melds][rest]
    mask = 0
    for at, weight in _HONOUR_STEPS:
        if key // weight % 5 < 4 and row[HONOURS[key + weight]] < missing:
            mask |= 1 << at
    return mask
