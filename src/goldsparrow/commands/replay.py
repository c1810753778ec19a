"""``goldsparrow replay``: shows records, whole or as one seat saw them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, Final

from goldsparrow.commands import intake, records
from goldsparrow.errors import NoRecord, OptionError, RecordError
from goldsparrow.events import (
    HIDDEN_NAME,
    AnyEvent,
    Chow,
    Discard,
    Draw,
    DrawnDeal,
    End,
    Flowers,
    Gold,
    GoldGap,
    Kong,
    LastDraws,
    MatchEnd,
    Payment,
    Pong,
    Start,
    Take,
    Tour,
    Win,
    mask,
)
from goldsparrow.game.record import Header, Seal, entries, header_rules
from goldsparrow.text import Language, catalogue, say
from goldsparrow.tiles import KIND


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record, or several one after the other; - for standard input",
    )
    parser.add_argument("--seat", metavar="S", help="shows what seat 0, 1, 2 or 3 could see")
    intake.add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    teller = _Teller(_seat(args.seat), intake.language(args))
    try:
        with records.opened(args.file) as (stream, _size):
            for _number, entry in entries(records.lines(stream, lambda _read: None)):
                if isinstance(entry, Header):
                    print(teller.begin(entry))
                elif not isinstance(entry, Seal):
                    print(teller.tell(entry))
    except RecordError as error:
        # What is no record of a match cannot be shown to its end, whatever else it may be.
        raise NoRecord(error.fault, error.line) from None
    return 0


def _seat(text: str | None) -> int | None:
    if text is None:
        return None
    if text not in {"0", "1", "2", "3"}:
        raise OptionError(f"--seat is {text!r:.60}; expected 0, 1, 2 or 3")
    return int(text)


class _Teller:
    """Tells a match event by event, in one language and as one seat sees it, or everybody."""

    def __init__(self, seat: int | None, tongue: Language) -> None:
        self._seat = seat
        self._tongue = tongue
        self._players: Sequence[str] = ("", "", "", "")
        self._hides_kongs = False

    def begin(self, header: Header) -> str:
        """Tells what is played, and by whom."""
        rules = header_rules(header)
        self._players = header.players
        self._hides_kongs = rules.claims.hide_concealed_kong
        lines = [
            self._say(
                "replay.match",
                rules=self._say(f"rules.{header.rules}.title"),
                match=header.match,
                length=header.length,
                stake=header.stake,
            ),
            *(f"  {self._who(seat)}" for seat in range(4)),
        ]
        return "\n".join(lines)

    def tell(self, event: AnyEvent) -> str:
        """Tells one event."""
        if self._seat is not None:
            event = mask(event, self._seat, hide_concealed_kong=self._hides_kongs)
        return _TELL[type(event)](self, event)

    # --- words -------------------------------------------------------------------------------

    def _say(self, key: str, **params: object) -> str:
        return say(key, self._tongue, **params)

    def _who(self, seat: int) -> str:
        return self._say("replay.seat", n=seat, name=self._players[seat])

    def _tiles(self, names: Sequence[str]) -> str:
        hidden = names.count(HIDDEN_NAME)
        if hidden:
            return self._say("replay.hidden", n=hidden)
        return " ".join(names)

    def _tile(self, name: str) -> str:
        return name if name == HIDDEN_NAME else intake.tile_text(name, self._tongue)

    def _points(self, points: Sequence[int]) -> str:
        return "  ".join(f"{self._who(seat)} {value:+,}" for seat, value in enumerate(points))

    # --- the events --------------------------------------------------------------------------

    def _start(self, event: Start) -> str:
        return "\n" + self._say(
            "replay.start",
            n=event.number + 1,
            who=self._who(event.dealer),
            streak=event.streak,
            dice=f"{event.dice[0]} + {event.dice[1]}",
            wall=event.break_seat,
            stacks=event.break_stack,
        )

    def _take(self, event: Take) -> str:
        return self._say("replay.take", who=self._who(event.seat), tiles=self._tiles(event.tiles))

    def _flowers(self, event: Flowers) -> str:
        return self._say(
            "replay.flowers", who=self._who(event.seat), tiles=self._tiles(event.tiles)
        )

    def _gold(self, event: Gold) -> str:
        text = self._say("replay.gold", tile=self._tile(event.tile))
        if event.passed:
            text = self._say("replay.passed", tiles=self._tiles(event.passed)) + "\n" + text
        return text

    def _draw(self, event: Draw) -> str:
        key = "replay.draw_tail" if event.tail else "replay.draw"
        return self._say(key, who=self._who(event.seat), tile=self._tile(event.tile))

    def _discard(self, event: Discard) -> str:
        return self._say("replay.discard", who=self._who(event.seat), tile=self._tile(event.tile))

    def _chow(self, event: Chow) -> str:
        low = KIND[event.low]
        run = f"{low % 9 + 1}{low % 9 + 2}{low % 9 + 3}{event.low[1]}"
        return self._say(
            "replay.chow", who=self._who(event.seat), tile=self._tile(event.tile), run=run
        )

    def _pong(self, event: Pong) -> str:
        return self._say("replay.pong", who=self._who(event.seat), tile=self._tile(event.tile))

    def _kong(self, event: Kong) -> str:
        return self._say(
            f"replay.kong.{event.kind}", who=self._who(event.seat), tile=self._tile(event.tile)
        )

    def _gold_gap(self, event: GoldGap) -> str:
        return self._say(
            "replay.gold_gap", who=self._who(event.seat), tiles=self._tiles(event.tiles)
        )

    def _tour(self, event: Tour) -> str:
        return self._say("replay.tour", who=self._who(event.seat), level=event.level)

    def _last_draws(self, event: LastDraws) -> str:
        return self._say("replay.last_draws", n=event.left)

    def _payment(self, event: Payment) -> str:
        key = f"settlement.instant.{event.reason}"
        reason = self._say(key if key in catalogue() else "settlement.instant.other")
        return f"{reason}: {self._points(event.payments)}"

    def _win(self, event: Win) -> str:
        score = event.score
        lines = [
            self._say(
                "replay.win",
                who=self._who(event.seat),
                how=self._say(f"settlement.by.{event.by}"),
                hand=self._tiles(event.hand),
            )
        ]
        if event.source is not None:
            lines[0] += self._say("replay.from", who=self._who(event.source))
        if score.special is not None:
            lines.append(f"  {self._say(f'special.{score.special}')}")
        lines.append(f"  {score.formula}")
        return "\n".join(lines)

    def _drawn_deal(self, _event: DrawnDeal) -> str:
        return self._say("settlement.drawn")

    def _end(self, event: End) -> str:
        hands = [f"  {self._who(seat)}: {self._tiles(event.hands[seat])}" for seat in range(4)]
        paid = self._say("replay.paid", points=self._points(event.payments))
        scores = self._say("replay.scores", points=self._points(event.scores))
        return "\n".join([*hands, paid, scores])

    def _match_end(self, event: MatchEnd) -> str:
        order = ", ".join(self._who(seat) for seat in event.ranking)
        return "\n" + self._say("replay.over", order=order) + "\n"


_TELL: Final[dict[type, Callable[[_Teller, Any], str]]] = {
    Start: _Teller._start,
    Take: _Teller._take,
    Flowers: _Teller._flowers,
    Gold: _Teller._gold,
    Draw: _Teller._draw,
    Discard: _Teller._discard,
    Chow: _Teller._chow,
    Pong: _Teller._pong,
    Kong: _Teller._kong,
    GoldGap: _Teller._gold_gap,
    Tour: _Teller._tour,
    LastDraws: _Teller._last_draws,
    Payment: _Teller._payment,
    Win: _Teller._win,
    DrawnDeal: _Teller._drawn_deal,
    End: _Teller._end,
    MatchEnd: _Teller._match_end,
}
