"""Reviews: the coach goes through a seat's finished deals in a thread beside the tables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from html import escape
from typing import Final, TypeAlias
from urllib.parse import quote

import msgspec

from goldsparrow.arena.review import review
from goldsparrow.arena.review_page import progress_page, review_page
from goldsparrow.events import End, decode
from goldsparrow.game.record import Entry, Header
from goldsparrow.players import Expert
from goldsparrow.server.coach import COACH
from goldsparrow.server.protocol import SeatState
from goldsparrow.text import LANGUAGES, Language, say

AT_ONCE: Final = 1
"""How many reviews are worked on at the same time."""
MOST_WAITING: Final = 8
"""How many may be under way or wait for that."""
KEPT: Final = 16
"""How many finished reviews are kept, the newest."""
PATIENCE: Final = 1.0
"""Seconds after which whoever asks is shown how far it is."""

_SHORT: Final[Mapping[Language, str]] = {"zh-Hans": "简", "zh-Hant": "繁", "en": "En"}

Pages: TypeAlias = dict[Language, bytes]
Names: TypeAlias = Mapping[Language, tuple[str, str, str, str]]
"""Who sits where, as each language calls them: bots have names of their own in each."""


class Asked(msgspec.Struct, frozen=True):
    """A seat of a table, and how many deals of it are over."""

    table: str
    seat: int
    deals: int


class _Stopped(Exception):
    """Ends a review that nobody waits for any more."""


class _Work:
    """A review under way: `done` of its deals have been gone through."""

    def __init__(self, asked: Asked, guest: str | None) -> None:
        self.asked = asked
        self.guest = guest
        self.done = 0
        self.stopped = False

    def run(self, header: Header, deals: Sequence[Sequence[str]], names: Names) -> Pages:
        """Reviews the deals; runs in a thread of its own."""
        found = review(self._entries(header, deals), self.asked.seat, Expert(), COACH)
        pages: Pages = {}
        for language in LANGUAGES:
            coach = say("coach.name", language)
            told = msgspec.structs.replace(found, players=names[language], bot=coach)
            pages[language] = review_page(told, language, top=_top(self.asked, language)).encode()
        return pages

    def _entries(
        self, header: Header, deals: Sequence[Sequence[str]]
    ) -> Iterator[tuple[int, Entry]]:
        yield 1, header
        number = 1
        for deal in deals:
            for text in deal:
                if self.stopped:
                    raise _Stopped
                number += 1
                event = decode(text)
                yield number, event
                self.done += isinstance(event, End)


class Reviews:
    """The reviews of a server: what is under way, and the newest of those that are finished.

    One after the other, and one a guest: who asks for more is shown that it has to wait.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(AT_ONCE, "review")
        self._works: dict[Asked, tuple[_Work, asyncio.Future[Pages]]] = {}
        self._finished: OrderedDict[Asked, Pages] = OrderedDict()

    async def page(
        self,
        asked: Asked,
        guest: str | None,
        header: Header,
        deals: Sequence[Sequence[str]],
        names: Names,
        language: Language,
    ) -> tuple[bytes, bool]:
        """The page to show now, and whether it is the review: else it says how far that is.

        Args:
            asked: whose review, and of how many deals.
            guest: who asks; strangers are one to it.
            header: the header of the table's record.
            deals: the events of the deals that are over.
            names: the seats' names.
            language: in which language.

        Raises:
            RecordError: these rules do not play the deals again as they were.
        """
        found = self._finished.get(asked)
        if found is None:
            found = await self._worked(asked, guest, header, deals, names)
        if found is not None:
            return found[language], True
        work, _ = self._works.get(asked, (None, None))
        done = 0 if work is None else work.done
        return progress_page(language, done, asked.deals, _top(asked, language)).encode(), False

    async def _worked(
        self,
        asked: Asked,
        guest: str | None,
        header: Header,
        deals: Sequence[Sequence[str]],
        names: Names,
    ) -> Pages | None:
        """The pages, where they are there within a moment."""
        if asked not in self._works:
            busy = len(self._works) >= MOST_WAITING
            if busy or any(work.guest == guest for work, _ in self._works.values()):
                await asyncio.sleep(PATIENCE)
                return self._finished.get(asked)
            work = _Work(asked, guest)
            future = asyncio.get_running_loop().run_in_executor(
                self._thread, work.run, header, deals, names
            )
            self._works[asked] = work, future
            future.add_done_callback(lambda done: self._keep(asked, done))
        future = self._works[asked][1]
        await asyncio.wait({future}, timeout=PATIENCE)
        return future.result() if future.done() else None

    def _keep(self, asked: Asked, done: asyncio.Future[Pages]) -> None:
        del self._works[asked]
        if done.cancelled() or done.exception() is not None:
            return
        self._finished[asked] = done.result()
        while len(self._finished) > KEPT:
            self._finished.popitem(last=False)

    def close(self) -> None:
        """Lets go of the thread; what is under way ends at its next event."""
        for work, _ in self._works.values():
            work.stopped = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def names_of(seats: tuple[SeatState, SeatState, SeatState, SeatState]) -> Names:
    """The seats' names in every language."""
    first, second, third, fourth = (
        {
            each: seat.name if seat.name_key is None else say(seat.name_key, each)
            for each in LANGUAGES
        }
        for seat in seats
    )
    return {each: (first[each], second[each], third[each], fourth[each]) for each in LANGUAGES}


def address(asked: Asked, language: Language) -> str:
    """Where the review is found."""
    return f"/api/tables/{quote(asked.table)}/review?seat={asked.seat}&lang={language}"


def _top(asked: Asked, language: Language) -> str:
    """The ways back to the table, to its record, and to the other languages."""
    table = quote(asked.table)
    links = "".join(
        f'<a href="{escape(address(asked, each))}" lang="{each}"'
        f"{' aria-current=page' if each == language else ''}>{_SHORT[each]}</a>"
        for each in LANGUAGES
    )
    back = escape(say("review.back", language))
    record = escape(say("review.record", language))
    return (
        f'<nav><a href="/#/table/{table}">{back}</a>'
        f'<a href="/api/tables/{table}/record" download>{record}</a><span></span>{links}</nav>'
    )
