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


def waiting(run: Run, **line: object) -> dict[str, dict[str, object]]:
    """Runs `waits` on one line and returns what it says of each tile."""
    done = run("waits", "--json", stdin=json.dumps({"winner": 1, **line}).encode())
    assert done.code == 0, done.err
    return {entry.pop("tile"): entry for entry in json.loads(done.out)["waits"]}


def test_a_line_that_robs_the_gold_waits_without_the_indicator(run: Run) -> None:
    """F7, C6: the indicator is not held before it is robbed; three golds are left to draw."""
    line = {"rules": "fuzhou-ourgame", "gold": "5m", "hand": "46m 111p222m333m777m88m"}
    robs = waiting(run, **line, win={"by": "rob_gold"})
    drawn = {"gain": 126, "special": "plain"}
    assert robs == {"5m": {"left": 3, "self_draw": drawn, "discard": None}}
    assert robs == waiting(run, **line)


@pytest.mark.parametrize("win", [{"tile": "5m"}, {}])
def test_a_declared_gold_gap_waits_for_the_gold_alone(run: Run, win: dict[str, str]) -> None:
    """S7: (5 + 1) x 2 + 50 from each; the hand is locked, so that nothing else wins."""
    gap = {"by": "self_draw", "gold_gap": True, **win}
    drawn = {"gain": 186, "special": "gold_gap"}
    wanted = {"5m": {"left": 3, "self_draw": drawn, "discard": None}}
    line = {"rules": "sanming", "gold": "5m"}
    assert waiting(run, **line, hand="46m 123p 123p 789p 222s 33s", win=gap) == wanted
    also = {**line, "hand": "4666m 123p 123p 789p 222s"}
    assert set(waiting(run, **also)) > {"5m"}
    assert waiting(run, **also, win=gap) == wanted


def test_waits_on_the_fifth_last_discard(run: Run) -> None:
    """S5: after the fifth-last tile the discarder pays what all three would have paid."""
    line = {"rules": "sanming", "gold": "9s", "hand": RUNS, "from": 2}
    one_pays = {"options": {"discard_payment": "discarder"}}
    win = {"by": "discard", "tile": "6p"}
    assert waiting(run, **line, **one_pays, win=win)["6p"]["discard"] == {
        "gain": 25,
        "special": "no_water",
    }
    last = waiting(run, **line, **one_pays, win={**win, "fifth_last": True})
    assert last["6p"]["discard"] == {"gain": 75, "special": "no_water"}
    assert last["6p"]["self_draw"] == {"gain": 90, "special": "no_water"}


def test_the_seat_that_a_discard_would_come_from(run: Run) -> None:
    """F20, F23: where the discarder pays alone, the dealer pays the streak and another does not."""
    options = {"discard_payment": "discarder"}
    line = {"rules": "sanming", "gold": "9s", "hand": RUNS, "streak": 3, "options": options}
    gains = [waiting(run, **line, **{"from": seat})["6p"]["discard"] for seat in (0, 2)]
    assert gains == [{"gain": 28, "special": "no_water"}, {"gain": 25, "special": "no_water"}]


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
        (["--gold", "9s"], "--gold '9s' without --hand"),
        (["--meld", "123m"], "--meld '123m' without --hand"),
        (["--concealed-kong", "1111m"], "--concealed-kong '1111m' without --hand"),
        (["--flowers", "1f"], "--flowers '1f' without --hand"),
        ([*one("9s", RUNS), "--gold", "8s"], "--gold stands twice, with '8s'"),
        ([*one("9s", RUNS), "--hand", RUNS], "--hand stands twice"),
        ([*one("9s", RUNS), "--flowers", "1f", "--flowers", "2f"], "--flowers stands twice"),
        ([*one("9s", RUNS), "--rules", "longyan"], "--rules stands twice, with 'longyan'"),
        (["--lang", "en", "--lang", "zh-Hans"], "--lang stands twice, with 'zh-Hans'"),
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
    assert "expected" in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("command", "expected"), [("waits", "16"), ("divide", "17")])
def test_no_error_names_a_win_that_was_not_given(run: Run, command: str, expected: str) -> None:
    """C4: a hand of the wrong size is told how many tiles it should have, and nothing of a win."""
    done = run(command, "--rules", "fuzhou-ourgame", *one("9s", "123m"))
    assert done.err.endswith(f"'hand' has 3 tiles; expected {expected}\n")
