"""The socket's door: who may come in, and the carrying of frames both ways."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from litestar import websocket
from litestar.datastructures import State

from goldsparrow.server.connection import (
    DEAR,
    NO_TABLE_CODE,
    NOT_ALLOWED_CODE,
    OVER_CODE,
    TOO_MANY_CODE,
    Connection,
)
from goldsparrow.server.hall import Hall, NoTable
from goldsparrow.server.protocol import Closed, Error, encode
from goldsparrow.server.room import Room
from goldsparrow.server.state import ReplayError
from goldsparrow.server.visits import AnySocket, guest_of, same_site

LOG: Final = logging.getLogger("goldsparrow.app")


@websocket("/api/tables/{table:str}/socket")
async def table_socket(socket: AnySocket, state: State, table: str) -> None:
    """Lets a seat or a watcher in and carries its frames; refusals are said by frame and code."""
    hall: Hall = state.hall
    await socket.accept()
    if not same_site(socket.headers.get("origin"), socket.headers.get("host")):
        refusal = Error("unusable", "the socket comes from another site", "")
        await _turn_away(socket, encode(refusal), NOT_ALLOWED_CODE)
        return
    guest = await guest_of(socket.cookies, hall)
    name = None if guest is None else guest.id
    allowance = hall.allowances.of(name)
    if not allowance.take(DEAR):
        refusal = Error("too_many", "you come and go too often; slow down", "")
        await _turn_away(socket, encode(refusal), TOO_MANY_CODE)
        return
    connection = Connection(
        name,
        hall.world.clock,
        batch=socket.query_params.get("batch") == "1",
        allowance=allowance,
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


def _after(socket: AnySocket) -> int | None:
    text = str(socket.query_params.get("after", ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _enter(hall: Hall, table: str, connection: Connection, after: int | None) -> Room:
    while True:
        room = await hall.room(table)
        # A room may be put away between being found and being entered.
        if room.connect(connection, after):
            return room


async def _turn_away(socket: AnySocket, text: str, code: int) -> None:
    await socket.send({"type": "websocket.send", "bytes": None, "text": text})
    await socket.send({"type": "websocket.close", "code": code, "reason": ""})


async def _carry(socket: AnySocket, room: Room, connection: Connection) -> None:
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
            room.receive(connection, text if isinstance(text, str) else None)

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
