"""What a rules page is made of: sections of texts, tiles, tables and worked examples."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from goldsparrow.scores import Group
from goldsparrow.text import Language


class Text(msgspec.Struct, frozen=True, tag="text"):
    """A paragraph, with a short heading where it has one."""

    text: str
    title: str = ""


class Tiles(msgspec.Struct, frozen=True, tag="tiles"):
    """Groups of tiles by their names, to be drawn; those of the `gold` kind glow."""

    groups: tuple[tuple[str, ...], ...]
    caption: str
    gold: str = ""


class Grid(msgspec.Struct, frozen=True, tag="table"):
    """A table; `own` is the column that the page is about, -1 where there is none.

    `marked` are the rows that differ from the preset.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    own: int = -1
    marked: tuple[int, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One thing that counted, with its points."""

    label: str
    count: int
    points: int


class Sum(msgspec.Struct, frozen=True):
    """What one seat pays, and how that came about."""

    label: str
    formula: str
    points: int


class Example(msgspec.Struct, frozen=True, tag="example", kw_only=True):
    """A win as the scorer counts it; `case` is the win as the calculator takes it."""

    title: str
    how: str
    groups: tuple[Group, ...]
    hand: tuple[str, ...]
    gold: str
    flowers: tuple[str, ...]
    lines: tuple[Line, ...]
    sums: tuple[Sum, ...]
    gain: int
    case: dict[str, Any]


Block: TypeAlias = Text | Tiles | Grid | Example


class Section(msgspec.Struct, frozen=True):
    """Blocks under a heading; `key` names the heading in the page's address."""

    key: str
    title: str
    blocks: tuple[Block, ...]


class Change(msgspec.Struct, frozen=True):
    """A house option that differs from the preset."""

    key: str
    title: str
    value: str
    preset: str


class Page(msgspec.Struct, frozen=True):
    """The explained rules of one rule set with its options, in one language."""

    rules: str
    language: Language
    title: str
    changes: tuple[Change, ...]
    sections: tuple[Section, ...]
