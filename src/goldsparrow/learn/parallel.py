"""The PettingZoo environment in which all seats answer at once."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from pettingzoo import ParallelEnv

from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.learn.agents import AGENTS, PENALTY
from goldsparrow.learn.arguments import (
    IS_OVER,
    NOT_BEGUN,
    Illegal,
    OutOfOrder,
    check_restorable,
    refused,
    told,
)
from goldsparrow.learn.episode import Episode
from goldsparrow.learn.four_seats import FourSeats
from goldsparrow.learn.observations import observed
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.spaces import (
    Observation,
    as_move,
)
from goldsparrow.moves import MOVES, PASS, Move
from goldsparrow.rules import RuleSet

_PASS_BIT = 1 << PASS

Info: TypeAlias = dict[str, Any]


class parallel_env(FourSeats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801
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
        self._cycles = 0

    # --- PettingZoo --------------------------------------------------------------------------

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
        rewards = dict(zip(AGENTS, map(float, episode.gained), strict=True))
        return self._left(rewards, infos, over=episode.over, cut=cut)

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
        check_restorable(state, self)
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
        errors: list[IllegalMove] = []
        for seat, agent in enumerate(AGENTS):
            moves = waiting.get(seat, _PASS_BIT)
            move = as_move(actions[agent])
            if isinstance(move, int) and 0 <= move < MOVES and moves >> move & 1:
                answers.append((seat, move))
                continue
            error = refused(episode.deal, seat, moves, move)
            errors.append(error)
            infos[agent] = told(error)
            if self._illegal == "default":
                default = episode.default(seat, moves) if seat in waiting else PASS
                answers.append((seat, default))
            else:
                offenders.append(seat)
        if errors and self._illegal == "raise":
            raise errors[0]
        return [answer for answer in answers if answer[0] in waiting], offenders

    def _observations(self) -> dict[str, Observation]:
        episode = self._episode
        assert episode is not None, "an episode has begun"
        waiting = episode.deal.waiting
        return {
            agent: observed(episode.encoder, seat, waiting.get(seat, _PASS_BIT), self.layout)
            for seat, agent in enumerate(AGENTS)
        }

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
