"""Rules pages, house options and the score calculator, on every screen and for every reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicks import Opener
from tests.browser.looks import axe, raw_keys

SCREENS = [(1366, 768), (390, 844), (844, 390)]
LANGUAGES = ["zh-Hans", "zh-Hant", "en"]
HAND = "#/score?gold=9p&hand=123456789m234p55s67s&flowers=125f"
WON = f"{HAND}&win=8s&by=discard"
# What a link says, with a conflict in it (F9, S2).
CLASH = "#/new?rules=fuzhou-ourgame&gold_discard=forbidden&gold_lock=deal&base=8"


def no_wider(page: Page) -> bool:
    """Whether nothing makes the page scroll sideways."""
    return bool(
        page.evaluate(
            "() => [...document.querySelectorAll('.stage, dialog[open] .body')]"
            ".every((one) => one.scrollWidth <= one.clientWidth + 1)"
        )
    )


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_page(open_page: Opener, size: tuple[int, int], language: str) -> None:
    """A rules page is worded, fits the screen, marks what differs, and is for every reader."""
    page = open_page(*size, language=language, path="/#/rules/longyan?tour_points=5")
    page.locator("[data-section=options]").wait_for()

    assert page.locator("html").get_attribute("lang") == language
    assert raw_keys(page.locator("body")) == []
    assert page.locator("aside li").count() == 1
    assert page.locator("tr.marked").count() == 1
    assert no_wider(page)
    assert axe(page) == []


def test_rules_page_follows_its_list(open_page: Opener) -> None:
    """The list of sections leads to each, by keyboard too, and the heading takes the focus."""
    page = open_page(language="en", path="/#/rules/sanming")
    link = page.get_by_role("button", name="Scoring")
    link.focus()
    page.keyboard.press("Enter")

    expect(page.locator("#section-scoring")).to_be_focused()
    expect(page.locator("#section-scoring")).to_be_in_viewport()
    expect(link).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_calculator(open_page: Opener, size: tuple[int, int], language: str) -> None:
    """A link's hand is scored by all rule sets; one of another size is told what it needs."""
    page = open_page(*size, language=language, path=f"/{WON}")
    page.locator("details").nth(3).wait_for()

    gains = page.locator("details summary strong").all_inner_texts()
    assert gains == ["+24", "+16", "+25", "+24"]
    assert "13" in page.locator(".no").inner_text()
    assert raw_keys(page.locator("body")) == []
    assert no_wider(page)
    assert axe(page) == []


def test_calculator_by_keyboard(open_page: Opener) -> None:
    """A hand is put together without a mouse, its waits are shown, and the address holds it."""
    page = open_page(language="en", path="/#/score")

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")

    press("Show an example")
    page.locator("details").first.wait_for()
    assert "hand=123456m2349p556s" in page.url
    press("Remove 7 of bamboo")
    expect(
        page.get_by_role("heading", name="What it waits for, and what each pays")
    ).to_be_visible()
    assert "win=" not in page.url
    press("Undo")
    expect(page.get_by_role("heading", name="By all rule sets")).to_be_visible()


def test_calculator_takes_a_wait(open_page: Opener) -> None:
    """A tap on a wait wins with it."""
    page = open_page(language="en", path=f"/{HAND}")
    page.locator(".waits button").first.click()

    expect(page.locator("details summary strong").first).to_be_visible()
    assert "win=9p" in page.url


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_options_panel(open_page: Opener, size: tuple[int, int], language: str) -> None:
    """The panel shows the options of a link by groups and marks them; a conflict names both."""
    page = open_page(*size, language=language, path=f"/{CLASH}")
    page.locator(".more button").click()
    panel = page.locator("dialog[open]")
    panel.locator(".clash").nth(1).wait_for()

    assert panel.locator(".differs").count() == 3
    told = panel.locator("footer .trouble").inner_text()
    titles = panel.locator(".clash .name").all_inner_texts()
    assert len(titles) == 2
    assert all(title in told for title in titles)
    assert raw_keys(panel) == []
    assert no_wider(page)
    assert axe(page) == []


def test_options_reach_every_player(open_page: Opener) -> None:
    """Who comes by the link reads the differences, and all rules, before sitting down."""
    host = open_page(language="en", path="/#/new?rules=longyan&tour_points=5&stake=2")
    host.locator(".create button").click()
    host.locator("#room-link").wait_for()
    link = host.locator("#room-link").input_value()
    guest = open_page(390, 844, language="zh-Hant", path=f"/#{link.split('#')[1]}")

    expect(host.locator(".changes")).to_contain_text("5, 10, 20")
    expect(guest.locator(".changes")).to_contain_text("5、10、20")
    expect(guest.locator(".join")).to_be_visible()
    guest.locator(".read").click()
    expect(guest.locator("dialog[open] aside")).to_contain_text("5、10、20")
    assert axe(guest) == []


def test_options_at_the_table(open_page: Opener) -> None:
    """The table's menu says what differs and opens the rules above the table."""
    page = open_page(language="en", path="/#/new?rules=sanming&base=8")
    page.locator(".go").click()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog[open] .rules dl")).to_contain_text("Base")
    page.get_by_role("button", name="Read the rules").click()

    expect(page.locator("dialog[open] aside")).to_contain_text("Base: 8")
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert "#/table/" in page.url
