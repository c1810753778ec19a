"""The wall: its shuffle, the break, both ends (C1, C3)."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from goldsparrow.game.wall import TILES, Shuffle, Wall, break_point, shuffle
from goldsparrow.tiles import DECK, NAMES

VECTORS = Path(__file__).parent.parent / "vectors" / "shuffle.json"


def by_the_book(seed: bytes, context: str) -> dict[str, Any]:
    """The shuffle as docs/shuffle.md describes it, written from that page alone."""
    tiles = []
    for suit in "mps":
        for rank in range(1, 10):
            tiles += [f"{rank}{suit}"] * 4
    for honour in range(1, 8):
        tiles += [f"{honour}z"] * 4
    tiles += [f"{flower}f" for flower in range(1, 9)]
    stream = b""
    counter = 0
    used = 0

    def below(n: int) -> int:
        nonlocal stream, counter, used
        while True:
            if used == len(stream):
                message = context.encode("utf-8") + b"|" + counter.to_bytes(8, "big")
                stream += hmac.new(seed, message, hashlib.sha256).digest()
                counter += 1
            byte = stream[used]
            used += 1
            if byte < 256 // n * n:
                return byte % n

    last = len(tiles) - 1
    while last > 0:
        other = below(last + 1)
        tiles[last], tiles[other] = tiles[other], tiles[last]
        last -= 1
    dice = [below(6) + 1 for _ in range(4)]
    return {"tiles": tiles, "dice": dice[:2], "gold_dice": dice[2:]}


def numbered(dealer: int = 0, dice: tuple[int, int] = (1, 1)) -> Wall:
    """A wall whose tiles are the numbers of their places: tops are even, bottoms odd."""
    return Wall(Shuffle(tuple(range(TILES)), dice), dealer)


def test_the_deck_has_144_tiles() -> None:
    """C1: four of each suited tile and honour, one of each flower."""
    counts = Counter(NAMES[tile] for tile in DECK)

    assert sum(counts.values()) == 144
    assert {name for name, count in counts.items() if count == 1} == {f"{n}f" for n in range(1, 9)}
    assert {count for name, count in counts.items() if name[1] != "f"} == {4}


@pytest.mark.parametrize("vector", json.loads(VECTORS.read_text()), ids=lambda v: v["context"][:20])
def test_published_vectors(vector: dict[str, Any]) -> None:
    """Design, verifiable shuffle: the published vectors, by us and by the book."""
    seed = bytes.fromhex(vector["seed"])
    found = shuffle(seed, vector["context"])
    book = by_the_book(seed, vector["context"])

    assert [NAMES[tile] for tile in found.tiles] == vector["tiles"] == book["tiles"]
    assert [*found.dice, *found.gold_dice] == vector["dice"] + vector["gold_dice"]
    assert book["dice"] + book["gold_dice"] == vector["dice"] + vector["gold_dice"]


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_a_shuffle_takes_as_much_of_the_stream_as_it_needs(
    blocks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Design, verifiable shuffle: no draw among millions is long enough to come to the end."""
    monkeypatch.setattr("goldsparrow.game.wall._USUAL_BLOCKS", blocks)
    book = by_the_book(b"seed", "long")

    found = shuffle(b"seed", "long")
    assert [NAMES[tile] for tile in found.tiles] == book["tiles"]
    assert [*found.dice, *found.gold_dice] == book["dice"] + book["gold_dice"]


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 200])
def test_seeds_of_any_length(size: int) -> None:
    """Design, verifiable shuffle: HMAC takes keys that are longer than a block too."""
    book = by_the_book(b"s" * size, "")
    assert [NAMES[tile] for tile in shuffle(b"s" * size, "").tiles] == book["tiles"]


def test_any_bit_changes_the_shuffle() -> None:
    """Design, verifiable shuffle: seed and context both matter, the same give the same."""
    one = shuffle(b"seed", "match|0")

    assert one == shuffle(b"seed", "match|0")
    assert sorted(one.tiles) == sorted(DECK)
    assert one.tiles != shuffle(b"seee", "match|0").tiles
    assert one.tiles != shuffle(b"seed", "match|1").tiles


def test_dice_are_fair_enough() -> None:
    """Every face comes up; a modulo without rejection, or a die of five faces, would show."""
    faces = Counter(face for n in range(600) for face in shuffle(b"d", str(n)).dice)

    assert sorted(faces) == [1, 2, 3, 4, 5, 6]
    assert min(faces.values()) > 140


def test_break_of_the_example() -> None:
    """C3: sum 11 breaks the wall of the seat opposite the dealer, at its twelfth stack."""
    for dealer in range(4):
        assert break_point((5, 6), dealer) == ((dealer + 2) % 4, 11)
    # Clockwise from seat 0 lie the walls of seats 0, 3, 2, 1: that of seat 2 begins at stack 36.
    assert numbered(dealer=0, dice=(5, 6)).take_head(3) == (94, 95, 96)


@pytest.mark.parametrize(("dice", "wall"), [((1, 1), 1), ((1, 2), 2), ((1, 3), 3), ((1, 4), 0)])
def test_the_dealer_counts_as_one(dice: tuple[int, int], wall: int) -> None:
    """C3: seats are counted counter-clockwise from the dealer as 1."""
    assert break_point(dice, 0) == (wall, sum(dice))
    assert break_point(dice, 3) == ((wall + 3) % 4, sum(dice))


def test_the_head_takes_tops_before_bottoms() -> None:
    """C3: from the head come the top, then the bottom tile of each stack."""
    wall = numbered(dealer=3, dice=(1, 1))

    # Dealer 3 and sum 2: the wall of seat 0, whose third stack has tiles 4 and 5.
    assert [wall.from_head() for _ in range(4)] == [4, 5, 6, 7]


def test_the_tail_takes_tops_before_bottoms_and_goes_back() -> None:
    """C3: the tail is before the break: the last stack's top and bottom, then the one before."""
    wall = numbered(dealer=3, dice=(1, 1))

    assert [wall.from_tail() for _ in range(6)] == [2, 3, 0, 1, 142, 143]


def test_dealing_goes_on_into_the_next_wall() -> None:
    """C3: dealing runs on into the neighbour's wall where needed, once all around."""
    wall = numbered(dealer=0, dice=(6, 6))
    seen = [wall.from_head() for _ in range(TILES)]

    assert seen[0] == 2 * (18 + 12)  # the wall of seat 3 is the second one, clockwise
    assert sorted(seen) == list(range(TILES))
    assert wall.left == 0


def test_what_is_turned_up_leaves_a_hole() -> None:
    """F3, S3: the tiles behind an indicator stay the tail and are drawn first."""
    wall = numbered(dealer=3, dice=(1, 1))

    assert wall.turn_up(3) == 0
    assert wall.turn_up(3) == 1
    assert wall.left == TILES - 2
    assert [wall.from_tail() for _ in range(3)] == [2, 3, 142]
    assert wall.remaining() == [*range(4, 142), 143]


def test_a_copy_is_drawn_from_alone() -> None:
    """Laws: copying a wall leaves the original alone."""
    wall = numbered()
    other = wall.copy()
    other.from_head()
    other.from_tail()
    other.turn_up(1)

    assert wall.left == TILES
    assert wall.remaining() == numbered().remaining()
