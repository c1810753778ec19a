"""Columns of text that line up in a terminal, where Chinese characters are two cells wide."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """Returns how many cells of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def columns(rows: Sequence[Sequence[str]], right: str = "", indent: str = "  ") -> str:
    """Returns rows as lines of columns, each as wide as its widest cell.

    `right` says for each column whether it is set to the right (`r`) or left (anything else).
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = []
        for place, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            space = " " * (wide - width(cell))
            cells.append(space + cell if right[place : place + 1] == "r" else cell + space)
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)
