"""The declared wait for the gold between its neighbours (S7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Final

from goldsparrow.analysis import distance, suit_keys
from goldsparrow.events import AnyEvent
from goldsparrow.events import GoldGap as GoldGapEvent
from goldsparrow.moves import DISCARDS, GOLD_GAP, WIN, Move, MoveSet
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import HIDDEN, KIND, NAMES, PLAYABLE, SUITED, Tile

_WIN: Final[MoveSet] = 1 << WIN


@dataclass(slots=True)
class Declared:
    """The two tiles that each seat has laid open by declaring, none where it has not."""

    gaps: list[tuple[Tile, ...]] = field(default_factory=lambda: [(), (), (), ()])

    def __copy__(self) -> Declared:
        return Declared(self.gaps.copy())


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldGap(Clause):
    """A hand without golds waits for the gold as the middle of a run 金坎 and is locked (S7).

    With `edge`, a gold of rank 3 may also be waited for with 1-2, and one of rank 7 with 8-9.
    """

    edge: bool = False

    key: ClassVar[str] = "gold_gap"
    grants: ClassVar[tuple[str, ...]] = ("gold_gap",)

    def begin(self) -> Declared:
        """Returns the note: nobody has declared."""
        return Declared()

    def watch(self, note: Declared, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Locks the hand of who declares, and remembers what it lays open."""
        del table
        if isinstance(event, GoldGapEvent):
            note.gaps[event.seat] = tuple([KIND[name] for name in event.tiles])
        return ()

    def laid_open(self, note: Declared, seat: int) -> tuple[Tile, ...]:
        """Returns the two tiles that wait for the gold."""
        return note.gaps[seat]

    def offer(self, note: Declared, table: ClauseTable, seat: int) -> MoveSet:
        """Returns the declarations with each discard that leaves a hand of that wait."""
        hand = table.known_hand(seat)
        golds = hand.golds
        if note.gaps[seat] or golds > 1:
            return 0
        pairs = gap_pairs(table.gold, edge=self.edge)
        counts = hand.face_counts()
        if not any(counts[low] and counts[high] for low, high in pairs):
            return 0
        # What is left holds no gold: one that is held has to be the discard.
        kinds = (table.gold,) if golds else range(PLAYABLE)
        return sum(
            1 << (GOLD_GAP + tile)
            for tile in kinds
            if (golds or counts[tile]) and self._gap(table, seat, counts, tile) is not None
        )

    def declare(
        self, note: Declared, table: ClauseTable, seat: int, move: Move
    ) -> tuple[AnyEvent, ...]:
        """Returns the declaration, which lays the two tiles open."""
        del note
        counts = table.known_hand(seat).face_counts()
        gap = self._gap(table, seat, counts, move - GOLD_GAP)
        assert gap is not None
        waiting = (NAMES[gap[0]], NAMES[gap[1]])
        return (GoldGapEvent(seat, waiting, NAMES[move - GOLD_GAP]),)

    def _gap(
        self, table: ClauseTable, seat: int, counts: list[int], discard: Tile
    ) -> tuple[Tile, Tile] | None:
        """The two tiles that wait for the gold once `discard` has left the hand."""
        for pair in gap_pairs(table.gold, edge=self.edge):
            left = counts.copy()
            # A gold is not among the counts.
            for tile in (discard, *pair) if discard != table.gold else pair:
                left[tile] -= 1
            if min(left) >= 0:
                melds = table.rules.deal.melds - len(table.melds[seat]) - 1
                if melds >= 0 and distance(*suit_keys(left), melds, 0) == 0:
                    return pair
        return None

    def limit(self, note: Declared, table: ClauseTable, seat: int, moves: MoveSet) -> MoveSet:
        """Leaves a locked hand the win on a gold drawn, otherwise the discard of what it drew."""
        if not note.gaps[seat]:
            return moves
        if table.turn != seat or table.live != HIDDEN or table.drawn == HIDDEN:
            return 0
        return moves & _WIN if table.drawn == table.gold else moves & DISCARDS & 1 << table.drawn

    def awaits(self, note: Declared, table: ClauseTable, seat: int, kinds: MoveSet) -> MoveSet:
        """Returns the gold alone for a locked hand, whatever else would complete it."""
        return kinds & 1 << table.gold if note.gaps[seat] else kinds

    def forced(self, note: Declared, table: ClauseTable, seat: int) -> bool:
        """Says that a locked hand plays its only move without being asked."""
        del table
        return bool(note.gaps[seat])

    def marks(self, note: Declared, facts: WinFacts) -> frozenset[str]:
        """Returns the gold gap that a drawn gold completes."""
        if note.gaps[facts.winner] and facts.by == "self_draw" and facts.tile == facts.gold:
            return frozenset({self.key})
        return frozenset()


def gap_pairs(gold: Tile, *, edge: bool = False) -> list[tuple[Tile, Tile]]:
    """Lists the two tiles that can wait for the gold as a gold gap (S7).

    A gold of rank 1 or 9, or an honour, has none; `edge` adds 1-2 for the 3 and 8-9 for the 7.
    """
    if gold >= SUITED:
        return []
    rank = gold % 9
    pairs = [(gold - 1, gold + 1)] if 0 < rank < 8 else []
    if edge and rank == 2:
        pairs.append((gold - 2, gold - 1))
    if edge and rank == 6:
        pairs.append((gold + 1, gold + 2))
    return pairs
