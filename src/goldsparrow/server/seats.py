"""Who sits where, and how the server knows a guest again.

A guest is a name and a secret in a cookie; only the secret's hash is stored, so that a copied
database lets nobody sit down on another's seat.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from typing import Final, Literal

import msgspec

from goldsparrow.errors import GoldSparrowError
from goldsparrow.server.protocol import SeatState
from goldsparrow.text import LANGUAGES, say

COOKIE: Final = "goldsparrow"
COOKIE_SECONDS: Final = 400 * 24 * 3600
NAME_LENGTH: Final = 16
BOT_NAMES: Final = ("茉莉", "阿榕", "橄榄", "小鹭")
"""What bots are called by their seat; the catalogue has them as `room.bot.0` to `room.bot.3`."""
BRAILLE_BLANK: Final = "\u2800"
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Unicode's default-ignorable code points that are neither controls nor unassigned."""

Language = Literal["zh-Hans", "zh-Hant", "en"]


class SeatError(GoldSparrowError, ValueError):
    """Raised for a name or a seat that cannot be had; `code` is a stable key."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Guest(msgspec.Struct, frozen=True):
    """A person as the server knows them."""

    id: str
    name: str
    language: Language = "zh-Hans"


def new_token() -> str:
    """A secret for a guest's cookie."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as it is shown: one line, normal form, nothing invisible, and no bot's name.

    Raises:
        SeatError: nothing visible is left, more than 16 characters are, or a bot is called so.
    """
    kept = "".join(
        " " if character.isspace() or character == BRAILLE_BLANK else character
        for character in name
        if character.isspace() or not _invisible(character)
    )
    text = unicodedata.normalize("NFC", " ".join(kept.split()))
    # A mark at the beginning would go onto whatever is shown before the name.
    if not text or len(text) > NAME_LENGTH or unicodedata.category(text[0])[0] == "M":
        raise SeatError("bad_name", f"a name has 1 to {NAME_LENGTH} characters; got {name[:40]!r}")
    if _folded(text) in _BOTS:
        raise SeatError("bad_name", f"a bot is called {text!r}; expected another name")
    return text


def _invisible(character: str) -> bool:
    """Whether a character is a control, unassigned, or shows nothing by itself."""
    return unicodedata.category(character)[0] == "C" or bool(_IGNORED.match(character))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


_BOTS: Final = frozenset(
    _folded(say(f"room.bot.{seat}", language)) for seat in range(4) for language in LANGUAGES
)


class Chair(msgspec.Struct):
    """One seat of a table: open, or taken by a person (`guest`) or a bot (`bot`)."""

    kind: Literal["person", "bot", "open"]
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    autopilot: bool = False
    misses: int = 0
    """How many time-outs in a row."""


class Seats:
    """The four chairs of a table."""

    def __init__(self, plan: tuple[str, ...]) -> None:
        """Sets the chairs up from `open` and `bot:KEY`."""
        self.chairs = [
            Chair("bot", name=BOT_NAMES[seat], bot=text.removeprefix("bot:"))
            if text.startswith("bot:")
            else Chair("open")
            for seat, text in enumerate(plan)
        ]

    def __getitem__(self, seat: int) -> Chair:
        return self.chairs[seat]

    def of(self, guest: str | None) -> int | None:
        """The seat of a guest, or None for a watcher."""
        if guest is None:
            return None
        for seat, chair in enumerate(self.chairs):
            if chair.guest == guest:
                return seat
        return None

    @property
    def full(self) -> bool:
        """Whether nobody is waited for."""
        return all(chair.kind != "open" for chair in self.chairs)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people sit on."""
        return tuple(s for s, chair in enumerate(self.chairs) if chair.kind == "person")

    def free(self, wanted: int | None) -> int:
        """The seat that a newcomer gets.

        Raises:
            SeatError: the wanted seat is taken, or all are.
        """
        for seat, chair in enumerate(self.chairs):
            if chair.kind == "open" and wanted in {None, seat}:
                return seat
        if wanted is None:
            raise SeatError("full", "all seats of this table are taken")
        raise SeatError("taken", f"seat {wanted} is taken; expected an open seat")

    def sit(self, seat: int, guest: str, name: str) -> None:
        """A person takes a chair."""
        self.chairs[seat] = Chair("person", guest=guest, name=name)

    def stand(self, seat: int) -> None:
        """A person gives a chair back."""
        self.chairs[seat] = Chair("open")

    def seat_bot(self, seat: int, bot: str) -> None:
        """A bot takes an open chair."""
        self.chairs[seat] = Chair("bot", name=BOT_NAMES[seat], bot=bot)

    @property
    def names(self) -> tuple[str, str, str, str]:
        """The names by seat, empty where a seat is open."""
        first, second, third, fourth = (chair.name for chair in self.chairs)
        return first, second, third, fourth

    def states(
        self, connected: set[int], ready: tuple[bool, ...]
    ) -> tuple[SeatState, SeatState, SeatState, SeatState]:
        """What everyone may know of the seats."""
        first, second, third, fourth = (
            SeatState(
                seat=seat,
                name=chair.name,
                kind=chair.kind,
                connected=chair.kind == "bot" or seat in connected,
                autopilot=chair.autopilot,
                ready=ready[seat],
                name_key=f"room.bot.{seat}" if chair.kind == "bot" else None,
            )
            for seat, chair in enumerate(self.chairs)
        )
        return first, second, third, fourth
