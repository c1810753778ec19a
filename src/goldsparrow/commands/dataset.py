"""``goldsparrow dataset FILE``: every choice of many deals as a row of a Parquet file."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Final

from goldsparrow.commands import intake
from goldsparrow.commands.progress import INTERRUPTED, Progress, interruptible
from goldsparrow.commands.simulate import MOST_DEALS, MOST_WORKERS
from goldsparrow.errors import OptionError
from goldsparrow.learn.dataset import Played, Recorded, write
from goldsparrow.players import PLAYERS
from goldsparrow.rules import RULE_SETS
from goldsparrow.text import say

_RULES: Final = "fuzhou-ourgame"
_DEALS: Final = "1000"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument("file", metavar="FILE", help="the Parquet file that is written")
    parser.add_argument(
        "--records",
        metavar="RECORD",
        nargs="+",
        action="extend",
        default=[],
        help="files of records to take the deals from, instead of letting bots play them",
    )
    parser.add_argument(
        "--rules",
        metavar="KEY",
        help=f"what bots play: one of {', '.join(RULE_SETS)}; by default {_RULES}",
    )
    intake.add_options(parser)
    parser.add_argument(
        "--deals", metavar="N", help=f"how many deals bots play; by default {_DEALS}"
    )
    parser.add_argument(
        "--players",
        metavar="A,B,C,D",
        help=f"who plays, or one name for all: {', '.join(PLAYERS)}; by default greedy",
    )
    parser.add_argument(
        "--seed", metavar="S", help="the same seed plays the same deals; any text, else by chance"
    )
    parser.add_argument(
        "--outlook",
        action="store_true",
        help="adds the planes that say how near a hand is, and what each discard would leave",
    )
    parser.add_argument("--workers", metavar="K", default="1", help="how many processes work")
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="what was written as JSON")


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    workers = intake.number("--workers", args.workers, MOST_WORKERS)
    source = _recorded(args) if args.records else _played(args)
    wanted = source.deals() if isinstance(source, Recorded) else source.deals
    if not Path(args.file).resolve().parent.is_dir():
        raise OptionError(f"no folder for {args.file!r:.120}; expected one that exists")
    if not args.file or Path(args.file).is_dir():
        raise OptionError(f"{args.file!r:.120} is no name of a file; expected one to write")
    for record in args.records or ():
        if Path(record).resolve() == Path(args.file).resolve():
            raise OptionError(
                f"{args.file!r:.120} is a record that is read; expected another file to write"
            )
    with (
        interruptible() as stopped,
        Progress(wanted, say("command.unit.deals", tongue)) as bar,
    ):
        rows, deals = write(source, args.file, workers=workers, watch=bar.reach, stopped=stopped)
        bar.reach(deals)
    if args.json:
        print(intake.encode({"file": args.file, "rows": rows, "deals": deals}))
    else:
        print(say("dataset.written", tongue, rows=f"{rows:,}", deals=f"{deals:,}", file=args.file))
    return 0 if deals >= wanted else INTERRUPTED


def _recorded(args: argparse.Namespace) -> Recorded:
    for name in ("rules", "set", "deals", "players", "seed"):
        value = getattr(args, name)
        if value:
            raise OptionError(
                f"--{name} {value!r:.60} beside --records; expected one or the other: "
                "records say themselves what was played"
            )
    return Recorded(files=tuple(args.records), outlook=args.outlook)


def _played(args: argparse.Namespace) -> Played:
    rules = args.rules or _RULES
    args.rules = rules
    names = (args.players or "greedy").split(",")
    if len(names) == 1:
        names *= 4
    if len(names) != 4:
        raise OptionError(f"--players is {args.players!r:.80}; expected one name or four")
    plan = Played(
        rules=rules,
        options=intake.options(args),
        deals=intake.number("--deals", args.deals or _DEALS, MOST_DEALS),
        seed=secrets.token_hex(8) if args.seed is None else args.seed,
        players=(names[0], names[1], names[2], names[3]),
        outlook=args.outlook,
    )
    plan.check()
    return plan
