"""Pictures of a table with all hands, for whoever watches agents learn: text, SVG, pixels.

One list of rectangles and words is made of the table; SVG and pixels are two ways to draw it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, TypeAlias
from xml.sax.saxutils import escape

import numpy as np

from goldsparrow.game.deal import Deal
from goldsparrow.text import say
from goldsparrow.tiles import EAST, HIDDEN, NAMES, PLAYABLE, SUITED, Tile, format_tiles

MODES: Final = ("human", "ansi", "svg", "rgb_array")
"""The ways to render: printed, as text, as a drawing, as pixels."""

Pixels: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]

_WIDTH: Final = 960
_PANEL: Final = 142
_HEAD: Final = 52
_TILE: Final = (30, 42)
_SMALL: Final = (22, 30)
_CLOTH: Final = "#1f4d3d"
_SHADE: Final = "#183d31"
_GLOW: Final = "#2c6b54"
_INK: Final = "#f3ecd8"
_DIM: Final = "#b9c8b8"
_FACE: Final = "#f7f0dd"
_GOLD: Final = "#f2c14e"
_EDGE: Final = "#8d7f5c"
_INKS: Final = {"m": "#a8201a", "p": "#1d4e89", "s": "#1b7a3d", "z": "#2b2b2b", "f": "#8b3f8f"}
_HONOURS: Final = "ESWNRGP"


class _Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    fill: str
    edge: str = ""


class _Words(NamedTuple):
    x: int
    y: int
    size: int
    text: str
    fill: str
    middle: bool = False


_Shapes: TypeAlias = list[_Box | _Words]


def rendered(deal: Deal, mode: str | None) -> str | Pixels | None:
    """The table in the form that a mode asks for; `human` prints it, no mode gives nothing."""
    if mode == "ansi":
        return as_text(deal)
    if mode == "svg":
        return as_svg(deal)
    if mode == "rgb_array":
        return as_pixels(deal)
    if mode == "human":
        print(as_text(deal))  # noqa: T201 - that is what the mode is for
    return None


def as_text(deal: Deal) -> str:
    """The table as lines of text."""
    table = deal.table
    lines = [_headline(deal)]
    for seat in range(4):
        melds = " ".join(f"[{format_tiles(meld.tiles)}]" for meld in table.melds[seat])
        parts = [
            ("hand", format_tiles(table.known_hand(seat).tiles())),
            ("melds", melds),
            ("flowers", format_tiles(table.flowers[seat])),
            ("river", format_tiles(table.rivers[seat])),
        ]
        told = "; ".join(f"{name} {text}" for name, text in parts if text)
        lines.append(f"{_title(deal, seat)}: {told}")
    return "\n".join(lines)


def as_svg(deal: Deal) -> str:
    """The table as an SVG document."""
    shapes, height = _shapes(deal)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="DejaVu Sans, Arial, sans-serif">'
    )
    parts = [head]
    for shape in shapes:
        if isinstance(shape, _Box):
            edge = f' stroke="{shape.edge}"' if shape.edge else ""
            radius = 3 if shape.edge else 0
            parts.append(
                f'<rect x="{shape.x}" y="{shape.y}" width="{shape.width}" '
                f'height="{shape.height}" rx="{radius}" fill="{shape.fill}"{edge}/>'
            )
        else:
            anchor = ' text-anchor="middle"' if shape.middle else ""
            parts.append(
                f'<text x="{shape.x}" y="{shape.y}" font-size="{shape.size}" '
                f'fill="{shape.fill}" dominant-baseline="central"{anchor}>'
                f"{escape(shape.text)}</text>"
            )
    return "\n".join([*parts, "</svg>"])


def as_pixels(deal: Deal) -> Pixels:
    """The table as pixels, shape `(height, 960, 3)` uint8.

    Raises:
        ImportError: Pillow is missing, which the extra `learn` brings.
    """
    try:
        from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - only pixels need it
    except ImportError as error:
        message = "rgb_array needs Pillow; expected 'pip install goldsparrow[learn]'"
        raise ImportError(message) from error
    shapes, height = _shapes(deal)
    image = Image.new("RGB", (_WIDTH, height), _CLOTH)
    draw = ImageDraw.Draw(image)
    for shape in shapes:
        if isinstance(shape, _Box):
            area = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            if shape.edge:
                draw.rounded_rectangle(area, 3, shape.fill, shape.edge)
            else:
                draw.rectangle(area, shape.fill)
        else:
            font = ImageFont.load_default(shape.size)
            anchor = "mm" if shape.middle else "lm"
            draw.text((shape.x, shape.y), shape.text, shape.fill, font, anchor)
    return np.asarray(image, dtype=np.uint8).copy()


def _headline(deal: Deal) -> str:
    table = deal.table
    title = say(f"rules.{deal.rules.key}.title", "en")
    gold = "?" if table.gold == HIDDEN else NAMES[table.gold]
    if deal.phase != "over":
        asked = ", ".join(f"seat {seat}" for seat in deal.waiting)
        state = f"{deal.phase.replace('_', ' ')}: {asked}"
    elif deal.result is not None and deal.result.winner is not None:
        state = f"won by seat {deal.result.winner}"
    else:
        state = "drawn"
    return f"{title}, gold {gold}, {table.drawable} to draw, {state}"


def _title(deal: Deal, seat: int) -> str:
    table = deal.table
    dealer = " (dealer)" if seat == table.dealer else ""
    paid = deal.result.payments[seat] if deal.result else table.payments[seat]
    return f"seat {seat}{dealer} {paid:+d}"


def _shapes(deal: Deal) -> tuple[_Shapes, int]:
    height = _HEAD + 4 * _PANEL
    shapes: _Shapes = [
        _Box(0, 0, _WIDTH, height, _CLOTH),
        _Words(18, _HEAD // 2, 18, _headline(deal), _INK),
    ]
    for seat in range(4):
        _panel(shapes, deal, seat, _HEAD + seat * _PANEL)
    return shapes, height


def _panel(shapes: _Shapes, deal: Deal, seat: int, top: int) -> None:
    table = deal.table
    asked = seat in deal.waiting
    shapes.append(_Box(10, top, _WIDTH - 20, _PANEL - 8, _GLOW if asked else _SHADE, _SHADE))
    shapes.append(_Words(20, top + 16, 14, _title(deal, seat), _INK))
    hand = table.known_hand(seat).tiles()
    drawn = table.drawn if table.turn == seat else HIDDEN
    if drawn in hand:
        hand.remove(drawn)
    x = _row(shapes, hand, 20, top + 34, table.gold)
    if drawn != HIDDEN:
        x = _row(shapes, [drawn], x + 10, top + 34, table.gold)
    x += 24
    for meld in table.melds[seat]:
        x = _row(shapes, meld.tiles, x, top + 46, table.gold, _SMALL) + 8
    live = table.live if table.source == seat else HIDDEN
    _words_then_tiles(shapes, "river", table.rivers[seat], 20, top + 88, table.gold, live)
    _words_then_tiles(shapes, "flowers", table.flowers[seat], 640, top + 1, table.gold)


def _words_then_tiles(
    shapes: _Shapes,
    words: str,
    tiles: list[Tile],
    x: int,
    y: int,
    gold: Tile,
    live: Tile = HIDDEN,
) -> None:
    if not tiles:
        return
    shapes.append(_Words(x, y + 16, 12, words, _DIM))
    end = _row(shapes, tiles, x + 50, y, gold, _SMALL)
    if live != HIDDEN:
        width, height = _SMALL
        shapes.append(_Box(end - width - 1, y + height + 3, width - 1, 3, _GOLD))


def _row(
    shapes: _Shapes,
    tiles: list[Tile] | tuple[Tile, ...],
    x: int,
    y: int,
    gold: Tile,
    size: tuple[int, int] = _TILE,
) -> int:
    """Draws tiles side by side, closer where they would not fit; returns where they end."""
    width, height = size
    step = width
    if len(tiles) > 1:
        step = min(width, (_WIDTH - 20 - width - x) // (len(tiles) - 1))
    for tile in tiles:
        face = _GOLD if tile == gold else _FACE
        shapes.append(_Box(x, y, width - 2, height, face, _EDGE))
        mark, ink = _label(tile)
        middle = x + width // 2 - 1
        if len(mark) > 1:
            shapes.append(_Words(middle, y + height * 2 // 5, height * 2 // 5, mark[0], ink, True))
            shapes.append(_Words(middle, y + height * 4 // 5, height * 2 // 7, mark[1], ink, True))
        else:
            shapes.append(_Words(middle, y + height // 2, height // 2, mark, ink, True))
        x += step
    return x + width - step if tiles else x


def _label(tile: Tile) -> tuple[str, str]:
    name = NAMES[tile]
    if SUITED <= tile < PLAYABLE:
        return _HONOURS[tile - EAST], _INKS["z"] if tile < EAST + 4 else _INKS["m"]
    return name, _INKS[name[1]]
