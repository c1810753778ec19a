"""Time: the fake clock keeps order, a deadline runs its extra time after its own."""

from __future__ import annotations

import asyncio

from goldsparrow.server.clock import Deadline, FakeClock, LoopClock


def test_fake_clock_calls_in_order_and_only_what_is_due() -> None:
    """Alarms ring at their moments, in order, and cancelled ones never."""
    clock = FakeClock()
    rung: list[tuple[str, float]] = []
    for name, when in (("b", 2.0), ("a", 1.0), ("never", 1.5), ("late", 9.0)):
        alarm = clock.call_at(when, lambda name=name: rung.append((name, clock.now())))
        if name == "never":
            alarm.cancel()
    while clock.step(5.0):
        pass

    assert rung == [("a", 1.0), ("b", 2.0)]
    assert clock.now() == 5.0


def test_deadline_counts_its_own_time_then_the_bank() -> None:
    """`deadline_ms` runs out first, then `bank_ms`, then the table answers."""
    deadline = Deadline(100.0, 20.0, 5.0)

    assert deadline.due == 125.0
    assert deadline.total_ms == 20_000
    assert [deadline.remaining_ms(t) for t in (100.0, 119.5, 121.0)] == [20_000, 500, 0]
    assert [deadline.bank_ms(t) for t in (100.0, 120.0, 121.0, 130.0)] == [5000, 5000, 4000, 0]


def test_no_deadline_where_time_is_off() -> None:
    """`turn_seconds: off` has no moment at which time is up."""
    deadline = Deadline(100.0, None, 5.0)

    assert deadline.due is None
    assert deadline.remaining_ms(500.0) is None
    assert deadline.bank_ms(500.0) is None
    assert deadline.total_ms is None


def test_loop_clock_is_the_loops() -> None:
    """The real clock calls from the running loop."""

    async def scene() -> bool:
        clock = LoopClock()
        rung = asyncio.Event()
        clock.call_at(clock.now(), rung.set)
        await rung.wait()
        return rung.is_set()

    assert asyncio.run(scene())
