"""What a seat holds: a hand that is known, and one of which only the size is known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goldsparrow.analysis import SUIT_OF, SUIT_WEIGHT
from goldsparrow.tiles import HIDDEN, KINDS, PLAYABLE, WHITE, Tile

UNKNOWN: Final = -1

Face = tuple[int, int]
"""Which suit's key a kind adds to, and how much."""

# Flowers have no place in any key: they weigh nothing until they are replaced.
FACES: Final[tuple[Face, ...]] = tuple(
    (SUIT_OF[tile], SUIT_WEIGHT[tile]) if tile < PLAYABLE else (0, 0) for tile in range(KINDS)
)


def faces_for(gold: Tile, *, white_stands_in: bool) -> tuple[Face, ...]:
    """What each kind weighs once the gold is known; white dragons may weigh as its face (L3)."""
    if not white_stands_in or gold == WHITE:
        return FACES
    faces = list(FACES)
    faces[WHITE] = FACES[gold]
    return tuple(faces)


class Hand:
    """A concealed hand, its golds apart, with the keys of the analysis kept running.

    Attributes:
        counts: natural tiles by kind; golds are not among them once the gold is known.
        held: bit masks over kinds: `held[n]` has the kinds of which more than `n` are held.
        keys: the four suits' keys for the analysis.
        golds: how many golds are held.
        size: how many tiles are held, golds included.
        nearest: no more than the tiles that are missing for a complete hand. A natural tile taken
            brings it one nearer at most, and one let go brings nothing nearer, so that most hands
            need not be looked at to know that nothing completes them. A gold may bring it two
            nearer, as the fifth copy of a kind held four times.
        ready: the kinds that complete the hand as it stands, or UNKNOWN until somebody asks.

    A flower weighs nothing: while one is held, what completes the hand stays what it was.
    """

    __slots__ = ("counts", "faces", "gold", "golds", "held", "keys", "nearest", "ready", "size")

    def __init__(self) -> None:
        self.counts = [0] * KINDS
        self.held = [0, 0, 0, 0]
        self.keys = [0, 0, 0, 0]
        self.faces = FACES
        self.gold = HIDDEN
        self.golds = 0
        self.size = 0
        self.nearest = 0
        self.ready = UNKNOWN

    def add(self, tile: Tile) -> None:
        """Takes a tile into the hand."""
        self.size += 1
        if tile == self.gold:
            self.golds += 1
            # Two steps at once where it is also the fifth copy of a kind (C6).
            self.nearest = 0
        else:
            count = self.counts[tile]
            self.counts[tile] = count + 1
            self.held[count] |= 1 << tile
            suit, weight = self.faces[tile]
            if not weight:
                return
            self.keys[suit] += weight
            self.nearest -= 1
        self.ready = 0 if self.nearest > 1 and not self.held[3] else UNKNOWN

    def remove(self, tile: Tile) -> None:
        """Lets a tile go that the hand holds."""
        self.size -= 1
        if tile == self.gold:
            self.golds -= 1
        else:
            count = self.counts[tile] - 1
            self.counts[tile] = count
            self.held[count] ^= 1 << tile
            suit, weight = self.faces[tile]
            if not weight:
                return
            self.keys[suit] -= weight
        self.ready = 0 if self.nearest > 1 and not self.held[3] else UNKNOWN

    def set_aside(self, tiles: Sequence[Tile]) -> None:
        """Lets tiles go that form a meld: the hand needs one meld less from now on."""
        for tile in tiles:
            self.remove(tile)
        self.nearest = 0
        self.ready = UNKNOWN

    def add_all(self, tiles: Sequence[Tile]) -> None:
        """Takes several tiles into the hand."""
        # As `add`, with everything at hand: an opening takes some hundred tiles.
        self.size += len(tiles)
        self.nearest = 0
        self.ready = UNKNOWN
        counts, held, keys, faces, gold = self.counts, self.held, self.keys, self.faces, self.gold
        for tile in tiles:
            if tile == gold:
                self.golds += 1
                continue
            count = counts[tile]
            counts[tile] = count + 1
            held[count] |= 1 << tile
            suit, weight = faces[tile]
            keys[suit] += weight

    def open_gold(self, gold: Tile, faces: tuple[Face, ...]) -> None:
        """Sets the golds of the hand apart, now that it is known which kind they are (C6)."""
        golds = self.counts[gold]
        for _ in range(golds):
            self.remove(gold)
        if faces is not self.faces:
            whites = self.counts[WHITE]
            suit, weight = self.faces[WHITE]
            self.keys[suit] -= weight * whites
            suit, weight = faces[WHITE]
            self.keys[suit] += weight * whites
        self.gold = gold
        self.faces = faces
        self.golds = golds
        self.size += golds
        self.nearest = 0
        self.ready = UNKNOWN

    def tiles(self) -> list[Tile]:
        """All tiles held, golds first, then by kind."""
        tiles = [self.gold] * self.golds
        for tile, count in enumerate(self.counts):
            if count:
                tiles += [tile] * count
        return tiles

    def face_counts(self) -> list[int]:
        """The 34 counts of what natural tiles are read as: a white that stands in is no white."""
        counts = self.counts[:PLAYABLE]
        if self.faces is not FACES:
            counts[self.gold] += counts[WHITE]
            counts[WHITE] = 0
        return counts

    def copy(self) -> Hand:
        """A hand that can be changed without changing this one."""
        other = Hand.__new__(Hand)
        other.counts = self.counts.copy()
        other.held = self.held.copy()
        other.keys = self.keys.copy()
        other.faces = self.faces
        other.gold = self.gold
        other.golds = self.golds
        other.size = self.size
        other.nearest = self.nearest
        other.ready = self.ready
        return other


class HiddenHand:
    """A hand of which only the size is known."""

    __slots__ = ("size",)

    def __init__(self, size: int = 0) -> None:
        self.size = size

    def add(self, _tile: Tile) -> None:
        """Takes a tile into the hand."""
        self.size += 1

    def remove(self, _tile: Tile) -> None:
        """Lets a tile go."""
        self.size -= 1

    def set_aside(self, tiles: Sequence[Tile]) -> None:
        """Lets tiles go that form a meld."""
        self.size -= len(tiles)

    def add_all(self, tiles: Sequence[Tile]) -> None:
        """Takes several tiles into the hand."""
        self.size += len(tiles)

    def open_gold(self, gold: Tile, faces: tuple[Face, ...]) -> None:
        """Changes nothing: nobody sees which of these tiles are gold."""

    def copy(self) -> HiddenHand:
        """A hand that can be changed without changing this one."""
        return HiddenHand(self.size)
