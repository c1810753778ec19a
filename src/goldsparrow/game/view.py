"""What one seat may see of a table: the same for a referee's table and for the seat's own fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from goldsparrow.errors import Desync
from goldsparrow.game.hand import Hand
from goldsparrow.game.legality import awaited
from goldsparrow.game.worth import win_name, win_worth
from goldsparrow.melds import Meld
from goldsparrow.moves import PASS
from goldsparrow.rules.clause import Note
from goldsparrow.tiles import COPIES, HIDDEN, Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from goldsparrow.events import Start
    from goldsparrow.game.table import Table
    from goldsparrow.game.values import QuestionKind
    from goldsparrow.moves import Move, MoveSet
    from goldsparrow.rules.ruleset import RuleSet

_PUBLIC = (
    "dealer",
    "discards",
    "drawable",
    "fresh",
    "gold",
    "gold_thrown",
    "head",
    "kong_tile",
    "last_draws",
    "left",
    "live",
    "over",
    "payments",
    "replaced",
    "reserve",
    "scores",
    "source",
    "start",
    "streak",
    "tail",
    "turn",
)


class View:
    """A seat's view of a table; it follows the table and never shows another's hidden tiles.

    Two views are equal when they show the same, whatever tables they look at.

    Attributes:
        seat: whose view it is; None for a watcher, who sees no hand.
    """

    __slots__ = ("_table", "seat")

    def __init__(self, table: Table, seat: int | None) -> None:
        self._table = table
        self.seat = seat

    # --- the table ---------------------------------------------------------------------------

    @property
    def rules(self) -> RuleSet:
        """The rule set in force."""
        return self._table.rules

    @property
    def start(self) -> Start | None:
        """The event that began the deal."""
        return self._table.start

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._table.dealer

    @property
    def streak(self) -> int:
        """The dealer's streak (F20)."""
        return self._table.streak

    @property
    def scores(self) -> tuple[int, int, int, int]:
        """The match's scores before this deal, or after it once it is over."""
        return self._table.scores

    @property
    def payments(self) -> tuple[int, ...]:
        """Points that changed hands in this deal so far, before the stake."""
        return tuple(self._table.payments)

    @property
    def gold(self) -> Tile:
        """The gold's kind, or HIDDEN before it is opened."""
        return self._table.gold

    @property
    def left(self) -> int:
        """Tiles in the wall."""
        return self._table.left

    @property
    def reserve(self) -> int:
        """Tiles of the wall that are never drawn in ordinary play (F4)."""
        return self._table.reserve

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn (C11)."""
        return self._table.drawable

    @property
    def head(self) -> int:
        """Tiles taken from the wall's head."""
        return self._table.head

    @property
    def tail(self) -> int:
        """Tiles taken from the wall's tail, those turned up for the gold apart."""
        return self._table.tail

    @property
    def turn(self) -> int:
        """The seat that drew or claimed last."""
        return self._table.turn

    @property
    def live(self) -> Tile:
        """The discard that may be claimed, or HIDDEN."""
        return self._table.live

    @property
    def source(self) -> int:
        """Who discarded last."""
        return self._table.source

    @property
    def kong_tile(self) -> Tile:
        """The tile of an open kong that no draw has replaced yet, or HIDDEN (F11)."""
        table = self._table
        tile = table.kong_tile
        made = any(
            meld.kind == "kong" and meld.tile == tile and not meld.concealed
            for meld in table.melds[table.turn]
        )
        return tile if made else HIDDEN

    @property
    def discards(self) -> int:
        """How many discards there have been."""
        return self._table.discards

    @property
    def fresh(self) -> bool:
        """Whether the seat whose turn it is has drawn: it may kong or win (C8)."""
        return self._table.fresh

    @property
    def replaced(self) -> bool:
        """Whether the tile drawn last replaced a kong."""
        return self._table.replaced

    @property
    def gold_thrown(self) -> tuple[bool, ...]:
        """For each seat whether the lock of a gold that it discarded is on (F9, L8)."""
        return tuple(self._table.gold_thrown)

    @property
    def last_draws(self) -> bool:
        """Whether the last draws have begun (F15)."""
        return self._table.last_draws

    @property
    def over(self) -> bool:
        """Whether the deal is over."""
        return self._table.over

    def phase(self, moves: MoveSet) -> QuestionKind:
        """What the seat is asked where it may make one of these moves."""
        if not moves >> PASS & 1:
            return "turn"
        if self.live != HIDDEN:
            return "claim"
        return "rob_kong" if self.discards else "opening"

    def note(self, key: str) -> Note:
        """What the seat may know of what the clause of that key remembers; do not change it.

        Raises:
            KeyError: the rule set has no such clause.
        """
        note = self._table.notes[key]
        clause = next(clause for clause in self.rules.clauses if clause.key == key)
        return clause.shown(note, self.seat)

    # --- the seats ---------------------------------------------------------------------------

    def size(self, seat: int) -> int:
        """How many concealed tiles a seat holds."""
        return self._table.hands[seat].size

    def flowers(self, seat: int) -> Sequence[Tile]:
        """A seat's flowers in the order in which they were laid open; do not change it."""
        return self._table.flowers[seat]

    def river(self, seat: int) -> Sequence[Tile]:
        """A seat's discards that nobody claimed, in order; do not change it."""
        return self._table.rivers[seat]

    def melds(self, seat: int) -> Sequence[Meld]:
        """A seat's melds; do not change it. Others' concealed kongs may be hidden (C10)."""
        melds = self._table.melds[seat]
        if seat == self.seat or not self._table.rules.claims.hide_concealed_kong:
            return melds
        return [Meld("kong", HIDDEN, True) if meld.concealed else meld for meld in melds]

    def laid_open(self, seat: int) -> list[Tile]:
        """The tiles of a seat's concealed hand that everybody sees, since it declared (S7)."""
        notes = self._table.notes
        return [
            tile
            for clause in self.rules.clauses
            for tile in clause.laid_open(notes[clause.key], seat)
        ]

    # --- the own hand ------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The own hand; do not change it.

        Raises:
            Desync: a watcher has none.
        """
        if self.seat is None:
            raise Desync("a watcher has no hand")
        return self._table.known_hand(self.seat)

    @property
    def drawn(self) -> Tile:
        """The tile just drawn where it is the own turn, otherwise HIDDEN."""
        table = self._table
        return table.drawn if table.turn == self.seat else HIDDEN

    @property
    def passed_win(self) -> bool:
        """Whether passing a win bars the seat from winning by discard (F14)."""
        return self.seat is not None and self._table.passed_win[self.seat]

    @property
    def gold_locked(self) -> bool:
        """Whether a discarded gold bars the seat from winning by discard (F9, L8)."""
        return self.seat is not None and self._table.gold_locked(self.seat)

    def ready(self) -> MoveSet:
        """The kinds that the own hand waits for as it stands, as a mask; 0 for none."""
        return 0 if self.seat is None else awaited(self._table, self.seat)

    def worth_of(self, move: Move) -> int | None:
        """Points that the seat would gain by a win it is offered, before the stake; else None."""
        return None if self.seat is None else win_worth(self._table, self.seat, move)

    def name_of(self, move: Move) -> str | None:
        """The special or row that a win the seat is offered would count as; else None."""
        return None if self.seat is None else win_name(self._table, self.seat, move)

    def unseen(self) -> list[int]:
        """How many copies of each kind the seat cannot see, by kind.

        The indicator, all rivers, melds, flowers and the own hand are seen, and what a declaration
        has laid open of the others' hands (S7).
        """
        left = list(COPIES)
        if self.gold != HIDDEN:
            left[self.gold] -= 1
        for seat in range(4):
            for tile in (*self.river(seat), *self.flowers(seat)):
                left[tile] -= 1
            for meld in self.melds(seat):
                if meld.tile != HIDDEN:
                    for tile in meld.tiles:
                        left[tile] -= 1
            if seat != self.seat:
                for tile in self.laid_open(seat):
                    left[tile] -= 1
        if self.seat is not None:
            for tile in self.hand.tiles():
                left[tile] -= 1
        return left

    def snapshot(self) -> dict[str, Any]:
        """All that the view shows, as plain values."""
        shown: dict[str, Any] = {name: getattr(self, name) for name in _PUBLIC}
        shown["seats"] = [
            (
                self.size(seat),
                *(tuple(part(seat)) for part in (self.melds, self.flowers, self.river)),
            )
            for seat in range(4)
        ]
        shown["notes"] = {clause.key: self.note(clause.key) for clause in self.rules.clauses}
        if self.seat is not None:
            shown["hand"] = (self.hand.tiles(), self.drawn, self.passed_win, self.gold_locked)
        return shown

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.seat == other.seat and self.snapshot() == other.snapshot()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self.snapshot()}>"
