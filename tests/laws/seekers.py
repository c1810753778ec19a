"""Players for tests that go for what chance seldom finds: tours, gold gaps, kongs, robberies."""

from __future__ import annotations

from random import Random

from goldsparrow.analysis import ANY, readings
from goldsparrow.game.view import View
from goldsparrow.moves import DISCARDS, GOLD_GAP, MOVES, PASS, WIN, Move, MoveSet, moves_in
from goldsparrow.players import Greedy

_GAPS: MoveSet = (1 << MOVES) - (1 << GOLD_GAP)


class Seeker:
    """Greedy, but it climbs tours before it wins, and declares gold gaps when it can."""

    def __init__(self, seed: int = 0) -> None:
        self._greedy = Greedy()
        self._random = Random(seed)

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves."""
        if moves & _GAPS:
            return next(moves_in(moves & _GAPS))
        if moves & DISCARDS and view.hand.golds and self._tours(view):
            tour = self._climb(view, moves)
            if tour is not None:
                return tour
        if moves >> PASS & 1 and moves >> WIN & 1 and view.hand.golds and self._tours(view):
            # Waits for a draw of its own.
            return PASS if self._random.random() < 0.8 else WIN
        return self._greedy.act(view, moves)

    def _tours(self, view: View) -> bool:
        return any(clause.key == "tour" for clause in view.rules.clauses)

    def _climb(self, view: View, moves: MoveSet) -> Move | None:
        """A discard after which one gold stands alone: of a gold, or else where it does not yet."""
        if moves >> view.gold & 1 and _alone(view, view.gold):
            return view.gold
        seat = view.seat or 0
        if view.note("tour").levels[seat] or not moves >> WIN & 1:
            return None
        return next(
            (tile for tile in moves_in(moves & DISCARDS & ~(1 << view.gold)) if _alone(view, tile)),
            None,
        )


def _alone(view: View, tile: int) -> bool:
    """Whether one gold beside melds is left once a tile has gone."""
    hand = view.hand.copy()
    hand.remove(tile)
    if not hand.golds:
        return False
    melds = view.rules.deal.melds - len(view.melds(view.seat or 0))
    return any(
        group.kind == "pair" and group.tile == ANY
        for reading in readings(hand.face_counts(), melds, hand.golds + 1)
        for group in reading
    )
