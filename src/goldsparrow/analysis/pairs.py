"""Distances and waits of concealed hands of pairs: Longyan's seven (L13) and Fuzhou's eight.

Four alike are two pairs, and golds fill pairs. A complete hand holds ``3n + 2`` tiles, so seven
pairs are just 14 of them, while eight pairs leave one tile over in a hand of 17: any tile at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldsparrow.tiles import PLAYABLE

__all__ = ["pairs_distance", "pairs_waits", "spare_tiles"]


def spare_tiles(pairs: int) -> int:
    """Returns how many tiles of a complete hand lie beside its pairs: one beside eight pairs."""
    return (2 - 2 * pairs) % 3


def pairs_distance(counts: Sequence[int], golds: int, pairs: int) -> int:
    """Returns how many tiles are missing for so many pairs: 0 is complete, 1 is waiting.

    ``counts`` are the natural copies of the 34 playable kinds. A hand that is one tile short of a
    complete hand's size is never at 0, even where it holds all the pairs.
    """
    doubles, singles = _doubles_and_singles(counts)
    # A single wants one tile, a pair yet to begin two: but then as many tiles are yet to be drawn.
    to_draw = 2 * pairs + spare_tiles(pairs) - 2 * doubles - singles - golds
    return max(pairs - doubles - golds, to_draw, 0)


def pairs_waits(counts: Sequence[int], golds: int, pairs: int) -> int:
    """Returns the kinds whose natural tile completes a hand one tile short, as a bit mask.

    A kind already held four times is no wait, since the tile would be a fifth copy. Whether one
    more gold completes the hand is ``pairs_distance(counts, golds + 1, pairs) == 0``.
    """
    doubles, singles = _doubles_and_singles(counts)
    if 2 * doubles + singles + golds + 1 != 2 * pairs + spare_tiles(pairs):
        return 0
    matched = doubles + 1 + golds >= pairs
    unmatched = doubles + golds >= pairs
    mask = 0
    for kind in range(PLAYABLE):
        count = counts[kind]
        if matched if count % 2 else unmatched and count < 4:
            mask |= 1 << kind
    return mask


def _doubles_and_singles(counts: Sequence[int]) -> tuple[int, int]:
    """Returns how many pairs the natural tiles make, and how many tiles are left without one."""
    # Five: whoever asks what a hand is by its form may add a fifth copy (S8).
    singles = counts.count(1) + counts.count(3) + counts.count(5)
    return (sum(counts) - singles) // 2, singles
