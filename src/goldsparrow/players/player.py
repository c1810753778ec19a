"""What a player is: somebody who is shown a view and legal moves, and chooses."""

from __future__ import annotations

from typing import Protocol

from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet


class Player(Protocol):
    """Chooses a move; it is given a seat's view and nothing else."""

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves, of which there is at least one."""
