"""Distances of many hands at once, with numpy: ``pip install goldsparrow[batch]``."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

try:
    import numpy as np
    import numpy.typing as npt
except ImportError as error:
    message = "goldsparrow.analysis.batch needs numpy; expected 'pip install goldsparrow[batch]'"
    raise ImportError(message) from error

from goldsparrow.analysis.classes import (
    DISTANCE,
    HONOUR_CLASS,
    HONOURS,
    MOST_GOLDS,
    MOST_MELDS,
    PRODUCT,
    SUIT,
    SUIT_OF,
    SUIT_WEIGHT,
)

__all__ = ["distances", "distances_of_keys", "keys_of"]

_Distances: TypeAlias = npt.NDArray[np.uint8]

# A class is carried as the start of its row in tables of equal width, so that a look-up is one
# addition and one ``take``; the row of distances is as wide, and holds golds times melds.
_WIDTH: Final = len(PRODUCT)
_SUIT: Final = np.frombuffer(SUIT, dtype=np.uint8)
_HONOURS: Final = np.array(HONOUR_CLASS, dtype=np.uint16)[np.frombuffer(HONOURS, dtype=np.uint8)]
_PRODUCT: Final = (np.array(PRODUCT, dtype=np.int32) * _WIDTH).reshape(-1)
_DISTANCE: Final = np.zeros((_WIDTH, _WIDTH), dtype=np.uint8)
_DISTANCE[:, : (MOST_GOLDS + 1) * (MOST_MELDS + 1)] = (
    np.frombuffer(b"".join(map(b"".join, DISTANCE)), dtype=np.uint8).reshape(-1, _WIDTH).T
)

# Keys are below 2**24, so that floats hold them exactly and the fast product of matrices serves.
_WEIGHTS: Final = np.zeros((34, 4), dtype=np.float32)
_WEIGHTS[range(34), SUIT_OF] = SUIT_WEIGHT

# Few enough rows that BLAS keeps their product on one core: waking others costs far more.
_BLOCK: Final = 1800


def keys_of(counts: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """Returns the keys, shape ``(n, 4)``, of counts of shape ``(n, 34)`` and any number type.

    The array is intp, and each column lies in one piece, as ``distances_of_keys`` likes it best.

    Raises:
        ValueError: where the shape is another, or a count is not 0 to 4.
    """
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"no counts of hands: shape {counts.shape}; expected (n, 34)")
    if counts.size and not (counts.min() >= 0 and counts.max() <= 4):
        raise ValueError(
            f"no counts of hands: {counts.min()} to {counts.max()}; expected 0 to 4 of a kind"
        )
    sums = np.empty((len(counts), 4), dtype=np.float32)
    # One block after another goes through the same memory, which stays in the cache.
    block = np.empty((min(_BLOCK, len(counts)), 34), dtype=np.float32)
    for start in range(0, len(counts), _BLOCK):
        end = min(start + _BLOCK, len(counts))
        rows = block[: end - start]
        rows[:] = counts[start:end]
        np.matmul(rows, _WEIGHTS, out=sums[start:end])
    return sums.T.astype(np.intp).T


def distances(
    counts: npt.NDArray[Any], melds: int | npt.NDArray[Any], golds: int | npt.NDArray[Any]
) -> _Distances:
    """Returns the distance of each hand, shape ``(n,)`` uint8, as ``analysis.distance`` does.

    Args:
        counts: the natural copies of the 34 playable kinds, shape ``(n, 34)``, any number type.
        melds: the melds to make, 0 to 5, one for all or an array of shape ``(n,)``.
        golds: the golds beside the counts, 0 to 4, one for all or an array of shape ``(n,)``.

    Raises:
        ValueError: as ``keys_of`` and ``distances_of_keys``.
    """
    return distances_of_keys(keys_of(counts), melds, golds)


def distances_of_keys(
    keys: npt.NDArray[np.integer[Any]],
    melds: int | npt.NDArray[Any],
    golds: int | npt.NDArray[Any],
) -> _Distances:
    """Returns the distance of each hand from its four keys, shape ``(n, 4)``.

    Raises:
        ValueError: where a number of melds or golds is beyond the tables.
    """
    for name, given, most in (("melds", melds, MOST_MELDS), ("golds", golds, MOST_GOLDS)):
        low, high = np.min(given, initial=0), np.max(given, initial=0)
        if low < 0 or high > most:
            raise ValueError(f"no number of {name}: {low} to {high}; expected 0 to {most}")
    first, second, third, honours = np.ascontiguousarray(keys.T, dtype=np.intp)
    index = _SUIT.take(first) * np.int32(_WIDTH)
    for more in (_SUIT.take(second), _SUIT.take(third), _HONOURS.take(honours)):
        index += more
        index = _PRODUCT.take(index)
    index += np.asarray(golds, dtype=np.int32) * (MOST_MELDS + 1) + melds
    found: _Distances = _DISTANCE.take(index)
    return found
