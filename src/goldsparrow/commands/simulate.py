"""``goldsparrow simulate``: bots play deals; totals, rates, timing, and records to a file."""

from __future__ import annotations

import argparse
import secrets
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, Final

from goldsparrow.arena.simulate import Plan, Totals, simulate
from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.commands.frequencies import picture
from goldsparrow.commands.progress import INTERRUPTED, Progress, interruptible
from goldsparrow.errors import OptionError
from goldsparrow.players import PLAYERS
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.options import differences, written
from goldsparrow.text import Language, say

MOST_DEALS: Final = 100_000_000
MOST_WORKERS: Final = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "--rules",
        metavar="KEY",
        required=True,
        help=f"one of {', '.join(RULE_SETS)}; several apart by commas, or `all`",
    )
    parser.add_argument(
        "--deals", metavar="N", required=True, help="how many deals of each are played"
    )
    parser.add_argument(
        "--seed", metavar="S", help="the same seed plays the same deals; any text, else by chance"
    )
    parser.add_argument(
        "--players",
        metavar="A,B,C,D",
        default="greedy",
        help=f"who plays at seats 0 to 3, or one name for all: {', '.join(PLAYERS)}",
    )
    intake.add_options(parser)
    parser.add_argument("--out", metavar="FILE", help="writes the records of all matches there")
    parser.add_argument(
        "--picture", metavar="FILE", help="draws how deals ended and what wins counted as, as SVG"
    )
    parser.add_argument("--workers", metavar="K", default="1", help="how many processes play")
    parser.add_argument(
        "--check",
        action="store_true",
        help="holds every deal to the laws of all deals: tiles, payments, what is kept running",
    )
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="the totals as JSON, a rule set a line")


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    workers = intake.number("--workers", args.workers, MOST_WORKERS)
    seed = secrets.token_hex(8) if args.seed is None else args.seed
    deals = intake.number("--deals", args.deals, MOST_DEALS)
    keys = _rule_sets(args.rules)
    options = intake.options(args, keys)
    plans = [
        Plan(
            rules=key,
            options=options,
            deals=deals,
            seed=seed,
            players=_players(args.players),
            records=args.out is not None,
            laws=args.check,
        )
        for key in keys
    ]
    for plan in plans:
        plan.check()
    results: list[dict[str, Any]] = []
    told: list[str] = []
    with (
        Path(args.out).open("wb") if args.out is not None else nullcontext() as out,
        Path(args.picture).open("wb") if args.picture is not None else nullcontext() as drawing,
        interruptible() as stopped,
        Progress(deals * len(plans), say("command.unit.deals", tongue)) as bar,
    ):
        for number, plan in enumerate(plans):
            reach = partial(_reach, bar, number * deals)
            totals = Totals()
            began = time.perf_counter()
            for played, record in simulate(plan, workers=workers, watch=reach, stopped=stopped):
                totals.add(played)
                if out is not None:
                    out.write(record)
            seconds = time.perf_counter() - began
            reach(totals.deals)
            results.append(as_json(plan, totals, seconds, workers=workers))
            told.append(_readable(plan, totals, seconds, tongue))
            if totals.deals < plan.deals:
                break
        if drawing is not None:
            drawing.write(picture(results, tongue).encode())
    if args.json:
        print("\n".join(map(intake.encode, results)))
    else:
        if args.picture is not None:
            told.append(say("simulate.written", tongue, file=args.picture))
        print("\n\n".join(told))
    whole = len(results) == len(plans) and not results[-1]["interrupted"]
    return 0 if whole else INTERRUPTED


def _reach(bar: Progress, before: int, done: int) -> None:
    bar.reach(before + done)


def _rule_sets(text: str) -> tuple[str, ...]:
    """The rule sets that are named, each once: one, several apart by commas, or all."""
    if text == "all":
        return RULE_SETS
    return tuple(dict.fromkeys(name.strip() for name in text.split(",")))


def _players(text: str) -> tuple[str, str, str, str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= 4
    if len(names) != 4:
        raise OptionError(f"--players is {text!r:.80}; expected one name or four: a,b,c,d")
    return names[0], names[1], names[2], names[3]


def as_json(plan: Plan, totals: Totals, seconds: float, *, workers: int) -> dict[str, Any]:
    """Returns the totals under stable names; rates are per deal, times in seconds."""
    deals = totals.deals
    rules = rule_set(plan.rules, **plan.options)
    return {
        "rules": plan.rules,
        "options": dict(rules.options),
        "seed": plan.seed,
        "deals": deals,
        "interrupted": deals < plan.deals,
        "drawn": totals.drawn,
        "seats": [
            {
                "player": plan.players[seat],
                "points": totals.points[seat],
                "points_per_deal": _rate(totals.points[seat], deals),
                "error_95": round(totals.error(seat), 4) if deals > 1 else None,
                "wins": totals.wins[seat],
                "win_rate": _rate(totals.wins[seat], deals),
                "fed": totals.fed[seat],
                "dealt": totals.dealt[seat],
            }
            for seat in range(4)
        ],
        "by": dict(totals.by.most_common()),
        "specials": dict(totals.specials.most_common()),
        "drawn_rate": _rate(totals.drawn, deals),
        "discards_per_deal": _rate(totals.discards, deals),
        "decisions_per_deal": _rate(totals.decisions, deals),
        "longest_streak": totals.longest_streak,
        "dearest": totals.dearest,
        "workers": workers,
        "seconds": round(seconds, 3),
        "deals_per_second": round(deals / seconds, 1),
        "decisions_per_second": round(totals.decisions / seconds, 1),
    }


def _rate(count: int, deals: int) -> float:
    return round(count / deals, 4) if deals else 0.0


def _readable(plan: Plan, totals: Totals, seconds: float, tongue: Language) -> str:
    """Writes the totals for people."""
    deals = totals.deals
    rules = rule_set(plan.rules, **plan.options)
    title = say(f"rules.{plan.rules}.title", tongue)
    changed = ", ".join(f"{name}={written(value)}" for name, value in differences(rules).items())
    head = say("simulate.title", tongue, rules=title, deals=f"{deals:,}", seed=plan.seed)
    seats = [
        [say(f"simulate.{name}", tongue) for name in ("seat", "player", "points", "per_deal")]
        + [say(f"simulate.{name}", tongue) for name in ("wins", "fed", "dealt")]
    ]
    for seat in range(4):
        spread = f" ± {totals.error(seat):.2f}" if deals > 1 else ""
        seats.append(
            [
                str(seat),
                plan.players[seat],
                f"{totals.points[seat]:+,}",
                f"{_rate(totals.points[seat], deals):+.2f}{spread}",
                _share(totals.wins[seat], deals),
                _share(totals.fed[seat], deals),
                f"{totals.dealt[seat]:,}",
            ]
        )
    kinds = [
        (say(f"settlement.by.{name}", tongue), _share(count, deals))
        for name, count in totals.by.most_common()
    ]
    kinds.append((say("settlement.drawn", tongue), _share(totals.drawn, deals)))
    specials = [
        (say(f"special.{name}", tongue), _share(count, deals))
        for name, count in totals.specials.most_common()
        if name != "none"
    ]
    parts = [head + (f"\n{changed}" if changed else ""), columns(seats, "rlrrrrr")]
    parts.append(say("simulate.endings", tongue) + "\n" + columns(kinds, "lr"))
    if specials:
        parts.append(say("simulate.specials", tongue) + "\n" + columns(specials, "lr"))
    parts.append(
        say(
            "simulate.rates",
            tongue,
            discards=f"{_rate(totals.discards, deals):.1f}",
            decisions=f"{_rate(totals.decisions, deals):.1f}",
            streak=totals.longest_streak,
            dearest=f"{totals.dearest:,}",
        )
    )
    parts.append(
        say("simulate.timing", tongue, seconds=f"{seconds:.1f}", rate=f"{deals / seconds:,.0f}")
    )
    if deals < plan.deals:
        parts.append(say("simulate.interrupted", tongue, wanted=f"{plan.deals:,}"))
    return "\n\n".join(parts)


def _share(count: int, deals: int) -> str:
    return f"{count:,} ({count / deals:.1%})" if deals else f"{count:,}"
