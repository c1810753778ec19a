"""Policies from ONNX files, as players and in batches."""

from __future__ import annotations

import argparse
import asyncio
import copy
import json
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

from goldsparrow import learn
from goldsparrow.arena.duel import duel
from goldsparrow.cli import main
from goldsparrow.commands.serve import _bot
from goldsparrow.errors import NotationError, OptionError
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.learn.observations import mask_array
from goldsparrow.learn.planes import VERSION
from goldsparrow.learn.policy import Policy, PolicyError, make
from goldsparrow.moves import MOVES, PASS, moves_in
from goldsparrow.players import Greedy, player
from goldsparrow.rules import RULE_SETS, rule_set
from tests.learn.models import LATER_IS_BETTER, model
from tests.server.process import PATIENCE, Person, Server, play_for
from tests.stacked import OURGAME, stacked


def play(policy: Policy, key: str) -> int:
    """Plays a deal with a policy at all seats; returns how many choices it had."""
    deal = Deal(rule_set(key), shuffle(b"policy", key))
    choices = 0
    while not deal.result:
        seat, moves = next(iter(deal.waiting.items()))
        move = policy.act(deal.view(seat), moves)
        assert moves >> move & 1
        choices += 1
        deal.act(seat, move)
    return choices


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("layout", [learn.LAYOUT, learn.OUTLOOK_LAYOUT])
def test_it_plays_what_it_finds_best(tmp_path: Path, key: str, layout: learn.Layout) -> None:
    """Of the legal moves the one with the highest score is made, under every rule set."""
    policy = Policy(model(tmp_path / "p.onnx", planes=layout.shape))
    assert policy.layout is layout
    assert play(policy, key) > 10
    deal = Deal(rule_set(key), shuffle(b"best", key))
    seat, moves = next(iter(deal.waiting.items()))
    assert policy.act(deal.view(seat), moves) == max(moves_in(moves))


def test_nothing_but_nonsense_is_still_a_legal_move(tmp_path: Path) -> None:
    """A model that says nan, or minus infinity of everything, makes a legal move."""
    deal = Deal(OURGAME, stacked({0: "234m456m789m123p456p99p"}, "9s"))
    moves = deal.waiting[0]
    assert not moves & 1
    for bad in (np.nan, -np.inf, np.inf):
        scores = np.full(MOVES, bad, dtype=np.float32)
        policy = Policy(model(tmp_path / f"{bad}.onnx", scores))
        assert moves >> policy.act(deal.view(0), moves) & 1


def test_choices_in_batches(tmp_path: Path) -> None:
    """Many tables' choices at once are those of one at a time; a model may want the masks."""
    plain = Policy(model(tmp_path / "plain.onnx"))
    masked = Policy(model(tmp_path / "masked.onnx", masked=True))
    tables = learn.Tables(8, "longyan")
    seen = tables.reset(seed=3)
    for _ in range(40):
        moves = plain.choose(seen.observation, seen.action_mask)
        assert (moves == masked.choose(seen.observation, seen.action_mask)).all()
        assert [max(np.flatnonzero(row)) for row in seen.action_mask] == list(moves)
        seen = tables.step(moves)
    with pytest.raises(PolicyError, match="expected"):
        plain.choose(seen.observation[:, 1:], seen.action_mask)
    with pytest.raises(PolicyError, match="expected"):
        plain.choose(seen.observation, seen.action_mask[1:])


def test_what_it_sees_is_the_observation(tmp_path: Path) -> None:
    """What a model is given for a view is what the environments show of it."""
    policy = Policy(model(tmp_path / "p.onnx", planes=learn.OUTLOOK_LAYOUT.shape))
    given: list[np.ndarray] = []
    ask = policy.scores
    policy.scores = lambda seen, mask: given.append(seen) or ask(seen, mask)
    env = learn.env(visit="asked", outlook=True)
    env.reset(seed=2)
    greedy = Greedy()
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if over or seen is None:
            break
        seat = int(agent[-1])
        view, moves = env._episode.deal.view(seat), env._visits.moves
        policy.act(view, moves)
        assert (given.pop()[0] == seen["observation"]).all()
        assert (mask_array(moves) == seen["action_mask"]).all()
        env.step(greedy.act(view, moves))


def test_copies_are_the_same_file(tmp_path: Path) -> None:
    """A policy remembers nothing, so that copies and pickles play alike."""
    policy = Policy(model(tmp_path / "p.onnx"))
    for other in (copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        assert other.path == policy.path
        assert play(other, "sanming") == play(policy, "sanming")


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    """Training overwrites the file; whoever makes the player then gets the new one."""
    path = model(tmp_path / "p.onnx")
    deal = Deal(OURGAME, shuffle(b"again", "1"))
    while deal.phase == "opening":
        deal.act(next(iter(deal.waiting)), PASS)
    seat, moves = next(iter(deal.waiting.items()))
    assert Policy(path).act(deal.view(seat), moves) == max(moves_in(moves))
    model(path, -LATER_IS_BETTER)
    os.utime(path, ns=(1, 1))
    assert Policy(path).act(deal.view(seat), moves) == min(moves_in(moves))


def test_a_policy_in_a_duel(tmp_path: Path) -> None:
    """The arena plays policies like any player, in its workers too."""
    path = model(tmp_path / "p.onnx")
    outcomes = [
        duel(Maker(path), "chance", "fuzhou-street", deals=8, seed="p", workers=workers)
        for workers in (1, 2)
    ]
    assert outcomes[0].walls == 4
    assert outcomes[0].points == outcomes[1].points


def test_a_duel_goes_on_with_the_same_policy_only(tmp_path: Path) -> None:
    """A duel that is kept does not go on when the file holds another policy than before."""
    path, kept = model(tmp_path / "p.onnx"), tmp_path / "kept"
    contest: dict[str, Any] = {"rules": "longyan", "seed": "k", "out": kept}
    duel(f"onnx:{path}", "chance", deals=4, **contest)
    assert duel(f"onnx:{path}", "chance", deals=6, **contest).walls == 3
    model(path, -LATER_IS_BETTER)
    os.utime(path, ns=(1, 1))
    with pytest.raises(OptionError, match="another duel"):
        duel(f"onnx:{path}", "chance", deals=8, **contest)


def test_a_policy_by_name(tmp_path: Path) -> None:
    """`onnx:FILE` is a player for the arena, for simulations, and for the seats of environments."""
    path = model(tmp_path / "p.onnx")
    made = player(f"onnx:{path}", 5)
    assert isinstance(made, Policy)
    assert made.path == str(path)
    outcome = duel(f"onnx:{path}", "chance", "longyan", deals=4, seed="n")
    assert outcome.points == duel(Maker(path), "chance", "longyan", deals=4, seed="n").points
    env = learn.SeatEnv(bots=f"onnx:{path}")
    env.reset(seed=1)
    clone = pickle.loads(pickle.dumps(env.clone()))
    move = int(np.flatnonzero(env.action_masks())[0])
    first, second = env.step(move), clone.step(move)
    assert (first[0]["observation"] == second[0]["observation"]).all()
    assert first[1:] == second[1:]


def test_a_policy_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The commands take policies by name, and say in one line what is wrong with one."""
    path = model(tmp_path / "p.onnx")
    arguments = ["arena", f"onnx:{path}", "chance", "--deals", "4", "--seed", "c", "--json"]
    assert main(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["a"] == f"onnx:{path}"
    assert told["digests"] == [player(f"onnx:{path}").digest, None]
    for name, says in (
        ("onnx:", "cannot load"),
        (f"onnx:{path}x", "No such file"),
        ("onn", "onnx:FILE"),
    ):
        assert main(["arena", name, "chance", "--deals", "4"]) == 2
        said = capsys.readouterr().err
        assert says in said
        assert "expected" in said
        assert said.count("\n") == 1


def test_a_policy_at_the_table_in_the_browser(tmp_path: Path) -> None:
    """The host seats a policy under a name of its own; a file that is none is refused at once."""
    path = model(tmp_path / "p.onnx")
    server = Server(tmp_path, "--pace", "none", "--bot", f"mine=onnx:{path}")
    try:
        cookie = server.request("POST", "/api/guest", {"name": "host"})["cookie"]
        assert "mine" in server.request("GET", "/api/rules")["bots"]
        seats = ["person", "bot:mine", "bot:mine", "bot:greedy"]
        made = server.request("POST", "/api/tables", {"length": "4 deals", "seats": seats}, cookie)
        person = Person(cookie, made["table"], 1)
        asyncio.run(play_for([person], server.address, PATIENCE))
        assert any(event["type"] == "end" for event in person.events.values())
    finally:
        server.stop()
    with pytest.raises(argparse.ArgumentTypeError, match="No such file"):
        _bot(f"mine=onnx:{path}x")


def test_without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked for a policy without the packages, the players say what to install."""
    monkeypatch.setitem(sys.modules, "goldsparrow.learn.policy", None)
    with pytest.raises(NotationError, match="pip install"):
        player(f"onnx:{tmp_path}/p.onnx")


class Maker:
    """Makes a policy from a seed."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __call__(self, _seed: int) -> Policy:
        return Policy(self._path)


# --- files that are no policies --------------------------------------------------------------


def no_model(path: Path) -> Path:
    path.write_bytes(b"no model at all")
    return path


def empty(path: Path) -> Path:
    path.write_bytes(b"")
    return path


WRONG: dict[str, tuple[Callable[[Path], Path], str]] = {
    "no file": (lambda path: path, "No such file"),
    "a folder": (lambda path: path.parent, "expected an ONNX"),
    "no model": (no_model, "expected an ONNX model"),
    "an empty file": (empty, "expected an ONNX model"),
    "other planes": (lambda path: model(path, planes=(7, 42)), "an input 'observation'"),
    "no planes": (lambda path: model(path, planes=(4536,)), "an input 'observation'"),
    "floats": (lambda path: model(path, kind=TensorProto.FLOAT), "an input 'observation'"),
    "one row only": (lambda path: model(path, rows=1), "n left open"),
    "more inputs": (lambda path: model(path, more=("mood",)), "at most one other"),
    "fewer moves": (lambda path: model(path, LATER_IS_BETTER[1:]), "a first output"),
    "an older encoding": (lambda path: model(path, encoding=VERSION - 1), "of the encoding"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_file_that_is_no_policy(tmp_path: Path, what: str) -> None:
    """One error names the file, says what it is, and what is expected."""
    write, says = WRONG[what]
    path = write(tmp_path / "p.onnx")
    with pytest.raises(PolicyError, match=says) as caught:
        Policy(path)
    assert str(path) in str(caught.value)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_version_of_the_encoding(tmp_path: Path) -> None:
    """A model that names the encoding that there is plays."""
    assert play(Policy(model(tmp_path / "p.onnx", encoding=VERSION)), "sanming")


def test_without_onnxruntime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is said, with how to get it."""
    path = model(tmp_path / "p.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ImportError, match="pip install"):
        Policy(path)
    with pytest.raises(PolicyError, match="pip install"):
        make(str(path))
