"""The player that weighs how soon a hand can win against what the win would pay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from goldsparrow.analysis import SUIT_OF, SUIT_WEIGHT, distance, useful
from goldsparrow.events import AnyEvent, Discard, Draw, Kong, KongKind
from goldsparrow.game.view import View
from goldsparrow.melds import Meld, MeldKind
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    moves_in,
)
from goldsparrow.players.dangers import Dangers
from goldsparrow.players.greedy import NEIGHBOURS
from goldsparrow.players.outlook import CLAIMED, Outlook, Road
from goldsparrow.players.prices import Prices
from goldsparrow.players.trial import Trial, TriedTable, own_part
from goldsparrow.rules.shapes import ConcealedShape
from goldsparrow.tiles import EAST, HIDDEN, KINDS, NAMES, PLAYABLE, SUITED, WHITE, Tile

_WINS: Final[MoveSet] = 1 << WIN | 1 << ROB_GOLD | 1 << THREE_GOLDS
_CHOWS: Final[MoveSet] = ((1 << SUITED) - 1) << CHOW
_CLAIMS: Final[MoveSet] = 1 << PONG | 1 << KONG | _CHOWS
_OWN_KONGS: Final[MoveSet] = (1 << GOLD_GAP) - (1 << CONCEALED_KONG)
_GAPS: Final[MoveSet] = ((1 << PLAYABLE) - 1) << GOLD_GAP

_SECOND_BEST: Final = 0.5
"""How much of a cheaper win is left while a dearer one is waited for."""
_LOOKED_AT: Final = 4
"""How many of the discards that look best are looked at more closely."""
_LOOK_FROM: Final = 3
"""From this distance on what the next tiles would lead to is looked at."""
_OFF_SUIT: Final = 5
"""The most tiles of other suits with which a hand of one suit is thought of."""
_LONELY: Final = 0.0003
"""What share of a win's worth each unseen tile is that a discard would no longer gather."""
_PONGED: Final = 3
_CHOWED: Final = 1
_BOTH: Final = 0.4
_BACK: Final = 0.6
_NEAR: Final = 2
"""From this distance on a dearer way to win is thought of."""
_LATER: Final = 0.4
"""How much a hand loses of its worth beside a seat that is sure to wait."""
_RUIN: Final = -1e9


@dataclass(frozen=True, slots=True, eq=False)
class _Aim:
    """A way to win: what has to be done, how likely it is in time, and what it pays."""

    road: Road
    drawn: float
    fed: float
    golds: int
    melds: int
    eye: Tile = HIDDEN
    suit: int = -1
    endless: bool = False
    wild: bool = True


class Expert:
    """Weighs the chance of a win in time against its points, and the danger of each discard.

    For every way to win that the rules pay for it estimates how likely it is to get there before
    somebody else wins or the wall ends, and asks the rule set's payment what that would bring. It
    looks one draw further where the hand is near. It lets a cheap win go where a dearer one is
    likely enough. The same view always gets the same move.
    """

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves."""
        if moves & moves - 1 == 0:
            return moves.bit_length() - 1
        wins = moves & _WINS
        best, worth = PASS, _RUIN
        for move in moves_in(wins):
            points = view.worth_of(move) or 0
            if points > worth:
                best, worth = move, points
        thought = _Thought(view)
        if moves >> PASS & 1:
            claims = moves & _CLAIMS
            if not wins and not claims:
                return PASS
            other, value = thought.claim(claims)
        else:
            other, value = thought.turn(moves)
        return best if wins and worth >= value else other


class _Thought:
    """All that goes into one choice."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rules = view.rules
        self._me = view.seat or 0
        self._trial = Trial(view)
        unseen = view.unseen()
        kinds = SUITED if self._rules.deal.honours_are_flowers else PLAYABLE
        tiles = sum(unseen[:kinds])
        self._kinds = (1 << kinds) - 1
        self._golds_left = unseen[view.gold] if view.gold != HIDDEN else 0
        flowers = sum(unseen[kinds:KINDS])
        self._outlook = Outlook(view, tiles)
        self._tiles = self._outlook.tiles
        lasting = (tiles / max(1, tiles + flowers)) ** 3
        self._prices = Prices(view, lasting=lasting)
        self._loss = self._prices.usual_loss(self._outlook.waiting)
        self._may_be_fed = self._rules.claims.discard_win and not view.gold_locked
        self._aims: dict[tuple[int, int, frozenset[str], tuple[int, int]], list[_Aim]] = {}
        self._rates: dict[tuple[int, int, int, int, int], float] = {}
        self._nearest: dict[_Aim, int] = {}
        self._claimed: tuple[Sequence[Tile], Meld] | None = None
        self._told: dict[tuple[Tile, Meld | None], tuple[int, frozenset[str]]] = {}
        self._marks: frozenset[str] = frozenset()
        self._kongs = (0, 0)
        self._dangers = Dangers(view, self._outlook, self._prices, self._trial)
        self._tells = any(clause.grants for clause in self._rules.clauses)

    # --- the choices -------------------------------------------------------------------------

    def claim(self, claims: MoveSet) -> tuple[Move, float]:
        """The best claim, or a pass; and what it is worth in points."""
        trial = self._trial
        tile = self._view.live
        if self._view.hand.size % 3 == 2:  # a dealer who lets an opening win go
            return PASS, self._best_discard(None)[1]
        told = self._tells and trial.golds > 0
        if told:
            self._marks = TriedTable(self._view).follow()[1]
        # The next seat draws at once where it lets the discard go.
        drawing = (self._view.source + 1) % 4 == self._me
        best, chosen = self._held(self._value(looked=True, drawing=drawing)), PASS
        self._marks = frozenset()
        for move in moves_in(claims):
            taken = own_part(move, tile)
            trial.take_out(taken)
            kept, trial.shapes = trial.shapes, ()
            trial.melds -= 1
            if move == KONG:
                value = self._kong_value(tile, "exposed", self._view.source)
            else:
                if told:
                    kind: MeldKind = "pong" if move == PONG else "chow"
                    low = tile if move == PONG else move - CHOW
                    self._claimed = taken, Meld(kind, low, claimed=tile)
                value = self._best_discard(None)[1]
                self._claimed = None
            trial.melds += 1
            trial.shapes = kept
            trial.put_back(taken)
            if value > best:
                best, chosen = value, move
        return chosen, best

    def turn(self, moves: MoveSet) -> tuple[Move, float]:
        """The best discard, kong or declaration; and what it is worth in points."""
        trial = self._trial
        discards = moves & DISCARDS
        chosen, best = self._best_discard(discards)
        for move in moves_in(moves & _OWN_KONGS):
            added = move >= ADDED_KONG
            tile = move - (ADDED_KONG if added else CONCEALED_KONG)
            taken = (tile,) if added else (tile,) * 4
            trial.take_out(taken)
            kept, trial.shapes = trial.shapes, ()
            trial.melds -= not added
            value = self._kong_value(tile, "added" if added else "concealed", None)
            trial.melds += not added
            trial.shapes = kept
            trial.put_back(taken)
            if value > best:
                chosen, best = move, value
        for move in moves_in(moves & _GAPS):
            value = self._gap_value(move - GOLD_GAP)
            if value > best:
                chosen, best = move, value
        return chosen, best

    def _best_discard(self, discards: MoveSet | None) -> tuple[Move, float]:
        """The best discard with its worth; None stands for any natural tile that is held."""
        trial = self._trial
        gold = self._view.gold
        if discards is None:
            # Natural tiles that are read as the gold's face are white dragons (L3).
            kinds = [
                WHITE if tile == gold else tile for tile in range(PLAYABLE) if trial.counts[tile]
            ]
        else:
            kinds = [tile for tile in moves_in(discards) if tile != gold]
            climbs = self._tells and trial.golds > 1
            if discards >> gold & 1 and (climbs or not kinds):
                kinds.append(gold)
        found = []
        self._nearest = self._nearest_of(kinds)
        for tile in kinds:
            gained = self._take(tile)
            value = self._value(looked=False)
            self._return(tile)
            found.append((self._risked(value, *self._dangers.of(tile)) + gained, tile, gained))
        found.sort(reverse=True)
        best, chosen = _RUIN, PASS
        first = _RUIN
        scale = _LONELY * (self._aims_now()[0].drawn + self._loss)
        for _, tile, gained in found[:_LOOKED_AT]:
            self._take(tile)
            value = self._value(looked=True)
            self._return(tile)
            value = self._risked(value, *self._dangers.of(tile)) + gained
            # What could gather around the tile decides between discards, and counts no further.
            rank = value - scale * self._company(tile)
            if rank > first:
                first, best, chosen = rank, value, tile
        self._nearest = {}
        return chosen, best

    def _nearest_of(self, kinds: list[Tile]) -> dict[_Aim, int]:
        """For each aim the shortest distance that a natural discard leaves."""
        trial = self._trial
        nearest = dict.fromkeys(self._aims_now(), 99)
        for tile in kinds:
            if tile != self._view.gold:
                trial.take_out((tile,))
                for aim, least in nearest.items():
                    k0, k1, k2, k3 = self._keys(aim)
                    missing = distance(k0, k1, k2, k3, aim.melds, aim.golds)
                    nearest[aim] = min(least, missing)
                trial.put_back((tile,))
        return nearest

    def _keys(self, aim: _Aim) -> list[int]:
        """The tiles' keys as an aim looks at them."""
        keys = self._trial.keys
        if aim.suit >= 0:
            return [key if suit == aim.suit else 0 for suit, key in enumerate(keys)]
        if aim.eye != HIDDEN:
            return [*keys[:3], keys[3] + 2 * SUIT_WEIGHT[aim.eye]]
        return keys

    def _company(self, tile: Tile) -> int:
        """How much could still gather around a tile: unseen copies of it and its neighbours."""
        unseen = self._trial.unseen
        return sum([unseen[near] * weight for near, weight in NEIGHBOURS[tile]])

    def _take(self, tile: Tile) -> int:
        """Tries a discard; returns the points that clauses give for it at once."""
        if tile == self._view.gold:
            self._trial.golds -= 1
        else:
            self._trial.take_out((tile,))
        claimed = self._claimed
        if not self._rules.clauses or (self._view.live != HIDDEN and claimed is None):
            return 0
        known = tile, None if claimed is None else claimed[1]
        told = self._told.get(known)
        if told is None:
            table = TriedTable(self._view)
            if claimed is not None:
                taken, meld = claimed
                for part in taken:
                    table.hand.remove(part)
                table.melds[self._me].append(meld)
            table.hand.remove(tile)
            told = self._told[known] = table.follow(Discard(self._me, NAMES[tile]))
        gained, self._marks = told
        return gained

    def _return(self, tile: Tile) -> None:
        if tile == self._view.gold:
            self._trial.golds += 1
        else:
            self._trial.put_back((tile,))
        self._marks = frozenset()

    def _kong_value(self, tile: Tile, kind: KongKind, source: int | None) -> float:
        """What the tiles beside a kong are worth, with its replacement to come."""
        gained = 0
        if self._rules.clauses:
            table = TriedTable(self._view)
            events: list[AnyEvent] = [Kong(self._me, NAMES[tile], kind, source)]
            if kind == "added":
                events.append(Draw(self._me, NAMES[HIDDEN]))
            table.melds[self._me].append(Meld("kong", tile, kind == "concealed"))
            gained, _ = table.follow(*events)
        self._kongs = (0, 1) if kind == "concealed" else (1, 0)
        value = self._value(looked=False, drawing=True)
        self._kongs = (0, 0)
        return value + gained

    def _gap_value(self, tile: Tile) -> float:
        """What a declared gold gap is worth: it waits for golds alone, on own draws (S7)."""
        special = "gold_gap" if self._rules.specials.get("gold_gap") else None
        road = Road(self._outlook, 0)
        chance = road.chance(1, self._golds_left / self._tiles)
        risk, loss = self._dangers.of(tile)
        value = chance * (self._prices.own("self_draw", special=special) + self._loss) - self._loss
        return self._risked(value, risk, loss)

    def _held(self, value: float) -> float:
        """What a hand is worth that has to discard something yet unknown later."""
        return self._risked(value, *self._dangers.usual(self._trial.counts))

    def _risked(self, value: float, risk: float, loss: float) -> float:
        """What a hand is worth after a discard that may be won on."""
        # Whoever would have won on it waits, and is likelier to win later than is usual.
        return value - risk * (value - _LATER * (value + self._loss)) - loss

    # --- what tiles are worth ----------------------------------------------------------------

    def _value(self, *, looked: bool, drawing: bool = False) -> float:
        """What the tiles, of which none is to be discarded, are worth in points."""
        aims = self._aims_now()
        chance, worth = self._plain(aims[0], looked=looked, drawing=drawing)
        best = first = chance * worth
        for aim in aims[1:]:
            likely = self._chance(aim, looked=looked, drawing=drawing)
            if likely:
                value = likely * (aim.drawn + self._loss)
                if chance > likely:
                    value += _SECOND_BEST * (chance - likely) * worth
                best = max(best, value)
        return max(best, first) - self._loss

    def _plain(self, aim: _Aim, *, looked: bool, drawing: bool) -> tuple[float, float]:
        """The chance of any win at all, and what it is worth beyond not losing."""
        trial = self._trial
        missing, mask = useful(trial.keys, trial.counts, aim.melds, aim.golds)
        drawn, fed = aim.drawn + self._loss, aim.fed + self._loss
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

    def _chance(self, aim: _Aim, *, looked: bool, drawing: bool) -> float:
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
        self, aim: _Aim, missing: int, mask: MoveSet, *, looked: bool, drawing: bool
    ) -> float:
        if missing == 0:
            return aim.road.chance(0, 1.0)
        last = missing == 1 and not aim.endless
        rate = self._rate(aim, mask, last=last)
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

    def _then(self, aim: _Aim, missing: int, mask: MoveSet) -> float:
        """How likely a go-round will be to bring the hand nearer after the next useful tile."""
        trial = self._trial
        unseen, counts, keys = trial.unseen, trial.counts, trial.keys
        total = weight = 0.0
        for tile in moves_in(mask):
            left = unseen[tile]
            if not left:
                continue
            suit = SUIT_OF[tile]
            keys[suit] += SUIT_WEIGHT[tile]
            counts[tile] += 1
            total += left * self._best_rate(aim, missing - 1)
            weight += left
            counts[tile] -= 1
            keys[suit] -= SUIT_WEIGHT[tile]
        return total / weight if weight else 0.0

    def _best_rate(self, aim: _Aim, missing: int) -> float:
        """The best rate that a discard leaves, of those that leave the distance."""
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
        for tile in range(PLAYABLE):
            if not counts[tile]:
                continue
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
                    rate = self._rate(aim, mask, last=last) if missing else 1.0
                    counts[tile] += 1
                rates[known] = rate
            keys[suit] += weight
            best = max(best, rate)
        return best

    def _own_share(self, mask: MoveSet) -> float:
        """How likely an own draw is one of the kinds, or a gold."""
        unseen = self._trial.unseen
        own = self._golds_left
        for tile in moves_in(mask):
            own += unseen[tile]
        return min(1.0, own / self._tiles)

    def _rate(self, aim: _Aim, mask: MoveSet, *, last: bool) -> float:
        """How likely a go-round is to bring one of the kinds, drawn or claimed."""
        unseen, counts = self._trial.unseen, self._trial.counts
        own = claimed = 0
        if last:
            for tile in moves_in(mask):
                own += unseen[tile]
            if self._may_be_fed and (
                self._rules.gold.idle_wins_by_discard or not self._is_idle(mask)
            ):
                claimed = 3 * own
        else:
            chows = self._rules.claims.chow
            for tile in moves_in(mask):
                left = unseen[tile]
                own += left
                if counts[tile] >= 2:
                    claimed += _PONGED * left
                elif chows and tile < SUITED and self._makes_run(tile):
                    claimed += _CHOWED * left
        if aim.wild:
            own += self._golds_left
        tiles = self._tiles
        return 1 - max(0.0, 1 - own / tiles) * max(0.0, 1 - CLAIMED * claimed / tiles)

    def _makes_run(self, tile: Tile) -> bool:
        counts = self._trial.counts
        rank = tile % 9
        left = rank > 0 and counts[tile - 1]
        right = rank < 8 and counts[tile + 1]
        return bool(
            (left and right)
            or (left and rank > 1 and counts[tile - 2])
            or (right and rank < 7 and counts[tile + 2])
        )

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

    # --- what may be aimed at ----------------------------------------------------------------

    def _aims_now(self) -> list[_Aim]:
        """The ways to win that the rules pay for, any win first."""
        trial = self._trial
        known = trial.golds, trial.melds, self._marks, self._kongs
        found = self._aims.get(known)
        if found is None:
            found = self._aims[known] = list(self._ways(trial.golds, trial.melds))
        return found

    def _ways(self, golds: int, melds: int) -> Iterator[_Aim]:
        specials = self._rules.specials
        any_win = self._aim(Road(self._outlook, golds), golds, melds, marks=self._marks)
        yield any_win
        eye = self._eye()
        if golds >= 2 and specials.get("gold_sparrow") and eye != HIDDEN:
            road = Road(self._outlook, golds - 2)
            yield self._aim(road, golds - 2, melds, special="gold_sparrow", eye=eye)
        if golds == 3 and specials.get("gold_dragon") and melds:
            yield self._aim(Road(self._outlook, 0), 0, melds - 1, special="gold_dragon")
        tour = next((clause for clause in self._rules.clauses if "tour" in clause.grants), None)
        if golds and tour is not None and eye != HIDDEN and not self._marks:
            road = Road(self._outlook, golds - 1, endless=True)
            price = self._prices.own("self_draw", marks=frozenset({"tour"}), kongs=self._kongs)
            yield _Aim(road, price, price, golds - 1, melds, eye, endless=True)
        yield from self._one_suit(golds, melds)

    def _one_suit(self, golds: int, melds: int) -> Iterator[_Aim]:
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
    ) -> _Aim:
        drawn = self._prices.own("self_draw", special=special, marks=marks, kongs=self._kongs)
        fed = drawn
        if self._may_be_fed:
            fed = self._prices.own("discard", special=special, kongs=self._kongs)
        if special is not None:
            shares = 3 * CLAIMED if self._may_be_fed else 0.0
            drawn = (drawn + shares * fed) / (1 + shares)
        wild = special not in ("gold_dragon", "one_suit")
        return _Aim(road, drawn, fed, golds, melds, eye, suit, wild=wild)

    def _eye(self) -> Tile:
        """A kind that the hand has none of and that makes no run: it can stand for a pair."""
        counts = self._trial.counts
        return next((tile for tile in range(EAST, PLAYABLE) if not counts[tile]), HIDDEN)
