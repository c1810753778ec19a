"""People who do anything at any time at the normal pace: the room never fails, its log is whole."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from goldsparrow.server.pace import NORMAL
from goldsparrow.server.room import Room
from tests.server.chairs import SETTINGS, Chair, House, guest, setup

PEOPLE = [guest(i) for i in range(3)]
STEPS = 1500


async def wander(house: House, room: Room, chairs: list[Chair], chance: random.Random) -> None:
    """One step of people who answer, dawdle, come, go, hand over, vote and skip."""
    for number, chair in enumerate(chairs):
        whim = chance.random()
        if chair not in room.connections:
            if whim < 0.02:
                chairs[number] = await house.enter(
                    room, chair.guest, after=chance.choice([None, 0])
                )
            continue
        question = chair.question
        if question is not None and whim < 0.3:
            chair.answer(chance.choice(question["moves"]), answer=f"{whim}-")
        elif chair.waits_for_ready and whim < 0.3:
            chair.say(type="ready")
        elif whim > 0.995:
            room.disconnect(chair)
        elif whim > 0.98:
            chair.say(type="autopilot", on=chance.random() < 0.4)
        elif whim > 0.96:
            chair.say(type="vote", seat=chance.randrange(4), agree=chance.random() < 0.7)
        elif whim > 0.9:
            chair.say(type="seen", seq=chance.randrange(1, room.shown + 3))
    await house.pass_time(chance.choice([0.05, 0.1, 0.3, 1.0]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_that_people_do_stops_a_table(seed: int, tmp_path: Path) -> None:
    """The room lives, its watcher's events have no gap, and a restart stands where it stood."""

    async def scene() -> None:
        house = House(tmp_path, pace=NORMAL)
        chance = random.Random(seed)
        settings = msgspec.structs.replace(SETTINGS, turn_seconds=10, bank_seconds="off")
        wish = setup("open", "open", "open", "bot:chance", length="16 deals", settings=settings)
        room, chairs = await house.table(wish, *PEOPLE)
        watcher = await house.enter(room, None)
        for _ in range(STEPS):
            await wander(house, room, chairs, chance)
            assert not room.closed
            if room.phase == "over":
                break
        assert room.state.number > 1
        seqs = [event["seq"] for event in watcher.events]
        assert seqs == list(range(1, room.shown + 1))
        await room.stop()
        again = await house.hall.room(room.state.table)
        assert again.state.seq == room.state.seq
        assert again.state.open == room.state.open
        assert again.state.seats.chairs == room.state.seats.chairs
        await house.close()

    asyncio.run(scene())
