"""What is special about each rule set, seen at the table: declarations, tours, payments, ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from goldsparrow.game.deal import Deal
from goldsparrow.moves import parse_move
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import NAMES
from tests.browser.clicks import Opener
from tests.browser.looks import faults, raw_keys
from tests.browser.staged import Staged
from tests.clauses.walls import (
    LONGYAN,
    OURGAME,
    SANMING,
    STREET,
    deal,
    discard,
    drain,
    passing,
    play,
)

SCREENS = [(1366, 768), (390, 844), (844, 390)]

GAP = "123m456m789m123s99p4p6p"
"""Sixteen tiles, complete but for the 5p between 4p and 6p."""
MELDS = "123p456p789p123s"
"""Four complete melds; with one gold beside them any tile wins."""
READY = "123m456m789m123s55s1p1p"
"""Waits for 5s and 1p."""
# Two thirds of the flowers at the opening: 34 tiles are drawable, and seat 2 draws the fifth-last.
FLOWERS = {0: "1z1z1z1z2z2z", 1: "2z2z3z3z3z3z", 2: "4z4z4z4z5z5z", 3: "5z5z6z6z6z6z"}
UNLOCKED = rule_set("longyan", gold_lock="none")


def _turn(game: Deal) -> None:
    """Everyone passes until somebody's turn, and discards what is drawn."""
    discard(game, game.table.turn, NAMES[game.table.drawn])


def gap_offered() -> Deal:
    game = deal(SANMING, {0: GAP + "1p"}, "5p")
    passing(game)
    return game


def gap_declared(seat: int = 0) -> Deal:
    """The seat declares on its first turn, by throwing the 1p."""
    hands = {0: "1p", 1: GAP} if seat else {0: GAP + "1p"}
    game = deal(SANMING, hands, "5p", at={0: "1p"} if seat else {})
    passing(game)
    if seat:
        discard(game, 0, "1p")
    play(game, f"{seat} gold_gap:1p")
    passing(game)
    return game


def tour(level: int, rules: RuleSet = UNLOCKED) -> Deal:
    melds = MELDS + "789s" * (rules.deal.melds - 4)
    hands = {0: melds + "5m" + ("1z" if level == 1 else "5m")}
    game = deal(rules, hands, "5m", at={3: "5m"} if level == 3 else {})
    passing(game)
    discard(game, 0, "1z" if level == 1 else "5m")
    if level == 3:
        for _ in range(3):
            _turn(game)
        discard(game, 0, "5m")
    return game


def tour_wins(level: int) -> Deal:
    game = tour(level)
    while game.table.turn != 0:
        _turn(game)
    return game


def fifth_last(drawable: int = 4) -> Deal:
    hands = {3: READY, 2: "9m"}
    game = deal(SANMING, hands, "8s", at={29: "1p"}, flowers=FLOWERS, tail="9m")
    drain(game, drawable)
    return game


def liable_discard() -> Deal:
    game = fifth_last()
    play(game, "2 discard:1p")
    return game


def last_draws() -> Deal:
    game = fifth_last()
    _turn(game)
    return game


def white_dragon() -> Deal:
    game = deal(LONGYAN, {0: "123p456p789p46m77z1z", 1: "7z"}, "5m")
    passing(game)
    discard(game, 0, "1z")
    play(game, "1 discard:7z")
    return game


def rob(seat: int) -> Deal:
    hand = "123p456p789p12s55s" + ("1m" if seat == 0 else "")
    return deal(LONGYAN, {seat: hand}, "3s")


def dealer_discards() -> Deal:
    game = deal(STREET, {0: "1p", 1: READY}, "8s")
    passing(game)
    play(game, "0 discard:1p", "1 win")
    return game


def three_golds() -> Deal:
    return deal(OURGAME, {0: "555m"}, "5m")


def heavenly() -> Deal:
    return deal(SANMING, {0: "123p456p789p123s789s55p"}, "5m")


class Moment(NamedTuple):
    """A deal, who looks, where the moment shows, and what is written there."""

    make: Callable[[], Deal]
    seat: int
    where: str
    says: tuple[str, ...]


OFFERS = ".offers"
PLATES = ".plate"

MOMENTS = {
    "gap_offered": Moment(gap_offered, 0, OFFERS, ("Gold gap", "Rob the gold")),
    "gap_own": Moment(gap_declared, 0, PLATES, ("Gold gap",)),
    "gap_other": Moment(lambda: gap_declared(1), 0, PLATES, ("Gold gap",)),
    "tour_own": Moment(lambda: tour(1), 0, PLATES, ("Tour",)),
    "tour_double": Moment(lambda: tour(2), 1, PLATES, ("Double tour",)),
    "tour_triple": Moment(lambda: tour(3), 2, PLATES, ("Triple tour",)),
    "tour_wins": Moment(lambda: tour_wins(1), 0, OFFERS, ("Tour", "24")),
    "tour_street": Moment(lambda: tour(2, STREET), 3, PLATES, ("Double tour",)),
    "fifth_counted": Moment(lambda: fifth_last(5), 0, ".hub", ("5",)),
    "fifth_drawn": Moment(fifth_last, 2, PLATES, ("Liable",)),
    "fifth_discarded": Moment(liable_discard, 3, OFFERS, ("33",)),
    "white_dragon": Moment(white_dragon, 0, OFFERS, ("7",)),
    "rob_gold": Moment(lambda: rob(2), 2, OFFERS, ("Rob the gold",)),
    "rob_gold_dealer": Moment(lambda: rob(0), 0, OFFERS, ("Rob the gold",)),
    "three_golds": Moment(three_golds, 0, OFFERS, ("Three golds",)),
    "heavenly": Moment(heavenly, 0, OFFERS, ("90",)),
}
"""Moments that stand still."""


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize("name", MOMENTS)
def test_moments_are_seen_and_nothing_overlaps(
    open_page: Opener, name: str, size: tuple[int, int]
) -> None:
    """Each moment is told where it belongs, and nothing is cut, covered or overlapping."""
    moment = MOMENTS[name]
    page = Staged(open_page(*size, language="en"), moment.make(), seat=moment.seat).page

    told = " ".join(page.locator(moment.where).all_inner_texts())
    for text in moment.says:
        assert text in told
    assert faults(page) == []
    assert raw_keys(page.locator("body")) == []


def test_nobody_else_sees_the_first_level_of_a_tour(open_page: Opener) -> None:
    """L9: it binds nobody, and so stands on its owner's plate alone."""
    for seat in range(4):
        page = Staged(open_page(language="en"), tour(1), seat=seat).page
        expect(page.get_by_text("Tour", exact=True)).to_have_count(1 if seat == 0 else 0)


def test_each_way_to_win_says_what_it_pays(open_page: Opener) -> None:
    """F5, F7: a dealer who may rob the gold or win as dealt reads both sums."""
    game = deal(OURGAME, {0: "123p456p789p123s789s9s5m"}, "5m")
    page = Staged(open_page(language="en"), game).page

    offered = page.locator(".offers button[data-move]")
    told = {one.get_attribute("data-move"): one.inner_text() for one in offered.all()}
    for move in ("win", "rob_gold"):
        assert str(game.view(0).worth_of(parse_move(move))) in told[move]


@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_payments_fly_with_their_reason(open_page: Opener, size: tuple[int, int]) -> None:
    """L5, L6: a kong and a followed discard are paid at once: the reason, who gives, who gets."""
    kong = deal(LONGYAN, {0: "1111p"}, "5m", head="9s")
    passing(kong)
    followed = deal(SANMING, dict.fromkeys(range(4), "1p9s"), "5m")
    for seat in range(3):
        discard(followed, seat, "1p")
    for game, move, texts in (
        (kong, "0 concealed_kong:1p", ("Concealed kong", "+12", "−4")),
        (followed, "3 discard:1p", ("Followed", "−15", "+5")),
    ):
        before = len(game.events)
        play(game, move)
        staged = Staged(
            open_page(*size, language="en", motion="no-preference"), game, before=before
        )
        staged.play_on()
        for text in texts:
            expect(staged.page.get_by_text(text, exact=True).first).to_be_visible()


@pytest.mark.parametrize(
    ("game", "tail"),
    [(deal(LONGYAN, {}, "5m"), 0), (deal(OURGAME, {}, "5m"), 8), (deal(SANMING, {}, "5m"), 0)],
    ids=["longyan", "fuzhou", "sanming"],
)
def test_the_indicator_lies_where_the_rules_lay_it(
    open_page: Opener, game: Deal, tail: int
) -> None:
    """L2, F3, S3: on the last stack, on the ninth from the tail, or where the dice opened it."""
    page = Staged(open_page(), game).page
    slots = [
        (int(place), int(stack))
        for one in page.locator(".walls i:not(.none)").all()
        for place, stack in [(one.get_attribute("data-slot") or "").split("-")[1:]]
    ]
    shown = page.locator(".walls i.indicator").get_attribute("data-slot")
    # The wall goes on clockwise: through the places 0, 3, 2 and 1. Its tail lies before the break.
    start = game.table.start
    assert start is not None
    first = -start.break_seat % 4 * 18 + start.break_stack
    order = sorted(slots, key=lambda slot: (-slot[0] % 4 * 18 + slot[1] - first) % 72)
    place, stack = order[-1 - tail]
    assert shown == f"wall-{place}-{stack}"


@pytest.mark.parametrize("size", SCREENS, ids=str)
@pytest.mark.parametrize(("language", "told"), [("zh-Hans", "听任何牌"), ("en", "any tile")])
def test_a_hand_that_any_tile_completes_says_so(
    open_page: Opener, size: tuple[int, int], language: str, told: str
) -> None:
    """One word for 34 kinds, of the hand and of a discard that is pointed at."""
    page = Staged(open_page(*size, language=language), tour(1), seat=0).page
    expect(page.locator(".waits")).to_contain_text(told)
    assert page.locator(".waits li").count() == 0
    game = deal(UNLOCKED, {0: MELDS + "5m1z"}, "5m")
    passing(game)
    page = Staged(open_page(*size, language="en"), game).page
    page.locator('.hand button[data-tile="1z"]').hover()
    expect(page.locator(".waits")).to_contain_text("any tile")
    assert faults(page) == []


def test_plates_follow_what_is_paid_during_the_deal(open_page: Opener) -> None:
    """L5: a kong is paid at once, and all four points change then and there."""
    game = deal(LONGYAN, {0: "1111p"}, "5m", head="9s")
    passing(game)
    before = len(game.events)
    play(game, "0 concealed_kong:1p")
    staged = Staged(open_page(language="en"), game, before=before)
    points = staged.page.locator(".plate .second")
    told = [text.split()[0] for text in points.all_inner_texts()]
    assert told == ["0"] * 4
    staged.play_on()
    expect(points.first).to_contain_text("12")
    told = [text.split()[0] for text in points.all_inner_texts()]
    assert sorted(told) == ["-4", "-4", "-4", "12"]


def test_payers_are_told_what_they_are(open_page: Opener) -> None:
    """Who pays more than the others reads why: as the dealer, or for the discard."""
    page = Staged(open_page(language="en"), dealer_discards()).page
    roles = page.locator(".payers .who").all_inner_texts()
    assert sum("Dealer" in text and "Discarder" in text for text in roles) == 1
    assert sum("Dealer" in text or "Discarder" in text for text in roles) == 1
