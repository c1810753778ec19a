"""What is drawn: in every language and way of writing tiles, complete and in line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from goldsparrow.events import Win
from goldsparrow.players import player
from goldsparrow.rules import RULE_SETS
from goldsparrow.terminal.canvas import Canvas, width
from goldsparrow.terminal.events import signed
from goldsparrow.terminal.faces import FACES, Faces, Writer
from goldsparrow.terminal.offers import hand_row
from goldsparrow.terminal.pages import (
    final_picture,
    help_picture,
    settlement_picture,
    too_small_picture,
    why_picture,
)
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.table_picture import table_picture
from goldsparrow.text import LANGUAGES, Language, say
from goldsparrow.tiles import HIDDEN, NAMES
from tests.terminal.seated import play_deal, show_all

Sit = Callable[..., Scene]
SIZES = [(80, 24), (81, 30), (120, 40), (200, 60)]


def scenes(scene: Scene, who: str = "greedy") -> Iterator[Scene]:
    """The scene at each choice of a deal."""
    person = player(who, 5)
    session = scene.session
    session.start_deal()
    show_all(session)
    while session.moves:
        yield scene
        session.play(person.act(session.view, session.moves))
        show_all(session)


def check_lines(canvas: Canvas, cells: int, lines: int) -> None:
    """Every row is exactly as wide as the screen, in cells."""
    assert canvas.height == lines
    for y in range(lines):
        assert width("".join(text for text, _ in canvas.runs(y))) == cells


def check_frames(canvas: Canvas) -> None:
    """The frames of the three panels are whole: nothing has run over them."""
    rows = canvas.text().split("\n")
    across = (canvas.width - 2) // 3
    end = next(y for y, line in enumerate(rows) if line[0] in "└╚")
    for y in range(2, end):
        cells = "".join(
            text if width(text) == 1 else text + "\0" for run, _ in canvas.runs(y) for text in run
        )
        for panel in range(3):
            left = panel * (across + 1)
            assert cells[left] in "│║"
            assert cells[left + across - 1] in "│║"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("faces", FACES)
def test_table_lines_up(sit: Sit, size: tuple[int, int], language: Language, faces: Faces) -> None:
    """At every moment of a deal all rows are in line and all frames whole."""
    scene = sit("fuzhou-ourgame", seed="lines", language=language, faces=faces)
    for each in scenes(scene, "chance"):
        canvas = table_picture(each, *size)
        check_lines(canvas, *size)
        check_frames(canvas)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_rule_set_is_drawn(sit: Sit, rules: str) -> None:
    """Each rule set's deals are drawn from the first choice to the settlement."""
    scene = sit(rules, seed="draw", language="zh-Hans", faces="chinese")
    for _ in range(3):
        for each in scenes(scene, "chance"):
            check_frames(table_picture(each, 80, 24))
        check_lines(settlement_picture(scene, 80, 24), 80, 24)


def test_own_hand(sit: Sit) -> None:
    """The hand stands in order, golds first and starred, the drawn tile apart and last."""
    scene = sit(seed="5", bots="chance")
    seen = set()
    for each in scenes(scene, "chance"):
        view = each.session.view
        tiles, drawn = hand_row(view)
        golds = view.hand.golds - (drawn == view.gold)
        assert tiles[:golds] == [view.gold] * golds
        assert tiles[golds:] == sorted(tiles[golds:])
        assert sorted([*tiles, *([drawn] if drawn != HIDDEN else [])]) == sorted(view.hand.tiles())
        text = table_picture(each, 80, 24).text()
        if view.hand.golds:
            assert text.count(f"{NAMES[view.gold]}*") == view.hand.golds
        seen.add((drawn != HIDDEN, view.hand.golds > 0))

    assert {drawn for drawn, _ in seen} == {True, False}
    assert any(golds for _, golds in seen)


def test_what_stands_on_the_table(sit: Sit) -> None:
    """Rivers, melds, flowers, points, the gold, drawable tiles and whose turn: all is there."""
    scene = sit(seed="7")
    for each in scenes(scene):
        view = each.session.view
        text = table_picture(each, 80, 24).text()
        status = text.split("\n")[0]
        assert f"Gold *{NAMES[view.gold]}" in status
        assert str(view.drawable) in status
        assert text.count(" >") >= 1
        for seat in range(4):
            for meld in view.melds(seat):
                assert each.writer.group(meld.tiles) in text
            if len(view.flowers(seat)):
                assert f"Flowers {len(view.flowers(seat))}" in text
        if view.live != HIDDEN:
            assert f"{NAMES[view.live]}<" in text


def test_offer_shows_its_meld(sit: Sit) -> None:
    """A claim is offered as the meld that it makes, and pointing at it raises its own tiles."""
    scene = sit(seed="claims")
    found = 0
    for _ in range(4):
        for each in scenes(scene):
            for place, offer in enumerate(each.offers):
                plain = table_picture(each, 80, 24)
                assert f"{offer.key} {offer.label}" in plain.text()
                if each.session.question.kind == "claim" and offer.uses:
                    each.pointed = place
                    raised = table_picture(each, 80, 24)
                    each.pointed = None
                    assert f">{offer.key} {offer.label}" in raised.text()
                    row = raised.text().split("\n")[19]
                    for tile in offer.uses:
                        assert NAMES[tile] in row
                    found += 1

    assert found > 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_settlement_is_complete(
    sit: Sit, rules: str, language: Language, size: tuple[int, int]
) -> None:
    """The settlement names everything that counted, each seat's sum and payment, on one screen."""
    scene = sit(rules, seed="settle", language=language, length="8 deals")
    wins = 0
    while not scene.session.match.over:
        play_deal(scene.session)
        canvas = settlement_picture(scene, *size)
        check_lines(canvas, *size)
        text = canvas.text()
        end = scene.session.end
        assert end is not None
        for seat in range(4):
            assert signed(end.payments[seat]) in text
            assert f"{end.scores[seat]:,}" in text
        win = scene.session.win
        if win is None:
            assert say("settlement.drawn", language) in text
            continue
        wins += 1
        score = win.score
        for due in score.dues:
            assert due.formula in text
        for item in score.items:
            if item.key != "flower_sets":
                assert f"{item.points:+,}" in text
        for name in (*score.passed_over, *([score.special] if score.special else [])):
            assert say(f"special.{name}", language) in text
        assert ".." not in text

    assert wins > 0


def test_golds_say_what_they_stand_for(sit: Sit) -> None:
    """In a winning hand each gold is starred, with the tile that it stands for (C6)."""
    scene = sit(seed="golds", length="16 deals")
    checked = 0
    while not scene.session.match.over:
        play_deal(scene.session)
        win = scene.session.win
        if win is None:
            continue
        text = settlement_picture(scene, 80, 24).text()
        for group in win.score.groups:
            for place in group.golds:
                stands = group.stands[place]
                held = group.tiles[place]
                assert (f"*{held}={stands}" if stands != held else f"*{held}") in text
                checked += 1

    assert checked > 0


def test_other_pages(sit: Sit) -> None:
    """Help, reasons, all hands, the ranking and the notice of a small window are in line."""
    for language in LANGUAGES:
        scene = sit(seed="pages", length="1 deals", language=language, discard_payment="discarder")
        for each in scenes(scene):
            check_lines(why_picture(each, 80, 24), 80, 24)
        assert ".." not in help_picture(scene, 80, 24).text()
        check_lines(help_picture(scene, 80, 24), 80, 24)
        assert "discarder" in help_picture(scene, 80, 24).text()
        check_lines(final_picture(scene, 80, 24), 80, 24)
        scene.all_hands = True
        check_lines(settlement_picture(scene, 80, 24), 80, 24)
        check_lines(too_small_picture(scene, 30, 6), 30, 6)
        assert "80 x 24" in too_small_picture(scene, 60, 20).text()


def test_ranking(sit: Sit) -> None:
    """The final table lists the seats from most points to fewest."""
    scene = sit(seed="rank", length="4 deals")
    while not scene.session.match.over:
        play_deal(scene.session)
    lines = [line for line in final_picture(scene, 80, 24).text().split("\n") if "Place" in line]
    points = [int(line.split()[-2].replace(",", "")) for line in lines]

    assert points == sorted(points, reverse=True)
    assert sorted(points) == sorted(scene.session.match.scores)


@pytest.mark.parametrize("by", ["discard", "self_draw"])
def test_how_a_win_came(sit: Sit, by: str) -> None:
    """The settlement says how the win came, and from whom where somebody discarded it."""
    scene = sit(seed="how", length="16 deals")
    found = False
    while not scene.session.match.over and not found:
        play_deal(scene.session)
        win = scene.session.win
        found = isinstance(win, Win) and win.by == by
    text = settlement_picture(scene, 80, 24).text()

    assert found
    assert say(f"settlement.by.{by}", "en") in text
    assert ("discarded" in text) == (by == "discard")


def test_writer_is_kept(sit: Sit) -> None:
    """The same moment is drawn in another language as soon as the writer changes."""
    scene = sit(seed="1")
    next(scenes(scene))
    english = table_picture(scene, 80, 24).text()
    scene.writer = Writer("chinese", "zh-Hant")
    chinese = table_picture(scene, 80, 24).text()

    assert "Your turn" in english or "choice" in english
    assert "自己" in chinese
    assert "You" not in chinese
