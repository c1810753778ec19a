"""A room: answers, repeats, refusals, joining, whole matches."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from goldsparrow.game.record import Record, commitment, first_dealer
from goldsparrow.server.clock import FakeClock
from goldsparrow.server.connection import Allowances
from goldsparrow.server.records import record_of
from goldsparrow.server.seats import SeatError
from tests.server.chairs import House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]


@in_loop
async def test_a_newcomer_is_told_everything(house: House) -> None:
    """The first frame is `welcome`, then the seats, then what the table waits for."""
    _room, [chair] = await house.table(
        setup("open", "bot:chance", "bot:chance", "bot:chance", options={"base": 7}), PEOPLE[0]
    )
    kinds = [frame["type"] for frame in chair.frames]
    welcome = chair.frames[0]

    assert kinds == ["welcome", "events", "presence", "ready_check"]
    assert welcome["seat"] == 0
    assert welcome["seq"] == 0
    assert welcome["resumed"] is False
    assert welcome["rules"]["differences"] == {"base": 7}
    assert welcome["rules"]["wall"]["reserve"] == 18
    assert welcome["length"] == "4 deals"
    assert welcome["names"] == ["客人0", "阿榕", "橄榄", "小鹭"]
    assert chair.last("ready_check")["ready"] == [False, True, True, True]


@in_loop
async def test_a_deal_starts_only_when_all_four_are_ready(house: House) -> None:
    """C2: nothing begins before the last seat is taken and ready."""
    room, chairs = await house.table(setup(), *PEOPLE[:3])
    for chair in chairs:
        chair.say(type="ready", entropy="")
    await house.settle()
    assert {frame["code"] for chair in chairs for frame in chair.of("error")} == {"not_now"}
    await room.join(PEOPLE[3], None)
    chairs.append(await house.enter(room, PEOPLE[3].id))
    for chair in chairs[:3]:
        chair.say(type="ready", entropy="")
        await house.settle()
        assert chairs[0].events == []
    chairs[3].say(type="ready", entropy="")
    await house.settle()

    assert chairs[0].events[0]["event"]["type"] == "start"
    assert all(chair.events[-1]["seq"] == chairs[0].events[-1]["seq"] for chair in chairs)


@in_loop
async def test_the_shuffle_can_be_checked(house: House) -> None:
    """The commitment stands before anyone adds bytes; the seed is revealed when the deal ends."""
    room, chairs = await house.table(setup("open", "open", "bot:chance", "bot:chance"), *PEOPLE[:2])
    published = chairs[0].last("ready_check")["commitment"]
    assert len(published) == 64
    chairs[0].say(type="ready", entropy="AB")
    chairs[1].say(type="ready", entropy="00ff")
    await house.settle()
    start = chairs[0].events[0]["event"]
    assert (start["commitment"], start["entropy"]) == (published, ["ab", "00ff", "", ""])
    assert start["dealer"] == first_dealer(
        room.state.table, room.state.seeds[0], ("ab", "00ff", "", "")
    )
    assert all(room.state.seeds[0] not in str(chair.frames) for chair in chairs)
    await house.play(
        chairs, lambda: any(event["event"]["type"] == "end" for event in chairs[0].events)
    )
    end = next(e["event"] for e in chairs[0].events if e["event"]["type"] == "end")

    assert commitment(end["seed"]) == published
    assert chairs[0].last("ready_check")["commitment"] != published


@in_loop
async def test_first_dealers_are_drawn_at_random(house: House) -> None:
    """C2: the first dealer of a match is any seat, as likely as the others."""
    drawn = Counter(first_dealer("t", f"{i:064x}", ("", "", "", "")) for i in range(4000))

    assert set(drawn) == {0, 1, 2, 3}
    assert min(drawn.values()) > 850


@in_loop
async def test_answers_are_acknowledged_once_and_may_be_repeated(house: House) -> None:
    """A repeated answer is harmless; another one to the same decision comes too late."""
    _room, [chair] = await house.started(
        setup("open", "bot:chance", "bot:chance", "bot:chance"), PEOPLE[0]
    )
    await house.play([chair], lambda: chair.question is not None)
    question = chair.question
    assert question is not None
    chair.answer(question["moves"][0])
    chair.answer(question["moves"][0], decision=question["id"])
    chair.answer(question["moves"][-1], decision=question["id"], answer="other")
    await house.settle()
    statuses = [a["status"] for a in chair.of("ack") if a["id"] == question["id"]]

    assert statuses == ["accepted", "repeated", "stale"]


@in_loop
async def test_illegal_answers_are_refused_with_their_reason(house: House) -> None:
    """Nothing a client claims is believed: forged tiles, wins, draws, passes are refused."""
    room, chairs = await house.started(setup(), *PEOPLE)
    chair = chairs[room.state.first_dealer]
    question = chair.question
    assert question is not None
    assert question["kind"] == "turn"
    held = {move for move in question["moves"] if move.startswith("discard:")}
    forged = next(
        f"discard:{rank}{suit}"
        for suit in "mps"
        for rank in range(1, 10)
        if f"discard:{rank}{suit}" not in held
    )
    before = room.state.seq
    for move, reason in (
        ("win", "not_complete"),
        (forged, "not_in_hand"),
        ("pass", "must_discard"),
        ("chow:1m", "nobody_discarded"),
        ("draw", "unknown_move"),
        ("discard:9z", "unknown_move"),
        ("", "unknown_move"),
        ("three_golds", "no_three_golds"),
    ):
        chair.answer(move)
        await house.settle()
        ack = chair.last("ack")
        assert (ack["status"], ack["reason"]) == ("refused", reason), move

    assert room.state.seq == before
    assert chair.question == question
    other = next(c for c in chairs if c is not chair)
    other.answer("win", decision=10_000)
    other.answer("pass", decision=0)
    await house.settle()
    assert [a["status"] for a in other.of("ack")[-2:]] == ["refused", "refused"]
    assert other.last("ack")["reason"] == "not_your_turn"
    assert room.state.seq == before


@in_loop
async def test_bad_frames_do_not_trouble_the_table(house: House) -> None:
    """Malformed, unknown, oversized, out-of-turn frames: one error each, and the table goes on."""
    room, chairs = await house.started(
        setup("open", "bot:chance", "bot:chance", "bot:chance"), PEOPLE[0]
    )
    watcher = await house.enter(room, "stranger")
    chair = chairs[0]
    for text in ("{", '{"type":"cheat"}', "x" * 5000, '{"type":"ready","entropy":"zz"}'):
        chair.say_text(text)
    watcher.say(type="autopilot", on=True)
    watcher.answer("pass", decision=1)
    chair.say(type="ready", entropy="")
    chair.say(type="ping", n=5)
    await house.settle()

    codes = [frame["code"] for frame in chair.of("error")]
    assert codes == ["malformed", "unknown_type", "too_long", "malformed", "not_now"]
    assert [frame["code"] for frame in watcher.of("error")] == ["no_seat", "no_seat"]
    assert chair.last("pong") == {"type": "pong", "n": 5}
    await house.play([chair], lambda: any(e["event"]["type"] == "end" for e in chair.events))


@in_loop
async def test_a_flood_is_warned_of_and_then_shut_out(house: House) -> None:
    """A flooding socket gets errors, then is closed; the seat may come back at once."""
    room, [chair] = await house.started(
        setup("open", "bot:chance", "bot:chance", "bot:chance"), PEOPLE[0]
    )
    chair.forget()
    for n in range(200):
        chair.say(type="ping", n=n)
    await house.settle()

    assert len(chair.of("pong")) < 60
    assert 1 <= len(chair.of("error")) <= 5
    assert chair.closing == 4029
    room.disconnect(chair)
    again = await house.enter(room, PEOPLE[0].id)
    await house.play([again], lambda: any(e["event"]["type"] == "end" for e in again.events))


@in_loop
async def test_binary_frames_are_counted_as_well(house: House) -> None:
    """A flood of what is no text is shut out like any other."""
    room, [chair] = await house.table(setup(*("open",) * 4), PEOPLE[0])
    for _ in range(100):
        room.receive(chair, None)
    assert chair.closing == 4029


@in_loop
async def test_handing_over_and_back_is_slowed(house: House) -> None:
    """What everyone is told of costs ten frames: four times at once, then twice a second."""
    _room, chairs = await house.started(setup(), *PEOPLE)
    chairs[1].forget()
    for on in (True, False) * 3:
        chairs[0].say(type="autopilot", on=on)
    await house.settle()
    assert len(chairs[1].of("presence")) == 4 - 1
    assert chairs[0].last("error")["code"] == "too_many"


@in_loop
async def test_a_guest_keeps_the_newest_sockets(house: House) -> None:
    """The oldest of a seat's, or a watcher's, sockets goes, with a code that says not to return."""
    room, [first, *_] = await house.table(setup(), *PEOPLE)
    more = [await house.enter(room, PEOPLE[0].id) for _ in range(4)]
    assert [each.closing for each in (first, *more)] == [4001, None, None, None, None]
    watching = [await house.enter(room, "stranger") for _ in range(6)]
    assert [each.closing for each in watching] == [4001, 4001, None, None, None, None]
    nobody = [await house.enter(room, None) for _ in range(6)]
    assert {each.closing for each in nobody} == {None}


def test_a_guest_has_one_allowance() -> None:
    """Another socket wins a guest no more frames; a stranger's is the socket's own."""
    clock = FakeClock()
    allowances = Allowances(clock)
    assert sum(allowances.of("a").take() for _ in range(100)) == 40
    assert not allowances.of("a").take()
    assert allowances.of("b").take()
    assert allowances.of(None) is not allowances.of(None)
    clock.step(0.5)
    assert sum(allowances.of("a").take() for _ in range(100)) == 10


@in_loop
async def test_seats_are_given_once(house: House) -> None:
    """A guest keeps a seat; a taken seat, a full table and a running match refuse others."""
    room, _ = await house.table(setup("open", "open", "bot:chance", "bot:chance"), PEOPLE[0])
    assert await room.join(PEOPLE[0], 1) == 0
    with pytest.raises(SeatError) as taken:
        await room.join(PEOPLE[1], 0)
    assert taken.value.code == "taken"
    assert await room.join(PEOPLE[1], None) == 1
    with pytest.raises(SeatError) as full:
        await room.join(PEOPLE[2], None)
    assert full.value.code == "full"


@in_loop
async def test_leaving_before_the_match_frees_the_seat(house: House) -> None:
    """Until the match begins a seat can be given back and taken by another."""
    room, chairs = await house.table(setup("open", "open", "bot:chance", "bot:chance"), *PEOPLE[:2])
    chairs[1].say(type="leave")
    await house.settle()
    assert chairs[0].last("presence")["seats"][1]["kind"] == "open"
    assert await room.join(PEOPLE[2], None) == 1


@in_loop
async def test_bots_fill_open_seats_when_somebody_at_the_table_asks(house: House) -> None:
    """Only who sits at the table may ask, and only for bots that there are."""
    room, [chair] = await house.table(setup(), PEOPLE[0])
    for who, bot, code in ((PEOPLE[1], "greedy", "no_seat"), (PEOPLE[0], "x", "no_such_bot")):
        with pytest.raises(SeatError) as caught:
            await room.fill(who, bot)
        assert caught.value.code == code
    await room.fill(PEOPLE[0], "greedy")
    await house.settle()

    kinds = [seat["kind"] for seat in chair.last("presence")["seats"]]
    assert kinds == ["person", "bot", "bot", "bot"]
    assert chair.last("ready_check")["ready"] == [False, True, True, True]


@in_loop
async def test_a_watcher_who_sits_down_is_greeted_as_the_seat(house: House) -> None:
    """A socket that was opened before joining becomes the seat's."""
    room, _ = await house.table(setup("open", "open", "bot:chance", "bot:chance"), PEOPLE[0])
    early = await house.enter(room, PEOPLE[1].id)
    assert early.last("welcome")["seat"] is None
    await room.join(PEOPLE[1], None)
    await house.settle()
    assert early.last("welcome")["seat"] == 1


@in_loop
async def test_a_whole_match_of_four_people(house: House) -> None:
    """Sequence numbers have no gap and are the same for all; the record verifies."""
    room, chairs = await house.started(setup(), *PEOPLE)
    watcher = await house.enter(room, None)
    await house.play(chairs, lambda: all(chair.closing is not None for chair in chairs))

    for chair in (*chairs, watcher):
        assert [event["seq"] for event in chair.events] == list(
            range(chair.events[0]["seq"], room.state.seq + 1)
        )
        assert chair.last("closed")["reason"] == "over"
        assert chair.closing == 4010
    assert chairs[0].events[-1]["event"]["type"] == "match_end"
    scores = chairs[0].events[-1]["event"]["scores"]
    assert sum(scores) == 0
    stored = await house.hall.stored(room.state.table)
    assert stored.status == "over"
    record = Record.parse(record_of(room.state, stored.events, None))
    assert record.header.drawn
    assert list(record.verify().scores) == scores


@in_loop
async def test_two_tabs_of_one_seat_follow_together(house: House) -> None:
    """Several sockets may hold one seat: both see all, either may answer, the other is told."""
    room, [first] = await house.started(
        setup("open", "bot:chance", "bot:chance", "bot:chance"), PEOPLE[0]
    )
    await house.play([first], lambda: first.question is not None)
    second = await house.enter(room, PEOPLE[0].id)
    question = second.question
    assert question is not None
    assert question["id"] == first.question["id"]  # type: ignore[index]
    second.answer(question["moves"][0])
    await house.settle()

    assert {"type": "question_closed", "id": question["id"], "reason": "answered"} in first.frames
    assert first.events[-1] == second.events[-1]
    room.disconnect(second)
    await house.settle()
    assert first.last("presence")["seats"][0]["connected"] is True


@pytest.mark.parametrize("bot", ["broken", "liar"])
def test_a_bad_bot_does_not_hold_the_table(bot: str, tmp_path: Path) -> None:
    """A bot that fails or cheats is played by the table's default."""

    async def scene() -> None:
        house = House(tmp_path)
        _room, [chair] = await house.started(
            setup("open", f"bot:{bot}", f"bot:{bot}", f"bot:{bot}"), PEOPLE[0]
        )
        await house.play([chair], lambda: any(e["event"]["type"] == "end" for e in chair.events))
        await house.close()

    asyncio.run(scene())


@in_loop
async def test_a_fault_closes_the_room_and_the_log_brings_it_back(house: House) -> None:
    """A room that fails lets its sockets go; the next visitor finds the stored table."""
    room, [chair] = await house.started(
        setup("open", "bot:chance", "bot:chance", "bot:chance"), PEOPLE[0]
    )
    seq = room.state.seq

    async def fault() -> None:
        raise RuntimeError("a fault of the server's own")

    room._put(fault)
    assert room._task is not None
    await room._task
    assert (room.closed, chair.closing) == (True, 1011)
    again = await house.hall.room(room.state.table)
    assert again is not room
    assert again.state.seq == seq
    back = await house.enter(again, PEOPLE[0].id, after=seq)
    assert back.last("welcome")["resumed"] is True


@in_loop
async def test_a_room_stops_right_after_an_answered_call(house: House) -> None:
    """A call that was answered a moment ago keeps no room from being put away."""
    room, _ = await house.table(setup(), *PEOPLE[:3])
    room._calls.add(answered := asyncio.get_running_loop().create_future())
    answered.set_result(3)
    await room.stop()

    assert room.closed
    assert answered.result() == 3
