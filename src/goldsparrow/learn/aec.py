"""The PettingZoo environment in which seats are visited one after another (AEC)."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar

from pettingzoo.utils.env import AECEnv

from goldsparrow.errors import OptionError
from goldsparrow.learn.agents import AGENTS, PENALTY, seat_of
from goldsparrow.learn.episode import (
    IS_OVER,
    NOT_BEGUN,
    NOTHING,
    VISITS,
    Episode,
    Illegal,
    OutOfOrder,
    Visit,
    check_restorable,
    one_of,
    refused,
    told,
)
from goldsparrow.learn.four_seats import FourSeats
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.planes import Array
from goldsparrow.learn.spaces import (
    Observation,
    as_move,
    mask_array,
)
from goldsparrow.moves import MOVES, Move, MoveSet
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
        self._asked_only = visit == "asked"
        self._asked: dict[int, MoveSet] = {}
        self._order: list[int] = []
        self._at = 0
        self._answers: list[tuple[int, Move]] = []
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
            self.rules, self._length, self._seeds, options, asks_all=not self._asked_only
        )
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self._cycles = 0
        self._noted = set()
        self._paid = self._owed = self._ended = False
        self._ask()

    def step(self, action: int | None) -> None:
        """Gives the answer of the seat that is visited; a seat that is out answers None.

        Raises:
            OutOfOrder: no episode has begun, or the last one is over.
            IllegalMove: the move is illegal, where illegal moves are errors.
        """
        if self._ended:
            self._step_out(action)
            return
        seat = self._order[self._at]
        moves = self._asked[seat]
        if self._noted and seat in self._noted:
            self._noted.remove(seat)
            self.infos[AGENTS[seat]] = {}
        move = action if type(action) is int else as_move(action)
        if not (type(move) is int and 0 <= move < MOVES and moves >> move & 1):
            found = self._answer_illegal(seat, moves, move)
            if found is None:
                return
            move = found
        if self._paid:
            self.rewards = dict.fromkeys(AGENTS, 0.0)
            self._paid = False
        if self._owed:
            self._cumulative_rewards[AGENTS[seat]] = 0.0
        del self._asked[seat]
        self._answers.append((seat, move))
        self._at += 1
        if self._at < len(self._order):
            self.agent_selection = AGENTS[self._order[self._at]]
        else:
            self._resolve()

    def observe(self, agent: str) -> Observation:
        """What a seat sees: its planes, and a mask that is empty where it is not being asked.

        Raises:
            OutOfOrder: no episode has begun.
            OptionError: nobody is called that.
        """
        episode = self._begun()
        seat = seat_of(agent)
        return self._observed(episode, seat, self._asked.get(seat, 0))

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """The visited seat's observation, points since its last visit, and whether it is out."""
        if not self.agents:
            raise self._not_begun()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def close(self) -> None:
        """Ends the episode; `reset` begins another."""
        super().close()
        self._ended = True

    # --- further -----------------------------------------------------------------------------

    def action_mask(self, agent: str) -> Array:
        """The moves that a seat may make now, 169 int8."""
        return mask_array(self._asked.get(seat_of(agent), 0))

    def clone(self) -> raw_env:
        """An environment in the same state that can be played on without changing this one."""
        other = copy.copy(self)
        other._seeds = self._seeds.copy()
        if self._episode is not None:
            other._episode = self._episode.copy(other._seeds)
            other.rewards = dict(self.rewards)
            other._cumulative_rewards = dict(self._cumulative_rewards)
            other.terminations = dict(self.terminations)
            other.truncations = dict(self.truncations)
            other.infos = {agent: dict(info) for agent, info in self.infos.items()}
        other.agents = list(self.agents)
        other._asked = dict(self._asked)
        other._order = list(self._order)
        other._answers = list(self._answers)
        other._noted = set(self._noted)
        return other

    def restore(self, state: raw_env) -> None:
        """Goes back to where a clone was taken, which can be used again.

        Raises:
            OptionError: the clone plays by other rules, or sees other planes.
        """
        check_restorable(state.rules, state.layout, self.rules, self.layout)
        kept = {
            name: getattr(self, name)
            for name in ("_observation_space", "_action_space", "observation_spaces")
        }
        self.__dict__.update(state.clone().__dict__ | kept)
        self.action_spaces = dict.fromkeys(AGENTS, self._action_space)

    # --- inside ------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Takes up the question that the deal waits with."""
        episode = self._episode
        assert episode is not None, "an episode has begun"
        while True:
            self._asked = dict(episode.deal.waiting)
            self._at = 0
            self._answers = []
            if not self._asked_only:
                self._order = list(self._asked)
                break
            self._order = []
            for seat, moves in self._asked.items():
                if moves & (moves - 1):
                    self._order.append(seat)
                else:
                    self._answers.append((seat, moves.bit_length() - 1))
            for seat, _ in self._answers:
                del self._asked[seat]
            if self._order:
                break
            if self._play():
                return
        self.agent_selection = AGENTS[self._order[0]]

    def _resolve(self) -> None:
        """Lets the answers of a question count, and takes up the next one."""
        if not self._play():
            self._ask()

    def _play(self) -> bool:
        """Lets the answers of a question count; says whether the episode is over."""
        episode = self._episode
        assert episode is not None, "an episode has begun"
        if self._most_cycles is not None and episode.deal.phase in {"opening", "claim"}:
            self._cycles += 1
        episode.answer(self._answers)
        if episode.gained is not NOTHING:
            for agent, points in zip(AGENTS, episode.gained, strict=True):
                self.rewards[agent] += points
                self._cumulative_rewards[agent] += points
            self._paid = self._owed = True
        if episode.over:
            self._end(self.terminations)
            return True
        if self._most_cycles is not None and self._cycles >= self._most_cycles:
            self._end(self.truncations)
            return True
        return False

    def _end(self, how: dict[str, bool]) -> None:
        for agent in AGENTS:
            how[agent] = True
        self._asked = {}
        self._order = []
        self._ended = True
        self.agent_selection = AGENTS[0]

    def _step_out(self, action: int | None) -> None:
        if not self.agents:
            raise self._not_begun()
        if action is not None:
            raise OptionError(
                f"action {action!r:.60} of {self.agent_selection}, which is out; expected None"
            )
        self._was_dead_step(None)

    def _answer_illegal(self, seat: int, moves: MoveSet, action: object) -> Move | None:
        """What is played instead of an illegal move; None where it ends the episode."""
        episode = self._episode
        assert episode is not None, "an episode has begun"
        error = refused(episode.deal, seat, moves, action)
        if self._illegal == "raise":
            raise error
        agent = AGENTS[seat]
        self.infos[agent] = told(error)
        if self._illegal == "default":
            self._noted.add(seat)
            return episode.default(seat, moves)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self.rewards[agent] = -self._penalty
        self._cumulative_rewards[agent] = -self._penalty
        self._paid = True
        self._end(self.terminations)
        return None

    def _not_begun(self) -> OutOfOrder:
        return OutOfOrder(NOT_BEGUN if self._episode is None else IS_OVER)


env = raw_env
"""The environment under PettingZoo's other name: its checks are inside, so nothing wraps it."""
