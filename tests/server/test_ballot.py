"""Ballots: C14, nobody loses a seat during a match other than by the table's vote."""

from __future__ import annotations

import msgspec

from goldsparrow.server.ballot import AWAY_SECONDS
from goldsparrow.server.room import Room
from goldsparrow.server.state import Decision
from tests.server.chairs import SETTINGS, Chair, House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]
PATIENT = msgspec.structs.replace(SETTINGS, turn_seconds="off", claim_seconds="off")
NOTHING = Decision(0, 0, "claim", 0, 0, 0)


async def away(house: House, seconds: float = AWAY_SECONDS + 1) -> tuple[Room, list[Chair]]:
    """A match of three people and a bot whose third person has gone for some time."""
    room, chairs = await house.started(
        setup("open", "open", "open", "bot:timid", settings=PATIENT), *PEOPLE[:3]
    )
    room.disconnect(chairs[2])
    await house.pass_time(seconds)
    return room, chairs


def kind_of(chair: Chair, seat: int) -> str:
    return str(chair.last("presence")["seats"][seat]["kind"])


@in_loop
async def test_all_who_play_agree_and_a_bot_takes_the_seat(house: House) -> None:
    """C14: proposer and all other present people; then the bot plays on with the same hand."""
    room, chairs = await away(house)
    chairs[0].say(type="vote", seat=2, agree=True)
    await house.settle()
    assert chairs[1].last("ballot") == {
        "type": "ballot",
        "seat": 2,
        "outcome": "open",
        "agreed": [True, False, False, False],
        "asked": [1],
    }
    assert kind_of(chairs[0], 2) == "person"
    chairs[1].say(type="vote", seat=2, agree=True)
    await house.settle()
    assert chairs[0].last("ballot")["outcome"] == "passed"
    assert kind_of(chairs[0], 2) == "bot"
    back = await house.enter(room, PEOPLE[2].id)
    assert back.last("welcome")["seat"] is None
    await house.play(chairs[:2], lambda: chairs[0].closing is not None)
    assert chairs[0].last("closed")["reason"] == "over"


@in_loop
async def test_the_pending_question_goes_to_the_bot(house: House) -> None:
    """The seat that is voted away while it must choose no longer holds the table."""
    slow = msgspec.structs.replace(SETTINGS, turn_seconds=30, bank_seconds=60)
    room, chairs = await house.started(
        setup("open", "open", "bot:timid", "bot:timid", settings=slow), *PEOPLE[:2]
    )
    await house.play(chairs, lambda: room.state.open.get(1, NOTHING).kind == "turn")
    decision = room.state.open[1]
    room.disconnect(chairs[1])
    await house.pass_time(AWAY_SECONDS + 1)
    assert room.state.open[1] is decision
    chairs[0].say(type="vote", seat=1, agree=True)
    await house.pass_time(0.1)
    assert kind_of(chairs[0], 1) == "bot"
    assert room.state.open.get(1) is not decision


@in_loop
async def test_one_refusal_ends_the_vote_for_a_while(house: House) -> None:
    """C14: without agreement nobody loses a seat, and asking again at once is of no use."""
    _room, chairs = await away(house)
    chairs[0].say(type="vote", seat=2, agree=True)
    chairs[1].say(type="vote", seat=2, agree=False)
    chairs[0].say(type="vote", seat=2, agree=True)
    await house.settle()
    assert chairs[0].last("ballot")["outcome"] == "refused"
    assert chairs[0].last("error")["code"] == "not_now"
    assert kind_of(chairs[0], 2) == "person"
    await house.pass_time(AWAY_SECONDS + 1)
    chairs[0].say(type="vote", seat=2, agree=True)
    await house.settle()
    assert chairs[0].last("ballot")["outcome"] == "open"


@in_loop
async def test_coming_back_ends_the_vote(house: House) -> None:
    """C14: the person can return at any time."""
    room, chairs = await away(house)
    chairs[0].say(type="vote", seat=2, agree=True)
    await house.settle()
    back = await house.enter(room, PEOPLE[2].id)
    back.say(type="autopilot", on=False)
    await house.settle()
    assert chairs[1].last("ballot")["outcome"] == "lapsed"
    chairs[1].say(type="vote", seat=2, agree=True)
    await house.settle()
    assert chairs[1].last("error")["code"] == "not_now"
    assert kind_of(chairs[0], 2) == "person"


@in_loop
async def test_answering_is_being_back(house: House) -> None:
    """C14: who was on autopilot for a long time and then chose a move cannot be voted away."""
    room, chairs = await house.started(
        setup("open", "open", "bot:timid", "bot:timid", settings=PATIENT), *PEOPLE[:2]
    )
    await house.play(chairs, lambda: room.state.open.get(1, NOTHING).kind == "turn")
    question = chairs[1].question
    assert question is not None
    chairs[1].say(type="autopilot", on=True)
    chairs[1].answer(question["default"])
    await house.settle()
    await house.pass_time(AWAY_SECONDS + 1)
    chairs[0].say(type="vote", seat=1, agree=True)
    await house.settle()
    assert chairs[0].last("error")["code"] == "not_now"


@in_loop
async def test_nobody_is_voted_away_who_is_hardly_gone(house: House) -> None:
    """A lost line of a few seconds, somebody who is here, a bot, oneself: no vote."""
    _room, chairs = await away(house, 5)
    for seat in (2, 1, 3, 0):
        chairs[0].say(type="vote", seat=seat, agree=True)
    await house.settle()
    assert [error["code"] for error in chairs[0].of("error")] == ["not_now"] * 4
    assert chairs[0].of("ballot") == []


@in_loop
async def test_a_vote_that_passed_outlives_a_restart(house: House) -> None:
    """C14: the log says who plays on the seat."""
    room, chairs = await away(house)
    for chair in chairs[:2]:
        chair.say(type="vote", seat=2, agree=True)
    await house.settle()
    await room.stop()
    again = await house.hall.room(room.state.table)
    assert again is not room
    assert again.state.seats[2].kind == "bot"
    stored = await house.world.store.tables_of(PEOPLE[2].id, 5)
    assert stored == ()
    assert len(await house.world.store.tables_of(PEOPLE[1].id, 5)) == 1


@in_loop
async def test_the_voters_who_go_are_not_waited_for(house: House) -> None:
    """The vote passes when the only one who had not agreed goes as well."""
    room, chairs = await away(house)
    chairs[0].say(type="vote", seat=2, agree=True)
    room.disconnect(chairs[1])
    await house.settle()
    assert chairs[0].last("ballot")["outcome"] == "passed"
