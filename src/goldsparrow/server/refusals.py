"""Refusals: what every error becomes as an HTTP answer, and the headers that every answer has."""

from __future__ import annotations

import logging
from typing import Any, Final

from litestar import Response
from litestar.exceptions import HTTPException

from goldsparrow.errors import GoldSparrowError, NotationError, OptionError
from goldsparrow.server.bodies import Refused, RequestError
from goldsparrow.server.hall import NoTable
from goldsparrow.server.seats import SeatError
from goldsparrow.server.state import ReplayError
from goldsparrow.server.visits import AnyRequest

LOG: Final = logging.getLogger("goldsparrow.app")

HEADERS: Final = {
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


def _refusal(status: int, code: str, message: str) -> Response[Refused]:
    return Response(Refused(code, message), status_code=status, headers=HEADERS)


def _refuse_request(_: AnyRequest, error: RequestError) -> Response[Refused]:
    return _refusal(error.status, error.code, str(error))


def _refuse_seat(_: AnyRequest, error: SeatError) -> Response[Refused]:
    return _refusal(_STATUS.get(error.code, 409), error.code, str(error))


def _refuse_table(_: AnyRequest, error: NoTable) -> Response[Refused]:
    return _refusal(404, "no_table", str(error))


def _refuse_option(_: AnyRequest, error: GoldSparrowError) -> Response[Refused]:
    return _refusal(400, "bad_option", str(error))


def _refuse_replay(_: AnyRequest, error: ReplayError) -> Response[Refused]:
    LOG.error("%s", error)
    return _refusal(
        410, "rules_changed", "this table was played under other rules and cannot go on"
    )


def _refuse_http(_: AnyRequest, error: HTTPException) -> Response[Refused]:
    codes = {404: "not_found", 405: "wrong_method", 413: "too_large"}
    code = codes.get(error.status_code, "malformed")
    return _refusal(error.status_code, code, error.detail)


def _refuse_fault(request: AnyRequest, error: Exception) -> Response[Refused]:
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return _refusal(500, "fault", "the server made a mistake; it has been noted")


REFUSALS: Final[dict[Any, Any]] = {
    RequestError: _refuse_request,
    SeatError: _refuse_seat,
    NoTable: _refuse_table,
    OptionError: _refuse_option,
    NotationError: _refuse_option,
    ReplayError: _refuse_replay,
    HTTPException: _refuse_http,
    Exception: _refuse_fault,
}
"""Which handler answers for which error."""
