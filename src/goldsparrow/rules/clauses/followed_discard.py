"""The dealer pays when all three others discard the dealer's first tile (S1, L6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from goldsparrow.events import (
    AnyEvent,
    Chow,
    Discard,
    Kong,
    Payment,
    Pong,
    Win,
)
from goldsparrow.rules.clause import Clause, ClauseTable
from goldsparrow.scores import transfer
from goldsparrow.tiles import HIDDEN, KIND, SUITED, WHITE, Tile


@dataclass(slots=True)
class Chain:
    """The dealer's tile, how many have followed it, how often all three did, whether it ended."""

    tile: Tile = HIDDEN
    followers: int = 0
    times: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowedDiscard(Clause):
    """All three copy the dealer's discard 跟牌: the dealer pays each, twofold each further time.

    `suited` and `honour` are what each gets by the kind discarded. With `pays_base` both are the
    rule set's base (S1).
    """

    suited: int = 5
    honour: int = 5
    pays_base: bool = False

    key: ClassVar[str] = "followed_discard"

    def begin(self) -> Chain:
        """Returns the note of a chain that may begin with the first discard."""
        return Chain()

    def watch(self, note: Chain, table: ClauseTable, event: AnyEvent) -> Iterable[AnyEvent]:
        """Counts followers; any other tile, claim, kong or win ends the chain for good."""
        if note.over:
            return ()
        if isinstance(event, Chow | Pong | Kong | Win):
            # A kong before the dealer's first discard comes before any chain.
            note.over = note.tile != HIDDEN
        elif isinstance(event, Discard):
            tile = KIND[event.tile]
            if event.seat == table.dealer:
                note.tile, note.followers = tile, 0
            elif tile != note.tile:
                note.over = True
            else:
                note.followers += 1
                if note.followers == 3:
                    each = self._worth(table, tile) << note.times
                    note.times += 1
                    if not each:
                        return ()
                    owed = {seat: -each for seat in range(4) if seat != table.dealer}
                    return (Payment(self.key, transfer(table.dealer, owed)),)
        return ()

    def _worth(self, table: ClauseTable, tile: Tile) -> int:
        stands_in = tile == WHITE and table.rules.gold.white_stands_in and table.gold < SUITED
        return self.suited if tile < SUITED or stands_in else self.honour

    def with_base(self, base: int) -> FollowedDiscard:
        """Returns the clause that pays another base, the same where it pays fixed points."""
        return replace(self, suited=base, honour=base) if self.pays_base else self
