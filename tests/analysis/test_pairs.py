"""Hands of pairs: L13 seven pairs, and Fuzhou "Winning shapes" eight pairs and any one tile."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from goldsparrow import analysis
from goldsparrow.tiles import parse_tiles

KINDS = 12  # enough kinds for eight pairs of different tiles and strangers beside them


def counted(text: str) -> list[int]:
    held = Counter(parse_tiles(text))
    return [held[kind] for kind in range(34)]


def complete(counts: Sequence[int], golds: int, pairs: int) -> bool:
    """Tries every wild assignment; golds may be fifth copies."""
    for faces in itertools.combinations_with_replacement(range(KINDS), golds):
        full = list(counts)
        for face in faces:
            full[face] += 1
        if sum(count // 2 for count in full) >= pairs:
            return True
    return False


def hands(seed: int, number: int, pairs: int, size: int) -> Iterator[tuple[list[int], int]]:
    """Yields counts over a few kinds, mostly pairs, and golds."""
    random = Random(seed)
    deck = [kind for kind in range(KINDS) for _ in range(4)]
    while number:
        golds = random.randint(0, 3)
        tiles = [kind for kind in random.sample(deck[::2], pairs) for _ in range(2)]
        tiles += random.sample(deck, 3)
        random.shuffle(tiles)
        tiles = tiles[: size - golds]
        for _ in range(random.randint(0, 3)):
            tiles[random.randrange(len(tiles))] = random.choice(deck)
        held = Counter(tiles)
        if max(held.values()) <= 4:
            number -= 1
            yield [held[kind] for kind in range(34)], golds


@pytest.mark.parametrize(("pairs", "size"), [(7, 14), (8, 17)])
def test_complete_exactly_where_some_wild_assignment_is(pairs: int, size: int) -> None:
    """L13 and Fuzhou eight pairs: golds fill pairs, four alike are two pairs."""
    seen: Counter[bool] = Counter()
    for counts, golds in hands(size, 2_000, pairs, size):
        expected = complete(counts, golds, pairs)
        seen[expected] += 1
        assert (analysis.pairs_distance(counts, golds, pairs) == 0) is expected, (counts, golds)
    assert min(seen.values()) > 200


@pytest.mark.volume
@pytest.mark.parametrize(("pairs", "size"), [(7, 13), (8, 16)])
def test_waits_are_what_brute_force_finds(pairs: int, size: int) -> None:
    """L13 and Fuzhou eight pairs: every natural tile but a fifth copy is tried."""
    seen: Counter[str] = Counter()
    for counts, golds in hands(size, 500, pairs, size):
        expected = 0
        # Tiles of kinds beyond the oracle's are strangers like any of its kinds not held.
        for kind in range(KINDS):
            if counts[kind] < 4:
                more = [count + (at == kind) for at, count in enumerate(counts)]
                expected |= complete(more, golds, pairs) << kind
        found = analysis.pairs_waits(counts, golds, pairs)
        assert found & (1 << KINDS) - 1 == expected, (counts, golds)
        free = [kind for kind in range(KINDS) if not counts[kind]]
        if free:
            beyond = (1 << 34) - (1 << KINDS) if expected >> free[0] & 1 else 0
            assert found >> KINDS << KINDS == beyond
        missing = analysis.pairs_distance(counts, golds, pairs)
        assert (missing == 1) is complete(counts, golds + 1, pairs)
        assert (missing == 1) is (found != 0)
        seen["all" if found.bit_count() > 20 else "some" if found else "none"] += 1
    assert min(seen["all"], seen["some"], seen["none"]) > 20, seen


@pytest.mark.parametrize(("pairs", "size"), [(7, 14), (8, 17), (7, 13), (8, 16)])
def test_distance_falls_by_one_a_step(pairs: int, size: int) -> None:
    """A hand is as near as its best exchange: one more natural tile, then distance less one."""
    for counts, golds in hands(100 + size, 300, pairs, size):
        missing = analysis.pairs_distance(counts, golds, pairs)
        after = []
        for kind in range(34):
            if counts[kind] < 4:
                more = [count + (at == kind) for at, count in enumerate(counts)]
                after.append(analysis.pairs_distance(more, golds, pairs))
        assert min(after) == max(missing - 1, 0)
        assert set(after) <= {missing, max(missing - 1, 0)}


ALL = "123456789m 123456789p 123456789s 1234567z"


@pytest.mark.parametrize(
    ("hand", "golds", "pairs", "missing", "expected"),
    [
        ("1122334455667m", 0, 7, 1, "7m"),
        ("1111222233334m", 0, 7, 1, "4m"),
        ("112233445566m", 1, 7, 1, ALL),  # L9: one gold and six pairs
        ("11223344556m 1z", 1, 7, 1, "6m 1z"),
        ("11223344m 12345z", 0, 7, 3, ""),
        ("1122334455667788m", 0, 8, 1, ALL),  # eight pairs want any one tile
        ("11223344556677m 12z", 0, 8, 1, "12z"),
        ("11223344556677m 1z", 1, 8, 1, ALL),
        ("112233445566m 123z", 1, 8, 1, "123z"),
        ("1111222233334444m", 0, 8, 1, ALL),
        ("112233445566778m", 1, 8, 1, ALL),
        ("11223344m 12345678p", 0, 8, 4, ""),
    ],
)
def test_known_pairs(hand: str, golds: int, pairs: int, missing: int, expected: str) -> None:
    """L13, L9 and Fuzhou eight pairs: hands whose waits anybody can check."""
    counts = counted(hand)
    mask = sum(1 << kind for kind in parse_tiles(expected) if counts[kind] < 4)
    assert analysis.pairs_distance(counts, golds, pairs) == missing
    assert analysis.pairs_waits(counts, golds, pairs) == mask


def test_hands_of_another_size_wait_for_nothing() -> None:
    """L13: a complete hand of seven pairs has 14 tiles, so only 13 tiles wait."""
    assert analysis.pairs_waits(counted("112233445566m"), 0, 7) == 0
    assert analysis.pairs_waits(counted("11223344556677m"), 0, 7) == 0
    assert analysis.pairs_distance(counted("112233445566m"), 0, 7) == 2


def test_spare_tiles() -> None:
    """Fuzhou "Winning shapes": eight pairs and any one tile; L13: seven pairs and none."""
    assert [analysis.spare_tiles(pairs) for pairs in (7, 8)] == [0, 1]
