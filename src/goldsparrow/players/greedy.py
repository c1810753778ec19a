"""The player that goes straight for a complete hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from goldsparrow.game.view import View
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    moves_in,
)
from goldsparrow.players.trial import Trial, own_part
from goldsparrow.tiles import PLAYABLE, SUITED, Tile

_WINS: Final[MoveSet] = 1 << WIN | 1 << ROB_GOLD | 1 << THREE_GOLDS
_CHOWS: Final[MoveSet] = ((1 << SUITED) - 1) << CHOW
_CLAIMS: Final[MoveSet] = 1 << PONG | 1 << KONG | _CHOWS
_OWN_KONGS: Final[MoveSet] = (1 << GOLD_GAP) - (1 << CONCEALED_KONG)

# Specials that a kong takes away from a hand with so many flowers at most.
_LOST_BY_KONG: Final = {"plain": 0, "no_water": 0, "one_flower": 1}

_Worth: TypeAlias = tuple[int, int]
"""How good tiles are: the distance, negative, then how many unseen tiles shorten it."""

_RUIN: Final[_Worth] = (-99, 0)


class Greedy:
    """Chooses what brings its hand nearest to complete; it looks at no other hand's danger.

    It takes every win, of several the one that pays it most. It discards what leaves the shortest
    distance, then the most unseen tiles that shorten it, and keeps its golds. It claims, and makes
    kongs, only where that serves the same ends. The same view always gets the same move.
    """

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves."""
        wins = moves & _WINS
        if wins:
            return _best_win(view, wins)
        if moves >> PASS & 1:
            claims = moves & _CLAIMS
            return _Prospect(view).claim(claims) if claims else PASS
        natural = moves & DISCARDS & ~(1 << view.gold)
        if not natural:
            return (moves & -moves).bit_length() - 1
        return _Prospect(view).turn(natural, moves & _OWN_KONGS)


def _best_win(view: View, wins: MoveSet) -> Move:
    if wins & (wins - 1):
        return max(moves_in(wins), key=lambda move: view.worth_of(move) or 0)
    return wins.bit_length() - 1


class _Prospect(Trial):
    """What a seat could still make of its tiles, looked at once for one choice."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._view = view

    # --- the choices -------------------------------------------------------------------------

    def claim(self, claims: MoveSet) -> Move:
        """The claim that helps most, or a pass where none does."""
        tile = self._view.live
        best, chosen = self._worth(), PASS
        for move in moves_in(claims):
            if move == KONG and self._kong_costs_special():
                continue
            taken = own_part(move, tile)
            self.take_out(taken)
            kept, self.shapes = self.shapes, ()
            self.melds -= 1
            if move == KONG:
                # Its replacement is a draw more, so an equal hand is a better one.
                worth = self._worth()
                better = worth >= best
            else:
                # A claim that does not even shorten the distance is seldom worth a closer look.
                worth = best if self.missing() > -best[0] else self._best_discard(None)[0]
                better = worth > best
            self.melds += 1
            self.shapes = kept
            self.put_back(taken)
            if better:
                best, chosen = worth, move
        return chosen

    def turn(self, discards: MoveSet, kongs: MoveSet) -> Move:
        """The best discard, or a kong that leaves the hand as near as that."""
        worth, chosen = self._best_discard(discards)
        for move in moves_in(kongs):
            if self._kong_keeps(move, -worth[0]):
                return move
        return chosen

    def _kong_keeps(self, move: Move, missing: int) -> bool:
        if self._kong_costs_special():
            return False
        added = move >= ADDED_KONG
        taken = (move - ADDED_KONG,) if added else (move - CONCEALED_KONG,) * 4
        self.take_out(taken)
        kept, self.shapes = self.shapes, ()
        self.melds -= not added
        keeps = self.missing() <= missing
        self.melds += not added
        self.shapes = kept
        self.put_back(taken)
        return keeps

    def _kong_costs_special(self) -> bool:
        view = self._view
        seat = view.seat or 0
        if any(meld.kind == "kong" for meld in view.melds(seat)):
            return False
        flowers = len(view.flowers(seat))
        specials = view.rules.specials
        return any(specials.get(name) and flowers <= most for name, most in _LOST_BY_KONG.items())

    def _best_discard(self, discards: MoveSet | None) -> tuple[_Worth, Move]:
        """The discard that leaves the best tiles; None stands for any tile that is held."""
        if discards is None:
            kinds: Sequence[Tile] = [tile for tile in range(PLAYABLE) if self.counts[tile]]
        else:
            kinds = list(moves_in(discards))
        nearest: list[Tile] = []
        least = -_RUIN[0]
        for tile in kinds:
            self.take_out((tile,))
            missing = self.missing()
            self.put_back((tile,))
            if missing < least:
                least, nearest = missing, []
            if missing == least:
                nearest.append(tile)
        best: tuple[int, int, Tile] | None = None
        for tile in nearest:
            self.take_out((tile,))
            found = self.useful_left(least), -self._company(tile), tile
            self.put_back((tile,))
            if best is None or found > best:
                best = found
        if best is None:  # only golds would be left, and one of them would have to go
            return _RUIN, PASS
        return (-least, best[0]), best[2]

    # --- how good the tiles are --------------------------------------------------------------

    def _worth(self) -> _Worth:
        missing = self.missing()
        return -missing, self.useful_left(missing)

    def _company(self, tile: Tile) -> int:
        """How much could still gather around a tile: unseen copies of it and its neighbours."""
        return sum([self.unseen[near] * weight for near, weight in NEIGHBOURS[tile]])


def _neighbours() -> Iterator[tuple[tuple[Tile, int], ...]]:
    for tile in range(PLAYABLE):
        near = [(tile, 3)]
        if tile < SUITED:
            rank = tile % 9
            near += [
                (tile + step, 3 - abs(step)) for step in (-2, -1, 1, 2) if 0 <= rank + step <= 8
            ]
        yield tuple(near)


NEIGHBOURS: Final = tuple(_neighbours())
