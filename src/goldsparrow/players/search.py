"""Looking ahead: moves are played on in deals as they may be, the same deals for every move.

What a seat does not see is drawn by chance, each time otherwise, and every move that is compared is
tried on the same draws: what luck does to all of them alike falls out. The others play like the
greedy player, the own seat like the expert, and where it has drawn a few times more the expert's
estimate stands for the rest of the deal: it is blunter than playing to the end, and far less noisy.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf, sqrt
from random import Random
from typing import Final, NamedTuple

from goldsparrow.game.deal import Deal
from goldsparrow.game.imagined import imagined
from goldsparrow.game.view import View
from goldsparrow.moves import Move
from goldsparrow.players.expert import Expert, Weighed, weigh
from goldsparrow.players.greedy import Greedy
from goldsparrow.players.hidden import Unseen
from goldsparrow.tiles import HIDDEN

_ROUNDS: Final = 4
"""In how many rounds the playouts are shared out, the moves that fall behind left out of later."""
_CLEAR: Final = 2.0
"""At how many standard errors it is clear that a move is better or worse."""
_STEP: Final = (sqrt(5) - 1) / 2
"""How far the next tile is from the last among those unseen: any number of them spreads evenly."""


class Budget(NamedTuple):
    """How much may be looked ahead.

    Attributes:
        playouts: how many imagined deals are played on, over all moves that are compared.
        seconds: after how long no further one begins; None where only their number counts. What
            is chosen then no longer depends on the seed alone.
        draws: how often the own seat draws before the estimate stands for the rest.
    """

    playouts: int
    seconds: float | None = None
    draws: int = 1


class Tried(NamedTuple):
    """A move after looking ahead.

    Attributes:
        weighed: the move as the expert weighs it.
        gain: points that it brings more than the first of the moves, expected from the estimate and
            the playouts together.
        error: the gain's standard error, 0 for the first move itself.
        tries: how many deals were played on with it.
    """

    weighed: Weighed
    gain: float
    error: float
    tries: int


class Search:
    """Compares some of a seat's moves by playing on.

    Args:
        view: what the seat sees, at its own turn or with a discard that may be claimed.
        chance: where unseen tiles are drawn from.
        budget: how much may be looked ahead.
        trust: how many playouts the expert's own opinion is worth.
    """

    def __init__(self, view: View, chance: Random, budget: Budget, trust: float) -> None:
        self._view = view
        self._me = view.seat or 0
        self._chance = chance
        self._unseen = Unseen(view)
        self._budget = budget
        self._trust = trust
        self._own = Expert()
        self._others = Greedy()
        self._point = chance.random()

    def compare(self, moves: Sequence[Weighed]) -> list[Tried]:
        """Compares moves, the first of them the expert's choice; returns the best first."""
        until = inf
        if self._budget.seconds is not None:
            until = time.monotonic() + self._budget.seconds
        left = list(range(len(moves)))
        gains = [[0.0, 0.0] for _ in moves]
        tries = [0] * len(moves)
        points = self._budget.playouts
        for _ in range(_ROUNDS):
            for _try in range(max(1, self._budget.playouts // _ROUNDS // len(left))):
                if points < len(left) or time.monotonic() > until:
                    points = 0
                    break
                points -= len(left)
                base = imagined(self._view, self._unseen.draw(self._chance, self._next()))
                first = 0.0
                for place in left:
                    gained = self._play(base.copy(), moves[place].move)
                    tries[place] += 1
                    if not place:
                        first = gained
                    gains[place][0] += gained - first
                    gains[place][1] += (gained - first) ** 2
            if not points:
                break
            left = self._still(moves, gains, tries, left)
            if len(left) < 2:
                break
        tried = [
            Tried(
                each,
                self._gain(moves, gains, tries, place),
                self._error(gains, tries, place),
                tries[place],
            )
            for place, each in enumerate(moves)
        ]
        return sorted(tried, key=lambda each: -each.gain)

    def _next(self) -> dict[int, float]:
        """Which unseen tile comes where the seat draws next, after a turn of its own or a pass."""
        view = self._view
        self._point = (self._point + _STEP) % 1.0
        places = [3]
        if view.live != HIDDEN and view.source != self._me:
            places.append((self._me - view.source - 1) % 4)
        return {place: (self._point + place / 4) % 1.0 for place in places}

    def _gain(
        self,
        moves: Sequence[Weighed],
        gains: Sequence[Sequence[float]],
        tries: Sequence[int],
        place: int,
    ) -> float:
        opinion = moves[place].rank - moves[0].rank
        return (self._trust * opinion + gains[place][0]) / (self._trust + tries[place])

    def _still(
        self,
        moves: Sequence[Weighed],
        gains: Sequence[Sequence[float]],
        tries: Sequence[int],
        left: list[int],
    ) -> list[int]:
        """The expert's choice and the moves of which it is not clear yet which is better."""
        kept = [0]
        for place in left[1:]:
            gain = self._gain(moves, gains, tries, place)
            if abs(gain) < _CLEAR * self._error(gains, tries, place):
                kept.append(place)
        return kept

    def _error(self, gains: Sequence[Sequence[float]], tries: Sequence[int], place: int) -> float:
        count = tries[place]
        if not place or not count:
            return 0.0
        mean = gains[place][0] / count
        spread = sqrt(max(0.0, gains[place][1] / count - mean * mean) / count)
        return spread * count / (count + self._trust)

    def _play(self, deal: Deal, move: Move) -> float:
        """Plays a move and what follows; returns the points that the seat gains, or may expect."""
        me = self._me
        deal.act(me, move)
        draws = self._budget.draws
        drawn = deal.table.left
        while deal.result is None:
            for seat in list(deal.waiting):
                moves = deal.waiting.get(seat)
                if not moves:
                    continue
                view = deal.view(seat)
                if seat != me:
                    deal.act(seat, self._others.act(view, moves))
                    continue
                if deal.phase == "turn" and view.fresh and view.left != drawn:
                    draws -= 1
                    drawn = view.left
                    if draws <= 0:
                        return weigh(view, moves)[0].points + view.payments[me]
                deal.act(seat, self._own.act(view, moves))
        return float(deal.result.payments[me])
