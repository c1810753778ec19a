"""Compares the compiled form of the engine with the interpreted one, deal by deal.

    python scripts/compare_forms.py [--deals 10000] [--compiled build/compiled]

Both forms play the same deals of every rule set, by chance and, one in ten, with greedy players.
Each keeps a digest of every question, every tenth deal's waits, and every event, a hundred deals at
a time. The first hundred that differ are named, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
# Last, so that the form that a process was told to play comes before it.
sys.path.append(str(ROOT / "src"))

from goldsparrow.events import encode  # noqa: E402 - found by the line above
from goldsparrow.game import deal  # noqa: E402
from goldsparrow.game.deal import Deal  # noqa: E402
from goldsparrow.game.laws import check  # noqa: E402
from goldsparrow.game.wall import shuffle  # noqa: E402
from goldsparrow.players import player  # noqa: E402
from goldsparrow.rules import RULE_SETS, rule_set  # noqa: E402

PORTION: Final = 100


def digests(deals: int) -> Iterator[str]:
    """Plays so many deals, shared among the rule sets, and yields a line for every hundred.

    Raises:
        AssertionError: a deal broke a law.
    """
    for key in RULE_SETS:
        rules = rule_set(key)
        for first in range(0, deals // len(RULE_SETS), PORTION):
            digest = hashlib.sha256()
            for number in range(first, min(first + PORTION, deals // len(RULE_SETS))):
                names = ("greedy", "chance") if number % 10 == 0 else ("chance", "chance")
                players = [player(name, number) for name in names * 2]
                game = Deal(rules, shuffle(b"forms", f"{key} {number}"), dealer=number % 4)
                while game.waiting:
                    seat, moves = next(iter(game.waiting.items()))
                    digest.update(f"{seat} {moves:x} ".encode())
                    if number % 10 == 0:
                        digest.update(f"{game.view(seat).ready():x} ".encode())
                    game.act(seat, players[seat].act(game.view(seat), moves))
                check(game)
                for event in game.events:
                    digest.update(encode(event))
            yield f"{key}, deals {first} to {number}: {digest.hexdigest()}"


def form() -> str:
    """Returns which form this process plays."""
    return "interpreted" if Path(deal.__file__).suffix == ".py" else "compiled"


def play(folder: Path, deals: int) -> Iterator[str]:
    """Plays in a process of its own with the form that lies in a folder; yields what it prints."""
    command = [sys.executable, __file__, "--play", str(deals)]
    environment = os.environ | {"PYTHONPATH": str(folder)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield from (line.rstrip("\n") for line in process.stdout)
    if process.returncode:
        yield f"ended with exit code {process.returncode}"


def compare(compiled: Path, deals: int) -> tuple[list[str], int]:
    """Plays in both forms; returns in what they differ, and how many portions were compared."""
    both = list(zip_longest(play(ROOT / "src", deals), play(compiled, deals)))
    forms, *portions = both
    if forms != ("interpreted", "compiled"):
        return [f"the forms are {forms[0]} and {forms[1]}"], 0
    return [f"interpreted {one}\ncompiled    {two}" for one, two in portions if one != two], len(
        portions
    )


def main() -> int:
    """Compares and prints the result."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=10_000, help="how many, of all rule sets")
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--play", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play is not None:
        print(form(), flush=True)
        for line in digests(options.play):
            print(line, flush=True)
        return 0
    if not (options.compiled / "goldsparrow").is_dir():
        found = f"no compiled form in {options.compiled}"
        print(f"{found}; expected what scripts/compile.py builds", file=sys.stderr)
        return 2
    different, portions = compare(options.compiled, options.deals)
    for lines in different:
        print(lines)
    print(f"{options.deals} deals, {portions} digests, {len(different)} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
