"""Slow, plain answers about hands, written without the class tables, and the hands to ask about."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from random import Random

Suit = tuple[int, ...]
Shares = frozenset[tuple[int, int]]  # pairs and wild tiles


def suits(counts: Sequence[int]) -> list[Suit]:
    return [tuple(counts[i : i + 9]) for i in (0, 9, 18, 27)]


@cache
def splits(suit: Suit, pairs: int) -> bool:
    """Says whether exact counts (a fifth copy allowed) are melds and so many pairs, 0 or 1."""
    if not any(suit):
        return pairs == 0
    at = next(i for i, count in enumerate(suit) if count)

    def less(*positions: int) -> Suit:
        left = list(suit)
        for position in positions:
            left[position] -= 1
        return tuple(left)

    if pairs and suit[at] >= 2 and splits(less(at, at), 0):
        return True
    if suit[at] >= 3 and splits(less(at, at, at), pairs):
        return True
    return (
        len(suit) == 9
        and at <= 6
        and suit[at + 1] > 0
        and suit[at + 2] > 0
        and splits(less(at, at + 1, at + 2), pairs)
    )


@cache
def shares(suit: Suit, golds: int) -> Shares:
    """Returns the pairs and golds with which a suit is complete: every wild assignment is tried."""
    found = set()
    for used in range(golds + 1):
        pairs = {0: 0, 2: 1}.get((sum(suit) + used) % 3)
        if pairs is None:
            continue
        for faces in itertools.combinations_with_replacement(range(len(suit)), used):
            full = list(suit)
            for face in faces:
                full[face] += 1
            if splits(tuple(full), pairs):
                found.add((pairs, used))
                break
    return frozenset(found)


@cache
def joined(left: Shares, right: Shares) -> Shares:
    return frozenset((p + q, g + h) for p, g in left for q, h in right if p + q < 2)


def complete(counts: Sequence[int], golds: int) -> bool:
    """Says whether some wild assignment makes the hand melds and a pair."""
    return (1, golds) in reduce(joined, (shares(suit, golds) for suit in suits(counts)))


def waiting(counts: Sequence[int], golds: int) -> int:
    """Returns the mask of the natural tiles that complete the hand; a fifth copy never does."""
    parts = suits(counts)
    mask = 0
    for number, suit in enumerate(parts):
        others = reduce(
            joined, (shares(part, golds) for i, part in enumerate(parts) if i != number)
        )
        for at, count in enumerate(suit):
            if count < 4:
                drawn = (*suit[:at], count + 1, *suit[at + 1 :])
                if (1, golds) in joined(others, shares(drawn, golds)):
                    mask |= 1 << (9 * number + at)
    return mask


@cache
def needs(suit: Suit, melds: int, golds: int) -> dict[tuple[int, int, int], int]:
    """Returns the fewest tiles missing for each share of melds, pairs and extra copies.

    It walks the kinds and tries every number of runs, triplets and pairs that begin at each.
    """
    # (runs begun one and two kinds ago, melds, pairs, extra copies) -> missing
    states = {(0, 0, 0, 0, 0): 0}
    for at, held in enumerate(suit):
        after: dict[tuple[int, int, int, int, int], int] = {}
        # Three equal runs are three triplets.
        most = 2 if len(suit) == 9 and at <= 6 else 0
        for (one, two, used, paired, extra), missing in states.items():
            for runs, triplets, pair in itertools.product(range(most + 1), range(3), range(2)):
                wanted = one + two + runs + 3 * triplets + 2 * pair
                state = (
                    runs,
                    one,
                    used + runs + triplets,
                    paired + pair,
                    extra + max(wanted - 4, 0),
                )
                if state[2] > melds or state[3] > 1 or state[4] > golds:
                    continue
                total = missing + max(wanted - held, 0)
                if total < after.get(state, 99):
                    after[state] = total
        states = after
    best: dict[tuple[int, int, int], int] = {}
    for (_, _, used, paired, extra), missing in states.items():
        share = (used, paired, extra)
        best[share] = min(missing, best.get(share, 99))
    return best


def distance(counts: Sequence[int], melds: int, golds: int) -> int:
    """Returns the tiles missing from the nearest set of melds and a pair, less the golds."""
    total = {(0, 0, 0): 0}
    for suit in suits(counts):
        after: dict[tuple[int, int, int], int] = {}
        for (m, p, e), missing in total.items():
            for (n, q, f), more in needs(suit, melds, golds).items():
                share = (m + n, p + q, e + f)
                if share[0] <= melds and share[1] <= 1 and share[2] <= golds:
                    after[share] = min(missing + more, after.get(share, 99))
        total = after
    return max(
        min(missing for (m, p, _), missing in total.items() if (m, p) == (melds, 1)) - golds, 0
    )


MELDS = [(k, k, k) for k in range(34)] + [(k, k + 1, k + 2) for k in range(27) if k % 9 <= 6]


@cache
def choice(suit: int | None) -> tuple[list[int], list[int], list[tuple[int, int, int]]]:
    """Returns the kinds, tiles and melds of one suit and the honours, or of all suits."""
    kinds = [kind for kind in range(34) if suit is None or kind // 9 in {suit, 3}]
    pool = [meld for meld in MELDS if set(meld) <= set(kinds)]
    return kinds, [kind for kind in kinds for _ in range(4)], pool


def hands(seed: int, number: int, *, short: bool) -> Iterator[tuple[list[int], int, int]]:
    """Yields counts, melds and golds: complete hands with up to three tiles changed, and any hands.

    ``short`` hands have one tile fewer than complete ones. The more of the kinds a hand keeps to,
    the more ways there are to read it, so half the hands keep to one suit and some honours.
    """
    random = Random(seed)
    while number:
        melds, golds = random.randint(1, 5), random.randint(0, 3)
        suit = random.randrange(3)
        narrow = random.random() < 0.5
        kinds, deck, pool = choice(suit if narrow else None)
        if random.random() < 0.2:
            tiles = random.sample(deck, 3 * melds + 2)
        else:
            tiles = [tile for meld in random.choices(pool, k=melds) for tile in meld]
            tiles += [random.choice(kinds)] * 2
        random.shuffle(tiles)
        del tiles[: golds + short]
        for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
            if tiles:
                tiles[random.randrange(len(tiles))] = random.choice(deck)
        held = Counter(tiles)
        if all(count <= 4 for count in held.values()):
            number -= 1
            yield [held[kind] for kind in range(34)], melds, golds
