"""How tiles are written: each way lines up, and no two tiles look alike."""

from __future__ import annotations

import pytest

from goldsparrow.terminal.canvas import width
from goldsparrow.terminal.faces import FACES, Faces, Writer
from goldsparrow.text import LANGUAGES, Language
from goldsparrow.tiles import HIDDEN, KIND, KINDS


@pytest.mark.parametrize("faces", FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_lines_up(faces: Faces, language: Language) -> None:
    """In a row of tiles each is equally wide; in the hand it is at most two cells wide."""
    writer = Writer(faces, language)
    for tile in (*range(KINDS), HIDDEN):
        assert width(writer.small(tile)) == writer.cells
        assert all(width(row) <= 2 for row in writer.card(tile))


@pytest.mark.parametrize("faces", FACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_alike(faces: Faces, language: Language) -> None:
    """Every kind is written differently, in a row, in the hand and by name."""
    writer = Writer(faces, language)
    for write in (writer.small, writer.card, writer.name):
        assert len({write(tile) for tile in range(KINDS)}) == KINDS


@pytest.mark.parametrize(
    ("faces", "language", "tiles", "text"),
    [
        ("text", "en", "345p", "345p"),
        ("text", "zh-Hans", "1z 1z 1z", "111z"),
        ("chinese", "en", "345p", "345筒"),
        ("chinese", "zh-Hans", "777m", "777万"),
        ("chinese", "zh-Hant", "777m", "777萬"),
        ("chinese", "zh-Hans", "555z", "中中中"),
        ("unicode", "en", "12m", "\U0001f007\U0001f008"),
    ],
)
def test_groups(faces: Faces, language: Language, tiles: str, text: str) -> None:
    """A meld is one short word."""
    parsed = []
    for part in tiles.split():
        parsed += [KIND[rank + part[-1]] for rank in part[:-1]]

    assert Writer(faces, language).group(parsed) == text


@pytest.mark.parametrize("faces", FACES)
def test_hidden_group(faces: Faces) -> None:
    """A concealed kong that may not be seen shows four backs (C10)."""
    text = Writer(faces, "zh-Hans").group((HIDDEN,) * 4)

    assert text in {"????", "\U0001f02b" * 4}
