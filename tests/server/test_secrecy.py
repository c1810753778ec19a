"""Nothing tells a seat what it may not know: no event, no question, no error, no moment of time."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from goldsparrow.events import Take
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import deal_shuffle, first_dealer
from goldsparrow.game.wall import Shuffle, Wall
from goldsparrow.rules import rule_set
from goldsparrow.server import asking, store
from goldsparrow.server.pace import NORMAL
from goldsparrow.server.protocol import Wait, Waits
from goldsparrow.server.state import Shuffler, TableState
from goldsparrow.tiles import NAMES, SUITED
from tests.server.chairs import Chair, House, guest, in_loop, setup

PEOPLE = [guest(i) for i in range(4)]
NAME = "secrecy"
REACTION = 0.2
"""How long the scripted people take: less than the table's beat."""

Told = list[tuple[float, str]]


def dealing(tiles: tuple[int, ...] | None) -> Shuffler:
    """Deals a wall of these tiles, or the one that follows from the seeds."""

    def shuffler(match: str, number: int, seed: str, entropy: tuple[str, ...]) -> Shuffle:
        made = deal_shuffle(match, number, seed, entropy)
        return made if tiles is None else Shuffle(tiles, made.dice, made.gold_dice)

    return shuffler


async def told(house: House, plan: tuple[str, ...], *, skips: bool) -> Any:
    """What the first person is sent during a deal, each frame with its moment.

    With `skips` everybody skips the opening at once. All the while the person probes: answers a
    question that may come next, opens a second socket, and asks over HTTP.

    The others pass on everything and discard what they draw, so that two deals that differ only in
    tiles they keep go the same way. Returns the frames, how many questions the others were asked,
    and the deal.
    """
    people = PEOPLE[: plan.count("open")]
    room, chairs = await house.started(setup(*plan), *people, name=NAME)
    if skips:
        for chair in chairs:
            chair.say(type="seen", seq=room.shown)
    due: dict[Chair, tuple[int, float]] = {}
    probed: Told = []
    step = 0
    deal = None
    while not any(e["event"]["type"] in {"win", "drawn_deal"} for e in chairs[0].events):
        deal = room.state.match.deal if room.state.match else None
        for chair in chairs:
            question = chair.question
            if question is None:
                continue
            now = house.clock.now()
            if due.get(chair, (0, 0.0))[0] != question["id"]:
                due[chair] = (question["id"], now + REACTION)
            elif due[chair][1] <= now + 1e-9:
                passes = "pass" in question["moves"]
                drawn = question["default"]
                first = next(m for m in question["moves"] if passes or m.startswith("discard"))
                calm = drawn if drawn in question["moves"] and "discard" in drawn else first
                chair.answer("pass" if passes else calm)
        if step % 5 == 0:
            probed += await probe(house, chairs[0])
        step += 1
        await house.pass_time(0.05)
    frames = probed + [
        (when, json.dumps(frame))
        for when, frame in zip(chairs[0].times, chairs[0].frames, strict=True)
        if frame["type"] != "events"
        or not any(e["event"]["type"] == "end" for e in frame["events"])
    ]
    asked = sum(room.state.asked[1:])
    await house.close()
    return frames, asked, deal


async def probe(house: House, chair: Chair) -> Told:
    """What somebody is told who asks everything that a seat may ask at any moment."""
    room = chair.room
    assert room is not None
    newest = max((frame["id"] for frame in chair.of("question")), default=0)
    chair.say(type="answer", decision=newest + 1, answer=f"probe{newest}", move="nonsense")
    other = await house.enter(room, PEOPLE[0].id)
    room.disconnect(other)
    await house.settle()
    tables = await house.world.store.tables_of(PEOPLE[0].id, 9, house.hall.played_by(PEOPLE[0].id))
    answers = (room.phase, room.shown, str(room.seat_states()), str(tables))
    now = house.clock.now()
    return [(now, json.dumps(frame)) for frame in other.frames] + [(now, str(answers))]


def every_hand_waits(state: TableState, seat: int) -> Waits | None:
    """As if each hand waited for every tile, so that every tile that it gets to see is told."""
    assert state.match is not None
    deal = state.match.deal
    assert deal is not None
    if deal.result is not None or deal.table.hands[seat].size % 3 != 1:
        return None
    unseen = deal.view(seat).unseen()
    return Waits(tuple(Wait(NAMES[tile], unseen[tile]) for tile in range(SUITED)))


def swaps(deal: Deal, base: Shuffle, dealer: int, count: int) -> list[tuple[int, ...]]:
    """Walls that differ from `base` only in what one seat was dealt and what nobody drew.

    That seat is neither the viewer's nor the dealer's, who begins with a tile of the dealt hand.
    """
    rules = rule_set("fuzhou-ourgame")
    victim = next(seat for seat in (1, 2, 3) if seat != dealer)

    def opening(shuffled: Shuffle) -> list[Any]:
        return Deal(rules, shuffled, dealer=dealer).events

    def seen(events: list[Any]) -> list[Any]:
        return [e for e in events if not isinstance(e, Take) or e.seat != victim]

    places = Wall(Shuffle(tuple(range(144)), base.dice), dealer)._tiles
    head = deal.table.head
    undrawn = [places[i] for i in range(head + 1, head + 12)]
    chance = random.Random(7)
    found: list[tuple[int, ...]] = []
    dealt = opening(base)
    while len(found) < count:
        here, there = chance.randrange(144), chance.choice(undrawn)
        tiles = list(base.tiles)
        if tiles[here] == tiles[there] or max(tiles[here], tiles[there]) >= SUITED:
            continue
        tiles[here], tiles[there] = tiles[there], tiles[here]
        changed = opening(Shuffle(tuple(tiles), base.dice, base.gold_dice))
        if changed != dealt and seen(changed) == seen(dealt):
            found.append(tuple(tiles))
    return found


@pytest.mark.parametrize(
    ("plan", "skips"),
    [
        (("open",) * 4, False),
        (("open", "bot:timid", "bot:timid", "bot:timid"), False),
        (("open", "bot:timid", "bot:timid", "bot:timid"), True),
    ],
    ids=["people", "bots", "bots and the opening skipped"],
)
def test_hidden_tiles_change_nothing_that_a_seat_is_sent(
    plan: tuple[str, ...], skips: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two deals that differ only in hidden tiles: the same frames at the same moments."""
    monkeypatch.setattr(asking, "standing_waits", every_hand_waits)

    async def tell(directory: str, tiles: tuple[int, ...] | None) -> Any:
        house = House(tmp_path / directory, pace=NORMAL, shuffler=dealing(tiles))
        # When something was stored is told over HTTP: it has to be the house's time.
        monkeypatch.setattr(store, "time", SimpleNamespace(time=house.clock.now))
        return await told(house, plan, skips=skips)

    async def scene() -> None:
        expected, asked, deal = await tell("0", None)
        # The seed is the first that the house makes.
        seed = random.Random(1).randbytes(32).hex()
        entropy = tuple("ab" if seat == "open" else "" for seat in plan)
        base = deal_shuffle(NAME, 0, seed, entropy)
        dealer = first_dealer(NAME, seed, entropy)
        counts = set()
        for number, tiles in enumerate(swaps(deal, base, dealer, 10), 1):
            frames, other_asked, _ = await tell(str(number), tiles)
            assert frames == expected
            counts.add(other_asked)
        # Otherwise the comparison would prove nothing: others were asked more, or less.
        assert counts != {asked}

    asyncio.run(scene())


@in_loop
async def test_no_frame_names_a_tile_of_anothers_hand(house: House) -> None:
    """Until the end a seat's events show no tile that another draws or takes; a watcher's none."""
    room, chairs = await house.started(setup(), *PEOPLE)
    watcher = await house.enter(room, None)
    await house.play(chairs, lambda: any(e["event"]["type"] == "end" for e in watcher.events))
    for chair in (*chairs, watcher):
        own = chairs.index(chair) if chair in chairs else None
        hidden = [
            e["event"]
            for e in chair.events
            if e["event"]["type"] in {"take", "draw"} and e["event"]["seat"] != own
        ]
        assert hidden
        assert {t for e in hidden for t in e.get("tiles", [e.get("tile")])} == {"?"}
    assert watcher.of("question") == []
    assert watcher.of("waits") == []


@in_loop
async def test_what_is_stored_ahead_of_time_is_not_told(house: House) -> None:
    """A newcomer is caught up only with what everyone has been shown: the beat hides the rest."""
    house.hall.world = msgspec.structs.replace(house.world, pace=NORMAL)
    room, [chair] = await house.started(
        setup("open", "bot:timid", "bot:timid", "bot:timid"), PEOPLE[0]
    )
    ahead = 0
    for _ in range(400):
        if room.state.seq > room.shown:
            ahead += 1
            late = await house.enter(room, PEOPLE[0].id)
            assert late.events[-1]["seq"] == chair.events[-1]["seq"] == room.shown
            assert late.last("welcome")["seq"] == room.shown
            room.disconnect(late)
        if chair.question:
            chair.answer(chair.question["default"])
        await house.pass_time(0.05)
    assert ahead > 10


@in_loop
async def test_decision_numbers_do_not_count_other_seats(house: House) -> None:
    """A seat's questions are numbered by themselves: gaps would tell how many others were asked."""
    _room, chairs = await house.started(setup(), *PEOPLE)
    await house.play(chairs, lambda: any(e["event"]["type"] == "end" for e in chairs[0].events))
    for chair in chairs:
        ids = list(dict.fromkeys(frame["id"] for frame in chair.of("question")))
        assert ids == list(range(1, len(ids) + 1))


@in_loop
async def test_an_answer_that_comes_too_late_is_not_told_so_during_the_beat(house: House) -> None:
    """F10: whoever claims behind somebody hears of it, and others of the autopilot, when it shows.

    Until then the seat is told the same, which is nothing, whether or not somebody comes first.
    """
    house.hall.world = msgspec.structs.replace(house.world, pace=NORMAL)
    room, chairs = await house.started(setup(length="16 deals"), *PEOPLE)
    chance = random.Random(1)
    found = {}
    for _ in range(6000):
        asked = {chair: chair.question for chair in chairs if chair.question}
        first = next((c for c, q in asked.items() if "pong" in q["moves"]), None)
        other = next((c for c in asked if c is not first), None)
        if first is not None and other is not None and "pass" in asked[other]["moves"]:
            comes_first = len(found) == 0
            other.say(type="autopilot", on=True)
            await house.settle()
            for chair in chairs:
                chair.forget()
            if comes_first:
                first.answer("pong", decision=asked[first]["id"])
            other.answer("pass", decision=asked[other]["id"])
            await house.settle()
            late = await house.enter(room, other.guest)
            early = [chair.frames for chair in chairs]
            kinds = [f["type"] for f in late.frames]
            assert early == [[], [], [], []]
            assert "question" not in kinds
            assert all(seat["connected"] for seat in late.last("presence")["seats"])
            room.disconnect(late)
            if not comes_first:
                first.answer("pass", decision=asked[first]["id"])
            await house.pass_time(NORMAL.beat)
            found[comes_first] = other.last("ack")["status"]
            other.say(type="autopilot", on=False)
            if len(found) == 2:
                break
        for chair, question in asked.items():
            if chair.question is question:
                chair.answer(
                    "pass" if "pass" in question["moves"] else chance.choice(question["moves"])
                )
        for chair in chairs:
            if chair.waits_for_ready:
                chair.say(type="ready")
        await house.pass_time(0.1)
    assert found == {True: "stale", False: "accepted"}


@in_loop
async def test_the_end_of_a_match_is_told_when_it_is_shown(house: House) -> None:
    """A match that is over in the log alone is played on for everyone who asks."""
    house.hall.world = msgspec.structs.replace(house.world, pace=NORMAL)
    room, chairs = await house.started(setup(length="4 deals"), *PEOPLE)

    async def listed() -> int:
        playing = house.hall.played_by(PEOPLE[0].id)
        return len(await house.world.store.tables_of(PEOPLE[0].id, 9, playing))

    ahead = 0
    chance = random.Random(5)
    for _ in range(9000):
        if room.phase == "over":
            break
        if room.state.phase == "over":
            ahead += 1
            assert await listed() == 1
            assert room.phase == "playing"
        for chair in chairs:
            if chair.question is not None:
                moves = chair.question["moves"]
                chair.answer("pass" if "pass" in moves else chance.choice(moves))
            elif chair.waits_for_ready:
                chair.say(type="ready")
        await house.pass_time(0.1)
    assert ahead > 0
    assert await listed() == 0
