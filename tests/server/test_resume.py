"""Coming back: after a lost line or a restart, at any phase, everything is there."""

from __future__ import annotations

import asyncio
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet
from goldsparrow.server.connection import QUEUE_FRAMES, TOO_SLOW_CODE, Connection
from goldsparrow.server.entries import Begun, Moved, decode_entry, encode_entry
from goldsparrow.server.hall import Hall
from goldsparrow.server.pace import AT_ONCE
from goldsparrow.server.protocol import Turn
from goldsparrow.server.room import Room
from goldsparrow.server.state import ReplayError
from tests.server.chairs import PLAYERS, Chair, House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]


def pending(chair: Chair) -> tuple[Any, ...]:
    """What a seat knows of its question, but for its remaining time."""
    question = chair.question
    assert question is not None
    return question["id"], question["kind"], question["moves"], question["default"]


async def restarted(house: House, table: str) -> Room:
    """The table's room as a server that has just been started finds it."""
    for room in house.hall.rooms.values():
        await room.stop()
    house.hall = Hall(house.world)
    return await house.hall.room(table)


@in_loop
async def test_events_continue_after_the_number_that_the_client_has(house: House) -> None:
    """`after` brings what was missed, without a gap or a repetition, and no older deal."""
    room, chairs = await house.started(setup(), *PEOPLE)
    await house.play(chairs, lambda: room.shown > 60)
    whole = chairs[0].events
    for after in (whole[0]["seq"] - 1, whole[0]["seq"], 40, room.shown - 1, room.shown):
        back = await house.enter(room, PEOPLE[0].id, after=after)
        welcome = back.last("welcome")
        assert (welcome["resumed"], welcome["seq"]) == (True, room.shown)
        assert back.events == [e for e in whole if e["seq"] > after]
        assert all(not frame["live"] for frame in back.of("events"))
    for after in (None, room.shown + 1, 10**8):
        back = await house.enter(room, PEOPLE[0].id, after=after)
        assert back.last("welcome")["resumed"] is False
        assert back.events == whole


@in_loop
async def test_an_old_number_begins_again_at_the_newest_deal(house: House) -> None:
    """A client that missed a deal's start gets the newest deal from its start."""
    room, chairs = await house.started(setup(), *PEOPLE)
    await house.play(
        chairs, lambda: sum(e["event"]["type"] == "start" for e in chairs[0].events) == 2
    )
    back = await house.enter(room, PEOPLE[0].id, after=5)
    assert back.last("welcome")["resumed"] is False
    assert back.events[0]["event"]["type"] == "start"
    assert back.events[0]["event"]["number"] == 1
    assert back.events == chairs[0].events[-len(back.events) :]


@in_loop
async def test_reconnecting_gives_back_the_question_with_its_remaining_time(house: House) -> None:
    """A pending question comes again, for a turn and for a claim, with what is left of its time."""
    seen = set()
    room, chairs = await house.started(setup(), *PEOPLE)
    chance = random.Random(11)
    while seen != {"turn", "claim"}:
        for place, chair in enumerate(chairs):
            if chair.question is None or chair.question["kind"] in seen:
                continue
            await house.pass_time(3)
            asked = chair.times[chair.frames.index(chair.question)]
            left = chair.question["deadline_ms"] - 1000 * (house.clock.now() - asked)
            room.disconnect(chair)
            back = await house.enter(room, chair.guest, after=chair.events[-1]["seq"])
            assert pending(back) == pending(chair)
            assert back.question is not None
            assert back.question["deadline_ms"] == pytest.approx(left, abs=1)
            seen.add(back.question["kind"])
            chairs[place] = back
            break
        shown = room.shown
        await house.play(chairs, lambda shown=shown: room.shown > shown, chance=chance)


@in_loop
async def test_settlement_can_be_come_back_to(house: House) -> None:
    """Between deals a returning seat sees the settled deal and what the table waits for."""
    room, chairs = await house.started(setup(), *PEOPLE)
    await house.play(chairs, lambda: room.phase == "ready")
    room.disconnect(chairs[0])
    await house.pass_time(7200)
    back = await house.enter(room, PEOPLE[0].id)
    assert back.events[-1]["event"]["type"] == "end"
    assert back.last("ready_check")["number"] == 1
    assert back.waits_for_ready


@in_loop
async def test_a_restart_restores_every_seats_question_and_answer(house: House) -> None:
    """At every step of a deal: stop, start again, and all seats stand where they stood."""
    room, chairs = await house.started(setup(), *PEOPLE)
    table = room.state.table
    chance = random.Random(2)
    half_claimed = 0
    for _ in range(120):
        before = {seat: (d.id, d.moves) for seat, d in room.state.open.items()}
        room = await restarted(house, table)
        assert {s: (d.id, d.moves) for s, d in room.state.open.items()} == before
        chairs = [
            await house.enter(room, each.id, after=chair.events[-1]["seq"] if chair.events else 0)
            for each, chair in zip(PEOPLE, chairs, strict=True)
        ]
        asked = [chair for chair in chairs if chair.question is not None]
        if not asked:
            for chair in chairs:
                if chair.waits_for_ready:
                    chair.say(type="ready")
            await house.settle()
            continue
        half_claimed += len(asked) > 1
        chosen = chance.choice(asked)
        question = chosen.question
        assert question is not None
        assert question["deadline_ms"] == (20_000 if question["kind"] == "turn" else 8_000)
        move = chance.choice(question["moves"])
        chosen.answer(move)
        await house.settle()
        assert chosen.last("ack")["status"] == "accepted"
        given = chosen.last("ack")
        assert chosen.seat is not None
        if given["id"] in room.state.given[chosen.seat]:
            room = await restarted(house, table)
            again = await house.enter(room, chosen.guest)
            again.answer(move, decision=given["id"])
            await house.settle()
            assert again.last("ack")["status"] == "repeated"
            # The same id with another move is another answer, and that comes too late.
            again.answer("concealed_kong:9p", decision=given["id"])
            await house.settle()
            assert again.last("ack")["status"] == "stale"
            room.disconnect(again)
    assert half_claimed > 0


@in_loop
async def test_a_log_that_does_not_play_again_is_not_gone_on_with(house: House) -> None:
    """An edited log, or rules that changed since, stop the table and nothing else."""
    room, chairs = await house.started(setup(), *PEOPLE)
    await house.play(chairs, lambda: room.shown > 40)
    stored = await house.hall.stored(room.state.table)
    places = [i for i, text in enumerate(stored.entries) if isinstance(decode_entry(text), Moved)]
    edited = list(stored.entries)
    edited[places[0]], edited[places[1]] = edited[places[1]], edited[places[0]]
    for changed in (
        msgspec.structs.replace(stored, entries=tuple(edited)),
        msgspec.structs.replace(stored, events=stored.events[:-1]),
        msgspec.structs.replace(stored, events=(*stored.events, stored.events[-1])),
        msgspec.structs.replace(stored, entries=(*stored.entries, encode_entry(Begun(7)))),
        msgspec.structs.replace(stored, entries=(*stored.entries, "{}")),
    ):
        with pytest.raises(ReplayError):
            Room.revive(house.world, changed)
    assert Room.revive(house.world, stored).state.seq == room.state.seq


def test_a_slow_client_is_dropped_and_does_not_hold_the_table(tmp_path: Path) -> None:
    """A socket that takes nothing is cut off when its queue is full; sending never waits."""

    async def scene() -> None:
        house = House(tmp_path)
        connection = Connection("g", house.clock)
        stuck = asyncio.Event()

        async def send(_text: str) -> None:
            await stuck.wait()

        writer = asyncio.create_task(connection.drain(send))
        connection.on_overflow = writer.cancel
        await asyncio.sleep(0)
        for _ in range(QUEUE_FRAMES + 2):
            connection.send(Turn(0, None, None))
        assert connection.closing == TOO_SLOW_CODE
        await asyncio.gather(writer, return_exceptions=True)
        assert writer.cancelled()
        await house.close()

    asyncio.run(scene())


def test_frames_may_share_a_message_where_the_client_asks(tmp_path: Path) -> None:
    """With `batch=1` frames that wait together are sent as one message, one a line."""

    async def scene(batch: bool) -> list[str]:
        house = House(tmp_path / str(batch))
        connection = Connection("g", house.clock, batch=batch)
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        for text in ("a", "b", "c"):
            connection.push(text)
        connection.close(4010)
        assert await connection.drain(send) == 4010
        await house.close()
        return sent

    assert asyncio.run(scene(batch=True)) == ["a\nb\nc"]
    assert asyncio.run(scene(batch=False)) == ["a", "b", "c"]


class Sleeper:
    """A bot that never comes to an end."""

    woken = threading.Event()

    def act(self, view: View, moves: MoveSet) -> Move:
        self.woken.wait(100)
        return -1


def test_a_bot_that_thinks_for_ever_does_not_hold_the_table(tmp_path: Path) -> None:
    """After its limit the table chooses for a bot, and other tables do not wait meanwhile."""

    async def scene() -> None:
        house = House(tmp_path, players=PLAYERS | {"sleeper": lambda seed: Sleeper()})
        with ThreadPoolExecutor(4) as workers:
            pace = msgspec.structs.replace(AT_ONCE, bot_limit=0.05)
            house.hall.world = msgspec.structs.replace(house.world, workers=workers, pace=pace)
            room, [chair] = await house.started(
                setup("open", "bot:sleeper", "bot:sleeper", "bot:sleeper"), PEOPLE[0]
            )
            for _ in range(3000):
                if room.shown >= 40:
                    break
                if chair.question:
                    chair.answer(chair.question["default"])
                await asyncio.sleep(0.02)
                await house.pass_time(0.1)
            assert room.shown >= 40
            Sleeper.woken.set()
            await house.close()

    asyncio.run(scene())
