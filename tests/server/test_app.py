"""One real server over HTTP and sockets: pages, guests, tables, records, and what it refuses."""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from goldsparrow.game.record import Record, RecordError
from goldsparrow.rules import RULE_SETS
from goldsparrow.server.client import Client
from tests.server.process import PATIENCE, ROOT, Person, Server, seat_people


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), "--pace", "none")
    yield running
    assert running.stop() == 0


def fetch(server: Server, path: str, **headers: str) -> HTTPResponse:
    request = urllib.request.Request(f"http://{server.address}{path}", headers=headers)
    return urllib.request.urlopen(request, timeout=PATIENCE)  # type: ignore[no-any-return]


def refused(server: Server, method: str, path: str, body: Any, **headers: str) -> tuple[int, Any]:
    """The status and the body of a request that is refused."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://{server.address}{path}",
        method=method,
        data=None if method == "GET" else data,
        headers={"Content-Type": "application/json"} | headers,
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=PATIENCE)
    with caught.value as error:
        return error.code, json.loads(error.read())


def test_health(server: Server) -> None:
    """`GET /api/health` says that the server answers."""
    assert server.request("GET", "/api/health")["status"] == "ok"


def test_pages_have_security_headers(server: Server) -> None:
    """Every page forbids foreign scripts, frames and sniffing; the page itself is revalidated."""
    with fetch(server, "/") as response:
        assert "default-src 'self'" in response.headers["Content-Security-Policy"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cache-Control"] == "no-cache"
        etag = response.headers["ETag"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        fetch(server, "/", **{"If-None-Match": etag})
    with caught.value as unchanged:
        assert unchanged.code == 304
    with fetch(server, "/table/abc") as response:
        assert response.headers["Content-Type"].startswith("text/html")


def test_client_files_are_found_cached_and_contained(tmp_path: Path) -> None:
    """Hashed assets are immutable, other files revalidated; nothing outside is served."""
    root = tmp_path / "static"
    (root / "assets").mkdir(parents=True)
    (root / "index.html").write_text("<p>page</p>")
    (root / "assets" / "a-123.js").write_text("let a = 1;" * 100)
    (tmp_path / "secret").write_text("no")
    client = Client(root)
    script = client.find("/assets/a-123.js")

    assert client.page().body == b"<p>page</p>"
    assert script is not None
    assert "immutable" in script.cache
    assert script.type == "text/javascript"
    assert script.packed is not None
    assert gzip.decompress(script.packed) == script.body
    assert client.find("/../secret") is None
    assert client.find("/assets") is None
    assert client.find("/nothing.js") is None
    assert "no-cache" in client.page().cache
    (root / "index.html").write_text("<p>new page</p>")
    assert client.page().body == b"<p>new page</p>"


def test_an_unbuilt_client_says_what_to_do(tmp_path: Path) -> None:
    """Without the built client a page explains it, in three languages."""
    page = Client(tmp_path / "nothing").page().body.decode()

    assert all(word in page for word in ("./play", "构建", "建置", "not built"))


def test_guests_join_with_a_name(server: Server) -> None:
    """One request gives a cookie that scripts cannot read; the next one renames."""
    made = server.request("POST", "/api/guest", {"name": " 阿福 ", "language": "zh-Hant"})
    cookie = made["cookie"]
    assert (made["name"], made["language"]) == ("阿福", "zh-Hant")
    assert server.request("GET", "/api/me", cookie=cookie)["id"] == made["id"]
    again = server.request("POST", "/api/guest", {"name": "Fu", "language": "en"}, cookie)
    assert (again["id"], again["name"]) == (made["id"], "Fu")
    request = urllib.request.Request(
        f"http://{server.address}/api/guest",
        data=b'{"name":"x"}',
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        flags = response.headers["Set-Cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags


def test_rules_are_listed_with_their_options(server: Server) -> None:
    """The room panel reads everything from here: rule sets, options, lengths, bots."""
    body = server.request("GET", "/api/rules")

    assert [rules["key"] for rules in body["rules"]] == [*RULE_SETS]
    assert "greedy" in body["bots"]
    assert "1 round" in body["lengths"]
    assert all(option["clause"] for option in body["rules"][0]["options"])


def test_unusable_requests_are_refused_with_a_code_and_a_quote(server: Server) -> None:
    """Each refusal has a stable key and a line that quotes the value and says what is expected."""
    cookie = server.request("POST", "/api/guest", {"name": "x"})["cookie"]
    for body, code, quote in (
        (b"{", "malformed", "{"),
        ({"seats": ["person"]}, "malformed", "person"),
        ({"seat": 1}, "malformed", "seat"),
        ({"rules": "chess"}, "bad_option", "chess"),
        ({"options": {"nothing": 1}}, "bad_option", "nothing"),
        ({"options": {"flowers": 12}}, "bad_option", "12"),
        ({"length": "3 deals"}, "bad_length", "3 deals"),
        ({"stake": 0}, "malformed", "stake"),
        ({"settings": {"turn_seconds": 7}}, "malformed", "7"),
        ({"seats": ["person", "person", "open", "open"]}, "bad_seats", "open"),
        ({"seats": ["bot:greedy"] * 4}, "bad_seats", "person"),
        ({"seats": ["person", "greedy", "open", "open"]}, "bad_seats", "greedy"),
        ({"seats": ["person", "bot:x", "open", "open"]}, "bad_seats", "bot:x"),
    ):
        status, error = refused(server, "POST", "/api/tables", body, Cookie=cookie)
        assert (status, error["code"]) == (400, code), body
        assert quote in error["message"]
    assert refused(server, "POST", "/api/tables", {})[0] == 401
    assert refused(server, "GET", "/api/me", None)[1]["code"] == "no_guest"
    assert refused(server, "GET", "/api/tables/nowhere", None) == (
        404,
        {"code": "no_table", "message": "no such table: 'nowhere'"},
    )
    assert refused(server, "GET", "/api/nothing", None)[0] == 404
    assert refused(server, "POST", "/api/guest", {"name": ""})[1]["code"] == "bad_name"
    long = httpx.post(
        f"http://{server.address}/api/guest",
        content=b"x" * 100_000,
        headers={"Content-Type": "application/json"},
    )
    assert (long.status_code, long.json()["code"]) == (413, "too_large")


def test_a_guest_finds_the_running_tables_again(server: Server) -> None:
    """`GET /api/me/tables`: where one sits and the match is not over, the last played first."""
    people = seat_people(server, {"seats": ["open", "person", "open", "open"]}, 2)
    own, other = people[0].cookie, people[1].cookie
    second = server.request("POST", "/api/tables", {"length": "4 deals", "stake": 3}, own)["table"]
    found = server.request("GET", "/api/me/tables", cookie=own)["tables"]

    assert [table["table"] for table in found] == [second, people[0].table]
    assert found[0].pop("touched") > 0
    assert found[0] == {
        "table": second,
        "rules": "fuzhou-ourgame",
        "length": "4 deals",
        "stake": 3,
    }
    assert len(server.request("GET", "/api/me/tables", cookie=other)["tables"]) == 1
    assert server.request("GET", "/api/me/tables") == {"tables": []}


def test_other_sites_cannot_act_for_a_guest(server: Server) -> None:
    """A foreign origin, and a form's content type, are refused."""
    foreign = refused(server, "POST", "/api/guest", {"name": "x"}, Origin="http://evil.example")
    form = refused(server, "POST", "/api/guest", b"a=b", **{"Content-Type": "text/plain"})

    assert (foreign[0], foreign[1]["code"]) == (403, "foreign_origin")
    assert form[0] == 415
    for origin in ("http://[", "null", ""):
        status, body = refused(server, "POST", "/api/guest", {"name": "x"}, Origin=origin)
        assert (status, body["code"]) == (403, "foreign_origin")


@pytest.mark.parametrize("path", ["/%00", "/a%00.js", "/" + "x" * 300, "/a/" * 400 + "b.js"])
def test_what_can_be_no_path_is_not_found(server: Server, path: str) -> None:
    """Paths that no file can have are 404, and no fault."""
    assert refused(server, "GET", path, None)[0] == 404


def closing_of(server: Server, path: str, **headers: str) -> tuple[dict[str, Any], int | None]:
    """The last frame and the close code of a socket that is turned away."""

    async def scene() -> tuple[dict[str, Any], int | None]:
        last: dict[str, Any] = {}
        async with connect(
            f"ws://{server.address}{path}", additional_headers=headers, compression=None
        ) as socket:
            try:
                while True:
                    last = json.loads(await socket.recv())
            except ConnectionClosed:
                return last, socket.close_code

    return asyncio.run(scene())


def test_sockets_that_are_turned_away_say_why(server: Server) -> None:
    """No such table and a foreign page get an error frame and a final close code."""
    frame, code = closing_of(server, "/api/tables/nowhere/socket")
    assert (frame["code"], code) == ("unusable", 4004)
    for origin in ("http://evil.example", "http://["):
        frame, code = closing_of(server, "/api/tables/nowhere/socket", Origin=origin)
        assert (frame["code"], code) == ("unusable", 4003)


def test_people_and_bots_play_a_match_over_sockets(server: Server) -> None:
    """Two people by link and two bots play to the end; the record that is had then verifies."""
    people = seat_people(
        server,
        {"length": "4 deals", "seats": ["person", "open", "bot:greedy", "bot:chance"]},
        2,
    )
    table = people[0].table
    assert server.request("GET", f"/api/tables/{table}", cookie=people[1].cookie)["seat"] == 1

    async def scene() -> None:
        await asyncio.wait_for(
            asyncio.gather(*(person.play(server.address) for person in people)), 4 * PATIENCE
        )

    asyncio.run(scene())
    assert all(person.over for person in people)
    with fetch(server, f"/api/tables/{table}/record") as response:
        assert "attachment" in response.headers["Content-Disposition"]
        text = response.read()
    record = Record.parse(text)
    assert record.verify().over
    # Another name is another record: the seal says that it is not what the table gave out.
    assert record.header.sealed
    with pytest.raises(RecordError, match="seal"):
        Record.parse(text.replace(record.header.players[0].encode(), b"Somebody", 1))
    with fetch(server, f"/api/tables/{table}/record?deal=1") as response:
        lines = response.read().splitlines()
    assert json.loads(lines[1])["number"] == 1
    assert [json.loads(line)["type"] for line in lines[-2:]] == ["end", "seal"]
    assert refused(server, "GET", f"/api/tables/{table}/record?deal=9", None)[0] == 404
    summary = server.request("GET", f"/api/tables/{table}")
    assert (summary["over"], summary["started"], summary["seat"]) == (True, True, None)
    frame, code = closing_of(server, f"/api/tables/{table}/socket")
    assert (frame, code) == ({"type": "closed", "reason": "over"}, 4010)


def test_a_running_deal_is_in_no_record(server: Server) -> None:
    """Until a deal has ended, the record has none of its hidden tiles."""
    person = seat_people(server, {}, 1)[0]

    async def scene() -> None:
        play = asyncio.create_task(Watching(person).play(server.address))
        while person.newest == 0:  # noqa: ASYNC110  the person tells nobody
            await asyncio.sleep(0.01)
        play.cancel()
        await asyncio.gather(play, return_exceptions=True)

    asyncio.run(scene())
    with fetch(server, f"/api/tables/{person.table}/record") as response:
        types = [json.loads(line)["type"] for line in response.read().splitlines()]
    assert types == ["record", "seal"]


def test_who_may_not_watch_gets_no_record(server: Server) -> None:
    """`spectators: off`: the record is for the seats, as the socket is."""
    person = seat_people(server, {"settings": {"spectators": "off"}}, 1)[0]
    path = f"/api/tables/{person.table}/record"
    status, body = refused(server, "GET", path, None)
    assert (status, body["code"]) == (403, "no_seat")
    with fetch(server, path, Cookie=person.cookie) as response:
        assert response.status == 200


class Watching(Person):
    """Is ready and then lets the time run."""

    def __init__(self, person: Person) -> None:
        super().__init__(person.cookie, person.table, 0)
        self._person = person

    def _heard(self, frame: dict[str, Any]) -> list[dict[str, Any]]:
        if frame["type"] == "question":
            return []
        found = super()._heard(frame)
        self._person.newest = self.newest
        return found


def test_bad_frames_over_a_real_socket(server: Server) -> None:
    """Binary, malformed and oversized frames get one error each and the socket stays."""
    person = seat_people(server, {}, 1)[0]

    async def scene() -> list[str]:
        url = f"ws://{server.address}/api/tables/{person.table}/socket"
        async with connect(url, additional_headers={"Cookie": person.cookie}) as socket:
            await socket.send(b"\x00\x01")
            await socket.send("{}")
            await socket.send("x" * 100_000)
            await socket.send('{"type":"ping","n":1}')
            kinds = []
            while "pong" not in kinds:
                frame = json.loads(await socket.recv())
                kinds.append(frame.get("code", frame["type"]))
            return kinds

    kinds = asyncio.run(scene())
    assert [kind for kind in kinds if kind in {"malformed", "too_long"}] == [
        "malformed",
        "malformed",
        "too_long",
    ]


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "goldsparrow", "serve", *arguments],
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_what_cannot_be_served_is_one_line(server: Server, tmp_path: Path) -> None:
    """A port in use, a bad port, an unusable data directory: one line, exit code 2."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    port = server.address.rsplit(":", 1)[1]
    for arguments, said in (
        (("--port", port, "--data", str(tmp_path)), f"port {port} of 127.0.0.1 is in use"),
        (("--port", "99999"), "no such port: '99999'"),
        (("--port", "0", "--data", str(blocked / "x")), f"{str(blocked / 'x')!r}"),
        (("--abandon-hours", "never"), "no such time: 'never'"),
    ):
        done = serve(*arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_the_client_in_the_documentation_plays_a_match(server: Server, tmp_path: Path) -> None:
    """docs/protocol.md describes the protocol so that a stranger can write a client: this one."""
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    script = tmp_path / "stranger.py"
    script.write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script), server.address],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("scores: [")
