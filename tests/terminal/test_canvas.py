"""Drawing by cells: Chinese characters take two, and nothing is left of half a character."""

from __future__ import annotations

import pytest

from goldsparrow.terminal.canvas import Canvas, clip, pad, width, wrap


def row(canvas: Canvas, y: int) -> str:
    """A row with all its blanks."""
    return "".join(text for text, _ in canvas.runs(y))


def test_put_counts_cells() -> None:
    """A text ends where its cells end, not where its characters do."""
    canvas = Canvas(10, 1)

    assert canvas.put(1, 0, "金5p") == 5
    assert row(canvas, 0) == " 金5p     "
    assert width(row(canvas, 0)) == 10


@pytest.mark.parametrize("x", [2, 3])
def test_half_a_character_goes(x: int) -> None:
    """Whoever overwrites one half of a wide character takes its other half away too."""
    canvas = Canvas(6, 1)
    canvas.put(2, 0, "金")
    canvas.put(x, 0, "a")

    assert row(canvas, 0) == " " * x + "a" + " " * (5 - x)


def test_wide_over_wide() -> None:
    """A wide character over the halves of two others leaves blanks on both sides."""
    canvas = Canvas(6, 1)
    canvas.put(0, 0, "金雀金")
    canvas.put(1, 0, "龙")

    assert row(canvas, 0) == " 龙 金"


def test_what_does_not_fit_is_cut() -> None:
    """Nothing is drawn outside, and a wide character never sticks out by half."""
    canvas = Canvas(3, 1)
    canvas.put(0, 0, "金雀")
    canvas.put(-1, 0, "x")
    canvas.put(0, 1, "x")

    assert row(canvas, 0) == "金 "


def test_styles_run() -> None:
    """Cells of one style that lie side by side come as one text."""
    canvas = Canvas(4, 1)
    canvas.put(1, 0, "金", "gold")

    assert list(canvas.runs(0)) == [(" ", ""), ("金", "gold"), (" ", "")]


def test_spots() -> None:
    """A click finds what was drawn last there, and nothing elsewhere."""
    canvas = Canvas(20, 3)
    canvas.put(2, 1, "金5p", action="tile 0")
    canvas.spot(3, 0, 4, 3, "tile 1")

    assert canvas.action_at(2, 1) == "tile 0"
    assert canvas.action_at(3, 1) == "tile 1"
    assert canvas.action_at(6, 2) == "tile 1"
    assert canvas.action_at(7, 2) is None
    assert canvas.action_at(2, 2) is None


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [("gold", 4, "gold"), ("golden", 5, "gol.."), ("金雀金龙", 7, "金雀.."), ("金雀", 1, "")],
)
def test_clip(text: str, most: int, cut: str) -> None:
    """A text that is too wide says that it was cut, and then fits."""
    assert clip(text, most) == cut
    assert width(pad(text, most)) == most


def test_wrap() -> None:
    """Lines break at blanks, in Chinese anywhere, and keep every character."""
    assert wrap("three golds win", 11) == ["three golds", "win"]
    assert wrap("三金倒最大", 6) == ["三金倒", "最大"]
    assert wrap("打 五筒", 4) == ["打", "五筒"]
    assert wrap("", 5) == []
