"""Hand analysis beside riichienv's shanten number, in the same run.

    python benchmarks/analysis.py [--hands 20000] [--rounds 7]

All take the same hands of 14 tiles, in one process and in turns, so that the ratios hold on a noisy
machine. riichienv 0.4.11 (`pip install riichienv==0.4.11`) is compiled, and is asked as a program
in Python asks it; it knows no wild tiles, and counts seven pairs and thirteen orphans too.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from goldsparrow.analysis import distance, readings, suit_keys, useful, waits

try:
    import numpy as np

    from goldsparrow.analysis import batch
except ImportError:
    sys.exit("benchmarks/analysis.py needs numpy; expected 'pip install numpy'")
try:
    from riichienv import calculate_shanten
except ImportError:
    sys.exit("benchmarks/analysis.py needs riichienv; expected 'pip install riichienv==0.4.11'")

MELDS = 4
BATCHES = 10
"""How often a batch is asked in a row."""
REFERENCE = "riichienv.calculate_shanten"
DISTANCE = "distance, running keys"


def hand(random: Random) -> list[int]:
    """Draws 14 of the 136 tiles: half the hands are melds and a pair with up to three exchanged."""
    if random.random() < 0.5:
        return random.sample(range(136), 14)
    while True:
        kinds = [random.randrange(34)] * 2
        for _ in range(MELDS):
            low = random.randrange(27)
            kinds += [low, low + 1, low + 2] if low % 9 <= 6 else [low] * 3
        for _ in range(random.randrange(4)):
            kinds[random.randrange(14)] = random.randrange(34)
        if max(Counter(kinds).values()) <= 4:
            copies: Counter[int] = Counter()
            tiles = []
            for kind in kinds:
                tiles.append(4 * kind + copies[kind])
                copies[kind] += 1
            return tiles


Way = tuple[Callable[[], object], int]


def ways(tiles: list[list[int]]) -> dict[str, Way]:
    """Returns what is timed: a name, what runs, and over how many hands."""
    held = [Counter(tile // 4 for tile in one) for one in tiles]
    counts = [[one[kind] for kind in range(34)] for one in held]
    keys = [suit_keys(one) for one in counts]
    # Waits are asked of 13 tiles; readings of complete hands, two of their tiles turned to golds.
    fewer = [without(one, hand[:1]) for hand, one in zip(tiles, counts, strict=True)]
    fewer_keys = [suit_keys(one) for one in fewer]
    won = [
        without(one, hand[:2])
        for hand, one, key in zip(tiles, counts, keys, strict=True)
        if distance(*key, MELDS, 0) == 0
    ]
    table = np.array(counts, dtype=np.uint8)
    key_table = batch.keys_of(table)

    def shanten() -> None:
        for one in tiles:
            calculate_shanten(one)

    def from_keys(golds: int) -> None:
        for k0, k1, k2, k3 in keys:
            distance(k0, k1, k2, k3, MELDS, golds)

    def from_counts() -> None:
        for one in counts:
            k0, k1, k2, k3 = suit_keys(one)
            distance(k0, k1, k2, k3, MELDS, 0)

    def again(way: Callable[[], object]) -> None:
        # A batch takes so little time that one alone would tell how cold the caches are.
        for _ in range(BATCHES):
            way()

    def ask(question: Callable[[Sequence[int], Sequence[int], int, int], object]) -> None:
        for key, one in zip(fewer_keys, fewer, strict=True):
            question(key, one, MELDS, 0)

    def read() -> None:
        for one in won:
            readings(one, MELDS, 2)

    many = len(tiles)
    batched = BATCHES * many
    return {
        REFERENCE: (shanten, many),
        DISTANCE: (lambda: from_keys(0), many),
        "distance, running keys, 2 golds": (lambda: from_keys(2), many),
        "distance, from 34 counts": (from_counts, many),
        "waits": (lambda: ask(waits), many),
        "useful": (lambda: ask(useful), many),
        "readings of won hands, 2 golds": (read, len(won)),
        "batch, counts": (lambda: again(lambda: batch.distances(table, MELDS, 0)), batched),
        "batch, keys": (
            lambda: again(lambda: batch.distances_of_keys(key_table, MELDS, 0)),
            batched,
        ),
    }


def without(counts: list[int], tiles: list[int]) -> list[int]:
    """Returns the counts less these tiles."""
    left = list(counts)
    for tile in tiles:
        left[tile // 4] -= 1
    return left


def main() -> None:
    """Times each way in turns and prints nanoseconds a hand and the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()

    random = Random(1)
    timed = ways([hand(random) for _ in range(options.hands)])
    times: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(options.rounds + 1):
        for name, (way, number) in timed.items():
            start = time.perf_counter()
            way()
            times[name].append((time.perf_counter() - start) / number * 1e9)
    # The first round fills memos and is not counted.
    median = {name: statistics.median(values[1:]) for name, values in times.items()}
    print(f"{'':34}{'ns a hand':>10}{'riichienv = 1':>16}{'distance = 1':>16}")
    for name, value in median.items():
        print(
            f"{name:34}{value:10.0f}"
            f"{median[REFERENCE] / value:15.2f}x{median[DISTANCE] / value:15.2f}x"
        )


if __name__ == "__main__":
    main()
