"""Decisions per second of chance players, beside riichienv and OpenSpiel in the same run.

    python benchmarks/engine.py [--seconds 3] [--rounds 5] [--rules fuzhou-ourgame ...]

All play whole deals in their fastest loop, in one process and in turns, so that the ratios hold on
a noisy machine. Gold Sparrow keeps every event and serves every seat's view; riichienv 0.4.11
(`pip install riichienv==0.4.11`) runs with its log off. Where OpenSpiel is installed
(`pip install open_spiel`), its hearts for four, written in C++, plays as well, driven from Python
like all others. `playout` is the loop of `goldsparrow simulate`, which compiled goes from move to
move without Python.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random

from goldsparrow.arena.playout import play_deal
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import shuffle
from goldsparrow.players.chance import Chance
from goldsparrow.rules import rule_set

MOST_DEALS = 10**9
"""More deals than any run plays."""


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


def playout_decisions(key: str) -> Iterator[int]:
    """Plays deals of a match for ever and yields how many decisions each took."""
    match = Match(rule_set(key), Length(MOST_DEALS, "deals"))
    players = tuple(Chance(seat) for seat in range(4))
    number = 0
    while True:
        match.start(shuffle(b"benchmark", str(number)))
        number += 1
        yield play_deal(match, players)


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


def hearts_decisions() -> Iterator[int]:
    """Plays single rounds of hearts for ever and yields how many decisions each took."""
    import pyspiel

    random = Random(1).random
    game = pyspiel.load_game("hearts")
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            legal = state.legal_actions()
            # Dealing a card is a move of chance, and no decision.
            decisions += not state.is_chance_node()
            state.apply_action(legal[int(random() * len(legal))])
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
    """Prints all rates and their ratios, medians of the rounds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", nargs="*", default=["fuzhou-ourgame", "fuzhou-classic"])
    options = parser.parse_args()
    references = {"riichienv": riichienv_decisions()}
    if importlib.util.find_spec("pyspiel") is not None:
        references["hearts"] = hearts_decisions()
    for key in options.rules:
        ours = {key: goldsparrow_decisions(key), f"{key}, playout": playout_decisions(key)}
        measure(ours, references, options.rounds, options.seconds)


def measure(
    ours: dict[str, Iterator[int]],
    references: dict[str, Iterator[int]],
    rounds: int,
    seconds: float,
) -> None:
    """Lets all play in turns, every other round in the other order, and prints the medians."""
    all_of_them = ours | references
    order = list(all_of_them)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in order}
    for _ in range(rounds):
        for name in order:
            play = all_of_them[name].__next__
            play()  # so that nothing is made or filled while the time runs
            found[name].append(rate(play, seconds))
        order.reverse()
    for name, rates in found.items():
        decisions, deals = (statistics.median(column) for column in zip(*rates, strict=True))
        line = f"{name}: {decisions:,.0f} decisions/s, {deals:,.0f} deals/s"
        for reference in references if name in ours else ():
            pairs = zip(rates, found[reference], strict=True)
            ratio = statistics.median(mine[0] / theirs[0] for mine, theirs in pairs)
            line += f"; {ratio:.2f} times {reference}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
