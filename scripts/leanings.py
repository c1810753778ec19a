"""Counts what claims are worth beside the expert's estimates; writes players/leanings.json.

    python scripts/leanings.py [--deals 20000] [--seed 2026] [--workers 2] [--rules KEY ...]

Experts play deals of all rule sets. Wherever a seat may claim, one of its claims and letting
the discard go are both played to the end of the deal, on the same wall, and set against what the
expert estimates that they differ by. A ridge regression fits `players.leaning.TERMS` to the rest.
How much it would gain is told from rows that it was not fitted to: ten times a tenth is left out.
The result depends on the seed and on the number of deals, not on the number of workers. With the
compiled form first on the path it takes a fifth of the time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from machine import ROOT

# Behind whatever is on the path already, so that the compiled form may stand before it.
sys.path.append(str(ROOT / "src"))

from goldsparrow.commands.progress import Progress
from goldsparrow.game.deal import Deal
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import PASS, Move, MoveSet
from goldsparrow.players.expert import CLAIMS, Claim, Expert, weigh
from goldsparrow.players.leaning import TERMS, leaned, terms
from goldsparrow.rules import RULE_SETS, rule_set

OUT: Final = ROOT / "src" / "goldsparrow" / "players" / "leanings.json"
PIECE: Final = 50
"""How many deals one piece of work has."""
PENALTY: Final = 3000.0
"""How strongly the ridge regression holds weights back, of terms with a spread of 1."""
FOLDS: Final = 10

Rows = npt.NDArray[np.float64]
"""A row is a claim: its terms, then how much it was ahead of a pass as the deal came out."""


def finish(deal: Deal, seat: int, move: Move) -> int:
    """Plays a deal on among experts after a move; returns what the seat gained."""
    expert = Expert()
    deal.act(seat, move)
    while deal.waiting:
        other, moves = next(iter(deal.waiting.items()))
        deal.act(other, expert.act(deal.view(other), moves))
    assert deal.result is not None, "nobody is asked any more"
    return deal.result.payments[seat]


def claims_of(view: View, moves: MoveSet) -> list[Claim]:
    """A seat's claims as the expert estimates them."""
    found: list[Claim] = []

    def note(_view: View, claim: Claim) -> float:
        found.append(claim)
        return 0.0

    weigh(view, moves, note)
    return found


def rows_of(key: str, seed: str, number: int) -> Iterator[list[float]]:
    """Plays one deal, and from each moment with a claim two more to their ends."""
    chance = Random(f"{seed} {number}")
    rules = rule_set(key)
    deal = Deal(
        rules,
        shuffle(seed.encode(), str(number)),
        dealer=number % 4,
        streak=int(chance.random() ** 3 * 5),
    )
    expert = Expert()
    while deal.waiting:
        seat, moves = next(iter(deal.waiting.items()))
        view = deal.view(seat)
        if deal.phase == "claim" and moves & CLAIMS:
            claims = claims_of(view, moves)
            if claims:
                claim = chance.choice(claims)
                ahead = finish(deal.copy(), seat, claim.move) - finish(deal.copy(), seat, PASS)
                yield [*terms(view, claim), ahead / claim.worth]
        deal.act(seat, expert.act(view, moves))


def piece(seed: str, keys: tuple[str, ...], number: int) -> Rows:
    """The rows of some deals, the rule sets in turn."""
    deals = range(number * PIECE, (number + 1) * PIECE)
    rows = [row for deal in deals for row in rows_of(keys[deal % len(keys)], seed, deal)]
    return np.array(rows).reshape(-1, len(TERMS) + 1)


def fit(rows: Rows) -> Rows:
    """The weights of the terms that fit what came out beyond the estimates best."""
    given, beyond = rows[:, :-1], rows[:, -1] - rows[:, TERMS.index("ahead")]
    middle, spread = given.mean(0), given.std(0)
    # Terms that never change, such as the constant, are left to the constant alone.
    spread[spread < 1e-9] = np.inf
    scaled = (given - middle) / spread
    held = scaled.T @ scaled + PENALTY * np.eye(len(TERMS))
    weights: Rows = np.linalg.solve(held, scaled.T @ (beyond - beyond.mean())) / spread
    weights[TERMS.index("always")] = beyond.mean() - middle @ weights
    return weights


def gain(rows: Rows) -> tuple[int, float, float]:
    """How often leanings change a choice, and what that gains in shares of a win, with its error.

    Each choice is leaned by weights that were fitted without it.
    """
    gained = []
    for fold in range(FOLDS):
        left_out = np.arange(len(rows)) * FOLDS // len(rows) == fold
        weights = fit(rows[~left_out])
        for row in rows[left_out]:
            ahead = row[TERMS.index("ahead")]
            new = leaned(ahead, float(row[:-1] @ weights))
            if (new > 0) != (ahead > 0):
                gained.append(row[-1] if new > 0 else -row[-1])
    found = np.array(gained)
    if len(found) < 2:
        return len(found), 0.0, 0.0
    return len(found), float(found.mean()), 1.96 * float(found.std()) / len(found) ** 0.5


def main() -> None:
    """Plays, fits and writes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", default="2026")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rules", nargs="*", default=list(RULE_SETS), choices=list(RULE_SETS))
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    pieces = -(-options.deals // PIECE)
    found = []
    with Progress(pieces * PIECE, "deals") as shown, ProcessPoolExecutor(options.workers) as pool:
        work = partial(piece, options.seed, tuple(options.rules))
        for number, rows in enumerate(pool.map(work, range(pieces))):
            found.append(rows)
            shown.reach((number + 1) * PIECE)
    rows = np.concatenate(found)
    weights = fit(rows)
    changed, mean, error = gain(rows)
    print(
        f"{len(rows):,} claims; {changed:,} choices change: {mean:+.4f} ± {error:.4f} of a win each"
    )
    told = {
        "deals": pieces * PIECE,
        "seed": options.seed,
        "claims": len(rows),
        "weights": {
            name: round(float(weight), 6) for name, weight in zip(TERMS, weights, strict=True)
        },
    }
    options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
