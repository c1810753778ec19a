"""The values that deals and matches take and give: a shuffle, a question, a result, a length."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

from goldsparrow.errors import OptionError
from goldsparrow.events import Four, WinBy
from goldsparrow.scores import Score
from goldsparrow.tiles import HIDDEN, Tile

QuestionKind: TypeAlias = Literal["opening", "turn", "claim", "rob_kong"]
"""What seats are asked: an opening win, a turn of their own, a claim, whether they rob a kong."""
Phase: TypeAlias = QuestionKind | Literal["over"]
"""What a deal waits for."""


class Shuffle(msgspec.Struct, frozen=True, gc=False):
    """A shuffled set of tiles and the dice of its deal.

    `tiles` are the wall's stacks, each top then bottom, beginning at the right end of seat 0's
    wall and going on clockwise (through the walls of seats 3, 2 and 1). `dice` break the wall,
    `gold_dice` open the gold where the rules want dice for it (S3).
    """

    tiles: tuple[Tile, ...]
    dice: tuple[int, int]
    gold_dice: tuple[int, int] = (1, 1)


class Length(msgspec.Struct, frozen=True):
    """How long a match is: so many deals, or so many rounds in which every seat deals."""

    count: int
    unit: Literal["deals", "rounds"]

    @classmethod
    def parse(cls, text: str) -> Length:
        """Reads a length such as `8 deals` or `1 round`.

        Raises:
            OptionError: the text is no length.
        """
        found = re.fullmatch(r"([1-9]\d{0,6}) (deal|round)s?", text)
        if not found:
            raise OptionError(f"no such match length: {text!r}; expected e.g. '8 deals', '1 round'")
        return cls(int(found[1]), "deals" if found[2] == "deal" else "rounds")

    def __str__(self) -> str:
        return f"{self.count} {self.unit if self.count > 1 else self.unit[:-1]}"


class Question(msgspec.Struct, frozen=True, gc=False):
    """What is being asked: the phase, and the tile in question and whose it is."""

    kind: Phase
    tile: Tile = HIDDEN
    source: int = 0


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a deal ended; `payments` are points after the stake, instant payments included."""

    winner: int | None
    by: WinBy | None
    score: Score | None
    payments: Four
    dealer_stays: bool
