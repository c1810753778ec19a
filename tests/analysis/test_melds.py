"""Distances and waits against brute force: C6, and F5 to F7 "complete"."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsparrow import analysis
from goldsparrow.tiles import parse_tiles
from tests.analysis import oracle


def counted(text: str) -> list[int]:
    held = Counter(parse_tiles(text))
    return [held[kind] for kind in range(34)]


def bits(text: str) -> int:
    return sum(1 << kind for kind in parse_tiles(text))


@pytest.mark.volume
def test_complete_exactly_where_some_wild_assignment_is() -> None:
    """C6: 30,000 hands of 5 to 17 tiles, 0 to 3 golds; distance 0 is completeness."""
    seen: Counter[bool] = Counter()
    for counts, melds, golds in oracle.hands(1, 30_000, short=False):
        expected = oracle.complete(counts, golds)
        seen[expected] += 1
        found = analysis.distance(*analysis.suit_keys(counts), melds, golds)
        assert (found == 0) is expected, (counts, melds, golds)
    assert min(seen.values()) > 8_000, "the hands do not cover both answers"


@pytest.mark.volume
def test_waits_are_what_brute_force_finds() -> None:
    """C6: 30,000 hands of 4 to 16 tiles, 0 to 3 golds; fifth copies are no waits, golds may be."""
    seen: Counter[str] = Counter()
    for counts, melds, golds in oracle.hands(2, 30_000, short=True):
        keys = analysis.suit_keys(counts)
        expected = oracle.waiting(counts, golds)
        assert analysis.waits(keys, counts, melds, golds) == expected, (counts, melds, golds)
        assert (analysis.distance(*keys, melds, golds) == 1) is (expected != 0)
        assert analysis.gold_completes(keys, melds, golds) is oracle.complete(counts, golds + 1)
        seen["no" if not expected else "all" if expected.bit_count() > 25 else "some"] += 1
    assert min(seen["no"], seen["some"]) > 8_000, "the hands do not cover every answer"
    assert seen["all"] > 500, "too few hands wait for everything"


@pytest.mark.volume
@pytest.mark.parametrize("short", [False, True])
def test_distance_is_the_fewest_tiles_missing(*, short: bool) -> None:
    """C6: 1,200 hands near and far, with up to four golds, against a walk through all goals."""
    seen: Counter[int] = Counter()
    random = Random(3)
    for counts, melds, golds in oracle.hands(4 + short, 600, short=short):
        wild = random.choice((golds, golds, 4))
        expected = oracle.distance(counts, melds, wild)
        found = analysis.distance(*analysis.suit_keys(counts), melds, wild)
        assert found == expected, (counts, melds, wild)
        seen[expected] += 1
    assert all(seen[d] >= 10 for d in range(1, 5)), seen


COUNTS = st.lists(st.sampled_from(range(34)), max_size=17).map(
    lambda tiles: [min(tiles.count(kind), 4) for kind in range(34)]
)
MELDS = st.integers(0, 5)
GOLDS = st.integers(0, 3)


@given(COUNTS, MELDS, GOLDS, st.sampled_from(range(34)))
def test_a_tile_helps_by_one_at_most(counts: list[int], melds: int, golds: int, kind: int) -> None:
    """A drawn tile brings a hand nearer by one or leaves it; a gold always brings it nearer."""
    keys = list(analysis.suit_keys(counts))
    before = analysis.distance(*keys, melds, golds)
    assert before >= 0
    if counts[kind] < 4:
        keys[analysis.SUIT_OF[kind]] += analysis.SUIT_WEIGHT[kind]
        counts[kind] += 1
        assert tuple(keys) == analysis.suit_keys(counts)
        assert analysis.distance(*keys, melds, golds) in {before, max(before - 1, 0)}
        keys[analysis.SUIT_OF[kind]] -= analysis.SUIT_WEIGHT[kind]
    assert analysis.distance(*keys, melds, golds + 1) <= max(before - 1, 0)


@given(COUNTS, MELDS, GOLDS)
def test_useful_are_the_kinds_that_bring_it_nearer(
    counts: list[int], melds: int, golds: int
) -> None:
    """The useful kinds are those of which a copy is left and whose draw shortens the distance."""
    keys = analysis.suit_keys(counts)
    missing = analysis.distance(*keys, melds, golds)
    expected = 0
    for kind in range(34):
        more = [count + (at == kind) for at, count in enumerate(counts)]
        if more[kind] <= 4:
            nearer = analysis.distance(*analysis.suit_keys(more), melds, golds) < missing
            expected |= nearer << kind
    assert analysis.useful(keys, counts, melds, golds) == (missing, expected)


@given(COUNTS, MELDS, GOLDS, st.permutations([0, 1, 2]))
def test_suits_are_alike(counts: list[int], melds: int, golds: int, order: list[int]) -> None:
    """Exchanging the suits, or turning one round, changes no distance."""
    keys = analysis.suit_keys(counts)
    exchanged = [keys[suit] for suit in order]
    turned = analysis.suit_keys(counts[8::-1] + counts[9:])
    expected = analysis.distance(*keys, melds, golds)
    assert analysis.distance(*exchanged, keys[3], melds, golds) == expected
    assert analysis.distance(*turned, melds, golds) == expected


@pytest.mark.parametrize(
    ("hand", "melds", "golds", "expected"),
    [
        ("123456m 123p 55s", 3, 0, ""),
        ("12m 55p", 1, 0, "3m"),
        ("2345m", 1, 0, "25m"),
        ("1112345678999m", 4, 0, "123456789m"),
        ("111m 9m", 1, 0, "9m"),
        ("1111m", 1, 0, ""),  # the pair would need a fifth 1m
        ("1111m 23m 567p", 3, 1, "123456789m 123456789p 123456789s 1234567z"),
        ("1z", 0, 0, "1z"),
        ("", 0, 1, "123456789m 123456789p 123456789s 1234567z"),
        ("123m", 1, 1, "123456789m 123456789p 123456789s 1234567z"),
        ("12m", 1, 2, "123456789m 123456789p 123456789s 1234567z"),
        ("19m", 1, 2, "123789m"),
        ("1z 2z", 1, 2, "12z"),
        ("12z 123m", 2, 2, "12z"),
    ],
)
def test_known_waits(hand: str, melds: int, golds: int, expected: str) -> None:
    """C6 and F13: hands whose waits anybody can check, idle golds among them."""
    counts = counted(hand)
    found = analysis.waits(analysis.suit_keys(counts), counts, melds, golds)
    wanted = bits(expected)
    # A kind of which four are held cannot be drawn again.
    wanted &= ~sum(1 << kind for kind in range(34) if counts[kind] == 4)
    assert found == wanted


def test_copies_seen_elsewhere_are_no_waits() -> None:
    """C6: a kind of which four are accounted for cannot be waited for."""
    counts = counted("23m 55p")
    keys = analysis.suit_keys(counts)
    assert analysis.waits(keys, counts, 1, 0) == bits("14m")
    seen = [count + 4 * (kind == 0) for kind, count in enumerate(counts)]
    assert analysis.waits(keys, seen, 1, 0) == bits("4m")


def test_gold_completes() -> None:
    """C6: drawing one more gold completes exactly the hands that wait, idle or not."""
    for hand, melds, golds, expected in (
        ("12m 55p", 1, 0, True),
        ("14m 55p", 1, 0, False),
        ("1111m", 1, 0, True),  # a gold may be the fifth copy
        ("", 1, 4 - 1, False),
        ("5p", 1, 3, True),
    ):
        keys = analysis.suit_keys(counted(hand))
        assert analysis.gold_completes(keys, melds, golds) is expected, hand
