"""What a seat holds: a hand that is known, and one of which only the size is known."""

from __future__ import annotations

from typing import Final

from goldsparrow.analysis import SUIT_OF, SUIT_WEIGHT, key_counts
from goldsparrow.moves import moves_in
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
        ones, twos, threes, fours: masks of the kinds of which at least so many natural tiles are
            held; golds are not among them once the gold is known.
        k0, k1, k2, k3: the four suits' keys for the analysis.
        golds: how many golds are held.
        size: how many tiles are held, golds included.
        nearest: no more than the tiles that are missing for a complete hand. A natural tile taken
            brings it one nearer at most, and one let go brings nothing nearer, so that most hands
            need not be looked at to know that nothing completes them. A gold may bring it two
            nearer, as the fifth copy of a kind held four times.
        ready: the kinds that complete the hand as it stands, or UNKNOWN until somebody asks.

    A flower weighs nothing: while one is held, what completes the hand stays what it was.
    """

    # Numbers in places of their own, and no lists of them: the compiled form keeps them as they
    # are, without an object each.
    __slots__ = (
        "faces",
        "fours",
        "gold",
        "golds",
        "k0",
        "k1",
        "k2",
        "k3",
        "nearest",
        "ones",
        "ready",
        "size",
        "threes",
        "twos",
    )

    def __init__(self) -> None:
        self.ones = self.twos = self.threes = self.fours = 0
        self.k0 = self.k1 = self.k2 = self.k3 = 0
        self.faces = FACES
        self.gold = HIDDEN
        self.golds = 0
        self.size = 0
        self.nearest = 0
        self.ready = UNKNOWN

    @property
    def held(self) -> tuple[int, int, int, int]:
        """The masks in a row: `held[n]` has the kinds of which more than `n` are held."""
        return self.ones, self.twos, self.threes, self.fours

    @property
    def keys(self) -> tuple[int, int, int, int]:
        """The four suits' keys in a row."""
        return self.k0, self.k1, self.k2, self.k3

    @property
    def counts(self) -> list[int]:
        """Natural tiles by kind, flowers included."""
        counts = [0] * KINDS
        for kinds in self.held:
            for tile in moves_in(kinds):
                counts[tile] += 1
        return counts

    def add(self, tile: Tile) -> None:
        """Takes a tile into the hand."""
        self.size += 1
        if tile == self.gold:
            self.golds += 1
            # Two steps at once where it is also the fifth copy of a kind (C6).
            self.nearest = 0
        else:
            bit = 1 << tile
            if not self.ones & bit:
                self.ones |= bit
            elif not self.twos & bit:
                self.twos |= bit
            elif not self.threes & bit:
                self.threes |= bit
            else:
                self.fours |= bit
            if tile >= PLAYABLE:
                return
            suit, weight = self.faces[tile]
            self._weigh(suit, weight)
            self.nearest -= 1
        self.ready = 0 if self.nearest > 1 and not self.fours else UNKNOWN

    def remove(self, tile: Tile) -> None:
        """Lets a tile go that the hand holds."""
        self.size -= 1
        if tile == self.gold:
            self.golds -= 1
        else:
            bit = 1 << tile
            if not self.twos & bit:
                self.ones ^= bit
            elif not self.threes & bit:
                self.twos ^= bit
            elif not self.fours & bit:
                self.threes ^= bit
            else:
                self.fours ^= bit
            if tile >= PLAYABLE:
                return
            suit, weight = self.faces[tile]
            self._weigh(suit, -weight)
        self.ready = 0 if self.nearest > 1 and not self.fours else UNKNOWN

    def _weigh(self, suit: int, weight: int) -> None:
        """Adds to a suit's key."""
        if suit == 0:
            self.k0 += weight
        elif suit == 1:
            self.k1 += weight
        elif suit == 2:
            self.k2 += weight
        else:
            self.k3 += weight

    def set_aside(self, tiles: tuple[Tile, ...]) -> None:
        """Lets tiles go that form a meld: the hand needs one meld less from now on."""
        for tile in tiles:
            self.remove(tile)
        self.nearest = 0
        self.ready = UNKNOWN

    def add_all(self, tiles: tuple[Tile, ...]) -> None:
        """Takes several tiles into the hand."""
        # As `add`, with everything at hand: an opening takes some hundred tiles.
        faces, gold = self.faces, self.gold
        ones, twos, threes, fours = self.ones, self.twos, self.threes, self.fours
        k0, k1, k2, k3 = self.k0, self.k1, self.k2, self.k3
        for tile in tiles:
            if tile == gold:
                self.golds += 1
                continue
            bit = 1 << tile
            if not ones & bit:
                ones |= bit
            elif not twos & bit:
                twos |= bit
            elif not threes & bit:
                threes |= bit
            else:
                fours |= bit
            suit, weight = faces[tile]
            if suit == 0:
                k0 += weight
            elif suit == 1:
                k1 += weight
            elif suit == 2:
                k2 += weight
            else:
                k3 += weight
        self.ones, self.twos, self.threes, self.fours = ones, twos, threes, fours
        self.k0, self.k1, self.k2, self.k3 = k0, k1, k2, k3
        self.size += len(tiles)
        self.nearest = 0
        self.ready = UNKNOWN

    def open_gold(self, gold: Tile, faces: tuple[Face, ...]) -> None:
        """Sets the golds of the hand apart, now that it is known which kind they are (C6)."""
        golds = self._copies(gold)
        for _ in range(golds):
            self.remove(gold)
        if faces is not self.faces:
            whites = self._copies(WHITE)
            suit, weight = self.faces[WHITE]
            self._weigh(suit, -weight * whites)
            suit, weight = faces[WHITE]
            self._weigh(suit, weight * whites)
        self.gold = gold
        self.faces = faces
        self.golds = golds
        self.size += golds
        self.nearest = 0
        self.ready = UNKNOWN

    def _copies(self, tile: Tile) -> int:
        """How many natural tiles of a kind are held."""
        one, two = self.ones >> tile & 1, self.twos >> tile & 1
        return one + two + (self.threes >> tile & 1) + (self.fours >> tile & 1)

    def tiles(self) -> list[Tile]:
        """All tiles held, golds first, then by kind."""
        tiles = [self.gold] * self.golds
        twos, kinds = self.twos, self.ones
        while kinds:
            bit = kinds & -kinds
            kinds ^= bit
            tile = bit.bit_length() - 1
            tiles.append(tile)
            if twos & bit:
                tiles.append(tile)
                if self.threes & bit:
                    tiles.append(tile)
                    if self.fours & bit:
                        tiles.append(tile)
        return tiles

    def face_counts(self) -> list[int]:
        """The 34 counts of what natural tiles are read as: a white that stands in is no white."""
        return key_counts(self.k0, self.k1, self.k2, self.k3)

    def copy(self) -> Hand:
        """A hand that can be changed without changing this one."""
        other = Hand.__new__(Hand)
        other.ones = self.ones
        other.twos = self.twos
        other.threes = self.threes
        other.fours = self.fours
        other.k0 = self.k0
        other.k1 = self.k1
        other.k2 = self.k2
        other.k3 = self.k3
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

    def set_aside(self, tiles: tuple[Tile, ...]) -> None:
        """Lets tiles go that form a meld."""
        self.size -= len(tiles)

    def add_all(self, tiles: tuple[Tile, ...]) -> None:
        """Takes several tiles into the hand."""
        self.size += len(tiles)

    def open_gold(self, gold: Tile, faces: tuple[Face, ...]) -> None:
        """Changes nothing: nobody sees which of these tiles are gold."""

    def copy(self) -> HiddenHand:
        """A hand that can be changed without changing this one."""
        return HiddenHand(self.size)
