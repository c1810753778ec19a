"""Many tables at once, played by several processes of this machine: `Tables` on all its cores."""

from __future__ import annotations

import os
import signal
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import current_process, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Self

import numpy as np
import numpy.typing as npt

from goldsparrow.errors import IllegalMove, OptionError
from goldsparrow.learn.arguments import (
    NOT_BEGUN,
    OutOfOrder,
    layout_of,
    length_of,
    rules_of,
    whole,
)
from goldsparrow.learn.episode import seed_of
from goldsparrow.learn.planes import STATE_SHAPE, Array, Layout, layout
from goldsparrow.learn.spaces import as_moves
from goldsparrow.learn.tables import MOST_TABLES, Choices, Tables
from goldsparrow.moves import MOVES

_SECONDS_TO_END: Final = 5.0
"""How long a process may take to end before it is ended."""


@dataclass(frozen=True)
class _Share:
    """The tables that one process plays: those from `first` on."""

    first: int
    count: int
    rules: str
    house: dict[str, object]
    length: str
    outlook: bool


class _Board:
    """What the processes and their owner both see of all tables, in memory that they share.

    Attributes:
        memory: the shared bytes.
        choices: arrays in it, one row for each table.
        states: all hands and all that everybody sees at each table, once somebody has asked.
    """

    # Shared arrays of ctypes have no type that can be named.
    def __init__(self, count: int, planes: Layout, memory: Any = None) -> None:  # noqa: ANN401
        kinds: list[tuple[tuple[int, ...], type[np.generic]]] = [
            (planes.shape, np.int8),
            ((MOVES,), np.int8),
            ((), np.int8),
            ((4,), np.float32),
            ((), np.bool_),
            (STATE_SHAPE, np.int8),
        ]
        if memory is None:
            size = sum(int(np.prod(shape)) * np.dtype(kind).itemsize for shape, kind in kinds)
            # Points want to stand at whole words.
            memory = get_context("spawn").RawArray("b", count * size + len(kinds) * 8)
        self.memory = memory
        arrays: list[npt.NDArray[Any]] = []
        at = 0
        for shape, kind in kinds:
            array = np.ndarray((count, *shape), kind, memory, at)
            at += -(-array.nbytes // 8) * 8
            arrays.append(array)
        self.choices = Choices(*arrays[:5])
        self.states = arrays[5]


class SpreadTables:
    """As `Tables`, with the tables spread over several processes: the same episodes and choices.

    The processes begin with the object and end with it, at the latest with `close`; a program that
    makes one guards its own beginning with `if __name__ == "__main__"`, as for all processes.

    Attributes:
        count: how many tables there are.
        layout: the planes of an observation.
        workers: how many processes play them.

    Args:
        count: how many tables.
        rules: a rule set's key.
        house: house options by name.
        length: how long an episode is: `1 deal`, `8 deals`, `1 round`.
        outlook: whether observations have the planes of the outlook too.
        workers: how many processes; None for one on each core.

    Raises:
        GoldSparrowError: an argument is not what it should be; the message quotes it.
    """

    def __init__(
        self,
        count: int,
        rules: str = "fuzhou-ourgame",
        *,
        house: Mapping[str, object] | None = None,
        length: str = "1 deal",
        outlook: bool = False,
        workers: int | None = None,
    ) -> None:
        if current_process().daemon:
            raise OptionError(
                "a process that may start no others cannot spread tables; expected Tables there"
            )
        count = whole("count", count, 1, MOST_TABLES)
        if not isinstance(rules, str):
            raise OptionError(f"rules are {rules!r:.60}; expected the key of a rule set")
        if workers is not None:
            workers = whole("workers", workers, 1, count)
        self.count = count
        self.rules = rules_of(rules, house)
        self.layout = layout_of(outlook)
        self.workers = workers or min(count, os.cpu_count() or 1)
        length_of(length)
        self._board = _Board(count, self.layout)
        self._firsts = [count * each // self.workers for each in range(self.workers + 1)]
        self._begun = False
        context = get_context("spawn")
        self._pipes: list[Connection] = []
        self._processes: list[BaseProcess] = []
        for first, end in pairwise(self._firsts):
            share = _Share(first, end - first, rules, dict(house or {}), length, outlook)
            mine, theirs = context.Pipe()
            process = context.Process(
                target=_play,
                args=(share, count, self._board.memory, theirs),
                name=f"tables {first} to {end - 1}",
                daemon=True,
            )
            process.start()
            theirs.close()
            self._pipes.append(mine)
            self._processes.append(process)
        self._end = weakref.finalize(self, _end, self._pipes, self._processes)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes."""
        self._end()

    def reset(self, seed: int | None = None) -> Choices:
        """Begins an episode at every table, as `Tables.reset` does."""
        self._ask("reset", [seed_of(seed)] * self.workers)
        self._begun = True
        return self._choices()

    def step(self, actions: npt.ArrayLike) -> Choices:
        """Makes one choice at each table, as `Tables.step` does.

        Raises:
            OutOfOrder: no episode has begun.
            IllegalMove: a move is none of the seat's; no table has changed.
        """
        if not self._begun:
            raise OutOfOrder(NOT_BEGUN)
        moves = as_moves(actions, self.count)
        mask = self._board.choices.action_mask
        for place, move in enumerate(moves):
            if not 0 <= move < MOVES or not mask[place, move]:
                raise self._refusal(place, move)
        self._ask("step", [moves[first:end] for first, end in pairwise(self._firsts)])
        return self._choices()

    def states(self) -> Array:
        """All hands and all that everybody sees at each table, shape `(tables, *STATE_SHAPE)`.

        Raises:
            OutOfOrder: no episode has begun.
        """
        if not self._begun:
            raise OutOfOrder(NOT_BEGUN)
        self._ask("states", [None] * self.workers)
        return self._board.states.copy()

    def _choices(self) -> Choices:
        return Choices._make(array.copy() for array in self._board.choices)

    def _refusal(self, place: int, move: int) -> IllegalMove:
        """What the process that plays a table says of a move that is none there."""
        worker = next(each for each in range(self.workers) if place < self._firsts[each + 1])
        pipe = self._pipes[worker]
        message, reason = self._exchange(
            [(pipe, ("refuse", (place - self._firsts[worker], move)))]
        )[0]
        return IllegalMove(message, reason)

    def _ask(self, question: str, told: Sequence[object]) -> None:
        """Asks all processes at once, telling each something of its own, and waits for them."""
        self._exchange(
            [(pipe, (question, each)) for pipe, each in zip(self._pipes, told, strict=True)]
        )

    def _exchange(self, questions: list[tuple[Connection, tuple[str, object]]]) -> list[Any]:
        """Sends all questions and returns the answers.

        Raises:
            OutOfOrder: the tables are closed, or a process is gone and the others are ended.
        """
        if not self._end.alive:
            raise OutOfOrder("the tables are closed; expected new ones")
        try:
            for pipe, question in questions:
                pipe.send(question)
            return [pipe.recv() for pipe, _ in questions]
        except (EOFError, OSError):
            self.close()
            raise OutOfOrder(
                "a process that played tables has ended; expected enough memory for all "
                f"{self.workers}, and a program that makes them under if __name__ == '__main__'"
            ) from None
        except BaseException:
            # Whoever goes on after Ctrl-C must not read the answer to an older question.
            self.close()
            raise


def _end(pipes: list[Connection], processes: list[BaseProcess]) -> None:
    """Ends processes: they end when nobody can ask them any more."""
    for pipe in pipes:
        pipe.close()
    for process in processes:
        process.join(_SECONDS_TO_END)
        if process.is_alive():
            process.terminate()
            process.join()


def _play(share: _Share, count: int, memory: Any, pipe: Connection) -> None:  # noqa: ANN401
    """Plays some tables as it is asked to, until nobody can ask any more."""
    # Ctrl-C reaches the whole group, and only the first process decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, ConnectionError):
        _answer_all(share, count, memory, pipe)


def _answer_all(share: _Share, count: int, memory: Any, pipe: Connection) -> None:  # noqa: ANN401
    board = _Board(count, layout(outlook=share.outlook), memory)
    mine = slice(share.first, share.first + share.count)
    tables = Tables(
        share.count,
        share.rules,
        house=share.house,
        length=share.length,
        outlook=share.outlook,
        first=share.first,
    )
    while True:
        what, told = pipe.recv()
        answer: tuple[str, str] | None = None
        if what == "states":
            board.states[mine] = tables.states()
        elif what == "refuse":
            refusal = tables.refusal(*told)
            answer = str(refusal), refusal.reason
        else:
            shown = tables.reset(told) if what == "reset" else tables.step(told)
            rows: list[npt.NDArray[Any]] = [array[mine] for array in board.choices]
            for row, own in zip(rows, shown, strict=True):
                row[:] = own
        pipe.send(answer)
