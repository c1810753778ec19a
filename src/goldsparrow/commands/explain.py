"""``goldsparrow explain RECORD --seat N``: why a bot would choose what it would."""

from __future__ import annotations

import argparse
from typing import Final

import msgspec

from goldsparrow.arena.review import Review, Reviewed
from goldsparrow.commands import intake, reviewing
from goldsparrow.commands.columns import columns
from goldsparrow.errors import OptionError
from goldsparrow.players.explain import MoveReason, move_text, sentences
from goldsparrow.text import Language, say

_MOST: Final = 10_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    reviewing.add_arguments(parser)
    parser.add_argument("--deal", metavar="N", default="1", help="which deal, from 1")
    parser.add_argument(
        "--turn", metavar="N", default="1", help="which of the seat's choices in it, from 1"
    )


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    deal = intake.number("--deal", args.deal, _MOST)
    turn = intake.number("--turn", args.turn, _MOST)
    found = _choice(reviewing.reviewed(args), deal, turn)
    print(msgspec.json.encode(found).decode() if args.json else _readable(found, tongue))
    return 0


def _choice(review: Review, deal: int, turn: int) -> Reviewed:
    """The choice that is asked for.

    Raises:
        OptionError: the match has no such deal, or the deal no such choice.
    """
    if deal > len(review.deals):
        raise OptionError(
            f"--deal is '{deal}'; expected one of the {len(review.deals)} finished deals"
        )
    choices = review.deals[deal - 1].choices
    if turn > len(choices):
        raise OptionError(
            f"--turn is '{turn}'; expected one of the {len(choices)} choices of that deal"
        )
    return choices[turn - 1]


def _readable(found: Reviewed, tongue: Language) -> str:
    told = found.explanation
    head = "\n".join(
        [
            say("explain.where", tongue, deal=found.deal, turn=found.turn),
            say("explain.hand", tongue, tiles=reviewing.hand_text(found, tongue)),
            say("explain.made", tongue, move=move_text(found.made, tongue)),
        ]
    )
    names = ("move", "points", "distance", "useful", "danger", "cost")
    rows = [[say(f"explain.column.{name}", tongue) for name in names]]
    rows += [_row(option, tongue) for option in told.options]
    return "\n\n".join([head, "\n".join(sentences(told, tongue)), columns(rows, "lrrlrr")])


def _row(option: MoveReason, tongue: Language) -> list[str]:
    useful = " ".join(each.tile for each in option.useful)
    count = sum(each.left for each in option.useful)
    return [
        move_text(option.move, tongue),
        "" if option.points is None else f"{option.points:+.2f}",
        "" if option.distance is None else str(option.distance),
        f"{count}: {useful}" if useful else "",
        "" if option.danger is None else f"{option.danger:.1%}",
        "" if option.cost is None else f"{option.cost:.2f}",
    ]
