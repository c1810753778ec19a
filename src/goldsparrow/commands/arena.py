"""``goldsparrow arena A B``: two players on the same walls, seats exchanged, with intervals."""

from __future__ import annotations

import argparse
import secrets
import time
from pathlib import Path
from typing import Any, Final

from goldsparrow.arena.duel import Contest, Outcome, Side, play
from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.commands.progress import INTERRUPTED, Progress, interruptible
from goldsparrow.commands.simulate import MOST_DEALS, MOST_WORKERS
from goldsparrow.players import PLAYERS
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.options import differences, written
from goldsparrow.text import Language, say

_RULES: Final = "fuzhou-ourgame"
_DEALS: Final = "4000"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    names = ", ".join(PLAYERS)
    parser.add_argument("a", metavar="A", help=f"a player: {names}")
    parser.add_argument("b", metavar="B", help="its opponent")
    parser.add_argument(
        "--rules",
        metavar="KEY",
        default=_RULES,
        help=f"one of {', '.join(RULE_SETS)}; by default {_RULES}",
    )
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="a house option; may be given several times (`goldsparrow rules KEY` lists them)",
    )
    parser.add_argument(
        "--deals",
        metavar="N",
        default=_DEALS,
        help=f"how many deals, two on each wall; by default {_DEALS}",
    )
    parser.add_argument(
        "--seed", metavar="S", help="the same seed plays the same walls; any text, else by chance"
    )
    parser.add_argument("--workers", metavar="K", default="1", help="how many processes play")
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="keeps what is played there; the same command goes on after an interruption",
    )
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="the outcome as JSON")


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    workers = intake.number("--workers", args.workers, MOST_WORKERS)
    contest = Contest(
        a=args.a,
        b=args.b,
        rules=args.rules,
        options=intake.options(args),
        deals=intake.number("--deals", args.deals, MOST_DEALS),
        seed=_seed(args),
    )
    contest.check()
    wanted = contest.walls * 2
    with (
        interruptible() as stopped,
        Progress(wanted, say("command.unit.deals", tongue)) as bar,
    ):
        began = time.perf_counter()
        outcome = play(contest, workers=workers, out=args.out, watch=bar.reach, stopped=stopped)
        seconds = time.perf_counter() - began
        bar.reach(outcome.deals)
    result = as_json(contest, outcome)
    text = intake.encode(result)
    if args.out is not None:
        (Path(args.out) / "result.json").write_text(text + "\n", encoding="utf-8")
    print(text if args.json else _readable(contest, outcome, seconds, tongue))
    return 0 if outcome.deals == wanted else INTERRUPTED


def _seed(args: argparse.Namespace) -> str:
    """The seed; a directory to go on from needs no other seed each time."""
    if args.seed is not None:
        return str(args.seed)
    return "" if args.out is not None else secrets.token_hex(8)


def as_json(contest: Contest, outcome: Outcome) -> dict[str, Any]:
    """Returns the outcome under stable names; the same however it was played.

    `points_per_deal` is what a seat of A gains a deal more than a seat of B, before the stake.
    """
    known = outcome.walls > 1
    middle, error = outcome.advantage, outcome.error
    return {
        **contest.described(),
        "deals": outcome.deals,
        "walls": outcome.walls,
        "interrupted": outcome.walls < contest.walls,
        "points_per_deal": round(middle, 4),
        "error_95": round(error, 4) if known else None,
        "interval_95": [round(middle - error, 4), round(middle + error, 4)] if known else None,
        "better": outcome.better,
        "drawn": outcome.drawn,
        "drawn_rate": _rate(outcome.drawn, outcome.deals),
        "sides": {
            name: _side(side, outcome) for name, side in (("a", outcome.a), ("b", outcome.b))
        },
    }


def _side(side: Side, outcome: Outcome) -> dict[str, Any]:
    return {
        "wins": side.wins,
        "win_rate": _rate(side.wins, outcome.deals),
        "points_per_win": _rate(side.won, side.wins),
        "dearest": side.dearest,
        "fed": side.fed,
        "fed_rate": _rate(side.fed, outcome.deals),
        "by": _most_common(side.by),
        "specials": _most_common(side.specials),
    }


def _most_common(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _rate(count: int, of: int) -> float:
    return round(count / of, 4) if of else 0.0


def _readable(contest: Contest, outcome: Outcome, seconds: float, tongue: Language) -> str:
    """Writes the outcome for people."""
    deals = outcome.deals
    rules = rule_set(contest.rules, **contest.options)
    named = contest.described()
    names = str(named["a"]), str(named["b"])
    title = say(f"rules.{contest.rules}.title", tongue)
    changed = ", ".join(f"{name}={written(value)}" for name, value in differences(rules).items())
    head = say(
        "arena.title",
        tongue,
        a=names[0],
        b=names[1],
        rules=title,
        deals=f"{deals:,}",
        walls=f"{outcome.walls:,}",
        seed=contest.seed,
    )
    parts = [head + (f"\n{changed}" if changed else "")]
    spread = f" ± {outcome.error:.2f}" if outcome.walls > 1 else ""
    better = {"a": names[0], "b": names[1]}.get(outcome.better or "")
    verdict = (
        say("arena.unclear", tongue)
        if better is None
        else say("arena.better", tongue, player=better)
    )
    parts.append(
        say(
            "arena.advantage",
            tongue,
            a=names[0],
            b=names[1],
            points=f"{outcome.advantage:+.2f}{spread}",
        )
        + "\n"
        + verdict
    )
    sides = (outcome.a, outcome.b)
    table = [
        [say("simulate.player", tongue)]
        + [say(f"arena.{name}", tongue) for name in ("wins", "per_win", "dearest", "fed")]
    ]
    for name, side in zip(names, sides, strict=True):
        table.append(
            [
                name,
                _share(side.wins, deals),
                f"{_rate(side.won, side.wins):.1f}",
                f"{side.dearest:,}",
                _share(side.fed, deals),
            ]
        )
    parts.append(columns(table, "lrrrr"))
    for heading, attribute, prefix in (
        ("simulate.endings", "by", "settlement.by"),
        ("simulate.specials", "specials", "special"),
    ):
        rows = _kinds(sides, attribute, prefix, deals, tongue)
        if attribute == "by":
            rows.append([say("settlement.drawn", tongue), _share(outcome.drawn, deals), ""])
        if rows:
            rows.insert(0, ["", *names])
            parts.append(say(heading, tongue) + "\n" + columns(rows, "lrr"))
    parts.append(
        say("simulate.timing", tongue, seconds=f"{seconds:.1f}", rate=f"{deals / seconds:,.0f}")
    )
    if outcome.walls < contest.walls:
        parts.append(say("simulate.interrupted", tongue, wanted=f"{contest.walls * 2:,}"))
    return "\n\n".join(parts)


def _kinds(
    sides: tuple[Side, Side], attribute: str, prefix: str, deals: int, tongue: Language
) -> list[list[str]]:
    """Rows that compare how often each side won in each way, the commonest first."""
    counts: tuple[dict[str, int], dict[str, int]] = (
        getattr(sides[0], attribute),
        getattr(sides[1], attribute),
    )
    names = {name for side in counts for name in side if name != "none"}
    order = sorted(names, key=lambda name: (-sum(side.get(name, 0) for side in counts), name))
    return [
        [say(f"{prefix}.{name}", tongue), *(_share(side.get(name, 0), deals) for side in counts)]
        for name in order
    ]


def _share(count: int, deals: int) -> str:
    return f"{count:,} ({count / deals:.1%})" if deals else f"{count:,}"
