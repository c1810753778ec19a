"""How likely a discard is won on, read from the rivers, and what that would cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from goldsparrow.game.view import View
from goldsparrow.players.outlook import Outlook
from goldsparrow.players.prices import Prices
from goldsparrow.players.trial import Trial
from goldsparrow.tiles import PLAYABLE, SUITED, WHITE, Tile

_FED: Final = 0.09
"""How often a discard is what a waiting seat waits for, if nothing more is known."""
_DISCARDED_BEFORE: Final = 0.6
"""How much of that is left for a kind that the seat has discarded itself."""


class Dangers:
    """How likely a discard is won on, and what that would cost."""

    def __init__(self, view: View, outlook: Outlook, prices: Prices, trial: Trial) -> None:
        self._view = view
        self._trial = trial
        self._seats: list[tuple[float, float, set[Tile], set[Tile]]] = []
        self._found: dict[Tile, tuple[float, float]] = {}
        me = view.seat or 0
        if not view.rules.claims.discard_win:
            return
        for step in (1, 2, 3):
            seat = (me + step) % 4
            # What came after this seat's last turn it has let pass.
            passed = {
                view.river(other)[-1]
                for other in ((me + between) % 4 for between in range(step + 1, 4))
                if view.river(other)
            }
            self._seats.append(
                (
                    outlook.waiting[seat],
                    prices.loss(seat, "discard", me),
                    passed,
                    set(view.river(seat)),
                )
            )

    def of(self, tile: Tile) -> tuple[float, float]:
        """How likely the discard is won on, and the points that this costs on average."""
        found = self._found.get(tile)
        if found is None:
            found = self._found[tile] = self._reckon(tile)
        return found

    def _reckon(self, tile: Tile) -> tuple[float, float]:
        view = self._view
        if tile == view.gold:
            return 0.0, 0.0
        likely = _FED * self._shape(self._trial.face(tile))
        risk = loss = 0.0
        for waiting, costs, passed, river in self._seats:
            if tile in passed:
                continue
            one = waiting * likely * (_DISCARDED_BEFORE if tile in river else 1.0)
            risk += one
            loss += one * costs
        return risk, loss

    def _shape(self, tile: Tile) -> float:
        """How much more, or less, than others a kind is waited for."""
        unseen = self._trial.unseen[tile]
        if tile >= SUITED:
            return (0.1, 0.4, 0.8, 1.0, 1.0)[unseen]
        rank = tile % 9
        sides = 1.0 if 1 < rank < 7 else 0.85 if 0 < rank < 8 else 0.65
        return sides * (0.6, 0.8, 1.0, 1.1, 1.1)[unseen]

    def usual(self, counts: Sequence[int]) -> tuple[float, float]:
        """What a discard costs on average that is chosen with some care."""
        dangers = sorted(
            self.of(WHITE if tile == self._view.gold else tile)
            for tile in range(PLAYABLE)
            if counts[tile]
        )
        if not dangers or not self._seats:
            return 0.0, 0.0
        return dangers[len(dangers) // 3]
