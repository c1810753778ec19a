"""`goldsparrow waits` and `goldsparrow divide`."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from goldsparrow.text import LANGUAGES

Run = Callable[..., SimpleNamespace]
RUNS = "123456789m 123p 45p 55s"


def one(gold: str, hand: str, **more: str) -> list[str]:
    """Makes the arguments of one hand."""
    arguments = ["--gold", gold, "--hand", hand]
    for name, value in more.items():
        for part in value.split():
            arguments += [f"--{name.replace('_', '-')}", part]
    return arguments


def test_waits(run: Run) -> None:
    """The tiles that win with the copies left and what each pays (C6, C7, F22)."""
    done = run("waits", "--rules", "fuzhou-ourgame", "--json", *one("9s", RUNS, flowers="123f"))
    assert done.code == 0
    waits = {entry.pop("tile"): entry for entry in json.loads(done.out)["waits"]}
    assert set(waits) == {"3p", "6p", "9s"}
    plain = {"gain": 24, "special": None}
    assert waits["6p"] == {"left": 4, "self_draw": {"gain": 48, "special": None}, "discard": plain}
    assert waits["3p"]["left"] == 3
    assert waits["9s"] == {"left": 3, "self_draw": {"gain": 54, "special": None}, "discard": None}


def test_waits_with_melds_and_white_dragons(run: Run) -> None:
    """L3: a hand that waits for the gold's face wins on the white dragon."""
    hand = one("5m", "34m 5m 123p 1s", meld="777z", concealed_kong="8888s")
    waits = json.loads(run("waits", "--rules", "longyan", "--json", *hand).out)["waits"]
    assert {entry["tile"]: entry["left"] for entry in waits} == {"2m": 4, "5m": 2, "1s": 3, "7z": 1}


def test_waits_of_a_file(run: Run) -> None:
    """Hands come one a line as well; an idle one waits for everything but wins no discard (S8)."""
    line = {"rules": "sanming", "gold": "9s", "hand": "123456789m 123456p 9s", "winner": 2}
    done = run("waits", "--json", stdin=json.dumps(line).encode())
    waits = json.loads(done.out)["waits"]
    assert len(waits) == 27
    assert all(entry["discard"] is None for entry in waits)


def test_a_hand_that_does_not_wait(run: Run) -> None:
    """Nothing completes it."""
    hand = one("9s", "147m 147p 147s 258m 258p 3s")
    assert json.loads(run("waits", "--rules", "fuzhou-ourgame", "--json", *hand).out) == {
        "ok": False,
        "waits": [],
    }
    assert "not waiting" in run("waits", "--rules", "fuzhou-ourgame", *hand).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_readable(run: Run, language: str) -> None:
    """Both have a readable form in each language."""
    rules = ["--rules", "fuzhou-ourgame", "--lang", language]
    waits = run("waits", *rules, *one("9s", "123456789m 123p 45p 99s"))
    assert "9s" in waits.out
    assert {"en": "Gold sparrow"}.get(language, "金雀") in waits.out
    divided = run("divide", *rules, *one("9s", f"{RUNS} 6p"))
    assert "456p" in divided.out
    none = run("divide", *rules, *one("9s", f"{RUNS} 7p"))
    assert {"en": "not complete"}.get(language, "胡") in none.out
    assert (waits.code, divided.code, none.code) == (0, 0, 0)


def test_divide(run: Run) -> None:
    """C13: every reading with its special and what it pays on its own."""
    hand = one("9s", "111222333m 123p 55s 99s 5s", flowers="12f")
    found = json.loads(run("divide", "--rules", "fuzhou-ourgame", "--json", *hand).out)
    specials = {reading["special"] for reading in found["readings"]}
    assert specials == {"gold_sparrow", None}
    best = max(found["readings"], key=lambda reading: reading["gain"])
    assert best["special"] == "gold_sparrow"
    assert all(reading["shape"] == "melds_and_pair" for reading in found["readings"])
    refused = one("9s", f"{RUNS} 7p")
    assert json.loads(run("divide", "--rules", "fuzhou-ourgame", "--json", *refused).out) == {
        "ok": False,
        "reason": "not_complete",
    }


def test_divide_a_win(run: Run) -> None:
    """A line with a win is divided as that win."""
    line = {
        "rules": "fuzhou-classic",
        "gold": "9s",
        "hand": "1111m 33557799p 2244s",
        "win": {"by": "discard", "tile": "2s"},
        "from": 0,
        "winner": 1,
    }
    found = json.loads(run("divide", "--json", stdin=json.dumps(line).encode()).out)
    assert {reading["shape"] for reading in found["readings"]} == {"eight_pairs"}


@pytest.mark.parametrize("command", ["waits", "divide"])
@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        ([*one("9s", "1m")], "1 tiles"),
        (["--hand", RUNS], "no 'gold'"),
        ([*one("9s", RUNS), "file"], "'file'"),
        ([*one("9s", RUNS, meld="12m")], "'12m'"),
    ],
)
def test_bad_hands(run: Run, command: str, arguments: list[str], quoted: str) -> None:
    """What cannot be a hand is quoted."""
    done = run(command, "--rules", "fuzhou-ourgame", *arguments)
    assert done.code == 2
    assert quoted in done.err
