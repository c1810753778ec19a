"""Records: a match as JSON lines, a header and then one event a line, that anyone can verify.

The format's number goes up only when old readers could no longer read it; new fields have defaults
and meanings never change, so old records verify for ever.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from goldsparrow.errors import GoldSparrowError, NoRecord, RecordError
from goldsparrow.events import (
    AnyEvent,
    Chow,
    Discard,
    End,
    Gold,
    GoldGap,
    Kong,
    Pong,
    Start,
    Win,
    encode,
)
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    GOLD_GAP,
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

    `options` are all effective house options, `rules_hash` the SHA-256 of key and options;
    `sealed` says that the record's last line is its seal, `drawn` that the dealer of the first deal
    is the one whom its seed draws (`first_dealer`).
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
    sealed: bool = False
    drawn: bool = False

    @classmethod
    def of(
        cls,
        match: Match,
        name: str,
        players: tuple[str, str, str, str],
        software: str = "",
        *,
        sealed: bool = False,
        drawn: bool = False,
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
            sealed,
            drawn,
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


def first_dealer(match: str, seed: str, entropy: Iterable[str] = ()) -> int:
    """The dealer of a match's first deal, drawn by its seed (hex) and the seats' bytes (C2).

    It is the first byte of HMAC-SHA256(seed, "goldsparrow-1|MATCH|dealer|" and the seats' bytes
    joined by "|"), modulo four.
    """
    context = "|".join(["goldsparrow-1", match, "dealer", *entropy])
    return hmac.digest(bytes.fromhex(seed), context.encode(), "sha256")[0] % 4


class Seal(msgspec.Struct, frozen=True, tag_field="type", tag="seal"):
    """The last line of a sealed record: the SHA-256 of all its lines before this one.

    Two discards that change places may make another deal that the rules allow as well, and the
    players' names follow from nothing: only the seal notices.
    """

    sha256: str


Entry: TypeAlias = Header | AnyEvent | Seal
"""One line of a record."""

_ENTRIES: Final = msgspec.json.Decoder(Header | AnyEvent | Seal)


def entries(lines: Iterable[bytes]) -> Iterator[tuple[int, Entry]]:
    """Reads the lines of one record, or of several one after the other, with their numbers.

    Checks what needs no rules: every line is an entry, each record begins with a header and, where
    that says so, ends with its seal.

    Raises:
        NoRecord: the first line is no line of a record, or its format is not known.
        RecordError: a later line is none, or not where it belongs; the message names the line.
    """
    number = 0
    header: Header | None = None
    sealed = True
    first = 1
    digest = hashlib.sha256()
    for number, line in enumerate(lines, 1):
        text = line.rstrip(b"\r\n")
        if not text.strip():
            continue
        entry = _entry(number, text, known=header is not None)
        if isinstance(entry, Header):
            if header is not None and header.sealed and not sealed:
                raise RecordError("the record before this line ends without its seal", number)
            header, sealed, first, digest = entry, False, number, hashlib.sha256()
        elif header is None:
            raise RecordError(f"expected a record's header, got {_quote(text)}", number)
        elif sealed:
            raise RecordError(f"expected nothing more after the seal, got {_quote(text)}", number)
        elif isinstance(entry, Seal):
            if entry.sha256 != digest.hexdigest():
                raise RecordError(
                    f"the seal is not that of lines {first} to {number - 1}: "
                    "one of them was edited, moved or taken out",
                    number,
                )
            sealed = True
        digest.update(text + b"\n")
        yield number, entry
    if header is None:
        raise NoRecord("the record is empty; expected a header", 1)
    if header.sealed and not sealed:
        raise RecordError("the record ends without its seal", number)


def _entry(number: int, text: bytes, *, known: bool) -> Entry:
    try:
        entry: Entry = _ENTRIES.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        expected = "an event" if known else "a record's header"
        kind = RecordError if known else NoRecord
        raise kind(f"expected {expected}, got {_quote(text)} ({error})", number) from None
    if isinstance(entry, Header) and entry.format != FORMAT:
        raise NoRecord(f"format {entry.format} is not known; expected {FORMAT}", number)
    return entry


class Record:
    """A header and the events of a match; `lines[i]` is the file's line of event `i`, from 1."""

    def __init__(
        self, header: Header, events: list[AnyEvent], lines: list[int] | None = None
    ) -> None:
        self.header = header
        self.events = events
        self.lines = lines if lines is not None else list(range(2, len(events) + 2))

    @classmethod
    def parse(cls, text: bytes) -> Record:
        """Reads a record.

        Raises:
            RecordError: as `entries`, or a second record follows; the message names the line.
        """
        found: list[tuple[int, AnyEvent]] = []
        header: Header | None = None
        for number, entry in entries(text.splitlines()):
            if isinstance(entry, Header):
                if header is not None:
                    raise RecordError("expected one record, got a second header", number)
                header = entry
            elif not isinstance(entry, Seal):
                found.append((number, entry))
        assert header is not None, "without a header there is an error"
        return cls(header, [event for _, event in found], [number for number, _ in found])

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
        """The record as JSON lines, sealed where the header says so."""
        lines = [msgspec.json.encode(self.header), *map(encode, self.events)]
        text = b"".join(line + b"\n" for line in lines)
        if self.header.sealed:
            seal = Seal(hashlib.sha256(text).hexdigest())
            text += msgspec.json.encode(seal) + b"\n"
        return text

    def rules(self) -> RuleSet:
        """The rule set that the header names, which must hash as it says.

        Raises:
            RecordError: there is no such rule set, or its options are not what they were.
        """
        return header_rules(self.header)

    def verify(self) -> Match:
        """Plays the match again from the shuffles and checks every event, shuffle and sum.

        Returns the finished match.

        Raises:
            RecordError: an event is not what the rules make of the shuffle and the choices, or the
                record ends before the match does; the message names the line.
        """
        verifier = Verifier()
        verifier.take(1, self.header)
        for number, event in zip(self.lines, self.events, strict=True):
            verifier.take(number, event)
        verifier.close()
        assert verifier.match is not None, "a header makes a match"
        return verifier.match


def header_rules(header: Header, line: int = 1) -> RuleSet:
    """The rule set that a header names, which must hash as it says.

    Raises:
        RecordError: there is no such rule set, or its options are not what they were.
    """
    try:
        rules = rule_set(header.rules, **header.options)
    except GoldSparrowError as error:
        raise RecordError(str(error), line) from None
    if rules_hash(header.rules, header.options) != header.rules_hash:
        raise RecordError(
            f"rules_hash {header.rules_hash!r} is not that of the rules and options", line
        )
    return rules


class Verifier:
    """Plays records again, entry by entry, and holds no more than one deal of them.

    Args:
        watch: called before choices are played again, with the deal as it waits and the seats'
            moves that lead to the next event; who was outranked counts as having passed.

    Attributes:
        match: the match of the record that is being checked, or of the last one.
        records, deals, events: how many have been found good.
    """

    def __init__(
        self, watch: Callable[[Match, list[tuple[int, Move]]], None] | None = None
    ) -> None:
        self._watch = watch
        self.match: Match | None = None
        self.records = 0
        self.deals = 0
        self.events = 0
        self._header: Header | None = None
        self._deal: list[tuple[int, AnyEvent]] = []
        self._due: list[AnyEvent] = []
        self._last = 1

    def take(self, number: int, entry: Entry) -> None:
        """Checks the next entry, as far as it can be: a deal is checked when its end is there.

        Raises:
            RecordError: the entry, or an earlier one, is not what the rules make; names the line.
        """
        if isinstance(entry, Header):
            self.close()
            self._begin(number, entry)
        elif isinstance(entry, Seal):
            self.close()
        elif self._due:
            self._compare(number, entry, self._due.pop(0))
            self.events += 1
        else:
            self._collect(number, entry)
        self._last = number

    def close(self) -> None:
        """Checks that the record that is open is whole; does nothing where none is.

        Raises:
            RecordError: the record ends before the match does.
        """
        if self._header is None:
            return
        if self._deal:
            raise RecordError("the record ends before the deal does", self._last)
        if self._due or self.match is None or not self.match.over:
            raise RecordError("the record ends before the match does", self._last)
        self._header = None
        self.records += 1

    def _begin(self, number: int, header: Header) -> None:
        rules = header_rules(header, number)
        try:
            length = Length.parse(header.length)
        except GoldSparrowError as error:
            raise RecordError(str(error), number) from None
        if not 0 <= header.dealer < 4:
            raise RecordError(f"dealer {header.dealer} is no seat; expected 0 to 3", number)
        self._header = header
        self.match = Match(rules, length, dealer=header.dealer, stake=header.stake)

    def _collect(self, number: int, event: AnyEvent) -> None:
        assert self._header is not None, "entries begin with a header"
        assert self.match is not None, "a header makes a match"
        if self.match.over:
            raise RecordError(f"the match was over before {_quote(encode(event))}", number)
        if not self._deal and not isinstance(event, Start):
            raise RecordError(f"expected a deal's start, got {_quote(encode(event))}", number)
        if self._deal and isinstance(event, Start):
            raise RecordError("a deal starts before the one before it has ended", number)
        self._deal.append((number, event))
        if isinstance(event, End):
            self._check_deal(self._header, self.match, event)
            self.deals += 1
            self.events += len(self._deal)
            self._deal = []

    def _check_deal(self, header: Header, match: Match, end: End) -> None:
        lines = self._deal
        number, start = lines[0]
        assert isinstance(start, Start), "a deal is collected from its start"
        try:
            published = commitment(end.seed)
        except ValueError:
            raise RecordError(f"seed {end.seed!r} is no hex", lines[-1][0]) from None
        if start.commitment and start.commitment != published:
            raise RecordError(f"commitment {start.commitment!r} is not that of the seed", number)
        if header.drawn and match.number < 0:
            drawn = first_dealer(header.match, end.seed, start.entropy)
            if header.dealer != drawn:
                raise RecordError(
                    f"dealer {header.dealer} is not the one whom the first deal's seed and what "
                    f"the seats added draw; expected {drawn}",
                    number,
                )
        shuffled = deal_shuffle(header.match, match.number + 1, end.seed, start.entropy)
        made = match.start(
            shuffled, commitment=start.commitment, seed=end.seed, entropy=start.entropy
        )
        checked = self._follow(0, made)
        while checked < len(lines):
            number, event = lines[checked]
            deal = match.deal
            # A deal that is over has made its end, which is the last of the lines.
            assert deal is not None, "the match has begun a deal"
            assert deal.waiting, "lines are left, so the deal goes on"
            try:
                chosen = choices(deal, event)
                if self._watch is not None:
                    self._watch(match, chosen)
                made = [e for seat, move in chosen for e in match.act(seat, move)]
            except GoldSparrowError as error:
                raise RecordError(
                    f"{_quote(encode(event))} cannot come here: {error}", number
                ) from None
            checked = self._follow(checked, made)

    def _follow(self, checked: int, made: list[AnyEvent]) -> int:
        """Compares what the rules made with the lines of the deal; what is left over is due."""
        for place, event in enumerate(made):
            if checked == len(self._deal):
                self._due = made[place:]
                break
            number, found = self._deal[checked]
            self._compare(number, found, event)
            checked += 1
        return checked

    def _compare(self, number: int, found: AnyEvent, made: AnyEvent) -> None:
        if not is_said(found, made):
            raise RecordError(
                f"found {_quote(encode(found))}, the rules make {_quote(encode(made))}", number
            )


def is_said(found: AnyEvent, made: AnyEvent) -> bool:
    """Whether an event that was written down is the one that the rules make.

    What is older than a field does not say it: the end at which the gold was opened.
    """
    if isinstance(found, Gold) and isinstance(made, Gold) and not found.head:
        made = msgspec.structs.replace(made, head=False)
    return found == made


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
    # Before its first discard the dealer may have passed on an opening win.
    chooses = seat is not None and deal.waiting.get(seat, 0) >> move & 1
    passing = [(each, PASS) for each in asked if each != seat or not chooses]
    return [*passing, (seat, move)] if chooses and seat is not None else passing


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
    if isinstance(event, GoldGap):
        return event.seat, GOLD_GAP + KIND[event.discard]
    if isinstance(event, Win):
        return event.seat, _WINS.get(event.by, WIN)
    return None, PASS


def _quote(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= 120 else text[:117] + "...")
