"""Tiles to try moves on: what a hand becomes by a move, and what is unseen."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from goldsparrow.analysis import distance, useful
from goldsparrow.events import AnyEvent, Payment
from goldsparrow.game.hand import Hand
from goldsparrow.game.view import View
from goldsparrow.moves import CHOW, KONG, PONG, Move, MoveSet, moves_in
from goldsparrow.rules.shapes import CONCEALED_SHAPES, ConcealedShape
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import HIDDEN, PLAYABLE, WHITE, Tile


class Trial:
    """A seat's concealed tiles as they would be, and the natural tiles that it has not seen.

    Attributes:
        keys, counts: the natural tiles, as the analysis takes them.
        golds: golds held.
        melds: how many melds are still to be made.
        shapes: the shapes besides melds and a pair that the hand may still take.
        unseen: unseen natural tiles by the kind that they are read as (L3); no golds.
    """

    def __init__(self, view: View) -> None:
        hand: Hand = view.hand
        self.keys = list(hand.keys)
        self.counts = hand.face_counts()
        self.golds = hand.golds
        melds = view.melds(view.seat or 0)
        self.melds = view.rules.deal.melds - len(melds)
        self.shapes: tuple[ConcealedShape, ...] = ()
        if not melds:
            self.shapes = tuple(
                CONCEALED_SHAPES[name] for name in view.rules.shapes if name in CONCEALED_SHAPES
            )
        self.unseen = unseen_by_face(view)
        self._faces = hand.faces
        self._gold = view.gold

    def take_out(self, tiles: Sequence[Tile]) -> None:
        """Lets natural tiles go."""
        for tile in tiles:
            suit, weight = self._faces[tile]
            self.keys[suit] -= weight
            self.counts[self.face(tile)] -= 1

    def put_back(self, tiles: Sequence[Tile]) -> None:
        """Takes natural tiles in."""
        for tile in tiles:
            suit, weight = self._faces[tile]
            self.keys[suit] += weight
            self.counts[self.face(tile)] += 1

    def missing(self) -> int:
        """How many tiles the hand is from complete: 0 is complete, 1 waits."""
        k0, k1, k2, k3 = self.keys
        missing = distance(k0, k1, k2, k3, self.melds, self.golds)
        for shape in self.shapes:
            missing = min(missing, shape.distance(self.counts, self.golds))
        return missing

    def helpful(self, missing: int) -> MoveSet:
        """The natural kinds that would bring the hand nearer than `missing`, as it is read."""
        found, mask = useful(self.keys, self.counts, self.melds, self.golds)
        if found > missing:
            mask = 0
        for shape in self.shapes:
            if shape.distance(self.counts, self.golds) == missing:
                mask |= self._helpful_for(shape, missing)
        return mask

    def useful_left(self, missing: int) -> int:
        """How many unseen natural tiles would bring the hand nearer than `missing`."""
        unseen = self.unseen
        return sum([unseen[tile] for tile in moves_in(self.helpful(missing))])

    def _helpful_for(self, shape: ConcealedShape, missing: int) -> MoveSet:
        counts = self.counts
        mask = 0
        for tile in range(PLAYABLE):
            if counts[tile] < 4:
                counts[tile] += 1
                if shape.distance(counts, self.golds) < missing:
                    mask |= 1 << tile
                counts[tile] -= 1
        return mask

    def face(self, tile: Tile) -> Tile:
        """The kind that a natural tile is read as (L3)."""
        if tile == WHITE and self._faces[WHITE] == self._faces[self._gold]:
            return self._gold
        return tile


def own_part(move: Move, tile: Tile) -> Sequence[Tile]:
    """The tiles of the hand that a claim lays open."""
    if move == PONG:
        return (tile, tile)
    if move == KONG:
        return (tile, tile, tile)
    low = move - CHOW
    return [part for part in (low, low + 1, low + 2) if part != tile]


def unseen_by_face(view: View) -> list[int]:
    """Unseen natural tiles by the kind that they are read as (L3)."""
    unseen = view.unseen()
    gold = view.gold
    if gold != HIDDEN:
        unseen[gold] = 0
        if view.rules.gold.white_stands_in and gold != WHITE:
            unseen[gold], unseen[WHITE] = unseen[WHITE], 0
    return unseen


class TriedTable:
    """A view's table as clauses ask for it, with the own hand and melds as a move would leave them.

    Attributes:
        hand: the own hand; it may be changed.
    """

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        self.melds = [list(view.melds(seat)) for seat in range(4)]
        self.flowers = [list(view.flowers(seat)) for seat in range(4)]
        self.gold = view.gold
        self.dealer = view.dealer
        self.turn = view.turn
        self.drawn = view.drawn
        self.live = view.live
        self.source = view.source
        self.replaced = view.replaced
        self.last_draws = view.last_draws
        self.drawable = view.drawable
        self.hand = view.hand.copy()
        self.seat = view.seat or 0
        self._notes = {clause.key: view.note(clause.key) for clause in view.rules.clauses}

    def knows(self, seat: int) -> bool:
        """Whether the seat is the own one."""
        return seat == self.seat

    def known_hand(self, _seat: int) -> Hand:
        """The own hand."""
        return self.hand

    def follow(self, *events: AnyEvent) -> tuple[int, frozenset[str]]:
        """What the clauses make of events, without changing what they remember.

        Returns:
            The points that the own seat gains at once, and what a self-draw would earn after them.
        """
        gained = 0
        marks: frozenset[str] = frozenset()
        facts = WinFacts(gold=self.gold, concealed=(), winner=self.seat, dealer=self.dealer)
        for clause in self.rules.clauses:
            note = copy(self._notes[clause.key])
            coming = list(events)
            while coming:
                event = coming.pop(0)
                if isinstance(event, Payment):
                    gained += event.payments[self.seat]
                else:
                    coming[:0] = clause.watch(note, self, event)
            marks |= clause.marks(note, facts)
        return gained, marks
