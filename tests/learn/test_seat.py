"""The Gymnasium environments: one seat, and many of them at once."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from goldsparrow import learn
from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.learn.arguments import OutOfOrder
from goldsparrow.learn.registration import names, register
from goldsparrow.moves import MOVES, PASS, parse_move
from goldsparrow.players import Greedy
from goldsparrow.rules import RULE_SETS
from tests.stacked import COMPLETE, stacked


def legal(mask: np.ndarray, chance: Random) -> int:
    """Any legal move."""
    return int(chance.choice(np.flatnonzero(mask)))


def run(env: learn.SeatEnv, seed: int, most: int = 10_000) -> list[Any]:
    """Plays the episode on by chance; returns what every step showed."""
    chance = Random(seed)
    found = []
    for _ in range(most):
        seen, reward, over, cut, info = env.step(legal(env.action_masks(), chance))
        found.append((seen["observation"].tobytes(), reward, over, cut, info))
        if over:
            break
    return found


@pytest.mark.parametrize("key", RULE_SETS)
def test_its_check(key: str) -> None:
    """Gymnasium's own check holds, illegal moves and all."""
    env = gymnasium.make(f"GoldSparrow/{key}-v0", disable_env_checker=True).unwrapped
    env.action_space.seed(1)
    check_env(env, skip_render_check=True)


def test_its_check_of_pictures() -> None:
    """Gymnasium's own check of every way to render holds."""
    env = gymnasium.make("GoldSparrow-v0", render_mode="rgb_array").unwrapped
    check_env(env)


def test_the_registry() -> None:
    """All rule sets are there by name, alone and as a vector; to register again changes nothing."""
    before = dict(gymnasium.registry)
    register()
    assert before == gymnasium.registry
    assert names().keys() == {"GoldSparrow-v0", *(f"GoldSparrow/{key}-v0" for key in RULE_SETS)}
    for name in names():
        assert gymnasium.make(name).unwrapped.spec.id == name
        vector = gymnasium.make_vec(name, num_envs=2, vectorization_mode="vector_entry_point")
        assert isinstance(vector, learn.SeatVector)
        assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_seat_is_asked_where_it_has_a_choice(key: str) -> None:
    """Every step is a real choice, and the rewards of an episode are the seat's points."""
    env = learn.SeatEnv(key, bots="greedy", length="2 deals")
    player = Greedy()
    won = 0.0
    for seed in range(4):
        _, info = env.reset(seed=seed)
        episode = env._place.episode
        assert episode is not None
        total, over = 0.0, False
        before = episode.total[info["seat"]]
        while not over:
            mask = env.action_masks()
            assert mask.dtype == np.bool_
            assert mask.sum() > 1
            move = player.act(episode.deal.view(info["seat"]), env._place.moves)
            seen, reward, over, cut, info = env.step(move)
            assert env.observation_space.contains(seen)
            assert not cut
            total += reward
        assert total == episode.match.scores[info["seat"]] - before
        won += abs(total)
    assert won


def test_the_seat_and_the_bots() -> None:
    """The seat is the one asked for, by chance else; bots are named one for all or one by one."""
    env = learn.SeatEnv(bots=("chance", "greedy", "expert"), seat=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(6)} == {2}
    assert env.reset(options={"seat": 3})[1]["seat"] == 3
    anywhere = learn.SeatEnv(bots="chance")
    assert {anywhere.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    "more",
    [
        {"bots": "nobody"},
        {"bots": ("greedy", "greedy")},
        {"seat": 4},
        {"illegal": "ignore"},
        {"render_mode": "film"},
        {"rules": "riichi"},
    ],
)
def test_bad_arguments(more: dict[str, Any]) -> None:
    """A bad argument is one error that says what is expected."""
    for make in (learn.SeatEnv, learn.SeatVector):
        with pytest.raises(GoldSparrowError, match="expected"):
            make(**more)


def test_the_seed_decides_everything() -> None:
    """The same seed gives the same episodes in a row, whoever plays the other seats."""
    runs = []
    for seed in (3, 3, 4):
        env = learn.SeatEnv("sanming", bots="chance")
        env.reset(seed=seed)
        first = run(env, 1)
        env.reset()
        runs.append(first + run(env, 1))
    assert runs[0] == runs[1] != runs[2]


def test_a_win_on_a_given_wall() -> None:
    """F8: the dealer holds a complete hand, wins at once, and is paid what the three lose."""
    env = learn.SeatEnv(seat=0)
    wall = stacked({0: COMPLETE}, "9s")
    env.reset(options={"dealer": 0, "wall": wall})
    seen, reward, over, _, _ = env.step(parse_move("win"))
    assert over
    assert reward > 0
    assert not seen["action_mask"].any()
    with pytest.raises(OutOfOrder, match="over"):
        env.step(PASS)


def test_a_wall_without_a_choice() -> None:
    """A wall on which the seat never chooses is an error, not an episode of no step."""
    env = learn.SeatEnv(seat=1, bots="greedy")
    with pytest.raises(OptionError, match="expected another"):
        env.reset(options={"dealer": 0, "wall": stacked({0: COMPLETE}, "9s")})


def test_illegal_moves() -> None:
    """An illegal move ends the episode at a cost, is played as the default, or is an error."""
    env = learn.SeatEnv(penalty=9)
    env.reset(seed=1)
    seen, reward, over, _, info = env.step(MOVES)
    assert (reward, over) == (-9, True)
    assert "expected" in info["illegal"]
    assert not seen["action_mask"].any()
    lenient = learn.SeatEnv(illegal="default")
    lenient.reset(seed=1)
    _, _, over, _, info = lenient.step(MOVES)
    assert not over
    assert "illegal" in info
    strict = learn.SeatEnv(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="expected"):
        strict.step(MOVES)


def test_copies() -> None:
    """A clone, a state gone back to and a pickled environment go on alike."""
    env = learn.SeatEnv("longyan", bots=("chance", "greedy", "chance"), length="2 deals")
    env.reset(seed=8)
    run(env, 1, most=5)
    state = env.clone()
    pickled = pickle.dumps(env)
    first = run(env, 2)
    assert run(state.clone(), 2) == first
    env.restore(state)
    assert run(env, 2) == first
    assert run(pickle.loads(pickled), 2) == first
    with pytest.raises(OptionError, match="expected the same rules"):
        learn.SeatEnv("sanming").restore(state)


def test_out_of_order() -> None:
    """Before `reset` and after `close` a step says what is expected."""
    env = learn.SeatEnv(render_mode="svg")
    for _ in range(2):
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            env.step(0)
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            env.render()
        env.reset(seed=1)
        assert str(env.render()).startswith("<svg")
        env.close()


# --- many seats ------------------------------------------------------------------------------


def test_the_vector_plays_what_single_ones_play() -> None:
    """Each table of the vector is what an environment alone would be, across episodes too."""
    count = 3
    vector = learn.SeatVector(count, "fuzhou-street", bots="greedy", render_mode="ansi")
    seen, infos = vector.reset(seed=50)
    alone = [learn.SeatEnv("fuzhou-street", bots="greedy") for _ in range(count)]
    shown = [env.reset(seed=50 + place) for place, env in enumerate(alone)]
    chance = Random(1)
    ended = 0
    for _ in range(120):
        assert vector.observation_space.contains(seen)
        masks = vector.action_masks()
        actions = [legal(mask, chance) for mask in masks]
        for place, (single, info) in enumerate(shown):
            assert (seen["observation"][place] == single["observation"]).all()
            assert (masks[place] == single["action_mask"]).all()
            assert infos["seat"][place] == info["seat"]
        seen, rewards, over, cut, infos = vector.step(np.array(actions, dtype=np.int32))
        assert not cut.any()
        shown = []
        for place, env in enumerate(alone):
            single, reward, done, _, info = env.step(actions[place])
            assert reward == rewards[place]
            assert done == over[place]
            if done:
                ended += 1
                final = infos["final_obs"][place]
                assert (final["observation"] == single["observation"]).all()
                assert infos["_final_obs"][place]
                single, info = env.reset()
            shown.append((single, info))
    assert ended
    assert all("seat 3" in text for text in vector.render())


def test_bad_calls_of_the_vector() -> None:
    """Actions of another shape or type, seeds of another number, too many tables: one error."""
    with pytest.raises(OptionError, match="num_envs"):
        learn.SeatVector(0)
    vector = learn.SeatVector(2, illegal="raise")
    with pytest.raises(OutOfOrder, match=r"reset\(\)"):
        vector.step(np.array([0, 0]))
    with pytest.raises(OptionError, match="expected 2"):
        vector.reset(seed=[1])
    vector.reset(seed=[1, 2])
    for bad in ([0], [0.5, 1.0]):
        with pytest.raises(OptionError, match="expected"):
            vector.step(np.array(bad))
    with pytest.raises(IllegalMove, match="expected"):
        vector.step(np.array([MOVES, MOVES]))


def test_an_illegal_move_of_the_vector() -> None:
    """It ends the episode of its table alone, costs the penalty, and the infos say why."""
    vector = learn.SeatVector(2, penalty=6)
    vector.reset(seed=1)
    good = int(np.flatnonzero(vector.action_masks()[0])[0])
    _, rewards, over, _, infos = vector.step(np.array([good, MOVES]))
    assert list(over) == [False, True]
    assert rewards[1] == -6
    assert "expected" in infos["final_info"]["illegal"][1]
