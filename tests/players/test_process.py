"""Programs that play: they are asked over their pipes, and cost nobody anything when they fail."""

from __future__ import annotations

import sys
import textwrap
import time
from pathlib import Path

import msgspec
import pytest

from goldsparrow.errors import BotError
from goldsparrow.game.deal import Deal
from goldsparrow.game.defaults import default_move
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import MOVE_NAMES, move_name, moves_in
from goldsparrow.players import Greedy, player, process
from goldsparrow.players.frames import question
from goldsparrow.players.process import ProcessPlayer
from goldsparrow.rules import RULE_SETS, rule_set
from tests.stacked import CLASSIC, act, deal

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"

ANSWERS = """
    import json, sys, time
    for number, line in enumerate(sys.stdin):
        frame = json.loads(line)
        if frame["type"] == "question":
            {body}
            answer = {{"type": "answer", "decision": frame["id"], "move": move}}
            print(json.dumps(answer), flush=True)
"""


def program(folder: Path, body: str, whole: str | None = None) -> str:
    """The command of a program that answers with what the body sets as its move."""
    path = folder / "bot.py"
    path.write_text(textwrap.dedent(ANSWERS.format(body=body) if whole is None else whole), "utf-8")
    return f"{sys.executable} {path}"


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_example_plays(key: str) -> None:
    """The example in the repository plays every rule set and makes choices of its own."""
    game = Deal(rule_set(key), shuffle(b"example", key))
    players = [player(f"process:{sys.executable} {EXAMPLE}", seat) for seat in range(4)]
    own = 0
    while game.result is None:
        seat = min(game.waiting)
        view, moves = game.view(seat), game.waiting[seat]
        move = players[seat].act(view, moves)
        assert moves >> move & 1
        own += move != default_move(view, moves)
        game.act(seat, move)
    assert own > 5


def test_the_example_is_short() -> None:
    """Thirty lines, give or take the blank ones."""
    lines = [line for line in EXAMPLE.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 32


def test_it_is_told_what_its_seat_sees() -> None:
    """The question holds the moves, the default, and the table with no hidden tile of another."""
    game = deal({0: "3m", 1: "33m456m789m1234p5p99p"}, "9s", CLASSIC)
    act(game, 0, "discard:3m")
    moves = game.waiting[1]
    asked = msgspec.json.decode(msgspec.json.encode(question(7, game.view(1), moves, 5, 900)))

    assert asked["type"] == "question"
    assert (asked["id"], asked["kind"], asked["seed"], asked["deadline_ms"]) == (7, "claim", 5, 900)
    assert asked["moves"] == [move_name(move) for move in moves_in(moves)]
    assert asked["default"] in asked["moves"]
    view = asked["view"]
    assert view["rules"] == "fuzhou-classic"
    assert view["options"]["base"] == 5
    assert (view["seat"], view["live"], view["source"], view["gold"]) == (1, "3m", 0, "9s")
    assert sorted(view["hand"]).count("3m") == 2
    assert [set(each) for each in view["seats"]] == [{"size", "melds", "flowers", "river"}] * 4
    assert view["seats"][0]["river"] == ["3m"]
    assert sum(view["unseen"].values()) == view["left"] + sum(
        each["size"] for seat, each in enumerate(view["seats"]) if seat != 1
    )


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("move = 'castle'", "no such move"),
        ("move = 'discard:9s' if frame['kind'] != 'turn' else 'pass'", "expected one of"),
        ("move = 5", "Expected `str`"),
        ("frame['id'] += 1; move = frame['default']", "it answered"),
        ("print('{', flush=True); move = ''", "expected {"),
        ("print('x' * 70000, flush=True); move = ''", "65536 bytes at most"),
        ("sys.exit(3)", "code 3"),
    ],
)
def test_nonsense_plays_the_default(
    tmp_path: Path, body: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What is no answer costs nobody anything: the default is played, and the log says why."""
    game = deal({0: "1m"}, "9s")
    bot = ProcessPlayer(program(tmp_path, body))
    view, moves = game.view(0), game.waiting[0]

    assert bot.act(view, moves) == default_move(view, moves)
    assert said in caplog.text


def test_a_program_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is ended at its deadline, and the next question goes to a new one."""
    monkeypatch.setattr(process, "START_SECONDS", 0.3)
    game = deal({0: "1m"}, "9s")
    bot = ProcessPlayer(program(tmp_path, "time.sleep(60)"), seconds=0.3)
    view, moves = game.view(0), game.waiting[0]
    began = time.monotonic()

    assert bot.act(view, moves) == default_move(view, moves)
    assert "no answer within 0.3 seconds" in caplog.text
    assert time.monotonic() - began < 30


def test_it_is_started_anew(tmp_path: Path) -> None:
    """A program that ends after each answer plays on, started again each time it is needed."""
    body = (
        "move = frame['moves'][0]; "
        "print(json.dumps({'type': 'answer', 'decision': frame['id'], 'move': move}), flush=True); "
        "sys.exit(0)"
    )
    game = deal({0: "1m"}, "9s")
    bot = ProcessPlayer(program(tmp_path, body))
    view, moves = game.view(0), game.waiting[0]
    first = next(moves_in(moves))
    chosen = [bot.act(view, moves) for _ in range(4)]

    assert chosen[0] == first
    assert set(chosen) <= {first, default_move(view, moves)}
    assert chosen.count(first) >= 2


def test_it_is_given_up(tmp_path: Path) -> None:
    """A program that fails again and again is an error that says what it did last."""
    bot = ProcessPlayer(program(tmp_path, "sys.exit(3)"))
    game = deal({0: "1m"}, "9s")
    for _ in range(process.FAILURES - 1):
        bot.act(game.view(0), game.waiting[0])
    with pytest.raises(BotError, match=r"3 times running: it ended with code 3"):
        bot.act(game.view(0), game.waiting[0])


@pytest.mark.parametrize("command", ["/no/such/program", "", "'unclosed", "\0"])
def test_a_program_that_is_not_there(command: str) -> None:
    """The error quotes the command."""
    game = deal({0: "1m"}, "9s")
    with pytest.raises(BotError, match=r"expected (a program|process:PROGRAM)"):
        player(f"process:{command}").act(game.view(0), game.waiting[0])


def test_what_passes_is_played(tmp_path: Path) -> None:
    """A legal answer is the move, whatever else the program writes to its error stream."""
    bot = ProcessPlayer(
        program(tmp_path, "print('hm', file=sys.stderr); move = frame['moves'][-1]")
    )
    game = deal({0: "1m"}, "9s")
    moves = game.waiting[0]
    assert MOVE_NAMES[bot.act(game.view(0), moves)] == MOVE_NAMES[moves.bit_length() - 1]
    game.act(0, Greedy().act(game.view(0), moves))
