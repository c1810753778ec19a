"""Bad arguments of the environments: one error that quotes the value and says what is expected."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goldsparrow import learn
from goldsparrow.errors import OptionError
from goldsparrow.game.wall import shuffle
from goldsparrow.learn.arguments import OutOfOrder

ALL: dict[str, Callable[..., Any]] = {
    "raw_env": learn.raw_env,
    "parallel_env": learn.parallel_env,
    "SeatEnv": learn.SeatEnv,
    "SeatVector": lambda **given: learn.SeatVector(2, **given),
    "Tables": lambda **given: learn.Tables(2, **given),
}
CLONED = ("raw_env", "parallel_env", "SeatEnv")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ({"rules": None}, "rules are None"),
        ({"rules": 3}, "rules are 3"),
        ({"house": 3}, "house is 3"),
        ({"house": "base"}, "house is 'base'"),
        ({"length": 3}, "length is 3"),
        ({"length": None}, "length is None"),
        ({"outlook": "no"}, "outlook is 'no'"),
    ],
)
def test_what_all_environments_are_told(name: str, given: dict[str, object], quoted: str) -> None:
    """Rules, house options, length and planes are checked when the environment is made."""
    with pytest.raises(OptionError, match=f"{quoted}.*expected"):
        ALL[name](**given)


@pytest.mark.parametrize("name", ["raw_env", "parallel_env", "SeatEnv", "SeatVector"])
@pytest.mark.parametrize("penalty", ["5", None, -3, float("nan"), float("inf"), True])
def test_penalties(name: str, penalty: object) -> None:
    """A penalty is a number of points that are lost, which shows before anybody errs."""
    with pytest.raises(OptionError, match=f"penalty is {penalty!r}; expected"):
        ALL[name](penalty=penalty)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("seed", [2.7, "5", b"1", [1], float("nan"), True])
def test_seeds(name: str, seed: object) -> None:
    """No seed is taken for another; any kind of whole number is one."""
    env = ALL[name]()
    with pytest.raises(OptionError, match="seed"):
        env.reset(seed=seed)
    env.reset(seed=np.int64(3))


@pytest.mark.parametrize("bots", [None, 3, [None] * 3, ["greedy"] * 4])
def test_bots(bots: object) -> None:
    """Bots are one name or three."""
    with pytest.raises(OptionError, match="expected one name or three"):
        learn.SeatEnv(bots=bots)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", ["3", 2.5, None, True, 0])
def test_how_many(number: object) -> None:
    """So many tables are a whole number from 1."""
    with pytest.raises(OptionError, match=r"count is .*; expected a whole number from 1"):
        learn.Tables(number)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"num_envs is .*; expected a whole number from 1"):
        learn.SeatVector(number)  # type: ignore[arg-type]


def test_whole_numbers_of_numpy() -> None:
    """Any kind of whole number will do wherever one is wanted."""
    assert learn.Tables(np.int64(2)).count == 2
    assert learn.SeatEnv(seat=np.int8(3)).reset()[1]["seat"] == 3
    env = learn.parallel_env(max_cycles=np.int64(5))
    env.reset(options={"dealer": np.int64(1), "streak": np.uint8(2)})


@pytest.mark.parametrize("how", [lambda env: pickle.loads(pickle.dumps(env)), copy.deepcopy])
@pytest.mark.parametrize("outlook", [False, True])
@pytest.mark.parametrize("name", CLONED)
def test_a_state_that_was_stored(name: str, outlook: bool, how: Callable[[Any], Any]) -> None:
    """A clone can be gone back to after it was pickled or copied."""
    env = ALL[name](outlook=outlook)
    env.reset(seed=3)
    stored = how(env.clone())
    assert stored.layout is env.layout
    env.reset(seed=4)
    env.restore(stored)
    other = ALL[name](outlook=outlook)
    other.reset(seed=3)
    assert seen(env) == seen(other)


def seen(env: Any) -> bytes:
    """What the environment shows now."""
    if isinstance(env, learn.SeatEnv):
        return env._place.observed(env.layout)["observation"].tobytes()
    return bytes(env.state().tobytes())


@pytest.mark.parametrize("name", CLONED)
def test_what_is_no_state(name: str) -> None:
    """Only a clone of the same kind of environment can be gone back to; nothing has changed."""
    env = ALL[name]()
    env.reset(seed=3)
    before = seen(env)
    for other in [3, None, *(ALL[each]() for each in CLONED if each != name)]:
        with pytest.raises(OptionError, match="is no state of a"):
            env.restore(other)
    assert seen(env) == before
    env.restore(ALL[name]())  # one that has not begun is a state as well
    with pytest.raises((OutOfOrder, AttributeError)):
        env.step(0)


def test_settings_stay_with_the_environment() -> None:
    """To go back changes the episode, and no setting."""
    env = learn.raw_env(illegal="raise", render_mode="ansi", penalty=7)
    other = learn.raw_env(illegal="end", visit="asked", max_cycles=3)
    env.reset(seed=1)
    other.reset(seed=1)
    env.restore(other)
    assert env.render_mode == "ansi"
    assert (env._illegal, env._penalty, env._most_cycles, env._asks_all) == ("raise", 7, None, True)


def test_points_before_the_first_choice() -> None:
    """The rewards of an episode are all that the seat was paid in it."""
    env = learn.SeatEnv("longyan", seat=3, bots="greedy")
    env.reset(seed=57)
    episode = env._place.episode
    assert episode is not None
    assert episode.total[3] < 0, "paid before its first choice"
    total, over = 0.0, False
    while not over:
        _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
        total += reward
    assert total == episode.total[3]


def test_a_wall_without_a_choice() -> None:
    """A wall on which the agent is never asked is an error, alone and among many."""
    options = {"dealer": 0, "wall": shuffle((8).to_bytes(32, "big"), "x")}
    for env in (learn.SeatEnv(seat=2), learn.SeatVector(2, seat=2)):
        with pytest.raises(OptionError, match="no choice on this wall"):
            env.reset(seed=1, options=options)


def test_copies_with_programs() -> None:
    """An environment with a program among its bots can be copied: both ask the same program."""
    env = learn.SeatEnv(bots=[f"process:python {EXAMPLE}", "chance", "chance"])
    env.reset(seed=1)
    for other in (env.clone(), pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
        assert seen(other) == seen(env)
        other.step(int(other.action_masks().argmax()))


def test_tables_go_on_with_their_sequences() -> None:
    """`reset` without a seed goes on, so that two equal runs stay equal."""

    def run() -> list[bytes]:
        tables = learn.Tables(2)
        return [tables.reset(seed).observation.tobytes() for seed in (1, None, None)]

    first, second = run(), run()
    assert first == second
    assert len(set(first)) == 3
