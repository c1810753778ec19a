"""How tiles are written in a terminal: short names, Chinese characters, or the Unicode tiles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from goldsparrow.terminal.canvas import width
from goldsparrow.text import Language, say
from goldsparrow.tiles import HIDDEN, NAMES, SUITED, Tile, format_tiles

Faces: TypeAlias = Literal["text", "chinese", "unicode"]
"""`5p`, 五筒, or the tile's own character."""

FACES: Final[tuple[Faces, ...]] = get_args(Faces)

_RED_DRAGON: Final = "\U0001f004"


class Writer:
    """Writes tiles one way; `cells` is the width of a tile in a row of tiles, without a space."""

    def __init__(self, faces: Faces, language: Language) -> None:
        self.faces = faces
        self.language = language
        self._chinese: Language = "zh-Hant" if language == "zh-Hant" else "zh-Hans"
        self.cells = 3 if faces == "chinese" else 2

    def about(self, name: str, text: str) -> str:
        """A name and what is said of it, with the colon of the language between them."""
        return say("terminal.about", self.language, name=name, text=text)

    def name(self, tile: Tile) -> str:
        """A tile by itself, as in a sentence."""
        if tile == HIDDEN:
            return "?"
        if self.faces == "chinese":
            return say(f"tile.{NAMES[tile]}", self._chinese)
        # A Unicode tile alone is too small to read; the name stands beside it.
        return f"{self._glyph(tile)}{NAMES[tile]}" if self.faces == "unicode" else NAMES[tile]

    def small(self, tile: Tile) -> str:
        """A tile in a row of tiles, always `cells` wide."""
        if self.faces == "unicode":
            text = self._glyph(tile)
        elif self.faces == "chinese" and tile != HIDDEN:
            text = self.name(tile)
            if tile < SUITED:
                text = NAMES[tile][0] + text[1]
            elif width(text) > self.cells:
                # 红中, 发财 and 白板 are known by one character, as the winds are.
                text = text[1] if text.endswith("中") else text[0]
        else:
            text = NAMES[tile]
        return text + " " * (self.cells - width(text))

    def card(self, tile: Tile) -> tuple[str, str]:
        """The two rows of a tile in the own hand, each at most two cells wide."""
        if self.faces == "chinese":
            text = self.name(tile)
            return text[0], text[1] if len(text) > 1 else ""
        if self.faces == "unicode":
            return self._glyph(tile), NAMES[tile]
        return NAMES[tile], ""

    def group(self, tiles: Sequence[Tile]) -> str:
        """Tiles that belong together, as tight as they can be read."""
        if self.faces == "text":
            return "".join(format_tiles(tiles, "runs").split()) if tiles else ""
        if self.faces == "unicode" or not tiles or max(tiles) >= SUITED or min(tiles) < 0:
            return "".join(self.small(tile).strip() or "?" for tile in tiles)
        return "".join(NAMES[tile][0] for tile in tiles) + self.name(tiles[0])[1]

    @staticmethod
    def _glyph(tile: Tile) -> str:
        if tile == HIDDEN:
            return "\U0001f02b"
        glyph = format_tiles([tile], "unicode").strip()
        # Alone among the tiles it is an emoji, two cells wide; without it a row would be crooked.
        return "中" if glyph.startswith(_RED_DRAGON) else glyph
