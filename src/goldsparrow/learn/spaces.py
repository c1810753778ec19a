"""The spaces of the environments, and action masks as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, Final, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from goldsparrow.errors import OptionError
from goldsparrow.learn.planes import STATE_SHAPE, Array, Layout
from goldsparrow.moves import MOVES, PASS, MoveSet

_BITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_PASS_BIT: Final = 1 << PASS
_FORM: Final = f"0{MOVES}b"


class Observation(TypedDict):
    """What a seat is shown: the planes, and 1 for each move that it may make now."""

    observation: Array
    action_mask: Array


def mask_array(moves: MoveSet) -> Array:
    """The moves as an array of 169 int8, 1 where a move is in the set; an array of its own."""
    return np.ndarray((MOVES,), np.int8, bytearray(mask_bytes(moves)))


def mask_bytes(moves: MoveSet) -> bytes:
    """The same as 169 bytes."""
    if moves == _PASS_BIT:
        return _PASS_ONLY
    return format(moves, _FORM).encode().translate(_BITS)[::-1]


_PASS_ONLY: Final = b"\x00" * PASS + b"\x01" + b"\x00" * (MOVES - PASS - 1)


def mask_arrays(moves: Sequence[MoveSet]) -> Array:
    """One row for each set of moves, shape `(n, 169)`."""
    text = "".join([format(each, _FORM) for each in reversed(moves)])
    joined = bytearray(text.encode().translate(_BITS)[::-1])
    return np.ndarray((len(moves), MOVES), np.int8, joined)


def observation_space(layout: Layout) -> spaces.Dict:
    """A space of observations, one that can be seeded by itself."""
    return spaces.Dict(
        {
            "observation": spaces.Box(layout.low, layout.high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (MOVES,), dtype=np.int8),
        }
    )


def state_space() -> spaces.Box:
    """A space of states."""
    return spaces.Box(0, 127, STATE_SHAPE, dtype=np.int8)


def action_space() -> spaces.Discrete:
    """A space of moves."""
    return spaces.Discrete(MOVES)


def as_moves(actions: npt.ArrayLike, count: int) -> list[int]:
    """Actions at so many tables as ints.

    Raises:
        OptionError: they are not so many whole numbers.
    """
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise OptionError(
            f"actions have shape {given.shape} and type {given.dtype}; "
            f"expected ({count},) whole numbers"
        )
    moves: list[int] = given.tolist()
    return moves


def as_move(action: Any) -> object:  # noqa: ANN401
    """An action as an int, whatever kind of whole number it is; as it is where it is none."""
    try:
        return index(action)
    except TypeError:
        return action
