"""What tiles are worth in points: for every way to win its chance in time against its price."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from goldsparrow.analysis import SUIT_OF, SUIT_WEIGHT, distance, useful
from goldsparrow.game.view import View
from goldsparrow.moves import MoveSet, moves_in
from goldsparrow.players.aims import Aim, Aims
from goldsparrow.players.outlook import CLAIMED, Outlook, Road
from goldsparrow.players.prices import Prices
from goldsparrow.players.trial import Trial
from goldsparrow.rules.shapes import ConcealedShape
from goldsparrow.tiles import HIDDEN, KINDS, PLAYABLE, SUITED, Tile

_SECOND_BEST: Final = 0.5
"""How much of a cheaper win is left while a dearer one is waited for."""
_LOOK_FROM: Final = 3
"""From this distance on what the next tiles would lead to is looked at."""
_PONGED: Final = 3
_CHOWED: Final = 1
_BOTH: Final = 0.4
_BACK: Final = 0.6
_NEAR: Final = 2
"""From this distance on a dearer way to win is thought of."""


class Estimate:
    """What a trial's tiles are worth to the seat in points, as they are at any moment.

    Attributes:
        outlook, prices, aims: what the estimate goes by.
        loss: points that the seat pays where another wins, on average.
        golds_left: golds that the seat has not seen.
    """

    def __init__(self, view: View, trial: Trial) -> None:
        self._view = view
        self._rules = view.rules
        self._trial = trial
        unseen = view.unseen()
        kinds = SUITED if self._rules.deal.honours_are_flowers else PLAYABLE
        tiles = sum(unseen[:kinds])
        self._kinds = (1 << kinds) - 1
        self.golds_left = unseen[view.gold] if view.gold != HIDDEN else 0
        flowers = sum(unseen[kinds:KINDS])
        self.outlook = Outlook(view, tiles)
        self._tiles = self.outlook.tiles
        lasting = (tiles / max(1, tiles + flowers)) ** 3
        self.prices = Prices(view, lasting=lasting)
        self.loss = self.prices.usual_loss(self.outlook.waiting)
        self.aims = Aims(view, trial, self.outlook, self.prices)
        self._may_be_fed = self.aims.may_be_fed
        # For each number of copies the kinds of which more are unseen.
        self._planes = [
            sum(1 << tile for tile in range(PLAYABLE) if trial.unseen[tile] > copies)
            for copies in range(4)
        ]
        self._rates: dict[tuple[int, int, int, int, int], float] = {}
        self._nearest: dict[Aim, int] = {}

    def value(self, *, looked: bool, drawing: bool = False) -> float:
        """What the tiles, of which none is to be discarded, are worth in points."""
        aims = self.aims.now()
        chance, worth = self._plain(aims[0], looked=looked, drawing=drawing)
        best = first = chance * worth
        for aim in aims[1:]:
            likely = self._chance(aim, looked=looked, drawing=drawing)
            if likely:
                value = likely * (aim.drawn + self.loss)
                if chance > likely:
                    value += _SECOND_BEST * (chance - likely) * worth
                best = max(best, value)
        return max(best, first) - self.loss

    def gold_gap(self) -> float:
        """What a declared gold gap is worth: it waits for golds alone, on own draws (S7)."""
        special = "gold_gap" if self._rules.specials.get("gold_gap") else None
        chance = Road(self.outlook, 0).chance(1, self.golds_left / self._tiles)
        return chance * (self.prices.own("self_draw", special=special) + self.loss) - self.loss

    def step_back_from(self, kinds: Iterable[Tile]) -> None:
        """Notes for each aim the shortest distance that discards of these kinds leave.

        What lies further away counts as a step back until `forget_steps`.
        """
        nearest = dict.fromkeys(self.aims.now(), 99)
        for tile in kinds:
            if tile != self._view.gold:
                self._trial.take_out((tile,))
                for aim, least in nearest.items():
                    k0, k1, k2, k3 = self._keys(aim)
                    missing = distance(k0, k1, k2, k3, aim.melds, aim.golds)
                    nearest[aim] = min(least, missing)
                self._trial.put_back((tile,))
        self._nearest = nearest

    def forget_steps(self) -> None:
        """Takes no distance for a step back."""
        self._nearest = {}

    def _plain(self, aim: Aim, *, looked: bool, drawing: bool) -> tuple[float, float]:
        """The chance of any win at all, and what it is worth beyond not losing."""
        trial = self._trial
        missing, mask = useful(trial.keys, trial.counts, aim.melds, aim.golds)
        drawn, fed = aim.drawn + self.loss, aim.fed + self.loss
        shares = 3 * CLAIMED if self._may_be_fed else 0.0
        mixed = (drawn + shares * fed) / (1 + shares)
        chance = self._through(aim, missing, mask, looked=looked, drawing=drawing)
        worth = mixed
        if missing == 1:
            alone = aim.road.chance(1, self._own_share(mask))
            if alone * drawn > chance * mixed:
                chance, worth = alone, drawn
        for shape in trial.shapes:
            far = shape.distance(trial.counts, trial.golds)
            if far <= missing:
                mask = self._useful_for(shape, far)
                share = self._own_share(mask)
                if far == 1 and shares:
                    rate = 1 - (1 - share) * (1 - CLAIMED * share) ** 3
                    other = max(
                        (aim.road.chance(1, rate), mixed),
                        (aim.road.chance(1, share), drawn),
                        key=lambda pair: pair[0] * pair[1],
                    )
                else:
                    other = (aim.road.chance(far, share), mixed)
                second = min(chance, other[0])
                if other[0] * other[1] > chance * worth:
                    chance, worth = other
                chance += (1 - chance) * _BOTH * second
        if aim.golds >= 3:
            hold = aim.road.chance(1, 1.0)
            if hold * drawn > chance * worth:
                chance, worth = hold, drawn
        return chance, worth

    def _chance(self, aim: Aim, *, looked: bool, drawing: bool) -> float:
        """How likely the end of an aim other than any win is reached."""
        trial = self._trial
        missing, mask = useful(self._keys(aim), trial.counts, aim.melds, aim.golds)
        if missing > _NEAR:
            return 0.0
        if aim.eye != HIDDEN:
            mask &= ~(1 << aim.eye)
        if aim.suit >= 0:
            mask &= 0x1FF << 9 * aim.suit
            looked = False
        return self._through(aim, missing, mask, looked=looked, drawing=drawing)

    def _through(
        self, aim: Aim, missing: int, mask: MoveSet, *, looked: bool, drawing: bool
    ) -> float:
        if missing == 0:
            return aim.road.chance(0, 1.0)
        last = missing == 1 and not aim.endless
        rate = self._rate(aim, self._keys(aim), mask, last=last)
        then = None
        if looked and 2 <= missing <= _LOOK_FROM:
            then = self._then(aim, missing, mask)
        chance = aim.road.chance(missing, rate, then)
        if missing > self._nearest.get(aim, 99):
            # What lies beyond the next tiles is no better for having stepped back.
            chance *= _BACK
        if drawing:
            share = self._own_share(mask)
            nearer = 1.0 if last else aim.road.usual(missing - 1)
            chance = share * nearer + (1 - share) * chance
        return chance

    def _then(self, aim: Aim, missing: int, mask: MoveSet) -> float:
        """How likely a go-round will be to bring the hand nearer after the next useful tile."""
        trial = self._trial
        unseen, counts, keys = trial.unseen, trial.counts, trial.keys
        held = [tile for tile in range(PLAYABLE) if counts[tile]]
        total = weight = 0.0
        for tile in moves_in(mask):
            left = unseen[tile]
            if not left:
                continue
            suit = SUIT_OF[tile]
            keys[suit] += SUIT_WEIGHT[tile]
            counts[tile] += 1
            # To discard the tile that just came leaves the hand as far as it was.
            total += left * self._best_rate(aim, missing - 1, held)
            weight += left
            counts[tile] -= 1
            keys[suit] -= SUIT_WEIGHT[tile]
        return total / weight if weight else 0.0

    def _best_rate(self, aim: Aim, missing: int, kinds: Sequence[Tile]) -> float:
        """The best rate that a discard of one of the kinds leaves, if it leaves the distance."""
        trial = self._trial
        counts = trial.counts
        k0, k1, k2, k3 = trial.keys
        if aim.eye != HIDDEN:
            k3 += 2 * SUIT_WEIGHT[aim.eye]
        keys = [k0, k1, k2, k3]
        golds, melds = aim.golds, aim.melds
        last = missing == 1 and not aim.endless
        rates = self._rates
        best = 0.0
        for tile in kinds:
            suit = SUIT_OF[tile]
            weight = SUIT_WEIGHT[tile]
            keys[suit] -= weight
            known = id(aim), keys[0], keys[1], keys[2], keys[3]
            rate = rates.get(known)
            if rate is None:
                rate = 0.0
                if distance(keys[0], keys[1], keys[2], keys[3], melds, golds) <= missing:
                    counts[tile] -= 1
                    mask = useful(keys, counts, melds, golds)[1]
                    if aim.eye != HIDDEN:
                        mask &= ~(1 << aim.eye)
                    rate = self._rate(aim, keys, mask, last=last) if missing else 1.0
                    counts[tile] += 1
                rates[known] = rate
            keys[suit] += weight
            best = max(best, rate)
        return best

    def _keys(self, aim: Aim) -> list[int]:
        """The tiles' keys as an aim looks at them."""
        keys = self._trial.keys
        if aim.suit >= 0:
            return [key if suit == aim.suit else 0 for suit, key in enumerate(keys)]
        if aim.eye != HIDDEN:
            return [*keys[:3], keys[3] + 2 * SUIT_WEIGHT[aim.eye]]
        return keys

    def _own_share(self, mask: MoveSet) -> float:
        """How likely an own draw is one of the kinds, or a gold."""
        own = self.golds_left + self._left(mask)
        return min(1.0, own / self._tiles)

    def _left(self, mask: MoveSet) -> int:
        """How many unseen natural tiles there are of the kinds."""
        one, two, three, four = self._planes
        return (
            (mask & one).bit_count()
            + (mask & two).bit_count()
            + (mask & three).bit_count()
            + (mask & four).bit_count()
        )

    def _rate(self, aim: Aim, keys: Sequence[int], mask: MoveSet, *, last: bool) -> float:
        """How likely a go-round is to bring one of the kinds, drawn or claimed."""
        own = self._left(mask)
        claimed = 0
        if last:
            if self._may_be_fed and (
                self._rules.gold.idle_wins_by_discard or not self._is_idle(mask)
            ):
                claimed = 3 * own
        else:
            k0, k1, k2, k3 = keys
            p0, r0 = _claimable(k0)
            p1, r1 = _claimable(k1)
            p2, r2 = _claimable(k2)
            pongs = mask & (p0 | p1 << 9 | p2 << 18 | _paired_honours(k3) << SUITED)
            if pongs:
                claimed = _PONGED * self._left(pongs)
            if self._rules.claims.chow:
                runs = mask & (r0 | r1 << 9 | r2 << 18) & ~pongs
                if runs:
                    claimed += _CHOWED * self._left(runs)
        if aim.wild:
            own += self.golds_left
        tiles = self._tiles
        return 1 - max(0.0, 1 - own / tiles) * max(0.0, 1 - CLAIMED * claimed / tiles)

    def _is_idle(self, mask: MoveSet) -> bool:
        return (self._kinds & ~mask & ~(1 << self._view.gold)) == 0

    def _useful_for(self, shape: ConcealedShape, missing: int) -> MoveSet:
        counts, golds = self._trial.counts, self._trial.golds
        mask = 0
        for tile in range(PLAYABLE):
            if counts[tile] < 4 and self._trial.unseen[tile]:
                counts[tile] += 1
                if shape.distance(counts, golds) < missing:
                    mask |= 1 << tile
                counts[tile] -= 1
        return mask


@lru_cache(maxsize=1 << 14)
def _claimable(key: int) -> tuple[int, int]:
    """The kinds of a suit that its tiles would pong, and those that they would chow, as masks."""
    held = pairs = 0
    for at in range(9):
        count = key // SUIT_WEIGHT[at] % 5
        held |= (count > 0) << at
        pairs |= (count > 1) << at
    below, above = held << 1, held >> 1
    runs = (below & above | below & held << 2 | above & held >> 2) & 0x1FF
    return pairs, runs


@lru_cache(maxsize=1 << 12)
def _paired_honours(key: int) -> int:
    """The honours of which there are two or more, as a mask."""
    return sum(
        (key // SUIT_WEIGHT[tile] % 5 > 1) << tile - SUITED for tile in range(SUITED, PLAYABLE)
    )
