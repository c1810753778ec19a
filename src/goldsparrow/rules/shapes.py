"""Winning shapes that a hand without open melds may have besides melds and a pair (L13).

Each shape answers two questions from natural counts by face and the number of golds; the shape of
melds and a pair needs no entry here, every rule set has it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from goldsparrow.analysis import pairs_distance, pairs_waits
from goldsparrow.tiles import EAST, PLAYABLE, SUITED


class ConcealedShape(ABC):
    """A winning shape of concealed tiles only."""

    __slots__ = ()

    @abstractmethod
    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing; 0: complete."""

    @abstractmethod
    def least(self, held: Sequence[int], golds: int) -> int:
        """No more than the tiles that are missing, told at a glance.

        `held` are masks of kinds: `held[n]` has those of which more than `n` are held. Kinds that
        are read as others, or are only passing through the hand, may be among them.
        """

    @abstractmethod
    def waits(self, counts: Sequence[int], golds: int) -> int:
        """The kinds that complete a hand one tile short, as a mask."""


class Pairs(ConcealedShape):
    """Pairs, four alike being two; one more tile of any kind where the hand has room for it."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: int) -> None:
        self.pairs: Final = pairs

    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing."""
        return pairs_distance(counts, golds, self.pairs)

    def least(self, held: Sequence[int], golds: int) -> int:
        """No more than the tiles that are missing: the pairs that are not there yet."""
        return self.pairs - held[1].bit_count() - held[3].bit_count() - golds

    def waits(self, counts: Sequence[int], golds: int) -> int:
        """The kinds that complete a hand one tile short."""
        return pairs_waits(counts, golds, self.pairs)


ORPHANS: Final = tuple(
    [tile for tile in range(SUITED) if tile % 9 in (0, 8)] + list(range(EAST, PLAYABLE))
)
_ORPHANS: Final = sum(1 << tile for tile in ORPHANS)


class ThirteenOrphans(ConcealedShape):
    """One of each terminal and honour, and one of them twice."""

    __slots__ = ()

    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing."""
        kinds = sum(1 for tile in ORPHANS if counts[tile])
        twice = any(counts[tile] > 1 for tile in ORPHANS)
        return max(0, 14 - kinds - twice - golds)

    def least(self, held: Sequence[int], golds: int) -> int:
        """No more than the tiles that are missing, as if one kind were there twice."""
        return 13 - (held[0] & _ORPHANS).bit_count() - golds

    def waits(self, counts: Sequence[int], golds: int) -> int:
        """The kinds that complete a hand one tile short."""
        mask = 0
        tried = list(counts)
        for tile in ORPHANS:
            tried[tile] += 1
            if counts[tile] < 4 and self.distance(tried, golds) == 0:
                mask |= 1 << tile
            tried[tile] -= 1
        return mask


CONCEALED_SHAPES: Final[dict[str, ConcealedShape]] = {
    "seven_pairs": Pairs(7),
    "eight_pairs": Pairs(8),
    "thirteen_orphans": ThirteenOrphans(),
}
