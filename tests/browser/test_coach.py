"""The coach at the table: who may ask, what it shows, how it goes away, and the review."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from goldsparrow.text import Language, say
from tests.browser.clicks import (
    HAND,
    OFFERS,
    Opener,
    play,
    play_to_discard,
    settled,
    sit_down,
)
from tests.browser.looks import axe, faults, raw_keys

SCREENS = [(1366, 768), (390, 844), (844, 390)]
LANGUAGES: list[Language] = ["zh-Hans", "zh-Hant", "en"]
ASK = ".ask"
ADVICE = ".coach"


class Line:
    """The line of a page: its askings for advice, which reach the server or are kept back."""

    def __init__(self, page: Page, *, kept: bool = False) -> None:
        self.hints: list[dict[str, Any]] = []
        self._kept = kept
        self._route: WebSocketRoute | None = None
        page.route_web_socket(lambda url: "/socket" in url, self._carry)

    def _carry(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()

        def sent(text: str | bytes) -> None:
            frame = json.loads(text)
            if frame["type"] == "hint":
                self.hints.append(frame)
            if frame["type"] != "hint" or not self._kept:
                server.send(text)

        route.on_message(sent)

    def tell(self, **frame: Any) -> None:
        """Sends the page a frame as the server would."""
        assert self._route is not None
        self._route.send(json.dumps(frame))


def choose_coach(page: Page) -> None:
    """Asks for a coach among the options of the match, on the home page."""
    page.locator(".more button").first.click()
    hints = page.locator("select").filter(has=page.locator('option[value="coach"]'))
    hints.select_option("coach")
    page.locator("dialog[open] .gilt-surface").click()


def coached(open_page: Opener, *size: int, language: Language = "zh-Hans") -> Page:
    """A page at a table against bots with a coach."""
    page = open_page(*(size or (1366, 768)), language=language)
    choose_coach(page)
    sit_down(page)
    return page


def is_to_claim(page: Page) -> bool:
    """Whether there is something to claim, which one may let go."""
    return page.locator(f'{OFFERS}[data-move="pass"]').count() > 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_of_a_match_offer_a_coach(open_page: Opener, language: Language) -> None:
    """Among the hints, with a sentence of what it does; the choice stays in the rules' link."""
    page = open_page(language=language)
    page.locator(".more button").first.click()
    hints = page.locator("select").filter(has=page.locator('option[value="coach"]'))
    hints.select_option("coach")

    told = hints.locator("option:checked").inner_text()
    assert told == say("panel.match.hints.coach", language)
    assert hints.get_attribute("aria-describedby") == "about-coach"
    expect(page.locator("#about-coach")).to_have_text(say("panel.match.hints.coach.text", language))
    assert axe(page) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_advice_is_shown_beside_the_choices(
    open_page: Opener, size: tuple[int, int], language: Language
) -> None:
    """One tile is marked, its reasons are listed, nothing is covered; it goes with the answer."""
    page = coached(open_page, *size, language=language)
    play_to_discard(page)
    page.locator(ASK).click()
    advice = page.locator(ADVICE)
    expect(advice).to_be_visible()

    assert faults(page) == []
    assert axe(page) == []
    assert raw_keys(page.locator("body")) == []
    marked = page.locator(f"{HAND}.advised")
    assert marked.count() + page.locator(f"{OFFERS}.advised").count() == 1
    status = advice.locator("[role=status]")
    expect(status).to_contain_text(say("coach.name", language))
    assert re.search(r"\d", status.inner_text())
    boxes = [advice.bounding_box(), page.locator(".hand button").first.bounding_box()]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"] + 1
    target = marked if marked.count() else page.locator(f"{OFFERS}.advised")
    target.focus()
    page.keyboard.press("Enter")
    expect(advice).to_be_hidden()


def test_a_key_asks_and_puts_the_advice_away(open_page: Opener) -> None:
    """H asks once; pressed again it puts the advice away and takes it out without asking."""
    page = open_page()
    choose_coach(page)
    line = Line(page)
    sit_down(page)
    play_to_discard(page)
    advice = page.locator(ADVICE)
    for shown in (True, False, True):
        page.keyboard.press("h")
        expect(advice).to_have_count(int(shown))
        expect(page.locator(ASK)).to_have_attribute("aria-pressed", str(shown).lower())
    advice.locator(".close").click()
    expect(advice).to_have_count(0)
    assert len(line.hints) == 1
    page.get_by_role("button", name="菜单").click()
    page.locator("summary").click()
    expect(page.locator("dialog[open] dl")).to_contain_text("问教练")


def test_a_claim_is_advised_as_well(open_page: Opener) -> None:
    """Of the answers to another's discard the coach's is marked; the table waits meanwhile."""
    page = coached(open_page, language="en")
    play(page, lambda: is_to_claim(page), seed=5)
    page.locator(ASK).click()

    expect(page.locator(ADVICE)).to_be_visible()
    expect(page.locator(f"{OFFERS}.advised")).to_have_count(1)
    assert page.locator(f"{HAND}.advised").count() == 0
    assert faults(page) == []


def test_who_asks_too_late_or_for_nothing_is_told_so(open_page: Opener) -> None:
    """In plain words: that the choice is over, or that there is no advice just now."""
    page = open_page(language="en")
    choose_coach(page)
    line = Line(page, kept=True)
    sit_down(page)
    play_to_discard(page)
    page.locator(ASK).click()
    expect(page.locator(ASK)).to_have_attribute("aria-busy", "true")
    decision = line.hints[0]["decision"]
    no = {"type": "error", "code": "not_now", "message": "no", "quoted": str(decision)}
    line.tell(**no)
    expect(page.get_by_role("alert").filter(has_text=say("coach.busy", "en"))).to_be_visible()
    page.locator(ASK).click()
    page.wait_for_timeout(50)
    assert [hint["decision"] for hint in line.hints] == [decision, decision]
    line.tell(type="question_closed", id=decision, reason="deadline")
    line.tell(**no)
    expect(page.get_by_role("alert").filter(has_text=say("coach.late", "en"))).to_be_visible()
    expect(page.locator(ASK)).to_be_disabled()
    assert page.locator(ADVICE).count() == 0


def test_a_table_without_a_coach_shows_none(open_page: Opener) -> None:
    """No button, and the key does nothing."""
    page = open_page()
    line = Line(page)
    sit_down(page)
    play_to_discard(page)
    page.keyboard.press("h")
    page.wait_for_timeout(100)
    assert page.locator(ASK).count() == 0
    assert line.hints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_own_choices_are_gone_through_at_the_end(open_page: Opener, language: Language) -> None:
    """From the last page to the review: in the language chosen, whole on every screen."""
    page = open_page(language=language)
    sit_down(page, length=0)
    play(page, lambda: page.locator("ol li").count() == 4, seconds=240)
    page.get_by_role("link", name=say("review.link", language)).click()
    page.locator("article, .note").first.wait_for()

    assert page.locator("html").get_attribute("lang") == language
    assert say("review.mistakes", language) in page.locator("body").inner_text()
    assert raw_keys(page.locator("body")) == []
    lost = [
        float(text.replace("−", "")) for text in page.locator("article header b").all_inner_texts()
    ]
    assert lost == sorted(lost, reverse=True)
    assert page.locator("article .seats").count() == len(lost)
    found = axe(page)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{width} x {height} scrolls sideways")
    assert found == []
    other = "en" if language != "en" else "zh-Hant"
    page.locator(f'nav a[lang="{other}"]').click()
    expect(page.locator("html")).to_have_attribute("lang", other)
    page.locator("nav a").first.click()
    page.locator("main.table, [role=dialog]").first.wait_for()


def test_the_settlement_leads_to_the_review(open_page: Opener) -> None:
    """Already after the first deal, of the deals that are over."""
    page = open_page(language="en")
    sit_down(page, length=1)
    play(page, lambda: settled(page))
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Review my decisions").click()
    review = opened.value
    review.locator(".note").wait_for()
    assert review.locator("table tr").count() >= 2


def test_the_room_says_that_there_is_a_coach(open_page: Opener) -> None:
    """Whoever comes by the link reads it before sitting down."""
    page = open_page(language="en")
    choose_coach(page)
    page.locator(".create button").click()
    page.locator("#room-link").wait_for()
    guest = open_page(language="en", path="/" + page.url.split("/", 3)[3])
    guest.locator(".join button").wait_for()
    for one in (page, guest):
        expect(one.locator("header p").first).to_contain_text("1 round · with a coach")
