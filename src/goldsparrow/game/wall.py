"""The wall: a shuffle that anyone can check, the break by dice, drawing from both ends (C3).

The shuffle is a Fisher-Yates shuffle of the 144 tiles in canonical order, driven by the byte stream
HMAC-SHA256(seed, context || "|" || counter) with counters of eight bytes from zero. A number below
`n` is a byte modulo `n`; bytes at or above the largest multiple of `n` are thrown away. The four
dice follow from the same stream, so that nothing that happens in a deal can change its wall.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, cast

from goldsparrow.game.values import Shuffle
from goldsparrow.tiles import DECK, HIDDEN, Tile

__all__ = ["STACKS", "STACKS_A_SIDE", "TILES", "Shuffle", "Wall", "break_point", "shuffle"]

STACKS_A_SIDE: Final = 18
STACKS: Final = 4 * STACKS_A_SIDE
TILES: Final = 2 * STACKS

# The largest byte that makes a number below or at each place; larger ones are thrown away.
_MOST: Final = bytes(255 - 256 % (place + 1) for place in range(TILES))
# The last stack's top lies at 142, its bottom at 143, the next stack's top at 140.
_FROM_TAIL: Final[tuple[int, ...]] = tuple(TILES - 2 - 2 * (n // 2) + n % 2 for n in range(TILES))

# HMAC as RFC 2104 defines it: the key with every byte masked goes before what is hashed.
_BLOCK: Final = 64
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_USUAL_BLOCKS: Final = 6
"""What nearly every shuffle takes: 192 bytes, where 147 numbers are drawn."""


def _stream(seed: bytes, context: str, blocks: int) -> bytes:
    """The first blocks of the byte stream of a seed and a context."""
    sha256 = hashlib.sha256
    key = (sha256(seed).digest() if len(seed) > _BLOCK else seed).ljust(_BLOCK, b"\0")
    inner = key.translate(_INNER) + context.encode() + b"|"
    outer = key.translate(_OUTER)
    return b"".join(
        [
            sha256(outer + sha256(inner + counter.to_bytes(8, "big")).digest()).digest()
            for counter in range(blocks)
        ]
    )


def shuffle(seed: bytes, context: str) -> Shuffle:
    """Shuffles the tiles and rolls the dice of one deal.

    Args:
        seed: the secret that is revealed when the deal ends.
        context: what else the shuffle depends on, such as the match, the deal's number and the
            bytes that the seats added; the same seed and context always give the same result.
    """
    blocks = _USUAL_BLOCKS
    while True:
        try:
            return _shuffle(_stream(seed, context, blocks))
        except IndexError:
            blocks *= 2


def _shuffle(stream: bytes) -> Shuffle:
    """Shuffles and rolls by the beginning of a stream.

    Raises:
        IndexError: it is too short.
    """
    # Tiles change places as the objects that they are: nothing here asks for their numbers.
    tiles: list[object] = list(DECK)
    at = 0
    for place in range(TILES - 1, 0, -1):
        byte = stream[at]
        at += 1
        while byte > _MOST[place]:
            byte = stream[at]
            at += 1
        other = byte % (place + 1)
        tile = tiles[place]
        tiles[place] = tiles[other]
        tiles[other] = tile
    dice: list[int] = []
    while len(dice) < 4:
        byte = stream[at]
        at += 1
        if byte <= _MOST[5]:
            dice.append(byte % 6 + 1)
    return Shuffle(cast("tuple[Tile, ...]", tuple(tiles)), (dice[0], dice[1]), (dice[2], dice[3]))


def break_point(dice: tuple[int, int], dealer: int) -> tuple[int, int]:
    """Whose wall is broken, and how many stacks are skipped from its owner's right end (C3)."""
    total = dice[0] + dice[1]
    return (dealer + total - 1) % 4, total


class Wall:
    """The tiles that nobody has yet; `left` of them, the indicator not counted once it is opened.

    From the head come the top and then the bottom tile of each stack; from the tail the top and
    then the bottom tile of the last stack, then of the one before it (C3).
    """

    __slots__ = ("_head", "_hole", "_hole_end", "_tail", "_tiles", "left")

    def __init__(self, shuffled: Shuffle, dealer: int) -> None:
        seat, skipped = break_point(shuffled.dice, dealer)
        # Going clockwise from seat 0 the walls belong to seats 0, 3, 2, 1.
        start = 2 * (((-seat % 4) * STACKS_A_SIDE + skipped) % STACKS)
        self._tiles = shuffled.tiles[start:] + shuffled.tiles[:start]
        self._head = 0
        self._tail = 0
        # Places counted from the tail, from 0, of the tiles turned up for the gold.
        self._hole = TILES
        self._hole_end = TILES
        self.left = TILES

    @classmethod
    def holding(cls, tiles: Sequence[Tile]) -> Wall:
        """A wall of these tiles alone, in the order in which they are drawn from its head."""
        wall = Wall.__new__(Wall)
        wall.left = len(tiles)
        wall._head = TILES - wall.left
        wall._tail = 0
        wall._hole = wall._hole_end = TILES
        wall._tiles = (HIDDEN,) * wall._head + tuple(tiles)
        return wall

    def from_head(self) -> Tile:
        """Takes the next tile from the head."""
        tile = self._tiles[self._head]
        self._head += 1
        self.left -= 1
        return tile

    def take_head(self, count: int) -> tuple[Tile, ...]:
        """Takes a handful from the head."""
        head = self._head
        self._head = head + count
        self.left -= count
        return self._tiles[head : head + count]

    def from_tail(self) -> Tile:
        """Takes the next tile from the tail."""
        if self._tail == self._hole:
            self._tail = self._hole_end
        tile = self._tiles[_FROM_TAIL[self._tail]]
        self._tail += 1
        self.left -= 1
        return tile

    def turn_up(self, place: int) -> Tile:
        """Takes a tile out of the wall: the `place`-th from the tail, from 1 (F3, S3).

        Further calls take the next tile inward, whatever `place` they name; the tiles between the
        hole and the tail stay and are drawn first.
        """
        if self._hole == TILES:
            self._hole = self._hole_end = self._tail + place - 1
        tile = self._tiles[_FROM_TAIL[self._hole_end]]
        self._hole_end += 1
        self.left -= 1
        return tile

    def remaining(self) -> list[Tile]:
        """The tiles that are left, from the head on; without those turned up for the gold."""
        gone = range(self._hole, self._hole_end)
        return [
            tile
            for index, tile in enumerate(self._tiles[self._head :], self._head)
            # The place from the tail of the tile at an index: the inverse of `_FROM_TAIL`.
            if (place := 2 * (STACKS - 1 - index // 2) + index % 2) >= self._tail
            and place not in gone
        ]

    def copy(self) -> Wall:
        """A wall that can be drawn from without changing this one."""
        other = Wall.__new__(Wall)
        other._tiles = self._tiles
        other._head = self._head
        other._tail = self._tail
        other._hole = self._hole
        other._hole_end = self._hole_end
        other.left = self.left
        return other
