"""The ASGI application: routes, the socket's door, static files, security headers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import Cookie, State
from litestar.datastructures.response_header import ResponseHeader
from litestar.exceptions import HTTPException

from goldsparrow import __version__
from goldsparrow.errors import GoldSparrowError, NotationError, OptionError
from goldsparrow.events import End, MatchEnd, decode
from goldsparrow.game.match import Match
from goldsparrow.game.record import Header, Record
from goldsparrow.rules import OPTIONS
from goldsparrow.server.bodies import (
    Fill,
    GuestBody,
    Health,
    Join,
    Joined,
    NewGuest,
    NewTable,
    Refused,
    RequestError,
    TableBody,
    TableMade,
    read_body,
    rules_body,
    setup_of,
)
from goldsparrow.server.client import Asset, Client
from goldsparrow.server.connection import (
    NO_TABLE_CODE,
    NOT_ALLOWED_CODE,
    OVER_CODE,
    Connection,
)
from goldsparrow.server.hall import Hall, NoTable
from goldsparrow.server.protocol import Closed, Error, encode
from goldsparrow.server.reference import (
    LONGEST_BODY,
    AskHand,
    AskOptions,
    Counter,
    HandWaitsBody,
    OptionsBody,
    ScoresBody,
    options_body,
    page_body,
    scores_body,
    waits_body,
)
from goldsparrow.server.room import Room, World
from goldsparrow.server.seats import (
    COOKIE,
    COOKIE_SECONDS,
    Guest,
    SeatError,
    clean_name,
    new_token,
    token_hash,
)
from goldsparrow.server.state import ReplayError, TableState
from goldsparrow.text import language_of

LOG: Final = logging.getLogger("goldsparrow.app")

BODY_BYTES: Final = 64 * 1024
CLIENT_ROOT: Final = Path(__file__).parent / "static"

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; "
        "font-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_STATUS: Final = {"no_seat": 403, "too_many_tables": 429, "bad_name": 400, "no_such_bot": 400}
_AnyRequest = Request[Any, Any, State]
_AnySocket = WebSocket[Any, Any, State]
_Body = TypeVar("_Body", bound=msgspec.Struct)


def create_app(world: World, *, client_root: Path = CLIENT_ROOT) -> Litestar:
    """The application over a world of tables; it closes the world's store when it shuts down."""
    hall = Hall(world)
    count = Counter()

    @contextlib.asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        hall.open()
        try:
            yield
        finally:
            await hall.close()
            count.close()
            await asyncio.get_running_loop().run_in_executor(None, world.store.close)

    return Litestar(
        route_handlers=[
            health,
            make_guest,
            me,
            rules,
            explained,
            check_options,
            score_hand,
            hand_waits,
            make_table,
            show_table,
            join_table,
            fill_table,
            record,
            table_socket,
            no_such_api,
            page,
            file,
        ],
        state=State({"hall": hall, "count": count, "client": Client(client_root)}),
        lifespan=[lifespan],
        exception_handlers={
            RequestError: _refuse_request,
            SeatError: _refuse_seat,
            NoTable: _refuse_table,
            OptionError: _refuse_option,
            NotationError: _refuse_option,
            ReplayError: _refuse_replay,
            HTTPException: _refuse_http,
            Exception: _refuse_fault,
        },
        response_headers=[
            ResponseHeader(name=name, value=value) for name, value in _HEADERS.items()
        ],
        request_max_body_size=BODY_BYTES,
        openapi_config=None,
        logging_config=None,
    )


# --- refusals -----------------------------------------------------------------------------------


def _refusal(status: int, code: str, message: str) -> Response[Refused]:
    return Response(Refused(code, message), status_code=status, headers=_HEADERS)


def _refuse_request(_: _AnyRequest, error: RequestError) -> Response[Refused]:
    return _refusal(error.status, error.code, str(error))


def _refuse_seat(_: _AnyRequest, error: SeatError) -> Response[Refused]:
    return _refusal(_STATUS.get(error.code, 409), error.code, str(error))


def _refuse_table(_: _AnyRequest, error: NoTable) -> Response[Refused]:
    return _refusal(404, "no_table", str(error))


def _refuse_option(_: _AnyRequest, error: GoldSparrowError) -> Response[Refused]:
    return _refusal(400, "bad_option", str(error))


def _refuse_replay(_: _AnyRequest, error: ReplayError) -> Response[Refused]:
    LOG.error("%s", error)
    return _refusal(
        410, "rules_changed", "this table was played under other rules and cannot go on"
    )


def _refuse_http(_: _AnyRequest, error: HTTPException) -> Response[Refused]:
    codes = {404: "not_found", 405: "wrong_method", 413: "too_large"}
    code = codes.get(error.status_code, "malformed")
    return _refusal(error.status_code, code, error.detail)


def _refuse_fault(request: _AnyRequest, error: Exception) -> Response[Refused]:
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refusal(500, "fault", "the server made a mistake; it has been noted")


# --- guests -------------------------------------------------------------------------------------


async def _guest_of(cookies: dict[str, str], hall: Hall) -> Guest | None:
    token = cookies.get(COOKIE)
    return None if not token else await hall.world.store.guest(token_hash(token))


async def _known_guest(request: _AnyRequest, hall: Hall) -> Guest:
    guest = await _guest_of(request.cookies, hall)
    if guest is None:
        raise RequestError("no_guest", "expected a guest's cookie; POST /api/guest gives one", 401)
    return guest


async def _read(request: _AnyRequest, kind: type[_Body]) -> _Body:
    """Reads a JSON body that a page of this site, and no other, has sent."""
    if request.content_type[0] != "application/json":
        shown = request.content_type[0][:60]
        raise RequestError("malformed", f"expected application/json, got {shown!r}", 415)
    if not _same_site(request.headers.get("origin"), request.headers.get("host")):
        raise RequestError("foreign_origin", "the request comes from another site", 403)
    body = read_body(await request.body(), kind)
    assert isinstance(body, kind)
    return body


async def _read_short(request: _AnyRequest, kind: type[_Body]) -> _Body:
    """Reads a JSON body of one hand or one rule set's options."""
    size = len(await request.body())
    if size > LONGEST_BODY:
        raise RequestError("too_large", f"{size} bytes; expected at most {LONGEST_BODY}", 413)
    return await _read(request, kind)


def _same_site(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from this site's pages, or from no page at all."""
    return origin is None or urlsplit(origin).netloc.lower() == (host or "").lower()


@post("/api/guest", status_code=200)
async def make_guest(request: _AnyRequest, state: State) -> Response[GuestBody]:
    """Gives a newcomer a name and a cookie; renames who has one."""
    hall: Hall = state.hall
    wish = await _read(request, NewGuest)
    name = clean_name(wish.name)
    guest = await _guest_of(request.cookies, hall)
    if guest is not None:
        await hall.world.store.rename_guest(guest.id, name, wish.language)
        return Response(GuestBody(guest.id, name, wish.language))
    token = new_token()
    hashed = token_hash(token)
    # The public id is of the hash's making, so that it tells nothing of the secret.
    guest = Guest(hashed[:16], name, wish.language)
    await hall.world.store.add_guest(guest, hashed)
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=COOKIE_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return Response(GuestBody(guest.id, name, wish.language), cookies=[cookie])


@get("/api/me")
async def me(request: _AnyRequest, state: State) -> GuestBody:
    """Who the cookie says one is."""
    guest = await _known_guest(request, state.hall)
    return GuestBody(guest.id, guest.name, guest.language)


# --- tables -------------------------------------------------------------------------------------


@get("/api/health")
async def health(state: State) -> Health:
    """That the server answers."""
    rooms = state.hall.rooms.values()
    sockets = sum(len(room.connections) for room in rooms)
    return Health("ok", __version__, len(rooms), sockets)


@get("/api/rules")
async def rules(state: State) -> Response[bytes]:
    """The rule sets with their house options."""
    body = msgspec.json.encode(rules_body(state.hall.world.players))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-cache"})


@get("/api/rules/{key:str}/page")
async def explained(request: _AnyRequest, state: State, key: str) -> Response[bytes]:
    """The explained page of a rule set; every parameter but `lang` is a house option."""
    options = dict(request.query_params.items())
    language = language_of(str(options.pop("lang", "zh-Hans")))
    if len(options) > len(OPTIONS):
        raise RequestError("malformed", f"{len(options)} options; expected at most {len(OPTIONS)}")
    body = await state.count(lambda: page_body(key, language, options))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-cache"})


@post("/api/options", status_code=200)
async def check_options(request: _AnyRequest) -> OptionsBody:
    """Applies house options to a rule set, before a table is set up with them."""
    ask = await _read_short(request, AskOptions)
    return options_body(ask)


@post("/api/score", status_code=200)
async def score_hand(request: _AnyRequest, state: State) -> ScoresBody:
    """Scores a hand by several rule sets."""
    ask = await _read_short(request, AskHand)
    return await state.count(lambda: scores_body(ask))  # type: ignore[no-any-return]


@post("/api/waits", status_code=200)
async def hand_waits(request: _AnyRequest, state: State) -> HandWaitsBody:
    """Lists what a hand waits for by several rule sets."""
    ask = await _read_short(request, AskHand)
    return await state.count(lambda: waits_body(ask))  # type: ignore[no-any-return]


@post("/api/tables")
async def make_table(request: _AnyRequest, state: State) -> TableMade:
    """Sets a table up."""
    hall: Hall = state.hall
    guest = await _known_guest(request, hall)
    wish = await _read(request, NewTable)
    setup, seat = setup_of(wish, guest.id, hall.world.players)
    return TableMade(await hall.create(setup, guest, seat))


@get("/api/tables/{table:str}")
async def show_table(request: _AnyRequest, state: State, table: str) -> TableBody:
    """A table as everyone may know it."""
    hall: Hall = state.hall
    guest = await _guest_of(request.cookies, hall)
    room = await hall.room(table)
    now = room.state
    return TableBody(
        table=table,
        rules=now.setup.rules,
        options=now.setup.options,
        length=now.setup.length,
        stake=now.setup.stake,
        settings=now.setup.settings,
        phase=room.phase,
        started=now.match is not None,
        over=room.phase == "over",
        seat=now.seats.of(None if guest is None else guest.id),
        seats=room.seat_states(),
    )


@post("/api/tables/{table:str}/join", status_code=200)
async def join_table(request: _AnyRequest, state: State, table: str) -> Joined:
    """Takes a seat."""
    hall: Hall = state.hall
    guest = await _known_guest(request, hall)
    wish = await _read(request, Join)
    return Joined(await (await hall.room(table)).join(guest, wish.seat))


@post("/api/tables/{table:str}/fill", status_code=204)
async def fill_table(request: _AnyRequest, state: State, table: str) -> None:
    """Gives the open seats to bots."""
    hall: Hall = state.hall
    guest = await _known_guest(request, hall)
    wish = await _read(request, Fill)
    await (await hall.room(table)).fill(guest, wish.bot)


@get("/api/tables/{table:str}/record")
async def record(state: State, table: str, deal: int | None = None) -> Response[bytes]:
    """The finished deals as a record; one deal alone where its number, from 0, is given."""
    hall: Hall = state.hall
    stored = await hall.stored(table)
    room = await hall.room(table)
    body = _record_lines(room.state, stored.events[: room.shown], deal)
    name = f"goldsparrow-{table}" + ("" if deal is None else f"-{deal + 1}")
    return Response(
        body,
        media_type="application/x-ndjson",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.jsonl"',
            "Cache-Control": "no-cache",
        },
    )


def _record_lines(state: TableState, events: tuple[str, ...], deal: int | None) -> bytes:
    """Header and events of the deals that are over; the hidden tiles of a running one stay so."""
    deals: list[list[str]] = [[]]
    for text in events:
        deals[-1].append(text)
        if isinstance(decode(text), End):
            deals.append([])
    running = deals.pop()
    if running and isinstance(decode(running[-1]), MatchEnd):
        deals[-1] += running
    if deal is not None:
        if not 0 <= deal < len(deals):
            raise RequestError(
                "no_deal", f"deal {deal} is not over; {len(deals)} finished, counted from 0", 404
            )
        deals = [deals[deal]]
    match = Match(state.rules, state.length, dealer=state.first_dealer, stake=state.setup.stake)
    header = Header.of(match, state.table, state.seats.names, f"goldsparrow {__version__}")
    return Record(header, [decode(line) for each in deals for line in each]).dump()


# --- the socket ---------------------------------------------------------------------------------


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: _AnySocket, state: State, table: str) -> None:
    """Lets a seat or a watcher in and carries its frames; refusals are said by frame and code."""
    hall: Hall = state.hall
    await socket.accept()
    if not _same_site(socket.headers.get("origin"), socket.headers.get("host")):
        refusal = Error("unusable", "the socket comes from another site", "")
        await _turn_away(socket, encode(refusal), NOT_ALLOWED_CODE)
        return
    guest = await _guest_of(socket.cookies, hall)
    connection = Connection(
        None if guest is None else guest.id,
        hall.world.clock,
        batch=socket.query_params.get("batch") == "1",
    )
    try:
        room = await _enter(hall, table, connection, _after(socket))
    except NoTable as error:
        await _turn_away(socket, encode(Error("unusable", str(error), table[:40])), NO_TABLE_CODE)
        return
    except ReplayError as error:
        LOG.error("%s", error)  # noqa: TRY400  the message says it all
        await _turn_away(socket, encode(Closed("rules_changed")), OVER_CODE)
        return
    try:
        await _carry(socket, room, connection)
    finally:
        room.disconnect(connection)


def _after(socket: _AnySocket) -> int | None:
    text = str(socket.query_params.get("after", ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _enter(hall: Hall, table: str, connection: Connection, after: int | None) -> Room:
    while True:
        room = await hall.room(table)
        # A room may be put away between being found and being entered.
        if room.connect(connection, after):
            return room


async def _turn_away(socket: _AnySocket, text: str, code: int) -> None:
    await socket.send({"type": "websocket.send", "bytes": None, "text": text})
    await socket.send({"type": "websocket.close", "code": code, "reason": ""})


async def _carry(socket: _AnySocket, room: Room, connection: Connection) -> None:
    """Carries frames both ways until one side ends it."""
    send = socket.send

    async def send_text(text: str) -> None:
        await send({"type": "websocket.send", "bytes": None, "text": text})

    async def read() -> None:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if not isinstance(text, str):
                connection.send(Error("malformed", "expected a text frame", "(binary)"))
            else:
                room.receive(connection, text)

    reader = asyncio.create_task(read())
    writer = asyncio.create_task(connection.drain(send_text))
    connection.on_overflow = writer.cancel
    try:
        await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        reader.cancel()
        writer.cancel()
        await asyncio.gather(reader, writer, return_exceptions=True)
    if connection.closing is not None:
        # A peer that takes nothing would not take this either; it is not waited for.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):
                await send({"type": "websocket.close", "code": connection.closing, "reason": ""})


# --- pages and files ----------------------------------------------------------------------------


@get(["/api", "/api/{path:path}"])
async def no_such_api(path: str = "") -> None:
    """Answers what is asked of an interface that there is not."""
    raise RequestError("not_found", f"no such address: {('/api' + path)[:80]!r}", 404)


def _send(request: _AnyRequest, asset: Asset) -> Response[bytes]:
    headers = {"Cache-Control": asset.cache, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers)
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=asset.type, headers=headers)


@get("/", sync_to_thread=False)
def page(request: _AnyRequest, state: State) -> Response[bytes]:
    """The web client's page."""
    return _send(request, state.client.page())


@get("/{path:path}", sync_to_thread=False)
def file(request: _AnyRequest, state: State, path: str) -> Response[bytes]:
    """A file of the web client; its page for the client's own addresses."""
    client: Client = state.client
    found = client.find(path)
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise RequestError("not_found", f"no such file: {path[:80]!r}", 404)
    return _send(request, found or client.page())
