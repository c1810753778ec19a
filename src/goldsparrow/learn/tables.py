"""Many tables at once, every seat played by whoever calls: one call, one choice at each table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from goldsparrow.errors import IllegalMove
from goldsparrow.learn.arguments import (
    NOT_BEGUN,
    OutOfOrder,
    layout_of,
    length_of,
    refused,
    rules_of,
    seed_of,
    whole,
)
from goldsparrow.learn.episode import Episode, Points, Seeds
from goldsparrow.learn.observations import mask_rows, shown_rows
from goldsparrow.learn.planes import Array
from goldsparrow.learn.spaces import as_moves
from goldsparrow.learn.visits import Visits
from goldsparrow.rules import RuleSet

MOST_TABLES: Final = 65536
"""More than any machine plays at once; more is a slip."""


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
        self.count = whole("count", count, 1, MOST_TABLES)
        self.rules = rules_of(rules, house)
        self.layout = layout_of(outlook)
        self._length = length_of(length)
        self._seeds = [Seeds() for _ in range(self.count)]
        self._tables: list[Visits] = []

    def reset(self, seed: int | None = None) -> Choices:
        """Begins an episode at every table.

        Args:
            seed: begins sequences of episodes, the same for the same seed; None goes on with them.
        """
        seed = seed_of(seed)
        self._tables = []
        for place, seeds in enumerate(self._seeds):
            seeds.set(seed, place)
            self._tables.append(Visits(self._episode(seeds)))
            self._go_past(place)
        return self._choices([], [])

    def _episode(self, seeds: Seeds) -> Episode:
        return Episode(self.rules, self._length, seeds, asks_all=False)

    def _go_past(self, place: int) -> None:
        """Begins the next episode wherever one is over."""
        table, seeds = self._tables[place], self._seeds[place]
        while table.over:
            seeds.set(None)
            table.begin(self._episode(seeds))

    def step(self, actions: npt.ArrayLike) -> Choices:
        """Makes one choice at each table.

        Args:
            actions: a move for each table, shape `(tables,)`, any kind of whole number.

        Raises:
            OutOfOrder: no episode has begun.
            IllegalMove: a move is none of the seat's; no table has changed.
        """
        paid: list[tuple[int, Points, Points]] = []
        over: list[int] = []
        moves = self._moves(actions)
        for place in range(self.count):
            table = self._tables[place]
            episode = table.episode
            before = episode.total
            if table.answer(moves[place]):
                if episode.total is not before:
                    paid.append((place, before, episode.total))
                if table.over:
                    over.append(place)
                    self._go_past(place)
        return self._choices(paid, over)

    def _moves(self, actions: npt.ArrayLike) -> list[int]:
        if not self._tables:
            raise OutOfOrder(NOT_BEGUN)
        moves = as_moves(actions, self.count)
        for place in range(self.count):
            table, move = self._tables[place], moves[place]
            if not table.allows(move):
                error = refused(table.episode.deal, table.seat, table.moves, move)
                raise IllegalMove(f"table {place}: {error}", error.reason) from None
        return moves

    def _choices(self, paid: list[tuple[int, Points, Points]], over: list[int]) -> Choices:
        """What is to be chosen now.

        Args:
            paid: where points changed hands: the table, and its points before and after.
            over: where an episode ended.
        """
        tables = self._tables
        count = self.count
        rewards = np.zeros((count, 4), dtype=np.float32)
        for place, before, now in paid:
            rewards[place] = [now[seat] - before[seat] for seat in range(4)]
        ended = np.zeros(count, dtype=np.bool_)
        ended[over] = True
        return Choices(
            shown_rows(
                [(table.episode.encoder, table.seat, table.moves) for table in tables], self.layout
            ),
            mask_rows([table.moves for table in tables]),
            np.ndarray((count,), np.int8, bytearray([table.seat for table in tables])),
            rewards,
            ended,
        )

    def states(self) -> Array:
        """All hands and all that everybody sees at each table, shape `(tables, *STATE_SHAPE)`.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if not self._tables:
            raise OutOfOrder(NOT_BEGUN)
        return np.stack([table.episode.encoder.state() for table in self._tables])
