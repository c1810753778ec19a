"""A vote on an absent person's seat at the table: frames of a server, clicks of a player."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.clicks import Opener, play_to_discard, sit_down


class Line:
    """The line of a page, into which a test puts frames and from which it reads votes."""

    def __init__(self, page: Page) -> None:
        self.votes: list[dict[str, Any]] = []
        self._route: WebSocketRoute | None = None
        page.route_web_socket(lambda url: "/socket" in url, self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()

        def sent(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "vote":
                self.votes.append(frame)
            else:
                server.send(text)

        route.on_message(sent)

    def tell(self, **frame: Any) -> None:
        """Sends the page a frame as the server would."""
        assert self._route is not None
        self._route.send(json.dumps(frame))


def seated(open_page: Opener) -> tuple[Page, Line]:
    """A page at a table against bots, with its line."""
    page = open_page()
    line = Line(page)
    sit_down(page)
    play_to_discard(page)
    return page, line


def test_a_vote_is_answered_by_a_click(open_page: Opener) -> None:
    """C14: who is asked agrees or refuses by one click; who is not only reads of it."""
    page, line = seated(open_page)
    for button, agree in ((0, True), (1, False)):
        line.tell(type="ballot", seat=2, outcome="open", agreed=[1], asked=[0])
        banner = page.locator(".banner")
        expect(banner.locator("button")).to_have_count(2)
        banner.locator("button").nth(button).click()
        page.wait_for_timeout(50)
        assert line.votes[-1] == {"type": "vote", "seat": 2, "agree": agree}
    line.tell(type="ballot", seat=2, outcome="open", agreed=[0, 1], asked=[3])
    expect(page.locator(".banner button")).to_have_count(0)
    line.tell(type="ballot", seat=2, outcome="passed", agreed=[0, 1, 3], asked=[])
    expect(page.locator(".banner")).to_be_hidden()


def test_a_vote_is_proposed_from_the_menu(open_page: Opener) -> None:
    """C14: the menu offers the seats of people who are away, and of nobody else."""
    page, line = seated(open_page)
    people = [
        {"seat": seat, "name": name, "kind": "person", "connected": seat != 2}
        | {"autopilot": False, "ready": True}
        for seat, name in enumerate(("我", "甲", "乙", "丙"))
    ]
    line.tell(type="presence", seats=people)
    page.get_by_role("button", name="菜单").click()
    offer = page.get_by_role("button", name="请电脑接替乙")
    expect(offer).to_have_count(1)
    expect(page.get_by_role("button", name="请电脑接替甲")).to_have_count(0)
    offer.click()
    page.wait_for_timeout(50)
    assert line.votes == [{"type": "vote", "seat": 2, "agree": True}]
