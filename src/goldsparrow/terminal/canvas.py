"""A grid of terminal cells to draw on, and the places on it that can be clicked.

Chinese characters and some tiles are two cells wide; everything here counts cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len

__all__ = ["Canvas", "Spot", "clip", "pad", "width", "wrap"]

width = cell_len


class Spot(NamedTuple):
    """A rectangle of cells that does something when it is clicked."""

    x: int
    y: int
    width: int
    height: int
    action: str

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell lies inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """Cells by row and column; a cell is a character and the name of its style.

    The right half of a wide character is an empty text. What does not fit is cut off.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.spots: list[Spot] = []
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "", action: str = "") -> int:
        """Writes a text from a cell on and returns the column behind it."""
        begin = x
        for character in text:
            x += self._put_one(x, y, character, style)
        if action and x > begin:
            self.spots.append(Spot(begin, y, x - begin, 1, action))
        return x

    def _put_one(self, x: int, y: int, character: str, style: str) -> int:
        size = cell_len(character)
        if not (0 <= y < self.height and x >= 0 and x + size <= self.width):
            return size
        row = self._rows[y]
        if size == 0:
            if x:
                row[x - 1] = (row[x - 1][0] + character, row[x - 1][1])
            return 0
        self._mend(row, x)
        self._mend(row, x + size)
        row[x] = (character, style)
        if size == 2:
            row[x + 1] = ("", style)
        return size

    @staticmethod
    def _mend(row: list[tuple[str, str]], x: int) -> None:
        """Blanks a wide character whose right half is about to be overwritten."""
        if 0 < x < len(row) and row[x][0] == "":
            row[x - 1] = (" ", row[x - 1][1])
            row[x] = (" ", row[x][1])

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Blanks a rectangle in a style."""
        for line in range(y, y + height):
            self.put(x, line, " " * width, style)

    def box(self, x: int, y: int, width: int, height: int, style: str, *, double: bool) -> None:
        """Draws a frame; the double one stands out without any colour."""
        lines = "╔╗╚╝═║" if double else "┌┐└┘─│"
        self.put(x, y, lines[0] + lines[4] * (width - 2) + lines[1], style)
        self.put(x, y + height - 1, lines[2] + lines[4] * (width - 2) + lines[3], style)
        for line in range(y + 1, y + height - 1):
            self.put(x, line, lines[5], style)
            self.put(x + width - 1, line, lines[5], style)

    def spot(self, x: int, y: int, width: int, height: int, action: str) -> None:
        """Makes a rectangle clickable."""
        self.spots.append(Spot(x, y, width, height, action))

    def action_at(self, x: int, y: int) -> str | None:
        """What a click on a cell does; of overlapping places the last one drawn."""
        return next((spot.action for spot in reversed(self.spots) if spot.holds(x, y)), None)

    def runs(self, y: int) -> Iterator[tuple[str, str]]:
        """A row as texts with their styles."""
        for style, cells in groupby(self._rows[y], key=lambda cell: cell[1]):
            yield "".join(character for character, _ in cells), style

    def text(self) -> str:
        """All rows without their styles."""
        return "\n".join("".join(character for character, _ in row).rstrip() for row in self._rows)


def clip(text: str, most: int) -> str:
    """Cuts a text that is wider than so many cells, and says so by two dots."""
    if width(text) <= most:
        return text
    kept = ""
    for character in text:
        if width(kept + character) > most - 2:
            break
        kept += character
    return kept + ".." if most >= 2 else ""


def pad(text: str, cells: int) -> str:
    """A text of exactly so many cells, cut or filled with blanks."""
    text = clip(text, cells)
    return text + " " * (cells - width(text))


def wrap(text: str, most: int) -> list[str]:
    """Breaks a text into lines of at most so many cells, at blanks where it has any."""
    lines: list[str] = []
    line = ""
    for word in _words(text):
        if line and width((line + word).rstrip()) > most:
            lines.append(line.rstrip())
            line = ""
        line += word.lstrip() if not line else word
    return [*lines, line.rstrip()] if line.strip() else lines


def _words(text: str) -> Iterator[str]:
    """Words with the blanks after them; a Chinese character may end a line like a word."""
    word = ""
    for character in text:
        if character == " ":
            yield word + character
            word = ""
        elif width(character) == 2:
            if word:
                yield word
            word = ""
            yield character
        else:
            word += character
    if word:
        yield word
