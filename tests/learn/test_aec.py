"""The PettingZoo environment in which seats are visited one after another."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
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
from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import choices
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.learn.agents import AGENTS
from goldsparrow.learn.arguments import OutOfOrder
from goldsparrow.moves import MOVES, PASS, parse_move
from goldsparrow.players import Greedy
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.ruleset import RuleSet
from tests.laws.hidden import exchanged, same_choices
from tests.laws.strategies import players_of
from tests.stacked import COMPLETE, stacked

Choose = Callable[[np.ndarray], int]


def by_chance(seed: int) -> Choose:
    """Chooses any legal move."""
    chance = Random(seed)
    return lambda mask: int(chance.choice(np.flatnonzero(mask)))


def play(env: Any, choose: Choose, most: int | None = None) -> list[tuple[Any, ...]]:
    """Plays an episode, or so many steps of it; returns what each visit showed."""
    seen = []
    for agent in env.agent_iter() if most is None else env.agent_iter(most):
        observation, reward, over, cut, info = env.last()
        mask = observation["action_mask"]
        seen.append(
            (
                agent,
                observation["observation"].tobytes(),
                mask.tobytes(),
                reward,
                over,
                cut,
                dict(info),
                tuple(env.rewards.values()),
            )
        )
        env.step(None if over or cut else choose(mask))
    return seen


def seeded(make: Any, **more: Any) -> Any:
    """An environment whose walls and sampled actions are the same in every run of the tests."""
    env = make(**more)
    env.reset(seed=1)
    env.action_space("seat_0").seed(1)
    return env


# --- what PettingZoo checks ------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("visit", ["all", "asked"])
def test_its_api_test(key: str, visit: str) -> None:
    """PettingZoo's own check of the environment holds."""
    api_test(seeded(learn.env, rules=key, visit=visit), num_cycles=400)


@pytest.mark.parametrize("key", RULE_SETS)
def test_its_parallel_api_test(key: str) -> None:
    """PettingZoo's own check of the parallel environment holds."""
    parallel_api_test(seeded(learn.parallel_env, rules=key), num_cycles=300)


def test_its_seed_tests() -> None:
    """PettingZoo's own checks that seeds decide everything hold."""
    seed_test(learn.env, num_cycles=150)
    parallel_seed_test(partial(learn.parallel_env, illegal="default"), num_cycles=100)


def test_its_max_cycles_test() -> None:
    """PettingZoo's own check that an episode is cut off holds."""
    max_cycles_test(
        SimpleNamespace(
            env=partial(seeded, learn.env, illegal="default"),
            parallel_env=partial(seeded, learn.parallel_env, illegal="default"),
        )
    )


def test_its_state_test() -> None:
    """PettingZoo's own check of the states holds."""
    state_test(seeded(learn.env), seeded(learn.parallel_env), num_cycles=20)


def test_its_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's own check of the pictures holds; `human` prints."""
    svg = {"svg": lambda text: text.startswith("<svg ") and text.endswith("</svg>")}
    render_test(learn.env, custom_tests=svg)
    assert "seat 3" in capsys.readouterr().out


# --- what an agent gets ----------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_observations_have_the_declared_form(key: str) -> None:
    """Arrays are int8 of the declared shape, within bounds, and new each time."""
    env = learn.raw_env(key, outlook=key == "sanming")
    env.reset(seed=4)
    choose = by_chance(4)
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        assert seen is not None
        assert env.observation_space(agent).contains(seen)
        assert seen["observation"].dtype == seen["action_mask"].dtype == np.int8
        assert seen["action_mask"].shape == (MOVES,)
        again = env.observe(agent)
        assert not np.shares_memory(seen["observation"], again["observation"])
        kept = again["observation"].copy()
        seen["observation"][:] = 99
        seen["action_mask"][:] = 1
        assert (env.observe(agent)["observation"] == kept).all()
        assert (env.action_mask(agent) == again["action_mask"]).all()
        state = env.state()
        assert env.state_space.contains(state)
        env.step(None if over or cut else choose(again["action_mask"]))
    assert not env.agents


def test_spaces_are_the_same_objects() -> None:
    """All seats share their spaces, and every call returns the same ones."""
    env = learn.env()
    spaces = {id(env.observation_space(agent)) for agent in AGENTS for _ in range(2)}
    assert len(spaces) == len({id(env.action_space(agent)) for agent in AGENTS}) == 1
    before = env.observation_space("seat_0")
    env.reset(seed=1)
    assert env.observation_space("seat_3") is before


def test_two_environments_share_no_space() -> None:
    """Seeding one environment's spaces leaves those of another alone."""
    assert learn.env().action_space("seat_0") is not learn.env().action_space("seat_0")


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint8])
def test_numpy_actions(kind: type[np.integer[Any]]) -> None:
    """An action may be any kind of whole number."""
    plain, other = learn.env(), learn.env()
    plain.reset(seed=6)
    other.reset(seed=6)
    choose = by_chance(6)
    for _ in range(60):
        if plain.terminations[plain.agent_selection]:
            break
        action = choose(plain.action_mask(plain.agent_selection))
        plain.step(action)
        other.step(kind(action))
        assert plain.agent_selection == other.agent_selection
        assert (plain.state() == other.state()).all()


def test_the_seed_decides_everything() -> None:
    """The same seed gives the same episodes in a row; another gives others."""
    runs = []
    for seed in (7, 7, 8):
        env = learn.env(rules="longyan")
        env.reset(seed=seed)
        seen = play(env, by_chance(1))
        env.reset()
        runs.append(seen + play(env, by_chance(2)))
    assert runs[0] == runs[1] != runs[2]


def test_options_of_reset() -> None:
    """The first deal's dealer, streak and wall can be given."""
    wall = shuffle(b"given", "wall")
    env = learn.env()
    env.reset(seed=1, options={"dealer": 2, "streak": 3, "wall": wall})
    seen = env.observe("seat_2")["observation"]
    assert seen[learn.LAYOUT.place("own.dealer"), 0] == 1
    assert seen[learn.LAYOUT.place("streak"), 0] == 3
    deal = Deal(rule_set("fuzhou-ourgame"), wall, dealer=2, streak=3, asks_all=True)
    assert (seen == learn.encode(deal.view(2), deal.phase)).all()


@pytest.mark.parametrize(
    "options", [{"dealer": 4}, {"dealer": "east"}, {"streak": -1}, {"wall": [1, 2]}]
)
def test_bad_options_of_reset(options: dict[str, Any]) -> None:
    """A bad option is one error that quotes it."""
    with pytest.raises(OptionError, match="expected"):
        learn.env().reset(options=options)


@pytest.mark.parametrize(
    "more",
    [
        {"rules": "riichi"},
        {"length": "forever"},
        {"visit": "some"},
        {"illegal": "ignore"},
        {"render_mode": "film"},
        {"max_cycles": 0},
        {"house": {"nothing": 1}},
        {"rules": rule_set("sanming"), "house": {"base": 5}},
    ],
)
def test_bad_arguments(more: dict[str, Any]) -> None:
    """A bad argument is one error that says what is expected."""
    for make in (learn.env, learn.parallel_env):
        if make is learn.parallel_env and "visit" in more:
            continue
        with pytest.raises(GoldSparrowError, match="expected"):
            make(**more)


# --- rewards ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_rewards_are_the_points(key: str) -> None:
    """What a seat was given in all is what the match says that it won; the table's sum is 0."""
    env = learn.env(rules=key, length="2 deals")
    env.reset(seed=11)
    player = Greedy()
    total = dict.fromkeys(AGENTS, 0.0)
    got = dict.fromkeys(AGENTS, 0.0)
    assert env._episode is not None
    for seat in map(AGENTS.index, env.agent_iter()):
        _, reward, over, _, _ = env.last(observe=False)
        got[AGENTS[seat]] += reward
        if over:
            env.step(None)
            continue
        env.step(player.act(env._episode.deal.view(seat), env._visits.moves))
        for each, points in env.rewards.items():
            total[each] += points
    scores = env._episode.match.scores
    assert tuple(total.values()) == tuple(got.values()) == scores
    assert any(scores)
    assert sum(scores) == 0


def test_dead_steps() -> None:
    """At the end each seat is visited once more, takes its reward, and answers None."""
    env = learn.env()
    env.reset(seed=2)
    choose = by_chance(2)
    out = []
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert seen is not None
        if over:
            out.append(agent)
            assert not seen["action_mask"].any()
            with pytest.raises(OptionError, match="expected None"):
                env.step(0)
            env.step(None)
        else:
            env.step(choose(seen["action_mask"]))
    assert sorted(out) == list(AGENTS)
    with pytest.raises(OutOfOrder, match="over"):
        env.last()
    with pytest.raises(OutOfOrder, match="over"):
        env.step(0)


def test_a_win_on_a_given_wall() -> None:
    """F8: a dealer with a complete hand wins by the first answers of all four, who pay at once."""
    env = learn.env()
    env.reset(options={"dealer": 0, "wall": stacked({0: COMPLETE}, "9s")})
    visited = []
    while not env.terminations[env.agent_selection]:
        visited.append(env.agent_selection)
        mask = env.action_mask(env.agent_selection)
        win = parse_move("win")
        env.step(win if mask[win] else PASS)
    assert visited == list(AGENTS)
    assert env.rewards["seat_0"] > 0
    assert sum(env.rewards.values()) == 0


# --- illegal moves, order --------------------------------------------------------------------


@pytest.mark.parametrize("action", [MOVES, -1, 3.5, "pass", None, 168, True])
def test_an_illegal_move_ends_the_episode(action: Any) -> None:
    """The seat pays the penalty, nobody gets it, and its information says why."""
    env = learn.env(penalty=40)
    env.reset(seed=5)
    agent = env.agent_selection
    env.step(action)
    assert all(env.terminations.values())
    assert env.rewards == dict.fromkeys(AGENTS, 0.0) | {agent: -40}
    assert "expected" in env.infos[agent]["illegal"]
    assert env.infos[agent]["reason"]
    assert not env.action_mask(agent).any()


def test_an_illegal_move_may_be_an_error() -> None:
    """With `raise` nothing has happened, and the next answer counts."""
    env = learn.env(illegal="raise")
    env.reset(seed=5)
    before = env.state()
    with pytest.raises(IllegalMove, match="expected one of"):
        env.step(168)
    assert (env.state() == before).all()
    env.step(int(np.flatnonzero(env.action_mask(env.agent_selection))[0]))


def test_an_illegal_move_may_be_the_default() -> None:
    """With `default` the table plays what it plays for an absent seat, and says so once."""
    env = learn.env(illegal="default")
    env.reset(seed=5)
    agent = env.agent_selection
    env.step(168)
    assert "illegal" in env.infos[agent]
    told = []
    for each in env.agent_iter(40):
        _, _, over, _, info = env.last()
        if over:
            break
        told += [each] if "illegal" in info else []
        env.step(int(np.flatnonzero(env.action_mask(each))[0]))
    assert told == [agent]


def test_out_of_order() -> None:
    """Before `reset` and after `close` every call says what is expected."""
    env = learn.env(render_mode="ansi")
    for _ in range(2):
        for call in (env.last, env.state, env.render, partial(env.observe, "seat_0")):
            with pytest.raises(OutOfOrder, match=r"reset\(\)"):
                call()
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            env.step(0)
        env.reset(seed=1)
        assert "gold" in env.render()
        env.close()
    env.reset()
    for call in (env.observe, env.action_mask, env.observation_space, env.action_space):
        with pytest.raises(OptionError, match="seat_9"):
            call("seat_9")


# --- what the visits tell --------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_discard_visits_the_same_seats(key: str) -> None:
    """C9: after a discard the three others are visited in the order of play, whatever they hold."""
    env = learn.env(rules=key)
    choose = by_chance(3)
    for seed in range(4):
        env.reset(seed=seed)
        visited = []
        while not env.terminations[env.agent_selection]:
            agent = env.agent_selection
            mask = env.action_mask(agent)
            visited.append((int(agent[-1]), bool(mask[PASS])))
            env.step(choose(mask))
        turns = [place for place, (_, may_pass) in enumerate(visited) if not may_pass]
        assert turns
        for place, following in zip(turns, [*turns[1:], len(visited)], strict=True):
            asked = [seat for seat, _ in visited[place + 1 : following]]
            turn = visited[place][0]
            around = [(turn + ahead) % 4 for ahead in (1, 2, 3)]
            # A concealed kong asks nobody; a kong that may be robbed asks like a discard.
            assert asked in ([], around)


@pytest.mark.parametrize("key", RULE_SETS)
def test_hidden_tiles_change_nothing_that_a_seat_is_shown(key: str) -> None:
    """C9: two deals that differ only in tiles that a seat does not see visit and show it the same.

    The twin is played by the same choices. Every visit is of the same seat, and on each visit the
    seat has the same observation and mask, whoever else holds what.
    """
    rules = rule_set(key)
    chance = Random(key)
    compared = differed = 0
    for number in range(30):
        wall = shuffle(b"twins", f"{key} {number}")
        seat = number % 4
        deal = Deal(rules, wall)
        players = players_of(number)
        for _ in range(chance.randrange(8, 40)):
            if deal.result:
                break
            asked = next(iter(deal.waiting))
            deal.act(asked, players[asked].act(deal.view(asked), deal.waiting[asked]))
        if deal.result:
            continue
        other = exchanged(deal, wall, seat, chance)
        if not same_choices(deal, Deal(rules, other)):
            continue
        answers = _answers(Deal(rules, wall, asks_all=True), deal)
        trace, twin = (_shown(rules, each, seat, answers) for each in (wall, other))
        assert trace[0] == twin[0]
        compared += 1
        differed += trace[1] != twin[1]
    assert compared > 5
    assert differed


def _shown(
    rules: RuleSet, wall: Shuffle, seat: int, made: list[dict[int, int]]
) -> tuple[list[Any], list[bytes]]:
    """Whom the loop visits and what a seat is shown then; and what the others are shown."""
    env = learn.env(rules, illegal="raise")
    env.reset(options={"dealer": 0, "wall": wall})
    own: list[Any] = []
    others: list[bytes] = []
    for answers in made:
        for _ in range(len(answers)):
            agent = env.agent_selection
            seen = env.observe(agent)
            shown = seen["observation"].tobytes()
            if agent == AGENTS[seat]:
                own.append((shown, seen["action_mask"].tobytes()))
            else:
                own.append(agent)
                others.append(shown + seen["action_mask"].tobytes())
            env.step(answers[int(agent[-1])])
    return own, others


def _answers(again: Deal, deal: Deal) -> list[dict[int, int]]:
    """The answers of all seats to each question that was decided in a deal."""
    found: list[dict[int, int]] = []
    while len(again.events) < len(deal.events):
        asked = again.waiting
        made = dict(choices(again, deal.events[len(again.events)]))
        found.append({seat: made.get(seat, PASS) for seat in asked})
        for seat, move in found[-1].items():
            if again.waiting is not asked:
                break
            again.act(seat, move)
    return found


# --- copies, registries ----------------------------------------------------------------------


@pytest.mark.parametrize("visit", ["all", "asked"])
def test_a_clone_is_played_apart(visit: str) -> None:
    """A clone goes on like its original, and neither changes the other."""
    env = learn.env(rules="sanming", visit=visit, length="2 deals")
    env.reset(seed=21)
    play(env, by_chance(1), most=30)
    before = env.state()
    clone = env.clone()
    first = play(clone, by_chance(2))
    assert (env.state() == before).all()
    state = env.clone()
    assert play(env, by_chance(2)) == first
    for _ in range(2):
        env.restore(state)
        assert play(env, by_chance(2)) == first
    with pytest.raises(OptionError, match="expected the same rules"):
        learn.env(rules="longyan").restore(state)


def test_pickling() -> None:
    """A pickled environment goes on like the one that it was taken of."""
    env = learn.env(rules="fuzhou-classic")
    env.reset(seed=9)
    play(env, by_chance(1), most=25)
    other = pickle.loads(pickle.dumps(env))
    assert play(env, by_chance(5)) == play(other, by_chance(5))
    fresh = pickle.loads(pickle.dumps(learn.parallel_env()))
    assert fresh.reset(seed=1)[0]["seat_0"]["action_mask"].any()


def test_the_registry() -> None:
    """PettingZoo makes the environments by name."""
    env = pettingzoo.make("aec", "GoldSparrow/sanming-v0", render_mode="ansi")
    assert env.unwrapped.rules.key == "sanming"
    parallel = pettingzoo.make("parallel", "GoldSparrow-v0", rules="longyan")
    assert parallel.unwrapped.rules.key == "longyan"


# --- the parallel form -----------------------------------------------------------------------


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_parallel_form_plays_the_same(key: str) -> None:
    """Answered alike, both forms of the environment show the same and pay the same."""
    env, parallel = learn.env(rules=key), learn.parallel_env(rules=key)
    env.reset(seed=31)
    seen, _ = parallel.reset(seed=31)
    choose = by_chance(31)
    while parallel.agents:
        asked = dict(env._episode.deal.waiting)
        actions = dict.fromkeys(AGENTS, PASS)
        for _ in range(len(asked)):
            agent = env.agent_selection
            shown = env.observe(agent)
            for name in ("observation", "action_mask"):
                assert (shown[name] == seen[agent][name]).all()
            actions[agent] = choose(shown["action_mask"])
            env.step(actions[agent])
        for seat, agent in enumerate(AGENTS):
            if seat not in asked:
                assert list(np.flatnonzero(seen[agent]["action_mask"])) == [PASS]
        seen, rewards, over, _, _ = parallel.step(actions)
        assert over == env.terminations
        if any(rewards.values()):
            assert rewards == env.rewards
        assert (parallel.state() == env.state()).all()


def test_bad_answers_of_the_parallel_form() -> None:
    """Missing answers are an error; illegal ones end the episode, or are played as the default."""
    env = learn.parallel_env(penalty=7)
    with pytest.raises(OutOfOrder, match=r"reset\(\)"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(OptionError, match="one of each"):
        env.step({"seat_0": PASS})
    bad = dict.fromkeys(AGENTS, PASS) | {"seat_2": 168}
    _, rewards, over, _, infos = env.step(bad)
    assert rewards == {"seat_0": 0, "seat_1": 0, "seat_2": -7, "seat_3": 0}
    assert all(over.values())
    assert "expected" in infos["seat_2"]["illegal"]
    with pytest.raises(OutOfOrder, match="over"):
        env.step(bad)
    lenient = learn.parallel_env(illegal="default")
    lenient.reset(seed=1)
    _, rewards, over, _, infos = lenient.step(bad)
    assert not any(over.values())
    assert "illegal" in infos["seat_2"]
    strict = learn.parallel_env(illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="seat 2"):
        strict.step(bad)


def test_a_parallel_clone() -> None:
    """A clone of the parallel form goes on like its original."""
    env = learn.parallel_env(rules="fuzhou-street", length="2 deals")
    env.reset(seed=3)

    def run(each: Any, seed: int, most: int) -> list[Any]:
        choose = by_chance(seed)
        found = []
        for _ in range(most):
            if not each.agents:
                break
            seen = each._observations()
            step = each.step({agent: choose(seen[agent]["action_mask"]) for agent in AGENTS})
            found.append((step[0]["seat_1"]["observation"].tobytes(), step[1], step[2]))
        return found

    run(env, 1, 20)
    state = env.clone()
    first = run(env, 2, 500)
    assert run(state.clone(), 2, 500) == first
    env.restore(state)
    assert run(env, 2, 500) == first
