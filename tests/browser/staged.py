"""Single moments of a deal in the real client: frames of the engine over a socket of the test.

A deal is laid by `tests/clauses/walls.py` and played by the referee; what one seat may read of it
is sent to the page as the server would send it. The server is asked for the page, and for what
needs no table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
from playwright.sync_api import Page, Route, WebSocketRoute

from goldsparrow.events import AnyEvent, mask
from goldsparrow.game.deal import Deal
from goldsparrow.rules import differences
from goldsparrow.server.protocol import (
    Events,
    Numbered,
    Presence,
    RulesInForce,
    SeatState,
    ServerFrame,
    Settings,
    Turn,
    WallNumbers,
    Welcome,
)
from goldsparrow.server.questions import HintBudget, question_frame, standing_waits
from goldsparrow.server.state import Decision

NAMES = ("茉莉", "闽江夜雨", "阿诚", "小鱼丸")
TABLE = "demo"
SETTINGS = Settings(turn_seconds="off", claim_seconds="off", bank_seconds="off")


class Staged:
    """A page at a table whose frames the test sends."""

    def __init__(self, page: Page, deal: Deal, *, seat: int = 0, before: int | None = None) -> None:
        """Shows the first `before` events at once, all of them where it is left out."""
        self.page = page
        self.deal = deal
        self.seat = seat
        self._sent = len(deal.events) if before is None else before
        self._socket: WebSocketRoute | None = None
        page.route("**/api/**", self._answer)
        page.route_web_socket(re.compile(r"/api/tables/.*/socket"), self._open)
        page.goto(f"/#/table/{TABLE}")
        page.locator("main.table").wait_for()

    def play_on(self) -> None:
        """Sends the events that the page has not seen yet as they would come at the table."""
        events = self._events(self._sent, len(self.deal.events), live=True)
        self._sent = len(self.deal.events)
        self._say(events, *self._asked())

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)
        rules = self.deal.table.rules
        wall = WallNumbers(*(getattr(rules.wall, name) for name in WallNumbers.__struct_fields__))
        welcome = Welcome(
            table=TABLE,
            seat=self.seat,
            seq=self._sent,
            rules=RulesInForce(
                rules.key,
                dict(rules.options),
                dict(differences(rules)),
                wall,
                rules.gold.white_stands_in,
            ),
            length="1 round",
            stake=1,
            settings=SETTINGS,
            names=NAMES,
            resumed=False,
        )
        frames: list[ServerFrame] = [
            welcome,
            Presence(self._seats()),
            self._events(0, self._sent, live=False),
        ]
        if self._sent == len(self.deal.events):
            frames += self._asked()
        self._say(*frames)

    def _hear(self, message: str | bytes) -> None:
        frame = json.loads(message)
        if frame["type"] == "ping" and self._socket is not None:
            self._socket.send(json.dumps({"type": "pong", "n": frame.get("n", 0)}))

    def _say(self, *frames: ServerFrame) -> None:
        assert self._socket is not None
        for frame in frames:
            self._socket.send(msgspec.json.encode(frame).decode())

    def _seats(self) -> Any:
        return tuple(
            SeatState(seat, name, "person" if seat == self.seat else "bot", True, False, True)
            for seat, name in enumerate(NAMES)
        )

    def _events(self, first: int, last: int, *, live: bool) -> Events:
        hides = self.deal.table.rules.claims.hide_concealed_kong
        masked: Sequence[AnyEvent] = [
            mask(event, self.seat, hide_concealed_kong=hides) for event in self.deal.events
        ]
        numbered = [Numbered(seq, event) for seq, event in enumerate(masked, 1)]
        return Events(tuple(numbered[first:last]), live)

    def _asked(self) -> list[ServerFrame]:
        """What the seat is told beside the events: whose turn it is, its waits, its question."""
        deal = self.deal
        state: Any = SimpleNamespace(
            match=SimpleNamespace(deal=deal),
            setup=SimpleNamespace(settings=SETTINGS),
            worth={},
            hints=HintBudget(lambda: 0.0, lambda: 0.0),
            table=TABLE,
        )
        if deal.result is not None:
            return []
        frames: list[ServerFrame] = [Turn(deal.table.turn, None, None)]
        waits = standing_waits(state, self.seat)
        if waits is not None:
            frames.append(waits)
        moves = deal.waiting.get(self.seat)
        if moves:
            question = deal.question
            decision = Decision(1, self.seat, deal.phase, moves, question.tile, question.source)
            frames.append(question_frame(state, decision))
        return frames

    def _answer(self, route: Route) -> None:
        """Answers the plain requests of the page."""
        path = route.request.url.split("/api/", 1)[1]
        if path in {"guest", "me"}:
            body: Any = {"id": "g", "name": NAMES[self.seat], "language": "zh-Hans"}
        elif path == "me/tables":
            body = {"tables": []}
        elif not path.startswith("tables/"):
            route.continue_()
            return
        else:
            body = {
                "table": TABLE,
                "rules": self.deal.table.rules.key,
                "options": {},
                "length": "1 round",
                "stake": 1,
                "settings": msgspec.to_builtins(SETTINGS),
                "phase": "playing",
                "started": True,
                "over": False,
                "seat": self.seat,
                "seats": msgspec.to_builtins(self._seats()),
            }
        route.fulfill(json=body)
