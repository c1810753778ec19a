"""Draws how a network learned, as an SVG that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

GROUND, INK, QUIET, LINE = "#fbf8ef", "#17241f", "#5d6b64", "#d9d2bd"
GREEN, GOLD = "#1f6b57", "#b9821f"
WIDTH, HEIGHT = 880, 400
TOP, BOTTOM = 96, 336
PANELS = ((64, 400), (500, 836))
FONTS = "'Noto Sans','DejaVu Sans',Arial,sans-serif"


class Point(NamedTuple):
    """What was measured after a pass.

    Attributes:
        number: which pass, from 1.
        seen, held_out: how often the network chose as its teacher, of choices that it learned from
            and of others; 0 to 1.
        advantage, error: points a seat and deal over the greedy player, and half the width of the
            95 % interval.
    """

    number: int
    seen: float
    held_out: float
    advantage: float
    error: float


def draw(points: Sequence[Point], title: str, final: tuple[float, float, int]) -> str:
    """The picture: agreement on the left, strength on the right.

    Args:
        points: what was measured, a pass at a time.
        title: what the picture says above.
        final: points over the greedy player at the end, half the interval, and of how many deals.
    """
    advantage, error, deals = final
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" role="img" font-family="{FONTS}">'
    )
    parts = [
        svg,
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{GROUND}"/>',
        text(28, 34, title, size=17, weight=700),
        text(
            28,
            56,
            f"at the end {advantage:+.2f} ± {error:.2f} points a seat and deal over "
            f"greedy, {deals:,} deals on duplicate walls",
            fill=QUIET,
        ),
        *agreements(points),
        *strengths(points),
        "</svg>\n",
    ]
    return "\n".join(parts)


def agreements(points: Sequence[Point]) -> list[str]:
    """How often the network chose as its teacher."""
    shares = [share for point in points for share in (point.seen, point.held_out)]
    low, high = int(min(shares) * 20) / 20, min(1.0, int(max(shares) * 20 + 1) / 20)
    steps = [low + (high - low) * part / 4 for part in range(5)]
    x, y = axes(0, points, (low, high))
    found = frame(0, points, x, y, [(step, f"{step:.0%}") for step in steps])
    found.append(text(PANELS[0][0], TOP - 14, "chooses as its teacher does", weight=700))
    end = len(points) - 1
    places = sorted(
        (("learned", GOLD, "seen"), ("new", GREEN, "held_out")),
        key=lambda line: -getattr(points[end], line[2]),
    )
    for place, (name, colour, field) in enumerate(places):
        line = [(x(point.number), y(getattr(point, field))) for point in points]
        found.append(polyline(line, colour))
        found.append(
            text(
                PANELS[0][1] - 12,
                BOTTOM - 34 + 18 * place,
                f"— {name} choices",
                fill=colour,
                weight=700,
                anchor="end",
            )
        )
    return found


def strengths(points: Sequence[Point]) -> list[str]:
    """Points over the greedy player with their intervals."""
    low = min(0.0, *(point.advantage - point.error for point in points))
    high = max(0.0, *(point.advantage + point.error for point in points))
    step = next(size for size in (0.5, 1, 2, 5, 10, 20, 50, 100) if (high - low) / size <= 7)
    first, last = int(low // step), int(-(-high // step))
    x, y = axes(1, points, (first * step, last * step))
    ticks = [
        (place * step, f"{place * step:+g}" if place else "0") for place in range(first, last + 1)
    ]
    found = frame(1, points, x, y, ticks)
    found.append(text(PANELS[1][0], TOP - 14, "points a deal over greedy, 95 %", weight=700))
    left, right = PANELS[1]
    found.append(
        f'<line x1="{left}" x2="{right}" y1="{y(0):.1f}" y2="{y(0):.1f}" '
        f'stroke="{INK}" stroke-width="1.5"/>'
    )
    for point in points:
        ends = [y(point.advantage + sign * point.error) for sign in (1, -1)]
        found.append(
            f'<line x1="{x(point.number):.1f}" x2="{x(point.number):.1f}" '
            f'y1="{ends[0]:.1f}" y2="{ends[1]:.1f}" stroke="{GREEN}" '
            'stroke-width="2" stroke-linecap="round" opacity="0.5"/>'
        )
    found.append(polyline([(x(p.number), y(p.advantage)) for p in points], GREEN))
    return found


Scale = Callable[[float], float]


def axes(panel: int, points: Sequence[Point], bounds: tuple[float, float]) -> tuple[Scale, Scale]:
    """Where a pass and a value stand in a panel."""
    left, right = PANELS[panel]
    low, high = bounds
    gaps = max(1, len(points) - 1)

    def across(number: float) -> float:
        return left + 16 + (right - left - 32) * (number - 1) / gaps

    def up(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    return across, up


def frame(
    panel: int, points: Sequence[Point], x: Scale, y: Scale, ticks: Sequence[tuple[float, str]]
) -> list[str]:
    """The lines behind a panel, with their numbers."""
    left, right = PANELS[panel]
    found = []
    for value, name in ticks:
        found.append(
            f'<line x1="{left}" x2="{right}" y1="{y(value):.1f}" y2="{y(value):.1f}" '
            f'stroke="{LINE}"/>'
        )
        found.append(text(left - 8, y(value) + 4, name, fill=QUIET, anchor="end", size=12))
    found += [
        text(x(point.number), BOTTOM + 20, f"{point.number}", fill=QUIET, anchor="middle", size=12)
        for point in points
        if len(points) <= 12 or not point.number % 5
    ]
    middle = (left + right) / 2
    found.append(text(middle, BOTTOM + 42, "passes over all choices", fill=QUIET, anchor="middle"))
    return found


def polyline(line: Sequence[tuple[float, float]], colour: str) -> str:
    """A line with a dot at each of its points."""
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in line)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>{dots}'


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    weight: int = 400,
    fill: str = INK,
    anchor: str = "start",
) -> str:
    """Words at a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )
