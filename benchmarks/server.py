"""How long an answer takes to reach the other three seats when one process runs many tables.

Starts `goldsparrow serve`, seats four scripted people at every table and lets them answer by chance
within `--reaction` milliseconds. Measured is the time from sending an own turn's answer to the
arrival of its event at each of the other three seats, through real sockets, stored before it is
sent. Claims are listed apart: they take effect no sooner than the table's beat after the discard,
so that their timing tells nobody who else was asked.

    python benchmarks/server.py --tables 500 --seconds 30
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parents[1]
TURN_EVENTS = {"discard", "kong"}
CLAIM_EVENTS = {"chow", "pong"}


class Event(msgspec.Struct):
    """What this script looks at in an event."""

    type: str
    seat: int | None = None
    kind: str = ""


class Numbered(msgspec.Struct):
    """An event with its number."""

    seq: int
    event: Event


class Frame(msgspec.Struct):
    """What this script looks at in a frame."""

    type: str
    id: int = 0
    kind: str = ""
    moves: list[str] = []
    events: list[Numbered] = []
    ready: list[Any] = []
    seat: int | None = None
    status: str = ""
    code: str = ""


FRAMES = msgspec.json.Decoder(Frame)


class Table:
    """When each seat of a table sent its last answer of each kind."""

    def __init__(self) -> None:
        self.sent: dict[tuple[int, bool], float] = {}


class Tally:
    """What was measured."""

    def __init__(self) -> None:
        self.measuring = False
        self.turns: list[float] = []
        self.claims: list[float] = []
        self.answers = 0
        self.frames = 0
        self.deals = 0
        self.lost = 0
        self.errors: list[str] = []


class Person(asyncio.Protocol):
    """One scripted seat over a socket of its own, with as little machinery as will do."""

    def __init__(self, table: Table, tally: Tally, reaction: float, request: bytes) -> None:
        self.table = table
        self.tally = tally
        self.reaction = reaction
        self.request = request
        self.seat = -1
        self.buffer = bytearray()
        self.greeted = False
        self.claiming = False
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Asks for the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Counts a line that broke."""
        del exc
        self.tally.lost += 1

    def send(self, text: str) -> None:
        """Sends a short text frame."""
        body = text.encode()
        size = len(body)
        head = bytes([0x81, 0x80 | size]) if size < 126 else bytes([0x81, 0xFE, *divmod(size, 256)])
        # A mask of zeros is a mask: the body stays as it is.
        self.transport.write(head + b"\0\0\0\0" + body)

    def data_received(self, data: bytes) -> None:
        """Takes whole frames out of what has come."""
        now = time.perf_counter()
        buffer = self.buffer
        buffer += data
        if not self.greeted:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            self.greeted = True
            del buffer[: end + 4]
        at = 0
        while len(buffer) - at >= 2:
            size = buffer[at + 1]
            start = at + 2
            if size == 126:
                size, start = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < start + size:
                break
            kind = buffer[at] & 15
            body = bytes(buffer[start : start + size])
            at = start + size
            if kind == 1:
                for line in body.split(b"\n"):
                    self.heard(FRAMES.decode(line), now)
            elif kind == 9:
                self.transport.write(bytes([0x8A, 0x80 | size]) + b"\0\0\0\0" + body)
        del buffer[:at]

    def heard(self, frame: Frame, now: float) -> None:
        """Answers what has to be answered."""
        tally = self.tally
        tally.frames += 1
        match frame.type:
            case "events":
                for numbered in frame.events:
                    self.measure(numbered.event, now)
                    if numbered.event.type == "gold":
                        self.send(f'{{"type":"seen","seq":{numbered.seq}}}')
            case "question":
                self.claiming = frame.kind != "turn"
                move = random.choice(frame.moves)
                asyncio.get_running_loop().call_later(
                    random.random() * self.reaction, self.answer, frame.id, move, self.claiming
                )
            case "ready_check" if not frame.ready[self.seat]:
                self.send('{"type":"ready","entropy":"00"}')
            case "welcome":
                self.seat = -1 if frame.seat is None else frame.seat
            case "error" if frame.code != "not_now":
                tally.errors.append(frame.code)

    def answer(self, decision: int, move: str, claiming: bool) -> None:
        """Chooses, and notes when."""
        self.tally.answers += self.tally.measuring
        self.table.sent[self.seat, claiming] = time.perf_counter()
        self.send(
            f'{{"type":"answer","decision":{decision},"answer":"{decision}","move":"{move}"}}'
        )

    def measure(self, event: Event, now: float) -> None:
        """Notes how long another seat's answer took to get here."""
        if event.type == "end":
            self.tally.deals += self.seat == 0
        if not self.tally.measuring or event.seat == self.seat or event.seat is None:
            return
        claimed = event.type in CLAIM_EVENTS or event.kind == "exposed"
        if not claimed and event.type not in TURN_EVENTS:
            return
        sent = self.table.sent.get((event.seat, claimed))
        if sent is not None:
            (self.tally.claims if claimed else self.tally.turns).append(now - sent)


class Http:
    """Requests over one kept connection."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port

    async def open(self) -> None:
        """Connects."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    async def post(self, path: str, body: object, cookie: str = "") -> tuple[Any, str]:
        """Posts a body; returns the answer's and the cookie that came with it."""
        data = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        found = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", found, re.IGNORECASE)
        text = await self.reader.readexactly(int(length[1])) if length else b"{}"
        given = re.search(r"set-cookie: ([^;]+)", found, re.IGNORECASE)
        return json.loads(text or b"{}"), given[1] if given else ""


async def seat_all(host: str, port: int, tables: int, tally: Tally, reaction: float) -> None:
    """Sets all tables up and connects everyone."""
    http = Http(host, port)
    await http.open()
    loop = asyncio.get_running_loop()
    for _ in range(tables):
        cookies = [(await http.post("/api/guest", {"name": "p"}))[1] for _ in range(4)]
        body = {"length": "16 deals", "seats": ["person", "open", "open", "open"]}
        made, _ = await http.post("/api/tables", body, cookies[0])
        name = made["table"]
        for cookie in cookies[1:]:
            await http.post(f"/api/tables/{name}/join", {}, cookie)
        table = Table()
        for cookie in cookies:
            key = base64.b64encode(os.urandom(16)).decode()
            request = (
                f"GET /api/tables/{name}/socket?batch=1 HTTP/1.1\r\nHost: {host}:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n"
            ).encode()
            await loop.create_connection(
                lambda table=table, request=request: Person(table, tally, reaction, request),
                host,
                port,
            )


def report(name: str, times: list[float]) -> None:
    """Prints percentiles in milliseconds."""
    if not times:
        print(f"{name:<28} none")
        return
    times.sort()
    shown = "  ".join(
        f"p{share:g} {times[min(len(times) - 1, int(len(times) * share / 100))] * 1000:8.1f}"
        for share in (50, 90, 99, 99.9)
    )
    print(f"{name:<28} {shown}  ms  (n = {len(times)})")


async def run(host: str, port: int, pid: int, args: argparse.Namespace) -> int:
    """Plays and reports."""
    tally = Tally()
    began = time.perf_counter()
    await seat_all(host, port, args.tables, tally, args.reaction / 1000)
    print(f"{args.tables} tables, {4 * args.tables} sockets in {time.perf_counter() - began:.1f} s")
    await asyncio.sleep(args.warm_up)
    before, deals, frames = cpu_seconds(pid), tally.deals, tally.frames
    tally.measuring = True
    own = resource.getrusage(resource.RUSAGE_SELF)
    await asyncio.sleep(args.seconds)
    tally.measuring = False
    used = cpu_seconds(pid) - before
    mine = resource.getrusage(resource.RUSAGE_SELF)
    print(
        f"{tally.answers / args.seconds:.0f} answers/s, "
        f"{(tally.frames - frames) / args.seconds:.0f} frames/s received, "
        f"{tally.deals - deals} deals ended, "
        f"server {used / args.seconds:.0%} and clients "
        f"{(mine.ru_utime + mine.ru_stime - own.ru_utime - own.ru_stime) / args.seconds:.0%} "
        "of a core"
    )
    report("own turn -> other seats", tally.turns)
    report("claim -> other seats", tally.claims)
    if tally.errors or tally.lost:
        print(f"{len(tally.errors)} error frames {set(tally.errors)}, {tally.lost} sockets lost")
        return 1
    return 0


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    """Starts a server, measures it, and ends it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--warm-up", type=float, default=10)
    parser.add_argument("--reaction", type=float, default=50, help="milliseconds")
    parser.add_argument("--pace", default="normal")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as data:
        server = subprocess.Popen(
            [
                sys.executable, "-m", "goldsparrow", "serve",
                "--port", "0", "--data", data, "--pace", args.pace,
            ],
            env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            found = re.search(r"http://([\d.]+):(\d+)/", server.stdout.readline())
            assert found is not None, "the server did not start"
            return asyncio.run(run(found[1], int(found[2]), server.pid, args))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
