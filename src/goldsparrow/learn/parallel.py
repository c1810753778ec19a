"""The PettingZoo environment in which all seats answer at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from gymnasium import spaces
from pettingzoo import ParallelEnv

from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.game.match import Length
from goldsparrow.learn.agents import AGENTS, PENALTY, seat_of
from goldsparrow.learn.episode import (
    ILLEGAL,
    IS_OVER,
    NOT_BEGUN,
    Episode,
    Illegal,
    OutOfOrder,
    Seeds,
    cycles_of,
    one_of,
    refused,
    rules_of,
)
from goldsparrow.learn.outlook import with_outlook
from goldsparrow.learn.pictures import MODES, Pixels, rendered
from goldsparrow.learn.planes import Array, layout
from goldsparrow.learn.spaces import (
    Observation,
    action_space,
    as_move,
    mask_array,
    observation_space,
    state_space,
)
from goldsparrow.moves import MOVES, PASS, Move
from goldsparrow.rules import RuleSet

_PASS_BIT = 1 << PASS

Info: TypeAlias = dict[str, Any]


class parallel_env(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
    """Four seats at a table that all answer every question, those it does not concern by a pass.

    A step is one question: a turn, or a claim and its like, which goes to all seats that such a
    question may go to whatever they hold. How many steps there are between two turns tells nobody
    anything, and no seat sees another's answer before it counts.

    Args:
        rules: a rule set's key, or a rule set.
        house: house options by name, with a key.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        outlook: whether observations have the planes of the outlook too.
        illegal: what an illegal move does: `end` ends the episode and costs `penalty` points,
            `default` is played as the table's default move, `raise` raises `IllegalMove`.
        penalty: what an illegal move costs where it ends the episode; nobody gets it.
        max_cycles: after how many steps the episode is cut off; None for never.
        render_mode: `human` prints, `ansi` returns text, `svg` a drawing, `rgb_array` its pixels.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "gold_sparrow_v0",
        "render_modes": list(MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str | RuleSet = "fuzhou-ourgame",
        *,
        house: Mapping[str, object] | None = None,
        length: str = "1 deal",
        outlook: bool = False,
        illegal: Illegal = "end",
        penalty: float = PENALTY,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, MODES)
        self.rules = rules_of(rules, house)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.layout = layout(outlook=outlook)
        self._length = Length.parse(length)
        self._illegal: Illegal = illegal
        self._penalty = penalty
        self._most_cycles = cycles_of(max_cycles)
        self._observation_space = observation_space(self.layout)
        self._action_space = action_space()
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation_space)
        self.action_spaces = dict.fromkeys(AGENTS, self._action_space)
        self.state_space = state_space()
        self._seeds = Seeds()
        self._episode: Episode | None = None
        self._cycles = 0

    # --- PettingZoo --------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations, the same object for all seats."""
        seat_of(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's moves, the same object for all seats."""
        seat_of(agent)
        return self._action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begins an episode and returns what the seats see.

        Args:
            seed: begins a sequence of episodes, the same for the same seed; None goes on with it.
            options: `dealer` (0 to 3), `streak` and `wall` of the first deal.

        Raises:
            OptionError: one of these has a value that it cannot have.
        """
        self._seeds.set(seed)
        self._episode = Episode(self.rules, self._length, self._seeds, options)
        self.agents = list(AGENTS)
        self._cycles = 0
        return self._observations(), {agent: {} for agent in AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """Takes everybody's answer to a question.

        Args:
            actions: each seat's move; a seat that is not asked passes.

        Returns:
            By agent: what it sees, the points that it gained, whether the episode is over, whether
            it was cut off, and further information: of an illegal move why it was one.

        Raises:
            OutOfOrder: no episode has begun, or the last one is over.
            OptionError: a seat's answer is missing, or somebody else's is there.
            IllegalMove: a move is illegal, where illegal moves are errors.
        """
        episode = self._episode
        if episode is None or not self.agents:
            raise OutOfOrder(NOT_BEGUN if episode is None else IS_OVER)
        if actions.keys() != set(AGENTS):
            raise OptionError(
                f"actions are of {sorted(map(str, actions))!r:.80}; "
                f"expected one of each of {', '.join(AGENTS)}"
            )
        infos: dict[str, Info] = {agent: {} for agent in AGENTS}
        answers, offenders = self._read(episode, actions, infos)
        if offenders:
            rewards = {
                agent: -self._penalty if seat in offenders else 0.0
                for seat, agent in enumerate(AGENTS)
            }
            return self._left(rewards, infos, over=True, cut=False)
        episode.answer(answers)
        self._cycles += 1
        cut = not episode.over and self._most_cycles is not None
        cut = cut and self._cycles >= (self._most_cycles or 0)
        rewards = dict(zip(AGENTS, episode.gained, strict=True))
        return self._left(rewards, infos, over=episode.over, cut=cut)

    def state(self) -> Array:
        """All hands and all that everybody sees, shape `state_space.shape`; not the wall.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if self._episode is None:
            raise OutOfOrder(NOT_BEGUN)
        return self._episode.encoder.state()

    def render(self) -> str | Pixels | None:
        """The table with all hands, in the form of `render_mode`; None where that prints it.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if self._episode is None:
            raise OutOfOrder(NOT_BEGUN)
        return rendered(self._episode.deal, self.render_mode)

    def close(self) -> None:
        """Ends the episode; `reset` begins another."""
        self._episode = None
        self.agents = []

    # --- further -----------------------------------------------------------------------------

    def clone(self) -> parallel_env:
        """An environment in the same state that can be played on without changing this one."""
        other = copy.copy(self)
        other._seeds = self._seeds.copy()
        if self._episode is not None:
            other._episode = self._episode.copy(other._seeds)
        other.agents = list(self.agents)
        return other

    def restore(self, state: parallel_env) -> None:
        """Goes back to where a clone was taken, which can be used again.

        Raises:
            OptionError: the clone plays by other rules, or sees other planes.
        """
        if state.rules != self.rules or state.layout is not self.layout:
            raise OptionError(
                f"a state of {state.rules.key!r} cannot be restored at a table of "
                f"{self.rules.key!r}; expected the same rules, options and planes"
            )
        fresh = state.clone()
        self._seeds, self._episode = fresh._seeds, fresh._episode
        self.agents, self._cycles = fresh.agents, fresh._cycles

    # --- inside ------------------------------------------------------------------------------

    def _read(
        self, episode: Episode, actions: Mapping[str, object], infos: dict[str, Info]
    ) -> tuple[list[tuple[int, Move]], list[int]]:
        """The answers to the question, and the seats whose illegal moves end the episode."""
        waiting = episode.deal.waiting
        answers: list[tuple[int, Move]] = []
        offenders: list[int] = []
        told: list[IllegalMove] = []
        for seat, agent in enumerate(AGENTS):
            moves = waiting.get(seat, _PASS_BIT)
            move = as_move(actions[agent])
            if isinstance(move, int) and 0 <= move < MOVES and moves >> move & 1:
                answers.append((seat, move))
                continue
            error = refused(episode.deal, seat, moves, move)
            told.append(error)
            infos[agent] = {"illegal": str(error), "reason": error.reason}
            if self._illegal == "default":
                default = episode.default(seat, moves) if seat in waiting else PASS
                answers.append((seat, default))
            else:
                offenders.append(seat)
        if told and self._illegal == "raise":
            raise told[0]
        return [answer for answer in answers if answer[0] in waiting], offenders

    def _observations(self) -> dict[str, Observation]:
        episode = self._episode
        assert episode is not None, "an episode has begun"
        waiting = episode.deal.waiting
        encoder = episode.encoder
        found: dict[str, Observation] = {}
        for seat, agent in enumerate(AGENTS):
            moves = waiting.get(seat, _PASS_BIT)
            planes = encoder.observation(seat)
            if self.layout.outlook:
                planes = with_outlook(planes, episode.deal.view(seat), moves)
            found[agent] = {"observation": planes, "action_mask": mask_array(moves)}
        return found

    def _left(
        self, rewards: dict[str, float], infos: dict[str, Info], *, over: bool, cut: bool
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """What a step returns; the agents leave where the episode has ended."""
        if over or cut:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(AGENTS, over),
            dict.fromkeys(AGENTS, cut),
            infos,
        )
