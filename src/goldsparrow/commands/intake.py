"""What the commands about hands have in common: their arguments, and hands as JSON, one a line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from goldsparrow.errors import GoldSparrowError, OptionError
from goldsparrow.rules import OPTIONS, rule_set
from goldsparrow.rules.case import Case, CaseError, Form, parse_object, read_case
from goldsparrow.scores import Group
from goldsparrow.text import LANGUAGES, Language, language_of, say
from goldsparrow.tiles import NAMES, Tile

LONGEST_LINE: Final = 1 << 16
"""The most bytes of a line; a hand takes a few hundred."""

_OF_ONE_HAND: Final = ("gold", "meld", "concealed_kong", "flowers")
"""The arguments that describe a hand beside `--hand`."""

_HOUSE_OPTION: Final = (
    "a house option; may be given several times (`goldsparrow rules KEY` lists them)"
)

_ENCODER: Final = msgspec.json.Encoder()
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Once(argparse.Action):
    """Stores the value of an option that may be given once: a second one would be lost."""

    given = False

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        """Stores the value, or ends the program with what stands twice."""
        if self.given:
            parser.error(f"{option_string} stands twice, with {values!r:.80}; expected it once")
        self.given = True
        setattr(namespace, self.dest, values)


def add_language(parser: argparse.ArgumentParser) -> None:
    """Declares `--lang`."""
    parser.add_argument(
        "--lang",
        action=Once,
        metavar="LANGUAGE",
        help=f"language of the readable form: {', '.join(LANGUAGES)}; by default the locale's",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Declares `--rules` and `--set`."""
    parser.add_argument(
        "--rules", metavar="KEY", action=Once, help="rule set where the input names none"
    )
    add_options(parser, f"{_HOUSE_OPTION}; a switch is true or false, on or off, yes or no")


def add_options(parser: argparse.ArgumentParser, told: str = _HOUSE_OPTION) -> None:
    """Declares `--set`, which `options` reads; `told` is its help."""
    parser.add_argument("--set", metavar="OPTION=VALUE", action="append", default=[], help=told)


def add_hands(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of a command that reads hands."""
    add_rules(parser)
    add_language(parser)
    parser.add_argument("--json", action="store_true", help="one JSON result a line")
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help="hands as JSON, one a line; standard input by default",
    )


def add_one_hand(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments that describe a single hand instead of a file."""
    parser.add_argument(
        "--hand", metavar="TILES", action=Once, help="a hand's concealed tiles, golds included"
    )
    parser.add_argument("--gold", metavar="TILE", action=Once, help="the gold, with --hand")
    parser.add_argument(
        "--meld", metavar="TILES", action="append", default=[], help="an open meld, with --hand"
    )
    parser.add_argument(
        "--concealed-kong", metavar="TILES", action="append", default=[], help="with --hand"
    )
    parser.add_argument("--flowers", metavar="TILES", action=Once, help="flowers, with --hand")


def language(args: argparse.Namespace) -> Language:
    """Returns the language that `--lang`, or else the locale, asks for."""
    if args.lang is not None:
        return language_of(args.lang)
    named = next(
        (os.environ[n] for n in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(n)), ""
    )
    return language_of(named) if named.lower().startswith("zh") else "en"


def options(
    args: argparse.Namespace, keys: Sequence[str | None] | None = None
) -> dict[str, object]:
    """Reads `--set`, and checks it against `keys`, or `--rules` where that is given.

    Raises:
        OptionError: no such option, a value it does not take, or options that conflict.
    """
    found: dict[str, object] = {}
    for text in args.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--set is {text!r:.80}; expected OPTION=VALUE, such as 'base=5'")
        if name in found:
            raise OptionError(f"--set gives {name!r:.80} twice; expected each option once")
        if name not in OPTIONS:
            raise OptionError(f"no option {name!r:.80}; expected one of {', '.join(OPTIONS)}")
        found[name] = value
    for key in (args.rules,) if keys is None else keys:
        if key is not None:
            rule_set(key, **found)
    return found


def number(name: str, text: str, most: int) -> int:
    """Reads a whole number from 1 to `most`.

    Raises:
        OptionError: it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 12 and 1 <= int(text) <= most):
        raise OptionError(f"{name} is {text!r:.60}; expected a whole number from 1 to {most}")
    return int(text)


def use_utf8() -> None:
    """Makes the output UTF-8 whatever the locale says: tiles and Chinese texts need it."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(encoding="utf-8")


def run(
    args: argparse.Namespace,
    command: str,
    form: Form,
    show: Callable[[int, Case], str],
) -> int:
    """Shows every hand of the input in order, a bad one by its error; the rest still run.

    Args:
        args: what `add_hands` declares.
        command: the name that complaints begin with.
        form: what the hands are.
        show: makes the text of a hand from its line's number and what the line says.

    Returns:
        The exit code: 2 where any line was unusable, after one line about the first of them.
    """
    use_utf8()
    given = options(args)
    tongue = language(args)
    first = ""
    bad = 0
    for number, line in _objects(args):
        try:
            value = line if isinstance(line, dict) else _parsed(line)
            text = show(number, read_case(value, key=args.rules, options=given, form=form))
        except GoldSparrowError as error:
            message = " ".join(str(error).splitlines())
            first = first or f"line {number}: {message}"
            bad += 1
            text = (
                encode({"error": message})
                if args.json
                else say("command.error", tongue, n=number, error=message)
            )
        sys.stdout.write(text + "\n")
    if bad:
        sys.stdout.flush()
        more = f" ({bad} unusable lines)" if bad > 1 else ""
        print(f"goldsparrow {command}: {first}{more}", file=sys.stderr)
        return 2
    return 0


def _objects(args: argparse.Namespace) -> Iterator[tuple[int, bytes | dict[str, Any]]]:
    """Yields the lines of the input with their numbers, or the one hand of the arguments."""
    hand = getattr(args, "hand", None)
    if hand is not None:
        if args.file != "-":
            raise CaseError(f"--hand with the file {args.file!r:.80}; expected one or the other")
        yield 1, _one_hand(args)
        return
    for name in _OF_ONE_HAND:
        value = getattr(args, name, None)
        if value:
            option = f"--{name.replace('_', '-')}"
            shown = value if isinstance(value, str) else value[0]
            raise CaseError(f"{option} {shown!r:.80} without --hand; expected --hand TILES as well")
    with _opened(args.file) as stream:
        try:
            yield from _lines(stream)
        except OSError as error:
            if args.file == "-":
                raise
            # What fails while reading does not say which file it is.
            raise OSError(error.errno, error.strerror, args.file) from error


def _parsed(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        start = repr(line[:40])
        raise CaseError(f"a line of more than {LONGEST_LINE} bytes: {start}...; expected a hand")
    return parse_object(line)


def _one_hand(args: argparse.Namespace) -> dict[str, Any]:
    """Makes a case of the arguments that describe a hand."""
    kinds = {4: "kong"}
    melds: list[dict[str, Any]] = []
    for text in args.meld:
        alike = len({character for character in text if character.isdigit()}) == 1
        kind = kinds.get(len(text.strip()) - 1, "pong" if alike else "chow")
        melds.append({"kind": kind, "tiles": text})
        if kind == "kong":
            melds[-1]["concealed"] = False
    melds += [{"kind": "kong", "tiles": text, "concealed": True} for text in args.concealed_kong]
    found = {"hand": args.hand, "melds": melds, "flowers": args.flowers}
    return found if args.gold is None else {**found, "gold": args.gold}


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yields the lines that are not blank; of one that is too long, the part that proves it."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 1)
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if line.strip():
            yield number, line


def tile_text(tile: Tile | str, tongue: Language) -> str:
    """Writes a tile by its short name, with what it is called in Chinese."""
    short = tile if isinstance(tile, str) else NAMES[tile]
    return short if tongue == "en" else f"{short} {say(f'tile.{short}', tongue)}"


def group_text(group: Group, tongue: Language) -> str:
    """Writes a group by what it stands for, with what its golds and white dragons are read as."""
    text = "".join(name[0] for name in group.stands) + group.stands[0][1]
    stands = [
        say("command.stands", tongue, tile=held, face=face)
        for place, (held, face) in enumerate(zip(group.tiles, group.stands, strict=True))
        if held != face or place in group.golds
    ]
    return f"{text} ({', '.join(stands)})" if stands else text


def encode(value: Mapping[str, object]) -> str:
    """Writes a result as JSON on one line."""
    return _ENCODER.encode(value).decode()
