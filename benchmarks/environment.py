"""Choices per second of the environments in a training loop, beside riichienv in the same run.

    python benchmarks/environment.py [--seconds 2] [--rounds 3] [--tables 64]

Every loop does what collecting experience does: it takes the encoded observation and the mask as
arrays, picks a legal action by chance as an int, and steps. A choice is a visit with more than one
legal move; `raw_env` visits seats that can only pass as well, unless it is told not to. All loops
play in one process and alternate, so that the ratios hold on a noisy machine. riichienv is 0.4.11
(`pip install riichienv==0.4.11`), with its log off.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from goldsparrow.learn import Tables, parallel_env, raw_env


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
    places = np.arange(count)
    seen = tables.reset(seed=1)
    while True:
        for _ in range(8):
            rows, moves = seen.action_mask.nonzero()
            first = rows.searchsorted(places)
            legal = np.append(first[1:], len(rows)) - first
            seen = tables.step(moves[first + (random.random(count) * legal).astype(np.intp)])
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


def rate(play: Callable[[], tuple[int, int]], seconds: float) -> tuple[float, float]:
    """Choices and steps per second of processor time."""
    choices = steps = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        more, visits = play()
        choices += more
        steps += visits
    took = time.process_time() - began
    return choices / took, steps / took


def main() -> None:
    """Prints the rates of all loops and their ratios, medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--rules", default="fuzhou-ourgame")
    options = parser.parse_args()
    loops = {
        "riichienv": riichienv_loop(),
        "raw_env": one_by_one(rules=options.rules),
        "raw_env, visit='asked'": one_by_one(rules=options.rules, visit="asked"),
        "parallel_env": at_once(rules=options.rules),
        f"Tables({options.tables})": many_tables(options.tables, rules=options.rules),
    }
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in loops}
    for _ in range(options.rounds):
        for name, loop in loops.items():
            rates[name].append(rate(lambda: next(loop), options.seconds))  # noqa: B023
    print(f"{options.rules}: times riichienv, choices/s, steps/s")
    for name, rows in rates.items():
        pairs = list(zip(rows, rates["riichienv"], strict=True))
        choices = statistics.median(mine[0] / theirs[0] for mine, theirs in pairs)
        steps = statistics.median(mine[1] / theirs[1] for mine, theirs in pairs)
        mine = [statistics.median(column) for column in zip(*rows, strict=True)]
        print(
            f"{name:24} {choices:5.2f} by choices, {steps:5.2f} by steps"
            f" ({mine[0]:9,.0f} choices/s, {mine[1]:9,.0f} steps/s)"
        )


if __name__ == "__main__":
    main()
