"""Many tables at once."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from goldsparrow import learn
from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.learn.arguments import OutOfOrder
from goldsparrow.learn.episode import Episode
from goldsparrow.learn.visits import Visits
from goldsparrow.moves import MOVES
from goldsparrow.rules import RULE_SETS


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_tables_play_what_one_environment_plays(key: str) -> None:
    """A table's choices, observations, masks and points are those of the environment alone."""
    tables = learn.Tables(3, key)
    seen = tables.reset(seed=5)
    alone = []
    for place in range(3):
        env = learn.env(rules=key, visit="asked")
        env._seeds.set(5, place)
        env.reset()
        # The tables' first episode has the number 0.
        env._seeds.set(5, place)
        env._episode = Episode(env.rules, env._length, env._seeds, asks_all=False)
        env._visits = Visits(env._episode)
        env.agent_selection = learn.AGENTS[env._visits.seat]
        alone.append(env)
    chance = Random(key)
    ended = 0
    for _ in range(260):
        assert seen.observation.shape == (3, *learn.LAYOUT.shape)
        assert seen.observation.dtype == seen.action_mask.dtype == np.int8
        actions = []
        for place, env in enumerate(alone):
            agent = env.agent_selection
            assert agent == f"seat_{seen.seat[place]}"
            shown = env.observe(agent)
            assert (seen.observation[place] == shown["observation"]).all()
            assert (seen.action_mask[place] == shown["action_mask"]).all()
            assert (tables.states()[place] == env.state()).all()
            actions.append(int(chance.choice(np.flatnonzero(seen.action_mask[place]))))
        seen = tables.step(np.array(actions, dtype=np.int32))
        for place, env in enumerate(alone):
            before = tuple(env._episode.total)
            env.step(actions[place])
            gained = tuple(np.subtract(env._episode.total, before))
            assert tuple(seen.rewards[place]) == gained
            over = any(env.terminations.values())
            assert seen.over[place] == over
            if over:
                ended += 1
                env.reset()
    assert ended


def test_the_seed_decides_everything() -> None:
    """The same seed gives the same episodes; tables of one seed play different ones."""

    def played(seed: int) -> list[Any]:
        tables = learn.Tables(2, "sanming", outlook=True)
        seen = tables.reset(seed=seed)
        assert seen.observation.shape[1:] == learn.OUTLOOK_LAYOUT.shape
        assert not (seen.observation[0] == seen.observation[1]).all()
        found = []
        for _ in range(150):
            seen = tables.step(seen.action_mask.argmax(axis=1))
            found.append((seen.observation.tobytes(), seen.rewards.tobytes(), seen.over.tobytes()))
        return found

    assert played(1) == played(1) != played(2)


def test_bad_calls() -> None:
    """A bad call is one error that says what is expected, and no table has changed."""
    with pytest.raises(OptionError, match="count is 0"):
        learn.Tables(0)
    tables = learn.Tables(2)
    for call in (tables.states, lambda: tables.step([0, 0])):
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            call()
    before = tables.reset(seed=1)
    for bad in ([0], [0.5, 1.0], [[0, 1]]):
        with pytest.raises(OptionError, match="expected"):
            tables.step(bad)
    good = int(before.action_mask[0].argmax())
    with pytest.raises(IllegalMove, match="table 1"):
        tables.step([good, MOVES])
    assert (tables._choices([], []).observation == before.observation).all()
