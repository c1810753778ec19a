"""What happened at the table, one short line an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from goldsparrow.events import (
    HIDDEN_NAME,
    AnyEvent,
    Chow,
    Discard,
    Draw,
    DrawnDeal,
    Flowers,
    Gold,
    GoldGap,
    Kong,
    LastDraws,
    Payment,
    Pong,
    Start,
    Tour,
    Win,
)
from goldsparrow.terminal.faces import Writer
from goldsparrow.terminal.session import OWN
from goldsparrow.text import catalogue, say
from goldsparrow.tiles import KIND

SEAT_KEYS: Final = (
    "table.seat_own",
    "table.seat_right",
    "table.seat_across",
    "table.seat_left",
)
"""The catalogue's names of the seats as the person sees them."""


def seat_name(seat: int, writer: Writer) -> str:
    """What a seat is called at the person's table."""
    return say(SEAT_KEYS[seat], writer.language)


def told(event: AnyEvent, writer: Writer) -> str | None:
    """Tells an event in a line; None for one that needs no words."""
    tell = _TELL.get(type(event))
    return None if tell is None else tell(event, writer)


def signed(points: int) -> str:
    """Points that were gained or lost; nothing has no sign."""
    return f"{points:+,}" if points else "0"


def paid(payments: Sequence[int], writer: Writer) -> str:
    """Who gained or lost how much."""
    return "  ".join(
        f"{seat_name(seat, writer)} {signed(points)}"
        for seat, points in enumerate(payments)
        if points
    )


def instant_name(reason: str, writer: Writer) -> str:
    """What points that changed hands during a deal were paid for."""
    key = f"settlement.instant.{reason}"
    return say(key if key in catalogue() else "settlement.instant.other", writer.language)


def _did(seat: int, move: str, what: str, writer: Writer) -> str:
    text = f"{say(f'move.{move}', writer.language)} {what}".rstrip()
    return writer.about(seat_name(seat, writer), text)


def _start(event: Start, writer: Writer) -> str:
    return say(
        "terminal.log.start",
        writer.language,
        n=event.number + 1,
        name=seat_name(event.dealer, writer),
        a=event.dice[0],
        b=event.dice[1],
    )


def _flowers(event: Flowers, writer: Writer) -> str:
    return _did(event.seat, "flower", writer.group([KIND[name] for name in event.tiles]), writer)


def _gold(event: Gold, writer: Writer) -> str:
    return say("table.say.gold", writer.language, tile=writer.name(KIND[event.tile]))


def _draw(event: Draw, writer: Writer) -> str | None:
    if event.seat != OWN or event.tile == HIDDEN_NAME:
        return None
    return _did(OWN, "draw", writer.name(KIND[event.tile]), writer)


def _discard(event: Discard, writer: Writer) -> str:
    return _did(event.seat, "discard", writer.name(KIND[event.tile]), writer)


def _chow(event: Chow, writer: Writer) -> str:
    low = KIND[event.low]
    return _did(event.seat, "chow", writer.group((low, low + 1, low + 2)), writer)


def _pong(event: Pong, writer: Writer) -> str:
    return _did(event.seat, "pong", writer.group((KIND[event.tile],) * 3), writer)


def _kong(event: Kong, writer: Writer) -> str:
    move = {"exposed": "kong", "concealed": "concealed_kong", "added": "added_kong"}[event.kind]
    return _did(event.seat, move, writer.group((KIND[event.tile],) * 4), writer)


def _gold_gap(event: GoldGap, writer: Writer) -> str:
    return _did(event.seat, "gold_gap", writer.group([KIND[n] for n in event.tiles]), writer)


def _tour(event: Tour, writer: Writer) -> str:
    level = "double_tour" if event.level == 2 else "triple_tour"
    text = say(f"special.{level}", writer.language)
    return writer.about(seat_name(event.seat, writer), text)


def _last_draws(_event: LastDraws, writer: Writer) -> str:
    return say("table.last_draws_on", writer.language)


def _payment(event: Payment, writer: Writer) -> str:
    return writer.about(instant_name(event.reason, writer), paid(event.payments, writer))


def _win(event: Win, writer: Writer) -> str:
    text = say(f"settlement.by.{event.by}", writer.language)
    return writer.about(seat_name(event.seat, writer), text)


def _drawn_deal(_event: DrawnDeal, writer: Writer) -> str:
    return say("settlement.drawn", writer.language)


_TELL: Final[dict[type, Callable[[Any, Writer], str | None]]] = {
    Start: _start,
    Flowers: _flowers,
    Gold: _gold,
    Draw: _draw,
    Discard: _discard,
    Chow: _chow,
    Pong: _pong,
    Kong: _kong,
    GoldGap: _gold_gap,
    Tour: _tour,
    LastDraws: _last_draws,
    Payment: _payment,
    Win: _win,
    DrawnDeal: _drawn_deal,
}
