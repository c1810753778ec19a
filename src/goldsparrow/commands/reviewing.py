"""What the commands that look at choices have in common: the record, the seat and the bot."""

from __future__ import annotations

import argparse
from typing import Final

from goldsparrow.arena.review import Review, Reviewed, review
from goldsparrow.commands import intake, records
from goldsparrow.errors import OptionError
from goldsparrow.game.record import entries
from goldsparrow.players import PLAYERS, player
from goldsparrow.text import Language, say
from goldsparrow.tiles import KIND, format_tiles

_BAR_FROM: Final = 1 << 17
"""Smaller records are done before a bar could be read."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the record, the seat and the bot."""
    parser.add_argument("file", metavar="RECORD", help="a record; - for standard input")
    parser.add_argument("--seat", metavar="N", required=True, help="whose choices: 0, 1, 2 or 3")
    parser.add_argument(
        "--bot", metavar="NAME", default="expert", help=f"who looks at them: {', '.join(PLAYERS)}"
    )
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="everything as JSON")


def seat(text: str) -> int:
    """Reads a seat's number.

    Raises:
        OptionError: it is none.
    """
    if text not in {"0", "1", "2", "3"}:
        raise OptionError(f"--seat is {text!r:.60}; expected 0, 1, 2 or 3")
    return int(text)


def reviewed(args: argparse.Namespace) -> Review:
    """Reviews the record that the arguments name.

    Raises:
        GoldSparrowError: there is no such bot or seat, or the record cannot be played again.
    """
    place = seat(args.seat)
    bot = player(args.bot)
    with records.opened(args.file) as (stream, size), records.bar(size, _BAR_FROM) as reached:
        return review(entries(records.lines(stream, reached)), place, bot, args.bot)


def hand_text(choice: Reviewed, tongue: Language) -> str:
    """A seat's tiles at a choice, with the gold and what it may claim."""
    drawn = choice.drawn
    tiles = list(choice.hand)
    if drawn is not None:
        tiles.remove(drawn)
    parts = [format_tiles([KIND[name] for name in tiles])]
    if drawn is not None:
        parts.append(f"+ {drawn}")
    if choice.asked is not None:
        parts.append(f"? {choice.asked}")
    gold = say("explain.gold", tongue, tile=choice.gold)
    return f"{' '.join(parts)} ({gold})"
