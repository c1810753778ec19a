"""How long a deal may go on, and how likely a hand so far from complete is to get there in time.

Time is counted in go-rounds: from one own draw to the next. In each the deal may be won by somebody
else; what is left of the wall bounds their number. The constants were counted in deals between
greedy players under all rule sets.
"""

from __future__ import annotations

from math import exp
from typing import Final

from goldsparrow.game.view import View
from goldsparrow.tiles import PLAYABLE, SUITED

CLAIMED: Final = 0.7
"""How many of the useful tiles that others draw they discard, against holding on to them."""

# How many unseen tiles help a hand so far from complete, with no gold and for each gold more.
_HELPING: Final = ((5, 6), (5, 6), (14, 9), (27, 13), (44, 14), (60, 15), (74, 15), (86, 15))
_MOST: Final = len(_HELPING) - 1
_CLAIMS_HELP: Final = 1.5
"""How much sooner claims bring a hand nearer than draws alone would."""

_WAITS_FIRST: Final = -4.2
_WAITS_BY_MELD: Final = 0.65
_WAITS_BY_ROUND: Final = 0.60
_WAITS_BY_LAST: Final = 1.2
_MELDS_A_ROUND: Final = 0.4
_PONGS_A_ROUND: Final = 0.12
_WINS_WHEN_WAITING: Final = 0.27
"""How likely a seat that waits is to win within a go-round."""
_LONGEST: Final = 30


class Outlook:
    """How likely each seat is to wait now, and how likely the deal is to go on.

    Attributes:
        waiting: for each seat how likely it is to wait for a tile; 0 for the own seat.
        lasting: for each coming go-round how likely nobody else wins in it.
        tiles: unseen tiles that can be played.
    """

    def __init__(self, view: View, tiles: int) -> None:
        me = view.seat or 0
        kinds = SUITED if view.rules.deal.honours_are_flowers else PLAYABLE
        pace = _WAITS_BY_ROUND * (SUITED / kinds) ** 1.7
        played = view.discards / 4
        first = []
        for seat in range(4):
            melds = len(view.melds(seat))
            logit = _WAITS_FIRST + _WAITS_BY_MELD * melds + pace * played
            if view.rules.deal.melds - melds <= 1:
                logit += _WAITS_BY_LAST
            first.append(logit)
        # Others will go on to claim.
        pace += _WAITS_BY_MELD * (_MELDS_A_ROUND if view.rules.claims.chow else _PONGS_A_ROUND)
        self.waiting = [0.0 if seat == me else _likely(first[seat]) for seat in range(4)]
        rounds = min(max(1, view.drawable // 4 + 1), _LONGEST)
        self.lasting = []
        for ahead in range(rounds):
            lasts = 1.0
            for seat in range(4):
                if seat != me:
                    lasts *= 1 - _WINS_WHEN_WAITING * _likely(first[seat] + pace * ahead)
            self.lasting.append(lasts)
        self.tiles = max(tiles, 1)


def _likely(logit: float) -> float:
    return 1 / (1 + exp(-logit))


class Road:
    """One way to win, as far as time goes: how likely its end is reached from any distance.

    Args:
        outlook: the time there is.
        golds: golds that fill gaps on this road.
        endless: whether the last tile may be any, on an own draw: a gold that stays alone.
    """

    def __init__(self, outlook: Outlook, golds: int, *, endless: bool = False) -> None:
        self._lasting = outlook.lasting
        self._tiles = outlook.tiles
        rounds = len(self._lasting)
        there = [*self._lasting, 0.0] if endless else [1.0] * rounds + [0.0]
        self._stages = [there]
        for missing in range(1, _MOST + 1):
            few, more = _HELPING[missing]
            share = min(0.95, (few + more * golds) / self._tiles)
            if missing == 1 and not endless:
                rate = 1 - (1 - share) * (1 - CLAIMED * share) ** 3
            else:
                rate = 1 - (1 - share) ** _CLAIMS_HELP
            self._stages.append(self._through(rate, self._stages[-1]))
        self._found: dict[tuple[int, int, int], float] = {}

    def usual(self, missing: int) -> float:
        """How likely the end is reached from a usual hand so far away."""
        return self._stages[min(missing, _MOST)][0]

    def chance(self, missing: int, rate: float, then: float | None = None) -> float:
        """How likely the end is reached in time.

        Args:
            missing: the distance.
            rate: how likely a go-round is to bring the hand nearer.
            then: the same for the distance after that, where it is known.
        """
        if missing <= 0:
            return self._stages[0][0]
        missing = min(missing, _MOST)
        known = missing, round(rate * 400), -1 if then is None else round(then * 400)
        found = self._found.get(known)
        if found is None:
            below = self._stages[missing - 1]
            if then is not None and missing > 1:
                below = self._through(then, self._stages[missing - 2])
            found = self._found[known] = self._through(rate, below)[0]
        return found

    def _through(self, rate: float, below: list[float]) -> list[float]:
        """The chances one tile further away, by go-round."""
        chances = [0.0] * len(below)
        stays = 1 - rate
        later = 0.0
        for ahead in range(len(self._lasting) - 1, -1, -1):
            later = self._lasting[ahead] * (rate * below[ahead + 1] + stays * later)
            chances[ahead] = later
        return chances
