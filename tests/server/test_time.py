"""Deadlines, extra time, the autopilot, and people who are not there: nobody holds a table."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from goldsparrow.server.pace import NORMAL
from tests.server.chairs import SETTINGS, Chair, House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]
ALONE = ("open", "bot:chance", "bot:chance", "bot:chance")


def timed(**changes: object) -> object:
    return msgspec.structs.replace(SETTINGS, **changes)


async def own_turn(house: House, chair: Chair, *others: Chair) -> dict[str, object]:
    """Plays on until this chair has its own turn."""
    for _ in range(400):
        question = chair.question
        if question is not None and question["kind"] == "turn":
            return question
        for each in (chair, *others):
            question = each.question
            if question is not None:
                each.answer("pass" if "pass" in question["moves"] else question["default"])
            elif each.waits_for_ready:
                each.say(type="ready", entropy="")
        await house.pass_time(0.1)
    raise AssertionError("no own turn came")


@in_loop
async def test_the_table_plays_the_default_at_the_deadline(house: House) -> None:
    """An own turn ends after its time and the bank; the move is the one that was announced."""
    _room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    question = await own_turn(house, chair)
    assert (question["total_ms"], question["bank_ms"]) == (20_000, 20_000)
    await house.pass_time(39.8)
    assert chair.question == question
    await house.pass_time(0.3)

    assert {"type": "question_closed", "id": question["id"], "reason": "deadline"} in chair.frames
    discards = [e["event"] for e in chair.events if e["event"]["type"] == "discard"]
    assert f"discard:{[d for d in discards if d['seat'] == 0][-1]['tile']}" == question["default"]


@in_loop
async def test_extra_time_is_one_supply_a_deal(house: House) -> None:
    """What a slow turn takes from the bank is gone for the deal's later turns."""
    _room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    await own_turn(house, chair)
    await house.pass_time(25)
    question = chair.question
    assert question is not None
    chair.answer(question["default"])
    await house.settle()
    later = await own_turn(house, chair)

    assert 14_000 <= later["bank_ms"] <= 15_000  # type: ignore[operator]
    assert later["deadline_ms"] == 20_000


@in_loop
async def test_claims_have_their_own_time_and_no_bank(house: House) -> None:
    """`claim_seconds` after a discard; the default is to pass."""
    room, chairs = await house.started(setup(), *PEOPLE)
    for _ in range(300):
        claim = next((c for c in chairs if c.question and c.question["kind"] == "claim"), None)
        if claim is not None:
            break
        for chair in chairs:
            if chair.question:
                chair.answer(chair.question["default"])
            elif chair.waits_for_ready:
                chair.say(type="ready")
        await house.pass_time(0.1)
    assert claim is not None
    question = claim.question
    assert question is not None
    assert (question["deadline_ms"], question["bank_ms"]) == (8000, 0)
    assert "pass" in question["moves"]
    seq = room.state.seq
    await house.pass_time(8.1)
    assert room.state.seq > seq
    assert {"type": "question_closed", "id": question["id"], "reason": "deadline"} in claim.frames


@in_loop
async def test_time_outs_hand_the_seat_to_the_autopilot_and_a_tap_takes_it_back(
    house: House,
) -> None:
    """C14: after `autopilot_after` time-outs the autopilot plays, is shown, and is taken back."""
    wish = setup(*ALONE, settings=timed(bank_seconds="off", turn_seconds=10, autopilot_after=1))
    _room, [chair] = await house.started(wish, PEOPLE[0])
    await own_turn(house, chair)
    await house.pass_time(10.1)
    assert chair.last("presence")["seats"][0]["autopilot"] is True
    assert any(frame["reason"] == "autopilot" for frame in chair.of("question_closed"))
    chair.say(type="autopilot", on=False)
    await house.settle()
    assert chair.last("presence")["seats"][0]["autopilot"] is False


@in_loop
async def test_answering_takes_the_seat_back(house: House) -> None:
    """A person who chooses while on autopilot is no longer played for."""
    house.world = msgspec.structs.replace(house.world, pace=NORMAL)
    house.hall.world = house.world
    _room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    await own_turn(house, chair)
    chair.say(type="autopilot", on=True)
    await house.settle()
    assert chair.last("presence")["seats"][0]["autopilot"] is True
    question = chair.question
    assert question is not None
    chair.answer(question["default"])
    await house.settle()

    assert chair.last("ack")["status"] == "accepted"
    assert chair.last("presence")["seats"][0]["autopilot"] is False


@in_loop
async def test_switching_the_autopilot_wins_no_time(house: House) -> None:
    """Handing over and taking back does not renew a question's time."""
    house.world = msgspec.structs.replace(house.world, pace=NORMAL)
    house.hall.world = house.world
    _room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    await own_turn(house, chair)
    await house.pass_time(10)
    chair.say(type="autopilot", on=True)
    chair.say(type="autopilot", on=False)
    await house.settle()

    assert chair.last("question")["deadline_ms"] <= 10_000


@in_loop
async def test_a_vanished_person_does_not_hold_the_others(house: House) -> None:
    """With one of two people gone for good, the match is played to its end."""
    room, chairs = await house.started(
        setup("open", "open", "bot:chance", "bot:chance"), *PEOPLE[:2]
    )
    room.disconnect(chairs[1])
    await house.settle()
    assert chairs[0].last("presence")["seats"][1]["connected"] is False
    await house.play(chairs[:1], lambda: chairs[0].closing is not None)
    assert chairs[0].last("closed")["reason"] == "over"


@in_loop
async def test_off_means_that_one_alone_is_never_hurried(house: House) -> None:
    """`turn_seconds: off` with one person: the table waits as long as it takes."""
    wish = setup(*ALONE, settings=timed(turn_seconds="off", claim_seconds="off"))
    _room, [chair] = await house.started(wish, PEOPLE[0])
    question = await own_turn(house, chair)
    assert (question["deadline_ms"], question["total_ms"], question["bank_ms"]) == (None,) * 3
    await house.pass_time(7200)
    assert chair.question == question
    chair.answer(str(question["default"]))
    await house.settle()
    assert chair.last("ack")["status"] == "accepted"


@pytest.mark.parametrize(("leaves", "seconds"), [(True, 61), (False, 601)])
def test_off_does_not_let_an_absent_person_hold_others(
    leaves: bool, seconds: float, tmp_path: Path
) -> None:
    """Even with time off, somebody who is gone, or never answers, is played for at last."""

    @in_loop
    async def scene(house: House) -> None:
        wish = setup(
            "open", "open", "bot:chance", "bot:chance",
            settings=timed(turn_seconds="off", claim_seconds="off"),
        )  # fmt: skip
        room, chairs = await house.started(wish, *PEOPLE[:2])
        question = await own_turn(house, *chairs)
        if leaves:
            room.disconnect(chairs[0])
        await house.pass_time(seconds - 2)
        assert room.state.open[0].id == question["id"]
        await house.pass_time(3)
        assert 0 not in room.state.open or room.state.open[0].id != question["id"]

    scene(tmp_path)


@in_loop
async def test_coming_and_going_does_not_hold_the_others_for_ever(house: House) -> None:
    """With time off, reconnecting again and again does not win more than the common patience."""
    wish = setup(
        "open", "open", "bot:chance", "bot:chance",
        settings=timed(turn_seconds="off", claim_seconds="off"),
    )  # fmt: skip
    room, chairs = await house.started(wish, *PEOPLE[:2])
    question = await own_turn(house, *chairs)
    chair = chairs[0]
    for _ in range(14):
        room.disconnect(chair)
        await house.pass_time(25)
        chair = await house.enter(room, PEOPLE[0].id)
        await house.pass_time(25)
    assert 0 not in room.state.open or room.state.open[0].id != question["id"]


@in_loop
async def test_the_others_wait_only_so_long_for_somebody_to_be_ready(house: House) -> None:
    """The countdown runs from the first person's ready on, then the deal begins."""
    _room, chairs = await house.table(
        setup("open", "open", "bot:chance", "bot:chance"), *PEOPLE[:2]
    )
    await house.pass_time(3600)
    assert chairs[0].events == []
    chairs[0].say(type="ready")
    await house.settle()
    assert chairs[1].last("ready_check")["remaining_ms"] == 30_000
    await house.pass_time(29)
    assert chairs[0].events == []
    await house.pass_time(1.5)
    assert chairs[0].events[0]["event"]["type"] == "start"


@in_loop
async def test_bots_do_not_play_on_without_anyone(house: House) -> None:
    """A deal is played to its end for an absent person; the next one waits for somebody."""
    room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    room.disconnect(chair)
    await house.pass_time(3600)
    assert room.state.between_deals
    number = room.state.number
    await house.pass_time(10 * 3600)
    assert (room.state.number, room.phase) == (number, "ready")
    assert room.dormant
    await house.hall.sweep()
    assert house.hall.rooms == {}
    again = await house.hall.room(room.state.table)
    back = await house.enter(again, PEOPLE[0].id)
    assert back.last("ready_check")["number"] == number
    assert back.last("ready_check")["commitment"] == room.state.commitment


@in_loop
async def test_an_abandoned_match_ends(house: House) -> None:
    """After a configurable time without any person an unfinished match is over for good."""
    room, [chair] = await house.started(setup(*ALONE), PEOPLE[0])
    watcher = await house.enter(room, None)
    room.disconnect(chair)
    await house.pass_time(house.world.abandon_seconds + 60)

    assert watcher.last("closed")["reason"] == "abandoned"
    stored = await house.hall.stored(room.state.table)
    assert stored.status == "over"


@in_loop
async def test_a_resting_table_is_given_up_without_being_woken(house: House) -> None:
    """The sweep ends tables that have long had no entry; no room is made for them."""
    room, _ = await house.table(setup(*ALONE), PEOPLE[0])
    table = room.state.table
    for connection in list(room.connections):
        room.disconnect(connection)
    await house.settle()
    await house.hall.sweep()
    assert house.hall.rooms == {}
    house.hall.world = msgspec.structs.replace(house.world, abandon_seconds=-60.0)
    await house.hall.sweep()

    assert house.hall.rooms == {}
    assert (await house.hall.stored(table)).status == "over"
    house.hall.world = house.world
    back = await house.enter(await house.hall.room(table), PEOPLE[0].id)
    assert back.last("closed")["reason"] == "abandoned"


@in_loop
async def test_leaving_a_match_hands_the_seat_to_the_autopilot(house: House) -> None:
    """C14: nobody loses a seat; who leaves is played for and can come back."""
    room, chairs = await house.started(
        setup("open", "open", "bot:chance", "bot:chance"), *PEOPLE[:2]
    )
    chairs[1].say(type="leave")
    await house.settle()
    assert chairs[0].last("presence")["seats"][1]["autopilot"] is True
    room.disconnect(chairs[1])
    back = await house.enter(room, PEOPLE[1].id)
    assert back.last("welcome")["seat"] == 1
    back.say(type="autopilot", on=False)
    await house.settle()
    assert chairs[0].last("presence")["seats"][1]["autopilot"] is False


@in_loop
async def test_who_comes_first_does_not_wait_for_the_others(house: House) -> None:
    """F10: a pong decides while the autopilot still thinks about a chow; that is then too late."""
    house.hall.world = msgspec.structs.replace(house.world, pace=NORMAL)
    room, chairs = await house.started(setup(length="16 deals"), *PEOPLE)
    chance = random.Random(1)
    for _ in range(4000):
        asked = {chair: chair.question for chair in chairs if chair.question}
        first = next((c for c, q in asked.items() if "pong" in q["moves"]), None)
        other = next((c for c in asked if c is not first), None)
        if first is not None and other is not None and "pass" in asked[other]["moves"]:
            break
        for chair, question in asked.items():
            chair.answer(
                "pass" if "pass" in question["moves"] else chance.choice(question["moves"])
            )
        for chair in chairs:
            if chair.waits_for_ready:
                chair.say(type="ready")
        await house.pass_time(0.1)
    assert first is not None
    assert other is not None
    other.say(type="autopilot", on=True)
    first.answer("pong")
    await house.pass_time(NORMAL.beat)

    assert not room.closed
    closed = {"type": "question_closed", "id": asked[other]["id"], "reason": "decided"}
    assert closed in other.frames
    assert any(e["event"]["type"] == "pong" for e in chairs[0].events[-3:])
