"""Winning shapes that a hand without open melds may have besides melds and a pair (L13).

Each shape answers two questions from natural counts by face and the number of golds; the shape of
melds and a pair needs no entry here, every rule set has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from goldsparrow.analysis import pairs_distance, pairs_waits
from goldsparrow.tiles import EAST, PLAYABLE, SUITED


class ConcealedShape(Protocol):
    """A winning shape of concealed tiles only."""

    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing; 0: complete."""

    def waits(self, counts: Sequence[int], golds: int) -> int:
        """The kinds that complete a hand one tile short, as a mask."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs, four alike being two; one more tile of any kind where the hand has room for it."""

    pairs: int

    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing."""
        return pairs_distance(counts, golds, self.pairs)

    def waits(self, counts: Sequence[int], golds: int) -> int:
        """The kinds that complete a hand one tile short."""
        return pairs_waits(counts, golds, self.pairs)


ORPHANS: Final = tuple(
    [tile for tile in range(SUITED) if tile % 9 in (0, 8)] + list(range(EAST, PLAYABLE))
)


@dataclass(frozen=True, slots=True)
class ThirteenOrphans:
    """One of each terminal and honour, and one of them twice."""

    def distance(self, counts: Sequence[int], golds: int) -> int:
        """How many tiles are missing."""
        kinds = sum(1 for tile in ORPHANS if counts[tile])
        twice = any(counts[tile] > 1 for tile in ORPHANS)
        return max(0, 14 - kinds - twice - golds)

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
