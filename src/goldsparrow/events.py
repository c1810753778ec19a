"""Events: the only things that change a table, the lines of every record and stream.

Tiles stand in events by name (`5p`); `?` is a tile that the reader may not see. `mask` makes the
form of an event that one seat, or a watcher, may read. New fields must have defaults and meanings
never change, so that old records verify for ever.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from goldsparrow.scores import Score

TileName: TypeAlias = Annotated[str, msgspec.Meta(pattern="^([1-9][mps]|[1-7]z|[1-8]f|\\?)$")]
Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Four: TypeAlias = tuple[int, int, int, int]
"""One number a seat."""
WinBy: TypeAlias = Literal[
    "self_draw", "discard", "rob_kong", "heavenly", "rob_gold", "three_golds"
]
KongKind: TypeAlias = Literal["exposed", "concealed", "added"]

HIDDEN_NAME: Final = "?"


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=_tag, gc=False, omit_defaults=True):
    """Base of all events."""


class Start(Event, frozen=True):
    """A deal begins; everything a newcomer must know to fold the events that follow.

    `number` counts the deals of the match from 0, `round` its rounds, and `passed` how often the
    deal has passed to the next seat in this round, from 0 to 3 (L16). `break_seat` and
    `break_stack` say where the wall is broken: the wall's owner and how many stacks are skipped
    from that owner's right end (C3).
    `commitment` is the SHA-256 of the shuffle's seed, `entropy` what the seats added to it.
    """

    number: int
    dealer: Seat
    streak: int
    scores: Four
    dice: tuple[int, int]
    break_seat: Seat
    break_stack: int
    round: int = 0
    commitment: str = ""
    entropy: tuple[str, ...] = ()
    passed: int = 0


class Take(Event, frozen=True):
    """A seat takes its dealt hand from the head (C4), or opening replacements (C5).

    The tiles stand in the order in which they were taken; a dealt hand comes in handfuls of four.
    """

    seat: Seat
    tiles: tuple[TileName, ...]
    tail: bool = False


class Flowers(Event, frozen=True):
    """A seat lays open flowers from its hand (C5)."""

    seat: Seat
    tiles: tuple[TileName, ...]


class Gold(Event, frozen=True):
    """The gold is opened: the indicator lies face up (C6).

    `passed` are the flowers turned up before it, which go to the dealer's flowers (F3).
    `place` is the indicator's place counted from the end it was turned up at, from 1. With `head`
    that end was the head (L2); events from before the field do not say it.
    """

    tile: TileName
    passed: tuple[TileName, ...] = ()
    dice: tuple[int, int] | None = None
    place: int = 1
    head: bool = False


class Draw(Event, frozen=True):
    """A seat draws a tile, from the head or, as a replacement, perhaps from the tail."""

    seat: Seat
    tile: TileName
    tail: bool = False


class Discard(Event, frozen=True):
    """A seat discards."""

    seat: Seat
    tile: TileName


class Chow(Event, frozen=True):
    """A seat takes the discard `tile` for the run that begins with `low`."""

    seat: Seat
    tile: TileName
    low: TileName
    source: Seat


class Pong(Event, frozen=True):
    """A seat takes the discard for a triplet."""

    seat: Seat
    tile: TileName
    source: Seat


class Kong(Event, frozen=True):
    """A seat makes a kong; `source` is the discarder of an exposed one.

    An added kong stands when it is announced; a win that robs it takes its tile away again (F11).
    """

    seat: Seat
    tile: TileName
    kind: KongKind
    source: Seat | None = None


class GoldGap(Event, frozen=True):
    """A seat declares the gold gap with its discard, which follows (S7).

    `tiles` are laid open, and the hand is locked.
    """

    seat: Seat
    tiles: tuple[TileName, TileName]
    discard: TileName


class Tour(Event, frozen=True):
    """A discarded gold takes a seat's tour to level 2 or 3, which binds the others (L9)."""

    seat: Seat
    level: int


class LastDraws(Event, frozen=True):
    """The last draws begin with `left` drawable tiles (F15)."""

    left: int


class Payment(Event, frozen=True):
    """Points change hands during a deal; `reason` is a stable key."""

    reason: str
    payments: Four


class Win(Event, frozen=True):
    """A seat wins; `tile` is the winning tile, None for a dealt hand or three golds held.

    `hand` is the winner's whole concealed hand with the winning tile; `discard` is the tile that a
    dealer who robs the gold throws in exchange (F7).
    """

    seat: Seat
    by: WinBy
    hand: tuple[TileName, ...]
    score: Score
    tile: TileName | None = None
    source: Seat | None = None
    discard: TileName | None = None


class DrawnDeal(Event, frozen=True):
    """Nobody won (F17)."""


class End(Event, frozen=True):
    """The deal is over: all hands are shown, with what the whole deal paid and the new scores.

    `payments` are in points of the room (multiplied by the stake), instant payments included.
    `seed` is the shuffle's seed, which the commitment at the start hid.
    """

    hands: tuple[
        tuple[TileName, ...], tuple[TileName, ...], tuple[TileName, ...], tuple[TileName, ...]
    ]
    payments: Four
    scores: Four
    seed: str = ""


class MatchEnd(Event, frozen=True):
    """The match is over; `ranking` lists the seats from first to last."""

    scores: Four
    ranking: Four


AnyEvent: TypeAlias = (
    Start
    | Take
    | Flowers
    | Gold
    | Draw
    | Discard
    | Chow
    | Pong
    | Kong
    | GoldGap
    | Tour
    | LastDraws
    | Payment
    | Win
    | DrawnDeal
    | End
    | MatchEnd
)


def mask(event: AnyEvent, seat: int | None, *, hide_concealed_kong: bool = False) -> AnyEvent:
    """The form of an event that `seat` may read; None is a watcher who sees no hand.

    Hides what others take and draw, and the face of their concealed kongs where the rule set does
    (C10).
    """
    kind = type(event)
    if kind is Draw:
        if event.seat != seat:  # type: ignore[union-attr]
            return Draw(event.seat, HIDDEN_NAME, event.tail)  # type: ignore[union-attr]
    elif kind is Take:
        if event.seat != seat:  # type: ignore[union-attr]
            hidden = (HIDDEN_NAME,) * len(event.tiles)  # type: ignore[union-attr]
            return Take(event.seat, hidden, event.tail)  # type: ignore[union-attr]
    elif (
        hide_concealed_kong and isinstance(event, Kong) and event.seat != seat
    ) and event.kind == "concealed":
        return Kong(event.seat, HIDDEN_NAME, "concealed")
    return event


_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """One event as a line of JSON, without the line's end."""
    return _ENCODER.encode(event)


def decode(line: bytes | str) -> AnyEvent:
    """Reads one event from JSON.

    Raises:
        msgspec.ValidationError: the JSON is no event.
        msgspec.DecodeError: the text is no JSON.
    """
    event: AnyEvent = _DECODER.decode(line)
    return event
