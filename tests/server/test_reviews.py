"""Reviews over HTTP: who may see whose, of which deals, and that they hold up nobody."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from goldsparrow.arena.review import Review, ReviewedDeal
from goldsparrow.errors import RecordError
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import Entry, Header
from goldsparrow.rules import rule_set
from goldsparrow.server import reviews
from goldsparrow.server.reviews import KEPT, MOST_WAITING, Asked, Reviews
from goldsparrow.text import LANGUAGES, say
from tests.server.process import PATIENCE, Person, Server, play_for, seat_people

NAMES = ("one", "two", "three", "four")
EVERY_NAME = dict.fromkeys(LANGUAGES, NAMES)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("data"), "--pace", "none")
    yield running
    assert running.stop() == 0


def ask(server: Server, table: str, query: str = "", cookie: str = "") -> tuple[int, str]:
    """The status and the text of a review, once it is there or refused."""
    request = urllib.request.Request(
        f"http://{server.address}/api/tables/{table}/review{query}", headers={"Cookie": cookie}
    )
    for _ in range(60):
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                text = response.read().decode()
                assert response.headers["Content-Type"] == "text/html; charset=utf-8"
                if response.status == 200:
                    return 200, text
                assert response.status == 202
                assert 'http-equiv="refresh"' in text
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.loads(error.read())["code"]
    raise AssertionError("the review did not come")


class Leaving(Person):
    """Plays until the second deal has been dealt, then plays no more."""

    def _heard(self, frame: dict[str, Any]) -> list[dict[str, Any]]:
        sent = super()._heard(frame)
        return [] if self._starts > 1 and frame["type"] == "question" else sent


def played(server: Server, spectators: str = "public") -> Person:
    """Somebody at a table against bots whose first deal is over, while the second goes on."""
    body = {"length": "4 deals", "settings": {"turn_seconds": "off", "spectators": spectators}}
    seated = seat_people(server, body, 1)[0]
    person = Leaving(seated.cookie, seated.table, 3)

    async def scene() -> None:
        play = asyncio.create_task(person.play(server.address))
        while person._starts < 2:  # noqa: ASYNC110  the person tells nobody
            await asyncio.sleep(0.01)
        play.cancel()
        await asyncio.gather(play, return_exceptions=True)

    asyncio.run(asyncio.wait_for(scene(), PATIENCE))
    return person


def test_a_match_is_reviewed_in_every_language(server: Server) -> None:
    """The asker's own seat where none is named; dearest first; bots by their name in each."""
    person = seat_people(server, {"length": "4 deals"}, 1)[0]
    asyncio.run(asyncio.wait_for(play_for([person], server.address, None), PATIENCE))
    assert person.over
    for language in LANGUAGES:
        status, text = ask(server, person.table, f"?lang={language}", person.cookie)
        assert status == 200
        assert f'<html lang="{language}">' in text
        assert say("review.mistakes", language) in text
        assert text.count("<tr><td>") == 4
        lost = [float(each) for each in re.findall(r"<b>−([\d.]+)</b></header>", text)]
        assert lost == sorted(lost, reverse=True)
        if lost:
            assert say("room.bot.1", language) in text
        assert "<script" not in text
    other = ask(server, person.table, "?seat=2&lang=en")[1]
    assert say("room.bot.2", "en") in other


def test_only_deals_that_are_over_are_reviewed(server: Server) -> None:
    """Nothing of a running deal: its tiles are nobody's to see; before any there is no review."""
    person = played(server)
    status, text = ask(server, person.table, "?lang=en", person.cookie)

    assert status == 200
    assert text.count("<tr><td>") == 1
    assert re.findall(r"Deal (\d+), choice", text) == ["1"] * text.count("<article>")
    fresh = seat_people(server, {}, 1)[0]
    assert ask(server, fresh.table, "", fresh.cookie) == (404, "no_deal")


@pytest.mark.parametrize(
    ("spectators", "stranger"),
    [("off", (403, "no_seat")), ("delayed", (404, "no_deal")), ("public", (200, ""))],
)
def test_it_is_for_whoever_may_see_the_record(
    server: Server, spectators: str, stranger: tuple[int, str]
) -> None:
    """Who may not watch gets none, and who watches late gets it late; the seats get theirs."""
    person = played(server, spectators)
    assert ask(server, person.table, "", person.cookie)[0] == 200

    status, told = ask(server, person.table, "?seat=0")
    assert (status, told if status != 200 else "") == stranger


@pytest.mark.parametrize(
    ("query", "refused"),
    [
        ("", (403, "no_seat")),
        ("?seat=4", (400, "malformed")),
        ("?seat=-1", (400, "malformed")),
        ("?seat=x", (400, "malformed")),
        ("?seat=0&lang=tlh", (400, "bad_option")),
    ],
)
def test_bad_requests(server: Server, query: str, refused: tuple[int, str]) -> None:
    """A stranger has to name a seat that there is, and a language."""
    person = seat_people(server, {}, 1)[0]
    assert ask(server, person.table, query) == refused
    assert ask(server, "nowhere", "?seat=0") == (404, "no_table")


# --- without a server ---------------------------------------------------------------------------


class Slow:
    """Stands in for the coach: waits until it is let go, and counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = threading.Event()
        self.seen: list[str] = []
        self.error: Exception | None = None
        self.together = 0
        self.most = 0
        monkeypatch.setattr(reviews, "review", self)
        monkeypatch.setattr(reviews, "PATIENCE", 0.02)

    def __call__(
        self, entries: Iterable[tuple[int, Entry]], seat: int, _bot: object, name: str
    ) -> Review:
        self.together += 1
        self.most = max(self.most, self.together)
        header = next(iter(entries))[1]
        assert isinstance(header, Header)
        assert self.go.wait(PATIENCE)
        self.together -= 1
        if self.error is not None:
            raise self.error
        self.seen.append(header.match)
        deal = ReviewedDeal(deal=1, points=3, lost=0.0, luck=3.0, choices=())
        return Review(
            match=header.match,
            rules=header.rules,
            players=header.players,
            seat=seat,
            bot=name,
            deals=(deal,),
        )


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    return Slow(monkeypatch)


def header(table: str) -> Header:
    match = Match(rule_set("longyan"), Length.parse("4 deals"))
    return Header.of(match, table, NAMES)


async def page(kept: Reviews, table: str, guest: str | None) -> tuple[str, bool]:
    """What who asks for a table's review is shown, and whether it is that."""
    body, ready = await kept.page(
        Asked(table, 0, 1), guest, header(table), [["{}"]], EVERY_NAME, "en"
    )
    return body.decode(), ready


async def until(reached: Callable[[], bool]) -> None:
    """Waits until something has happened in another thread."""
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110  the thread tells nobody
            await asyncio.sleep(0.005)


def test_one_at_a_time_one_a_guest_and_no_more_than_may_wait(slow: Slow) -> None:
    """However many ask, one is worked on; the others see that they wait, and get it in the end."""

    async def scene() -> None:
        kept = Reviews()
        for number in range(MOST_WAITING + 4):
            text, ready = await page(kept, f"t{number}", f"guest{number}")
            assert not ready
            assert 'http-equiv="refresh"' in text
            assert "0 of 1 deals" in text
        # Who asks for a second one meanwhile has to wait until the first is there.
        assert (await page(kept, "other", "guest0"))[1] is False
        assert len(kept._works) == MOST_WAITING
        slow.go.set()
        await until(lambda: not kept._works)
        assert slow.most == 1
        assert slow.seen == [f"t{number}" for number in range(MOST_WAITING)]
        text, ready = await page(kept, "t0", "anybody")
        assert ready
        assert "Review of one" in text
        assert slow.seen.count("t0") == 1
        kept.close()

    asyncio.run(scene())


def test_the_loop_runs_on_meanwhile(slow: Slow) -> None:
    """While a review is worked on, everything else is served."""

    async def scene() -> None:
        kept = Reviews()
        asking = asyncio.create_task(page(kept, "t", None))
        turns = 0
        while not asking.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 5
        slow.go.set()
        await until(lambda: not kept._works)
        kept.close()

    asyncio.run(scene())


def test_the_newest_are_kept(slow: Slow) -> None:
    """Memory stays bounded: the oldest pages are forgotten, and would be made again."""

    async def scene() -> None:
        slow.go.set()
        kept = Reviews()
        for number in range(KEPT + 3):
            await page(kept, f"t{number}", None)
            await until(lambda: not kept._works)
        assert [asked.table for asked in kept._finished] == [
            f"t{number}" for number in range(3, KEPT + 3)
        ]
        kept.close()

    asyncio.run(scene())


def test_a_review_that_fails_is_no_answer_for_ever(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is the asker's to see, and whoever asks again has another try."""

    async def scene() -> None:
        monkeypatch.setattr(reviews, "PATIENCE", PATIENCE)
        kept = Reviews()
        slow.error = RecordError("no", 7)
        slow.go.set()
        with pytest.raises(RecordError):
            await page(kept, "t", None)
        slow.error = None
        assert (await page(kept, "t", None))[1]
        kept.close()

    asyncio.run(scene())


def test_a_server_that_ends_waits_for_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is under way stops at its next event."""
    monkeypatch.setattr(reviews, "PATIENCE", 0.02)
    ended = threading.Event()

    def endless(entries: Iterable[tuple[int, Entry]], *_: object) -> Review:
        try:
            for _entry in entries:
                pass
        finally:
            ended.set()
        raise AssertionError("the events do not end")

    monkeypatch.setattr(reviews, "review", endless)
    monkeypatch.setattr(reviews, "decode", lambda _: None)

    class Forever(list[str]):
        def __iter__(self) -> Iterator[str]:
            while True:
                yield ""

    async def scene() -> None:
        kept = Reviews()
        asked = Asked("t", 0, 1)
        ready = (await kept.page(asked, None, header("t"), [Forever()], EVERY_NAME, "en"))[1]
        assert not ready
        assert not ended.is_set()
        kept.close()
        await until(ended.is_set)

    asyncio.run(scene())
