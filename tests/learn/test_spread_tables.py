"""Tables that several processes play."""

from __future__ import annotations

import gc
import os
import signal
import weakref
from collections.abc import Iterator

import numpy as np
import pytest

from goldsparrow import learn
from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.learn.arguments import OutOfOrder
from goldsparrow.moves import MOVES
from goldsparrow.rules import rule_set


@pytest.fixture(scope="module")
def spread() -> Iterator[learn.SpreadTables]:
    """Five tables of Sanming with a house option in two processes."""
    with learn.SpreadTables(
        5, "sanming", house={"base": 3}, length="2 deals", outlook=True, workers=2
    ) as tables:
        yield tables


def test_they_play_what_one_process_plays(spread: learn.SpreadTables) -> None:
    """Choices, observations, masks, points, ends and states are those of one process."""
    alone = learn.Tables(5, "sanming", house={"base": 3}, length="2 deals", outlook=True)
    random = np.random.default_rng(1)
    ended = paid = 0
    for seed in (3, 4):
        here, there = alone.reset(seed), spread.reset(seed)
        for _ in range(150):
            for mine, theirs in zip(here, there, strict=True):
                assert mine.dtype == theirs.dtype
                assert mine.shape == theirs.shape
                assert (mine == theirs).all()
            assert (alone.states() == spread.states()).all()
            actions = (random.random(here.action_mask.shape) * here.action_mask).argmax(axis=1)
            here, there = alone.step(actions), spread.step(actions)
            ended += int(here.over.sum())
            paid += int((here.rewards != 0).any())
    assert ended
    assert paid


def test_what_is_shown_stays(spread: learn.SpreadTables) -> None:
    """Nothing that was returned changes with the next call."""
    seen = spread.reset(seed=1)
    before = [array.copy() for array in seen]
    spread.step(seen.action_mask.argmax(axis=1))
    assert all((kept == array).all() for kept, array in zip(before, seen, strict=True))


def test_an_illegal_move_changes_no_table(spread: learn.SpreadTables) -> None:
    """The error names the table among all and the reason; a later step goes on as if unasked."""
    seen = spread.reset(seed=1)
    good = seen.action_mask.argmax(axis=1)
    bad = good.copy()
    bad[3] = int((seen.action_mask[3] == 0).argmax())
    with pytest.raises(IllegalMove, match=r"table 3: seat . may not") as error:
        spread.step(bad)
    assert error.value.reason
    bad[3] = MOVES
    with pytest.raises(IllegalMove, match=f"table 3: no move: {MOVES}"):
        spread.step(bad)
    with pytest.raises(OptionError, match="expected"):
        spread.step([0.5] * 5)
    alone = learn.Tables(5, "sanming", house={"base": 3}, length="2 deals", outlook=True)
    alone.reset(seed=1)
    assert (alone.step(good).observation == spread.step(good).observation).all()


def test_bad_arguments() -> None:
    """A bad argument is one error that quotes it, and no process begins."""
    for arguments, quoted in (
        ({"count": 0}, "count is 0"),
        ({"count": 2, "workers": 3}, "workers is 3"),
        ({"count": 2, "workers": 0}, "workers is 0"),
        ({"count": 2, "rules": "nowhere"}, "nowhere"),
        ({"count": 2, "rules": rule_set("sanming")}, "key of a rule set"),
        ({"count": 2, "length": "two"}, "two"),
        ({"count": 2, "house": {"no": 1}}, "no"),
    ):
        with pytest.raises(GoldSparrowError, match=quoted):
            learn.SpreadTables(**arguments)  # type: ignore[arg-type]


def test_before_the_beginning_and_after_the_end() -> None:
    """What comes too early or too late says what is expected; to close twice is to close."""
    tables = learn.SpreadTables(1)
    assert tables.workers == 1
    for call in (tables.states, lambda: tables.step([0])):
        with pytest.raises(OutOfOrder, match=r"reset\(\)"):
            call()
    tables.close()
    tables.close()
    with pytest.raises(OutOfOrder, match="closed; expected new ones"):
        tables.reset()


def test_an_interruption_closes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever goes on after Ctrl-C in the middle of a call gets an error, and no old answers."""
    tables = learn.SpreadTables(2, workers=2)
    tables.reset(seed=1)

    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables._pipes[1], "recv", interrupted, raising=False)
    with pytest.raises(KeyboardInterrupt):
        tables.reset(seed=2)
    with pytest.raises(OutOfOrder, match="closed"):
        tables.reset(seed=3)
    assert not any(process.is_alive() for process in tables._processes)


def test_a_bad_seed_ends_no_process(spread: learn.SpreadTables) -> None:
    """A seed that is none is one error, and the tables go on."""
    with pytest.raises(OptionError, match="seed is 'abc'"):
        spread.reset(seed="abc")  # type: ignore[arg-type]
    spread.reset(seed=1)


def test_a_process_that_is_gone_is_an_error() -> None:
    """Nobody waits for a process that was killed, and the others end as well."""
    tables = learn.SpreadTables(2, workers=2)
    seen = tables.reset(seed=1)
    killed, other = tables._processes
    assert killed.pid is not None
    os.kill(killed.pid, signal.SIGKILL)
    killed.join()
    with pytest.raises(OutOfOrder, match="has ended"):
        tables.step(seen.action_mask.argmax(axis=1))
    assert not other.is_alive()


def test_the_processes_end_with_the_object() -> None:
    """Whoever forgets to close leaves no process behind."""
    tables = learn.SpreadTables(2, workers=1)
    (process,) = tables._processes
    gone = weakref.ref(tables)
    del tables
    gc.collect()
    assert gone() is None
    assert not process.is_alive()
