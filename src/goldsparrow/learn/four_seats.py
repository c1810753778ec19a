"""What the two PettingZoo environments of a whole table have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from goldsparrow.learn.agents import AGENTS, seat_of
from goldsparrow.learn.arguments import (
    NOT_BEGUN,
    Illegal,
    OutOfOrder,
    check_choices,
    cycles_of,
    layout_of,
    length_of,
    penalty_of,
    rules_of,
)
from goldsparrow.learn.episode import Episode, Seeds
from goldsparrow.learn.pictures import Pixels, rendered
from goldsparrow.learn.planes import Array
from goldsparrow.learn.spaces import action_space, observation_space, state_space
from goldsparrow.rules import RuleSet


class FourSeats:
    """Four agents at a table: its rules and spaces, the episode that is played, and its looks."""

    def __init__(
        self,
        rules: str | RuleSet,
        *,
        house: Mapping[str, object] | None,
        length: str,
        outlook: bool,
        illegal: Illegal,
        penalty: float,
        max_cycles: int | None,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        check_choices(illegal, render_mode)
        self.rules = rules_of(rules, house)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.layout = layout_of(outlook)
        self._length = length_of(length)
        self._illegal: Illegal = illegal
        self._penalty = penalty_of(penalty)
        self._most_cycles = cycles_of(max_cycles)
        # One space for all seats: they are the same, and stay the same objects.
        self._observation_space = observation_space(self.layout)
        self._action_space = action_space()
        self.observation_spaces = dict.fromkeys(AGENTS, self._observation_space)
        self.action_spaces = dict.fromkeys(AGENTS, self._action_space)
        self.state_space = state_space()
        self._seeds = Seeds()
        self._episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's observations, the same object for all seats."""
        seat_of(agent)
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of a seat's moves, the same object for all seats."""
        seat_of(agent)
        return self._action_space

    def state(self) -> Array:
        """All hands and all that everybody sees, shape `state_space.shape`; not the wall.

        Raises:
            OutOfOrder: no episode has begun.
        """
        return self._begun().encoder.state()

    def render(self) -> str | Pixels | None:
        """The table with all hands, in the form of `render_mode`; None where that prints it.

        Raises:
            OutOfOrder: no episode has begun.
        """
        return rendered(self._begun().deal, self.render_mode)

    def close(self) -> None:
        """Ends the episode; `reset` begins another."""
        self._episode = None
        self.agents = []

    def _begun(self) -> Episode:
        """The episode that is played, or was played last."""
        if self._episode is None:
            raise OutOfOrder(NOT_BEGUN)
        return self._episode
