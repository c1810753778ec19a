"""A picture of how deals end and what wins count as: bars by rule set, as an SVG of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from goldsparrow.commands.drawing import LINE, MARGIN, QUIET, sheet, text, wrapped
from goldsparrow.events import WinBy
from goldsparrow.rules import rule_set
from goldsparrow.rules.options import differences, written
from goldsparrow.text import Language, say

_BYS: Final[tuple[str, ...]] = get_args(WinBy)
_PLAIN: Final = frozenset({"none", "discard", "self_draw", "rob_kong"})
"""What a win counts as where it is no special: the first part of the picture has it already."""

_NAMES: Final = 168
_COLUMN: Final = 196
_ONLY_COLUMN: Final = 320
_GAP: Final = 18
_ROW: Final = 30
_BAR: Final = 9
_ENDINGS, _SPECIALS, _DRAWN = "#1f6b57", "#b9821f", "#8d968f"


class _Row(NamedTuple):
    """A line of the picture: its name, and in how many deals of each rule set it was so."""

    name: str
    counts: list[int]
    colour: str


def picture(results: Sequence[Mapping[str, Any]], language: Language) -> str:
    """Draws the totals of simulations as one SVG.

    Args:
        results: the totals of one simulation for each rule set, as `goldsparrow simulate --json`
            writes them.
        language: the language of titles and names.

    Returns:
        The text of the SVG, which needs no other file.
    """
    deals = [result["deals"] for result in results]
    column = _ONLY_COLUMN if len(results) == 1 else _COLUMN
    parts = [(say("simulate.endings", language), _endings(results, language))]
    specials = _specials(results, language)
    if specials:
        parts.append((say("simulate.specials", language), specials))
    width = 2 * MARGIN + _NAMES + len(results) * (column + _GAP) - _GAP
    drawn = [*_head(results, language, column)]
    y = MARGIN + 150
    for title, rows in parts:
        drawn.append(text(MARGIN, y, title, size=16, weight=700))
        scale = column * _scale(rows, deals)
        for row in rows:
            y += _ROW
            drawn += _line(row, deals, scale, y, column)
        y += 2 * _ROW - 4
    height = y - _ROW + 8
    title = f"{say('simulate.picture', language)}: {_names(results, language)}"
    return sheet(title, width, height, drawn, language)


def _names(results: Sequence[Mapping[str, Any]], language: Language) -> str:
    return ", ".join(say(f"rules.{result['rules']}.title", language) for result in results)


def _endings(results: Sequence[Mapping[str, Any]], language: Language) -> list[_Row]:
    """The ways in which deals ended, in the order of the events, the drawn ones last."""
    rows = [
        _Row(
            say(f"settlement.by.{by}", language),
            [result["by"].get(by, 0) for result in results],
            _ENDINGS,
        )
        for by in _BYS
    ]
    drawn = [result["drawn"] for result in results]
    return [
        *(row for row in rows if any(row.counts)),
        _Row(say("settlement.drawn", language), drawn, _DRAWN),
    ]


def _specials(results: Sequence[Mapping[str, Any]], language: Language) -> list[_Row]:
    """The specials that were counted, the most frequent first."""
    names = {name for result in results for name in result["specials"]} - _PLAIN
    rows = [
        _Row(
            say(f"special.{name}", language),
            [result["specials"].get(name, 0) for result in results],
            _SPECIALS,
        )
        for name in sorted(names)
    ]
    return sorted(rows, key=lambda row: -sum(row.counts))


def _scale(rows: Sequence[_Row], deals: Sequence[int]) -> float:
    """How many columns long the bar of all deals would be, were the longest bar one column."""
    most = max(
        _share(count, of) for row in rows for count, of in zip(row.counts, deals, strict=True)
    )
    return 1 / most if most else 0.0


def _share(count: int, deals: int) -> float:
    return count / deals if deals else 0.0


def _head(results: Sequence[Mapping[str, Any]], language: Language, column: int) -> Iterator[str]:
    """Draws the title, what was played, and over each column its rule set."""
    title = say("simulate.picture", language)
    yield text(MARGIN, MARGIN + 18, title, size=22, weight=700)
    seeds = dict.fromkeys(result["seed"] for result in results)
    players = dict.fromkeys(
        ", ".join(dict.fromkeys(seat["player"] for seat in result["seats"])) for result in results
    )
    note = say(
        "simulate.picture.note",
        language,
        seed=", ".join(map(str, seeds)),
        players="; ".join(players),
    )
    inner = _NAMES + len(results) * (column + _GAP) - _GAP
    for i, line in enumerate(wrapped(note, inner, most=2)):
        yield text(MARGIN, MARGIN + 40 + 17 * i, line, colour=QUIET)
    for number, result in enumerate(results):
        x = _left(number, column)
        name = say(f"rules.{result['rules']}.title", language)
        lines = wrapped(name, column, most=2, size=15)
        changed = differences(rule_set(result["rules"], **result["options"]))
        options = ", ".join(f"{name}={written(value)}" for name, value in changed.items())
        y = MARGIN + 106 - 19 * (len(lines) - 1)
        for i, line in enumerate(lines):
            yield text(x, y + 19 * i, line, size=15, weight=700)
        count = say("simulate.picture.deals", language, deals=f"{result['deals']:,}")
        below = f"{count} · {options}" if options else count
        yield text(x, MARGIN + 125, wrapped(below, column, most=1)[0], colour=QUIET)


def _line(row: _Row, deals: Sequence[int], scale: float, y: float, column: int) -> Iterator[str]:
    """Draws a row: its name, and for each rule set its share, its number and a bar."""
    right = _left(len(deals), column) - _GAP
    yield f'<path d="M{MARGIN} {y - 20}H{right}" stroke="{LINE}" stroke-width="1"/>'
    yield text(MARGIN, y, row.name)
    for number, (count, of) in enumerate(zip(row.counts, deals, strict=True)):
        x = _left(number, column)
        if not count:
            yield text(x, y - 3, "–", colour=QUIET)
            continue
        share = _share(count, of)
        long = max(1.5, share * scale)
        yield text(x, y - 5, f"{share:.{1 if share >= 0.001 else 2}%}", weight=600)
        yield text(x + column, y - 5, f"({count:,})", colour=QUIET, anchor="end")
        yield (
            f'<rect x="{x}" y="{y}" width="{long:.1f}" height="{_BAR - 4}" rx="2" '
            f'fill="{row.colour}"/>'
        )


def _left(number: int, column: int) -> int:
    return MARGIN + _NAMES + number * (column + _GAP)
