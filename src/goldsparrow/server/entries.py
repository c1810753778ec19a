"""What the log of a table holds: every fact from outside that its course depends on.

Applied in order, the entries give the same table again (`state.TableState`); events follow from
them. New fields must have defaults and meanings never change, so that old tables go on.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from goldsparrow.server.protocol import Settings


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was agreed: its rules, length, stake, timing, and the plan of its seats."""

    rules: str
    options: dict[str, str | int | bool]
    length: str
    stake: int
    settings: Settings
    seats: tuple[str, str, str, str]
    """`open` or `bot:KEY` by seat."""
    host: str
    """The guest who set the table up."""


class Entry(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, omit_defaults=True):
    """Base of all entries."""


class Sat(Entry, frozen=True):
    """A guest took a seat."""

    seat: int
    guest: str
    name: str


class Stood(Entry, frozen=True):
    """A guest gave a seat back before the match."""

    seat: int


class Filled(Entry, frozen=True):
    """The host gave an open seat to a bot."""

    seat: int
    bot: str


class Sealed(Entry, frozen=True):
    """The server fixed its seed (hexadecimal) for a deal, before anyone adds bytes."""

    number: int
    seed: str


class Readied(Entry, frozen=True):
    """A seat is ready for a deal and added bytes (hexadecimal)."""

    seat: int
    number: int
    entropy: str = ""


class Begun(Entry, frozen=True):
    """A deal began."""

    number: int


class Moved(Entry, frozen=True):
    """A seat chose a move.

    `decision` is the question's id, `answer` the client's own id where a person chose, `bank` the
    milliseconds of extra time that were left to the seat.
    """

    seat: int
    decision: int
    move: str
    by: Literal["person", "bot", "deadline", "autopilot"]
    bank: int
    answer: str = ""


class Piloted(Entry, frozen=True):
    """A seat was handed to the autopilot or taken back."""

    seat: int
    on: bool


class Handed(Entry, frozen=True):
    """The table voted an absent person's seat away; `bot` plays there, `by` agreed (C14)."""

    seat: int
    bot: str
    by: tuple[int, ...]


class Stopped(Entry, frozen=True):
    """The match ended before its last deal."""

    reason: Literal["abandoned", "rules_changed"]


AnyEntry: TypeAlias = (
    Sat | Stood | Filled | Sealed | Readied | Begun | Moved | Piloted | Handed | Stopped
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEntry)
_SETUP: Final = msgspec.json.Decoder(Setup)


def encode_entry(entry: AnyEntry | Setup) -> str:
    """An entry, or a table's setup, as it is stored."""
    return _ENCODER.encode(entry).decode()


def decode_entry(text: str) -> AnyEntry:
    """Reads a stored entry."""
    entry: AnyEntry = _DECODER.decode(text)
    return entry


def decode_setup(text: str) -> Setup:
    """Reads a stored setup."""
    return _SETUP.decode(text)
