"""Tiles where a seat sees none, drawn by chance: how a deal may really be, for all that it knows.

Every unseen tile may lie anywhere. Whoever has played for a while holds tiles that fit together,
though, so of several hands that another seat might hold the nearest to complete is taken: as many
of them as make those hands as near as hands were in deals of the expert under all rule sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from goldsparrow.analysis import distance
from goldsparrow.game.hand import FACES, Face, faces_for
from goldsparrow.game.imagined import HiddenTiles
from goldsparrow.game.view import View
from goldsparrow.tiles import COPIES, HIDDEN, KINDS, PLAYABLE, SUITED, Tile

_HANDS: Final = 2.0
_DOUBLED_BY: Final = 7
"""After how many discards twice as many hands are drawn, of which one is taken."""
_MOST_HANDS: Final = 32
_NOTHING: Final[Mapping[int, float]] = {}


class Unseen:
    """The tiles that a seat does not see, to be drawn again and again."""

    def __init__(self, view: View) -> None:
        unseen = view.unseen()
        self._me = view.seat or 0
        self._gold = view.gold
        self._kinds = kinds = SUITED if view.rules.deal.honours_are_flowers else PLAYABLE
        self._plain = [tile for tile in range(kinds) for _ in range(unseen[tile])]
        # Flowers are laid open at once: those that are unseen lie in the wall.
        self._flowers = [tile for tile in range(kinds, KINDS) for _ in range(unseen[tile])]
        self._open = [view.laid_open(seat) for seat in range(4)]
        self._sizes = [view.size(seat) - len(self._open[seat]) for seat in range(4)]
        self._melds = [view.rules.deal.melds - len(view.melds(seat)) for seat in range(4)]
        self._kongs = [
            sum(meld.tile == HIDDEN for meld in view.melds(seat)) if seat != self._me else 0
            for seat in range(4)
        ]
        self._faces: tuple[Face, ...] = FACES
        if view.gold != HIDDEN:
            self._faces = faces_for(view.gold, white_stands_in=view.rules.gold.white_stands_in)
        self._tries = min(_MOST_HANDS, round(_HANDS * 2 ** (view.discards / _DOUBLED_BY)))

    def draw(self, chance: Random, ahead: Mapping[int, float] = _NOTHING) -> HiddenTiles:
        """Puts every unseen tile somewhere; the same chance puts them the same way.

        Args:
            chance: where they are drawn from.
            ahead: for places in the wall, counted from its head, which of the unseen tiles in the
                order of kinds lies there: from 0 for the first to 1 for the last. Whoever goes
                evenly through them draws what comes next evenly too.
        """
        pool = self._plain.copy()
        kongs = self._draw_kongs(pool, chance)
        pool += self._flowers
        fixed = {place: pool.pop(int(point * len(pool))) for place, point in ahead.items()}
        flowers = [pool.pop() for _ in range(len(pool)) if pool[-1] >= self._kinds]
        chance.shuffle(pool)
        hands: list[list[Tile]] = [[], [], [], []]
        seats = [seat for seat in range(4) if seat != self._me]
        chance.shuffle(seats)
        for seat in seats:
            hands[seat] = self._draw_hand(seat, pool, chance)
        pool += flowers
        chance.shuffle(pool)
        for place in sorted(fixed):
            pool.insert(place, fixed[place])
        return HiddenTiles((hands[0], hands[1], hands[2], hands[3]), pool, kongs)

    def _draw_kongs(
        self, pool: list[Tile], chance: Random
    ) -> tuple[list[Tile], list[Tile], list[Tile], list[Tile]]:
        """Takes the hidden kongs out of the pool: kinds of which no copy is seen (C10)."""
        kongs: tuple[list[Tile], list[Tile], list[Tile], list[Tile]] = ([], [], [], [])
        if not any(self._kongs):
            return kongs
        whole = [tile for tile in range(PLAYABLE) if pool.count(tile) == COPIES[tile]]
        chosen = chance.sample(whole, sum(self._kongs))
        for seat, count in enumerate(self._kongs):
            for _ in range(count):
                kongs[seat].append(chosen.pop())
        taken = {tile for kinds in kongs for tile in kinds}
        pool[:] = [tile for tile in pool if tile not in taken]
        return kongs

    def _draw_hand(self, seat: int, pool: list[Tile], chance: Random) -> list[Tile]:
        """Takes a hand out of the pool: the nearest to complete of some."""
        size, melds, gold, faces = self._sizes[seat], self._melds[seat], self._gold, self._faces
        laid = [0, 0, 0, 0]
        for tile in self._open[seat]:
            suit, weight = faces[tile]
            laid[suit] += weight
        best: list[int] = []
        least = 99
        places = range(len(pool))
        for _ in range(self._tries):
            drawn = chance.sample(places, size)
            keys = laid.copy()
            golds = 0
            for place in drawn:
                tile = pool[place]
                if tile == gold:
                    golds += 1
                else:
                    suit, weight = faces[tile]
                    keys[suit] += weight
            far = distance(keys[0], keys[1], keys[2], keys[3], melds, golds)
            if far < least:
                least, best = far, drawn
        hand = [pool[place] for place in best]
        for place in sorted(best, reverse=True):
            pool[place] = pool[-1]
            pool.pop()
        return hand
