"""Leaving a gold alone and going round (L9, F25)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from goldsparrow.analysis import ANY, distance, readings
from goldsparrow.events import AnyEvent, Discard
from goldsparrow.events import Tour as TourEvent
from goldsparrow.moves import CHOW, CONCEALED_KONG, KONG, PONG, WIN, MoveSet
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import HIDDEN, KIND

_CLAIMS: Final[MoveSet] = 1 << PONG | 1 << KONG | ((1 << CONCEALED_KONG) - (1 << CHOW))
_WIN: Final[MoveSet] = 1 << WIN
_PUBLIC: Final = 2
"""From this level on a tour binds the others, and so everybody knows it."""


@dataclass(slots=True)
class Levels:
    """The level of each seat's tour, 0 for none."""

    levels: list[int] = field(default_factory=lambda: [0, 0, 0, 0])

    def __copy__(self) -> Levels:
        return Levels(self.levels.copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour(Clause):
    """Tours 游金, 双游, 三游: levels that own discards reach while one gold stays alone (L9).

    Levels 2 and 3 are announced, since they bind the others; level 1 only its owner knows. With
    `double_tour_claims` level 2 leaves the others their claims, and level 3 those that do not win.
    """

    double_tour_claims: bool = False

    key: ClassVar[str] = "tour"
    grants: ClassVar[tuple[str, ...]] = ("tour", "double_tour", "triple_tour")

    def begin(self) -> Levels:
        """Returns the note: nobody tours, not even with a dealt hand of that shape."""
        return Levels()

    def shown(self, note: Levels, seat: int | None) -> Levels:
        """Returns the levels that everybody knows, and the seat's own."""
        return Levels(
            [
                level if level >= _PUBLIC or each == seat else 0
                for each, level in enumerate(note.levels)
            ]
        )

    def watch(self, note: Levels, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Sets the level by each discard; a gold that leaves another alone climbs."""
        if isinstance(event, TourEvent):
            note.levels[event.seat] = event.level
        elif isinstance(event, Discard):
            seat = event.seat
            before = note.levels[seat]
            note.levels[seat] = 0
            if table.knows(seat) and gold_stands_alone(table, seat):
                if KIND[event.tile] == table.gold:
                    return (TourEvent(seat, 3 if before >= _PUBLIC else _PUBLIC),)
                note.levels[seat] = 1
        return ()

    def limit(self, note: Levels, table: ClauseTable, seat: int, moves: MoveSet) -> MoveSet:
        """Takes claims from the others at level 2, and at level 3 their self-draws as well.

        At level 3 a kong's replacement tile still wins, and nothing else, whatever may be claimed.
        """
        strictest = max(level for each, level in enumerate(note.levels) if each != seat)
        if strictest < _PUBLIC:
            return moves
        triple = strictest > _PUBLIC
        if table.turn == seat and table.live == HIDDEN:
            return moves & ~_WIN if triple and not table.replaced else moves
        if self.double_tour_claims:
            return moves & ~_WIN if triple else moves
        return moves & ~(_CLAIMS | _WIN)

    def promises(self, note: Levels, seat: int) -> frozenset[str]:
        """Returns the tour that the seat is on."""
        level = note.levels[seat]
        return frozenset({self.grants[level - 1]}) if level else frozenset()

    def marks(self, note: Levels, facts: WinFacts) -> frozenset[str]:
        """Returns the tour that a draw completes, three golds among it declared or not (C13)."""
        if facts.by in {"self_draw", "three_golds"}:
            return self.promises(note, facts.winner)
        return frozenset()


def gold_stands_alone(table: ClauseTable, seat: int) -> bool:
    """Whether a seat's tiles are one gold beside complete melds only, or beside pairs (L9).

    Other golds may stand for any tile inside those melds or pairs.
    """
    hand = table.known_hand(seat)
    golds = hand.golds
    if not golds:
        return False
    counts = hand.face_counts()
    melds = table.melds[seat]
    if "seven_pairs" in table.rules.shapes and not melds:
        # Thirteen tiles, the gold apart: every odd tile needs one of the other golds.
        singles = sum(count % 2 for count in counts)
        if singles <= golds - 1:
            return True
    # One gold more would make the lone one a pair of golds; few hands are even complete with it.
    needed = table.rules.deal.melds - len(melds)
    k0, k1, k2, k3 = hand.keys
    return distance(k0, k1, k2, k3, needed, golds + 1) == 0 and any(
        group.kind == "pair" and group.tile == ANY
        for reading in readings(counts, needed, golds + 1)
        for group in reading
    )
