"""The program at the keys: whole matches, claims, refusals, mouse, languages, saving, leaving."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from goldsparrow.events import Discard
from goldsparrow.game.record import Record
from goldsparrow.moves import DISCARDS, PASS
from goldsparrow.players import player
from goldsparrow.rules import RULE_SETS
from goldsparrow.terminal.app import LEFT, TableApp
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.table_picture import KEYS
from goldsparrow.tiles import HIDDEN, NAMES
from tests.terminal.seated import screen

Sit = Callable[..., Scene]
Play = Callable[[TableApp, Pilot[int]], Awaitable[None]]


def run(app: TableApp, play: Play, size: tuple[int, int] = (80, 24)) -> int | None:
    """Runs the program with somebody at its keys; returns its exit code."""

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(app, pilot)

    asyncio.run(go())
    return app.return_value


async def press_move(app: TableApp, pilot: Pilot[int], move: int) -> None:
    """Makes a move by the keys that a person would press."""
    if move < PASS:
        row = app.scene.row()
        place = max(place for place, tile in enumerate(row) if tile == move)
        if app.scene.picked != place:
            await pilot.press(KEYS[place])
        await pilot.press("enter")
        return
    offer = next(offer for offer in app.scene.offers if offer.move == move)
    await pilot.press(offer.key)


async def play_on(
    app: TableApp, pilot: Pilot[int], until: Callable[[TableApp], Any], who: str = "greedy"
) -> None:
    """Plays by keys until something is so."""
    person = player(who, 3)
    for _ in range(3000):
        if until(app):
            return
        session = app.scene.session
        if app.page == "table" and session.moves:
            await press_move(app, pilot, person.act(session.view, session.moves))
        else:
            await pilot.press("enter")
    pytest.fail("this never happened")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_match_by_keys(sit: Sit, rules: str, tmp_path: Path) -> None:
    """A match of each rule set is played to its end by keys; its record is there and verifies."""
    file = tmp_path / "match.jsonl"
    app = TableApp(sit(rules, seed="keys", length="2 deals"), pace=0, record=file)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.page == "final")
        assert "Final result" in screen(app)
        await pilot.press("q")

    assert run(app, play) == 0
    assert Record.read(file).verify().scores == app.scene.session.match.scores


def test_claim_by_number(sit: Sit) -> None:
    """The number of an offer takes it: a claim's meld then lies on the table (C9)."""
    app = TableApp(sit(seed="claim", length="8 deals"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        await play_on(
            app,
            pilot,
            lambda app: session.moves and session.question.kind == "claim" and app.page == "table",
        )
        before = len(session.view.melds(0))
        offer = next(one for one in app.scene.offers if one.move != PASS)
        await pilot.press(offer.key)
        assert len(session.view.melds(0)) == before + 1 or session.table.over

    run(app, play)


def test_refused(sit: Sit) -> None:
    """A move that is not allowed changes nothing, and the reason stands at the bottom."""
    app = TableApp(sit(seed="refused"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        await play_on(app, pilot, lambda app: session.moves & DISCARDS)
        moves, seen = session.moves, len(session.shown)
        await pilot.press("W")
        assert "The hand is not complete" in screen(app).split("\n")[-1]
        await pilot.press("P")
        assert app.scene.refused
        assert (session.moves, len(session.shown)) == (moves, seen)
        await pilot.press("left")
        assert not app.scene.message

    run(app, play)


def test_forbidden_gold(sit: Sit) -> None:
    """Where golds may not be discarded, the gold has no key and the rule is told (S2)."""
    app = TableApp(sit("sanming", seed="gold", length="16 deals"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        await play_on(app, pilot, lambda app: session.moves & DISCARDS and session.view.hand.golds)
        await pilot.press("a", "a")
        assert "forbid discarding a gold" in screen(app)
        assert session.view.hand.golds

    run(app, play)


def test_why_not(sit: Sit) -> None:
    """The question mark opens the page of reasons; Escape closes it."""
    app = TableApp(sit(seed="why"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.scene.session.moves & DISCARDS)
        await pilot.press("question_mark")
        assert "The hand is not complete" in screen(app)
        await pilot.press("escape")
        assert app.page == "table"
        await pilot.press("f1")
        assert "Keys" in screen(app)
        await pilot.press("f1")
        assert app.page == "table"

    run(app, play)


def test_drawn_tile_is_picked(sit: Sit) -> None:
    """The tile just drawn is picked, so that Enter throws it; a drawn gold never is."""
    app = TableApp(sit(seed="drawn", length="4 deals"), pace=0)
    turns = set()

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        def look(app: TableApp) -> bool:
            session = app.scene.session
            if app.page == "table" and session.moves & DISCARDS:
                drawn = session.view.drawn
                if drawn in (HIDDEN, session.view.gold):
                    assert app.scene.picked is None
                else:
                    assert app.scene.picked_tile == drawn
                turns.add(drawn == HIDDEN)
            return app.page == "final"

        await play_on(app, pilot, look)

    run(app, play)
    assert turns == {True, False}


def test_arrows_never_claim_by_accident(sit: Sit) -> None:
    """Enter takes no claim, and passes none, before one has been pointed at."""
    app = TableApp(sit(seed="accident", length="8 deals"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        await play_on(app, pilot, lambda app: session.moves and session.question.kind == "claim")
        seen = len(session.shown)
        await pilot.press("enter", "space")
        assert len(session.shown) == seen
        await pilot.press("left")
        assert app.scene.pointed == len(app.scene.offers) - 1
        await pilot.press("enter")
        assert len(session.shown) > seen or session.end is not None

    run(app, play)


def test_mouse(sit: Sit) -> None:
    """The mouse raises the tile under it, and a click on it discards it."""
    app = TableApp(sit(seed="mouse"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        await play_on(app, pilot, lambda app: session.moves & DISCARDS)
        canvas = app.felt.canvas
        assert canvas is not None
        row = app.scene.row()
        place = next(place for place, tile in enumerate(row) if session.moves >> tile & 1)
        spot = next(spot for spot in canvas.spots if spot.action == f"tile {place}")
        at = (spot.x + 1, spot.y + 1)
        await pilot.hover(offset=at)
        assert app.scene.picked == place
        await pilot.click(offset=at)
        thrown = [one for one in session.shown if isinstance(one, Discard) and one.seat == 0]
        assert [one.tile for one in thrown] == [NAMES[row[place]]]

    run(app, play)


def test_languages_and_tiles(sit: Sit) -> None:
    """F2 goes through the languages, F3 through the ways of writing tiles, at once."""
    app = TableApp(sit(seed="tongue"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.scene.session.moves)
        shown = {screen(app)}
        for key in ("f2", "f2", "f3", "f3"):
            await pilot.press(key)
            shown.add(screen(app))
        assert len(shown) == 5
        assert app.scene.language == "zh-Hant"
        assert app.scene.writer.faces == "unicode"

    run(app, play)


def test_sizes(sit: Sit) -> None:
    """A window that is too small says so, and the table is back once it is large enough."""
    app = TableApp(sit(seed="size"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.scene.session.moves)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "80 x 24" in screen(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "Tiles left" in screen(app) or "Last" in screen(app)

    run(app, play)


def test_pace(sit: Sit) -> None:
    """With a pace the bots' moves wait to be shown; a space shows them at once."""
    app = TableApp(sit(seed="pace"), pace=3.0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        session = app.scene.session
        assert session.coming
        assert not session.moves
        await pilot.press("space")
        assert not session.coming
        await pilot.press("plus")
        assert app.pace == 1.5
        await pilot.press("minus", "minus")
        assert app.pace == 3.0

    run(app, play)


def test_saving(sit: Sit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key s saves what is over, into a file of its own name; nothing before that."""
    monkeypatch.chdir(tmp_path)
    app = TableApp(sit(seed="save", length="4 deals"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.scene.session.moves)
        await pilot.press("s")
        assert "No deal is over yet" in screen(app)
        assert app.scene.saved is None
        await play_on(app, pilot, lambda app: app.page == "settlement")
        await pilot.press("s")
        assert "Record saved" in screen(app)

    run(app, play)
    (file,) = tmp_path.iterdir()
    assert Record.read(file).verify().number == 0


def test_cannot_save(sit: Sit, tmp_path: Path) -> None:
    """A record that cannot be written is told, and the match goes on."""
    app = TableApp(sit(seed="full", length="4 deals"), pace=0, record=tmp_path)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.page == "settlement")
        assert "Cannot write" in screen(app)
        await play_on(app, pilot, lambda app: app.page == "table")

    run(app, play)


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_leaving(sit: Sit, key: str) -> None:
    """Ctrl-C leaves at once, also while bots are choosing, and the exit code says so."""
    app = TableApp(sit(seed="leave"), pace=3.0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await pilot.press(key)

    assert run(app, play) == LEFT


def test_settlement_keys(sit: Sit) -> None:
    """At the settlement h shows all four hands, and Enter begins the next deal."""
    app = TableApp(sit(seed="hands", length="4 deals"), pace=0)

    async def play(app: TableApp, pilot: Pilot[int]) -> None:
        await play_on(app, pilot, lambda app: app.page == "settlement")
        await pilot.press("h")
        assert "All hands" in screen(app)
        await pilot.press("h")
        assert "This deal" in screen(app)
        number = app.scene.session.match.number
        await pilot.press("enter")
        assert app.scene.session.match.number == number + 1

    run(app, play)
