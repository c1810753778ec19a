"""Writes a rules page as Markdown, for `docs/rules`."""

from __future__ import annotations

from collections.abc import Iterator

from goldsparrow.guide.parts import Example, Grid, Page, Text, Tiles
from goldsparrow.text import say
from goldsparrow.tiles import format_tiles, tile


def markdown(page: Page) -> str:
    """Returns the page as a Markdown document that ends in a newline."""
    lines = [f"# {page.title}", ""]
    for section in page.sections:
        lines += [f"## {section.title}", ""]
        for block in section.blocks:
            lines += [*_block(page, block), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _block(page: Page, block: Text | Tiles | Grid | Example) -> Iterator[str]:
    if isinstance(block, Text):
        yield f"**{block.title}.** {block.text}" if block.title else block.text
    elif isinstance(block, Tiles):
        yield f"{block.caption}: {_groups(block.groups)}"
    elif isinstance(block, Grid):
        yield f"*{block.caption}*"
        yield ""
        yield _row(block.head)
        yield _row(("---",) * len(block.head))
        for place, row in enumerate(block.rows):
            first = f"**{row[0]}**" if place in block.marked else row[0]
            yield _row((first, *row[1:]))
    else:
        yield from _example(page, block)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _groups(groups: tuple[tuple[str, ...], ...]) -> str:
    return " ".join(f"`{format_tiles([tile(name) for name in group])}`" for group in groups)


def _example(page: Page, example: Example) -> Iterator[str]:
    groups = tuple(group.tiles for group in example.groups) or (example.hand,)
    gold = f"{say('page.example.gold', page.language)} `{example.gold}`"
    flowers = say("page.example.flowers", page.language)
    drawn = f" · {flowers} {_groups((example.flowers,))}" if example.flowers else ""
    yield f"**{example.title}** · {example.how}"
    yield ""
    yield f"{_groups(groups)} · {gold}{drawn}"
    yield ""
    counted = [f"{line.label} {line.points}" for line in example.lines]
    paid = [f"{one.label} {one.formula} = {one.points}" for one in example.sums]
    gains = say("page.example.gains", page.language, n=example.gain)
    yield f"- {' + '.join(counted)}"
    yield f"- {' · '.join(paid)} · {gains}"
