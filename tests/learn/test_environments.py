"""What all environments share: nothing hidden shows, all play alike; copies and pictures."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from goldsparrow import learn
from goldsparrow.errors import GoldSparrowError
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import choices
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.learn.arguments import OutOfOrder
from goldsparrow.learn.planes import encode
from goldsparrow.moves import PASS
from goldsparrow.players import Greedy
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from tests.laws.hidden import exchanged, same_choices
from tests.stacked import stacked

Choose = Callable[[np.ndarray], int]


def by_chance(seed: int) -> Choose:
    """Chooses a legal action by chance."""
    random = Random(seed).random

    def choose(mask: np.ndarray) -> int:
        legal = np.flatnonzero(mask)
        return int(legal[int(random() * len(legal))])

    return choose


def play(env: learn.raw_env, choose: Choose) -> Iterator[tuple[str, dict[str, Any], float]]:
    """Plays an episode out; yields who was visited, what it saw, and what it had gained."""
    for agent in env.agent_iter():
        seen, gained, over, cut, _ = env.last()
        yield agent, dict(seen), gained
        env.step(None if over or cut else choose(seen["action_mask"]))


@pytest.mark.parametrize("outlook", [False, True])
def test_gymnasium_check(outlook: bool) -> None:
    """Gymnasium's own check of an environment finds nothing."""
    env = gymnasium.make("GoldSparrow/longyan-v0", outlook=outlook, bots="chance")
    check_env(env.unwrapped)


def test_payments_during_a_deal() -> None:
    """L4: a kong is paid when it is made, not at the end."""
    env = learn.env(rules="longyan", visit="asked")
    times = 0
    for seed in range(40):
        env.reset(seed=seed)
        for _ in play(env, by_chance(seed)):
            if any(env.rewards.values()) and not any(env.terminations.values()):
                times += 1
    assert times > 5


# --- nothing hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("visit", ["all", "asked"])
def test_hidden_tiles_change_nothing(key: str, visit: Any) -> None:
    """Deals that differ only in tiles hidden from a seat show it the same sequence of observations.

    With every seat visited the order of visits is the same as well.
    """
    rules = rule_set(key)
    chance = Random(key)
    compared = visits = 0
    for number in range(30):
        wall = shuffle(b"sequences", f"{key} {number}")
        deal = Deal(rules, wall)
        choose = Random(number)
        player = Greedy()
        for _ in range(choose.randrange(10, 50)):
            if deal.result:
                break
            asked, moves = next(iter(deal.waiting.items()))
            deal.act(asked, player.act(deal.view(asked), moves))
        if deal.result:
            continue
        seat = number % 4
        walls = [wall, exchanged(deal, wall, seat, chance)]
        twin = Deal(rules, walls[1])
        if not same_choices(deal, twin):
            continue
        env = learn.raw_env(rules=key, visit=visit, illegal="raise")
        seen = [replayed(env, one, other) for one, other in zip((deal, twin), walls, strict=True)]
        own = [each[learn.AGENTS[seat]] for each in seen]
        assert own[0] == own[1]
        if visit == "all":
            assert seen[0]["order"] == seen[1]["order"]
        compared += 1
        visits += len(own[0])
    assert compared > 4
    assert visits > 20


def replayed(env: learn.raw_env, deal: Deal, wall: Shuffle) -> dict[str, list[Any]]:
    """What each seat sees, and the order of visits, while a deal's events happen again."""
    env.reset(seed=0, options={"dealer": 0, "wall": wall})
    found: dict[str, list[Any]] = {agent: [] for agent in (*learn.AGENTS, "order")}
    episode = env._episode
    assert episode is not None
    while len(episode.deal.events) < len(deal.events):
        event = deal.events[len(episode.deal.events)]
        given = dict(choices(episode.deal, event))
        question = episode.deal.waiting
        while episode.deal.waiting is question and not any(env.terminations.values()):
            agent = env.agent_selection
            seen, _, _, _, _ = env.last()
            found[agent].append((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
            found["order"].append(agent)
            env.step(given.get(learn.AGENTS.index(agent), PASS))
    return found


def test_nobody_sees_an_answer_early() -> None:
    """C9: what a seat sees in a claim is the same whatever the seats before it have answered."""
    wall = stacked({0: "5m1z", 1: "46m2z", 2: "55m3z", 3: "7z"}, "9s")
    shown = []
    for first in ("chow", "pass"):
        env = learn.env(illegal="raise")
        env.reset(options={"wall": wall, "dealer": 0})
        while env.agent_selection != "seat_0" or env.action_mask("seat_0")[PASS]:
            env.step(PASS)
        env.step(4)
        assert env.agent_selection == "seat_1"
        before = {agent: env.observe(agent) for agent in learn.AGENTS}
        env.step(43 if first == "chow" else PASS)
        assert env.agent_selection == "seat_2"
        for agent in ("seat_0", "seat_2", "seat_3"):
            assert data_equivalence(before[agent], env.observe(agent), exact=True)
        shown.append(env.observe("seat_2"))
        env.step(38)
        assert env.agent_selection == "seat_3"
        env.step(PASS)
        assert env.agent_selection == "seat_2"
        seen = env.observe("seat_1")["observation"]
        assert seen[learn.LAYOUT.place("next.pong"), 4] == 1
    assert data_equivalence(shown[0], shown[1], exact=True)


def test_all_ways_play_the_same_game() -> None:
    """One after another, at once, and only those with a choice: the same deal, the same points."""
    player = Greedy()
    for seed in range(4):
        scores = []
        for visit in ("all", "asked"):
            env = learn.env(visit=visit)
            env.reset(seed=seed)
            gained = dict.fromkeys(learn.AGENTS, 0.0)
            for agent in env.agent_iter():
                _, points, over, _, _ = env.last(observe=False)
                gained[agent] += points
                if over:
                    env.step(None)
                    continue
                seat = learn.AGENTS.index(agent)
                deal = env._episode.deal
                env.step(player.act(deal.view(seat), deal.waiting[seat]))
            scores.append(gained)
        parallel = learn.parallel_env()
        parallel.reset(seed=seed)
        gained = dict.fromkeys(learn.AGENTS, 0.0)
        while parallel.agents:
            deal = parallel._episode.deal
            actions = {
                agent: player.act(deal.view(seat), deal.waiting[seat])
                if seat in deal.waiting
                else PASS
                for seat, agent in enumerate(learn.AGENTS)
            }
            _, rewards, _, _, _ = parallel.step(actions)
            for agent, points in rewards.items():
                gained[agent] += points
        scores.append(gained)
        assert scores[0] == scores[1] == scores[2]


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_option_can_be_played(key: str) -> None:
    """Every choice and switch of every rule set plays to its end, within the spaces."""
    for option in options_of(key):
        for value in option.allowed(key) if option.kind in {"choice", "switch"} else ():
            try:
                env = learn.env(rules=key, house={option.name: value}, visit="asked")
            except GoldSparrowError:
                continue
            env.reset(seed=1)
            *_, (_, last, _) = play(env, by_chance(1))
            assert env.observation_space("seat_0").contains(last)


# --- copies -----------------------------------------------------------------------------------


def half_way(env: Any) -> Any:
    """Plays some steps of an episode."""
    choose = by_chance(3)
    if isinstance(env, learn.parallel_env):
        seen, _ = env.reset(seed=3)
        for _ in range(15):
            seen, *_ = env.step({agent: choose(one["action_mask"]) for agent, one in seen.items()})
    elif isinstance(env, learn.SeatEnv):
        seen, _ = env.reset(seed=3)
        for _ in range(4):
            seen, *_ = env.step(choose(seen["action_mask"]))
    else:
        env.reset(seed=3)
        for _ in range(31):
            env.step(choose(env.action_mask(env.agent_selection)))
    return env


def to_the_end(env: Any) -> list[Any]:
    """Plays an episode to its end, and the beginning of the next; returns all that was seen."""
    choose = by_chance(4)
    found: list[Any] = []
    if isinstance(env, learn.parallel_env):
        seen = env._observations()
        while env.agents:
            step = env.step({agent: choose(one["action_mask"]) for agent, one in seen.items()})
            seen = step[0]
            found.append(step)
        found.append(env.reset())
    elif isinstance(env, learn.SeatEnv):
        over = False
        while not over:
            step = env.step(choose(env.action_masks()))
            over = step[2]
            found.append(step)
        found.append(env.reset())
    else:
        found += play(env, choose)
        env.reset()
        found.append(env.last())
    return found


@pytest.mark.parametrize(
    "make",
    [
        learn.env,
        learn.parallel_env,
        lambda: learn.env(rules="sanming", visit="asked", length="2 deals"),
        lambda: learn.SeatEnv(bots="chance"),
    ],
)
@pytest.mark.parametrize("how", ["clone", "restore", "pickle", "deepcopy"])
def test_copies_go_their_own_way(make: Callable[[], Any], how: str) -> None:
    """A clone, a restored state and a pickled environment go on as the first one does."""
    env = half_way(make())
    if how == "clone":
        other = env.clone()
    elif how == "pickle":
        other = pickle.loads(pickle.dumps(env))
    elif how == "deepcopy":
        other = copy.deepcopy(env)
    else:
        kept = env.clone()
        other = make()
        other.restore(kept)
        to_the_end(other)
        other.restore(kept)
    mine = to_the_end(env)
    assert data_equivalence(mine, to_the_end(other), exact=True)
    with pytest.raises(GoldSparrowError, match="same rules"):
        env.restore(learn.env(rules="fuzhou-street"))


# --- pictures ---------------------------------------------------------------------------------


def test_pictures() -> None:
    """The text names what lies on the table, the drawing is XML, the pixels are as large as it."""
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = half_way(learn.env(render_mode=mode))
        shown[mode] = env.render()
        env.close()
        with pytest.raises(OutOfOrder):
            env.render()
    deal = half_way(learn.env())._episode.deal
    text = shown["ansi"]
    assert "seat 2" in text
    assert text.count("river") == sum(1 for river in deal.table.rivers if river)
    drawn = ET.fromstring(shown["svg"])
    pixels = shown["rgb_array"]
    assert pixels.shape == (int(drawn.get("height")), int(drawn.get("width")), 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


def test_human_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """The human mode prints the table, and returns nothing."""
    env = learn.parallel_env(render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "seat 3" in capsys.readouterr().out


# --- many tables ------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["fuzhou-ourgame", "sanming", "longyan"])
def test_tables(key: str) -> None:
    """Tables played at once show what their views show, and pay what their episodes pay."""
    random = np.random.default_rng(1)
    tables = learn.Tables(9, key)
    with pytest.raises(OutOfOrder):
        tables.states()
    seen = tables.reset(seed=4)
    total = np.zeros((9, 4))
    ended = 0
    for _ in range(200):
        for place, table in enumerate(tables._tables):
            deal = table.episode.deal
            wanted = encode(deal.view(table.seat), deal.phase)
            assert (seen.observation[place] == wanted).all()
            assert seen.seat[place] == table.seat
        assert (seen.action_mask.sum(axis=1) > 1).all()
        before = [table.episode for table in tables._tables]
        seen = tables.step(
            (random.random(seen.action_mask.shape) * seen.action_mask).argmax(axis=1)
        )
        total += seen.rewards
        for place in np.flatnonzero(seen.over):
            assert before[place].over
            assert list(total[place]) == before[place].total
            total[place] = 0
            ended += 1
    assert ended > 9
    assert tables.states().shape == (9, *env_state_shape())
    assert seen.rewards.dtype == np.float32


def env_state_shape() -> tuple[int, ...]:
    """The shape of a state."""
    shape = learn.env().state_space.shape
    assert shape is not None
    return shape
