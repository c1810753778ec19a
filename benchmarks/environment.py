"""Choices per second of the environments in a training loop, beside riichienv in the same run.

    python benchmarks/environment.py [--seconds 1] [--rounds 5] [--tables 64]
    PYTHONPATH=build/compiled:. python benchmarks/environment.py        # the compiled form

Every loop does what collecting experience does: it takes the encoded observation and the mask as
arrays, picks a legal action by chance as an int, and steps. A choice is a visit with more than one
legal move; `raw_env` visits seats that can only pass as well, unless it is told not to. All loops
play in one process and take turns of a tenth of a second, every other round in the other order, so
that the ratios hold on a noisy machine. `SeatEnv` and `SeatVector` play with three chance players,
whose choices are not counted. riichienv is 0.4.11 (`pip install riichienv==0.4.11`), with its log
off.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from goldsparrow.learn import SeatEnv, SeatVector, Tables, episode, parallel_env, raw_env

SLICE: Final = 0.1
"""Seconds that a loop plays before it is another's turn."""


def one_by_one(**options: str) -> Iterator[tuple[int, int]]:
    """Plays episodes of `raw_env` for ever; yields the choices and steps of each."""
    random = Random(1).random
    env = raw_env(**options)
    env.reset(seed=1)
    while True:
        steps = choices = 0
        for _ in env.agent_iter():
            observation, _, over, _, _ = env.last()
            if over or observation is None:
                env.step(None)
                continue
            _ = observation["observation"]
            legal = observation["action_mask"].nonzero()[0]
            steps += 1
            choices += len(legal) > 1
            env.step(int(legal[int(random() * len(legal))]))
        yield choices, steps
        env.reset()


def at_once(**options: str) -> Iterator[tuple[int, int]]:
    """Plays episodes of `parallel_env` for ever; yields the choices and answers of each."""
    random = Random(1).random
    env = parallel_env(**options)
    observations, _ = env.reset(seed=1)
    while True:
        steps = choices = 0
        while env.agents:
            actions = {}
            for agent, seen in observations.items():
                legal = seen["action_mask"].nonzero()[0]
                choices += len(legal) > 1
                actions[agent] = int(legal[int(random() * len(legal))])
            steps += len(actions)
            observations, _, _, _, _ = env.step(actions)
        yield choices, steps
        observations, _ = env.reset()


def many_tables(count: int, **options: str) -> Iterator[tuple[int, int]]:
    """Plays many tables at once for ever; yields the choices of each call."""
    random = np.random.default_rng(1)
    tables = Tables(count, **options)
    seen = tables.reset(seed=1)
    while True:
        for _ in range(8):
            seen = tables.step(by_chance(seen.action_mask, random))
        yield 8 * count, 8 * count


def riichienv_loop() -> Iterator[tuple[int, int]]:
    """Plays rounds of riichienv for ever; yields the choices of each."""
    import riichienv

    random = Random(1).random
    env = riichienv.RiichiEnv(skip_mjai_logging=True)
    number = 0
    while True:
        steps = choices = 0
        observations = env.reset(seed=number)
        number += 1
        while not env.done():
            actions = {}
            for seat, seen in observations.items():
                _ = np.frombuffer(seen.encode(), dtype=np.float32).reshape(74, 34)
                legal = np.frombuffer(seen.mask(), dtype=np.uint8).nonzero()[0]
                steps += 1
                choices += len(legal) > 1
                actions[seat] = seen.find_action(int(legal[int(random() * len(legal))]))
            observations = env.step(actions)
        yield choices, steps


def one_seat(**options: str) -> Iterator[tuple[int, int]]:
    """Plays episodes of `SeatEnv` for ever; yields the agent's choices of each."""
    random = Random(1).random
    env = SeatEnv(bots="chance", **options)
    seen, _ = env.reset(seed=1)
    while True:
        steps = 0
        over = False
        while not over:
            legal = seen["action_mask"].nonzero()[0]
            steps += 1
            seen, _, over, _, _ = env.step(int(legal[int(random() * len(legal))]))
        yield steps, steps
        seen, _ = env.reset()


def many_seats(count: int, **options: str) -> Iterator[tuple[int, int]]:
    """Plays a seat at many tables at once for ever; yields the agents' choices of some calls."""
    random = np.random.default_rng(1)
    env = SeatVector(count, bots="chance", **options)
    seen, _ = env.reset(seed=1)
    while True:
        for _ in range(8):
            seen, _, _, _, _ = env.step(by_chance(seen["action_mask"], random))
        yield 8 * count, 8 * count


def by_chance(masks: npt.NDArray[np.int8], random: np.random.Generator) -> npt.NDArray[np.intp]:
    """A legal move for each row of masks, each as likely as the others of its row."""
    moves = masks.shape[1]
    legal = masks.view(np.bool_).ravel().nonzero()[0]
    ends = legal.searchsorted(np.arange(0, masks.size + 1, moves))
    skipped = random.random(len(masks)) * (ends[1:] - ends[:-1])
    chosen: npt.NDArray[np.intp] = legal[ends[:-1] + skipped.astype(np.intp)] % moves
    return chosen


class Rate:
    """Choices and steps per second of processor time of a loop that goes on for ever."""

    def __init__(self, loop: Iterator[tuple[int, int]]) -> None:
        self._loop = loop
        self.choices = self.steps = 0
        self.took = 0.0

    def play(self, seconds: float) -> None:
        """Plays at least so long."""
        began = time.process_time()
        took = 0.0
        while took < seconds:
            choices, steps = next(self._loop)
            self.choices += choices
            self.steps += steps
            took = time.process_time() - began
        self.took += took

    def taken(self) -> tuple[float, float]:
        """Choices and steps per second since it was asked last."""
        found = self.choices / self.took, self.steps / self.took
        self.choices = self.steps = 0
        self.took = 0.0
        return found


def main() -> None:
    """Prints the rates of all loops and their ratios, medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each loop in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--rules", default="fuzhou-ourgame")
    options = parser.parse_args()
    count, rules = options.tables, options.rules
    loops = {
        "riichienv": Rate(riichienv_loop()),
        "raw_env": Rate(one_by_one(rules=rules)),
        "raw_env, visit='asked'": Rate(one_by_one(rules=rules, visit="asked")),
        "parallel_env": Rate(at_once(rules=rules)),
        f"Tables({count})": Rate(many_tables(count, rules=rules)),
        "SeatEnv": Rate(one_seat(rules=rules)),
        f"SeatVector({count})": Rate(many_seats(count, rules=rules)),
    }
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in loops}
    for number in range(options.rounds):
        order = list(loops.values())
        if number % 2:
            order.reverse()
        for _ in range(max(1, round(options.seconds / SLICE))):
            for loop in order:
                loop.play(SLICE)
        for name, loop in loops.items():
            rates[name].append(loop.taken())
    form = "interpreted" if Path(episode.__file__).suffix == ".py" else "compiled"
    print(f"{rules}, {form}: times riichienv, choices/s, steps/s")
    for name, rows in rates.items():
        pairs = list(zip(rows, rates["riichienv"], strict=True))
        choices = statistics.median(mine[0] / theirs[0] for mine, theirs in pairs)
        steps = statistics.median(mine[1] / theirs[1] for mine, theirs in pairs)
        mine = [statistics.median(column) for column in zip(*rows, strict=True)]
        print(
            f"{name:24} {choices:5.2f} by choices, {steps:5.2f} by steps"
            f" ({mine[0]:9,.0f} choices/s, {mine[1]:9,.0f} steps/s)"
        )
    together = rates[f"Tables({count})"]
    for name in ("raw_env", "raw_env, visit='asked'"):
        pairs = list(zip(together, rates[name], strict=True))
        ratio = statistics.median(many[0] / one[0] for many, one in pairs)
        print(f"Tables({count}) makes {ratio:.1f} times the choices of {name}")


if __name__ == "__main__":
    main()
