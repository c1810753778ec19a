"""What the screen shows: the match, how tiles are written, and what is pointed at."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from goldsparrow.terminal.faces import Writer
from goldsparrow.terminal.offers import Offer, hand_row, offers
from goldsparrow.terminal.session import Session
from goldsparrow.text import Language, say
from goldsparrow.tiles import HIDDEN, Tile

LEAST_WIDTH = 80
LEAST_HEIGHT = 24


@dataclass(slots=True)
class Scene:
    """The state of the screen.

    Attributes:
        session: the match.
        writer: how tiles are written, and the language.
        picked: the place in the own hand of the tile that is picked, the drawn one last.
        pointed: the offer that is pointed at, by its place.
        message: the answer to the last key, `refused` where it says no.
        all_hands: whether the settlement shows all four hands.
        saved: where the record was written last.
    """

    session: Session
    writer: Writer
    picked: int | None = None
    pointed: int | None = None
    message: str = ""
    refused: bool = False
    all_hands: bool = False
    saved: Path | None = None

    @property
    def language(self) -> Language:
        """The language of all words."""
        return self.writer.language

    def say(self, key: str, **params: object) -> str:
        """A text of the catalogue in the person's language."""
        return say(key, self.writer.language, **params)

    @property
    def offers(self) -> list[Offer]:
        """What may be chosen besides discarding."""
        return offers(self.session, self.writer)

    def row(self) -> list[Tile]:
        """The own hand from left to right, the drawn tile last."""
        tiles, drawn = hand_row(self.session.view)
        return tiles if drawn == HIDDEN else [*tiles, drawn]

    @property
    def picked_tile(self) -> Tile:
        """The tile that is picked, or HIDDEN."""
        row = self.row()
        return row[self.picked] if self.picked is not None and self.picked < len(row) else HIDDEN
