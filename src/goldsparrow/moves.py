"""Moves as ints: a move is its own index in the action space, a set of moves is one bit mask.

The text form is what crosses a socket or stands in a file: `discard:5p`, `chow:3m` (the lowest tile
of the run), `pong`, `kong`, `concealed_kong:5p`, `added_kong:5p`, `gold_gap:5p`, `win`,
`rob_gold`, `three_golds`, `pass`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from goldsparrow.errors import NotationError
from goldsparrow.tiles import KIND, NAMES, PLAYABLE, SUITED, Tile

Move: TypeAlias = int
MoveSet: TypeAlias = int
"""A bit mask: bit `m` is set where move `m` is in the set."""

DISCARD: Final = 0
"""Moves 0 to 33 discard that kind."""
PASS: Final = 34
WIN: Final = 35
ROB_GOLD: Final = 36
THREE_GOLDS: Final = 37
PONG: Final = 38
KONG: Final = 39
CHOW: Final = 40
"""Moves 40 to 66 take a run by its lowest tile; lows of rank 8 and 9 are never legal."""
CONCEALED_KONG: Final = CHOW + SUITED
ADDED_KONG: Final = CONCEALED_KONG + PLAYABLE
GOLD_GAP: Final = ADDED_KONG + PLAYABLE
"""Declares the gold gap with the discard of that kind (S7)."""
MOVES: Final = GOLD_GAP + PLAYABLE
"""The size of the action space."""

DISCARDS: Final[MoveSet] = (1 << PLAYABLE) - 1

_PLAIN: Final = {
    "pass": PASS,
    "win": WIN,
    "rob_gold": ROB_GOLD,
    "three_golds": THREE_GOLDS,
    "pong": PONG,
    "kong": KONG,
}
_FAMILIES: Final = {
    "discard": (DISCARD, PLAYABLE),
    "chow": (CHOW, SUITED),
    "concealed_kong": (CONCEALED_KONG, PLAYABLE),
    "added_kong": (ADDED_KONG, PLAYABLE),
    "gold_gap": (GOLD_GAP, PLAYABLE),
}


def _names() -> tuple[str, ...]:
    names = [""] * MOVES
    for text, move in _PLAIN.items():
        names[move] = text
    for family, (first, size) in _FAMILIES.items():
        for tile in range(size):
            names[first + tile] = f"{family}:{NAMES[tile]}"
    return tuple(names)


MOVE_NAMES: Final = _names()
_BY_NAME: Final = {text: move for move, text in enumerate(MOVE_NAMES)}


def move_name(move: Move) -> str:
    """The move's text form."""
    return MOVE_NAMES[move]


def parse_move(text: str) -> Move:
    """Reads a move's text form.

    Raises:
        NotationError: the text names no move.
    """
    move = _BY_NAME.get(text)
    if move is None:
        raise NotationError(
            f"no such move: {text!r}; expected e.g. 'discard:5p', 'chow:3m', 'pong', 'win', 'pass'"
        )
    return move


def move_tile(move: Move) -> Tile | None:
    """The tile that a move names, or None for a move that names none."""
    _, _, tile = MOVE_NAMES[move].partition(":")
    return KIND[tile] if tile else None


def moves_in(mask: MoveSet) -> Iterator[Move]:
    """Iterates over the moves of a set in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
