"""The PettingZoo environment in which seats are visited one after another (AEC)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pettingzoo.utils.env import AECEnv

from goldsparrow.errors import OptionError
from goldsparrow.learn.agents import AGENTS, PENALTY, seat_of
from goldsparrow.learn.arguments import (
    IS_OVER,
    NOT_BEGUN,
    VISITS,
    Illegal,
    OutOfOrder,
    Visit,
    check_restorable,
    one_of,
    refused,
    told,
)
from goldsparrow.learn.episode import NOTHING, Episode, Points
from goldsparrow.learn.four_seats import FourSeats
from goldsparrow.learn.observations import mask_array, observed
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.planes import Array
from goldsparrow.learn.spaces import Observation, as_move
from goldsparrow.learn.visits import Visits
from goldsparrow.moves import Move
from goldsparrow.rules import RuleSet


class raw_env(FourSeats, AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801 - its name there
    """Four seats at a table, visited one after another.

    A turn visits the seat whose turn it is. Every other question (opening wins, claims on a
    discard, robbing a kong) visits all seats that such a question may go to, always in the order
    of play, and a seat that can only pass is visited to pass: who is visited, and when, depends on
    nothing hidden. Answers count when the last of them is given, and no seat sees another's.

    All checks are inside; no wrapper is needed.

    Args:
        rules: a rule set's key, or a rule set.
        house: house options by name, with a key.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        visit: `all`, or `asked`: only seats that have a choice; each seat's observations are the
            same, but who is visited tells whoever watches all seats who has one.
        outlook: whether observations have the planes of the outlook too.
        illegal: what an illegal move does: `end` ends the episode and costs `penalty` points,
            `default` is played as the table's default move, `raise` raises `IllegalMove`.
        penalty: what an illegal move costs where it ends the episode; nobody gets it.
        max_cycles: after how many rounds of questions the episode is cut off, in each of which
            every seat was visited once (a kong is a visit more); None for never.
        render_mode: `human` prints, `ansi` returns text, `svg` a drawing, `rgb_array` its pixels.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gold_sparrow_v0",
        "render_modes": list(MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str | RuleSet = "fuzhou-ourgame",
        *,
        house: Mapping[str, object] | None = None,
        length: str = "1 deal",
        visit: Visit = "all",
        outlook: bool = False,
        illegal: Illegal = "end",
        penalty: float = PENALTY,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        one_of("visit", visit, VISITS)
        super().__init__(
            rules,
            house=house,
            length=length,
            outlook=outlook,
            illegal=illegal,
            penalty=penalty,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )
        self._asks_all = visit == "all"
        self._visits: Visits | None = None
        # What the next steps have to look at: told of illegal moves, points just paid, points owed.
        self._noted: set[int] = set()
        self._paid = False
        self._owed = False
        self._ended = True

    # --- PettingZoo --------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode.

        Args:
            seed: begins a sequence of episodes, the same for the same seed; None goes on with it.
            options: `dealer` (0 to 3), `streak` and `wall` of the first deal.

        Raises:
            OptionError: one of these has a value that it cannot have.
        """
        self._seeds.set(seed)
        self._episode = Episode(
            self.rules, self._length, self._seeds, options, asks_all=self._asks_all
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._noted = set()
        self._paid = self._owed = self._ended = False
        self._visits = Visits(self._episode, self._most_cycles)
        self._go_on(self._visits, NOTHING)

    def step(self, action: int | None) -> None:
        """Gives the answer of the seat that is visited; a seat that is out answers None.

        Raises:
            OutOfOrder: no episode has begun, or the last one is over.
            IllegalMove: the move is illegal, where illegal moves are errors.
        """
        visits = self._visits
        if visits is None or self._ended:
            self._step_out(action)
            return
        seat = visits.seat
        if self._noted and seat in self._noted:
            self._noted.remove(seat)
            self.infos[AGENTS[seat]] = {}
        move = action if type(action) is int else as_move(action)
        if type(move) is not int or not visits.allows(move):
            move = self._answer_illegal(visits, move)
            if move is None:
                return
        if self._paid:
            self.rewards = dict.fromkeys(AGENTS, 0.0)
            self._paid = False
        if self._owed:
            self._cumulative_rewards[AGENTS[seat]] = 0.0
        before = visits.episode.total
        if visits.answer(move):
            self._go_on(visits, before)
        else:
            self.agent_selection = AGENTS[visits.seat]

    def observe(self, agent: str) -> Observation:
        """What a seat sees: its planes, and a mask that is empty where it is not being asked.

        Raises:
            OutOfOrder: no episode has begun.
            OptionError: nobody is called that.
        """
        visits = self._visits
        if visits is None or self._episode is None:
            raise self._not_begun()
        seat = seat_of(agent)
        return observed(visits.episode.encoder, seat, visits.moves_of(seat), self.layout)

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """The visited seat's observation, points since its last visit, and whether it is out."""
        visits = self._visits
        if visits is None or not self.agents:
            raise self._not_begun()
        agent = self.agent_selection
        seen = None
        if observe and self._ended:
            seen = self.observe(agent)
        elif observe:
            seen = observed(visits.episode.encoder, visits.seat, visits.moves, self.layout)
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def close(self) -> None:
        """Ends the episode; `reset` begins another."""
        super().close()
        self._visits = None
        self._ended = True

    # --- further -----------------------------------------------------------------------------

    def action_mask(self, agent: str) -> Array:
        """The moves that a seat may make now, 169 int8."""
        seat = seat_of(agent)
        return mask_array(0 if self._visits is None else self._visits.moves_of(seat))

    def clone(self) -> raw_env:
        """An environment in the same state that can be played on without changing this one."""
        other = copy.copy(self)
        other._seeds = self._seeds.copy()
        if self._visits is not None:
            other._visits = self._visits.copy(other._seeds)
            other._episode = other._visits.episode
            other.rewards = dict(self.rewards)
            other._cumulative_rewards = dict(self._cumulative_rewards)
            other.terminations = dict(self.terminations)
            other.truncations = dict(self.truncations)
            other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        other.agents = list(self.agents)
        other._noted = set(self._noted)
        return other

    def restore(self, state: raw_env) -> None:
        """Goes back to where a clone was taken, which can be used again.

        Raises:
            OptionError: the clone plays by other rules, or sees other planes.
        """
        check_restorable(state, self)
        fresh = vars(state.clone())
        # Spaces and settings stay one's own; an episode goes on with the visits that it has.
        self.__dict__.update({name: fresh[name] for name in _STATE if name in fresh})

    # --- inside ------------------------------------------------------------------------------

    def _go_on(self, visits: Visits, before: Points) -> None:
        """Pays what the answers to a question have brought, and goes to the next visit.

        Args:
            visits: the visits, which are there already.
            before: the points in all before.
        """
        now = visits.episode.total
        if now is not before:
            for seat, agent in enumerate(AGENTS):
                self.rewards[agent] += now[seat] - before[seat]
                self._cumulative_rewards[agent] += now[seat] - before[seat]
            self._paid = self._owed = True
        if visits.over:
            self._end(self.truncations if visits.cut else self.terminations)
        self.agent_selection = AGENTS[visits.seat]

    def _end(self, how: dict[str, bool]) -> None:
        for agent in AGENTS:
            how[agent] = True
        self._ended = True

    def _step_out(self, action: int | None) -> None:
        if not self.agents:
            raise self._not_begun()
        if action is not None:
            raise OptionError(
                f"action {action!r:.60} of {self.agent_selection}, which is out; expected None"
            )
        self._was_dead_step(None)

    def _answer_illegal(self, visits: Visits, action: object) -> Move | None:
        """What is played instead of an illegal move; None where it ends the episode."""
        episode, seat = visits.episode, visits.seat
        error = refused(episode.deal, seat, visits.moves, action)
        if self._illegal == "raise":
            raise error
        agent = AGENTS[seat]
        self.infos[agent] = told(error)
        if self._illegal == "default":
            self._noted.add(seat)
            return episode.default(seat, visits.moves)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self.rewards[agent] = -self._penalty
        self._cumulative_rewards[agent] = -self._penalty
        self._paid = True
        visits.stop()
        self._end(self.terminations)
        self.agent_selection = AGENTS[0]
        return None

    def _not_begun(self) -> OutOfOrder:
        return OutOfOrder(NOT_BEGUN if self._episode is None else IS_OVER)


_STATE: Final = (
    "_cumulative_rewards",
    "_ended",
    "_episode",
    "_noted",
    "_owed",
    "_paid",
    "_seeds",
    "_skip_agent_selection",
    "_visits",
    "agent_selection",
    "agents",
    "infos",
    "rewards",
    "terminations",
    "truncations",
)
"""What of an environment changes while it is played."""

env = raw_env
"""The environment under PettingZoo's other name: its checks are inside, so nothing wraps it."""
