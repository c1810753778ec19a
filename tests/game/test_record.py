"""Records: written, read, played again, and refused where anything was changed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from goldsparrow.arena.simulate import Plan, play_match
from goldsparrow.errors import NoRecord, RecordError
from goldsparrow.events import Discard, End, Gold, Start, encode
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import (
    Header,
    Record,
    Seal,
    Verifier,
    commitment,
    entries,
    first_dealer,
)
from goldsparrow.rules import rule_set

KEYS = ("fuzhou-ourgame", "fuzhou-classic")


def record_of(key: str = "fuzhou-ourgame", deals: int = 3, seed: str = "record") -> bytes:
    plan = Plan(
        rules=key,
        deals=deals,
        seed=seed,
        players=("chance", "greedy", "chance", "greedy"),
        records=True,
    )
    return play_match(plan, 0)[1]


@pytest.fixture(scope="module")
def good() -> bytes:
    return record_of()


@pytest.mark.parametrize("key", KEYS)
def test_a_record_verifies(key: str) -> None:
    """Records: played again from the shuffle, every event, shuffle and sum is as written."""
    record = Record.parse(record_of(key))
    match = record.verify()

    assert match.over
    assert sum(match.scores) == 0
    assert match.rules.key == key


def test_writing_and_reading_are_inverse(good: bytes, tmp_path: Path) -> None:
    """Records: parse and dump give the same bytes; a file reads as its text does."""
    record = Record.parse(good)
    (tmp_path / "r").write_bytes(good)

    assert record.dump() == good
    assert Record.read(tmp_path / "r").events == record.events
    assert record.lines[:2] == [2, 3]
    assert record.rules() == rule_set("fuzhou-ourgame")


def test_what_cannot_be_read() -> None:
    """Errors name the file, or the line and what stands there."""
    with pytest.raises(RecordError, match="'/no/such/file'"):
        Record.read(Path("/no/such/file"))
    for text in (b"", b"\n\n", b"hello\n", b"[1]\n", b"\xff\xfe\n"):
        with pytest.raises(NoRecord) as error:
            Record.parse(text)
        assert error.value.line == 1


def test_unknown_formats_are_not_guessed_at(good: bytes) -> None:
    """Records: a later format is refused, not misread."""
    with pytest.raises(NoRecord, match="format 2"):
        Record.parse(good.replace(b'"format":1', b'"format":2', 1))


def refused(text: bytes) -> RecordError:
    with pytest.raises(RecordError) as error:
        Record.parse(text).verify()
    return error.value


def unsealed(text: bytes) -> list[bytes]:
    """The lines of a record that has no seal, so that the rules alone must find what is wrong."""
    lines = text.splitlines()
    header = json.loads(lines[0])
    header["sealed"] = False
    return [json.dumps(header).encode(), *lines[1:-1]]


@pytest.mark.parametrize("keep_seal", [True, False])
def test_every_line_taken_out_is_missed(good: bytes, keep_seal: bool) -> None:
    """Records: cut anywhere, it is refused with a line's number."""
    lines = good.splitlines() if keep_seal else unsealed(good)
    for place in range(len(lines)):
        cut = lines[:place] + lines[place + 1 :]
        error = refused(b"\n".join(cut))
        assert 1 <= error.line <= len(lines)
        assert f"line {error.line}: " in str(error)


def test_every_end_cut_off_is_missed(good: bytes) -> None:
    """Records: a record that stops early is refused."""
    for lines in (good.splitlines(), unsealed(good)):
        for place in range(1, len(lines)):
            assert refused(b"\n".join(lines[:place])).line <= place
        for size in (1, 7, 30):
            refused(b"\n".join(lines)[:-size])


def test_neighbours_that_change_places_are_missed(good: bytes) -> None:
    """Records: reordered, it is refused."""
    for lines in (good.splitlines(), unsealed(good)):
        for place in range(len(lines) - 1):
            if lines[place] == lines[place + 1]:
                continue
            moved = [*lines]
            moved[place], moved[place + 1] = moved[place + 1], moved[place]
            refused(b"\n".join(moved))


def test_any_two_lines_that_change_places_are_missed(good: bytes) -> None:
    """Records: also two discards that would make a deal as legal as the one played."""
    lines = good.splitlines()
    chance = random.Random(5)
    for _ in range(150):
        one, other = chance.sample(range(len(lines)), 2)
        if lines[one] == lines[other]:
            continue
        moved = [*lines]
        moved[one], moved[other] = moved[other], moved[one]
        refused(b"\n".join(moved))


def test_a_seal_finds_what_the_rules_cannot() -> None:
    """Records: two discards far apart may swap and the deal stay legal; the seal notices."""
    text = record_of(deals=1, seed="swap")
    lines = unsealed(text)
    found = False
    for one in range(len(lines)):
        for other in range(one + 1, len(lines)):
            if b'"discard"' not in lines[one] or b'"discard"' not in lines[other]:
                continue
            if lines[one] == lines[other]:
                continue
            moved = [*lines]
            moved[one], moved[other] = moved[other], moved[one]
            try:
                Record.parse(b"\n".join(moved)).verify()
            except RecordError:
                continue
            sealed = text.splitlines()
            sealed[one], sealed[other] = sealed[other], sealed[one]
            assert "seal" in str(refused(b"\n".join(sealed)))
            found = True
    assert found, "no swap was legal: take another seed, so that the seal has something to find"


def test_every_changed_byte_is_missed(good: bytes) -> None:
    """Records: edited anywhere, it is refused; a blank at a line's end is no edit."""
    chance = random.Random(6)
    for _ in range(400):
        place = chance.randrange(len(good))
        other = bytes([chance.choice(b'0123456789mpsz{}",:abcxyz-')])
        if good[place : place + 1] in (other, b"\n"):
            continue
        refused(good[:place] + other + good[place + 1 :])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda h: h | {"dealer": 7}, "dealer 7"),
        (lambda h: h | {"length": "soon"}, "'soon'"),
        (lambda h: h | {"rules": "fuzhou-classic"}, "rules_hash"),
        (lambda h: h | {"rules": "riichi"}, "'riichi'"),
        (lambda h: h | {"options": h["options"] | {"base": 6}}, "rules_hash"),
        (lambda h: h | {"options": h["options"] | {"base": "much"}}, "'much'"),
        (lambda h: h | {"rules_hash": "00"}, "'00'"),
        (lambda h: h | {"length": "2 deals"}, "found"),
        (lambda h: h | {"length": "4 deals"}, "expected a deal"),
        (lambda h: h | {"stake": 2}, "found"),
        (lambda h: h | {"match": "another"}, "found"),
        (lambda h: h | {"dealer": (h["dealer"] + 1) % 4}, "found"),
    ],
)
def test_headers_that_lie(
    good: bytes, change: Callable[[dict[str, object]], object], message: str
) -> None:
    """Records: the header must be that of the events; the message quotes what is wrong."""
    lines = unsealed(good)
    lines[0] = json.dumps(change(json.loads(lines[0]))).encode()

    assert message in str(refused(b"\n".join(lines)))


def test_seed_and_commitment_must_fit(good: bytes) -> None:
    """Design, verifiable shuffle: the seed is the one that was committed to, and is hex."""
    record = Record.parse(good)
    start, end = record.events[0], next(e for e in record.events if isinstance(e, End))
    assert isinstance(start, Start)
    assert start.commitment == commitment(end.seed)

    for old, new, message in (
        (start.commitment, "0" * 64, "commitment"),
        (end.seed, "zz", "'zz' is no hex"),
        (end.seed, "00" * 32, "commitment"),
    ):
        changed = b"\n".join(unsealed(good)).replace(old.encode(), new.encode())
        assert message in str(refused(changed))


def test_without_a_commitment_the_seed_alone_counts(good: bytes) -> None:
    """Records: a start without commitment verifies, another seed does not."""
    start = Record.parse(good).events[0]
    assert isinstance(start, Start)
    text = b"\n".join(unsealed(good)).replace(
        f'"commitment":"{start.commitment}"'.encode(), b'"commitment":""'
    )

    assert Record.parse(text).verify().over


def test_what_follows_from_nothing(good: bytes) -> None:
    """Records: a move that its seat could not make is quoted with the reason."""
    lines = unsealed(good)
    place = next(i for i, line in enumerate(lines) if b'"discard"' in line)
    seat = json.loads(lines[place])["seat"]
    lines[place] = encode(Discard((seat + 1) % 4, "1m"))

    assert refused(b"\n".join(lines)).line == place + 1


def test_what_comes_after_the_match_is_refused(good: bytes) -> None:
    """Records: the match's end is the end, also where no seal says so."""
    lines = [*unsealed(good), encode(Discard(0, "1m"))]

    assert "over before" in str(refused(b"\n".join(lines)))
    assert "over before" in str(refused(b"\n".join([*lines[:-1], lines[1]])))


def test_an_end_that_comes_too_early(good: bytes) -> None:
    """Records: a deal that its record ends before its time is refused where that happens."""
    lines = unsealed(good)
    end = next(i for i, line in enumerate(lines) if b'"type":"end"' in line)

    assert refused(b"\n".join([*lines[:40], *lines[end:]])).line == 41


# --- several records -------------------------------------------------------------------------


def verify(text: bytes) -> Verifier:
    verifier = Verifier()
    for number, entry in entries(text.splitlines(keepends=True)):
        verifier.take(number, entry)
    verifier.close()
    return verifier


def test_several_records_one_after_the_other(good: bytes) -> None:
    """Interfaces, `verify`: a file may hold many; each line is counted from the file's start."""
    other = record_of("fuzhou-classic", 2)
    verifier = verify(good + other)
    assert (verifier.records, verifier.deals) == (2, 5)

    lines = (good + other).splitlines()
    place = len(good.splitlines()) + 20
    with pytest.raises(RecordError) as error:
        verify(b"\n".join(lines[:place] + lines[place + 1 :]))
    assert error.value.line > len(good.splitlines())


def test_one_record_is_read_at_a_time(good: bytes) -> None:
    """Records: `Record.parse` reads one, and says where another begins."""
    with pytest.raises(RecordError, match="second header") as error:
        Record.parse(good + good)
    assert error.value.line == len(good.splitlines()) + 1


def test_the_record_before_must_be_whole(good: bytes) -> None:
    """Records: a header after half a record is refused, sealed or not."""
    half = good.splitlines(keepends=True)[:40]
    for first in (half, [line + b"\n" for line in unsealed(good)][:40]):
        with pytest.raises(RecordError) as error:
            verify(b"".join(first) + good)
        assert error.value.line in (40, 41)


def test_nothing_stands_after_a_seal(good: bytes) -> None:
    """Records: the seal is the last line."""
    with pytest.raises(RecordError, match="after the seal"):
        verify(good + encode(Discard(0, "1m")) + b"\n")


def test_a_seal_must_fit_and_follow(good: bytes) -> None:
    """Records: a wrong seal is refused, and so is a record that promised one and has none."""
    lines = good.splitlines()
    wrong = msgspec.json.encode(Seal("0" * 64))

    assert "seal" in str(refused(b"\n".join([*lines[:-1], wrong])))
    assert "seal" in str(refused(b"\n".join(lines[:-1])))
    with pytest.raises(RecordError, match="header"):
        verify(lines[-1] + b"\n")


def test_blank_lines_and_line_ends_do_not_matter(good: bytes) -> None:
    """Records: a file that a mailer or an editor has touched still verifies."""
    assert verify(good.replace(b"\n", b"\r\n") + b"\n\n").records == 1


def test_a_record_from_before_the_gold_told_its_end_verifies() -> None:
    """L2: Longyan opens the gold at the head; old records do not say so, none says it wrongly."""
    told = Record.parse(record_of("longyan", deals=2))
    assert [event.head for event in told.events if isinstance(event, Gold)] == [True, True]
    assert told.verify().over

    untold = [
        msgspec.structs.replace(event, head=False) if isinstance(event, Gold) else event
        for event in told.events
    ]
    assert Record(told.header, untold).verify().over

    fuzhou = Record.parse(record_of("fuzhou-ourgame", deals=1))
    wrong = [
        msgspec.structs.replace(event, head=True) if isinstance(event, Gold) else event
        for event in fuzhou.events
    ]
    with pytest.raises(RecordError, match="the rules make"):
        Record(fuzhou.header, wrong).verify()


def test_headers_say_what_was_in_force() -> None:
    """Records: all effective options stand in the header, with a hash over key and options."""
    rules = rule_set("fuzhou-ourgame", base=7)
    match = Match(rules, Length.parse("1 round"), dealer=3, stake=2)
    header = Header.of(match, "m", ("a", "b", "c", "d"), "test")

    assert header.options == rules.options
    assert header.options["base"] == 7
    assert (header.dealer, header.stake, header.length) == (3, 2, "1 round")
    assert not header.sealed


def test_a_first_dealer_who_is_said_to_be_drawn_must_be_the_one() -> None:
    """C2: where the header says so, the first deal's seed and the seats' bytes name the dealer."""
    outcomes = set()
    for number in range(12):
        record = Record.parse(record_of(deals=1, seed=f"dealer {number}"))
        start = next(event for event in record.events if isinstance(event, Start))
        end = next(event for event in record.events if isinstance(event, End))
        drawn = first_dealer(record.header.match, end.seed, start.entropy)
        assert record.verify().over
        assert not record.header.drawn
        claimed = Record(msgspec.structs.replace(record.header, drawn=True), record.events)
        outcomes.add(drawn == record.header.dealer)
        if drawn == record.header.dealer:
            assert claimed.verify().over
        else:
            with pytest.raises(RecordError, match=f"expected {drawn}") as caught:
                claimed.verify()
            assert caught.value.line == 2
    assert outcomes == {True, False}
