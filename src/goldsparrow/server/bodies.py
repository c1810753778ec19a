"""The bodies of the HTTP interface, and what is checked before a table is set up."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from goldsparrow.errors import GoldSparrowError
from goldsparrow.game.match import LENGTHS
from goldsparrow.rules import OPTIONS, RULE_SETS, Option, options_of, rule_set
from goldsparrow.server.entries import Setup
from goldsparrow.server.protocol import SeatNumber, SeatState, Settings
from goldsparrow.server.seats import Language

MOST_STAKE: Final = 1_000_000
Value: TypeAlias = str | int | bool


class RequestError(GoldSparrowError, ValueError):
    """Raised for a request that cannot be granted; `code` is a stable key, `status` HTTP's."""

    def __init__(self, code: str, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.code = code
        self.status = status


class Refused(msgspec.Struct, frozen=True):
    """The body of every answer that is not 2xx."""

    code: str
    message: str


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a guest's cookie, or renames the guest that the cookie names."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    language: Language = "zh-Hans"


class GuestBody(msgspec.Struct, frozen=True):
    """A guest as they are told of themselves."""

    id: str
    name: str
    language: Language


class RunningTable(msgspec.Struct, frozen=True):
    """A table that is not over at which the asker sits.

    `touched` is when its newest deal began, or when it was set up, in seconds since 1970.
    """

    table: str
    rules: str
    length: str
    stake: int
    touched: float


class RunningTables(msgspec.Struct, frozen=True):
    """The asker's tables, that of the newest deal first."""

    tables: tuple[RunningTable, ...]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Sets a table up. `seats`: `person` is who asks, `open` is had by link, `bot:KEY` a bot."""

    rules: str = "fuzhou-ourgame"
    options: dict[str, Value] = {}
    length: str = "1 round"
    stake: Annotated[int, msgspec.Meta(ge=1, le=MOST_STAKE)] = 1
    settings: Settings = Settings()
    seats: tuple[str, str, str, str] = ("person", "bot:greedy", "bot:greedy", "bot:greedy")


class TableMade(msgspec.Struct, frozen=True):
    """The new table's name, which is its link."""

    table: str


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a seat; any open one where none is named."""

    seat: SeatNumber | None = None


class Fill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks that bots take the open seats."""

    bot: str = "greedy"


class Joined(msgspec.Struct, frozen=True):
    """The seat that was given."""

    seat: SeatNumber


class TableBody(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everyone may know it; `seat` is the asker's."""

    table: str
    rules: str
    options: dict[str, Value]
    length: str
    stake: int
    settings: Settings
    phase: Literal["gathering", "ready", "playing", "over"]
    started: bool
    over: bool
    seat: SeatNumber | None
    seats: tuple[SeatState, SeatState, SeatState, SeatState]


class OptionBody(msgspec.Struct, frozen=True, kw_only=True):
    """A house option of a rule set; the keys are those of the text catalogue."""

    key: str
    clause: str
    group: str
    kind: Literal["choice", "switch", "number", "table"]
    values: tuple[Value, ...]
    default: Value
    title_key: str
    text_key: str
    value_keys: tuple[str, ...]


class RuleSetBody(msgspec.Struct, frozen=True):
    """A rule set with its house options."""

    key: str
    options: tuple[OptionBody, ...]


class RulesBody(msgspec.Struct, frozen=True):
    """Everything that a table can be set up with."""

    rules: tuple[RuleSetBody, ...]
    lengths: tuple[str, ...]
    bots: tuple[str, ...]
    settings: Settings


class Health(msgspec.Struct, frozen=True):
    """That the server answers, and how much it does."""

    status: Literal["ok"]
    version: str
    rooms: int
    sockets: int


def read_body(body: bytes, kind: type[msgspec.Struct]) -> msgspec.Struct:
    """Reads a request's body.

    Raises:
        RequestError: it is not what the request takes.
    """
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        shown = body[:80].decode("utf-8", "replace")
        raise RequestError("malformed", f"{error}; got {shown!r}") from None


def setup_of(wish: NewTable, host: str, bots: Collection[str]) -> tuple[Setup, int | None]:
    """The setup of a wished table, and the seat that the host takes.

    Raises:
        RequestError: a seat or the length is none that there is, or nobody could ever sit down.
        NotationError: there is no such rule set.
        OptionError: an option, its value, or how options go together.
    """
    rule_set(wish.rules, **wish.options)
    if wish.length not in LENGTHS:
        raise RequestError(
            "bad_length", f"no such length: {wish.length!r}; expected one of {', '.join(LENGTHS)}"
        )
    for text in wish.seats:
        if text not in {"person", "open"} and text.removeprefix("bot:") not in bots:
            expected = ", ".join(["person", "open", *(f"bot:{bot}" for bot in sorted(bots))])
            raise RequestError("bad_seats", f"no such seat: {text!r}; expected one of {expected}")
        if text.startswith("bot:") is (text in {"person", "open"}):
            raise RequestError("bad_seats", f"no such seat: {text!r}; expected 'bot:{text}'")
    persons = [seat for seat, text in enumerate(wish.seats) if text == "person"]
    if len(persons) > 1:
        raise RequestError(
            "bad_seats", "only one seat is 'person', the one who asks; expected 'open' for others"
        )
    if not persons and "open" not in wish.seats:
        raise RequestError("bad_seats", "nobody could sit down; expected a 'person' or 'open' seat")
    first, second, third, fourth = ("open" if text == "person" else text for text in wish.seats)
    setup = Setup(
        rules=wish.rules,
        options=wish.options,
        length=wish.length,
        stake=wish.stake,
        settings=wish.settings,
        seats=(first, second, third, fourth),
        host=host,
    )
    return setup, persons[0] if persons else None


def rules_body(bots: Collection[str]) -> RulesBody:
    """The rule sets with their house options, and what else a table can be set up with."""
    return RulesBody(
        tuple(
            RuleSetBody(key, tuple(_option_body(option, key) for option in options_of(key)))
            for key in RULE_SETS
        ),
        LENGTHS,
        tuple(sorted(bots)),
        Settings(),
    )


def _option_body(option: Option, key: str) -> OptionBody:
    values = option.allowed(key)
    named = option.kind in {"choice", "switch"}
    return OptionBody(
        key=option.name,
        clause=option.clause,
        group=option.group,
        kind=option.kind,
        values=values,
        default=OPTIONS[option.name].defaults[key],
        title_key=option.title_key,
        text_key=option.text_key,
        value_keys=tuple(option.value_key(value) for value in values) if named else (),
    )
