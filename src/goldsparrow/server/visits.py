"""Visits: who sent a request, from where, and what is in it."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import Request, WebSocket
from litestar.datastructures import State
from litestar.exceptions import InternalServerException

from goldsparrow.server.bodies import RequestError, read_body
from goldsparrow.server.hall import Hall
from goldsparrow.server.reference import LONGEST_BODY
from goldsparrow.server.seats import COOKIE, Guest, token_hash

AnyRequest = Request[Any, Any, State]
AnySocket = WebSocket[Any, Any, State]
_Body = TypeVar("_Body", bound=msgspec.Struct)


async def guest_of(cookies: dict[str, str], hall: Hall) -> Guest | None:
    """The guest whose cookie it is."""
    token = cookies.get(COOKIE)
    return None if not token else await hall.world.store.guest(token_hash(token))


async def known_guest(request: AnyRequest, hall: Hall) -> Guest:
    """The guest who sent a request.

    Raises:
        RequestError: the request has no guest's cookie.
    """
    guest = await guest_of(request.cookies, hall)
    if guest is None:
        raise RequestError("no_guest", "expected a guest's cookie; POST /api/guest gives one", 401)
    return guest


async def read_sent(request: AnyRequest, kind: type[_Body]) -> _Body:
    """Reads a JSON body that a page of this site, and no other, has sent."""
    if request.content_type[0] != "application/json":
        shown = request.content_type[0][:60]
        raise RequestError("malformed", f"expected application/json, got {shown!r}", 415)
    if not same_site(request.headers.get("origin"), request.headers.get("host")):
        raise RequestError("foreign_origin", "the request comes from another site", 403)
    body = read_body(await _body(request), kind)
    assert isinstance(body, kind)
    return body


async def read_short(request: AnyRequest, kind: type[_Body]) -> _Body:
    """Reads a JSON body of one hand or one rule set's options."""
    size = len(await _body(request))
    if size > LONGEST_BODY:
        raise RequestError("too_large", f"{size} bytes; expected at most {LONGEST_BODY}", 413)
    return await read_sent(request, kind)


async def _body(request: AnyRequest) -> bytes:
    try:
        return await request.body()
    except (InternalServerException, asyncio.CancelledError) as error:
        # A client hangs up half-way, or the server stops waiting for it as it ends: no fault.
        raise RequestError("malformed", "the body did not come whole", 400) from error


def same_site(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from this site's pages, or from no page at all."""
    if origin is None:
        return True
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(site) and site.lower() == (host or "").lower()
