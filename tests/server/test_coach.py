"""The coach: who asks at a table with one is told what the expert would do, from its own view."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldsparrow.players.explain import Explanation, explain
from goldsparrow.server import coach
from goldsparrow.server.protocol import Settings
from goldsparrow.server.questions import HINT_SECONDS, HintBudget
from tests.server.chairs import Chair, House, guest, in_loop, setup

WITH_COACH = Settings(turn_seconds="off", claim_seconds="off", hints="coach")


async def until_asked(house: House, chair: Chair, kind: str, *others: Chair) -> None:
    """Plays with defaults until the seat is asked a question of that kind with a real choice."""
    for _ in range(600):
        for other in others:
            if other.question is not None:
                other.answer(other.question["default"])
            elif other.waits_for_ready:
                other.say(type="ready")
        question = chair.question
        if question is not None:
            if question["kind"] == kind and len(question["moves"]) > 1:
                return
            chair.answer(question["default"])
        elif chair.waits_for_ready:
            chair.say(type="ready")
        await house.pass_time(0.5)
    raise AssertionError(f"no {kind} came")


@pytest.mark.parametrize("kind", ["turn", "claim"])
def test_advice_is_given(tmp_path: Path, kind: str) -> None:
    """Every legal move with its reasons, the expert's choice first; asking again says the same."""

    async def scene(house: House) -> None:
        wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy", settings=WITH_COACH)
        _, (chair,) = await house.started(wish, guest(0))
        await until_asked(house, chair, kind)
        question = chair.question
        assert question is not None
        for _ in range(2):
            chair.say(type="hint", decision=question["id"])
            await house.settle()
        first, second = chair.of("advice")[-2:]
        assert first == second
        assert first["id"] == question["id"]
        told = msgspec.convert(first["explanation"], Explanation)
        assert told.bot == "expert"
        assert sorted(each.move for each in told.options) == sorted(question["moves"])
        assert told.options[0].move == told.move
        # The question stays open: advice answers nothing.
        assert chair.question == question

    in_loop(scene)(tmp_path)


@in_loop
async def test_no_coach_no_advice(house: House) -> None:
    """Where the table was set up without one, asking is an error and the question stays open."""
    wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy")
    _, (chair,) = await house.started(wish, guest(0))
    await until_asked(house, chair, "turn")
    assert chair.question is not None
    chair.say(type="hint", decision=chair.question["id"])
    await house.settle()

    assert chair.last("error")["code"] == "not_now"
    assert "no coach" in chair.last("error")["message"]
    assert not chair.of("advice")
    assert chair.question is not None


@in_loop
async def test_only_the_own_open_question(house: House) -> None:
    """Of another's question, of one that is over and of none there is no advice."""
    wish = setup("open", "open", "bot:greedy", "bot:greedy", settings=WITH_COACH)
    _, (one, two) = await house.started(wish, guest(0), guest(1))
    await until_asked(house, one, "turn", two)
    assert one.question is not None
    decision = one.question["id"]
    # While it is one's own turn nobody else is asked: the other has no question of any number.
    assert two.question is None
    two.say(type="hint", decision=decision)
    await house.settle()
    assert two.last("error")["code"] == "not_now"
    one.say(type="hint", decision=decision + 1)
    await house.settle()
    assert "not open" in one.last("error")["message"]
    one.answer(one.question["default"])
    await house.settle()
    one.say(type="hint", decision=decision)
    await house.settle()

    assert one.last("error")["quoted"] == str(decision)
    assert not two.of("advice")


@in_loop
async def test_a_coach_that_fails_stops_nothing(house: House) -> None:
    """An error of the coach is logged, and the seat is told to ask again."""
    wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy", settings=WITH_COACH)
    _, (chair,) = await house.started(wish, guest(0))
    await until_asked(house, chair, "turn")
    assert chair.question is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "explain", lambda *_arguments: 1 / 0)
        chair.say(type="hint", decision=chair.question["id"])
        await house.settle()
    assert "busy" in chair.last("error")["message"]
    chair.say(type="hint", decision=chair.question["id"])
    await house.settle()

    assert chair.of("advice")


@in_loop
async def test_who_watches_is_told_nothing(house: House) -> None:
    """A watcher may not ask, and what a seat is told reaches neither watchers nor other seats."""
    wish = setup("open", "open", "bot:greedy", "bot:greedy", settings=WITH_COACH)
    room, (one, two) = await house.started(wish, guest(0), guest(1))
    watcher = await house.enter(room, None)
    await until_asked(house, one, "turn", two)
    assert one.question is not None
    for chair in (watcher, one):
        chair.say(type="hint", decision=one.question["id"])
    await house.settle()

    assert watcher.last("error")["code"] == "no_seat"
    assert len(one.of("advice")) == 1
    assert not watcher.of("advice")
    assert not two.of("advice")


@in_loop
async def test_a_flood_is_worked_out_once_and_then_cut_off(house: House) -> None:
    """However often it is asked, the coach thinks once; too many frames end the socket."""
    wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy", settings=WITH_COACH)
    room, (chair,) = await house.started(wish, guest(0))
    await until_asked(house, chair, "turn")
    assert chair.question is not None
    decision = chair.question["id"]
    thought = 0

    def counted(*arguments: Any) -> Explanation:
        nonlocal thought
        thought += 1
        return explain(*arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coach, "explain", counted)
        for _ in range(10):
            chair.say(type="hint", decision=decision)
        await house.settle()
        assert len(chair.of("advice")) == 10
        for _ in range(200):
            chair.say(type="hint", decision=decision)
        await house.settle()
    assert thought == 1
    assert chair.last("error")["code"] == "too_many"
    assert chair.closing == 4029
    # The seat comes back to the same question and plays on.
    await house.pass_time(5)
    again = await house.enter(room, guest(0).id)
    assert again.question is not None
    assert again.question["id"] == decision
    again.answer(again.question["default"])
    await house.settle()
    assert again.last("ack")["status"] == "accepted"


@pytest.mark.parametrize("decision", [-1, 2**31 + 1, "1", None, 1.5, [1]])
def test_a_hint_that_names_no_question_is_malformed(tmp_path: Path, decision: Any) -> None:
    """What is no number of a question is refused as it comes, and the table notices nothing."""

    async def scene(house: House) -> None:
        wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy", settings=WITH_COACH)
        _, (chair,) = await house.started(wish, guest(0))
        await until_asked(house, chair, "turn")
        question = chair.question
        chair.say(type="hint", decision=decision)
        await house.settle()
        assert chair.last("error")["code"] == "malformed"
        assert chair.question == question

    in_loop(scene)(tmp_path)


@in_loop
async def test_between_deals_there_is_nothing_to_ask(house: House) -> None:
    """Before the first deal no question is open, whatever its number."""
    wish = setup("open", "bot:greedy", "bot:greedy", "bot:greedy", settings=WITH_COACH)
    _, (chair,) = await house.table(wish, guest(0))
    for decision in (0, 1):
        chair.say(type="hint", decision=decision)
        await house.settle()
        assert chair.last("error")["code"] == "not_now"
        assert "not open" in chair.last("error")["message"]


def test_the_time_for_hints_counts_work_and_not_waiting() -> None:
    """A thread that had to wait for others has not worked; what it worked comes back in time."""
    now = [0.0]
    used = [0.0]
    budget = HintBudget(lambda: now[0], lambda: used[0], share=0.1)
    began = budget.begin()
    assert began is not None
    now[0] += 60.0
    budget.spend(began)
    began = budget.begin()
    assert began is not None
    used[0] += HINT_SECONDS + 0.5
    budget.spend(began)
    assert budget.begin() is None
    now[0] += 4.9
    assert budget.begin() is None
    now[0] += 0.2
    assert budget.begin() is not None
