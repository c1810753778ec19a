"""The player that weighs how soon a hand can win against what the win would pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

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
from goldsparrow.players.estimate import Estimate
from goldsparrow.players.greedy import NEIGHBOURS
from goldsparrow.players.trial import Trial, TriedTable, own_part
from goldsparrow.tiles import HIDDEN, NAMES, PLAYABLE, SUITED, WHITE, Tile

WINS: Final[MoveSet] = 1 << WIN | 1 << ROB_GOLD | 1 << THREE_GOLDS
_CHOWS: Final[MoveSet] = ((1 << SUITED) - 1) << CHOW
CLAIMS: Final[MoveSet] = 1 << PONG | 1 << KONG | _CHOWS
_OWN_KONGS: Final[MoveSet] = (1 << GOLD_GAP) - (1 << CONCEALED_KONG)
_GAPS: Final[MoveSet] = ((1 << PLAYABLE) - 1) << GOLD_GAP

_LOOKED_AT: Final = 4
"""How many of the discards that look best are looked at more closely."""
_LONELY: Final = 0.0003
"""What share of a win's worth each unseen tile is that a discard would no longer gather."""
_LATER: Final = 0.4
"""How much a hand loses of its worth beside a seat that is sure to wait."""
_RUIN: Final = -1e9


class Weighed(NamedTuple):
    """A move and what it is worth.

    Attributes:
        move: the move.
        points: points that the seat may expect of the deal after it.
        rank: by what it is chosen: points, less what decides between discards alone.
        risk: how likely a discard is won on.
        loss: points that this costs on average.
        looked: whether it was looked at closely; the points of others are rougher.
    """

    move: Move
    points: float
    rank: float
    risk: float = 0.0
    loss: float = 0.0
    looked: bool = True


class Claim(NamedTuple):
    """A claim beside letting the discard go.

    Attributes:
        move: the claim, a pong or a chow.
        idle: whether the hand is no nearer to complete with it.
        worth: points that a win by self-draw is worth beyond losing.
        ahead: how much more it is estimated to be worth than a pass, as a share of `worth`.
        far: how far from complete the hand is that lets the discard go.
        golds, melds: golds held, and melds still to be made.
        draws: how many others draw before the seat does if it passes.
        golds_left: golds that the seat has not seen.
        waiting: how many of the others are likely to wait.
    """

    move: Move
    idle: bool
    worth: float
    ahead: float
    far: int
    golds: int
    melds: int
    draws: int
    golds_left: int
    waiting: float


class GoingOn(NamedTuple):
    """Going on beside a win that may be declared.

    Attributes:
        claims: whether the win is on another's tile, so that going on lets that tile go.
        worth: points that the win pays.
        ahead: how much more going on is estimated to be worth, as a share of `worth`.
        golds: golds held.
    """

    claims: bool
    worth: float
    ahead: float
    golds: int


class Leaning(NamedTuple):
    """What choices are worth more than estimated.

    Attributes:
        claim: for a claim, as a share of its `worth`.
        going_on: for going on without a win, as a share of its `worth`.
    """

    claim: Callable[[View, Claim], float]
    going_on: Callable[[View, GoingOn], float]


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
        if moves >> PASS & 1 and not moves & (WINS | CLAIMS):
            return PASS
        return weigh(view, moves)[0].move

    def weigh(self, view: View, moves: MoveSet, *, thorough: bool = False) -> list[Weighed]:
        """What each of the legal moves is worth, the best first."""
        return weigh(view, moves, thorough=thorough)


def weigh(
    view: View, moves: MoveSet, leaning: Leaning | None = None, *, thorough: bool = False
) -> list[Weighed]:
    """What each of a seat's legal moves is worth, the best first.

    Args:
        view: what the seat sees.
        moves: its legal moves.
        leaning: what claims and going on are worth beside their estimates; None for nothing.
        thorough: whether every discard is looked at closely; otherwise those few that look best,
            and golds only where discarding one may make sense.
    """
    thought = _Thought(view, leaning, thorough=thorough)
    passing = moves >> PASS & 1
    found = thought.claims(moves & CLAIMS) if passing else thought.turn(moves)
    shift = found[0].points - found[0].rank if found else 0.0
    wins = [
        Weighed(move, points, points - shift)
        for move in moves_in(moves & WINS)
        for points in [float(view.worth_of(move) or 0)]
    ]
    if leaning is not None and wins and found:
        found = _leaned(view, leaning, max([each.points for each in wins]), found)
    # Of equals a win comes first, then what was found first.
    found[:0] = wins
    found.sort(key=lambda each: (each.looked, each.rank), reverse=True)
    return found


def _leaned(view: View, leaning: Leaning, win: float, found: list[Weighed]) -> list[Weighed]:
    """The moves that go on beside a win of so many points, with their leaning."""
    if win <= 0:
        return found
    best = max([each.points for each in found if each.looked])
    going_on = GoingOn(view.live != HIDDEN, win, (best - win) / win, view.hand.golds)
    more = win * leaning.going_on(view, going_on)
    return [each._replace(points=each.points + more, rank=each.rank + more) for each in found]


class _Thought:
    """All that goes into one choice."""

    def __init__(self, view: View, leaning: Leaning | None, *, thorough: bool) -> None:
        self._view = view
        self._looked_at = PLAYABLE if thorough else _LOOKED_AT
        self._leaning = leaning
        self._rules = view.rules
        self._me = view.seat or 0
        self._trial = Trial(view)
        self._estimate = Estimate(view, self._trial)
        self._aims = self._estimate.aims
        self._loss = self._estimate.loss
        self._claimed: tuple[Sequence[Tile], Meld] | None = None
        self._tried: dict[Meld | None, TriedTable] = {}
        self._told: dict[tuple[Tile, Meld | None], tuple[int, frozenset[str]]] = {}
        self._dangers = Dangers(view, self._estimate.outlook, self._estimate.prices, self._trial)
        self._tells = any(clause.grants for clause in self._rules.clauses)

    # --- the choices -------------------------------------------------------------------------

    def claims(self, claims: MoveSet) -> list[Weighed]:
        """What letting a discard go and each claim are worth."""
        view, trial = self._view, self._trial
        tile = view.live
        if view.hand.size % 3 == 2:  # a dealer who lets an opening win go
            points = self._best_discard()
            return [Weighed(PASS, points, points)]
        told = self._tells and trial.golds > 0
        if told:
            self._aims.marks = TriedTable(view).follow()[1]
        # The next seat draws at once where it lets the discard go.
        drawing = (view.source + 1) % 4 == self._me
        points = self._held(self._estimate.value(looked=True, drawing=drawing))
        found = [Weighed(PASS, points, points)]
        self._aims.marks = frozenset()
        far = trial.missing()
        passed = points
        for move in moves_in(claims):
            taken = own_part(move, tile)
            trial.take_out(taken)
            kept, trial.shapes = trial.shapes, ()
            trial.melds -= 1
            idle = trial.missing() >= far
            if move == KONG:
                points = self._kong_value(tile, "exposed", view.source)
            else:
                if told:
                    kind: MeldKind = "pong" if move == PONG else "chow"
                    low = tile if move == PONG else move - CHOW
                    self._claimed = taken, Meld(kind, low, claimed=tile)
                points = self._best_discard()
                self._claimed = None
            trial.melds += 1
            trial.shapes = kept
            trial.put_back(taken)
            if self._leaning is not None and move != KONG:
                claim = self._claim(move, points - passed, far, idle=idle)
                points += claim.worth * self._leaning.claim(view, claim)
            found.append(Weighed(move, points, points))
        return found

    def _claim(self, move: Move, gained: float, far: int, *, idle: bool) -> Claim:
        """A claim as leanings are asked about it."""
        view, trial, outlook = self._view, self._trial, self._estimate.outlook
        worth = self._aims.now()[0].drawn + self._loss
        return Claim(
            move=move,
            idle=idle,
            worth=worth,
            ahead=gained / worth,
            far=far,
            golds=trial.golds,
            melds=trial.melds,
            draws=(self._me - view.source - 1) % 4,
            golds_left=self._estimate.golds_left,
            waiting=sum(outlook.waiting),
        )

    def turn(self, moves: MoveSet) -> list[Weighed]:
        """What each discard, kong and declaration is worth; the best discard comes first."""
        trial = self._trial
        found = self._discards(self._legal(moves & DISCARDS))
        best = found[0] if found else Weighed(PASS, _RUIN, _RUIN)
        shift = best.points - best.rank
        for move in moves_in(moves & _OWN_KONGS):
            added = move >= ADDED_KONG
            tile = move - (ADDED_KONG if added else CONCEALED_KONG)
            taken = (tile,) if added else (tile,) * 4
            trial.take_out(taken)
            kept, trial.shapes = trial.shapes, ()
            trial.melds -= not added
            points = self._kong_value(tile, "added" if added else "concealed", None)
            trial.melds += not added
            trial.shapes = kept
            trial.put_back(taken)
            found.append(Weighed(move, points, points - shift))
        for move in moves_in(moves & _GAPS):
            risk, loss = self._dangers.of(move - GOLD_GAP)
            points = self._risked(self._estimate.gold_gap(), risk, loss)
            found.append(Weighed(move, points, points - shift, risk, loss))
        return found

    def _legal(self, discards: MoveSet) -> list[Tile]:
        """The kinds worth discarding: a gold only where it climbs a tour or nothing else may go."""
        gold = self._view.gold
        kinds = [tile for tile in moves_in(discards) if tile != gold]
        sensible = (self._tells and self._trial.golds > 1) or self._looked_at == PLAYABLE
        if discards >> gold & 1 and (sensible or not kinds):
            kinds.append(gold)
        return kinds

    def _best_discard(self) -> float:
        """What the tiles are worth of which any natural one is to be discarded."""
        # Natural tiles that are read as the gold's face are white dragons (L3).
        gold = self._view.gold
        counts = self._trial.counts
        found = self._discards(
            [WHITE if tile == gold else tile for tile in range(PLAYABLE) if counts[tile]]
        )
        return found[0].points if found else _RUIN

    def _discards(self, kinds: list[Tile]) -> list[Weighed]:
        """What each discard is worth, the best first."""
        value = self._estimate.value
        self._estimate.step_back_from(kinds)
        rough = []
        for tile in kinds:
            gained = self._take(tile)
            points = value(looked=False)
            self._return(tile)
            rough.append((self._risked(points, *self._dangers.of(tile)) + gained, tile, gained))
        rough.sort(reverse=True)
        scale = _LONELY * (self._aims.now()[0].drawn + self._loss)
        found = []
        for tile, gained in [each[1:] for each in rough[: self._looked_at]]:
            self._take(tile)
            points = value(looked=True)
            self._return(tile)
            risk, loss = self._dangers.of(tile)
            points = self._risked(points, risk, loss) + gained
            # What could gather around the tile decides between discards, and counts no further.
            rank = points - scale * self._company(tile)
            found.append(Weighed(tile, points, rank, risk, loss))
        found.sort(key=lambda each: each.rank, reverse=True)
        for points, tile, _ in rough[self._looked_at :]:
            found.append(Weighed(tile, points, points, *self._dangers.of(tile), looked=False))
        self._estimate.forget_steps()
        return found

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
            table = self._tried_with(claimed)
            table.hand.remove(tile)
            told = self._told[known] = table.follow(Discard(self._me, NAMES[tile]))
            table.hand.add(tile)
        gained, self._aims.marks = told
        return gained

    def _tried_with(self, claimed: tuple[Sequence[Tile], Meld] | None) -> TriedTable:
        """The table after a claim, from which tiles may be taken that are put back."""
        meld = None if claimed is None else claimed[1]
        table = self._tried.get(meld)
        if table is None:
            table = self._tried[meld] = TriedTable(self._view)
            if claimed is not None:
                taken, meld = claimed
                for part in taken:
                    table.hand.remove(part)
                table.melds[self._me].append(meld)
        return table

    def _return(self, tile: Tile) -> None:
        if tile == self._view.gold:
            self._trial.golds += 1
        else:
            self._trial.put_back((tile,))
        self._aims.marks = frozenset()

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
        self._aims.kongs = (0, 1) if kind == "concealed" else (1, 0)
        value = self._estimate.value(looked=False, drawing=True)
        self._aims.kongs = (0, 0)
        return value + gained

    def _held(self, value: float) -> float:
        """What a hand is worth that has to discard something yet unknown later."""
        return self._risked(value, *self._dangers.usual(self._trial.counts))

    def _risked(self, value: float, risk: float, loss: float) -> float:
        """What a hand is worth after a discard that may be won on."""
        # Whoever would have won on it waits, and is likelier to win later than is usual.
        return value - risk * (value - _LATER * (value + self._loss)) - loss
