"""What pictures of results have in common: the sheet, its colours, and text that fits its room.

A picture is one SVG that needs no other file. Lengths are pixels at its natural size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from goldsparrow.text import Language

MARGIN: Final = 28
LETTER: Final = 13
"""The size of letters where nothing else is said."""
GROUND: Final = "#fbf8ef"
INK: Final = "#17241f"
QUIET: Final = "#5d6b64"
LINE: Final = "#d9d2bd"
_FONTS: Final = "'Noto Sans SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"


def sheet(title: str, width: float, height: float, drawn: Iterable[str], language: Language) -> str:
    """Returns the text of an SVG of that size that holds what is drawn, on the common ground.

    Args:
        title: what the picture is called by programs that read it aloud.
        width: of the picture.
        height: of the picture.
        drawn: its elements, each as SVG.
        language: the language of its texts.
    """
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" lang="{language}" font-family="{_FONTS}">'
    )
    ground = f'<rect width="{width}" height="{height}" rx="14" fill="{GROUND}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *drawn, "</svg>\n"])


def wide(text: str, size: float = LETTER) -> float:
    """About how wide a text is: a Chinese character is an em, a Latin one about half of it."""
    return size * sum(1.0 if letter > "\u2e80" else 0.56 for letter in text)


def wrapped(text: str, width: float, *, most: int, size: float = LETTER) -> list[str]:
    """Cuts a text into at most so many lines: at spaces, and between any two Chinese characters."""
    lines = [""]
    for word in _words(text):
        if lines[-1] and wide(lines[-1] + word.rstrip(), size) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    lines = [line.rstrip() for line in lines]
    over = len(lines) > most
    return [
        _cut(line, width, size, over=over and n == most) for n, line in enumerate(lines[:most], 1)
    ]


def _cut(line: str, width: float, size: float, *, over: bool) -> str:
    """A line that is no wider than there is room; dots say that there is `over` it, or in it."""
    if not over and wide(line, size) <= width:
        return line
    while line and wide(line + "…", size) > width:
        line = line[:-1]
    return line + "…"


def _words(text: str) -> Iterator[str]:
    word = ""
    for letter in text:
        if letter > "\u2e80" or letter == " ":
            yield word + letter
            word = ""
        else:
            word += letter
    yield word


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = LETTER,
    weight: int = 400,
    colour: str = INK,
    anchor: str = "start",
) -> str:
    """Writes a line of text with its baseline at `y`; whatever it holds is only text."""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )
