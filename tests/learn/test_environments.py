"""The environments: what PettingZoo and Gymnasium expect, and what agents may rely on."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.test.state_test import state_test

from goldsparrow import learn
from goldsparrow.errors import GoldSparrowError, IllegalMove
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import choices
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.learn.episode import OutOfOrder
from goldsparrow.learn.planes import encode
from goldsparrow.moves import MOVES, PASS
from goldsparrow.players import Greedy
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from tests.laws.hidden import exchanged, same_choices
from tests.stacked import COMPLETE, stacked

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


# --- what the two libraries check -------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("visit", ["all", "asked"])
def test_aec_api(key: str, visit: Any) -> None:
    """PettingZoo's own test of an environment finds nothing."""
    api_test(learn.env(rules=key, visit=visit), num_cycles=60)


@pytest.mark.parametrize("key", RULE_SETS)
def test_parallel_api(key: str) -> None:
    """PettingZoo's own test of a parallel environment finds nothing."""
    parallel_api_test(learn.parallel_env(rules=key), num_cycles=150)


def test_seeds() -> None:
    """The same seed gives the same episode, by PettingZoo's own tests."""
    seed_test(learn.env, num_cycles=100)
    parallel_seed_test(lambda: learn.parallel_env(illegal="default"), num_cycles=100)


def test_max_cycles() -> None:
    """An episode is cut off after so many rounds of questions, by PettingZoo's own test."""

    def seeded(make: Callable[..., Any], max_cycles: int) -> Any:
        env = make(max_cycles=max_cycles, illegal="default")
        env.reset(seed=1)
        env.action_space("seat_0").seed(1)
        return env

    module = SimpleNamespace(
        env=lambda max_cycles: seeded(learn.env, max_cycles),
        parallel_env=lambda max_cycles: seeded(learn.parallel_env, max_cycles),
    )
    max_cycles_test(module)


def test_state() -> None:
    """The state lies in its space, by PettingZoo's own test."""
    state_test(learn.env(illegal="default"), learn.parallel_env())


def test_render() -> None:
    """Every mode of rendering gives what it should, by PettingZoo's own test."""
    render_test(learn.env, {"svg": lambda shown: shown.startswith("<svg")})


@pytest.mark.parametrize("outlook", [False, True])
def test_gymnasium_check(outlook: bool) -> None:
    """Gymnasium's own check of an environment finds nothing."""
    env = gymnasium.make("GoldSparrow/longyan-v0", outlook=outlook, bots="chance")
    check_env(env.unwrapped)


def test_made_by_name() -> None:
    """Both registries make every environment by its name."""
    for key in RULE_SETS:
        name = f"GoldSparrow/{key}-v0"
        env = gymnasium.make(name, bots="chance")
        assert env.reset(seed=1)[0]["action_mask"].any()
        assert env.unwrapped.rules == rule_set(key)
        assert pettingzoo.make("aec", name).unwrapped.rules == rule_set(key)
        assert pettingzoo.make("parallel", name).unwrapped.rules == rule_set(key)
    vector = gymnasium.make_vec("GoldSparrow-v0", num_envs=3, rules="sanming", bots="chance")
    assert isinstance(vector, learn.SeatVector)
    assert vector.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


# --- types, spaces, arrays --------------------------------------------------------------------


def test_types_and_spaces() -> None:
    """Observations have exactly the declared types, are fresh each time, and spaces are one."""
    for make in (learn.env, learn.parallel_env):
        env = make()
        env.reset(seed=1)
        assert len({id(env.observation_space(agent)) for agent in env.possible_agents}) == 1
        assert len({id(env.action_space(agent)) for agent in env.possible_agents}) == 1
        assert env.observation_spaces["seat_2"] is env.observation_space("seat_0")
    env = learn.env()
    env.reset(seed=1)
    first, second = env.observe("seat_1"), env.observe("seat_1")
    assert env.observation_space("seat_1").contains(first)
    for name in ("observation", "action_mask"):
        assert first[name].dtype == np.int8
        assert not np.shares_memory(first[name], second[name])
        first[name][:] = 9
        assert (second[name] == env.observe("seat_1")[name]).all()
    assert first["action_mask"].shape == (MOVES,)


@pytest.mark.parametrize("kind", [int, np.int8, np.int32, np.int64, np.uint8, np.array])
def test_kinds_of_actions(kind: Callable[[int], Any]) -> None:
    """Every kind of whole number is an action."""
    env = learn.env(illegal="raise")
    env.reset(seed=1)
    env.step(kind(PASS))
    assert env.agent_selection != "seat_0" or env.agents


def test_an_episode_by_its_seed() -> None:
    """A seed gives a sequence of episodes, options its first dealer, streak and wall."""

    def three(seed: int) -> list[bytes]:
        env = learn.env(visit="asked")
        found = []
        for number in range(3):
            env.reset(seed=seed if number == 0 else None)
            found.append(env.state().tobytes())
        return found

    assert three(5) == three(5)
    assert len(set(three(5)) | set(three(6))) == 6
    env = learn.env()
    wall = stacked({2: COMPLETE}, "9s", dealer=2)
    env.reset(seed=1, options={"dealer": 2, "streak": 3, "wall": wall, "else": 1})
    seen = env.observe("seat_2")["observation"]
    assert seen[learn.LAYOUT.place("own.dealer"), 0] == 1
    assert seen[learn.LAYOUT.place("streak"), 0] == 3
    for options in ({"dealer": 4}, {"streak": -1}, {"wall": 3}, {"dealer": True}):
        with pytest.raises(GoldSparrowError, match=next(iter(options))):
            env.reset(options=options)


# --- what is paid -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_rewards_are_the_points(key: str) -> None:
    """What the seats gain in an episode sums to zero, and to the scores of its match."""
    env = learn.env(rules=key, length="2 deals", house={})
    for seed in range(4):
        env.reset(seed=seed)
        gained = dict.fromkeys(learn.AGENTS, 0.0)
        shown = []
        for agent, seen, points in play(env, by_chance(seed)):
            gained[agent] += points
            shown.append(seen)
        assert sum(gained.values()) == 0
        assert env._episode is not None
        assert tuple(gained.values()) == env._episode.match.scores
        assert shown[-1]["action_mask"].sum() == 0


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


def test_dead_steps() -> None:
    """Every seat is visited once more when the episode is over, in order, and answers None."""
    env = learn.env()
    env.reset(seed=2)
    visits = [agent for agent, seen, _ in play(env, by_chance(1)) if not seen["action_mask"].any()]
    assert visits == list(learn.AGENTS)
    assert env.agents == []
    with pytest.raises(OutOfOrder, match="over; expected reset"):
        env.step(None)


# --- illegal moves ----------------------------------------------------------------------------


def test_illegal_moves() -> None:
    """An illegal move ends the episode, is played as the default, or raises, as was asked."""
    env = learn.env()
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.terminations[agent]
    assert env.rewards[agent] == -100
    assert sum(env.rewards.values()) == -100
    assert "discard:1m" in env.infos[agent]["illegal"]

    env = learn.env(illegal="default")
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(np.int64(1000))
    assert not env.terminations[agent]
    seen = {}
    for visited in env.agent_iter(12):
        _, _, _, _, info = env.last()
        seen.setdefault(visited, info)
        env.step(int(np.flatnonzero(env.action_mask(visited))[0]))
    assert "1000" in seen[agent]["illegal"]

    env = learn.env(illegal="raise")
    env.reset(seed=1)
    before = env.state()
    for action in (0, -1, 169, 1.5, "pass", None):
        with pytest.raises(IllegalMove, match="expected"):
            env.step(action)
    assert (env.state() == before).all()


def test_illegal_moves_at_once() -> None:
    """The same holds where all seats answer at once, and for a seat against bots."""
    env = learn.parallel_env()
    env.reset(seed=1)
    actions = dict.fromkeys(learn.AGENTS, PASS) | {"seat_3": 2}
    _, rewards, over, _, infos = env.step(actions)
    assert rewards == {"seat_0": 0, "seat_1": 0, "seat_2": 0, "seat_3": -100}
    assert all(over.values())
    assert infos["seat_3"]["reason"]
    with pytest.raises(OutOfOrder, match="over"):
        env.step(actions)
    env.reset()
    with pytest.raises(GoldSparrowError, match="one of each of seat_0"):
        env.step({"seat_1": PASS})
    one = learn.SeatEnv(bots="chance", illegal="raise")
    one.reset(seed=1)
    with pytest.raises(IllegalMove, match="no move: 500"):
        one.step(500)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"rules": "beijing"}, "beijing"),
        ({"house": {"bets": 1}}, "bets"),
        ({"length": "long"}, "long"),
        ({"illegal": "maybe"}, "maybe"),
        ({"render_mode": "film"}, "film"),
        ({"rules": rule_set("sanming"), "house": {"base": 5}}, "base"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], named: str) -> None:
    """An argument that is not what it should be is quoted."""
    for make in (learn.raw_env, learn.parallel_env, learn.SeatEnv, learn.SeatVector):
        with pytest.raises(GoldSparrowError, match=named):
            make(**arguments)


def test_before_the_first_reset() -> None:
    """Without an episode there is one clear error."""
    env = learn.env()
    for call in (env.last, env.state, env.render, lambda: env.step(0)):
        with pytest.raises(OutOfOrder, match=r"expected reset\(\) first"):
            call()
    with pytest.raises(OutOfOrder):
        learn.SeatEnv(bots="chance").step(0)
    with pytest.raises(OutOfOrder):
        learn.Tables(2).step([0, 0])
    with pytest.raises(GoldSparrowError, match="seat_9"):
        env.observation_space("seat_9")


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


def test_every_question_visits_the_same_seats() -> None:
    """After each discard the three others are visited in order, whatever they hold."""
    env = learn.env(rules="fuzhou-classic")
    for seed in range(5):
        env.reset(seed=seed)
        turns: list[tuple[str, list[str]]] = []
        choose = by_chance(seed)
        for agent, seen, _ in play(env, choose):
            if not seen["action_mask"].any():
                break
            if not seen["action_mask"][PASS]:
                turns.append((agent, []))
            elif turns and seen["observation"][learn.LAYOUT.place("claim"), 0]:
                turns[-1][1].append(agent)
        discards = [(agent, after) for agent, after in turns if after]
        assert len(discards) > 10
        for agent, after in discards:
            place = learn.AGENTS.index(agent)
            assert after == [learn.AGENTS[(place + ahead) % 4] for ahead in (1, 2, 3)]


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
            assert tuple(total[place]) == before[place].total
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


def test_tables_by_seed() -> None:
    """The same seed gives the same tables, different ones among them."""
    first, again, other = (learn.Tables(4).reset(seed=seed) for seed in (7, 7, 8))
    assert (first.observation == again.observation).all()
    assert not (first.observation == other.observation).all()
    assert len({row.tobytes() for row in first.observation}) == 4


def test_tables_refuse() -> None:
    """A wrong action or a wrong number of them changes no table, and is quoted."""
    tables = learn.Tables(3)
    seen = tables.reset(seed=1)
    good = seen.action_mask.argmax(axis=1)
    bad = good.copy()
    bad[2] = 168
    with pytest.raises(IllegalMove, match="table 2"):
        tables.step(bad)
    with pytest.raises(GoldSparrowError, match=r"\(2,\)"):
        tables.step(good[:2])
    with pytest.raises(GoldSparrowError, match="0"):
        learn.Tables(0)
    assert tables.step(good).observation.shape == (3, *learn.LAYOUT.shape)


def test_seats_at_many_tables() -> None:
    """A vector of seats plays what single seats play, and begins the next episode at once."""
    vector = learn.SeatVector(3, bots="chance", outlook=True)
    singles = [learn.SeatEnv(bots="chance", outlook=True) for _ in range(3)]
    seen, infos = vector.reset(seed=5)
    alone = [env.reset(seed=5 + place) for place, env in enumerate(singles)]
    ended = 0
    for _ in range(40):
        for place, (one, info) in enumerate(alone):
            assert (seen["observation"][place] == one["observation"]).all()
            assert (seen["action_mask"][place] == one["action_mask"]).all()
            assert infos["seat"][place] == info["seat"]
        assert (vector.action_masks() == seen["action_mask"].astype(bool)).all()
        actions = seen["action_mask"].argmax(axis=1)
        seen, rewards, over, cut, infos = vector.step(actions)
        assert not cut.any()
        for place, env in enumerate(singles):
            one, reward, done, _, info = env.step(actions[place])
            assert (rewards[place], over[place]) == (reward, done)
            if done:
                ended += 1
                final = infos["final_obs"][place]
                assert (final["observation"] == one["observation"]).all()
                one, info = env.reset()
            alone[place] = one, info
    assert ended
    assert vector.observation_space.contains(seen)


def test_where_the_agent_sits() -> None:
    """The agent's seat is fixed, given for an episode, or another by chance each time."""
    env = learn.SeatEnv(bots=["chance", "greedy", "chance"], seat=2)
    assert {env.reset()[1]["seat"] for _ in range(5)} == {2}
    assert env.reset(options={"seat": 1})[1]["seat"] == 1
    env = learn.SeatEnv(bots="chance")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}
    for arguments in ({"bots": "nobody"}, {"bots": ["chance"]}, {"seat": 7}):
        with pytest.raises(GoldSparrowError):
            learn.SeatEnv(**arguments)
