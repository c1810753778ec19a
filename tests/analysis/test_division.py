"""Readings of complete hands against brute force: C6, C13 and F21."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from goldsparrow import analysis
from goldsparrow.analysis import ANY, Group, Reading
from goldsparrow.tiles import parse_tiles
from tests.analysis import oracle

Plain = tuple[str, int]


def counted(text: str) -> list[int]:
    held = Counter(parse_tiles(text))
    return [held[kind] for kind in range(34)]


def plain_splits(counts: list[int], pair: bool) -> Iterator[tuple[Plain, ...]]:
    """Yields the ways to split exact counts into melds and, where asked, a pair."""
    at = next((kind for kind, count in enumerate(counts) if count), None)
    if at is None:
        if not pair:
            yield ()
        return
    tries: list[tuple[str, tuple[int, ...]]] = [("pong", (at,) * 3)]
    if pair:
        tries.append(("pair", (at,) * 2))
    if at < 27 and at % 9 <= 6:
        tries.append(("chow", (at, at + 1, at + 2)))
    for kind, tiles in tries:
        left = list(counts)
        for tile in tiles:
            left[tile] -= 1
        if min(left) >= 0:
            for rest in plain_splits(left, pair and kind != "pair"):
                yield ((kind, at), *rest)


def with_golds(split: Sequence[Plain], faces: Counter[int]) -> Iterator[tuple[Group, ...]]:
    """Yields every way to say which tiles of the groups are the golds of these faces."""
    if not split:
        if not +faces:
            yield ()
        return
    kind, tile = split[0]
    tiles = {"pong": (tile,) * 3, "pair": (tile,) * 2, "chow": (tile, tile + 1, tile + 2)}[kind]
    for wild in range(1 << len(tiles)):
        used = Counter(face for i, face in enumerate(tiles) if wild >> i & 1)
        if any(faces[face] < count for face, count in used.items()):
            continue
        golds = wild.bit_count()
        if golds == len(tiles):
            group = Group("pair" if kind == "pair" else "pong", ANY, wild)
        elif kind == "chow":
            group = Group("chow", tile, wild)
        else:
            last = (1 << golds) - 1 << len(tiles) - golds
            group = Group("pair" if kind == "pair" else "pong", tile, last)
        for rest in with_golds(split[1:], faces - used):
            yield (group, *rest)


def brute(counts: Sequence[int], golds: int, kinds: Sequence[int]) -> set[Reading]:
    """Finds the readings by trying every wild assignment over the kinds."""
    found = set()
    for faces in itertools.combinations_with_replacement(kinds, golds):
        full = list(counts)
        for face in faces:
            full[face] += 1
        for split in plain_splits(full, pair=True):
            for reading in with_golds(split, Counter(faces)):
                found.add(tuple(sorted(reading)))
    return found


@pytest.mark.volume
def test_readings_are_what_brute_force_finds() -> None:
    """C13: 600 hands of 5 to 17 tiles with 0 to 3 golds, complete or not."""
    seen: Counter[int] = Counter()
    random = Random(7)
    most = 0
    for counts, melds, golds in oracle.hands(6, 2_500, short=False):
        if golds == 3 and random.random() < 0.8:
            continue
        # Golds in groups with natural tiles stand near these; one stranger stands for the rest.
        near = {k + d for k in range(34) if counts[k] for d in range(-2, 3) if 0 <= k + d < 34}
        strangers = [k for k in range(34) if k not in near]
        expected = brute(counts, golds, [*sorted(near), *strangers[:1]])
        found = analysis.readings(counts, melds, golds)
        assert len(found) == len(set(found))
        assert {tuple(sorted(reading)) for reading in found} == expected, (counts, golds)
        seen[golds] += bool(found)
        most = max(most, len(found))
    assert all(seen[golds] > 30 for golds in range(4)), seen
    assert most > 50, "no hand with many readings was among them"


@pytest.mark.parametrize("seed", range(5))
def test_a_reading_accounts_for_every_tile(seed: int) -> None:
    """C13: each reading uses every natural tile and every gold once, and exists where complete."""
    for counts, melds, golds in oracle.hands(20 + seed, 400, short=False):
        found = analysis.readings(counts, melds, golds)
        missing = analysis.distance(*analysis.suit_keys(counts), melds, golds)
        assert bool(found) is (missing == 0)
        for reading in found:
            natural: Counter[int] = Counter()
            for group in reading:
                natural.update(t for i, t in enumerate(group.tiles) if not group.wild >> i & 1)
            assert natural == +Counter(dict(enumerate(counts)))
            assert sum(group.golds for group in reading) == golds
            assert Counter(group.kind == "pair" for group in reading) == {True: 1, False: melds}
            assert all(g.tile < 27 and g.tile % 9 <= 6 for g in reading if g.kind == "chow")


def test_gold_sparrow_is_a_pair_of_two_golds() -> None:
    """F21: some reading has two golds as the pair; a third gold is anything."""
    own = Group("pair", ANY, 0b11)
    found = analysis.readings(counted("123m 456m 789m 123p 456p"), 5, 2)
    assert any(own in reading for reading in found)
    found = analysis.readings(counted("123m 456m 789m 123p 46p"), 5, 3)
    assert any(own in reading and Group("chow", 12, 0b010) in reading for reading in found)
    found = analysis.readings(counted("123m 456m 789m 123p 4p 99s"), 5, 1)
    assert found == []
    found = analysis.readings(counted("123m 456m 789m 123p 4p 99s"), 5, 2)
    assert found
    assert not any(own in reading for reading in found)


def test_gold_dragon_is_a_triplet_of_golds() -> None:
    """F21: three golds are a triplet of their own and the other tiles have nothing wild."""
    dragon = Group("pong", ANY, 0b111)
    found = analysis.readings(counted("123m 456m 789m 123p 55z"), 5, 3)
    assert any(dragon in reading for reading in found)
    found = analysis.readings(counted("123m 456m 789m 13p 555z"), 5, 3)
    assert found
    assert not any(dragon in reading for reading in found)


def test_honours_form_no_runs() -> None:
    """Notation and F1: winds and dragons are pairs and triplets only, golds or not."""
    assert analysis.readings(counted("123z 11z"), 1, 0) == []
    assert analysis.readings(counted("12z 11m"), 1, 1) == []
    assert set(analysis.readings(counted("11z 22m"), 1, 1)) == {
        (Group("pair", 1, 0), Group("pong", 27, 0b100)),
        (Group("pong", 1, 0b100), Group("pair", 27, 0)),
    }


def test_runs_and_triplets_mix_freely() -> None:
    """Fuzhou "Winning shapes" and "Printing errors": a pair, four runs and a triplet is a hand."""
    found = analysis.readings(counted("11m 234m 567m 123p 456p 777s"), 5, 0)
    assert [Counter(group.kind for group in reading) for reading in found] == [
        {"pair": 1, "chow": 4, "pong": 1}
    ]
    both = analysis.readings(counted("111222333m 44m"), 3, 0)
    assert sorted(Counter(group.kind for group in reading)["pong"] for reading in both) == [0, 0, 3]


def test_wrong_sizes_have_no_reading() -> None:
    """C4: a complete hand has three tiles a meld and two for the pair."""
    assert analysis.readings(counted("123m 55p"), 2, 0) == []
    assert analysis.readings(counted("123m 5p"), 1, 0) == []
    assert analysis.readings(counted(""), 0, 2) == [(Group("pair", ANY, 0b11),)]
    assert analysis.pairs_readings(counted("112233m"), 0, 7) == []


def test_group_tells_its_tiles() -> None:
    """A group lists the tiles that it stands for, whoever stands in."""
    assert Group("chow", 9, 0b100).tiles == (9, 10, 11)
    assert Group("pong", 30, 0).tiles == (30, 30, 30)
    assert Group("pair", ANY, 0b11).tiles == (ANY, ANY)
    assert Group("single", 3, 0).tiles == (3,)
    assert Group("chow", 9, 0b101).golds == 2


def brute_pairs(counts: Sequence[int], golds: int, pairs: int) -> set[Reading]:
    """Finds the readings by pairing the first tile with each other tile or gold, or leaving it."""
    tiles = [kind for kind, count in enumerate(counts) for _ in range(count)] + [ANY] * golds
    found = set()

    def search(left: tuple[int, ...], groups: tuple[Group, ...], spare: int) -> None:
        if not left:
            found.add(tuple(sorted(groups)))
            return
        first, *rest = left
        if spare:
            wild = 0b1 if first == ANY else 0
            search(tuple(rest), (*groups, Group("single", first, wild)), 0)
        for i, other in enumerate(rest):
            after = (*rest[:i], *rest[i + 1 :])
            if first == other:
                wild = 0b11 if first == ANY else 0
                search(after, (*groups, Group("pair", first, wild)), spare)
            elif other == ANY:
                search(after, (*groups, Group("pair", first, 0b10)), spare)

    search(tuple(tiles), (), len(tiles) - 2 * pairs)
    return found


@pytest.mark.parametrize("pairs", [7, 8])
def test_pairs_readings_are_what_brute_force_finds(pairs: int) -> None:
    """L13 and Fuzhou eight pairs: every way to pair, singles filled by golds, the odd tile free."""
    random = Random(pairs)
    size = 2 * pairs + (pairs == 8)
    deck = [kind for kind in range(9) for _ in range(4)]
    seen: Counter[int] = Counter()
    for _ in range(300):
        golds = random.randint(0, 3)
        tiles = [kind for kind in random.sample(deck[::2], pairs) for _ in range(2)]
        tiles += random.sample(deck, size - len(tiles))
        random.shuffle(tiles)
        del tiles[:golds]
        if random.random() < 0.3:
            tiles[0] = random.choice(deck)
        counts = [tiles.count(kind) for kind in range(34)]
        if max(counts) > 4:
            continue
        found = analysis.pairs_readings(counts, golds, pairs)
        assert len(found) == len(set(found))
        assert {tuple(sorted(reading)) for reading in found} == brute_pairs(counts, golds, pairs)
        assert bool(found) is (analysis.pairs_distance(counts, golds, pairs) == 0)
        seen[golds if found else -1] += 1
    assert all(seen[golds] > 10 for golds in range(-1, 4)), seen
