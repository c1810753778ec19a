"""The Gymnasium environment: one seat is the agent's, bots play the other three."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from goldsparrow.learn.agents import PENALTY
from goldsparrow.learn.arguments import (
    IS_OVER,
    NOT_BEGUN,
    Illegal,
    OutOfOrder,
    check_choices,
    check_restorable,
    layout_of,
    length_of,
    penalty_of,
    refused,
    rules_of,
    seed_of,
    told,
)
from goldsparrow.learn.episode import Seeds
from goldsparrow.learn.observations import mask_array
from goldsparrow.learn.pictures import MODES, Pixels, rendered
from goldsparrow.learn.place import Bots, Place
from goldsparrow.learn.spaces import Observation, action_space, as_move, observation_space
from goldsparrow.rules import RuleSet


class SeatEnv(gymnasium.Env[Observation, int]):
    """A seat at a table, three bots on the others; a step is a choice of the agent.

    Args:
        rules: a rule set's key, or a rule set.
        house: house options by name, with a key.
        bots: who plays the other seats: a player's name, or three in the order of play.
        seat: the agent's seat; None for another by chance in each episode.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        outlook: whether observations have the planes of the outlook too.
        illegal: what an illegal move does: `end` ends the episode and costs `penalty` points,
            `default` is played as the table's default move, `raise` raises `IllegalMove`.
        penalty: what an illegal move costs where it ends the episode.
        render_mode: `human` prints, `ansi` returns text, `svg` a drawing, `rgb_array` its pixels.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: str | RuleSet = "fuzhou-ourgame",
        *,
        house: Mapping[str, object] | None = None,
        bots: Bots = "greedy",
        seat: int | None = None,
        length: str = "1 deal",
        outlook: bool = False,
        illegal: Illegal = "end",
        penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        check_choices(illegal, render_mode)
        self.rules = rules_of(rules, house)
        self.layout = layout_of(outlook)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.layout)  # type: ignore[assignment]
        self.action_space = action_space()  # type: ignore[assignment]
        self._illegal: Illegal = illegal
        self._penalty = penalty_of(penalty)
        self._seeds = Seeds()
        self._place = Place(self.rules, length_of(length), bots, seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode and plays to the agent's first choice.

        Args:
            seed: begins a sequence of episodes, the same for the same seed; None goes on with it.
            options: `seat` of the agent (0 to 3); `dealer` (0 to 3), `streak` and `wall` of the
                first deal.

        An episode that ends before the agent could choose is passed over. Points that it is paid
        before its first choice come with those of that choice.
        """
        seed = seed_of(seed)
        super().reset(seed=seed)
        self._seeds.set(seed)
        self._place.begin(self._seeds, options)
        return self._place.observed(self.layout), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Makes the agent's choice and plays to its next one.

        Returns:
            What it sees, the points that it gained, whether the episode is over, False (nothing is
            cut off), and the seat; of an illegal move why it was one.

        Raises:
            OutOfOrder: no episode has begun, or the last one is over.
            IllegalMove: the move is illegal, where illegal moves are errors.
        """
        place = self._place
        episode = place.episode
        if episode is None or not place.moves:
            raise OutOfOrder(NOT_BEGUN if episode is None else IS_OVER)
        move = as_move(action)
        info: dict[str, Any] = {}
        if not place.is_legal(move):
            error = refused(episode.deal, place.seat, place.moves, move)
            if self._illegal == "raise":
                raise error
            info = told(error)
            if self._illegal == "end":
                place.moves = 0
                return place.observed(self.layout), -self._penalty, True, False, self._info() | info
            move = episode.default(place.seat, place.moves)
        assert isinstance(move, int), "legal moves are ints"
        gained = place.answer(move)
        return place.observed(self.layout), gained, not place.moves, False, self._info() | info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The moves that the agent may make now, shape `(169,)` bool."""
        return mask_array(self._place.moves).astype(np.bool_)

    def render(self) -> str | Pixels | None:
        """The table with all hands, in the form of `render_mode`; None where that prints it.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if self._place.episode is None:
            raise OutOfOrder(NOT_BEGUN)
        return rendered(self._place.episode.deal, self.render_mode)

    def close(self) -> None:
        """Ends the episode; `reset` begins another."""
        self._place.episode = None
        self._place.moves = 0

    def clone(self) -> SeatEnv:
        """An environment in the same state that can be played on without changing this one."""
        other = copy.copy(self)
        other._seeds = self._seeds.copy()
        other._place = self._place.copy(other._seeds)
        other._np_random = copy.deepcopy(self._np_random)
        return other

    def restore(self, state: SeatEnv) -> None:
        """Goes back to where a clone was taken, which can be used again.

        Raises:
            OptionError: the clone plays by other rules, or sees other planes.
        """
        check_restorable(state, self)
        fresh = state.clone()
        self._seeds, self._place, self._np_random = fresh._seeds, fresh._place, fresh._np_random

    def _info(self) -> dict[str, Any]:
        return {"seat": self._place.seat}
