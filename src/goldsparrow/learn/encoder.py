"""The planes of a deal kept up to date by folding its events: what environments read.

It holds the same numbers as `planes.encode` gives for each seat's view, in bytes that are joined
when somebody looks, so that an observation costs no more than a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, cast

import numpy as np

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
from goldsparrow.game.deal import Deal
from goldsparrow.game.legality import OTHERS
from goldsparrow.learn.planes import COMMON, LAYOUT, PRIVATE, PUBLIC, STATE_SHAPE, Array, within
from goldsparrow.tiles import COPIES, HIDDEN, KIND, KINDS, Tile

_ROW: Final = tuple(bytearray([number]) * KINDS for number in range(128))
"""A flat plane of each number. It is written at once: other bytes would be copied before."""


def _offsets(planes: tuple[Any, ...]) -> dict[str, int]:
    return {plane.name: place * KINDS for place, plane in enumerate(planes)}


_OWN: Final = _offsets(PRIVATE)
_SEAT: Final = _offsets(PUBLIC)
_ALL: Final = _offsets(COMMON)

_DRAWN: Final = _OWN["drawn"]
_UNSEEN: Final = _OWN["unseen"]
_OWN_KONG: Final = _OWN["concealed_kong"]
_TOUR: Final = _OWN["tour"]
_PASSED: Final = _OWN["passed_win"]
_LOCKED: Final = _OWN["gold_locked"]
_RIVER: Final = _SEAT["river"]
_PLACE: Final = _SEAT["river_place"]
_TAKEN: Final = _SEAT["taken"]
_CLAIMED: Final = _SEAT["claimed"]
_CHOW: Final = _SEAT["chow"]
_PONG: Final = _SEAT["pong"]
_OPEN_KONG: Final = _SEAT["open_kong"]
_CLOSED_KONG: Final = _SEAT["closed_kong"]
_FLOWERS: Final = _SEAT["flowers"]
_LAID_OPEN: Final = _SEAT["laid_open"]
_LIVE: Final = _SEAT["live"]
_HIDDEN_KONGS: Final = _SEAT["hidden_kongs"]
_SIZE: Final = _SEAT["size"]
_AFTER_TURN: Final = _SEAT["turn"] + KINDS
_DEALER: Final = _SEAT["dealer"]
_THROWN: Final = _SEAT["gold_thrown"]
_OPEN_TOUR: Final = _SEAT["open_tour"]
_FIFTH: Final = _SEAT["fifth_last"]
_GAINED: Final = _SEAT["gained"]
_LOST: Final = _SEAT["lost"]
_ABOVE: Final = _SEAT["above"]
_BELOW: Final = _SEAT["below"]
_GOLD: Final = _ALL["gold"]
_FOLLOWED: Final = _ALL["followed"]
_TIMES: Final = _ALL["followed_times"]
_QUESTION: Final = _ALL["opening"]
_AFTER_DRAWABLE: Final = _ALL["drawable"] + KINDS
_STREAK: Final = _ALL["streak"]
_REPLACED: Final = _ALL["replaced"]

# Flat planes that change together lie side by side, and are written at once.
_STANDS: Final = tuple(_ROW[key // 2] + _ROW[key % 2] for key in range(2 * 18))
"""The planes `size` and `turn`, by twice the size, and one more for the turn."""
_ASKS: Final[dict[str, tuple[bytearray, ...]]] = {
    asked: tuple(
        bytearray().join(_ROW[kind == asked] for kind in ("opening", "turn", "claim", "rob_kong"))
        + _ROW[within(drawable)]
        for drawable in range(-16, 144)
    )
    for asked in ("opening", "turn", "claim", "rob_kong", "over")
}
"""The planes of the question and `drawable`, by the phase and the tiles over the reserve, where 16
stands for none; the reserve may be larger than what is left."""
_NONE_LEFT: Final = 16

_ALL_COPIES: Final = int.from_bytes(bytes(COPIES), "little")
_HAND: Final = 4 * KINDS
_HAND_FORM: Final = f"0{_HAND}b"
_DIGITS: Final = bytes.maketrans(b"01", b"\x00\x01")
_GOLDS: Final = tuple(sum(1 << KINDS * place for place in range(count)) for count in range(5))
"""So many golds, to be moved to their kind: the first bit of so many of the hand's planes."""
_AFTER_OPENING: Final = (Gold, Payment)
"""The last event of a deal that has just begun; flower kongs are paid when the gold is open."""

Parts: TypeAlias = tuple[bytearray, ...]
"""The pieces of an observation, to be joined in order."""


def _flat(block: bytearray, plane: int, number: int) -> None:
    block[plane : plane + KINDS] = _ROW[number]


class Encoder:
    """The planes of one deal; `follow` brings them to where the deal is.

    Attributes:
        deal: the deal that is followed.
        behind: whether the deal has gone on since; whoever looks next lets it be followed.
    """

    __slots__ = (
        "_asker",
        "_common",
        "_drawable",
        "_drawer",
        "_drawn",
        "_held",
        "_live",
        "_parts",
        "_phase",
        "_private",
        "_public",
        "_replaced",
        "_rivers",
        "_seen",
        "_turn",
        "_watches",
        "behind",
        "deal",
    )

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self._private = [bytearray(len(PRIVATE) * KINDS) for _ in range(4)]
        self._public = [bytearray(len(PUBLIC) * KINDS) for _ in range(4)]
        self._common = bytearray(len(COMMON) * KINDS)
        self._held = [[0] * KINDS for _ in range(4)]
        self._rivers: list[list[Tile]] = [[], [], [], []]
        self._seen = 0
        self._turn = 0
        self._drawer = self._asker = 0
        self._drawn = self._live = HIDDEN
        self._phase = "over"
        self._drawable = 0
        self._replaced = False
        self.behind = True
        # Only some rules remember what changes without an event of its own.
        rules = deal.rules
        self._watches = rules.claims.pass_locks_win or bool(rules.clauses)
        self._arrange()
        if deal.table.discards == 0 and type(deal.events[-1]) in _AFTER_OPENING:
            self._open()
        else:
            for private in self._private:
                private[_UNSEEN : _UNSEEN + KINDS] = COPIES
        self.follow()

    def _arrange(self) -> None:
        public = self._public
        self._parts: list[Parts] = [
            (
                self._private[seat],
                public[seat],
                public[(seat + 1) % 4],
                public[(seat + 2) % 4],
                public[(seat + 3) % 4],
                self._common,
            )
            for seat in range(4)
        ]

    # --- what is read ------------------------------------------------------------------------

    def parts(self, seat: int) -> Parts:
        """The pieces of a seat's observation; join them before the deal goes on."""
        if self.behind:
            self.follow()
        return self._parts[seat]

    def observation(self, seat: int) -> Array:
        """A seat's observation, shape `LAYOUT.shape`, an array of its own."""
        joined = bytearray().join(self.parts(seat))
        return np.ndarray(LAYOUT.shape, np.int8, joined)

    def state(self) -> Array:
        """All that everybody sees and every hand, shape `STATE_SHAPE`; an array of its own."""
        if self.behind:
            self.follow()
        joined = bytearray().join((*self._private, *self._public, self._common))
        return np.ndarray(STATE_SHAPE, np.int8, joined)

    def copy(self, deal: Deal) -> Encoder:
        """The planes of a copy of the deal."""
        other = Encoder.__new__(Encoder)
        other.deal = deal
        other._private = [bytearray(block) for block in self._private]
        other._public = [bytearray(block) for block in self._public]
        other._common = bytearray(self._common)
        other._held = [held.copy() for held in self._held]
        other._rivers = [river.copy() for river in self._rivers]
        other._seen = self._seen
        other._turn = self._turn
        other._drawer, other._drawn = self._drawer, self._drawn
        other._asker, other._live = self._asker, self._live
        other._phase = self._phase
        other._drawable = self._drawable
        other._replaced = self._replaced
        other._watches = self._watches
        other.behind = self.behind
        other._arrange()
        return other

    # --- the folds ---------------------------------------------------------------------------

    def follow(self) -> None:
        """Folds the events that have happened since it was called last."""
        events = self.deal.events
        table = self.deal.table
        privates, publics, hands = self._private, self._public, self._held
        kinds = KIND
        count = len(events)
        for place in range(self._seen, count):
            event = events[place]
            # Nearly all are discards and draws: these two are written out.
            if type(event) is Discard:
                seat = event.seat
                tile = kinds[event.tile]
                held = hands[seat]
                copies = held[tile] - 1
                held[tile] = copies
                privates[seat][KINDS * copies + tile] = 0
                public = publics[seat]
                river = self._rivers[seat]
                river.append(tile)
                public[_RIVER + tile] += 1
                public[_PLACE + tile] = len(river)
                first, second, third = OTHERS[seat]
                unseen = _UNSEEN + tile
                privates[first][unseen] -= 1
                privates[second][unseen] -= 1
                privates[third][unseen] -= 1
                if public[_THROWN] != table.gold_thrown[seat]:
                    self._throw(seat)
            elif type(event) is Draw:
                seat = event.seat
                tile = kinds[event.tile]
                held = hands[seat]
                copies = held[tile]
                held[tile] = copies + 1
                private = privates[seat]
                private[KINDS * copies + tile] = 1
                private[_UNSEEN + tile] -= 1
                if seat != self._turn:
                    self._pass_turn(seat)
            else:
                fold = _FOLDS[type(event)]
                if fold is not None:
                    fold(self, event)
        self._seen = count
        self.behind = False
        self._settle()

    def _open(self) -> None:
        """Sets what the opening has led to at once: to fold its some eighty tiles takes longer."""
        table = self.deal.table
        gold = table.gold
        events = self.deal.events
        start = events[0]
        assert isinstance(start, Start), "a deal begins with its start"
        self._start(start)
        self._common[_GOLD + gold] = 1
        # All kinds at once: no count is larger than what it is taken from, so no byte borrows.
        left = _ALL_COPIES - (1 << 8 * gold)
        for seat in range(4):
            public = self._public[seat]
            for tile in table.flowers[seat]:
                public[_FLOWERS + tile] += 1
                left -= 1 << 8 * tile
        for seat in range(4):
            hand = table.known_hand(seat)
            one, two, three, four = hand.held
            planes = one | two << KINDS | three << 2 * KINDS | four << 3 * KINDS
            planes |= _GOLDS[hand.golds] << gold
            bits = format(planes, _HAND_FORM).encode().translate(_DIGITS)[::-1]
            counts = sum(
                [int.from_bytes(bits[at : at + KINDS], "little") for at in range(0, _HAND, KINDS)]
            )
            private = self._private[seat]
            private[:_HAND] = bits
            private[_UNSEEN : _UNSEEN + KINDS] = (left - counts).to_bytes(KINDS, "little")
            self._held[seat] = list(counts.to_bytes(KINDS, "little"))
            self._public[seat][_SIZE:_AFTER_TURN] = _STANDS[2 * hand.size]
        if any(table.payments):
            self._count_points()
        self._seen = len(events)

    def _settle(self) -> None:
        """Sets what is true only now: the turn, the tile drawn, the tile in question, the wall."""
        deal = self.deal
        table = deal.table
        turn = self._turn
        public = self._public
        public[turn][_SIZE:_AFTER_TURN] = _STANDS[2 * table.hands[turn].size + 1]
        if self._drawn >= 0:
            self._private[self._drawer][self._drawn] = 0
        drawn = table.drawn
        if drawn >= 0:
            drawn += _DRAWN
            self._private[turn][drawn] = 1
            self._drawer = turn
        self._drawn = drawn
        phase = deal.phase
        if self._live >= 0:
            public[self._asker][self._live] = 0
            self._live = HIDDEN
        if phase == "claim":
            self._show_live(table.source, table.live)
        elif phase == "rob_kong":
            self._show_live(turn, table.kong_tile)
        drawable = table.left - table.reserve
        if drawable != self._drawable or phase != self._phase:
            self._drawable = drawable
            self._phase = phase
            self._common[_QUESTION:_AFTER_DRAWABLE] = _ASKS[phase][drawable + _NONE_LEFT]
        replaced = table.replaced
        if replaced != self._replaced:
            self._replaced = replaced
            _flat(self._common, _REPLACED, replaced)
        if self._watches:
            self._settle_notes()

    def _show_live(self, seat: int, tile: Tile) -> None:
        self._asker, self._live = seat, _LIVE + tile
        self._public[seat][_LIVE + tile] = 1

    def _settle_notes(self) -> None:
        table = self.deal.table
        for seat in range(4):
            private = self._private[seat]
            if private[_PASSED] != table.passed_win[seat]:
                _flat(private, _PASSED, table.passed_win[seat])
        notes = table.notes
        levels = notes.get("tour")
        if levels is not None:
            for seat, level in enumerate(levels.levels):
                if self._private[seat][_TOUR] != level:
                    _flat(self._private[seat], _TOUR, level)
                    _flat(self._public[seat], _OPEN_TOUR, level if level > 1 else 0)
        bound = notes.get("fifth_last")
        if bound is not None and bound.seat is not None:
            _flat(self._public[bound.seat], _FIFTH, 1)
        chain = notes.get("followed_discard")
        if chain is not None:
            common = self._common
            _flat(common, _FOLLOWED, 0)
            if chain.tile != HIDDEN and not chain.over:
                common[_FOLLOWED + chain.tile] = 1 + chain.followers
            if common[_TIMES] != chain.times:
                _flat(common, _TIMES, chain.times)

    def _start(self, event: Start) -> None:
        self._turn = event.dealer
        _flat(self._public[event.dealer], _DEALER, 1)
        if event.streak:
            _flat(self._common, _STREAK, within(event.streak))
        for public, score in zip(self._public, event.scores, strict=True):
            if score:
                _flat(public, _ABOVE, within(score // 10))
                _flat(public, _BELOW, within(-score // 10))

    def _take(self, event: Take) -> None:
        seat = event.seat
        private, held = self._private[seat], self._held[seat]
        for name in event.tiles:
            tile = KIND[name]
            private[KINDS * held[tile] + tile] = 1
            private[_UNSEEN + tile] -= 1
            held[tile] += 1
        self._public[seat][_SIZE:_AFTER_TURN] = _STANDS[2 * self.deal.table.hands[seat].size]

    def _remove(self, seat: int, tile: Tile) -> None:
        """A tile leaves a hand and lies open: the others see it."""
        held = self._held[seat]
        count = held[tile] - 1
        held[tile] = count
        private = self._private
        private[seat][KINDS * count + tile] = 0
        first, second, third = OTHERS[seat]
        unseen = _UNSEEN + tile
        private[first][unseen] -= 1
        private[second][unseen] -= 1
        private[third][unseen] -= 1

    def _see(self, tile: Tile, count: int) -> None:
        """So many copies of a tile come into everybody's sight, or leave it."""
        for private in self._private:
            private[_UNSEEN + tile] -= count

    def _flower(self, event: Flowers) -> None:
        public = self._public[event.seat]
        for name in event.tiles:
            tile = KIND[name]
            self._remove(event.seat, tile)
            public[_FLOWERS + tile] += 1

    def _gold(self, event: Gold) -> None:
        gold = KIND[event.tile]
        self._common[_GOLD + gold] = 1
        self._see(gold, 1)
        for name in event.passed:
            tile = KIND[name]
            self._public[self.deal.table.dealer][_FLOWERS + tile] += 1
            self._see(tile, 1)

    def _throw(self, seat: int) -> None:
        """The lock of a gold that a seat discarded goes on or off."""
        table = self.deal.table
        _flat(self._public[seat], _THROWN, table.gold_thrown[seat])
        for each, private in enumerate(self._private):
            _flat(private, _LOCKED, table.gold_locked(each))

    def _pass_turn(self, seat: int) -> None:
        """The turn is another seat's; what the last one holds stays as it is until its next."""
        last = self._turn
        if seat != last:
            size = self.deal.table.hands[last].size
            self._public[last][_SIZE:_AFTER_TURN] = _STANDS[2 * size]
            self._turn = seat

    def _leave_river(self, source: int) -> Tile:
        """The latest discard of a seat is taken."""
        river, public = self._rivers[source], self._public[source]
        tile = river.pop()
        public[_RIVER + tile] -= 1
        place = len(river)
        while place and river[place - 1] != tile:
            place -= 1
        public[_PLACE + tile] = place
        return tile

    def _claim(self, seat: int, source: int) -> Tile:
        self._pass_turn(seat)
        tile = self._leave_river(source)
        self._public[source][_TAKEN + tile] += 1
        self._public[seat][_CLAIMED + tile] += 1
        return tile

    def _chow(self, event: Chow) -> None:
        seat = event.seat
        taken = self._claim(seat, event.source)
        low = KIND[event.low]
        for tile in (low, low + 1, low + 2):
            if tile != taken:
                self._remove(seat, tile)
        self._public[seat][_CHOW + low] += 1

    def _pong(self, event: Pong) -> None:
        seat = event.seat
        tile = self._claim(seat, event.source)
        self._remove(seat, tile)
        self._remove(seat, tile)
        self._public[seat][_PONG + tile] = 1

    def _kong(self, event: Kong) -> None:
        seat = event.seat
        tile = KIND[event.tile]
        public = self._public[seat]
        if event.kind == "concealed":
            self._close_kong(seat, tile)
        elif event.kind == "added":
            self._remove(seat, tile)
            public[_PONG + tile] = 0
            public[_OPEN_KONG + tile] = 1
        else:
            self._claim(seat, event.source or 0)
            for _ in range(3):
                self._remove(seat, tile)
            public[_OPEN_KONG + tile] = 1

    def _close_kong(self, seat: int, tile: Tile) -> None:
        public, private = self._public[seat], self._private[seat]
        private[_OWN_KONG + tile] = 1
        if not self.deal.rules.claims.hide_concealed_kong:
            public[_CLOSED_KONG + tile] = 1
            for _ in range(4):
                self._remove(seat, tile)
            return
        _flat(public, _HIDDEN_KONGS, public[_HIDDEN_KONGS] + 1)
        self._held[seat][tile] = 0
        for count in range(4):
            private[KINDS * count + tile] = 0

    def _lay_open(self, event: GoldGap) -> None:
        public = self._public[event.seat]
        for name in event.tiles:
            tile = KIND[name]
            public[_LAID_OPEN + tile] += 1
            for other in OTHERS[event.seat]:
                self._private[other][_UNSEEN + tile] -= 1

    def _payment(self, _event: Payment) -> None:
        self._count_points()

    def _count_points(self) -> None:
        for public, points in zip(self._public, self.deal.table.payments, strict=True):
            _flat(public, _GAINED, within(points))
            _flat(public, _LOST, within(-points))

    def _win(self, event: Win) -> None:
        self._pass_turn(event.seat)
        source = event.source
        if source is not None and event.tile is not None:
            if event.by == "discard":
                self._see(self._leave_river(source), -1)
            elif event.by == "rob_kong":
                tile = KIND[event.tile]
                public = self._public[source]
                public[_OPEN_KONG + tile] = 0
                public[_PONG + tile] = 1
                self._see(tile, -1)
        self._count_points()


_FOLDS: Final = cast(
    "dict[type[AnyEvent], Callable[[Encoder, AnyEvent], None] | None]",
    {
        Start: Encoder._start,
        Take: Encoder._take,
        Flowers: Encoder._flower,
        Gold: Encoder._gold,
        Chow: Encoder._chow,
        Pong: Encoder._pong,
        Kong: Encoder._kong,
        GoldGap: Encoder._lay_open,
        Payment: Encoder._payment,
        Win: Encoder._win,
        Tour: None,
        LastDraws: None,
        DrawnDeal: None,
        End: None,
    },
)
