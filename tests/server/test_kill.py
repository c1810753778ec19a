"""`kill -9` in the middle of a deal and a new start: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path

from goldsparrow.events import decode, encode, mask
from goldsparrow.server.store import DATABASE
from tests.server.process import Server, play_for, seat_people

KILLS = 20


def test_killed_twenty_times_the_same_deal_goes_on(tmp_path: Path) -> None:
    """For every seat the events go on without a gap or change, and acknowledged answers stand."""
    chance = random.Random(20)
    server = Server(tmp_path, "--pace", "none")
    people = seat_people(
        server,
        {"length": "16 deals", "seats": ["person", "open", "open", "open"]},
        4,
    )

    async def scene(server: Server) -> None:
        for _ in range(KILLS):
            tasks = [asyncio.create_task(person.play(server.address)) for person in people]
            target = max(person.newest for person in people) + chance.randrange(5, 60)
            while max(person.newest for person in people) < target:
                await asyncio.sleep(0.002)
                assert not any(task.done() for task in tasks), [t.exception() for t in tasks]
            await asyncio.sleep(chance.random() * 0.02)
            server.kill()
            await asyncio.gather(*tasks)
            server = await asyncio.to_thread(Server, tmp_path, "--pace", "none")
        await play_for(people, server.address, 1.0)
        server.kill()

    asyncio.run(scene(server))
    with sqlite3.connect(tmp_path / DATABASE) as connection:
        rows = connection.execute("SELECT seq, body FROM events ORDER BY seq").fetchall()
    connection.close()
    events = dict(rows)

    assert list(events) == list(range(1, len(events) + 1))
    for seat, person in enumerate(people):
        assert person.checked >= KILLS // 2
        for seq, seen in person.events.items():
            expected = encode(mask(decode(events[seq]), seat))
            assert encode(decode(json.dumps(seen))) == expected
