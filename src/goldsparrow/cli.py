"""The command line, ``goldsparrow COMMAND``: finds the command, runs it, and reports bad input.

Exit codes: 0 done, 1 the answer is no, 2 unusable input with one line on the error stream that says
why. A command is a module of ``goldsparrow.commands`` with ``add_arguments(parser)`` and
``run(args) -> int``, and a line in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple, NoReturn, Protocol, TextIO, cast

from goldsparrow import __version__
from goldsparrow.errors import GoldSparrowError

UNUSABLE_INPUT = 2
# What a shell reports for a program that Ctrl-C, or a reader that went away, has ended.
INTERRUPTED = 130
READER_GONE = 141


class Command(NamedTuple):
    """A command's line in the help, and the extra of the package that it needs."""

    help: str
    extra: str | None = None


COMMANDS: dict[str, Command] = {
    "serve": Command("serves the table in the browser", "server"),
    "play": Command("plays a match in the terminal against three bots", "terminal"),
    "score": Command("scores winning hands"),
    "waits": Command("lists the tiles that hands wait for, with what each would pay"),
    "divide": Command("lists every reading of complete hands"),
    "simulate": Command("lets bots play deals, and says what happened and how fast"),
    "arena": Command("plays bots against each other on the same walls, with intervals and ratings"),
    "review": Command("shows what a bot would have done at a seat's choices, and what they cost"),
    "explain": Command("says why a bot would choose what it would, at one choice of a record"),
    "dataset": Command("writes every choice of many deals to a Parquet file", "learn"),
    "replay": Command("shows a record, whole or as one seat saw it"),
    "verify": Command("plays a record again from its shuffles and checks every line of it"),
    "rules": Command("lists the rule sets, or one with every house option and its clause"),
}


class CommandModule(Protocol):
    """What a module of ``goldsparrow.commands`` offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declares the command's arguments."""

    def run(self, args: argparse.Namespace) -> int:
        """Runs the command and returns its exit code."""


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNUSABLE_INPUT, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command that the arguments name and returns the exit code.

    Args:
        argv: the arguments without the program's name; those of the process by default.

    Raises:
        SystemExit: after ``--help``, ``--version`` and arguments that no command takes.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    name = next((word for word in arguments if word in COMMANDS), None)
    _stand_in_for_closed_streams()
    if sys.stdout is None:
        return _complain(name, "standard output is closed; expected one that can be written to")
    try:
        try:
            return _run(name, arguments)
        finally:
            # What cannot be written shows only when the text is written out.
            sys.stdout.flush()
    except GoldSparrowError as error:
        return _complain(name, str(error))
    except BrokenPipeError:
        _drop(sys.stdout)
        return READER_GONE
    except OSError as error:
        closed = isinstance(error, io.UnsupportedOperation)
        reason = "a stream is closed" if closed else error.strerror or str(error)
        if error.filename is not None:
            return _complain(name, f"cannot use {os.fspath(error.filename)!r}: {reason}")
        _drop(sys.stdout)
        return _complain(
            name,
            f"reading or writing failed: {reason}; "
            "expected an input that can be read and an output that can be written to",
        )
    except KeyboardInterrupt:
        return INTERRUPTED


def _stand_in_for_closed_streams() -> None:
    """Gives commands a standard input and an error stream where the caller has closed them.

    An input that is closed fails as soon as it is read, which is an error like any other; what
    would go to a closed error stream is lost.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _drop(stream: TextIO) -> None:
    """Drops what a stream cannot write: it would fail again when Python closes it."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _run(name: str | None, arguments: list[str]) -> int:
    """Parses the arguments and runs the command; imports only the command that is called."""
    parser = _Parser(
        prog="goldsparrow",
        description="Fujian mahjong, whose gold tile is wild.",
        epilog="`goldsparrow COMMAND --help` tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"goldsparrow {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    module = None
    for known, command in COMMANDS.items():
        described = commands.add_parser(
            known, help=command.help, description=f"{command.help[0].upper()}{command.help[1:]}."
        )
        if known == name:
            module = _load(known, command.extra)
            module.add_arguments(described)
    parsed = parser.parse_args(arguments)
    assert module is not None, "the parser refuses a call without a known command"
    return module.run(parsed)


def _load(name: str, extra: str | None) -> CommandModule:
    """Imports a command; says which extra is missing where a package of it is."""
    try:
        return cast("CommandModule", importlib.import_module(f"goldsparrow.commands.{name}"))
    except ModuleNotFoundError as error:
        if extra is None or (error.name or "").startswith("goldsparrow"):
            raise
        message = (
            f"the package {error.name!r} is missing; expected the extra {extra!r}: "
            f"pip install 'goldsparrow[{extra}]'"
        )
        raise GoldSparrowError(message) from error


def _complain(name: str | None, message: str) -> int:
    """Prints why the input is unusable, in one line."""
    program = "goldsparrow" if name is None else f"goldsparrow {name}"
    try:
        print(f"{program}: {' '.join(message.splitlines())}", file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        # Only the exit code is left to say it.
        _drop(sys.stderr)
    return UNUSABLE_INPUT
