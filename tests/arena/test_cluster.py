"""A crew on a Ray cluster: the result of one process; what goes wrong is one clear error."""

from __future__ import annotations

import os
import pickle
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from goldsparrow.arena import cluster
from goldsparrow.arena.cluster import Cluster, ray_cluster, work
from goldsparrow.arena.duel import BLOCK_WALLS, duel
from goldsparrow.arena.pool import Pool, play_pool
from goldsparrow.arena.ratings import rate
from goldsparrow.errors import BotError, GoldSparrowError

POOL = Pool(players=("chance", "greedy", "expert"), rules="longyan", deals=24, seed="c")


class _Failure(Exception):
    def __init__(self, text: str = "", cause: Exception | None = None) -> None:
        super().__init__(text)
        self.cause = cause


class Cancelled(_Failure):
    """Stands for `TaskCancelledError`."""


class Failed(_Failure):
    """Stands for `RayTaskError`."""


class StandIn:
    """Stands in for the module `ray`: tasks go through pickles, and end in a turned order.

    Args:
        cores: how many the cluster has.
        refuse: what joining raises.
        broken: what getting a result raises.
    """

    def __init__(
        self, cores: int = 2, refuse: Exception | None = None, broken: Exception | None = None
    ) -> None:
        self.exceptions = SimpleNamespace(
            RayError=_Failure, TaskCancelledError=Cancelled, RayTaskError=Failed
        )
        self.cores, self.refuse, self.broken = cores, refuse, broken
        self.joined = self.left = 0
        self.put_count = 0
        self.most_open = 0
        self.begun: list[int] = []
        self._tickets: dict[int, Callable[[], object]] = {}
        self._done: dict[int, object] = {}

    def is_initialized(self) -> bool:
        return False

    def init(self, **_settings: object) -> None:
        if self.refuse is not None:
            raise self.refuse
        self.joined += 1

    def shutdown(self) -> None:
        self.left += 1

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def put(self, value: object) -> bytes:
        self.put_count += 1
        return pickle.dumps(value)

    def remote(self, function: Callable[..., object]) -> SimpleNamespace:
        def begin(asked: str, task: Any, job: bytes, number: int) -> int:
            ticket = len(self.begun)
            self.begun.append(number)
            sent = pickle.dumps((function, asked, task, number))

            def do() -> object:
                called, *arguments, last = pickle.loads(sent)
                return pickle.loads(pickle.dumps(called(*arguments, pickle.loads(job), last)))

            self._tickets[ticket] = do
            self.most_open = max(self.most_open, len(self._tickets))
            return ticket

        return SimpleNamespace(remote=begin)

    def wait(self, tickets: list[int], *, timeout: float) -> tuple[list[int], list[int]]:
        # The last to begin is the first to end.
        for ticket in sorted(self._tickets, reverse=True):
            try:
                self._done[ticket] = self._tickets.pop(ticket)()
            except GoldSparrowError as error:
                self._done[ticket] = Failed("task", error)
            if ticket != tickets[0]:
                return [], tickets
        return tickets, []

    def get(self, ticket: int) -> object:
        if self.broken is not None:
            raise self.broken
        found = self._done.pop(ticket)
        if isinstance(found, Exception):
            raise found
        return found

    def cancel(self, ticket: int) -> None:
        if ticket in self._tickets:
            del self._tickets[ticket]
            self._done[ticket] = Cancelled()


def test_any_crew_gives_the_result_of_one_process() -> None:
    """The same pieces, whoever does them and in whatever order: bit for bit the same."""
    ray = StandIn()
    seen: list[int] = []
    together = play_pool(POOL, workers=Cluster(ray), watch=seen.append)
    alone = play_pool(POOL)

    assert together == alone
    assert rate(together) == rate(alone)
    assert seen[-1] == POOL.wanted
    assert seen == sorted(seen)
    assert ray.begun == list(range(6))
    assert (ray.joined, ray.left, ray.put_count) == (1, 1, 1)
    assert ray.most_open <= 3 * ray.cores


def test_a_duel_on_a_crew() -> None:
    """Two players take the same way."""
    crew = Cluster(StandIn(cores=1))
    assert duel("greedy", "chance", deals=46, seed="c", workers=crew) == duel(
        "greedy", "chance", deals=46, seed="c"
    )


def test_an_interrupted_crew_goes_on(tmp_path: Path) -> None:
    """Pieces that are called off are played again; those that were done are kept."""
    whole = duel("greedy", "chance", deals=120, seed="i")
    played = 0

    def watch(deals: int) -> None:
        nonlocal played
        played = deals

    ray = StandIn(cores=1)
    part = duel(
        *("greedy", "chance"),
        deals=120,
        seed="i",
        workers=Cluster(ray),
        out=tmp_path,
        watch=watch,
        stopped=lambda: played >= 2 * BLOCK_WALLS,
    )
    assert 0 < part.walls < whole.walls
    assert ray.left == 1
    rest = duel("greedy", "chance", deals=120, seed="i", workers=Cluster(StandIn()), out=tmp_path)
    assert rest == whole


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (Failed("x", BotError("the bot 'x' failed")), "the bot 'x' failed"),
        (Failed("x", ModuleNotFoundError("No module named 'goldsparrow'")), "to be installed on"),
        (_Failure("the node died\nwith a trace"), "failed: the node died; expected"),
    ],
)
def test_what_goes_wrong_on_the_cluster(raised: Exception, told: str) -> None:
    """A failure over there is one line here, and the cluster is left."""
    ray = StandIn(broken=raised)

    with pytest.raises(GoldSparrowError, match=told) as caught:
        duel("chance", "greedy", deals=4, workers=Cluster(ray))
    assert "\n" not in str(caught.value)
    assert ray.left == 1


def test_faults_of_ours_are_not_hidden() -> None:
    """Whatever else a piece raises is a fault of the program, and shows in full."""
    with pytest.raises(Failed, match="ours"):
        duel("chance", "greedy", deals=4, workers=Cluster(StandIn(broken=Failed("ours"))))


def test_a_cluster_that_cannot_be_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error quotes the address."""
    monkeypatch.setenv("RAY_ADDRESS", "nowhere")
    with pytest.raises(GoldSparrowError, match=r"'nowhere': no such; expected RAY_ADDRESS"):
        Cluster(StandIn(refuse=ConnectionError("no such\nplace")))

    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    for name in (address, f"ray://{address}", "127.0.0.1:123456789"):
        monkeypatch.setenv("RAY_ADDRESS", name)
        ray = StandIn()
        with pytest.raises(GoldSparrowError, match=f"nobody answers at the Ray cluster '{name}'"):
            Cluster(ray)
        assert not ray.joined

    monkeypatch.delenv("RAY_ADDRESS")
    with pytest.raises(GoldSparrowError, match="cannot start Ray: timed out; expected"):
        Cluster(StandIn(refuse=Exception("timed out.")))


def test_a_cluster_that_answers_is_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever answers at the address is asked to join; `auto` is for Ray to find."""
    ray = StandIn()
    with socket.create_server(("127.0.0.1", 0)) as there:
        for name in (f"127.0.0.1:{there.getsockname()[1]}", "auto"):
            monkeypatch.setenv("RAY_ADDRESS", name)
            with Cluster(ray):
                pass
    assert (ray.joined, ray.left) == (2, 2)


def test_other_versions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with another version could play otherwise; both versions are named."""
    crew = Cluster(StandIn())
    monkeypatch.setattr(
        cluster, "release", iter(["ours 2"] + ["theirs 1"] * 9).__next__, raising=True
    )

    with pytest.raises(GoldSparrowError, match="has theirs 1; expected ours 2"):
        duel("chance", "greedy", deals=4, workers=crew)


def test_work_counts_its_deals() -> None:
    """A piece tells how many deals it played, for the progress."""
    result, played = work(
        cluster.release(), lambda job, n, more, stopped: [more() for _ in range(n)], None, 3
    )
    assert (len(result or []), played) == (3, 3)


def test_no_cluster_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Ray is missing, one error says what to install."""
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(GoldSparrowError, match=r"'ray'.*pip install 'goldsparrow\[cluster\]'"):
        ray_cluster()


@pytest.mark.filterwarnings("default")
def test_ray_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Ray's own workers: bit for bit the result of one process."""
    pytest.importorskip("ray", reason="Ray is in no lock file: pip install 'goldsparrow[cluster]'")
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))

    together = play_pool(POOL, workers=ray_cluster())
    alone = play_pool(POOL)
    assert together == alone
    assert rate(together) == rate(alone)
