"""Watchers: refused, at once, or late, as the match option says."""

from __future__ import annotations

from typing import Any

import msgspec

from goldsparrow.server.gallery import DELAY_SECONDS
from tests.server.chairs import SETTINGS, House, guest, in_loop, setup
from tests.server.test_resume import restarted

PEOPLE = [guest(i) for i in range(2)]
ALONE = ("open", "bot:timid", "bot:timid", "bot:timid")


def watched(how: str) -> Any:
    settings = msgspec.structs.replace(SETTINGS, spectators=how, turn_seconds="off")
    return setup(*ALONE, settings=settings)


@in_loop
async def test_off_refuses_watchers_and_nobody_else(house: House) -> None:
    """`spectators: off`: a final close code for who sits nowhere; the seats notice nothing."""
    room, [chair] = await house.table(watched("off"), PEOPLE[0])
    for stranger in (None, PEOPLE[1].id):
        watcher = await house.enter(room, stranger)
        assert [frame["type"] for frame in watcher.frames] == ["error"]
        assert watcher.closing == 4003
    assert chair.closing is None
    assert room.connections == {chair}
    chair.say(type="leave")
    await house.settle()
    assert chair.closing == 4003


@in_loop
async def test_delayed_shows_the_same_a_minute_later(house: House) -> None:
    """`spectators: delayed`: every event comes to a watcher so much later, none is left out."""
    room, [chair] = await house.table(watched("delayed"), PEOPLE[0])
    watcher = await house.enter(room, None)
    chair.say(type="ready")
    await house.settle()
    dealt = room.shown
    await house.pass_time(DELAY_SECONDS - 1)
    assert watcher.events == []
    assert watcher.of("turn") == []
    late = await house.enter(room, None)
    assert (late.last("welcome")["seq"], late.events, late.of("turn")) == (0, [], [])
    await house.pass_time(1.5)
    assert watcher.events[-1]["seq"] >= dealt
    assert late.events == watcher.events
    joined = await house.enter(room, None)
    assert joined.events == watcher.events
    assert joined.last("welcome")["seq"] == watcher.events[-1]["seq"] <= room.shown


@in_loop
async def test_a_delayed_watcher_sees_the_end(house: House) -> None:
    """When the match is over nothing is held back, and a newcomer of a later deal finds a start."""
    room, [chair] = await house.started(watched("delayed"), PEOPLE[0])
    watcher = await house.enter(room, None)
    await house.play([chair], lambda: room.state.number == 1 and not room.state.between_deals)
    newcomer = await house.enter(room, None)
    await house.play([chair], lambda: chair.closing is not None)
    assert watcher.events[-1]["event"]["type"] == "match_end"
    for each in (watcher, newcomer):
        first = next((e for e in each.events), None)
        assert first is None or first["event"]["type"] == "start"
        seqs = [e["seq"] for e in each.events]
        assert seqs == sorted(seqs)


@in_loop
async def test_a_restart_shows_a_delayed_watcher_nothing_sooner(house: House) -> None:
    """What was played last before a restart comes as late as all else, the deal as a whole."""
    room, [chair] = await house.started(watched("delayed"), PEOPLE[0])
    shown = room.shown
    assert shown > 0
    room = await restarted(house, room.state.table)
    watcher = await house.enter(room, None)
    assert (watcher.last("welcome")["seq"], watcher.events) == (0, [])
    assert room.shown_to(None) == 0
    assert room.shown_to(PEOPLE[0].id) == shown
    await house.enter(room, chair.guest)
    await house.pass_time(DELAY_SECONDS + 1)
    assert [e["seq"] for e in watcher.events][:shown] == list(range(1, shown + 1))


@in_loop
async def test_who_may_see_a_record(house: House) -> None:
    """The record shows watchers what the socket shows them: nothing, or later."""
    off, _ = await house.table(watched("off"), PEOPLE[0])
    assert (off.shown_to(None), off.shown_to(PEOPLE[1].id)) == (None, None)
    assert off.shown_to(PEOPLE[0].id) == 0
    late, [chair] = await house.started(watched("delayed"), PEOPLE[0])
    assert late.shown_to(PEOPLE[0].id) == late.shown > 0
    assert late.shown_to(None) == 0
    await house.play([chair], lambda: chair.closing is not None)
    assert late.shown_to(None) == late.shown


@in_loop
async def test_one_seat_shows_the_hand_of_whoever_set_the_table_up(house: House) -> None:
    """`spectators: one_seat`: watchers see what the host's seat sees, live, and nothing more."""
    plan = ("open", "open", "bot:timid", "bot:timid")
    settings = msgspec.structs.replace(SETTINGS, spectators="one_seat", turn_seconds="off")
    room, chairs = await house.table(setup(*plan, settings=settings), PEOPLE[1], PEOPLE[0])
    other, host = chairs
    watcher = await house.enter(room, None)
    assert (watcher.last("welcome")["seat"], watcher.last("welcome")["watches"]) == (None, 1)
    assert host.last("welcome")["watches"] is None
    for chair in chairs:
        chair.say(type="ready")
    await house.settle()
    await house.play(chairs, lambda: room.state.number == 1 and not room.state.between_deals)
    assert watcher.events == host.events
    assert watcher.events != other.events
    assert watcher.of("question") == watcher.of("waits") == []
    newcomer = await house.enter(room, None)
    assert newcomer.events == [e for e in host.events if e["seq"] >= newcomer.events[0]["seq"]]


@in_loop
async def test_who_watches_has_the_hosts_eyes_once_the_host_sits(house: House) -> None:
    """`spectators: one_seat`: a watcher who came before the host, or stays after, is told."""
    settings = msgspec.structs.replace(SETTINGS, spectators="one_seat")
    room, [other] = await house.table(setup(settings=settings), PEOPLE[1])
    watcher = await house.enter(room, None)
    assert watcher.last("welcome")["watches"] is None
    host = await house.enter(room, PEOPLE[0].id)
    await room.join(PEOPLE[0], 2)
    await house.settle()
    assert watcher.last("welcome")["watches"] == 2
    assert host.last("welcome")["seat"] == 2
    host.say(type="leave")
    await house.settle()
    assert watcher.last("welcome")["watches"] is None
    assert other.last("welcome")["seat"] == 0
