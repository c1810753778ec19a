"""Plays deals by the thousand under all laws: the long runs behind tests/laws.

    python scripts/long_laws.py options [--deals 200] [--rules KEY] [--players mixed]
    python scripts/long_laws.py mixed [--deals 10000]

The first plays every row of each rule set's pairwise covering array of house options, by chance
unless players of every kind are wanted; the second the test-only rule set of mixed clauses, by
players of every kind. The first law that is broken ends the run with its rule set, options and
seed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "src")]

from goldsparrow.rules import RULE_SETS, rule_set  # noqa: E402 - found by the lines above
from goldsparrow.rules.ruleset import RuleSet  # noqa: E402
from tests.laws.covering import rows_of  # noqa: E402
from tests.laws.hold import CHANCE, MIXED, Makers, hold  # noqa: E402
from tests.laws.mixed import MIXED as MIXED_RULES  # noqa: E402


def play(rules: RuleSet, seeds: range, makers: Makers) -> None:
    """Plays a deal for each seed; says what was played where a law is broken."""
    for seed in seeds:
        try:
            hold(rules, seed, makers)
        except Exception:
            print(f"{rules.key} {dict(rules.options)} seed {seed}", file=sys.stderr)
            raise


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("what", choices=["options", "mixed"])
    parser.add_argument("--deals", type=int)
    parser.add_argument("--rules", choices=RULE_SETS)
    parser.add_argument("--players", choices=["chance", "mixed"], default="chance")
    given = parser.parse_args()
    makers = {"chance": CHANCE, "mixed": MIXED}[given.players]
    began = time.monotonic()
    total = 0
    if given.what == "mixed":
        total = given.deals or 10_000
        play(MIXED_RULES, range(total), MIXED)
    else:
        deals = given.deals or 200
        for key in [given.rules] if given.rules else RULE_SETS:
            rows = rows_of(key)
            for place, row in enumerate(rows):
                play(rule_set(key, **row), range(place * deals, (place + 1) * deals), makers)
            total += len(rows) * deals
            print(f"{key}: {len(rows)} rows of {deals} deals", flush=True)
    print(f"{total} deals, every law held, {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
