"""The Gymnasium environments: one seat is the agent's, bots play the other three."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from goldsparrow.errors import OptionError
from goldsparrow.game.match import Length
from goldsparrow.learn.agents import PENALTY
from goldsparrow.learn.episode import (
    ILLEGAL,
    IS_OVER,
    NOT_BEGUN,
    Episode,
    Illegal,
    OutOfOrder,
    Seeds,
    one_of,
    refused,
    rules_of,
)
from goldsparrow.learn.outlook import with_outlook
from goldsparrow.learn.pictures import MODES, Pixels, rendered
from goldsparrow.learn.planes import Array, Layout, layout
from goldsparrow.learn.spaces import (
    Observation,
    action_space,
    as_move,
    mask_array,
    mask_arrays,
    observation_space,
)
from goldsparrow.moves import MOVES, Move, MoveSet
from goldsparrow.players import Player, player
from goldsparrow.rules import RuleSet

Bots = str | Sequence[str]
"""The name of the player of all other seats, or of the next, the one across and the previous."""

_MOST_TABLES: Final = 65536


class Place:
    """A seat at a table with three bots: asks for the agent's choices, and plays all others.

    The agent is asked where it has a choice; where it can only pass, it does.

    Attributes:
        episode: what is being played; None before the first.
        seat: the agent's seat.
        moves: what it may do now, 0 once the episode is over.
    """

    __slots__ = ("_bots", "_fixed", "_length", "_names", "_rules", "episode", "moves", "seat")

    def __init__(self, rules: RuleSet, length: Length, bots: Bots, seat: int | None) -> None:
        names = (bots,) * 3 if isinstance(bots, str) else tuple(bots)
        if len(names) != 3:
            raise OptionError(f"bots are {names!r:.80}; expected one name or three")
        for name in names:
            player(name)
        if seat is not None and seat not in range(4):
            raise OptionError(f"seat is {seat!r:.60}; expected 0 to 3, or None for any")
        self._rules = rules
        self._length = length
        self._names = names
        self._fixed = seat
        self._bots: dict[int, Player] = {}
        self.episode: Episode | None = None
        self.seat = 0
        self.moves: MoveSet = 0

    def begin(self, seeds: Seeds, options: Mapping[str, Any] | None) -> float:
        """Begins an episode; returns what the seat gained before its first choice."""
        given = options or {}
        seat = given.get("seat", self._fixed)
        if seat is None:
            seat = seeds.number("seat") % 4
        if seat not in range(4):
            raise OptionError(f"seat is {seat!r:.60}; expected 0 to 3")
        self.episode = Episode(self._rules, self._length, seeds, given, asks_all=False)
        self.seat = int(seat)
        self._bots = {
            (self.seat + ahead) % 4: player(name, seeds.number(f"bot {ahead}"))
            for ahead, name in enumerate(self._names, 1)
        }
        return self._go_on(None)

    def answer(self, move: Move) -> float:
        """Makes the agent's choice; returns what the seat gained until its next one, or the end."""
        return self._go_on(move)

    def _go_on(self, move: Move | None) -> float:
        """Plays until the agent has a choice again."""
        episode = self.episode
        assert episode is not None, "an episode has begun"
        gained = 0.0
        while True:
            waiting = episode.deal.waiting
            moves = waiting.get(self.seat, 0)
            if move is None and moves & (moves - 1):
                self.moves = moves
                return gained
            answers = []
            for seat, allowed in waiting.items():
                if not allowed & (allowed - 1):
                    choice = allowed.bit_length() - 1
                elif seat == self.seat:
                    assert move is not None, "the agent has answered"
                    choice = move
                else:
                    choice = self._bots[seat].act(episode.deal.view(seat), allowed)
                answers.append((seat, choice))
            move = None
            episode.answer(answers)
            gained += episode.gained[self.seat]
            if episode.over:
                self.moves = 0
                return gained

    def copy(self, seeds: Seeds) -> Place:
        """A place that can be played on without changing this one."""
        other = copy.copy(self)
        other._bots = copy.deepcopy(self._bots)
        if self.episode is not None:
            other.episode = self.episode.copy(seeds)
        return other

    def planes(self, shown: Layout) -> Array:
        """What the agent sees."""
        episode = self.episode
        assert episode is not None, "an episode has begun"
        planes = episode.encoder.observation(self.seat)
        if shown.outlook:
            planes = with_outlook(planes, episode.deal.view(self.seat), self.moves)
        return planes

    def is_legal(self, move: object) -> bool:
        """Whether an action is one of the agent's moves."""
        return isinstance(move, int) and 0 <= move < MOVES and bool(self.moves >> move & 1)


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
        one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, MODES)
        self.rules = rules_of(rules, house)
        self.layout = layout(outlook=outlook)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.layout)  # type: ignore[assignment]
        self.action_space = action_space()  # type: ignore[assignment]
        self._illegal: Illegal = illegal
        self._penalty = penalty
        self._seeds = Seeds()
        self._place = Place(self.rules, Length.parse(length), bots, seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins an episode and plays to the agent's first choice.

        Args:
            seed: begins a sequence of episodes, the same for the same seed; None goes on with it.
            options: `seat` of the agent (0 to 3); `dealer` (0 to 3), `streak` and `wall` of the
                first deal.

        An episode that ends before the agent could choose is passed over.
        """
        super().reset(seed=seed)
        self._seeds.set(seed)
        self._place.begin(self._seeds, options)
        while not self._place.moves:
            if options and "wall" in options:
                raise OptionError(
                    f"seat {self._place.seat} has no choice on this wall; expected another"
                )
            self._seeds.set(None)
            self._place.begin(self._seeds, options)
        return self._observation(), self._info()

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
        told: dict[str, Any] = {}
        if not place.is_legal(move):
            error = refused(episode.deal, place.seat, place.moves, move)
            if self._illegal == "raise":
                raise error
            told = {"illegal": str(error), "reason": error.reason}
            if self._illegal == "end":
                place.moves = 0
                return self._observation(), -self._penalty, True, False, self._info() | told
            move = episode.default(place.seat, place.moves)
        assert isinstance(move, int), "legal moves are ints"
        gained = place.answer(move)
        return self._observation(), gained, not place.moves, False, self._info() | told

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
        if state.rules != self.rules or state.layout is not self.layout:
            raise OptionError(
                f"a state of {state.rules.key!r} cannot be restored at a table of "
                f"{self.rules.key!r}; expected the same rules, options and planes"
            )
        fresh = state.clone()
        self._seeds, self._place, self._np_random = fresh._seeds, fresh._place, fresh._np_random

    def _observation(self) -> Observation:
        return {
            "observation": self._place.planes(self.layout),
            "action_mask": mask_array(self._place.moves),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self._place.seat}


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
        one_of("illegal", illegal, ILLEGAL)
        if render_mode is not None:
            one_of("render_mode", render_mode, MODES)
        if not 1 <= num_envs <= _MOST_TABLES:
            raise OptionError(f"num_envs is {num_envs!r:.60}; expected 1 to {_MOST_TABLES}")
        super().__init__()
        self.num_envs = num_envs
        self.rules = rules_of(rules, house)
        self.layout = layout(outlook=outlook)
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.layout)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._illegal: Illegal = illegal
        self._penalty = penalty
        self._seeds = [Seeds() for _ in range(num_envs)]
        parsed = Length.parse(length)
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
        if seed is None or isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [None if seed is None else seed + place for place in range(self.num_envs)]
        else:
            seeds = list(seed)
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
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise OptionError(
                f"actions have shape {given.shape} and type {given.dtype}; "
                f"expected ({self.num_envs},) whole numbers"
            )
        moves = given.tolist()
        if self._illegal == "raise":
            for place, move in zip(self._places, moves, strict=True):
                if not place.is_legal(move):
                    assert place.episode is not None, "an episode has begun"
                    raise refused(place.episode.deal, place.seat, place.moves, move)
        rewards = np.zeros(self.num_envs, dtype=np.float64)
        over = np.zeros(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {}
        for number, (place, move) in enumerate(zip(self._places, moves, strict=True)):
            told: dict[str, Any] = {"seat": place.seat}
            rewards[number] = self._choose(place, move, told)
            if not place.moves:
                over[number] = True
                final = {"observation": place.planes(self.layout), "action_mask": mask_array(0)}
                infos = self._add_info(infos, {"final_obs": final, "final_info": told}, number)
                self._seeds[number].set(None)
                self._begin(number, None)
            elif len(told) > 1:
                infos = self._add_info(infos, told, number)
        return (
            self._observation(),
            rewards,
            over,
            np.zeros(self.num_envs, dtype=np.bool_),
            infos | self._infos(),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The moves that the agent may make at each table, shape `(num_envs, 169)` bool."""
        return mask_arrays([place.moves for place in self._places]).astype(np.bool_)

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
        place, seeds = self._places[number], self._seeds[number]
        place.begin(seeds, options)
        while not place.moves:
            seeds.set(None)
            place.begin(seeds, options)

    def _choose(self, place: Place, move: int, told: dict[str, Any]) -> float:
        if not place.is_legal(move):
            episode = place.episode
            assert episode is not None, "an episode has begun"
            error = refused(episode.deal, place.seat, place.moves, move)
            told |= {"illegal": str(error), "reason": error.reason}
            if self._illegal == "end":
                place.moves = 0
                return -self._penalty
            move = episode.default(place.seat, place.moves)
        return place.answer(move)

    def _observation(self) -> dict[str, Array]:
        return {
            "observation": np.stack([place.planes(self.layout) for place in self._places]),
            "action_mask": mask_arrays([place.moves for place in self._places]),
        }

    def _infos(self) -> dict[str, Any]:
        return {
            "seat": np.array([place.seat for place in self._places], dtype=np.int64),
            "_seat": np.ones(self.num_envs, dtype=np.bool_),
        }
