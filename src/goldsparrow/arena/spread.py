"""Spreads numbered pieces of work over processes and yields their results in order.

What a piece yields depends on the job and on its number alone, so that results are the same
however many processes work.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Any, Final, TypeAlias, TypeVar

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


def spread(
    task: Task[Job, Result],
    job: Job,
    numbers: Iterable[int],
    *,
    workers: int,
    watch: Callable[[int], None],
    stopped: Stopped,
) -> Iterator[Result]:
    """Does the numbered pieces of a job and yields what each results in, in the numbers' order.

    Args:
        task: does a piece; with several workers it and the job must be picklable.
        job: what is to be done.
        numbers: the pieces.
        workers: how many processes work; with 1 this process works itself.
        watch: called with the number of deals played so far.
        stopped: asked again and again; where it says yes, no further piece begins.
    """
    if workers == 1:
        return _alone(task, job, numbers, watch, stopped)
    return _together(task, job, numbers, workers, watch, stopped)


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
    workers: int,
    watch: Callable[[int], None],
    stopped: Stopped,
) -> Iterator[Result]:
    context = get_context("spawn")
    stop = context.Event()
    played = context.Value("Q", 0)
    pool = ProcessPoolExecutor(workers, context, _begin, (stop, played))
    # Only so many pieces are under way that results do not pile up behind a slow one.
    coming = iter(numbers)
    running: deque[Future[Result | None]] = deque()

    def go_on() -> None:
        for number in coming:
            running.append(pool.submit(_work, task, job, number))
            if len(running) >= 3 * workers:
                return

    try:
        go_on()
        while running:
            wait([running[0]], _LOOK_SECONDS)
            watch(played.value)
            if stopped():
                stop.set()
            if running[0].done():
                result = running.popleft().result()
                if result is not None:
                    yield result
                if not stop.is_set():
                    go_on()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


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
