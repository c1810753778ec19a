"""The Gymnasium vector environment: a seat at each of many tables, bots on all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from goldsparrow.errors import OptionError
from goldsparrow.learn.agents import PENALTY
from goldsparrow.learn.arguments import (
    NOT_BEGUN,
    Illegal,
    OutOfOrder,
    check_choices,
    layout_of,
    length_of,
    penalty_of,
    refused,
    rules_of,
    seed_of,
    told,
    whole,
)
from goldsparrow.learn.episode import Seeds
from goldsparrow.learn.observations import mask_rows, shown_rows
from goldsparrow.learn.pictures import MODES, Pixels, rendered
from goldsparrow.learn.place import Bots, Place
from goldsparrow.learn.planes import Array
from goldsparrow.learn.spaces import action_space, as_moves, observation_space
from goldsparrow.learn.tables import MOST_TABLES
from goldsparrow.rules import RuleSet


class SeatVector(VectorEnv[dict[str, Array], npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """Many seats at as many tables, each with three bots; a step is one choice at every table.

    An episode that ends is followed by the next in the same step; what the agent saw at its end
    stands in the infos under `final_obs`.

    Args:
        num_envs: how many tables.
        rules: a rule set's key, or a rule set.
        house: house options by name, with a key.
        bots: who plays the other seats: a player's name, or three in the order of play.
        seat: the agent's seat; None for another by chance in each episode.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        outlook: whether observations have the planes of the outlook too.
        illegal: what an illegal move does, as in `SeatEnv`.
        penalty: what an illegal move costs where it ends the episode.
        render_mode: as in `SeatEnv`; `render` shows all tables.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class has it
        "render_modes": list(MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        num_envs = whole("num_envs", num_envs, 1, MOST_TABLES)
        super().__init__()
        self.num_envs = num_envs
        self.rules = rules_of(rules, house)
        self.layout = layout_of(outlook)
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.layout)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._illegal: Illegal = illegal
        self._penalty = penalty_of(penalty)
        self._seeds = [Seeds() for _ in range(num_envs)]
        parsed = length_of(length)
        self._places = [Place(self.rules, parsed, bots, seat) for _ in range(num_envs)]
        self._begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Array], dict[str, Any]]:
        """Begins an episode at every table.

        Args:
            seed: of the first table, the others take the numbers after it; or one for each.
            options: as those of `SeatEnv.reset`.
        """
        if seed is None or isinstance(seed, SupportsIndex):
            seed = seed_of(seed)
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + place for place in range(self.num_envs)]
        elif isinstance(seed, str | bytes) or not isinstance(seed, Iterable):
            raise OptionError(f"seed is {seed!r:.60}; expected a whole number, or one a table")
        else:
            seeds = [seed_of(each) for each in seed]
        if len(seeds) != self.num_envs:
            raise OptionError(f"{len(seeds)} seeds; expected {self.num_envs}")
        for place, given in enumerate(seeds):
            self._seeds[place].set(given)
            self._begin(place, options)
        self._begun = True
        return self._observation(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        dict[str, Array],
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Makes the agent's choice at every table.

        Returns:
            What it sees at each, the points that it gained, where an episode ended, False for each
            (nothing is cut off), and the infos: its `seat`, and where an episode ended `final_obs`
            and `final_info`.

        Raises:
            OutOfOrder: no episode has begun.
            IllegalMove: a move is illegal, where illegal moves are errors.
        """
        if not self._begun:
            raise OutOfOrder(NOT_BEGUN)
        moves = as_moves(actions, self.num_envs)
        if self._illegal == "raise":
            for place, move in zip(self._places, moves, strict=True):
                if not place.is_legal(move):
                    assert place.episode is not None, "an episode has begun"
                    raise refused(place.episode.deal, place.seat, place.moves, move)
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        over = np.zeros(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {}
        for number, (place, move) in enumerate(zip(self._places, moves, strict=True)):
            info: dict[str, Any] = {"seat": place.seat}
            rewards[number] = self._choose(place, move, info)
            if not place.moves:
                over[number] = True
                final = place.observed(self.layout)
                infos = self._add_info(infos, {"final_obs": final, "final_info": info}, number)
                self._seeds[number].set(None)
                self._begin(number, None)
            elif len(info) > 1:
                infos = self._add_info(infos, info, number)
        return (
            self._observation(),
            rewards,
            over,
            np.zeros(self.num_envs, dtype=np.bool_),
            infos | self._infos(),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The moves that the agent may make at each table, shape `(num_envs, 169)` bool."""
        return mask_rows([place.moves for place in self._places]).astype(np.bool_)

    def render(self) -> tuple[str | Pixels | None, ...]:  # type: ignore[override]
        """Each table, as `SeatEnv.render` shows it.

        Raises:
            OutOfOrder: no episode has begun.
        """
        shown = []
        for place in self._places:
            if place.episode is None:
                raise OutOfOrder(NOT_BEGUN)
            shown.append(rendered(place.episode.deal, self.render_mode))
        return tuple(shown)

    def _begin(self, number: int, options: Mapping[str, Any] | None) -> None:
        self._places[number].begin(self._seeds[number], options)

    def _choose(self, place: Place, move: int, info: dict[str, Any]) -> float:
        if not place.is_legal(move):
            episode = place.episode
            assert episode is not None, "an episode has begun"
            error = refused(episode.deal, place.seat, place.moves, move)
            info |= told(error)
            if self._illegal == "end":
                place.moves = 0
                return -self._penalty
            move = episode.default(place.seat, place.moves)
        return place.answer(move)

    def _observation(self) -> dict[str, Array]:
        return {
            "observation": shown_rows([place.sight() for place in self._places], self.layout),
            "action_mask": mask_rows([place.moves for place in self._places]),
        }

    def _infos(self) -> dict[str, Any]:
        return {
            "seat": np.array([place.seat for place in self._places], dtype=np.int64),
            "_seat": np.ones(self.num_envs, dtype=np.bool_),
        }
