"""The table: all that has happened in a deal, changed by events and by nothing else.

One class serves the referee, who sees every hand, and each seat or watcher, who sees fewer: the law
is `view(apply(table, event)) == apply(view(table), mask(event))`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Final, TypeAlias

from goldsparrow.errors import Desync
from goldsparrow.events import (
    AnyEvent,
    Chow,
    Discard,
    Draw,
    DrawnDeal,
    End,
    Flowers,
    Gold,
    GoldGap,
    Kong,
    LastDraws,
    Payment,
    Pong,
    Start,
    Take,
    Tour,
    Win,
)
from goldsparrow.game.hand import Hand, HiddenHand, faces_for
from goldsparrow.game.legality import passes_win
from goldsparrow.game.wall import TILES
from goldsparrow.melds import Meld
from goldsparrow.rules.flowers import COUNT_IN_SET, completes_set
from goldsparrow.rules.ruleset import RuleSet, Until, Who
from goldsparrow.rules.shapes import CONCEALED_SHAPES
from goldsparrow.tiles import HIDDEN, KIND, PLAYABLE, SUITED, Tile

AnyHand: TypeAlias = Hand | HiddenHand
SEATS: Final = range(4)


class Table:
    """What has happened in a deal, as the owner of this table knows it.

    Attributes:
        rules: the rule set in force; `shapes` its shapes of concealed tiles, `playable` the mask
            of the kinds that are no flowers. What is asked of it all the time is at hand: its
            `clauses`, the melds of a `full` hand, whether there are `chows`, whether a chow must be
            `no_swap`, and whether a seat ever `throws_gold` away.
        hands: the concealed hands by seat, some perhaps hidden.
        melds, flowers, rivers: what lies before each seat, in order; a claimed discard leaves its
            river.
        pongs: for each seat the kinds it has ponged, as a bit mask.
        gold: the gold's kind, or HIDDEN before it is opened.
        left: tiles in the wall; `reserve` of them are never drawn in ordinary play (F4, C11).
        turn: the seat that drew or claimed last.
        drawn: the tile that seat drew, HIDDEN where it is not known or nothing was drawn.
        fresh: whether that seat has drawn since it last discarded: it may kong or win (C8).
        replaced: whether that draw replaced a kong.
        live: the last discard while it may be claimed, otherwise HIDDEN.
        source: who discarded `live`.
        discards: how many discards there have been.
        gold_thrown: for each seat whether its gold lock is on (F9, L8).
        passed_win: for each seat whether it passed a discard win and may not win by discard until
            it draws (F14).
        payments: points that changed hands so far, before the stake.
        notes: what the rule set's clauses remember, by their keys.
        due: events that the clauses want next; only a referee emits them.
    """

    __slots__ = (
        "_flower_sets",
        "_lock_ends",
        "_pass_locks_win",
        "_per_flower_set",
        "chows",
        "clauses",
        "dealer",
        "discards",
        "drawn",
        "due",
        "ending",
        "flowers",
        "fresh",
        "full",
        "gold",
        "gold_thrown",
        "hands",
        "head",
        "kong_tile",
        "last_draws",
        "left",
        "live",
        "melds",
        "no_swap",
        "notes",
        "over",
        "passed_win",
        "payments",
        "playable",
        "pongs",
        "replaced",
        "reserve",
        "rivers",
        "rules",
        "scores",
        "shapes",
        "source",
        "start",
        "streak",
        "tail",
        "throws_gold",
        "turn",
    )

    def __init__(self, rules: RuleSet, seen: range | tuple[int, ...] = SEATS) -> None:
        self.rules = rules
        self.hands: list[AnyHand] = [Hand() if seat in seen else HiddenHand() for seat in SEATS]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.flowers: list[list[Tile]] = [[], [], [], []]
        self._flower_sets = [0, 0, 0, 0]
        self.rivers: list[list[Tile]] = [[], [], [], []]
        self.pongs = [0, 0, 0, 0]
        self.shapes = tuple(
            CONCEALED_SHAPES[name] for name in rules.shapes if name in CONCEALED_SHAPES
        )
        self._pass_locks_win = rules.claims.pass_locks_win
        self._per_flower_set = rules.wall.per_flower_set
        self._lock_ends = rules.gold.lock_until is Until.NEXT_DISCARD
        self.clauses = rules.clauses
        self.full = rules.deal.melds
        self.chows = rules.claims.chow
        self.no_swap = rules.claims.no_swap
        self.throws_gold = rules.gold.may_discard
        self.playable = (1 << (SUITED if rules.deal.honours_are_flowers else PLAYABLE)) - 1
        self.gold = HIDDEN
        self.left = TILES
        self.head = 0
        self.tail = 0
        self.reserve = rules.wall.reserve - rules.wall.counts_indicator
        self.start: Start | None = None
        self.dealer = 0
        self.streak = 0
        self.scores = (0, 0, 0, 0)
        self.turn = 0
        self.drawn = HIDDEN
        self.fresh = False
        self.replaced = False
        self.live = HIDDEN
        self.source = 0
        self.kong_tile = HIDDEN
        self.discards = 0
        self.gold_thrown = [False, False, False, False]
        self.passed_win = [False, False, False, False]
        self.last_draws = False
        self.payments = [0, 0, 0, 0]
        self.due: list[AnyEvent] = []
        self.ending: Win | DrawnDeal | None = None
        self.over = False
        self.notes: dict[str, Any] = {clause.key: clause.begin() for clause in rules.clauses}

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn; never below zero (C11)."""
        return max(0, self.left - self.reserve)

    def apply(self, event: AnyEvent) -> None:
        """Changes the table by one event.

        Raises:
            Desync: the event is of no kind that a deal knows.
        """
        fold = FOLDS.get(type(event))
        if fold is None:
            raise Desync(f"a deal knows no event like {event!r}")
        fold(self, event)
        if self.notes:
            self.watch(event)

    def watch(self, event: AnyEvent) -> None:
        """Lets the clauses remember an event that was just folded."""
        for clause in self.clauses:
            self.due += clause.watch(self.notes[clause.key], self, event)

    def knows(self, seat: int) -> bool:
        """Whether the seat's hand is known at this table."""
        return isinstance(self.hands[seat], Hand)

    def known_hand(self, seat: int) -> Hand:
        """The hand of a seat whose tiles this table knows.

        Raises:
            Desync: the table does not know them.
        """
        hand = self.hands[seat]
        if not isinstance(hand, Hand):
            raise Desync(f"the hand of seat {seat} is hidden at this table")
        return hand

    def copy(self) -> Table:
        """A table that can be changed without changing this one."""
        other = Table.__new__(Table)
        other.rules = self.rules
        other.hands = [hand.copy() for hand in self.hands]
        other.melds = [melds.copy() for melds in self.melds]
        other.flowers = [flowers.copy() for flowers in self.flowers]
        other._flower_sets = self._flower_sets.copy()
        other.rivers = [river.copy() for river in self.rivers]
        other.pongs = self.pongs.copy()
        other.shapes = self.shapes
        other._pass_locks_win = self._pass_locks_win
        other._per_flower_set = self._per_flower_set
        other._lock_ends = self._lock_ends
        other.clauses = self.clauses
        other.full = self.full
        other.chows = self.chows
        other.no_swap = self.no_swap
        other.throws_gold = self.throws_gold
        other.playable = self.playable
        other.gold = self.gold
        other.left = self.left
        other.head = self.head
        other.tail = self.tail
        other.reserve = self.reserve
        other.start = self.start
        other.dealer = self.dealer
        other.streak = self.streak
        other.scores = self.scores
        other.turn = self.turn
        other.drawn = self.drawn
        other.fresh = self.fresh
        other.replaced = self.replaced
        other.live = self.live
        other.source = self.source
        other.kong_tile = self.kong_tile
        other.discards = self.discards
        other.gold_thrown = self.gold_thrown.copy()
        other.passed_win = self.passed_win.copy()
        other.last_draws = self.last_draws
        other.payments = self.payments.copy()
        other.due = self.due.copy()
        other.ending = self.ending
        other.over = self.over
        other.notes = {key: copy(note) for key, note in self.notes.items()}
        return other

    # --- the folds ---------------------------------------------------------------------------

    def _start(self, event: Start) -> None:
        self.start = event
        self.dealer = self.turn = event.dealer
        self.streak = event.streak
        self.scores = event.scores

    def take(self, seat: int, tiles: tuple[Tile, ...], tail: bool) -> None:
        """Folds what `Take` says."""
        count = len(tiles)
        self.left -= count
        if tail:
            self.tail += count
        else:
            self.head += count
        self.hands[seat].add_all(tiles)

    def lay_flowers(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        """Folds what `Flowers` says."""
        hand = self.hands[seat]
        for tile in tiles:
            hand.remove(tile)
        self._add_flowers(seat, tiles)
        self.drawn = HIDDEN

    def _add_flowers(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        self.flowers[seat] += tiles
        per_set = self._per_flower_set
        if not per_set:
            return
        counted = self._flower_sets[seat]
        for tile in tiles:
            counted += COUNT_IN_SET[tile]
            if completes_set(counted, tile):
                self.reserve += per_set
        self._flower_sets[seat] = counted

    def _gold(self, event: Gold) -> None:
        self.left -= 1 + len(event.passed)
        if event.passed:
            self._add_flowers(self.dealer, _kinds(event.passed))
        self.gold = gold = KIND[event.tile]
        faces = faces_for(gold, white_stands_in=self.rules.gold.white_stands_in)
        for hand in self.hands:
            hand.open_gold(gold, faces)
        # The dealer's last dealt tile counts as drawn: heavenly, kongs and the discard follow.
        self.fresh = True

    def draw(self, seat: int, tile: Tile, tail: bool) -> None:
        """Folds what `Draw` says."""
        self.left -= 1
        if tail:
            self.tail += 1
        else:
            self.head += 1
        if self._pass_locks_win:
            self._lock_passed_wins()
        self.live = HIDDEN
        self.drawn = tile
        self.hands[seat].add(tile)
        if self.kong_tile != HIDDEN:
            self.replaced = True
            self.kong_tile = HIDDEN
        elif seat != self.turn:
            # A flower that nothing replaced may have ended the konger's turn (F15).
            self.replaced = False
        self.turn = seat
        self.fresh = True
        self.passed_win[seat] = False

    def discard(self, seat: int, tile: Tile) -> None:
        """Folds what `Discard` says."""
        self.hands[seat].remove(tile)
        self.rivers[seat].append(tile)
        self.live = tile
        self.source = self.turn = seat
        self.drawn = HIDDEN
        self.fresh = self.replaced = False
        self.discards += 1
        if tile == self.gold:
            self.gold_thrown[seat] = True
        elif self._lock_ends:
            self.gold_thrown[seat] = False

    def _lock_passed_wins(self) -> None:
        """The live discard goes by: whoever could have won on it has passed (F14)."""
        if self.live == HIDDEN:
            return
        for seat in SEATS:
            if (
                seat != self.source
                and isinstance(self.hands[seat], Hand)
                and passes_win(self, seat)
            ):
                self.passed_win[seat] = True

    def _claim(self, seat: int, source: int) -> None:
        if self._pass_locks_win:
            self._lock_passed_wins()
        self.live = HIDDEN
        self.rivers[source].pop()
        self.turn = seat
        self.drawn = HIDDEN
        self.fresh = False

    def chow(self, seat: int, tile: Tile, low: Tile, source: int) -> None:
        """Folds what `Chow` says."""
        self._claim(seat, source)
        middle, high = low + 1, low + 2
        own = (middle, high) if tile == low else (low, high if tile == middle else middle)
        self.hands[seat].set_aside(own)
        self.melds[seat].append(Meld("chow", low, False, tile, source))

    def pong(self, seat: int, tile: Tile, source: int) -> None:
        """Folds what `Pong` says."""
        self._claim(seat, source)
        self.hands[seat].set_aside((tile, tile))
        self.melds[seat].append(Meld("pong", tile, False, tile, source))
        self.pongs[seat] |= 1 << tile

    def _kong(self, event: Kong) -> None:
        seat = event.seat
        tile = KIND[event.tile]
        hand = self.hands[seat]
        melds = self.melds[seat]
        if event.kind == "added":
            hand.remove(tile)
            self.pongs[seat] ^= 1 << tile
            place = next(i for i, m in enumerate(melds) if m.kind == "pong" and m.tile == tile)
            melds[place] = Meld("kong", tile, False, tile, melds[place].source)
            self.reserve += self.rules.wall.per_exposed_kong
        elif event.kind == "concealed":
            hand.set_aside((tile,) * 4)
            melds.append(Meld("kong", tile, True))
            self.reserve += self.rules.wall.per_concealed_kong
        else:
            source = self.source
            self._claim(seat, source)
            hand.set_aside((tile,) * 3)
            melds.append(Meld("kong", tile, False, tile, source))
            self.reserve += self.rules.wall.per_exposed_kong
        self.turn = seat
        self.drawn = HIDDEN
        self.fresh = False
        # From here to the replacement's draw an added kong may be robbed.
        self.kong_tile = tile if tile != HIDDEN else self.gold

    def _declare(self, _event: GoldGap | Tour) -> None:
        """Changes only what a clause remembers."""

    def _last_draws(self, _event: LastDraws) -> None:
        self.live = HIDDEN
        self.last_draws = True

    def _payment(self, event: Payment) -> None:
        for seat in SEATS:
            self.payments[seat] += event.payments[seat]

    def _win(self, event: Win) -> None:
        seat = event.seat
        if event.by == "discard" and event.source is not None:
            self.rivers[event.source].pop()
        elif event.by == "rob_kong" and event.source is not None and event.tile is not None:
            self._undo_kong(event.source, KIND[event.tile])
        for seat_, points in enumerate(event.score.payments):
            self.payments[seat_] += points
        self.turn = seat
        self.live = HIDDEN
        self.ending = event

    def _undo_kong(self, seat: int, tile: Tile) -> None:
        """A robbed kong is not formed: it stays the pong that it was (F11)."""
        melds = self.melds[seat]
        place = next(i for i, m in enumerate(melds) if m.kind == "kong" and m.tile == tile)
        melds[place] = Meld("pong", tile, False, tile, melds[place].source)
        self.pongs[seat] |= 1 << tile
        self.reserve -= self.rules.wall.per_exposed_kong
        self.kong_tile = HIDDEN

    def _drawn_deal(self, event: DrawnDeal) -> None:
        self.live = HIDDEN
        self.ending = event

    def _end(self, event: End) -> None:
        self.scores = event.scores
        self.over = True

    def gold_locked(self, seat: int) -> bool:
        """Whether a discarded gold bars a seat from winning by discard (F9, L8)."""
        who = self.rules.gold.lock
        if who is Who.DISCARDER:
            return self.gold_thrown[seat]
        if who is Who.OTHERS:
            return any(self.gold_thrown[other] for other in SEATS if other != seat)
        return False


def _kinds(names: Sequence[str]) -> tuple[Tile, ...]:
    return tuple([KIND[name] for name in names])


FOLDS: Final[dict[type, Callable[[Table, Any], None]]] = {
    Start: Table._start,
    Take: lambda table, event: table.take(event.seat, _kinds(event.tiles), event.tail),
    Flowers: lambda table, event: table.lay_flowers(event.seat, _kinds(event.tiles)),
    Gold: Table._gold,
    Draw: lambda table, event: table.draw(event.seat, KIND[event.tile], event.tail),
    Discard: lambda table, event: table.discard(event.seat, KIND[event.tile]),
    Chow: lambda table, event: table.chow(
        event.seat, KIND[event.tile], KIND[event.low], event.source
    ),
    Pong: lambda table, event: table.pong(event.seat, KIND[event.tile], event.source),
    Kong: Table._kong,
    GoldGap: Table._declare,
    Tour: Table._declare,
    LastDraws: Table._last_draws,
    Payment: Table._payment,
    Win: Table._win,
    DrawnDeal: Table._drawn_deal,
    End: Table._end,
}
