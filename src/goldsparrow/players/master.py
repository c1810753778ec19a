"""The player that leans its estimates by what was counted, and may play close choices on."""

from __future__ import annotations

from random import Random
from typing import Final

from goldsparrow.game.view import View
from goldsparrow.moves import PASS, Move, MoveSet
from goldsparrow.players.expert import CLAIMS, WINS, Weighed, weigh
from goldsparrow.players.leaning import COUNTED
from goldsparrow.players.prices import Prices
from goldsparrow.players.search import Budget, Search
from goldsparrow.tiles import HIDDEN

BUDGET: Final = Budget(playouts=0)
"""Nothing is played on unless somebody asks for it: no gain was measured (see docs/bots.md)."""
CLOSE: Final = 0.003
"""Moves are close that differ by no more than this share of what a self-draw pays."""
_SURE: Final = 1.0
"""At how many standard errors a move is taken instead of the estimate's choice."""
_COMPARED: Final = 3
_TRUST: Final = 8.0
"""How many playouts the estimate is worth."""


class Master:
    """Chooses like the expert, with its estimates leaned.

    With a budget it also looks ahead: where several moves are worth nearly the same it plays deals
    on as they may be, the same for each of them, and takes another than the estimate's choice
    where that comes out ahead. With a budget of playouts alone the same seed and view always get
    the same move.

    Args:
        seed: where the deals that are played on are drawn from.
        budget: how much is played on for a choice.
        close: within which share of a self-draw's points moves count as nearly the same.
    """

    def __init__(self, seed: int = 0, budget: Budget = BUDGET, *, close: float = CLOSE) -> None:
        self._seed = seed
        self._budget = budget
        self._margin = close

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves."""
        if moves & moves - 1 == 0:
            return moves.bit_length() - 1
        if moves >> PASS & 1 and not moves & (WINS | CLAIMS):
            return PASS
        return self.weigh(view, moves)[0].move

    def weigh(self, view: View, moves: MoveSet, *, thorough: bool = False) -> list[Weighed]:
        """What each of the legal moves is worth, the best first."""
        found = weigh(view, moves, COUNTED, thorough=thorough)
        close = self._close(view, moves, found)
        if len(close) < 2:
            return found
        chance = Random(f"{self._seed} {view.left} {view.discards} {view.hand.tiles()}")
        tried = Search(view, chance, self._budget, _TRUST).compare(close)
        first = found[0]
        # What does not stand out stays where the estimate put it.
        ahead = [each for each in tried if each.gain > _SURE * each.error and each.gain > 0]
        moved = {each.weighed.move for each in ahead}
        ranked = [
            each.weighed._replace(points=first.points + each.gain, rank=first.rank + each.gain)
            for each in ahead
        ]
        return ranked + [each for each in found if each.move not in moved]

    def _close(self, view: View, moves: MoveSet, found: list[Weighed]) -> list[Weighed]:
        """The best moves that are worth nearly the same, where playing on could tell them apart."""
        if not self._budget.playouts or (moves >> PASS & 1 and view.live == HIDDEN):
            return []
        first = found[0]
        if WINS >> first.move & 1:
            return []
        margin = self._margin * Prices(view, lasting=1.0).own("self_draw")
        return [
            each
            for each in found[:_COMPARED]
            if each.looked and first.rank - each.rank <= margin and not WINS >> each.move & 1
        ]
