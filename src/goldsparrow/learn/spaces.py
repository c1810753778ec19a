"""The spaces of the environments, and what comes in them."""

from __future__ import annotations

from operator import index
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from goldsparrow.errors import OptionError
from goldsparrow.learn.planes import STATE_SHAPE, Array, Layout
from goldsparrow.moves import MOVES


class Observation(TypedDict):
    """What a seat is shown: the planes, and 1 for each move that it may make now."""

    observation: Array
    action_mask: Array


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
