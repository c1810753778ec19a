"""Writes ``docs/frequencies.md`` and its pictures from the totals of simulations.

As a program: ``python scripts/frequencies.py FILE...`` takes what ``goldsparrow simulate --rules
all --json`` printed, one file for each kind of player. The page says how to play the deals again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from machine import ROOT, SetupError

sys.path.insert(0, str(ROOT / "src"))

from goldsparrow.commands.frequencies import picture
from goldsparrow.text import say

PAGE = ROOT / "docs" / "frequencies.md"
IMAGES = ROOT / "docs" / "images"

_HEAD = """# How often what happens

How deals of the five rule sets end when four bots of a kind play them: `chance`, which chooses
among the legal moves at random, and so shows what the tiles alone bring, and `greedy`, which takes
the shortest way to a complete hand. A share is of all deals; in brackets is their number. A win is
counted by how it was made, and among the specials by what it counted as: the highest one.

The pictures and tables are made by `scripts/frequencies.py` from what the commands below print.
"""


def _read(path: Path) -> list[dict[str, Any]]:
    """Reads the totals of a file, one rule set a line.

    Raises:
        SetupError: the file cannot be read, or is no output of the command.
    """
    try:
        results = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except (OSError, ValueError) as error:
        raise SetupError(f"cannot read {str(path)!r}: {error}") from None
    if not results or not all(isinstance(one, dict) and "specials" in one for one in results):
        raise SetupError(f"{str(path)!r} is no output of `goldsparrow simulate --json`")
    return results


def _players(results: list[dict[str, Any]]) -> str:
    return ",".join(dict.fromkeys(seat["player"] for seat in results[0]["seats"]))


def _share(count: int, deals: int) -> str:
    if not count:
        return "–"
    return f"{count / deals:.{1 if count >= deals / 1000 else 3}%} ({count:,})"


def _plain(title: str, cells: list[str]) -> str:
    return f"| {title} | {' | '.join(cells)} |"


def _table(results: list[dict[str, Any]]) -> Iterator[str]:
    titles = [say(f"rules.{one['rules']}.title", "en") for one in results]
    yield f"| | {' | '.join(titles)} |"
    yield f"|---|{'---:|' * len(results)}"
    yield _plain("deals", [f"{one['deals']:,}" for one in results])
    by = list(dict.fromkeys(name for one in results for name in one["by"]))
    rows = [(say(f"settlement.by.{name}", "en"), "by", name) for name in by]
    specials = dict.fromkeys(name for one in results for name in one["specials"])
    rows += [
        (f"counts as: {say(f'special.{name}', 'en')}", "specials", name)
        for name in specials
        if name not in {"none", "discard", "self_draw", "rob_kong"}
    ]
    for title, part, name in rows:
        yield _plain(title, [_share(one[part].get(name, 0), one["deals"]) for one in results])
    drawn = [_share(one["drawn"], one["deals"]) for one in results]
    yield _plain(say("settlement.drawn", "en"), drawn)
    yield _plain("discards a deal", [f"{one['discards_per_deal']:.1f}" for one in results])
    yield _plain("longest streak", [str(one["longest_streak"]) for one in results])
    yield _plain("dearest win, points", [f"{one['dearest']:,}" for one in results])


def _section(results: list[dict[str, Any]]) -> str:
    players = _players(results)
    name = f"frequencies-{players.replace(',', '-')}.svg"
    (IMAGES / name).write_text(picture(results, "en"), encoding="utf-8")
    first = results[0]
    command = (
        f"goldsparrow simulate --rules all --players {players} --deals {first['deals']} "
        f"--seed {first['seed']} --check --json"
    )
    return "\n".join(
        [
            f"\n## `{players}`\n",
            f"![How deals of four {players} bots end, by rule set](images/{name})\n",
            f"```\n{command}\n```\n",
            *_table(results),
            "",
        ]
    )


def main(names: list[str]) -> int:
    """Writes the page and the pictures; one line on a failure."""
    if not names:
        print("frequencies.py: no files; expected what the command printed", file=sys.stderr)
        return 1
    try:
        sections = [_section(_read(Path(name))) for name in names]
    except SetupError as error:
        print(f"frequencies.py: {error}", file=sys.stderr)
        return 1
    PAGE.write_text(_HEAD + "".join(sections), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)}: {len(sections)} kinds of players")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
