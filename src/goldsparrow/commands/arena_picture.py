"""A picture of what the arena found: points a deal of every pairing, and the ratings of a pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, isfinite, log10
from typing import Final, NamedTuple

from goldsparrow.arena.pool import Meeting, Pool
from goldsparrow.arena.ratings import rate
from goldsparrow.commands.arena_results import changes
from goldsparrow.commands.drawing import INK, LINE, MARGIN, QUIET, sheet, text, wrapped
from goldsparrow.text import Language, say

_NAMES: Final = 280
_LONGEST: Final = 16
"""How many letters of a player's name there is room for."""
_PLOT: Final = 420
_NUMBERS: Final = 130
_GAP: Final = 24
_ROW: Final = 30
_WIDTH: Final = 2 * MARGIN + _NAMES + _PLOT + _NUMBERS + 2 * _GAP
_LEFT: Final = MARGIN + _NAMES + _GAP
_CLEAR, _UNCLEAR, _RATED = "#1f6b57", "#8d968f", "#b9821f"


class _Row(NamedTuple):
    """A line of the picture: a name, a value with half the width of its interval, and its words."""

    name: str
    middle: float
    half: float
    told: str
    colour: str


def picture(pool: Pool, meetings: Sequence[Meeting], language: Language) -> str:
    """Draws the advantage in every pairing, and of three players or more their ratings, as one SVG.

    Args:
        pool: what was to be played.
        meetings: what was played.
        language: the language of titles and names.

    Returns:
        The text of the SVG, which needs no other file.

    Raises:
        GoldSparrowError: there are ratings to draw, and their extra is not installed.
    """
    title = say("arena.picture", language)
    drawn = [text(MARGIN, MARGIN + 18, title, size=22, weight=700)]
    y: float = MARGIN + 44
    deals = sum(meeting.outcome.deals for meeting in meetings)
    rules = say(f"rules.{pool.rules}.title", language)
    notes = [
        say("arena.picture.note", language, rules=rules, deals=f"{deals:,}", seed=pool.seed),
        changes(meetings[0].contest),
    ]
    for line in (line for note in notes if note for line in wrapped(note, _inner(), most=2)):
        drawn.append(text(MARGIN, y, line, colour=QUIET))
        y += 18
    parts: list[tuple[str, list[_Row], float | None]] = [
        ("pairings", _pairings(meetings, language), 0.0)
    ]
    if len(meetings) > 1:
        parts.append(("ratings", _ratings(meetings), None))
    for key, rows, origin in parts:
        y += 34
        drawn.append(text(MARGIN, y, say(f"arena.{key}", language), size=16, weight=700))
        for line in wrapped(say(f"arena.picture.{key}", language), _inner(), most=3):
            y += 18
            drawn.append(text(MARGIN, y, line, colour=QUIET))
        y += 30
        drawn += _plot(rows, origin, y)
        y += _ROW * len(rows) + 4
    names = ", ".join(pool.names)
    return sheet(f"{title}: {names}", _WIDTH, y + MARGIN - 10, drawn, language)


def _inner() -> float:
    return _WIDTH - 2 * MARGIN


def _pairings(meetings: Sequence[Meeting], language: Language) -> list[_Row]:
    """A row for each pairing, with the better player first."""
    rows = []
    for meeting in meetings:
        outcome = meeting.outcome
        behind = outcome.advantage < 0
        first, second = reversed(meeting.names) if behind else meeting.names
        points = abs(outcome.advantage)
        half = outcome.error if isfinite(outcome.error) else 0.0
        rows.append(
            _Row(
                say("arena.against", language, a=_short(first), b=_short(second)),
                points,
                half,
                f"{points:+.2f} ± {half:.2f}" if half else f"{points:+.2f}",
                _CLEAR if outcome.better else _UNCLEAR,
            )
        )
    return sorted(rows, key=lambda row: -row.middle)


def _ratings(meetings: Sequence[Meeting]) -> list[_Row]:
    """A row for each player: what it is rated, and three deviations to each side of that."""
    return [
        _Row(
            _short(rating.name),
            rating.mu,
            3 * rating.sigma,
            f"{rating.mu:.1f} ± {3 * rating.sigma:.1f}",
            _RATED,
        )
        for rating in rate(meetings)
    ]


def _short(name: str) -> str:
    """A name that fits; of a long one, such as a command, how it begins and how it ends."""
    return name if len(name) <= _LONGEST else f"{name[:7]}…{name[8 - _LONGEST :]}"


def _plot(rows: Sequence[_Row], origin: float | None, y: float) -> Iterator[str]:
    """Draws rows as points with their intervals over one scale, which has `origin` on it if any."""
    ends = [end for row in rows for end in (row.middle - row.half, row.middle + row.half)]
    ends += [] if origin is None else [origin]
    ticks = _ticks(min(ends), max(ends))
    low, high = ticks[0], ticks[-1]

    def place(value: float) -> float:
        return round(_LEFT + _PLOT * (value - low) / (high - low), 1)

    bottom = y + _ROW * len(rows) - 8
    for tick in ticks:
        x = place(tick)
        strong = origin is not None and abs(tick - origin) < 1e-9
        yield (
            f'<path d="M{x} {y}V{bottom}" stroke="{INK if strong else LINE}" '
            f'stroke-width="{1.5 if strong else 1}"/>'
        )
        yield text(x, y - 6, f"{tick:g}", size=11, colour=QUIET, anchor="middle")
    for number, row in enumerate(rows):
        yield from _row(row, y + _ROW * number + 14, place)


def _row(row: _Row, y: float, place: Callable[[float], float]) -> Iterator[str]:
    """Draws a row around the height `y`."""
    yield text(MARGIN, y + 4, wrapped(row.name, _NAMES, most=1)[0])
    low, high, middle = (
        place(value) for value in (row.middle - row.half, row.middle + row.half, row.middle)
    )
    if row.half:
        yield (
            f'<path d="M{low} {y - 5}V{y + 5}M{low} {y}H{high}M{high} {y - 5}V{y + 5}" '
            f'stroke="{row.colour}" stroke-width="2" fill="none"/>'
        )
    yield f'<circle cx="{middle}" cy="{y}" r="4.5" fill="{row.colour}"/>'
    yield text(_WIDTH - MARGIN, y + 4, row.told, weight=600, anchor="end")


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, four to nine of them, that reach from below `low` to above `high`."""
    span = max(high - low, 1e-3)
    unit = 10.0 ** floor(log10(span / 4))
    step = next(unit * factor for factor in (1, 2, 5, 10) if span / (unit * factor) <= 6)
    first, last = floor(low / step), ceil(high / step)
    return [round(step * number, 6) for number in range(first, max(last, first + 1) + 1)]
