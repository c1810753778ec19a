"""``goldsparrow play``: a full-screen table in the terminal, against three bots."""

from __future__ import annotations

import argparse
import math
import os
import sys
from pathlib import Path
from typing import Final

from goldsparrow.commands import intake
from goldsparrow.errors import GoldSparrowError, NotationError, OptionError
from goldsparrow.game.match import LENGTHS, Length
from goldsparrow.players import PLAYERS
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.terminal.app import LEFT, TableApp
from goldsparrow.terminal.events import seat_name, signed
from goldsparrow.terminal.faces import FACES, Faces, Writer
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.session import Bots, Session

MOST_PACE: Final = 10.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "--rules",
        metavar="KEY",
        default=RULE_SETS[0],
        help=f"one of {', '.join(RULE_SETS)} (default: {RULE_SETS[0]})",
    )
    intake.add_options(parser)
    parser.add_argument(
        "--length",
        metavar="LENGTH",
        default="1 round",
        help=f"how long the match is, such as {', '.join(repr(length) for length in LENGTHS)}",
    )
    parser.add_argument(
        "--bots",
        metavar="A,B,C",
        default="greedy",
        help="who sits right, opposite and left, or one name for all: " + ", ".join(PLAYERS),
    )
    parser.add_argument(
        "--seed", metavar="S", help="the same seed deals the same walls; any text, else by chance"
    )
    parser.add_argument(
        "--tiles",
        metavar="WAY",
        help=f"how tiles are written: {', '.join(FACES)} (default: by the language)",
    )
    parser.add_argument(
        "--pace",
        metavar="SECONDS",
        default="0.8",
        help="how long a bot takes to discard (default: 0.8)",
    )
    parser.add_argument("--record", metavar="FILE", help="saves the record there, deal by deal")
    intake.add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command; returns 0 when the match was played to its end, 130 when it was left."""
    intake.use_utf8()
    tongue = intake.language(args)
    rules = rule_set(args.rules, **intake.options(args))
    length = Length.parse(args.length)
    session = Session(rules, length, _bots(args.bots), args.seed)
    pace = _pace(args.pace)
    faces = _faces(args.tiles, "text" if tongue == "en" else "chinese")
    record = _record(args.record)
    _check_terminal()
    scene = Scene(session, Writer(faces, tongue))
    app = TableApp(scene, pace=pace, record=record)
    code = app.run()
    _tell_end(scene)
    # Without a code of ours the program failed, and has said so itself.
    return code if code is not None else app.return_code or LEFT


def _bots(text: str) -> Bots:
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= 3
    if len(names) != 3:
        raise OptionError(f"--bots is {text!r:.80}; expected one name or three: a,b,c")
    return names[0], names[1], names[2]


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not 0 <= pace <= MOST_PACE:
        raise OptionError(f"--pace is {text!r:.60}; expected seconds from 0 to {MOST_PACE:g}")
    return pace


def _faces(text: str | None, default: Faces) -> Faces:
    if text is None:
        return default
    if text not in FACES:
        raise NotationError(f"--tiles is {text!r:.60}; expected one of {', '.join(FACES)}")
    return text


def _record(text: str | None) -> Path | None:
    """Looks whether a record can be written before anything is played that it should hold."""
    if text is None:
        return None
    path = Path(text)
    new = not path.exists()
    with path.open("ab"):
        pass
    if new:
        # An empty file is no record, should the match be left before a deal is over.
        path.unlink()
    return path


def _check_terminal() -> None:
    """Refuses a terminal on which nothing can be drawn.

    Raises:
        GoldSparrowError: input or output is no terminal, or it cannot place a cursor.
    """
    kind = os.environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise GoldSparrowError(
            "the input or output is no terminal; expected one of at least 80 x 24 cells "
            "(`goldsparrow serve` plays in a browser instead)"
        )
    if kind in {"", "dumb", "unknown"}:
        raise GoldSparrowError(
            f"the terminal TERM={kind!r} cannot draw a table; expected a full-screen one such as "
            "'xterm-256color' (`goldsparrow serve` plays in a browser instead)"
        )


def _tell_end(scene: Scene) -> None:
    """Says below the prompt how things stand and where the record is."""
    session = scene.session
    points = "  ".join(
        f"{seat_name(seat, scene.writer)} {signed(score)}"
        for seat, score in enumerate(session.match.scores)
    )
    print(scene.say("terminal.ended", n=session.deals, points=points))
    if scene.saved is not None:
        print(scene.say("terminal.saved", file=scene.saved))
