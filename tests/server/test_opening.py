"""The opening: the table rests until everybody who plays has seen it, and never for long."""

from __future__ import annotations

import msgspec

from goldsparrow.server.pace import NORMAL
from goldsparrow.server.room import Room
from tests.server.chairs import Chair, House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]
TWO = ("open", "open", "bot:timid", "bot:timid")


async def opened(house: House, *plan: str) -> tuple[Room, list[Chair]]:
    """A table at its pace whose first deal has just been shown as far as the gold."""
    house.hall.world = msgspec.structs.replace(house.world, pace=NORMAL)
    room, chairs = await house.started(setup(*plan), *PEOPLE[: plan.count("open")])
    assert chairs[0].events[-1]["event"]["type"] == "gold"
    return room, chairs


def turn_of(chair: Chair) -> float | None:
    """The moment at which the first turn was told of."""
    told = zip(chair.times, chair.frames, strict=True)
    return next((at for at, frame in told if frame["type"] == "turn"), None)


@in_loop
async def test_the_longest_rest(house: House) -> None:
    """Without a word from the clients the first turn comes after the longest rest, in full."""
    room, chairs = await opened(house, *("open",) * 4)
    await house.pass_time(NORMAL.opening - 0.1)
    assert [chair.of("question") for chair in chairs] == [[], [], [], []]
    await house.pass_time(0.2)
    dealer = chairs[room.state.first_dealer]
    assert dealer.last("question")["kind"] == "turn"
    assert 19_800 <= dealer.last("question")["deadline_ms"] <= 20_000


@in_loop
async def test_the_rest_ends_when_all_have_seen_the_opening(house: House) -> None:
    """The last person's `seen` ends it; one person's alone does not, nor a watcher's."""
    room, chairs = await opened(house, *TWO)
    watcher = await house.enter(room, None)
    await house.pass_time(2)
    chairs[0].say(type="seen", seq=room.shown)
    watcher.say(type="seen", seq=room.shown)
    await house.pass_time(2)
    assert turn_of(chairs[0]) is None
    assert watcher.last("error")["code"] == "no_seat"
    chairs[1].say(type="seen", seq=room.shown)
    await house.pass_time(0.1)
    assert turn_of(chairs[0]) == 4.0


@in_loop
async def test_a_beat_is_the_shortest_rest(house: House) -> None:
    """Whoever skips at once waits for a beat: bots choose in it, which must not show."""
    room, chairs = await opened(house, "open", "bot:timid", "bot:timid", "bot:timid")
    chairs[0].say(type="seen", seq=room.shown)
    await house.pass_time(2)
    assert turn_of(chairs[0]) == NORMAL.beat


@in_loop
async def test_an_event_of_the_future_has_not_been_seen(house: House) -> None:
    """A number above what was shown counts as the newest shown: it skips no later opening."""
    room, chairs = await opened(house, *TWO)
    for chair in chairs:
        chair.say(type="seen", seq=2**31)
    await house.settle()
    await house.play(chairs, lambda: chairs[0].waits_for_ready or room.state.number == 1)
    for chair in chairs:
        if chair.waits_for_ready:
            chair.say(type="ready")
    await house.settle()
    for chair in chairs:
        chair.forget()
    await house.pass_time(NORMAL.opening - 0.6)
    assert turn_of(chairs[0]) is None


@in_loop
async def test_who_is_absent_is_not_waited_for(house: House) -> None:
    """Somebody who goes, or hands over to the autopilot, does not keep the others."""
    room, chairs = await opened(house, "open", "open", "open", "bot:timid")
    chairs[0].say(type="seen", seq=room.shown)
    room.disconnect(chairs[1])
    await house.pass_time(2)
    assert turn_of(chairs[0]) is None
    chairs[2].say(type="autopilot", on=True)
    await house.pass_time(0.1)
    assert turn_of(chairs[0]) == 2.0


@in_loop
async def test_nobody_is_there(house: House) -> None:
    """With nobody connected the table goes on after a beat."""
    room, [chair] = await opened(house, "open", "bot:timid", "bot:timid", "bot:timid")
    watcher = await house.enter(room, None)
    room.disconnect(chair)
    await house.pass_time(1)
    assert turn_of(watcher) == NORMAL.beat
