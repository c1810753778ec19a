"""Records: a match as JSON lines, a header and then one event a line, that anyone can verify.

The format's number goes up only when old readers could no longer read it; new fields have defaults
and meanings never change, so old records verify for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from goldsparrow.errors import GoldSparrowError, RecordError
from goldsparrow.events import (
    AnyEvent,
    Chow,
    Discard,
    End,
    Kong,
    Pong,
    Start,
    Win,
    decode,
    encode,
)
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
)
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import KIND

FORMAT: Final = 1
_WINS: Final[Mapping[str, Move]] = {"three_golds": THREE_GOLDS, "rob_gold": ROB_GOLD}
_KONGS: Final[Mapping[str, Move]] = {"added": ADDED_KONG, "concealed": CONCEALED_KONG}


class Header(
    msgspec.Struct, frozen=True, tag_field="type", tag="record", forbid_unknown_fields=False
):
    """The first line of a record: what was played, by whom, under which rules.

    `options` are all effective house options, `rules_hash` the SHA-256 of key and options.
    """

    match: str
    rules: str
    options: dict[str, str | int | bool]
    rules_hash: str
    players: tuple[str, str, str, str]
    length: str
    dealer: int
    stake: int = 1
    format: int = FORMAT
    software: str = ""

    @classmethod
    def of(
        cls, match: Match, name: str, players: tuple[str, str, str, str], software: str = ""
    ) -> Header:
        """The header of a match that is about to begin."""
        rules = match.rules
        return cls(
            name,
            rules.key,
            dict(rules.options),
            rules_hash(rules.key, rules.options),
            players,
            str(match.length),
            match.dealer,
            match.stake,
            FORMAT,
            software,
        )


def rules_hash(key: str, options: Mapping[str, str | int | bool]) -> str:
    """The SHA-256, in hex, of a rule set's key and the options that were in force.

    Options that later versions add are not part of an old record, and so not of its hash.
    """
    plain = msgspec.json.encode([key, dict(sorted(options.items()))])
    return hashlib.sha256(plain).hexdigest()


def commitment(seed: str) -> str:
    """What is published before a deal of the secret seed that is revealed after it (both hex)."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def deal_shuffle(match: str, number: int, seed: str, entropy: Iterable[str] = ()) -> Shuffle:
    """The shuffle of a match's deal from the revealed seed (hex) and what the seats added."""
    context = "|".join(["goldsparrow-1", match, str(number), *entropy])
    return shuffle(bytes.fromhex(seed), context)


class Record:
    """A header and the events of a match; `lines[i]` is the file's line of event `i`, from 1."""

    def __init__(
        self, header: Header, events: list[AnyEvent], lines: list[int] | None = None
    ) -> None:
        self.header = header
        self.events = events
        self.lines = lines if lines is not None else list(range(2, len(events) + 2))

    # --- reading and writing -----------------------------------------------------------------

    @classmethod
    def parse(cls, text: bytes) -> Record:
        """Reads a record.

        Raises:
            RecordError: a line is no header or no event; the message names the line.
        """
        header: Header | None = None
        events: list[AnyEvent] = []
        lines: list[int] = []
        for number, line in enumerate(text.splitlines(), 1):
            if not line.strip():
                continue
            try:
                if header is None:
                    header = msgspec.json.decode(line, type=Header)
                else:
                    events.append(decode(line))
                    lines.append(number)
            except (msgspec.MsgspecError, UnicodeDecodeError) as error:
                expected = "an event" if header else "a record's header"
                raise RecordError(
                    f"line {number}: expected {expected}, got {_quote(line)} ({error})"
                ) from None
        if header is None:
            raise RecordError("line 1: the record is empty; expected a header")
        if header.format != FORMAT:
            raise RecordError(f"line 1: format {header.format} is unknown; expected {FORMAT}")
        return cls(header, events, lines)

    @classmethod
    def read(cls, path: Path) -> Record:
        """Reads a record from a file.

        Raises:
            RecordError: the file cannot be read, or as `parse`.
        """
        try:
            return cls.parse(path.read_bytes())
        except OSError as error:
            raise RecordError(f"cannot read {str(path)!r}: {error.strerror}") from None

    def dump(self) -> bytes:
        """The record as JSON lines."""
        return b"".join(
            line + b"\n" for line in (msgspec.json.encode(self.header), *map(encode, self.events))
        )

    # --- playing it again --------------------------------------------------------------------

    def rules(self) -> RuleSet:
        """The rule set that the header names, which must hash as it says.

        Raises:
            RecordError: there is no such rule set, or its options are not what they were.
        """
        try:
            rules = rule_set(self.header.rules, **self.header.options)
        except GoldSparrowError as error:
            raise RecordError(f"line 1: {error}") from None
        expected = rules_hash(self.header.rules, self.header.options)
        if expected != self.header.rules_hash:
            raise RecordError(
                f"line 1: rules_hash {self.header.rules_hash!r} is not that of the rules and options"
            )
        return rules

    def deals(self) -> Iterator[list[int]]:
        """The places in `events` of each deal's events, in order."""
        current: list[int] = []
        for place, event in enumerate(self.events):
            if isinstance(event, Start) and current:
                yield current
                current = []
            current.append(place)
        if current:
            yield current

    def verify(self) -> Match:
        """Plays the match again from the shuffles and checks every event, shuffle and sum.

        Returns the finished match.

        Raises:
            RecordError: an event is not what the rules make of the shuffle and the choices, or the
                record ends before the match does; the message names the line.
        """
        header = self.header
        try:
            length = Length.parse(header.length)
        except GoldSparrowError as error:
            raise RecordError(f"line 1: {error}") from None
        if not 0 <= header.dealer < 4:
            raise RecordError(f"line 1: dealer {header.dealer} is no seat; expected 0 to 3")
        match = Match(self.rules(), length, dealer=header.dealer, stake=header.stake)
        for places in self.deals():
            if match.over:
                raise self._error(places[0], "the match was over before this event")
            self._verify_deal(match, places)
        if not match.over:
            last = self.lines[-1] if self.lines else 1
            raise RecordError(f"line {last}: the record ends before the match does")
        return match

    def _verify_deal(self, match: Match, places: list[int]) -> None:
        start, end = self._bounds(places)
        if start.commitment and start.commitment != commitment(end.seed):
            raise self._error(places[0], f"commitment {start.commitment!r} is not that of the seed")
        shuffled = deal_shuffle(self.header.match, match.number + 1, end.seed, start.entropy)
        made = match.start(
            shuffled, commitment=start.commitment, seed=end.seed, entropy=start.entropy
        )
        checked = self._compare(places, 0, made)
        while checked < len(places):
            deal = match.deal
            event = self.events[places[checked]]
            if deal is None or not deal.waiting:
                raise self._error(places[checked], f"{_quote(encode(event))} follows from nothing")
            try:
                made = [e for seat, move in choices(deal, event) for e in match.act(seat, move)]
            except GoldSparrowError as error:
                raise self._error(
                    places[checked], f"{_quote(encode(event))} cannot come here: {error}"
                ) from None
            checked = self._compare(places, checked, made)
        if not match.between_deals and not match.over:
            raise self._error(places[-1], "the record ends before the deal does")

    def _bounds(self, places: list[int]) -> tuple[Start, End]:
        start = self.events[places[0]]
        if not isinstance(start, Start):
            raise self._error(places[0], f"expected a deal's start, got {_quote(encode(start))}")
        for place in reversed(places):
            end = self.events[place]
            if isinstance(end, End):
                try:
                    bytes.fromhex(end.seed)
                except ValueError:
                    raise self._error(place, f"seed {end.seed!r} is no hex") from None
                return start, end
        raise self._error(places[-1], "the record ends before the deal does")

    def _compare(self, places: list[int], checked: int, made: list[AnyEvent]) -> int:
        for event in made:
            if checked >= len(places):
                raise self._error(places[-1], f"missing after this: {_quote(encode(event))}")
            found = self.events[places[checked]]
            if found != event:
                raise self._error(
                    places[checked],
                    f"found {_quote(encode(found))}, the rules make {_quote(encode(event))}",
                )
            checked += 1
        return checked

    def _error(self, place: int, message: str) -> RecordError:
        return RecordError(f"line {self.lines[place]}: {message}")


def choices(deal: Deal, event: AnyEvent) -> list[tuple[int, Move]]:
    """The choices to give a waiting deal so that `event` comes next, or comes nearer.

    Whoever was asked and does not appear has passed, or was outranked, which changes nothing. A
    dealer who wanted to rob the gold and was outranked shows only by the robbery of another (F8).
    """
    seat, move = _choice(event)
    asked = list(deal.waiting)
    robbed = isinstance(event, Win) and event.by == "rob_gold"
    if robbed and seat not in asked and deal.phase == "turn":
        return [(asked[0], ROB_GOLD)]
    passing = [(each, PASS) for each in asked if each != seat]
    return [*passing, (seat, move)] if seat in asked else passing


def _choice(event: AnyEvent) -> tuple[int | None, Move]:
    """Whose choice an event shows, and the move; None where it shows none."""
    if isinstance(event, Discard):
        return event.seat, KIND[event.tile]
    if isinstance(event, Chow):
        return event.seat, CHOW + KIND[event.low]
    if isinstance(event, Pong):
        return event.seat, PONG
    if isinstance(event, Kong):
        first = _KONGS.get(event.kind)
        return event.seat, KONG if first is None else first + KIND[event.tile]
    if isinstance(event, Win):
        return event.seat, _WINS.get(event.by, WIN)
    return None, PASS


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 120 else text[:117] + "...")
