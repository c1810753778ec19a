"""What wins would pay: the rule set's own payment and patterns are asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from goldsparrow.game.view import View
from goldsparrow.rules.patterns import OF_READING, PATTERNS, Holding, Win
from goldsparrow.rules.payment import Bill, Takings
from goldsparrow.rules.ruleset import Payment
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import PLAYABLE, Tile

_OTHERS_GOLDS = 1
_DRAWN_SHARE = 0.4
"""How many of others' wins are self-draws."""


class Prices:
    """Asks what the own seat, or another, would get for a win of some kind.

    A seat's standing specials are those that its tiles have whatever tile completes them, such as
    plain while there are no flowers; those that one flower more would end count for their part.
    """

    def __init__(self, view: View, *, lasting: float) -> None:
        self._view = view
        self._me = view.seat or 0
        self._lasting = lasting
        self._standing: dict[str, tuple[int, bool]] | None = None
        self._own: dict[tuple[str, str | None, frozenset[str], int, int], float] = {}

    def own(
        self,
        by: str,
        *,
        special: str | None = None,
        marks: frozenset[str] = frozenset(),
        kongs: tuple[int, int] = (0, 0),
    ) -> float:
        """Points that the own seat would gain by a win.

        Args:
            by: how it wins, `self_draw` or `discard`.
            special: a special that it would have besides those standing.
            marks: what clauses say of the win, such as `tour`.
            kongs: exposed and concealed kongs made besides those on the table.
        """
        known = by, special, marks, *kongs
        found = self._own.get(known)
        if found is None:
            found = self._own[known] = self._reckon(by, special, marks, kongs)
        return found

    def _reckon(
        self, by: str, special: str | None, marks: frozenset[str], kongs: tuple[int, int]
    ) -> float:
        worth = self._view.rules.specials
        base = float(self._total(by, special, marks, kongs))
        best = base
        for name, (points, firm) in self._standings().items():
            # What a flower would end, a kong ends as well.
            if any(kongs) and not firm:
                continue
            if special is not None and worth[special] >= points:
                continue
            if name == "three_golds" and by != "self_draw":
                continue
            best = max(
                best,
                base
                + (1.0 if firm else self._lasting) * (self._total(by, name, marks, kongs) - base),
            )
        return best

    def _total(
        self, by: str, special: str | None, marks: frozenset[str], kongs: tuple[int, int]
    ) -> int:
        view = self._view
        seat = self._me
        made = [meld.concealed for meld in view.melds(seat) if meld.kind == "kong"]
        rows = {by}
        if by == "self_draw":
            rows |= marks
            if view.hand.golds >= 3:
                rows.add("three_golds")
        bill = self._bill(
            by,
            seat,
            (seat + 1) % 4,
            golds=view.hand.golds,
            kongs=(len(made) - sum(made) + kongs[0], sum(made) + kongs[1]),
            special=special,
            rows=frozenset(rows),
        )
        return bill.total

    def _standings(self) -> dict[str, tuple[int, bool]]:
        """The own standing specials: their points, and whether no flower ends them."""
        if self._standing is None:
            view = self._view
            facts = WinFacts(
                gold=view.gold,
                concealed=tuple(view.hand.tiles()),
                melds=tuple(view.melds(self._me)),
                flowers=tuple(view.flowers(self._me)),
                winner=self._me,
                dealer=view.dealer,
            )
            flowered = replace(facts, flowers=(*facts.flowers, PLAYABLE))
            now, then = (
                Win(Holding(view.rules, one), "melds_and_pair") for one in (facts, flowered)
            )
            self._standing = {
                name: (points, PATTERNS[name](then))
                for name, points in view.rules.specials.items()
                if points and name not in OF_READING and PATTERNS[name](now)
            }
        return self._standing

    def loss(self, winner: int, by: str, source: int) -> float:
        """Points that the own seat would pay for another's ordinary win."""
        view = self._view
        made = [meld.concealed for meld in view.melds(winner) if meld.kind == "kong"]
        bill = self._bill(
            by,
            winner,
            source,
            golds=_OTHERS_GOLDS,
            kongs=(len(made) - sum(made), sum(made)),
            special=None,
            rows=frozenset({by}),
        )
        return sum(due.points for due in bill.dues if due.seat == self._me)

    def usual_loss(self, waiting: Iterable[float]) -> float:
        """Points that the own seat pays where another wins, by how likely each is to."""
        total = weight = 0.0
        for seat, likely in enumerate(waiting):
            if seat == self._me:
                continue
            source = next(other for other in range(4) if other not in (seat, self._me))
            drawn = self.loss(seat, "self_draw", source)
            fed = (
                self.loss(seat, "discard", source) if self._view.rules.claims.discard_win else drawn
            )
            total += (likely + 0.01) * (_DRAWN_SHARE * drawn + (1 - _DRAWN_SHARE) * fed)
            weight += likely + 0.01
        return total / weight

    def _bill(
        self,
        by: str,
        winner: int,
        source: int,
        *,
        golds: int,
        kongs: tuple[int, int],
        special: str | None,
        rows: frozenset[str],
    ) -> Bill:
        view = self._view
        flowers: tuple[Tile, ...] = tuple(view.flowers(winner))
        return _billed(
            _Same(view.rules.payment),
            Takings(
                counting=view.rules.counting,
                by=by,
                winner=winner,
                dealer=view.dealer,
                source=source if by == "discard" else None,
                streak=view.streak,
                flowers=flowers,
                golds=golds,
                exposed_kongs=kongs[0],
                concealed_kongs=kongs[1],
                special=special,
                special_points=view.rules.specials[special] if special is not None else 0,
                rows=rows,
            ),
        )


class _Same:
    """A payment that is told from others by what it is, not by what it says."""

    def __init__(self, payment: Payment) -> None:
        self.payment = payment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.payment is other.payment

    def __hash__(self) -> int:
        return id(self.payment)


# From choice to choice most bills are the same.
@lru_cache(maxsize=1 << 12)
def _billed(payment: _Same, takings: Takings) -> Bill:
    return payment.payment(takings)
