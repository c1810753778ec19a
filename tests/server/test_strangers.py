"""Bots that are not ours: a program that the host adds, and a guest that joins by link."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import urllib.error
from pathlib import Path
from typing import Any

import pytest

from goldsparrow.commands.serve import _bot
from tests.server.process import PATIENCE, ROOT, Person, Server, play_for, seat_people

EXAMPLES = ROOT / "examples"


def finished(server: Server, table: str, cookie: str) -> Person:
    """Plays a table to its end as one person."""
    person = Person(cookie, table, 1)
    for _ in range(50):  # whoever loses the line comes back
        if not person.over:
            asyncio.run(play_for([person], server.address, PATIENCE))
    assert any(event["type"] == "match_end" for event in person.events.values())
    return person


def test_a_program_of_the_host_sits_at_the_table(tmp_path: Path) -> None:
    """It may be seated by the name that the host gave it, and by no command of a client's."""
    command = f"thirty={sys.executable} {EXAMPLES / 'bot.py'}"
    server = Server(tmp_path, "--pace", "none", "--bot", command)
    try:
        cookie = server.request("POST", "/api/guest", {"name": "host"})["cookie"]
        assert "thirty" in server.request("GET", "/api/rules")["bots"]
        seats = ["person", "bot:thirty", "bot:thirty", "bot:greedy"]
        made = server.request("POST", "/api/tables", {"length": "4 deals", "seats": seats}, cookie)
        person = finished(server, made["table"], cookie)
        assert len([e for e in person.events.values() if e["type"] == "end"]) == 4

        seats[1] = "bot:process:touch /tmp/x"
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.request("POST", "/api/tables", {"length": "4 deals", "seats": seats}, cookie)
        assert refused.value.code == 400
        refused.value.close()
    finally:
        server.stop()


def test_a_program_that_ends_costs_the_table_nothing(tmp_path: Path) -> None:
    """The match goes on with the table's defaults where a bot ends at once, each time."""
    server = Server(tmp_path, "--pace", "none", "--bot", "gone=true")
    try:
        cookie = server.request("POST", "/api/guest", {"name": "host"})["cookie"]
        seats = ["person", "bot:gone", "bot:greedy", "bot:greedy"]
        made = server.request("POST", "/api/tables", {"length": "4 deals", "seats": seats}, cookie)
        finished(server, made["table"], cookie)
    finally:
        server.stop()


def test_a_program_that_hangs_holds_no_other_table(tmp_path: Path) -> None:
    """Bots of other tables think as ever while a program of the host answers nothing."""
    # It takes all that it is asked, answers nothing, and ends with the server.
    deaf = f"{sys.executable} -c 'import sys; sys.stdin.read()'"
    server = Server(tmp_path, "--pace", "none", "--bot", f"deaf={deaf}")

    def body(bot: str) -> dict[str, Any]:
        return {
            "length": "4 deals",
            "seats": ["person", *[f"bot:{bot}"] * 3],
            "settings": {"turn_seconds": 10, "claim_seconds": 5, "bank_seconds": 10},
        }

    async def scene() -> None:
        held = [person for _ in range(3) for person in seat_people(server, body("deaf"), 1)]
        waiting = [asyncio.create_task(person.play(server.address)) for person in held]
        # By now the program has been asked more often than there are threads for all bots.
        await asyncio.sleep(12)
        [person] = seat_people(server, body("greedy"), 1)
        await play_for([person], server.address, 40)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert person.over

    try:
        asyncio.run(scene())
    finally:
        server.kill()


def test_a_bot_joins_by_link(tmp_path: Path) -> None:
    """The example takes an open seat by the table's link and plays the match to its end."""
    server = Server(tmp_path, "--pace", "none")
    try:
        cookie = server.request("POST", "/api/guest", {"name": "host"})["cookie"]
        seats = ["person", "open", "bot:greedy", "bot:greedy"]
        made = server.request("POST", "/api/tables", {"length": "4 deals", "seats": seats}, cookie)
        link = f"http://{server.address}/#/table/{made['table']}"
        bot = subprocess.Popen(
            [sys.executable, str(EXAMPLES / "guest.py"), link],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            finished(server, made["table"], cookie)
            out, err = bot.communicate(timeout=PATIENCE)
        finally:
            bot.kill()
        assert (bot.returncode, out, err) == (0, "", "")
    finally:
        server.stop()


@pytest.mark.parametrize("text", ["greedy=x", "no command", "Big=x", "x=", "=x", "a b=x"])
def test_bots_that_cannot_be_added(text: str) -> None:
    """The name is new, of small letters and digits, and a command follows."""
    with pytest.raises(Exception, match=r"expected"):
        _bot(text)
