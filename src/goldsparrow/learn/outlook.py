"""The planes of the outlook: how near a hand is, and what each discard or claim would make of it.

They follow from the other planes by exact look-ups. Whoever wants an agent to find that out by
itself leaves them away.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goldsparrow.game.view import View
from goldsparrow.learn.planes import LAYOUT, OUTLOOK, OUTLOOK_LAYOUT, Array
from goldsparrow.moves import (
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    MoveSet,
    moves_in,
)
from goldsparrow.players.trial import Trial, own_part
from goldsparrow.tiles import HIDDEN, KINDS, PLAYABLE, Tile

_PLANE: Final = {plane.name: place for place, plane in enumerate(OUTLOOK)}
_CLAIMS: Final[MoveSet] = 1 << PONG | 1 << KONG | (1 << CONCEALED_KONG) - (1 << CHOW)
_MOST: Final = 127

_Worth = tuple[int, int]
"""The distance, and how many unseen tiles shorten it."""


def with_outlook(planes: Array, view: View, moves: MoveSet) -> Array:
    """An observation with the outlook's planes behind its own, shape `OUTLOOK_LAYOUT.shape`."""
    found = np.empty(OUTLOOK_LAYOUT.shape, dtype=np.int8)
    own = LAYOUT.shape[0]
    found[:own] = planes
    found[own:] = outlook(view, moves)
    return found


def outlook(view: View, moves: MoveSet) -> Array:
    """The planes of the outlook for a seat that may choose among moves, shape `(9, 42)` int8."""
    found = np.zeros((len(OUTLOOK), KINDS), dtype=np.int8)
    if view.gold == HIDDEN:
        return found
    tried = _Tried(view)
    missing, mask = tried.nearer()
    found[_PLANE["missing"]] = missing
    for tile in moves_in(mask):
        found[_PLANE["useful"], tile] = 1
    declared = (moves & DISCARDS << GOLD_GAP) >> GOLD_GAP
    for tile in moves_in(moves & DISCARDS | declared):
        missing, count = tried.without(tile, view.gold)
        found[_PLANE["missing_after"], tile] = 1 + missing
        found[_PLANE["useful_after"], tile] = min(count, _MOST)
    if moves >> PASS & 1 and view.live != HIDDEN:
        for move in moves_in(moves & _CLAIMS):
            missing, count = tried.claimed(move, view.live)
            if move == KONG:
                found[_PLANE["kong_missing"]] = 1 + missing
            elif move == PONG:
                found[_PLANE["pong_missing"]] = 1 + missing
                found[_PLANE["pong_useful"]] = min(count, _MOST)
            else:
                found[_PLANE["chow_missing"], move - CHOW] = 1 + missing
                found[_PLANE["chow_useful"], move - CHOW] = min(count, _MOST)
    return found


class _Tried(Trial):
    """A seat's tiles, looked at as moves would leave them."""

    def nearer(self) -> tuple[int, int]:
        """The distance, and the kinds that shorten it as a mask."""
        missing = self.missing()
        return missing, self.helpful(missing)

    def worth(self) -> _Worth:
        """The distance, and how many unseen natural tiles shorten it."""
        missing = self.missing()
        return missing, self.useful_left(missing)

    def without(self, tile: Tile, gold: Tile) -> _Worth:
        """The worth after a discard."""
        if tile == gold:
            self.golds -= 1
            worth = self.worth()
            self.golds += 1
            return worth
        self.take_out((tile,))
        worth = self.worth()
        self.put_back((tile,))
        return worth

    def claimed(self, move: int, live: Tile) -> _Worth:
        """The worth after a claim and the discard that leaves the most; a kong discards nothing."""
        taken = own_part(move, live)
        self.take_out(taken)
        self.melds -= 1
        kept, self.shapes = self.shapes, ()
        worth = self.worth() if move == KONG else self._best()
        self.shapes = kept
        self.melds += 1
        self.put_back(taken)
        return worth

    def _best(self) -> _Worth:
        best: _Worth | None = None
        for tile in range(PLAYABLE):
            # Read by face, a white dragon that stands in goes as the gold's face would.
            if not self.counts[tile]:
                continue
            self.take_out((tile,))
            missing, count = self.worth()
            self.put_back((tile,))
            if best is None or (missing, -count) < (best[0], -best[1]):
                best = missing, count
        return best or self.worth()
