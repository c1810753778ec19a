"""What the table plays for a seat that does not answer in time."""

from __future__ import annotations

from goldsparrow.game.legality import PASS_BIT
from goldsparrow.game.view import View
from goldsparrow.moves import DISCARDS, ROB_GOLD, THREE_GOLDS, WIN, Move, MoveSet, moves_in
from goldsparrow.tiles import HIDDEN

_WINS = (WIN, ROB_GOLD, THREE_GOLDS)


def default_move(view: View, moves: MoveSet) -> Move:
    """The move that the table plays for a seat at its deadline (C14).

    It takes a win, so that nobody loses one to a bad line; it passes on every other claim; on an
    own turn it discards the tile just drawn, otherwise the last tile of the hand, and a gold only
    where nothing else may go.

    Args:
        view: what the seat may see.
        moves: its legal moves, at least one.
    """
    for move in _WINS:
        if moves >> move & 1:
            return move
    if moves & PASS_BIT:
        return PASS_BIT.bit_length() - 1
    drawn = view.drawn
    if drawn not in (HIDDEN, view.gold) and moves >> drawn & 1:
        return drawn
    plain = moves & DISCARDS & ~(1 << view.gold)
    return max(moves_in(plain or moves))
