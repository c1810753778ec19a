"""A whole match in the browser, and what may come between: a reload, a lost line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from goldsparrow.cli import main
from tests.browser.clicks import (
    NEXT,
    TO_DISCARD,
    Opener,
    is_to_discard,
    own_tiles,
    play,
    play_to_discard,
    settled,
    sit_down,
)


@pytest.mark.parametrize("rules", ["fuzhou-ourgame", "fuzhou-classic"])
def test_a_match_is_played_to_its_end_by_clicks(
    open_page: Opener, tmp_path: Path, rules: str
) -> None:
    """From the home page through four deals to the ranking and the record that verifies."""
    page = open_page()
    sit_down(page, length=0, rules=rules)
    table = page.url.rsplit("/", 1)[1]

    play(page, lambda: page.locator("ol li").count() == 4, seconds=240)

    points = [
        int(text.replace(",", "").replace("−", "-"))
        for text in page.locator("ol li > strong").all_inner_texts()
    ]
    assert sum(points) == 0
    assert points == sorted(points, reverse=True)
    record = tmp_path / "match.jsonl"
    record.write_bytes(page.request.get(f"/api/tables/{table}/record").body())
    ends = [
        line for line in record.read_text(encoding="utf-8").splitlines() if '"type":"end"' in line
    ]
    assert len(ends) == 4
    assert main(["verify", str(record)]) == 0


def test_a_settlement_adds_up(open_page: Opener) -> None:
    """The payments shown sum to zero, and turn each seat's old points into the new."""
    page = open_page()
    sit_down(page)
    for deal in range(3):
        play(page, lambda: settled(page), seed=deal)
        shown = page.locator(".zero").inner_text()
        if shown:
            numbers = [
                int(text.replace(",", "").replace("−", "-"))
                for text in re.findall(r"[+−]?[\d,]+", shown)
            ]
            assert sum(numbers[:4]) == 0
        for line in page.locator(".payers .seat").all():
            paid, scores = (
                line.locator("> .only-read").inner_text(),
                line.locator(".scores").inner_text(),
            )
            before, after = (
                int(text.replace(",", "").replace("−", "-")) for text in scores.split(" → ")
            )
            assert before + int(paid.replace(",", "").replace("−", "-")) == after
        page.locator(NEXT).click()


def test_the_shuffle_is_checked_in_the_browser(open_page: Opener) -> None:
    """The revealed seed hashes to the commitment and makes the wall that was played (C3)."""
    page = open_page()
    sit_down(page)
    for deal in range(3):
        play(page, lambda: settled(page), seed=deal)
        if page.locator("footer button[aria-pressed=false]").count():
            page.locator("footer button[aria-pressed=false]").click()
        page.locator(".check button").click()
        expect(page.locator(".check.good")).to_be_visible()
        page.locator(NEXT).click()


def test_a_reload_in_the_middle_restores_the_table(open_page: Opener) -> None:
    """Hand, rivers and the open question are there again, and the deal goes on to its end."""
    page = open_page()
    sit_down(page)
    clicks = [0]
    play(
        page,
        lambda: (clicks[0] > 5 and is_to_discard(page)) or settled(page),
        each=lambda: clicks.__setitem__(0, clicks[0] + 1),
    )
    before = own_tiles(page)

    page.reload()
    page.locator("main.table").wait_for()
    page.wait_for_function("() => document.querySelectorAll('.hand button[data-tile]').length > 0")

    assert own_tiles(page) == before
    play(page, lambda: settled(page))


def test_a_reload_at_the_settlement_shows_it_again(open_page: Opener) -> None:
    """Between deals the settlement is restored, without its animation."""
    page = open_page()
    sit_down(page)
    play(page, lambda: settled(page))
    title = page.locator("h1").first.inner_text()

    page.reload()

    expect(page.locator("h1").first).to_have_text(title)
    page.locator(NEXT).click()
    play(page, lambda: settled(page))


def test_a_lost_line_is_shown_and_mended(open_page: Opener) -> None:
    """While the line is away a banner says so; once it is back the deal goes on."""
    page = open_page(path="/#/")
    lines: list[WebSocketRoute] = []
    away = [False]

    def carry(line: WebSocketRoute) -> None:
        if away[0]:
            line.close(code=1012)
            return
        lines.append(line)
        line.connect_to_server()

    page.route_web_socket(re.compile(r"/socket"), carry)
    sit_down(page)
    clicks = [0]
    play(
        page,
        lambda: clicks[0] > 3 or settled(page),
        each=lambda: clicks.__setitem__(0, clicks[0] + 1),
    )
    away[0] = True
    lines[-1].close(code=1012)

    expect(page.locator(".banner")).to_be_visible()
    away[0] = False
    expect(page.locator(".banner")).to_be_hidden(timeout=15_000)
    play(page, lambda: settled(page))
    assert len(lines) == 2


SPEND_AND_CLICK = """async (selector) => {
  const table = location.hash.split('/').pop();
  const line = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  await new Promise((open) => { line.onopen = open; });
  await new Promise((spent) => {
    line.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.type === 'error') spent();
      else if (frame.type === 'pong') line.send('{"type":"ping","n":1}');
    };
    line.send('{"type":"ping","n":1}');
  });
  document.querySelector(selector).click();
  setTimeout(() => line.close(), 500);
}"""
"""Speaks on a second line until the guest may not, then clicks: what that sends is not read."""


def test_what_the_server_did_not_read_is_sent_again(open_page: Opener) -> None:
    """Lines that come and go spend a guest's allowance, and the next frame is thrown away."""
    page = open_page()
    refused: list[str] = []
    acknowledged: list[str] = []

    def heard(frames: str | bytes) -> None:
        for text in str(frames).splitlines():
            frame = json.loads(text)
            if frame["type"] == "ack":
                acknowledged.append(frame["status"])
            elif frame["type"] == "error":
                refused.append(frame["code"])

    page.on("websocket", lambda line: line.on("framereceived", heard))
    sit_down(page)
    table = page.url.rsplit("/", 1)[1]
    play_to_discard(page)
    acknowledged.clear()
    page.evaluate(SPEND_AND_CLICK, TO_DISCARD)
    # Well before the table would discard for the player.
    page.wait_for_timeout(4000)

    assert acknowledged[:1] == ["accepted"]
    assert set(refused) == {"too_many"}

    play(page, lambda: settled(page))
    page.evaluate(SPEND_AND_CLICK, NEXT)
    page.wait_for_timeout(4000)

    assert page.request.get(f"/api/tables/{table}").json()["phase"] != "ready"


@pytest.mark.parametrize("size", [(1366, 768), (844, 390)], ids=str)
def test_the_table_cannot_be_scrolled_aside(open_page: Opener, size: tuple[int, int]) -> None:
    """The felt reaches beyond the screen; what is focused at the edge must not pull it in."""
    page = open_page(*size)
    sit_down(page)
    play_to_discard(page)
    aside = page.evaluate(
        "() => [...document.querySelectorAll('html, body, #app, main.table, .table')]"
        ".map((one) => { one.scrollTo(60, 60); return [one.scrollLeft, one.scrollTop]; })"
    )
    assert aside == [[0, 0]] * len(aside)
    assert aside


def test_two_tabs_may_hold_one_seat(open_page: Opener) -> None:
    """A second tab shows the same hand, and an answer in one is seen in the other."""
    page = open_page()
    sit_down(page)
    play(page, lambda: is_to_discard(page) or settled(page))
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("main.table").wait_for()
    other.wait_for_function("() => document.querySelectorAll('.hand button[data-tile]').length > 0")

    assert own_tiles(other) == own_tiles(page)
    play(other, lambda: settled(other))
    expect(page.locator(NEXT)).to_be_visible()


def test_a_room_fills_by_link_and_by_bots(open_page: Opener) -> None:
    """A friend sits down by the link; bots take the other seats; both are asked to be ready."""
    host = open_page()
    host.locator(".create button").click()
    host.locator("#room-link").wait_for()
    guest = open_page(path="/" + host.locator("#room-link").input_value().split("/", 3)[3])
    guest.locator(".join input").fill("小鱼丸")
    guest.locator(".join button").click()

    expect(host.locator("li b").filter(has_text="小鱼丸")).to_be_visible()
    host.locator("footer .gilt-surface").click()
    for page in (host, guest):
        page.get_by_role("button", name="准备好了").click()
    for page in (host, guest):
        page.locator("main.table").wait_for()
    assert json.loads(host.request.get(f"/api/tables/{host.url.rsplit('/', 1)[1]}").text())[
        "started"
    ]
