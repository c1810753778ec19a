"""`goldsparrow verify` and `goldsparrow replay`: yes, no, unusable; whole or as a seat saw it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest

from goldsparrow.arena.simulate import Plan, play_match
from goldsparrow.commands import records, verify
from goldsparrow.commands.replay import _TELL
from goldsparrow.events import AnyEvent
from goldsparrow.rules import RULE_SETS
from goldsparrow.text import LANGUAGES

Run = Callable[..., SimpleNamespace]


def record_of(key: str = "fuzhou-classic", deals: int = 2, seed: str = "commands") -> bytes:
    players = ("chance", "greedy", "chance", "greedy")
    plan = Plan(rules=key, deals=deals, seed=seed, players=players, records=True)
    return play_match(plan, 0)[1]


@pytest.fixture(scope="module")
def good() -> bytes:
    return record_of()


@pytest.fixture
def file(tmp_path: Path, good: bytes) -> Path:
    path = tmp_path / "record.jsonl"
    path.write_bytes(good)
    return path


# --- verify ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_good_record(run: Run, file: Path, language: str) -> None:
    """Exit 0 and one line."""
    done = run("verify", str(file), "--lang", language)

    assert done.code == 0
    assert len(done.lines) == 1
    assert str(file) in done.out


def test_several_records_from_standard_input(run: Run, good: bytes) -> None:
    """`-` reads standard input; several records may follow each other."""
    done = run("verify", "-", "--json", stdin=good + record_of("sanming"))

    assert done.code == 0
    assert json.loads(done.out)["records"] == 2
    assert json.loads(done.out)["deals"] == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_that_was_changed(run: Run, file: Path, good: bytes, language: str) -> None:
    """Exit 1 with the line's number and the reason."""
    lines = good.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:50] + lines[51:]))
    done = run("verify", str(file), "--lang", language)
    assert done.code == 1
    assert len(done.lines) == 1
    assert re.search(r"\d", done.out.replace(str(file), ""))
    assert done.err == ""

    answer = json.loads(run("verify", str(file), "--json").out)
    assert answer["ok"] is False
    assert answer["line"] > 1
    assert answer["reason"]


@pytest.mark.parametrize(
    "text", [b"", b"hello\n", b"\x00\x01\x02", b"[1, 2]\n", b'{"type": "other"}\n', b"[" * 90_000]
)
def test_what_is_no_record(run: Run, file: Path, text: bytes) -> None:
    """Exit 2 with one line on the error stream."""
    file.write_bytes(text)
    for command in ("verify", "replay"):
        done = run(command, str(file))
        assert done.code == 2
        assert done.out == ""
        assert len(done.err.splitlines()) == 1
        assert "line 1" in done.err


def test_a_record_without_its_header_was_cut(run: Run, file: Path, good: bytes) -> None:
    """Its first line is that of a record: the answer is no, not that it is none."""
    file.write_bytes(b"".join(good.splitlines(keepends=True)[1:]))

    assert run("verify", str(file)).code == 1


def test_files_that_are_not_there(run: Run) -> None:
    """Exit 2, the file quoted."""
    for command in ("verify", "replay"):
        done = run(command, "/no/such/record")
        assert done.code == 2
        assert "'/no/such/record'" in done.err


def test_endless_lines_are_not_swallowed(run: Run, file: Path, good: bytes) -> None:
    """A line longer than any record's is refused, and the lines after it keep their numbers."""
    lines = good.splitlines(keepends=True)
    long = b'{"type":"draw","seat":1,"tile":"5p","x":"' + b"x" * 3 * records.LONGEST_LINE + b'"}\n'
    file.write_bytes(b"".join([*lines[:5], long, *lines[5:]]))
    answer = json.loads(run("verify", str(file), "--json").out)

    assert answer["line"] == 6


def test_large_files_show_progress(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a megabyte on a bar says how far it is."""
    assert run("verify", str(file)).err == ""
    monkeypatch.setattr(verify, "_BAR_FROM", 1)
    assert "100%" in run("verify", str(file)).err


# --- replay ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", RULE_SETS)
def test_a_replay_tells_every_event(run: Run, tmp_path: Path, key: str, language: str) -> None:
    """Every event in words, in three languages, whatever the rules."""
    text = record_of(key, deals=6)
    path = tmp_path / "r"
    path.write_bytes(text)
    done = run("replay", str(path), "--lang", language)

    assert done.code == 0
    assert len(done.lines) >= len(text.splitlines()) - 1
    assert "?" not in done.out


def test_every_kind_of_event_has_words() -> None:
    """An event that cannot be told would end a replay."""
    assert set(_TELL) == set(get_args(AnyEvent))


def test_a_seat_sees_no_more_than_it_could(run: Run, file: Path) -> None:
    """`--seat`: what others take and draw has no face; what the seat itself draws has."""
    whole = run("replay", str(file)).lines
    seen = run("replay", str(file), "--seat", "1").lines
    draws = [
        (line, other)
        for line, other in zip(whole, seen, strict=True)
        if re.match(r"\d \w+ draws ", line)
    ]

    assert draws
    for line, other in draws:
        if line.startswith("1 "):
            assert other == line
        else:
            assert "draws ?" in other
    takes = [line for line in seen if " takes " in line]
    assert all("? x" in line for line in takes if not line.startswith("1 "))


@pytest.mark.parametrize("seat", ["4", "-1", "east", ""])
def test_what_is_no_seat(run: Run, file: Path, seat: str) -> None:
    """Exit 2, the value quoted."""
    done = run("replay", str(file), f"--seat={seat}")

    assert done.code == 2
    assert repr(seat) in done.err


def test_a_broken_record_is_shown_as_far_as_it_goes(run: Run, file: Path, good: bytes) -> None:
    """Exit 2 with the line at fault, after what could be shown."""
    file.write_bytes(good[: len(good) // 2])
    done = run("replay", str(file))

    assert done.code == 2
    assert "line" in done.err
    assert len(done.lines) > 20
