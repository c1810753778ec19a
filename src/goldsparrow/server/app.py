"""The ASGI application: its routes, and what each answers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Final

import msgspec
from litestar import Litestar, MediaType, Response, get, post
from litestar.datastructures import Cookie, State
from litestar.datastructures.response_header import ResponseHeader
from litestar.params import Parameter

from goldsparrow import __version__
from goldsparrow.rules import OPTIONS
from goldsparrow.server.bodies import (
    Fill,
    GuestBody,
    Health,
    Join,
    Joined,
    NewGuest,
    NewTable,
    RequestError,
    RunningTable,
    RunningTables,
    TableBody,
    TableMade,
    rules_body,
    setup_of,
)
from goldsparrow.server.client import Asset, Client
from goldsparrow.server.connection import DEAR
from goldsparrow.server.door import table_socket
from goldsparrow.server.entries import decode_setup
from goldsparrow.server.hall import Hall
from goldsparrow.server.records import finished, header_of, record_of
from goldsparrow.server.reference import (
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
from goldsparrow.server.refusals import HEADERS, REFUSALS
from goldsparrow.server.reviews import Asked, Reviews, names_of
from goldsparrow.server.room import Room
from goldsparrow.server.seats import (
    COOKIE,
    COOKIE_SECONDS,
    Guest,
    clean_name,
    new_token,
    token_hash,
)
from goldsparrow.server.visits import AnyRequest, guest_of, known_guest, read_sent, read_short
from goldsparrow.server.world import World
from goldsparrow.text import language_of

LOG: Final = logging.getLogger("goldsparrow.app")

BODY_BYTES: Final = 64 * 1024
MY_TABLES: Final = 20
"""How many tables a guest is told to sit at."""
CLIENT_ROOT: Final = Path(__file__).parent / "static"


def create_app(world: World, *, client_root: Path = CLIENT_ROOT) -> Litestar:
    """The application over a world of tables; it closes the world's store when it shuts down."""
    hall = Hall(world)
    count = Counter()
    reviews = Reviews()

    @contextlib.asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        hall.open()
        try:
            yield
        finally:
            await hall.close()
            count.close()
            reviews.close()
            await asyncio.get_running_loop().run_in_executor(None, world.store.close)

    return Litestar(
        route_handlers=[
            health,
            make_guest,
            me,
            my_tables,
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
            review,
            table_socket,
            no_such_api,
            page,
            file,
        ],
        state=State(
            {"hall": hall, "count": count, "reviews": reviews, "client": Client(client_root)}
        ),
        lifespan=[lifespan],
        exception_handlers=REFUSALS,
        response_headers=[
            ResponseHeader(name=name, value=value) for name, value in HEADERS.items()
        ],
        request_max_body_size=BODY_BYTES,
        openapi_config=None,
        logging_config=None,
    )


# --- guests -------------------------------------------------------------------------------------


@post("/api/guest", status_code=200)
async def make_guest(request: AnyRequest, state: State) -> Response[GuestBody]:
    """Gives a newcomer a name and a cookie; renames who has one."""
    hall: Hall = state.hall
    wish = await read_sent(request, NewGuest)
    name = clean_name(wish.name)
    guest = await guest_of(request.cookies, hall)
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
async def me(request: AnyRequest, state: State) -> GuestBody:
    """Who the cookie says one is."""
    guest = await known_guest(request, state.hall)
    return GuestBody(guest.id, guest.name, guest.language)


@get("/api/me/tables")
async def my_tables(request: AnyRequest, state: State) -> RunningTables:
    """The tables to which one can go back; none for who has no cookie yet."""
    hall: Hall = state.hall
    guest = await guest_of(request.cookies, hall)
    if guest is None:
        return RunningTables(())
    found = []
    playing = hall.played_by(guest.id)
    for sitting in await hall.world.store.tables_of(guest.id, MY_TABLES, playing):
        setup = decode_setup(sitting.setup)
        found.append(
            RunningTable(sitting.table, setup.rules, setup.length, setup.stake, sitting.touched)
        )
    return RunningTables(tuple(found))


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
async def explained(request: AnyRequest, state: State, key: str) -> Response[bytes]:
    """The explained page of a rule set; every parameter but `lang` is a house option."""
    options = dict(request.query_params.items())
    language = language_of(str(options.pop("lang", "zh-Hans")))
    if len(options) > len(OPTIONS):
        raise RequestError("malformed", f"{len(options)} options; expected at most {len(OPTIONS)}")
    body = await state.count(lambda: page_body(key, language, options))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-cache"})


@post("/api/options", status_code=200)
async def check_options(request: AnyRequest) -> OptionsBody:
    """Applies house options to a rule set, before a table is set up with them."""
    ask = await read_short(request, AskOptions)
    return options_body(ask)


@post("/api/score", status_code=200)
async def score_hand(request: AnyRequest, state: State) -> ScoresBody:
    """Scores a hand by several rule sets."""
    ask = await read_short(request, AskHand)
    return await state.count(lambda: scores_body(ask))  # type: ignore[no-any-return]


@post("/api/waits", status_code=200)
async def hand_waits(request: AnyRequest, state: State) -> HandWaitsBody:
    """Lists what a hand waits for by several rule sets."""
    ask = await read_short(request, AskHand)
    return await state.count(lambda: waits_body(ask))  # type: ignore[no-any-return]


@post("/api/tables")
async def make_table(request: AnyRequest, state: State) -> TableMade:
    """Sets a table up."""
    hall: Hall = state.hall
    guest = await known_guest(request, hall)
    wish = await read_sent(request, NewTable)
    setup, seat = setup_of(wish, guest.id, hall.world.players)
    return TableMade(await hall.create(setup, guest, seat))


@get("/api/tables/{table:str}")
async def show_table(request: AnyRequest, state: State, table: str) -> TableBody:
    """A table as everyone may know it."""
    hall: Hall = state.hall
    guest = await guest_of(request.cookies, hall)
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
async def join_table(request: AnyRequest, state: State, table: str) -> Joined:
    """Takes a seat."""
    hall: Hall = state.hall
    guest = await known_guest(request, hall)
    if not hall.allowances.of(guest.id).take(DEAR):
        raise RequestError("too_many", "you come and go too often; slow down", 429)
    wish = await read_sent(request, Join)
    return Joined(await (await hall.room(table)).join(guest, wish.seat))


@post("/api/tables/{table:str}/fill", status_code=204)
async def fill_table(request: AnyRequest, state: State, table: str) -> None:
    """Gives the open seats to bots."""
    hall: Hall = state.hall
    guest = await known_guest(request, hall)
    wish = await read_sent(request, Fill)
    await (await hall.room(table)).fill(guest, wish.bot)


@get("/api/tables/{table:str}/record")
async def record(
    request: AnyRequest, state: State, table: str, deal: int | None = None
) -> Response[bytes]:
    """The finished deals as a record; one deal alone where its number, from 0, is given.

    Who may not watch the table gets none, and who watches late gets it late.
    """
    room, events, _ = await _seen(request, state.hall, table)
    body = record_of(room.state, events, deal)
    name = f"goldsparrow-{table}" + ("" if deal is None else f"-{deal + 1}")
    return Response(
        body,
        media_type="application/x-ndjson",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.jsonl"',
            "Cache-Control": "no-cache",
        },
    )


@get("/api/tables/{table:str}/review")
async def review(
    request: AnyRequest,
    state: State,
    table: str,
    seat: Annotated[int | None, Parameter(ge=0, le=3)] = None,
    lang: str = "zh-Hans",
) -> Response[bytes]:
    """The page on which the coach goes through a seat's choices; the asker's own without `seat`.

    It is for whoever may see the record. Where it is not ready, the page says how far it is.
    """
    language = language_of(lang)
    room, events, guest = await _seen(request, state.hall, table)
    place = room.state.seats.of(guest) if seat is None else seat
    if place is None:
        raise RequestError("no_seat", "you sit nowhere here; expected a seat from 0 to 3", 403)
    deals = await asyncio.get_running_loop().run_in_executor(None, finished, events)
    if not deals:
        raise RequestError("no_deal", "no deal of this table is over yet", 404)
    body, ready = await state.reviews.page(
        Asked(table, place, len(deals)),
        guest,
        header_of(room.state, drawn=True),
        deals,
        names_of(room.seat_states()),
        language,
    )
    return Response(
        body,
        status_code=200 if ready else 202,
        media_type=MediaType.HTML,
        headers={"Cache-Control": "no-store"},
    )


async def _seen(
    request: AnyRequest, hall: Hall, table: str
) -> tuple[Room, tuple[str, ...], str | None]:
    """A table's room, what of its events may be seen by who asks, and who that is."""
    known = await guest_of(request.cookies, hall)
    guest = None if known is None else known.id
    stored = await hall.stored(table)
    room = await hall.room(table)
    shown = room.shown_to(guest)
    if shown is None:
        raise RequestError("no_seat", "nobody but the seats may see this table's record", 403)
    return room, stored.events[:shown], guest


# --- pages and files ----------------------------------------------------------------------------


@get(["/api", "/api/{path:path}"])
async def no_such_api(path: str = "") -> None:
    """Answers what is asked of an interface that there is not."""
    raise RequestError("not_found", f"no such address: {('/api' + path)[:80]!r}", 404)


def _send(request: AnyRequest, asset: Asset) -> Response[bytes]:
    headers = {"Cache-Control": asset.cache, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(b"", status_code=304, headers=headers)
    body = asset.body
    if asset.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = asset.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=asset.type, headers=headers)


@get("/", sync_to_thread=False)
def page(request: AnyRequest, state: State) -> Response[bytes]:
    """The web client's page."""
    return _send(request, state.client.page())


@get("/{path:path}", sync_to_thread=False)
def file(request: AnyRequest, state: State, path: str) -> Response[bytes]:
    """A file of the web client; its page for the client's own addresses."""
    client: Client = state.client
    try:
        found = client.find(path)
    except ValueError as error:
        raise RequestError("not_found", str(error), 404) from None
    if found is None and "." in path.rsplit("/", 1)[-1]:
        raise RequestError("not_found", f"no such file: {path[:80]!r}", 404)
    return _send(request, found or client.page())
