"""What a seat is shown: its planes and its moves as fresh arrays, one seat or many at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from goldsparrow.learn.encoder import Encoder
from goldsparrow.learn.outlook import with_outlook
from goldsparrow.learn.planes import LAYOUT, Array, Layout
from goldsparrow.moves import DISCARDS, MOVES, PASS, MoveSet

if TYPE_CHECKING:
    from goldsparrow.learn.spaces import Observation

_DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_DISCARD_FORM: Final = f"0{PASS}b"
_FORM: Final = f"0{MOVES - PASS}b"
_DISCARDS_ONLY: Final = 1 << PASS
_NOTHING_ELSE: Final = bytes(MOVES - PASS)
_PACKED: Final = (MOVES + 7) // 8


def observed(encoder: Encoder, seat: int, moves: MoveSet, layout: Layout) -> Observation:
    """What a seat that may make these moves sees of a deal, in the planes of a layout."""
    return {"observation": shown(encoder, seat, moves, layout), "action_mask": mask_array(moves)}


def shown(encoder: Encoder, seat: int, moves: MoveSet, layout: Layout) -> Array:
    """The planes of what it sees, shape `layout.shape` int8."""
    planes = encoder.observation(seat)
    if layout.outlook:
        planes = with_outlook(planes, encoder.deal.view(seat), moves)
    return planes


def shown_rows(seats: Sequence[tuple[Encoder, int, MoveSet]], layout: Layout) -> Array:
    """The planes of what several seats see that may make these moves, one row for each."""
    parts: list[bytearray] = []
    for encoder, seat, _ in seats:
        parts += encoder.parts(seat)
    joined = bytearray().join(parts)
    planes: Array = np.ndarray((len(seats), *LAYOUT.shape), np.int8, joined)
    if layout.outlook:
        planes = np.stack(
            [
                with_outlook(own, encoder.deal.view(seat), moves)
                for own, (encoder, seat, moves) in zip(planes, seats, strict=True)
            ]
        )
    return planes


def mask_bytes(moves: MoveSet) -> bytes:
    """The moves as 169 bytes, 1 where a move is in the set, else 0."""
    if moves < _DISCARDS_ONLY:
        digits = format(moves, _DISCARD_FORM).encode()
        return digits.translate(_DIGITS)[::-1] + _NOTHING_ELSE
    found = _ANSWERS.get(moves)
    if found is None:
        discards = format(moves & DISCARDS, _DISCARD_FORM).encode()
        others = format(moves >> PASS, _FORM).encode()
        found = (others + discards).translate(_DIGITS)[::-1]
        # There are few ways to answer another seat, and each comes again and again.
        if not moves & DISCARDS:
            _ANSWERS[moves] = found
    return found


_ANSWERS: Final[dict[MoveSet, bytes]] = {}


def mask_array(moves: MoveSet) -> Array:
    """The same as an array of int8, an array of its own."""
    return np.ndarray((MOVES,), np.int8, bytearray(mask_bytes(moves)))


def mask_rows(moves: Sequence[MoveSet]) -> Array:
    """One row for each set of moves, shape `(n, 169)` int8."""
    packed = b"".join([each.to_bytes(_PACKED, "little") for each in moves])
    rows = np.ndarray((len(moves), _PACKED), np.uint8, packed)
    return np.unpackbits(rows, axis=1, count=MOVES, bitorder="little").view(np.int8)
