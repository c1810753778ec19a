"""A bot that joins a table by its link, as a guest among people, and plays until the match is over.

Run it with: python examples/guest.py http://127.0.0.1:8080/#/table/NAME
It needs the package `websockets`, and makes the default move at every question.
"""

import asyncio
import json
import sys
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

address, _, table = sys.argv[1].partition("/#/table/")


def post(path: str, body: dict, cookie: str = "") -> tuple[dict, str]:
    """Sends a request; returns its answer and the cookie that came with it."""
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response), response.headers.get("Set-Cookie", "").split(";")[0]


def choose(question: dict) -> str:
    """Picks one of the legal moves; this is the place for something better."""
    return question["default"]


async def play(cookie: str) -> None:
    """Follows the table, gets ready for each deal, and answers what it is asked."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with connect(url, additional_headers={"Cookie": cookie}) as socket:
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "ready_check":
                await socket.send('{"type": "ready"}')
            elif frame["type"] == "question":
                answer = {"type": "answer", "decision": frame["id"], "answer": str(frame["id"])}
                await socket.send(json.dumps(answer | {"move": choose(frame)}))
            elif frame["type"] == "events":
                golds = [each for each in frame["events"] if each["event"]["type"] == "gold"]
                if golds:  # the deal's opening has been seen, the table need not wait
                    await socket.send(json.dumps({"type": "seen", "seq": golds[-1]["seq"]}))
            elif frame["type"] == "closed":
                return


_, guest = post("/api/guest", {"name": "Bot by link"})
post(f"/api/tables/{table}/join", {}, guest)
try:
    asyncio.run(play(guest))
except ConnectionClosed as closed:
    if closed.rcvd is None or closed.rcvd.code != 4010:  # 4010: it was over before an answer came
        raise
