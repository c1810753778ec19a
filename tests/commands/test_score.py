"""`goldsparrow score`: results in order, errors that quote, exit codes, the readable form."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldsparrow.text import LANGUAGES
from tests.rules.cases import case

Run = Callable[..., SimpleNamespace]
VECTORS = Path(__file__).parents[1] / "vectors" / "score.ndjson"
RUNS = "123456789m 123p 45p 55s"


def lines(*values: Any) -> bytes:
    """Makes the input of some cases."""
    texts = [value if isinstance(value, str) else json.dumps(value) for value in values]
    return ("\n".join(texts) + "\n").encode()


EXAMPLE = case(
    "fuzhou-ourgame",
    "9s",
    "123456m 12p 5s 9s",
    "self_draw",
    "3p",
    streak=3,
    flowers="1111z 1f 3f",
    opened="=7777m 123s",
)


def test_a_result(run: Run) -> None:
    """F18-F20, F22: every field of a result, with sums that add up to the payments."""
    done = run("score", "--json", stdin=lines(EXAMPLE))
    assert (done.code, done.err) == (0, "")
    result = json.loads(done.out)
    assert result["ok"] is True
    assert result["special"] is None
    assert result["items"] == [
        {"key": "base", "count": 1, "points": 5},
        {"key": "flowers", "count": 6, "points": 8},
        {"key": "flower_sets", "count": 1, "points": 0},
        {"key": "golds", "count": 1, "points": 1},
        {"key": "kongs", "count": 1, "points": 2},
        {"key": "streak", "count": 3, "points": 3},
    ]
    assert result["passed_over"] == []
    assert result["formula"] == "(5 + 8 + 1 + 2 + 3) x 2"
    assert result["payments"] == [-38, 102, -32, -32]
    assert sorted(result["reading"]) == ["123m", "123p", "123s", "456m", "55s", "7777m"]
    assert result["dues"][1] == {"seat": 2, "points": 32, "formula": "(5 + 8 + 1 + 2) x 2"}
    gold = next(group for group in result["groups"] if group["golds"])
    assert (gold["tiles"], gold["stands"]) == (["5s", "9s"], ["5s", "5s"])
    assert [group["open"] for group in result["groups"][-2:]] == [False, True]


def test_vectors(run: Run) -> None:
    """All vectors in one call, in their order (F18-F25, S8-S12, L11-L15)."""
    done = run("score", "--json", str(VECTORS))
    assert (done.code, done.err) == (0, "")
    expected = [json.loads(line)["expect"] for line in VECTORS.read_text().splitlines()]
    assert len(done.lines) == len(expected)
    for line, expect in zip(done.lines, expected, strict=True):
        result = json.loads(line)
        assert {name: result[name] for name in expect} == expect
        if not result["ok"]:
            assert set(result) == {"ok", "reason"}


def test_bad_lines_and_the_rest(run: Run) -> None:
    """A bad line is one error that quotes; the others still run; the exit code is 2."""
    stdin = lines(EXAMPLE, '{"hand": 5}', "", "   ", EXAMPLE, "no json", EXAMPLE)
    done = run("score", "--json", stdin=stdin)
    assert done.code == 2
    assert [("error" in json.loads(line)) for line in done.lines] == [
        False,
        True,
        False,
        True,
        False,
    ]
    assert done.err.startswith("goldsparrow score: line 2: no 'rules'; expected ")
    assert done.err.endswith("(2 unusable lines)\n")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    "stdin",
    [
        b"\xff\xfe{\x00}\x00\n",
        b"{" * 70000 + b"\n",
        b'{"hand": "' + b"1" * 100_000 + b'"}\n',
        b"[" * 60000 + b"\n",
        b"\x00\n",
        b"{}",
    ],
)
def test_hostile_lines(run: Run, stdin: bytes) -> None:
    """Whatever a line holds, it is one short error, and the next line is scored."""
    tail = b"" if stdin.endswith(b"\n") else b"\n"
    done = run("score", "--json", stdin=stdin + tail + lines(EXAMPLE))
    assert done.code == 2
    assert len(done.lines) == 2
    assert len(done.lines[0]) < 500
    assert json.loads(done.lines[0]).keys() == {"error"}
    assert json.loads(done.lines[1])["ok"]
    assert "Traceback" not in done.err


def test_nothing_in_nothing_out(run: Run) -> None:
    """An empty input is no fault; a byte order mark and Windows line ends are none either."""
    assert run("score", "--json").out == ""
    marked = b"\xef\xbb\xbf" + lines(EXAMPLE).replace(b"\n", b"\r\n")
    done = run("score", "--json", stdin=marked)
    assert (done.code, len(done.lines)) == (0, 1)


def test_rules_and_options_of_the_call(run: Run) -> None:
    """`--rules` where a line names none, `--set` where it sets none (F23)."""
    bare = case("", "9s", RUNS, "discard", "6p", source=2, flowers="123f")
    del bare["rules"], bare["options"]
    named = {**bare, "rules": "fuzhou-ourgame"}
    own = {**named, "options": {"discard_payment": "discarder_double"}}
    arguments = ("--rules", "fuzhou-classic", "--set", "discard_payment=all", "--set", "base=6")
    done = run("score", "--json", *arguments, stdin=lines(bare, named, own))
    assert done.code == 0
    assert [json.loads(line)["payments"] for line in done.lines] == [
        [-18, 54, -18, -18],
        [-9, 27, -9, -9],
        [0, 18, -18, 0],
    ]


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["--rules", "fuzhou"], "'fuzhou'"),
        (["--set", "base"], "'base'"),
        (["--set", "colour=red"], "'colour'"),
        (["--set", "base=5", "--set", "base=6"], "'base'"),
        (["--rules", "longyan", "--set", "base=5"], "'base'"),
        (["--rules", "fuzhou-ourgame", "--set", "base=many"], "'many'"),
        (["--lang", "de"], "'de'"),
        (["no-such-file"], "'no-such-file'"),
        (["."], "'.'"),
    ],
)
def test_unusable_calls(run: Run, arguments: list[str], quoted: str) -> None:
    """A call that cannot work is one line that quotes the value, and exit code 2."""
    done = run("score", *arguments, stdin=lines(EXAMPLE))
    assert (done.code, done.out) == (2, "")
    assert quoted in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_readable_form(run: Run, language: str) -> None:
    """Without `--json` each result is a table in the language asked for."""
    refused = case("sanming", "9s", "123456789m 123456p 9s", "discard", "7p", source=2)
    passed = case("fuzhou-ourgame", "9s", RUNS, "rob_gold")
    done = run("score", "--lang", language, stdin=lines(EXAMPLE, refused, passed, "no json"))
    assert done.code == 2
    assert "(5 + 8 + 1 + 2 + 3) x 2" in done.out
    assert "+102" in done.out
    assert {"en": "5s (9s as 5s)"}.get(language, "9s") in done.out
    words = {
        "en": ["Dealer streak", "idle-gold", "passed over: Plain", "line 4: "],
        "zh-Hans": ["连庄", "闲金", "不另计：平胡", "第 4 行"],
        "zh-Hant": ["連莊", "閒金", "不另計：平胡", "第 4 行"],
    }[language]
    assert all(word in done.out for word in words)


def test_language_of_the_locale(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--lang` the locale decides; any that is not Chinese reads English."""
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "連莊" in run("score", stdin=lines(EXAMPLE)).out
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Dealer streak" in run("score", stdin=lines(EXAMPLE)).out
