"""``goldsparrow arena A B ...``: players on the same walls, seats exchanged, with intervals.

Two play a duel; of three or more every two do, and all are rated.
"""

from __future__ import annotations

import argparse
import secrets
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Final

from goldsparrow.arena.cluster import ray_cluster
from goldsparrow.arena.duel import play
from goldsparrow.arena.pool import Meeting, Pool, play_pool
from goldsparrow.arena.ratings import require
from goldsparrow.arena.spread import Workers
from goldsparrow.commands import intake
from goldsparrow.commands.arena_picture import picture
from goldsparrow.commands.arena_results import as_json, pool_as_json, pool_readable, readable
from goldsparrow.commands.progress import INTERRUPTED, Progress, interruptible
from goldsparrow.commands.simulate import MOST_DEALS, MOST_WORKERS
from goldsparrow.errors import OptionError
from goldsparrow.players import PLAYERS
from goldsparrow.rules import RULE_SETS
from goldsparrow.text import say

_RULES: Final = "fuzhou-ourgame"
_DEALS: Final = "4000"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    names = ", ".join(PLAYERS)
    parser.add_argument(
        "players",
        metavar="PLAYER",
        nargs="+",
        help=f"two or more of: {names}, process:COMMAND; of three or more, every two play",
    )
    parser.add_argument(
        "--rules",
        metavar="KEY",
        default=_RULES,
        help=f"one of {', '.join(RULE_SETS)}; by default {_RULES}",
    )
    intake.add_options(parser)
    parser.add_argument(
        "--deals",
        metavar="N",
        default=_DEALS,
        help=f"how many deals each two players play, two on each wall; by default {_DEALS}",
    )
    parser.add_argument(
        "--seed", metavar="S", help="the same seed plays the same walls; any text, else by chance"
    )
    parser.add_argument("--workers", metavar="K", help="how many processes play; by default 1")
    parser.add_argument(
        "--cluster",
        action="store_true",
        help="plays on the Ray cluster that RAY_ADDRESS names or that runs here, else on all "
        "cores by a Ray of its own",
    )
    parser.add_argument(
        "--picture", metavar="FILE", help="draws the points a deal and the ratings, as SVG"
    )
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
    pool = Pool(
        players=tuple(args.players),
        rules=args.rules,
        options=intake.options(args),
        deals=intake.number("--deals", args.deals, MOST_DEALS),
        seed=_seed(args),
    )
    many = len(args.players) != 2
    # Whatever is wrong shows before anything is played.
    if many:
        pool.check()
        require()
    else:
        pool.pairings[0].check()
    contest = pool.pairings[0]
    workers = _workers(args)
    with (
        Path(args.picture).open("wb") if args.picture is not None else nullcontext() as drawing,
        interruptible() as stopped,
        Progress(pool.wanted, say("command.unit.deals", tongue)) as bar,
    ):
        began = time.perf_counter()
        if many:
            meetings = play_pool(
                pool, workers=workers, out=args.out, watch=bar.reach, stopped=stopped
            )
        else:
            outcome = play(contest, workers=workers, out=args.out, watch=bar.reach, stopped=stopped)
            meetings = [Meeting(contest, outcome)]
        seconds = time.perf_counter() - began
        deals = sum(meeting.outcome.deals for meeting in meetings)
        bar.reach(deals)
        if drawing is not None:
            drawing.write(picture(pool, meetings, tongue).encode())
    result = pool_as_json(meetings) if many else as_json(contest, meetings[0].outcome)
    text = intake.encode(result)
    if args.out is not None:
        (Path(args.out) / "result.json").write_text(text + "\n", encoding="utf-8")
    if args.json:
        print(text)
    else:
        told = [
            pool_readable(pool, meetings, seconds, tongue)
            if many
            else readable(contest, meetings[0].outcome, seconds, tongue)
        ]
        if args.picture is not None:
            told.append(say("simulate.written", tongue, file=args.picture))
        print("\n\n".join(told))
    return 0 if deals == pool.wanted else INTERRUPTED


def _workers(args: argparse.Namespace) -> Workers:
    """Who plays: processes of this machine, or a cluster."""
    if not args.cluster:
        return intake.number("--workers", args.workers or "1", MOST_WORKERS)
    if args.workers is not None:
        raise OptionError(
            f"--workers is {args.workers!r:.60} beside --cluster, which uses all that the cluster "
            "has; expected one of the two"
        )
    return ray_cluster()


def _seed(args: argparse.Namespace) -> str:
    """The seed; a directory to go on from needs no other seed each time."""
    if args.seed is not None:
        return str(args.seed)
    return "" if args.out is not None else secrets.token_hex(8)
