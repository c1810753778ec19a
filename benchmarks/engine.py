"""Decisions per second of chance players, beside riichienv in the same run.

    python benchmarks/engine.py [--seconds 3] [--rounds 5]

Both play whole deals in their fastest loop, in one process and in turns, so that the ratio holds
on a noisy machine. Gold Sparrow keeps every event and serves every seat's view; riichienv 0.4.11
(`pip install riichienv==0.4.11`) runs with its log off.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.players.chance import Chance
from goldsparrow.rules import rule_set


def goldsparrow_decisions(key: str) -> Iterator[int]:
    """Plays deals for ever and yields how many decisions each took."""
    rules = rule_set(key)
    act = Chance(1).act
    number = 0
    while True:
        deal = Deal(rules, shuffle(b"benchmark", str(number)), dealer=number % 4)
        views = [deal.view(seat) for seat in range(4)]
        number += 1
        decisions = 0
        while deal.waiting:
            for seat, moves in deal.waiting.items():
                deal.act(seat, act(views[seat], moves))
                decisions += 1
                break  # an answer may make those of the others needless
        yield decisions


def riichienv_decisions() -> Iterator[int]:
    """Plays single rounds of riichi for ever and yields how many decisions each took."""
    import riichienv

    random = Random(1).random
    number = 0
    env = riichienv.RiichiEnv(skip_mjai_logging=True)
    while True:
        observations = env.reset(seed=number)
        number += 1
        decisions = 0
        while not env.done():
            actions = {}
            for seat, observation in observations.items():
                legal = observation.legal_actions()
                actions[seat] = legal[int(random() * len(legal))]
            decisions += len(actions)
            observations = env.step(actions)
        yield decisions


def rate(play: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Decisions and deals per second of processor time."""
    decisions = deals = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        decisions += play()
        deals += 1
    took = time.process_time() - began
    return decisions / took, deals / took


def main() -> None:
    """Prints both rates and their ratio, medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", nargs="*", default=["fuzhou-ourgame", "fuzhou-classic"])
    options = parser.parse_args()
    reference = riichienv_decisions()
    for key in options.rules:
        ours = goldsparrow_decisions(key)
        rows = []
        both = (lambda: next(ours), lambda: next(reference))  # noqa: B023
        for number in range(options.rounds):
            # Every other round the order is the other one.
            order = (0, 1) if number % 2 == 0 else (1, 0)
            found = {which: rate(both[which], options.seconds) for which in order}
            mine, theirs = found[0], found[1]
            rows.append((mine[0] / theirs[0], *mine, *theirs))
        ratio, decisions, deals, other, rounds = (
            statistics.median(column) for column in zip(*rows, strict=True)
        )
        print(
            f"{key}: {ratio:.2f} times riichienv"
            f" ({decisions:,.0f} decisions/s, {deals:,.0f} deals/s;"
            f" riichienv {other:,.0f} decisions/s, {rounds:,.0f} rounds/s)"
        )


if __name__ == "__main__":
    main()
