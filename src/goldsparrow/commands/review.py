"""``goldsparrow review RECORD --seat N``: what a bot would have done, and what choices cost."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

import msgspec

from goldsparrow.arena.review import Review, summary, title
from goldsparrow.arena.review_page import review_page
from goldsparrow.commands import intake, reviewing
from goldsparrow.commands.columns import columns
from goldsparrow.players.explain import move_text
from goldsparrow.text import Language, say

_SHOWN: Final = 20
_MOST: Final = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    reviewing.add_arguments(parser)
    parser.add_argument("--html", metavar="FILE", help="writes a page to look at in a browser")
    parser.add_argument(
        "--most",
        metavar="N",
        default=str(_SHOWN),
        help=f"how many choices are listed, the dearest first; by default {_SHOWN}",
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    most = intake.number("--most", args.most, _MOST)
    found = reviewing.reviewed(args)
    if args.html is not None:
        Path(args.html).write_text(review_page(found, tongue, most), encoding="utf-8")
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    print(_readable(found, tongue, most))
    if args.html is not None:
        print("\n" + say("review.written", tongue, file=args.html))
    return 0


def _readable(review: Review, tongue: Language, most: int) -> str:
    parts = [
        "\n".join([title(review, tongue), summary(review, tongue)]),
        say("review.deals", tongue) + "\n" + _deals(review, tongue),
    ]
    mistakes = review.mistakes()[:most]
    if mistakes:
        names = ("deal", "turn", "hand", "made", "best", "lost")
        rows = [[say(f"review.column.{name}", tongue, bot=review.bot) for name in names]]
        rows += [
            [
                str(each.deal),
                str(each.turn),
                reviewing.hand_text(each, tongue),
                move_text(each.made, tongue),
                move_text(each.explanation.move, tongue),
                f"{each.lost:.1f}",
            ]
            for each in mistakes
        ]
        parts.append(say("review.mistakes", tongue) + "\n" + columns(rows, "rrlllr"))
    else:
        parts.append(say("review.none", tongue, bot=review.bot))
    parts.append(say("review.note", tongue, bot=review.bot))
    return "\n\n".join(parts)


def _deals(review: Review, tongue: Language) -> str:
    names = ("deal", "points", "lost", "luck")
    rows = [[say(f"review.column.{name}", tongue) for name in names]]
    rows += [
        [str(deal.deal), f"{deal.points:+,}", f"{deal.lost:.1f}", f"{deal.luck:+.1f}"]
        for deal in review.deals
    ]
    return columns(rows, "rrrr")
