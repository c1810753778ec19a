"""A crew on a Ray cluster: the same pieces of work, done by any number of machines.

Every machine needs the same version of Gold Sparrow and of Python. Where `RAY_ADDRESS` is set, or
`ray start` has run on this machine, that cluster works; else Ray is started here for as long as the
work takes, and works on all cores of this machine.
"""

from __future__ import annotations

import os
import platform
import socket
from typing import Any, Final, Self

from goldsparrow import __version__
from goldsparrow.arena.spread import Job, Result, Task
from goldsparrow.errors import GoldSparrowError

_ANSWER_SECONDS: Final = 5.0
"""How long a cluster may take to answer at all."""


def ray_cluster() -> Cluster:
    """Joins the Ray cluster that the environment names, or starts Ray on this machine.

    Raises:
        GoldSparrowError: Ray is not installed, or the cluster cannot be joined.
    """
    # Nothing is told to anyone about what runs here.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray  # noqa: PLC0415 - only who asks for a cluster needs it
    except ModuleNotFoundError:
        raise GoldSparrowError(
            "--cluster needs the package 'ray'; expected the extra 'cluster': "
            "pip install 'goldsparrow[cluster]'"
        ) from None
    return Cluster(ray)


class Cluster:
    """A crew of Ray's workers.

    How many deals are played is known a piece at a time. A piece that a machine could not finish is
    done again by another, with the same result.

    Args:
        ray: the module `ray`, or what stands in for it.

    Raises:
        GoldSparrowError: the cluster cannot be joined.
    """

    def __init__(self, ray: Any) -> None:  # noqa: ANN401 - a module, whose types are not known
        self._ray = ray
        self._ours = not ray.is_initialized()
        if self._ours:
            _look_for(os.environ.get("RAY_ADDRESS", ""))
            try:
                ray.init(logging_level="ERROR", log_to_driver=False)
            except Exception as error:  # noqa: BLE001 - Ray says no more of what it raises here
                address = os.environ.get("RAY_ADDRESS")
                what = f"join the Ray cluster {address!r:.80}" if address else "start Ray"
                reason = str(error).strip().partition("\n")[0].rstrip(".")
                raise GoldSparrowError(
                    f"cannot {what}: {reason:.200}; expected RAY_ADDRESS to name a cluster that "
                    "runs, or to be unset and this machine to have room for Ray"
                ) from None
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.played = 0
        self._remote = ray.remote(work)
        self._jobs: dict[int, tuple[object, Any]] = {}
        self._open: set[Any] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        if self._ours:
            self._ray.shutdown()

    def begin(self, task: Task[Job, Result], job: Job, number: int) -> Any:  # noqa: ANN401
        """Begins a piece; the job is sent to each machine once."""
        if id(job) not in self._jobs:
            self._jobs[id(job)] = (job, self._ray.put(job))
        ticket = self._remote.remote(release(), task, self._jobs[id(job)][1], number)
        self._open.add(ticket)
        return ticket

    def wait(self, ticket: Any, seconds: float) -> bool:  # noqa: ANN401
        """Waits for a piece, but not for longer; says whether it is done."""
        done, _ = self._ray.wait([ticket], timeout=seconds)
        return bool(done)

    def take(self, ticket: Any) -> Any:  # noqa: ANN401
        """Returns what a piece has resulted in; None where it was stopped.

        Raises:
            GoldSparrowError: it cannot be done, or the cluster is gone.
        """
        self._open.discard(ticket)
        failures = self._ray.exceptions
        try:
            result, played = self._ray.get(ticket)
        except failures.TaskCancelledError:
            return None
        except failures.RayTaskError as error:
            if isinstance(error.cause, KeyboardInterrupt):
                return None
            if isinstance(error.cause, GoldSparrowError):
                raise GoldSparrowError(str(error.cause)) from None
            if isinstance(error.cause, ImportError):
                raise GoldSparrowError(
                    f"a machine of the cluster cannot do its work: {error.cause}; expected "
                    f"goldsparrow {__version__} to be installed on each"
                ) from None
            raise
        except failures.RayError as error:
            reason = str(error).strip().partition("\n")[0]
            raise GoldSparrowError(
                f"the Ray cluster failed: {reason:.200}; expected it to run until the end"
            ) from None
        self.played += played
        return result

    def stop(self) -> None:
        """Calls off all pieces that are not done; what is lost of them is played again."""
        for ticket in self._open:
            self._ray.cancel(ticket)
        self._open.clear()


def _look_for(address: str) -> None:
    """Looks whether anybody answers at an address: Ray itself would try for minutes.

    Raises:
        GoldSparrowError: nobody does.
    """
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _ANSWER_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise GoldSparrowError(
            f"nobody answers at the Ray cluster {address!r:.80}: {error}; expected RAY_ADDRESS to "
            "name one that runs, or to be unset"
        ) from None


def work(asked: str, task: Task[Job, Result], job: Job, number: int) -> tuple[Result | None, int]:
    """Does a piece on a worker; returns what it results in and how many deals that took.

    Raises:
        GoldSparrowError: the worker's Gold Sparrow or Python is not the one that asks.
    """
    if release() != asked:
        raise GoldSparrowError(
            f"a machine of the cluster has {release()}; expected {asked}, as where it is called"
        )
    played = 0

    def one_more() -> None:
        nonlocal played
        played += 1

    result = task(job, number, one_more, lambda: False)
    return result, played


def release() -> str:
    """Returns the versions that must be the same on every machine, for the same results."""
    python = ".".join(platform.python_version_tuple()[:2])
    return f"goldsparrow {__version__} on Python {python}"
