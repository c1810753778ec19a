"""Many tables at once, every seat played by whoever calls: one call, one choice at each table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.game.match import Length
from goldsparrow.learn.episode import NOT_BEGUN, Episode, OutOfOrder, Seeds, refused, rules_of
from goldsparrow.learn.outlook import with_outlook
from goldsparrow.learn.planes import LAYOUT, Array, layout
from goldsparrow.learn.spaces import as_moves, mask_arrays
from goldsparrow.moves import MOVES, Move, MoveSet
from goldsparrow.rules import RuleSet

_MOST_TABLES: Final = 65536


class Choices(NamedTuple):
    """What is to be chosen at each table now, and what the last choices led to.

    Attributes:
        observation: what the seats see, shape `(tables, planes, 42)` int8.
        action_mask: what they may do, shape `(tables, 169)` int8.
        seat: whose choice it is at each table, shape `(tables,)` int8.
        rewards: points that the last call brought each seat, shape `(tables, 4)` float32. At a
            table whose episode it ended they belong to that episode.
        over: at which tables the last call ended an episode, shape `(tables,)` bool; what is shown
            there is the beginning of the next one.
    """

    observation: Array
    action_mask: Array
    seat: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    over: npt.NDArray[np.bool_]


class Table:
    """One of the tables: an episode, and which of its seats have still to answer.

    Only seats that have a choice are asked; those that can only pass, or only discard one kind,
    do so.
    """

    __slots__ = ("_answers", "_coming", "_length", "_rules", "_seeds", "episode", "moves", "seat")

    def __init__(self, rules: RuleSet, length: Length, seeds: Seeds) -> None:
        self._rules = rules
        self._length = length
        self._seeds = seeds
        self._answers: list[tuple[int, Move]] = []
        self._coming: list[tuple[int, MoveSet]] = []
        self.seat = 0
        self.moves: MoveSet = 0
        self._begin()

    def _begin(self) -> None:
        self.episode = Episode(self._rules, self._length, self._seeds, asks_all=False)
        self._ask()

    def _ask(self) -> bool:
        """Goes on to the next choice; says whether the episode ended before there was one."""
        episode = self.episode
        while True:
            answers: list[tuple[int, Move]] = []
            coming: list[tuple[int, MoveSet]] = []
            for seat, moves in episode.deal.waiting.items():
                if moves & (moves - 1):
                    coming.append((seat, moves))
                else:
                    answers.append((seat, moves.bit_length() - 1))
            if coming:
                coming.reverse()
                self.seat, self.moves = coming.pop()
                self._answers, self._coming = answers, coming
                return False
            episode.answer(answers)
            if episode.over:
                return True

    def answer(self, move: Move, rewards: list[float]) -> bool:
        """Takes the choice of the seat asked and goes on to the next choice.

        Args:
            move: one of the moves.
            rewards: points by seat, to which what the choice brings is added.

        Returns:
            Whether the episode has ended; the next one has begun then.
        """
        self._answers.append((self.seat, move))
        if self._coming:
            self.seat, self.moves = self._coming.pop()
            return False
        episode = self.episode
        before = episode.total
        episode.answer(self._answers)
        over = episode.over or self._ask()
        if episode.total is not before:
            for seat in range(4):
                rewards[seat] += episode.total[seat] - before[seat]
        if over:
            self._seeds.set(None)
            self._begin()
        return over


class Tables:
    """Tables that are played side by side; every call gives each of them one choice.

    A table whose episode has ended begins the next one at once. The choices of a question are
    asked one after another, and none sees another's before all are given.

    Attributes:
        count: how many tables there are.
        layout: the planes of an observation.

    Args:
        count: how many tables.
        rules: a rule set's key, or a rule set.
        house: house options by name, with a key.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        outlook: whether observations have the planes of the outlook too.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    def __init__(
        self,
        count: int,
        rules: str | RuleSet = "fuzhou-ourgame",
        *,
        house: Mapping[str, object] | None = None,
        length: str = "1 deal",
        outlook: bool = False,
    ) -> None:
        if not 1 <= count <= _MOST_TABLES:
            raise OptionError(f"count is {count!r:.60}; expected 1 to {_MOST_TABLES} tables")
        self.count = count
        self.rules = rules_of(rules, house)
        self.layout = layout(outlook=outlook)
        self._length = Length.parse(length)
        self._tables: list[Table] = []

    def reset(self, seed: int | None = None) -> Choices:
        """Begins an episode at every table; the same seed gives the same episodes."""
        tables = []
        for place in range(self.count):
            seeds = Seeds()
            seeds.set(seed, place)
            tables.append(Table(self.rules, self._length, seeds))
        self._tables = tables
        return self._choices([[0.0] * 4] * self.count, [False] * self.count)

    def step(self, actions: npt.ArrayLike) -> Choices:
        """Makes one choice at each table.

        Args:
            actions: a move for each table, shape `(tables,)`, any kind of whole number.

        Raises:
            OutOfOrder: no episode has begun.
            IllegalMove: a move is none of the seat's; no table has changed.
        """
        moves = self._moves(actions)
        rewards = [[0.0, 0.0, 0.0, 0.0] for _ in moves]
        over = [
            table.answer(move, gained)
            for table, move, gained in zip(self._tables, moves, rewards, strict=True)
        ]
        return self._choices(rewards, over)

    def _moves(self, actions: npt.ArrayLike) -> list[int]:
        if not self._tables:
            raise OutOfOrder(NOT_BEGUN)
        moves = as_moves(actions, self.count)
        for place, (table, move) in enumerate(zip(self._tables, moves, strict=True)):
            if not (0 <= move < MOVES and table.moves >> move & 1):
                error = refused(table.episode.deal, table.seat, table.moves, move)
                raise IllegalMove(f"table {place}: {error}", error.reason) from None
        return moves

    def _choices(self, rewards: list[list[float]], over: list[bool]) -> Choices:
        tables = self._tables
        parts: list[bytearray] = []
        for table in tables:
            parts += table.episode.encoder.parts(table.seat)
        joined = bytearray().join(parts)
        planes: Array = np.ndarray((self.count, *LAYOUT.shape), np.int8, joined)
        if self.layout.outlook:
            planes = np.stack(
                [
                    with_outlook(own, table.episode.deal.view(table.seat), table.moves)
                    for own, table in zip(planes, tables, strict=True)
                ]
            )
        return Choices(
            planes,
            mask_arrays([table.moves for table in tables]),
            np.array([table.seat for table in tables], dtype=np.int8),
            np.array(rewards, dtype=np.float32),
            np.array(over, dtype=np.bool_),
        )

    def states(self) -> Array:
        """All hands and all that everybody sees at each table, shape `(tables, *STATE_SHAPE)`.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if not self._tables:
            raise OutOfOrder(NOT_BEGUN)
        return np.stack([table.episode.encoder.state() for table in self._tables])
