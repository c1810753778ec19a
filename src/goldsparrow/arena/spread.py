"""Spreads numbered pieces of work over a crew and yields their results in order.

What a piece yields depends on the job and on its number alone, so that results are the same
whoever works, and however many.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from goldsparrow.errors import GoldSparrowError

_LOOK_SECONDS: Final = 0.2
"""How often the workers' progress is looked at."""

Job = TypeVar("Job")
Result = TypeVar("Result")

Played: TypeAlias = Callable[[], None]
"""Is called for every deal that is over."""
Stopped: TypeAlias = Callable[[], bool]
"""Is asked again and again; where it says yes, work ends soon."""
Task: TypeAlias = Callable[[Job, int, Played, Stopped], Result | None]
"""Does a piece of a job; None where it was stopped before there was anything to show."""


class Crew(Protocol):
    """Who does the pieces of a job elsewhere: processes of this machine, or a cluster.

    It is a context manager; leaving it ends whatever it still does.
    """

    @property
    def size(self) -> int:
        """How many pieces it can do at a time, at least one."""

    @property
    def played(self) -> int:
        """How many deals it has played so far, as far as it is known."""

    def __enter__(self) -> Self:
        """Begins."""

    def __exit__(self, *error: object) -> None:
        """Ends all work, done or not."""

    def begin(self, task: Task[Any, Any], job: object, number: int) -> Any:  # noqa: ANN401
        """Begins a piece and returns a ticket for it."""

    def wait(self, ticket: Any, seconds: float) -> bool:  # noqa: ANN401
        """Waits for a piece, but not for longer; says whether it is done."""

    def take(self, ticket: Any) -> Any:  # noqa: ANN401
        """Returns what a piece that is done has resulted in; None where it was stopped.

        Raises:
            GoldSparrowError: it cannot be done, or whoever did it is gone.
        """

    def stop(self) -> None:
        """Asks for an end soon: pieces that have not begun result in None."""


Workers: TypeAlias = int | Crew
"""Who works: so many processes of this machine, with 1 this process itself; or a crew."""


def spread(
    task: Task[Job, Result],
    job: Job,
    numbers: Iterable[int],
    *,
    workers: Workers,
    watch: Callable[[int], None],
    stopped: Stopped,
) -> Iterator[Result]:
    """Does the numbered pieces of a job and yields what each results in, in the numbers' order.

    Args:
        task: does a piece; unless this process works itself it and the job must be picklable.
        job: what is to be done.
        numbers: the pieces.
        workers: who works.
        watch: called with the number of deals played so far.
        stopped: asked again and again; where it says yes, no further piece begins.
    """
    if workers == 1:
        return _alone(task, job, numbers, watch, stopped)
    crew = Processes(workers) if isinstance(workers, int) else workers
    return _together(task, job, numbers, crew, watch, stopped)


def _alone(
    task: Task[Job, Result],
    job: Job,
    numbers: Iterable[int],
    watch: Callable[[int], None],
    stopped: Stopped,
) -> Iterator[Result]:
    played = 0

    def one_more() -> None:
        nonlocal played
        played += 1
        watch(played)

    for number in numbers:
        if stopped():
            return
        result = task(job, number, one_more, stopped)
        if result is not None:
            yield result


def _together(
    task: Task[Job, Result],
    job: Job,
    numbers: Iterable[int],
    crew: Crew,
    watch: Callable[[int], None],
    stopped: Stopped,
) -> Iterator[Result]:
    # Only so many pieces are under way that results do not pile up behind a slow one.
    coming = iter(numbers)
    running: deque[Any] = deque()
    ending = False

    def go_on() -> None:
        for number in coming:
            running.append(crew.begin(task, job, number))
            if len(running) >= 3 * crew.size:
                return

    with crew:
        go_on()
        while running:
            done = crew.wait(running[0], _LOOK_SECONDS)
            watch(crew.played)
            if not ending and stopped():
                ending = True
                crew.stop()
            if done:
                result: Result | None = crew.take(running.popleft())
                watch(crew.played)
                if result is not None:
                    yield result
                if not ending:
                    go_on()


class Processes:
    """A crew of processes of this machine.

    Args:
        size: how many.
    """

    def __init__(self, size: int) -> None:
        context = get_context("spawn")
        self.size = size
        self._stop = context.Event()
        self._played = context.Value("Q", 0)
        self._pool = ProcessPoolExecutor(size, context, _begin, (self._stop, self._played))

    @property
    def played(self) -> int:
        """How many deals they have played so far."""
        return int(self._played.value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)

    def begin(self, task: Task[Job, Result], job: Job, number: int) -> Future[Result | None]:
        """Begins a piece; both the task and the job go to the process as pickles."""
        return self._pool.submit(_work, task, job, number)

    def wait(self, ticket: Future[Result | None], seconds: float) -> bool:
        """Waits for a piece, but not for longer; says whether it is done."""
        wait([ticket], seconds)
        return ticket.done()

    def take(self, ticket: Future[Result | None]) -> Result | None:
        """Returns what a piece has resulted in.

        Raises:
            GoldSparrowError: the process that did it is gone.
        """
        try:
            return ticket.result()
        except BrokenProcessPool:
            raise GoldSparrowError(
                "a worker process ended in the middle of its work; expected enough memory for "
                f"all {self.size}, or fewer --workers"
            ) from None

    def stop(self) -> None:
        """Asks for an end after the deals that are being played."""
        self._stop.set()


class _Worker:
    """What a worker process shares with the one that started it."""

    stopped: Stopped
    one_more: Played


def _begin(stop: Event, played: Synchronized[int]) -> None:
    """Begins a worker; Ctrl-C reaches the whole group, and only the first process decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def one_more() -> None:
        with played.get_lock():
            played.value += 1

    _Worker.stopped = stop.is_set
    _Worker.one_more = one_more


def _work(task: Task[Any, Result], job: object, number: int) -> Result | None:
    if _Worker.stopped():
        return None
    return task(job, number, _Worker.one_more, _Worker.stopped)
