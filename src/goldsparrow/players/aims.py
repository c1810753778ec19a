"""The ways to win that the rules pay for, as what has to be done and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from goldsparrow.game.view import View
from goldsparrow.players.outlook import CLAIMED, Outlook, Road
from goldsparrow.players.prices import Prices
from goldsparrow.players.trial import Trial
from goldsparrow.tiles import EAST, HIDDEN, PLAYABLE, Tile

_OFF_SUIT: Final = 5
"""The most tiles of other suits with which a hand of one suit is thought of."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A way to win: what has to be done, how likely it is in time, and what it pays.

    Attributes:
        road: how likely its end is reached in time.
        drawn, fed: points that it pays by a self-draw and by a discard.
        golds, melds: golds that may fill gaps, and melds that are still to be made.
        eye: a kind of which a pair stands for golds that are set aside, or HIDDEN.
        suit: the one suit that it is made of, or -1.
        endless: whether the last tile may be any, on an own draw.
        wild: whether golds that are drawn help.
    """

    road: Road
    drawn: float
    fed: float
    golds: int
    melds: int
    eye: Tile = HIDDEN
    suit: int = -1
    endless: bool = False
    wild: bool = True


class Aims:
    """The ways to win of a seat's tiles as a trial has them.

    Attributes:
        may_be_fed: whether the seat may win on a discard at all.
        marks: what a self-draw would earn by what came before it, such as `tour`.
        kongs: exposed and concealed kongs tried besides those on the table.
    """

    def __init__(self, view: View, trial: Trial, outlook: Outlook, prices: Prices) -> None:
        self._view = view
        self._rules = view.rules
        self._me = view.seat or 0
        self._trial = trial
        self._outlook = outlook
        self._prices = prices
        self._found: dict[tuple[int, int, frozenset[str], tuple[int, int]], list[Aim]] = {}
        self.may_be_fed = self._rules.claims.discard_win and not view.gold_locked
        self.marks: frozenset[str] = frozenset()
        self.kongs = (0, 0)

    def now(self) -> list[Aim]:
        """The ways to win that the rules pay for, any win first."""
        trial = self._trial
        known = trial.golds, trial.melds, self.marks, self.kongs
        found = self._found.get(known)
        if found is None:
            found = self._found[known] = list(self._ways(trial.golds, trial.melds))
        return found

    def _ways(self, golds: int, melds: int) -> Iterator[Aim]:
        specials = self._rules.specials
        any_win = self._aim(Road(self._outlook, golds), golds, melds, marks=self.marks)
        yield any_win
        eye = self._eye()
        if golds >= 2 and specials.get("gold_sparrow") and eye != HIDDEN:
            road = Road(self._outlook, golds - 2)
            yield self._aim(road, golds - 2, melds, special="gold_sparrow", eye=eye)
        if golds == 3 and specials.get("gold_dragon") and melds:
            yield self._aim(Road(self._outlook, 0), 0, melds - 1, special="gold_dragon")
        tour = next((clause for clause in self._rules.clauses if "tour" in clause.grants), None)
        if golds and tour is not None and eye != HIDDEN and not self.marks:
            road = Road(self._outlook, golds - 1, endless=True)
            price = self._prices.own("self_draw", marks=frozenset({"tour"}), kongs=self.kongs)
            yield Aim(road, price, price, golds - 1, melds, eye, endless=True)
        yield from self._one_suit(golds, melds)

    def _one_suit(self, golds: int, melds: int) -> Iterator[Aim]:
        specials = self._rules.specials
        if not specials.get("one_suit") and not specials.get("half_suit"):
            return
        counts = self._trial.counts
        open_suits = {meld.tile // 9 for meld in self._view.melds(self._me)}
        if len(open_suits) > 1:
            return
        held = sum(counts)
        for suit in open_suits or range(3):
            if held - sum(counts[9 * suit : 9 * suit + 9]) <= _OFF_SUIT:
                if specials.get("half_suit"):
                    road = Road(self._outlook, golds)
                    yield self._aim(road, golds, melds, special="half_suit", suit=suit)
                if specials.get("one_suit") and not golds:
                    road = Road(self._outlook, 0)
                    yield self._aim(road, 0, melds, special="one_suit", suit=suit)

    def _aim(
        self,
        road: Road,
        golds: int,
        melds: int,
        *,
        special: str | None = None,
        marks: frozenset[str] = frozenset(),
        eye: Tile = HIDDEN,
        suit: int = -1,
    ) -> Aim:
        drawn = self._prices.own("self_draw", special=special, marks=marks, kongs=self.kongs)
        fed = drawn
        if self.may_be_fed:
            fed = self._prices.own("discard", special=special, kongs=self.kongs)
        if special is not None:
            shares = 3 * CLAIMED if self.may_be_fed else 0.0
            drawn = (drawn + shares * fed) / (1 + shares)
        wild = special not in ("gold_dragon", "one_suit")
        return Aim(road, drawn, fed, golds, melds, eye, suit, wild=wild)

    def _eye(self) -> Tile:
        """A kind that the hand has none of and that makes no run: it can stand for a pair."""
        counts = self._trial.counts
        return next((tile for tile in range(EAST, PLAYABLE) if not counts[tile]), HIDDEN)
