"""``goldsparrow verify``: plays records again from their shuffles and checks every line."""

from __future__ import annotations

import argparse
from typing import Final

from goldsparrow.commands import intake, records
from goldsparrow.errors import NoRecord, RecordError
from goldsparrow.game.record import Verifier, entries
from goldsparrow.text import say

_BAR_FROM: Final = 1 << 20
"""Smaller files are done before a bar could be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record, or several one after the other; - for standard input",
    )
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="the answer as JSON")


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns 0 where everything is as the rules make it, 1 where not."""
    intake.use_utf8()
    tongue = intake.language(args)
    verifier = Verifier()
    try:
        with records.opened(args.file) as (stream, size), records.bar(size, _BAR_FROM) as reached:
            for number, entry in entries(records.lines(stream, reached)):
                verifier.take(number, entry)
            verifier.close()
    except NoRecord:
        raise
    except RecordError as error:
        if args.json:
            print(intake.encode({"ok": False, "line": error.line, "reason": error.fault}))
        else:
            print(say("verify.refused", tongue, file=args.file, n=error.line, reason=error.fault))
        return 1
    counts = {"records": verifier.records, "deals": verifier.deals, "events": verifier.events}
    if args.json:
        print(intake.encode({"ok": True, **counts}))
    else:
        shown = {name: f"{count:,}" for name, count in counts.items()}
        print(say("verify.good", tongue, file=args.file, **shown))
    return 0
