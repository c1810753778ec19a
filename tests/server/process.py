"""A real server process on a port of its own, and people who play through real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""How long a busy machine may take for anything that is not the matter of a test, in seconds."""


class Server:
    """`goldsparrow serve` as a process."""

    def __init__(self, data: Path, *arguments: str) -> None:
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        self._process = subprocess.Popen(
            [
                sys.executable, "-m", "goldsparrow", "serve",
                "--port", "0", "--data", str(data), *arguments,
            ],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://(127\.0\.0\.1:\d+)/", line)
        if found is None:
            self.kill()
            raise AssertionError(f"the server said {line!r}")
        self.address = found[1]

    def kill(self) -> None:
        """Ends it as a power cut would, without a chance to tidy up."""
        self._process.kill()
        self._finish()

    def stop(self) -> int:
        """Ends it as Ctrl-C does; returns the exit code."""
        self._process.send_signal(signal.SIGINT)
        self._finish()
        return self._process.returncode

    def _finish(self) -> None:
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def request(self, method: str, path: str, body: Any = None, cookie: str = "") -> Any:
        """Sends a request; returns its JSON, with the cookie that came in `cookie`."""
        request = urllib.request.Request(
            f"http://{self.address}{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Cookie": cookie},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            text = response.read()
            found = response.headers.get("Set-Cookie", "").split(";")[0]
        result = json.loads(text) if text else {}
        return (result | {"cookie": found}) if isinstance(result, dict) and found else result


class Person:
    """Plays by chance, comes back whenever the line is lost, and notices what is amiss."""

    def __init__(self, cookie: str, table: str, seed: int) -> None:
        self.cookie = cookie
        self.table = table
        self.chance = random.Random(seed)
        self.events: dict[int, dict[str, Any]] = {}
        self.newest = 0
        self.acknowledged: list[tuple[dict[str, Any], int]] = []
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.checked = 0
        """How often an acknowledged answer was found again after a crash."""
        self.over = False
        self._starts = 0
        self._asking: dict[str, int] = {}

    async def play(self, address: str) -> None:
        """Plays until the line is lost or the match is over."""
        url = f"ws://{address}/api/tables/{self.table}/socket?after={self.newest}"
        with contextlib.suppress(ConnectionClosed, OSError, InvalidHandshake, EOFError):
            async with connect(
                url, additional_headers={"Cookie": self.cookie}, compression=None
            ) as socket:
                self._asking = {}
                if self.acknowledged:
                    frame, starts = self.acknowledged[-1]
                    self._asking[frame["answer"]] = starts
                    await socket.send(json.dumps(frame))
                for frame in list(self.unanswered.values()):
                    await socket.send(json.dumps(frame))
                async for text in socket:
                    for frame in self._heard(json.loads(text)):
                        await socket.send(json.dumps(frame))

    def _heard(self, frame: dict[str, Any]) -> list[dict[str, Any]]:
        match frame["type"]:
            case "events":
                for numbered in frame["events"]:
                    self._take(numbered["seq"], numbered["event"])
            case "question":
                answer = {
                    "type": "answer",
                    "decision": frame["id"],
                    "answer": f"{frame['id']}-{self.chance.getrandbits(40)}",
                    "move": self.chance.choice(frame["moves"]),
                }
                pending = [a for a in self.unanswered.values() if a["decision"] == frame["id"]]
                if not pending:
                    self.unanswered[answer["answer"]] = answer
                    return [answer]
            case "ack":
                self._acknowledged(frame)
            case "ready_check" if not frame["ready"][self.seat]:
                return [{"type": "ready", "entropy": "5a"}]
            case "welcome":
                self.seat = frame["seat"]
            case "closed":
                self.over = True
            case "error":
                assert frame["code"] == "not_now", frame
        return []

    def _take(self, seq: int, event: dict[str, Any]) -> None:
        if event["type"] == "start":
            self._starts += seq > self.newest
        else:
            assert seq <= self.newest + 1, f"events {self.newest + 1} to {seq - 1} were lost"
        assert self.events.setdefault(seq, event) == event, f"event {seq} changed"
        self.newest = max(self.newest, seq)

    def _acknowledged(self, frame: dict[str, Any]) -> None:
        known = self._asking.pop(frame["answer"], None)
        if known is not None:
            # Stored before it was acknowledged: the server must know it, unless a deal went by.
            if known == self._starts:
                assert frame["status"] == "repeated", frame
                self.checked += 1
            return
        assert frame["status"] in {"accepted", "repeated", "stale"}, frame
        answer = self.unanswered.pop(frame["answer"])
        if frame["status"] != "stale":
            self.acknowledged.append((answer, self._starts))


def seat_people(server: Server, body: dict[str, Any], count: int) -> list[Person]:
    """Sets a table up and seats as many people."""
    cookies = [
        server.request("POST", "/api/guest", {"name": f"p{i}"})["cookie"] for i in range(count)
    ]
    table = server.request("POST", "/api/tables", body, cookies[0])["table"]
    for cookie in cookies[1:]:
        server.request("POST", f"/api/tables/{table}/join", {}, cookie)
    return [Person(cookie, table, seed) for seed, cookie in enumerate(cookies)]


async def play_for(people: list[Person], address: str, seconds: float | None) -> None:
    """Everyone plays, for some time or until their lines are lost."""
    tasks = [asyncio.create_task(person.play(address)) for person in people]
    done, pending = await asyncio.wait(tasks, timeout=seconds)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()
