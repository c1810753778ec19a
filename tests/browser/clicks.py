"""A player that sees the page and nothing else, and touches it by clicks alone."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from playwright.sync_api import Error, Page

Opener = Callable[..., Page]
"""Opens a page of the client: width, height, and by name language, motion and path."""

NEXT = "footer .next:not([disabled])"
OFFERS = ".offers button:not([aria-disabled])"
HAND = ".hand button[data-tile]"
TO_DISCARD = ".hand button.asked[data-tile]:not([aria-disabled])"
"""The tiles that may be discarded now; a hand that is only looked at has none."""
WINS = ("win", "three_golds", "rob_gold")


def sit_down(page: Page, *, length: int = 0, rules: str | None = None) -> None:
    """Starts a match against bots from the home page; `length` is the place of the choice."""
    page.locator(".length input").nth(length).check(force=True)
    if rules is not None:
        page.locator(f'input[name="rules"][value="{rules}"]').check(force=True)
    page.locator(".go").click()
    page.locator("main.table").wait_for()


def is_asked(page: Page) -> bool:
    """Tells whether the page waits for the player."""
    return page.locator(f"{OFFERS}, {TO_DISCARD}").count() > 0


def is_to_discard(page: Page) -> bool:
    """Tells whether the player must discard, which leaves more time than a claim.

    It looks twice: what was clicked just now shows on the page a frame later.
    """
    tiles = page.locator(TO_DISCARD)
    if not tiles.count():
        return False
    page.wait_for_timeout(100)
    return tiles.count() > 0


def one_click(page: Page, chance: random.Random) -> bool:
    """Answers what is asked now, if anything: a win always, claims as chance will."""
    try:
        offers = page.locator(OFFERS)
        moves = [offers.nth(place).get_attribute("data-move") for place in range(offers.count())]
        if moves:
            move = next((win for win in WINS if win in moves), None) or chance.choice(moves)
            page.locator(f'.offers button[data-move="{move}"]').click(timeout=1500)
            return True
        tiles = page.locator(TO_DISCARD)
        count = tiles.count()
        if count:
            tiles.nth(chance.randrange(count)).click(timeout=1500)
            return True
    except Error:
        # The table moved on between looking and clicking: look again.
        return False
    return False


def play(
    page: Page,
    stop: Callable[[], bool],
    *,
    seed: int = 1,
    seconds: float = 120,
    each: Callable[[], None] = lambda: None,
) -> None:
    """Plays on, from deal to deal, until `stop`; `each` is called before every click.

    Raises:
        AssertionError: the table did not get there in time.
    """
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    while not stop():
        assert time.monotonic() < end, f"stuck: {page.locator('body').inner_text()[:600]}"
        if settled(page):
            # It may have come after `stop` was asked, which perhaps waits for just this.
            if stop():
                return
            each()
            page.locator(NEXT).click()
        elif is_asked(page):
            each()
            one_click(page, chance)
        else:
            page.wait_for_timeout(20)


def play_to_discard(page: Page) -> None:
    """Plays until the player must discard; a deal may end before, even at its opening."""
    play(page, lambda: is_to_discard(page))


def settled(page: Page) -> bool:
    """Tells whether a settlement is on the screen."""
    return page.locator(NEXT).count() > 0


def own_tiles(page: Page) -> list[str]:
    """The faces of the own hand, in no order."""
    faces: list[str] = page.evaluate(
        "(hand) => [...document.querySelectorAll(hand)].map((tile) => tile.dataset.tile)", HAND
    )
    return sorted(faces)
