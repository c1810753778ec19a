"""Every page in three languages, on every screen, for every reader."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicks import Opener, play, play_to_discard, settled, sit_down
from tests.browser.looks import axe, faults, raw_keys

SCREENS = [(1366, 768), (390, 844), (844, 390)]
SMALL = [(360, 640), (667, 375)]
TITLES = {"zh-Hans": "金雀", "zh-Hant": "金雀", "en": "Gold Sparrow"}


def _check_words(page: Page, language: str) -> None:
    assert page.locator("html").get_attribute("lang") == language
    assert TITLES[language] in page.title()
    assert raw_keys(page.locator("body")) == []


@pytest.mark.parametrize("language", list(TITLES))
def test_every_page_speaks_the_language(open_page: Opener, language: str) -> None:
    """Home, table and settlement show no text key, with `lang` and the title to match."""
    page = open_page(language=language)
    page.locator(".go").wait_for()
    _check_words(page, language)
    sit_down(page)
    _check_words(page, language)
    play(page, lambda: settled(page))
    _check_words(page, language)


def test_the_language_changes_at_once(open_page: Opener) -> None:
    """A click on the home page and one at the table change all words without a reload."""
    page = open_page()
    page.locator('.bar .choice input[value="en"]').check(force=True)
    expect(page.locator(".go")).to_contain_text("Play now")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    sit_down(page)
    play_to_discard(page)
    page.get_by_role("button", name="Language").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")


@pytest.mark.parametrize("screen", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_is_cut_or_covered(open_page: Opener, screen: tuple[int, int]) -> None:
    """At every question of two deals and at both settlements all controls are free."""
    page = open_page(*screen)
    sit_down(page)
    seen: set[str] = set()
    deals = [0]

    def look() -> None:
        seen.update(faults(page))
        deals[0] += settled(page)

    play(page, lambda: deals[0] == 2, each=look, seed=3)
    assert seen == set()


@pytest.mark.parametrize("screen", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_a_settlement_fits_the_smallest_phones(
    open_page: Opener, screen: tuple[int, int], language: str
) -> None:
    """One screen, no scrolling, nothing cut: the hand, the items, the payments and the way on."""
    page = open_page(*screen, language=language)
    sit_down(page)
    play(page, lambda: settled(page))
    assert faults(page) == []
    if page.locator("footer button[aria-pressed]").count():
        page.locator("footer button[aria-pressed]").click()
        assert faults(page) == []


@pytest.mark.parametrize("screen", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_axe_finds_nothing_serious(open_page: Opener, screen: tuple[int, int]) -> None:
    """Home, settings, table and settlement."""
    page = open_page(*screen)
    page.locator(".go").wait_for()
    found = axe(page)
    page.locator(".bar button").last.click()
    found += axe(page)
    page.keyboard.press("Escape")
    sit_down(page)
    found += axe(page)
    play(page, lambda: settled(page))
    found += axe(page)
    assert found == []


def _open_a_room(page: Page) -> None:
    page.locator(".create button").click()
    page.locator("#room-link").wait_for()


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
@pytest.mark.parametrize("screen", [*SCREENS, *SMALL], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_room_is_whole_on_every_screen(
    open_page: Opener, screen: tuple[int, int], language: str
) -> None:
    """The host's and the guest's view: nothing cut or covered, nothing serious for axe."""
    page = open_page(*screen, language=language)
    _open_a_room(page)
    found = faults(page) + axe(page)
    guest = open_page(*screen, language=language, path="/" + page.url.split("/", 3)[3])
    guest.locator(".join button").wait_for()
    assert found + faults(guest) + axe(guest) == []


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_the_final_page_is_whole_on_every_screen(open_page: Opener, language: str) -> None:
    """After a match, turned and resized: nothing cut or covered, nothing serious for axe."""
    page = open_page(*SCREENS[0], language=language)
    sit_down(page, length=0)
    play(page, lambda: page.locator("ol li").count() == 4, seconds=240)
    found: list[str] = []
    for width, height in [*SCREENS, *SMALL]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        found += [f"{width}x{height}: {fault}" for fault in faults(page) + axe(page)]
    assert found == []


def test_a_deal_is_played_by_keyboard_alone(open_page: Opener) -> None:
    """Enter sits down; arrows and Enter discard, a letter claims, the space bar passes."""
    page = open_page()
    page.locator(".go").focus()
    page.keyboard.press("Enter")
    page.locator("main.table").wait_for()
    for _ in range(400):
        if settled(page):
            break
        if page.locator(".offers button:not([aria-disabled])").count():
            page.keyboard.press(
                "Escape" if page.locator('.offers [data-move="pass"]').count() else "1"
            )
        elif page.locator(".hand button[data-tile]:not([aria-disabled])").count():
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("Enter")
        page.wait_for_timeout(40)
    assert settled(page)
    page.locator("footer .next").focus()
    page.keyboard.press("Enter")
    page.locator(".cover").wait_for(state="detached")


def test_animations_end_and_can_be_skipped(open_page: Opener) -> None:
    """With motion on, a tap ends the settlement's counting at once."""
    page = open_page(motion="no-preference")
    sit_down(page)
    play(page, lambda: page.locator(".cover.running").count() > 0, seconds=200)
    page.locator(".cover").click(position={"x": 5, "y": 5})
    expect(page.locator(".cover.running")).to_have_count(0, timeout=300)
