"""The frames that cross a socket, strictly decoded, with the limits that they must keep.

`docs/protocol.md` tells the same in prose; the JSON Schema and the browser's types are generated
from these Structs, so that a frame is defined once.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias, get_args

import msgspec

from goldsparrow.events import AnyEvent, TileName
from goldsparrow.players.explain import Explanation

PROTOCOL: Final = 1
"""The protocol's version; raised when an old client could no longer follow."""
FRAME_BYTES: Final = 2048
"""The longest frame that a client may send."""
QUOTED: Final = 80
"""How much of an offending frame is quoted back."""

SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=3)]
Milliseconds: TypeAlias = int
Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]

HEX_BYTES: Final = r"^([0-9a-fA-F]{2}){0,32}$(?!\n)"
"""Up to 32 bytes; Python's `$` alone lets a line end pass, ECMAScript's does not."""

TurnSeconds: TypeAlias = Literal["off", 10, 15, 20, 30]
ClaimSeconds: TypeAlias = Literal["off", 5, 8, 10]
BankSeconds: TypeAlias = Literal["off", 10, 20, 30, 60]


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


# --- what several frames and the HTTP interface share ------------------------------------------


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a table is timed and helped; the same for every seat."""

    turn_seconds: TurnSeconds = 20
    """Time for an own turn. `off`: nobody is hurried while connected, see docs/protocol.md."""
    claim_seconds: ClaimSeconds = 8
    """Time to answer another seat's discard or kong, and for every choice at the opening."""
    bank_seconds: BankSeconds = 20
    """Extra time for own turns, one supply a deal."""
    autopilot_after: Literal[1, 2] = 2
    """How many time-outs in a row hand a seat to the autopilot (C14)."""
    hints: Literal["none", "waits", "coach"] = "waits"
    """Whether a seat is told what its hand waits for, and may also ask what the expert would do."""
    spectators: Literal["off", "public", "one_seat", "delayed"] = "public"
    """Whether watchers see nothing, what lies open, the same a minute later, or what the seat of
    whoever set the table up sees."""


class WallNumbers(msgspec.Struct, frozen=True):
    """What a client needs to tell how many tiles are left to draw (F4, S4, C11)."""

    reserve: int
    per_exposed_kong: int
    per_concealed_kong: int
    per_flower_set: int
    counts_indicator: bool
    last_draws: int


class RulesInForce(msgspec.Struct, frozen=True):
    """The rule set of a table: every house option, those that differ from the preset, the wall."""

    key: str
    options: dict[str, str | int | bool]
    differences: dict[str, str | int | bool]
    wall: WallNumbers
    white_stands_in: bool = False
    """Whether white dragons take the place of the gold's own face (L3)."""


class SeatState(msgspec.Struct, frozen=True):
    """Who sits on a seat; `name_key` is the catalogue's key of a bot's name."""

    seat: SeatNumber
    name: str
    kind: Literal["person", "bot", "open"]
    connected: bool
    autopilot: bool
    ready: bool
    name_key: str | None = None


class Numbered(msgspec.Struct, frozen=True):
    """An event in its masked form with its place in the table's log."""

    seq: int
    event: AnyEvent


class RefusedMove(msgspec.Struct, frozen=True):
    """A move that one might expect and may not make, with its reason's key."""

    move: str
    reason: str


class Wait(msgspec.Struct, frozen=True):
    """A tile that would complete the hand.

    `left` counts the copies that the seat has not seen; the points are what the winner would gain
    by drawing it and by claiming it, null where that does not win, and on a server so busy that it
    does not work them out.
    """

    tile: TileName
    left: int
    self_draw: int | None = None
    discard: int | None = None


class ReadyDiscard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A discard after which the hand waits, and for what."""

    discard: TileName
    waits: tuple[Wait, ...]
    any_tile: bool = False
    """Whether every tile that the seat has not seen would complete the hand."""


# --- server to client -------------------------------------------------------------------------


class ServerFrame(msgspec.Struct, frozen=True, tag_field="type", tag=_tag):
    """Base of what the server sends."""


class Welcome(ServerFrame, frozen=True, kw_only=True):
    """The first frame: the table as it was agreed, and where its log stands.

    `seq` is the newest event's number (0: none yet); `resumed` says that the events which follow
    continue after the number that the client named, and do not begin at a `start`. `watches` is the
    seat whose eyes a watcher has, null who sees only what lies open.
    """

    table: str
    seat: SeatNumber | None
    seq: int
    rules: RulesInForce
    length: str
    stake: int
    settings: Settings
    names: tuple[str, str, str, str]
    resumed: bool
    protocol: int = PROTOCOL
    watches: SeatNumber | None = None


class Events(ServerFrame, frozen=True):
    """New events; `live` is false for what is only being caught up with."""

    events: tuple[Numbered, ...]
    live: bool


class Question(ServerFrame, frozen=True, kw_only=True, omit_defaults=True):
    """Asks this seat to choose; replaces an earlier question.

    `deadline_ms` is what is left of `total_ms`, then `bank_ms` of extra time runs; all null where
    time is off. At the end of both the table makes the move `default`.
    """

    id: int
    kind: Literal["opening", "turn", "claim", "rob_kong"]
    moves: tuple[str, ...]
    default: str
    deadline_ms: Milliseconds | None
    total_ms: Milliseconds | None
    bank_ms: Milliseconds | None
    refused: tuple[RefusedMove, ...] = ()
    tile: TileName | None = None
    source: SeatNumber | None = None
    waits: tuple[Wait, ...] = ()
    ready: tuple[ReadyDiscard, ...] = ()
    pays: dict[str, int] = {}
    named: dict[str, str] = {}
    """What each offered win would count as: its special, or its row of a table of points."""


class QuestionClosed(ServerFrame, frozen=True):
    """A question of this seat is no longer open."""

    id: int
    reason: Literal["answered", "deadline", "autopilot", "decided"]


class Turn(ServerFrame, frozen=True):
    """Whose own turn it is and how long it may take; claims never show who is asked."""

    seat: SeatNumber | None
    remaining_ms: Milliseconds | None
    total_ms: Milliseconds | None


class Ack(ServerFrame, frozen=True, omit_defaults=True):
    """What became of an answer; `accepted` and `repeated` are sent after it is stored.

    `id` is the decision and `answer` the client's own id. `refused` carries the reason's key and
    leaves the question open; `stale` means that the decision is over.
    """

    id: int
    answer: str
    status: Literal["accepted", "repeated", "stale", "refused"]
    reason: str | None = None


class Presence(ServerFrame, frozen=True):
    """All four seats, whole each time."""

    seats: tuple[SeatState, SeatState, SeatState, SeatState]


class ReadyCheck(ServerFrame, frozen=True):
    """The table waits until all are ready for deal `number` (C2).

    `commitment` is the SHA-256 of the server's seed, fixed before anyone adds bytes. The time
    runs from the first person's ready on; until then `remaining_ms` is null.
    """

    number: int
    remaining_ms: Milliseconds | None
    commitment: str
    ready: tuple[bool, bool, bool, bool]


class Ballot(ServerFrame, frozen=True):
    """A vote on giving an absent person's `seat` to a bot (C14).

    `agreed` tells by seat who has agreed, `asked` names the seats that still have to. `lapsed`: the
    person came back, or nobody is left to vote.
    """

    seat: SeatNumber
    outcome: Literal["open", "passed", "refused", "lapsed"]
    agreed: tuple[bool, bool, bool, bool]
    asked: tuple[SeatNumber, ...]


class Waits(ServerFrame, frozen=True, omit_defaults=True):
    """What the own hand waits for between turns, where hints are on.

    `promises` names what a win by the next draw would be besides: a tour, whose first level nobody
    else knows of (L9).
    """

    waits: tuple[Wait, ...]
    promises: tuple[str, ...] = ()
    any_tile: bool = False
    """Whether every tile that the seat has not seen would complete the hand."""


class Advice(ServerFrame, frozen=True):
    """What the coach would do at the question `id`, and why; only what the seat sees goes in."""

    id: int
    explanation: Explanation


class Error(ServerFrame, frozen=True):
    """A frame was not accepted; `quoted` is the beginning of what was wrong with it."""

    code: Literal[
        "malformed", "too_long", "unknown_type", "no_seat", "not_now", "too_many", "unusable"
    ]
    message: str
    quoted: str


class Closed(ServerFrame, frozen=True):
    """The table ends here for good; the socket is closed next, with code 4010."""

    reason: Literal["over", "abandoned", "rules_changed", "fault"]


class PingAnswer(ServerFrame, frozen=True, tag="pong"):
    """Answers a ping; named so because a pong is also an event."""

    n: int


AnyServerFrame: TypeAlias = (
    Welcome
    | Events
    | Question
    | QuestionClosed
    | Turn
    | Ack
    | Presence
    | ReadyCheck
    | Ballot
    | Waits
    | Advice
    | Error
    | Closed
    | PingAnswer
)


# --- client to server -------------------------------------------------------------------------


class ClientFrame(
    msgspec.Struct, frozen=True, tag_field="type", tag=_tag, forbid_unknown_fields=True
):
    """Base of what a client sends."""


class Answer(ClientFrame, frozen=True):
    """Chooses a move; `answer` is the client's own id, the same when it repeats itself."""

    decision: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    answer: Key
    move: Annotated[str, msgspec.Meta(max_length=24)]


class Seen(ClientFrame, frozen=True):
    """Has shown the player everything up to event `seq`, or the player has skipped it.

    Only needed after a deal's opening, which the table lets everybody see before it goes on.
    """

    seq: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Vote(ClientFrame, frozen=True):
    """Proposes that a bot takes an absent person's `seat`, agrees to that, or refuses it (C14)."""

    seat: SeatNumber
    agree: bool


class Ready(ClientFrame, frozen=True):
    """Is ready for the next deal and adds bytes to its shuffle (hexadecimal)."""

    entropy: Annotated[str, msgspec.Meta(pattern=HEX_BYTES)] = ""


class Hint(ClientFrame, frozen=True):
    """Asks the coach about the open question `decision`, where the table has one."""

    decision: Annotated[int, msgspec.Meta(ge=0, le=2**31)]


class Autopilot(ClientFrame, frozen=True):
    """Hands the seat to the autopilot or takes it back (C14)."""

    on: bool


class Leave(ClientFrame, frozen=True):
    """Leaves: the seat is free again before the match, on autopilot during it."""


class Ping(ClientFrame, frozen=True):
    """Asks for a pong."""

    n: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


AnyClientFrame: TypeAlias = Answer | Seen | Ready | Hint | Autopilot | Vote | Leave | Ping

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyClientFrame)
_TYPES: Final = tuple(sorted(str(kind.__struct_config__.tag) for kind in get_args(AnyClientFrame)))


class FrameError(Exception):
    """Raised for a frame that cannot be accepted; `frame` is the error to send back."""

    def __init__(self, frame: Error) -> None:
        super().__init__(frame.message)
        self.frame = frame


def encode(frame: AnyServerFrame) -> str:
    """A frame as the text that is sent."""
    return _ENCODER.encode(frame).decode()


def _quoted(text: str) -> str:
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


def decode(text: str) -> AnyClientFrame:
    """Reads a client's frame.

    Raises:
        FrameError: the frame is too long, no JSON, of an unknown type, or not as its type wants.
    """
    if len(text) > FRAME_BYTES or len(text.encode()) > FRAME_BYTES:
        raise FrameError(
            Error("too_long", f"a frame may have {FRAME_BYTES} bytes at most", _quoted(text))
        )
    try:
        frame: AnyClientFrame = _DECODER.decode(text)
    except msgspec.ValidationError as error:
        reason = str(error)
        if reason.startswith("Invalid value") and reason.endswith("`$.type`"):
            expected = ", ".join(_TYPES)
            raise FrameError(
                Error("unknown_type", f"expected a type among {expected}", _quoted(text))
            ) from None
        raise FrameError(Error("malformed", reason, _quoted(text))) from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise FrameError(Error("malformed", f"no JSON frame: {error}", _quoted(text))) from None
    return frame
