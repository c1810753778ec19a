"""Every way to read a complete hand as melds and a pair, or as pairs, golds standing in.

Only the scorer asks for this: distances and waits never enumerate anything. A hand has a few
readings without golds and up to a few hundred with three.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from goldsparrow.analysis.pairs import spare_tiles
from goldsparrow.tiles import PLAYABLE, SUITED, Tile

__all__ = ["ANY", "Group", "GroupKind", "Reading", "pairs_readings", "readings"]

GroupKind: TypeAlias = Literal["chow", "pong", "pair", "single"]
"""A run of three, three alike, two alike, or the odd tile beside eight pairs."""

ANY: Final[Tile] = -1
"""The tile of a group that is golds only: it may stand for any face, its own included."""


class Group(NamedTuple):
    """A meld, the pair, or the odd tile of a reading.

    A group that is golds only is a ``pong``, ``pair`` or ``single`` of ``ANY``; such a pong could
    as well stand for any chow.
    """

    kind: GroupKind
    tile: Tile
    """The kind of its tiles, the lowest one of a chow, or ``ANY``."""
    wild: int
    """Which of its tiles are golds: bit ``i`` is its ``i``-th tile, counted from the lowest.

    Where the tiles are alike the golds are the last ones.
    """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The kinds that its tiles stand for, or ``ANY``."""
        if self.kind == "chow":
            return self.tile, self.tile + 1, self.tile + 2
        return (self.tile,) * _SIZE[self.kind]

    @property
    def golds(self) -> int:
        """How many of its tiles are golds."""
        return self.wild.bit_count()


Reading: TypeAlias = tuple[Group, ...]
"""The groups of a hand: those with natural tiles in order of their suits, then those of golds."""

_SIZE: Final = {"chow": 3, "pong": 3, "pair": 2, "single": 1}

# By pairs (0 or 1) and golds used: the ways to group all natural tiles of a suit.
_Divisions: TypeAlias = dict[tuple[int, int], tuple[Reading, ...]]


def readings(counts: Sequence[int], melds: int, golds: int) -> list[Reading]:
    """Returns every way to split a hand into so many melds and a pair.

    ``counts`` are the natural copies of the 34 playable kinds, ``golds`` the wild tiles beside
    them. Each gold stands for a tile of a group with natural tiles, or groups of golds only are
    formed: a pair of two, a triplet of three. A gold may be a fifth copy of a kind (C6). No two
    readings are equal; the list is empty where the hand is not complete or not of
    ``3 * melds + 2`` tiles.

    >>> for reading in readings([0] * 33 + [2], 1, 3):
    ...     print([(group.kind, group.tile, group.golds) for group in reading])
    [('pair', 33, 1), ('pong', 33, 2)]
    [('pong', 33, 1), ('pair', -1, 2)]
    [('pair', 33, 0), ('pong', -1, 3)]
    """
    if sum(counts) + golds != 3 * melds + 2:
        return []
    found: list[Reading] = []
    suits = [
        _suit_ways(bytes(counts[first : first + (9 if first < SUITED else 7)]), first, golds)
        for first in (0, 9, 18, 27)
    ]
    for pairs, used, choices in _combine(suits, 0, 0, golds):
        # By the hand's size, what remains is triplets of golds, and the pair where no suit has it.
        own = (Group("pong", ANY, 0b111),) * ((golds - used) // 3)
        if not pairs:
            own += (Group("pair", ANY, 0b11),)
        first, second, third, fourth = choices
        found += [
            (*a, *b, *c, *d, *own) for a in first for b in second for c in third for d in fourth
        ]
    return found


def pairs_readings(counts: Sequence[int], golds: int, pairs: int) -> list[Reading]:
    """Returns every way to split a concealed hand into so many pairs (and one odd tile, of eight).

    ``counts`` and ``golds`` as in ``readings``; the list is empty where the hand is not complete
    or not of the right size. Pairs come in order of their kinds, then those of golds, then the
    odd tile.
    """
    spare = spare_tiles(pairs)
    if sum(counts) + golds != 2 * pairs + spare:
        return []
    # A kind of which there is an odd number takes a gold, or is the one that is over.
    if sum(count % 2 for count in counts) > golds + spare:
        return []
    if not spare:
        return _pair_up(counts, golds)
    found: list[Reading] = []
    for odd in range(PLAYABLE):
        if counts[odd]:
            rest = [count - (kind == odd) for kind, count in enumerate(counts)]
            single = Group("single", odd, 0)
            found += [(*reading, single) for reading in _pair_up(rest, golds)]
    if golds:
        single = Group("single", ANY, 0b1)
        found += [(*reading, single) for reading in _pair_up(counts, golds - 1)]
    return found


def _combine(
    suits: Sequence[_Divisions], pairs: int, used: int, golds: int
) -> Iterator[tuple[int, int, tuple[tuple[Reading, ...], ...]]]:
    """Yields the choices of an entry for each suit with one pair and the golds there are, at most.

    Each is the pairs and golds used, and the ways that each suit offers for its share.
    """
    if not suits:
        yield pairs, used, ()
        return
    for (own_pairs, own_golds), ways in suits[0].items():
        if pairs + own_pairs <= 1 and used + own_golds <= golds:
            for total_pairs, total_golds, others in _combine(
                suits[1:], pairs + own_pairs, used + own_golds, golds
            ):
                yield total_pairs, total_golds, (ways, *others)


@lru_cache(maxsize=1 << 14)
def _suit_ways(counts: bytes, first: Tile, golds: int) -> _Divisions:
    """Returns the ways to put all natural tiles of a suit into groups, in a fixed order."""
    ways = _divide(counts, first, golds)
    return {key: tuple(sorted(tuple(sorted(way)) for way in found)) for key, found in ways.items()}


# Suits that begin differently soon have the same rest, so the rests are remembered as well.
@lru_cache(maxsize=1 << 15)
def _divide(counts: bytes, first: Tile, golds: int) -> _Divisions:
    """Returns the ways to put all natural tiles of a suit into groups with at most so many golds.

    Kinds are numbered from ``first``; honours, which form no chows, are known by it. The groups
    that hold the lowest kind are chosen at once, so each way is found once.
    """
    at = next((position for position, count in enumerate(counts) if count), None)
    if at is None:
        return {(0, 0): ((),)}
    found: dict[tuple[int, int], list[Reading]] = {}
    for chosen, rest, pairs, spent in _cover(counts, at, first, golds):
        for (other_pairs, other_spent), ways in _divide(rest, first, golds - spent).items():
            if pairs + other_pairs <= 1:
                key = pairs + other_pairs, spent + other_spent
                found.setdefault(key, []).extend([chosen + way for way in ways])
    return {key: tuple(ways) for key, ways in found.items()}


def _cover(
    counts: bytes, at: int, first: Tile, golds: int
) -> list[tuple[Reading, bytes, int, int]]:
    """Lists the choices of groups that hold all tiles of the lowest kind.

    Each is the groups, the counts that they leave, and the pairs and golds among them. Groups are
    chosen in the order of ``_candidates``, an equal one again, so that no choice comes twice.
    """
    above = tuple([place for place in (at + 1, at + 2) if place < len(counts) and counts[place]])
    candidates = _candidates(first, at, min(counts[at], 3), above)
    found: list[tuple[Reading, bytes, int, int]] = []
    left = list(counts)

    def choose(start: int, chosen: Reading, pairs: int, spent: int) -> None:
        if not left[at]:
            found.append((chosen, bytes(left), pairs, spent))
            return
        for place in range(start, len(candidates)):
            group, natural, wild = candidates[place]
            more = pairs + (group.kind == "pair")
            if more > 1 or spent + wild > golds:
                continue
            for position in natural:
                left[position] -= 1
            if min(left) >= 0:
                choose(place, (*chosen, group), more, spent + wild)
            for position in natural:
                left[position] += 1

    choose(0, (), 0, 0)
    return found


# There are a few hundred of them, and they are asked for all the time.
@lru_cache(maxsize=1 << 10)
def _candidates(
    first: Tile, at: int, copies: int, above: tuple[int, ...]
) -> list[tuple[Group, tuple[int, ...], int]]:
    """Lists the groups whose lowest natural tile is at that position, with all such positions.

    There are up to three `copies` of it, and natural tiles at those of the next two positions that
    are `above`.
    """
    kind = first + at
    found: list[tuple[Group, tuple[int, ...], int]] = []
    for natural in range(1, copies + 1):
        same = (at,) * natural
        found.append((Group("pong", kind, 0b111 >> natural << natural), same, 3 - natural))
        if natural <= 2:
            found.append((Group("pair", kind, 0b11 >> natural << natural), same, 2 - natural))
    if first >= SUITED:
        return found
    for low in range(max(at - 2, 0), min(at, 9 - 3) + 1):
        # Tiles of the chow below its lowest natural one are golds; those above may be either.
        higher = [position for position in above if position < low + 3]
        for bits in range(1 << len(higher)):
            natural_at = (at, *(p for i, p in enumerate(higher) if bits >> i & 1))
            wild = 0b111 & ~sum(1 << (position - low) for position in natural_at)
            found.append((Group("chow", first + low, wild), natural_at, 3 - len(natural_at)))
    return found


def _pair_up(counts: Sequence[int], golds: int) -> list[Reading]:
    """Returns the ways to pair an even number of tiles: alike, single with gold, golds in twos."""
    ways: list[tuple[Reading, int]] = [((), golds)]
    for kind, count in enumerate(counts):
        if not count:
            continue
        natural, filled = Group("pair", kind, 0), Group("pair", kind, 0b10)
        ways = [
            ((*reading, *(natural,) * ((count - single) // 2), *(filled,) * single), free - single)
            for reading, free in ways
            for single in range(count % 2, min(count, free) + 1, 2)
        ]
    return [(*reading, *(Group("pair", ANY, 0b11),) * (free // 2)) for reading, free in ways]
