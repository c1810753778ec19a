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
    PRODUCT,
    SUIT,
    SUIT_OF,
    SUIT_WEIGHT,
)

__all__ = ["distances", "distances_of_keys", "keys_of"]

_Distances: TypeAlias = npt.NDArray[np.uint8]

_CLASSES: Final = len(PRODUCT)
_SUIT: Final = np.frombuffer(SUIT, dtype=np.uint8)
_HONOURS: Final = np.array(HONOUR_CLASS, dtype=np.uint16)[np.frombuffer(HONOURS, dtype=np.uint8)]
_PRODUCT: Final = np.array(PRODUCT, dtype=np.uint16).reshape(-1)
_DISTANCE: Final = np.array([[list(row) for row in rows] for rows in DISTANCE], dtype=np.uint8)

# Keys are below 2**24, so that floats hold them exactly and the fast product of matrices serves.
_WEIGHTS: Final = np.zeros((34, 4), dtype=np.float32)
_WEIGHTS[range(34), SUIT_OF] = SUIT_WEIGHT


def keys_of(counts: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Returns the keys, shape ``(n, 4)`` int32, of counts of shape ``(n, 34)`` and any number type.

    Raises:
        ValueError: where the shape is another, or a count is not 0 to 4.
    """
    if counts.ndim != 2 or counts.shape[1] != 34:
        raise ValueError(f"no counts of hands: shape {counts.shape}; expected (n, 34)")
    if counts.size and not (counts.min() >= 0 and counts.max() <= 4):
        raise ValueError(
            f"no counts of hands: {counts.min()} to {counts.max()}; expected 0 to 4 of a kind"
        )
    return (counts.astype(np.float32) @ _WEIGHTS).astype(np.int32)


def distances(
    counts: npt.NDArray[Any], melds: int | npt.NDArray[Any], golds: int | npt.NDArray[Any]
) -> _Distances:
    """Returns the distance of each hand, shape ``(n,)`` uint8, as ``analysis.distance`` does.

    Args:
        counts: the natural copies of the 34 playable kinds, shape ``(n, 34)``, any number type.
        melds: the melds to make, 0 to 5, one for all or an array of shape ``(n,)``.
        golds: the golds beside the counts, 0 to 4, one for all or an array of shape ``(n,)``.

    Raises:
        ValueError: as ``keys_of``.
    """
    return distances_of_keys(keys_of(counts), melds, golds)


def distances_of_keys(
    keys: npt.NDArray[np.integer[Any]],
    melds: int | npt.NDArray[Any],
    golds: int | npt.NDArray[Any],
) -> _Distances:
    """Returns the distance of each hand from its four keys, shape ``(n, 4)``."""
    both = _SUIT[keys[:, 0]].astype(np.int32)
    both *= _CLASSES
    both += _SUIT[keys[:, 1]]
    for more in (_SUIT[keys[:, 2]], _HONOURS[keys[:, 3]]):
        both = _PRODUCT[both].astype(np.int32)
        both *= _CLASSES
        both += more
    found: _Distances = _DISTANCE[golds, melds, _PRODUCT[both]]
    return found
