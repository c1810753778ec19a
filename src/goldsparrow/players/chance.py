"""The player that chooses by chance."""

from __future__ import annotations

from random import Random

from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet


class Chance:
    """Chooses uniformly among the legal moves; the same seed makes the same choices."""

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def act(self, view: View, moves: MoveSet) -> Move:  # noqa: ARG002 - it looks at nothing
        """Returns one of the legal moves, each as likely as the others."""
        skip = int(self._random.random() * moves.bit_count())
        while skip:
            moves &= moves - 1
            skip -= 1
        return (moves & -moves).bit_length() - 1
