"""A deal as it might be: what a seat sees, with tiles put where it sees none.

Whoever wants to look ahead plays such a deal on. It is built from a view alone, so that nothing of
what is really hidden can be in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy

import msgspec

from goldsparrow.errors import Desync
from goldsparrow.game.deal import Deal
from goldsparrow.game.hand import Hand, faces_for
from goldsparrow.game.table import SEATS, Table
from goldsparrow.game.view import View
from goldsparrow.game.wall import Wall
from goldsparrow.melds import Meld
from goldsparrow.tiles import COPIES, HIDDEN, Tile


class HiddenTiles(msgspec.Struct, frozen=True):
    """Tiles that a seat does not see, each where it might be.

    Attributes:
        hands: by seat the concealed tiles, golds included, without those that it has laid open; the
            own seat's are not looked at.
        wall: the tiles left in the wall in the order in which they are drawn from its head, those
            that are never drawn included; no indicator.
        kongs: by seat the kinds of its concealed kongs that are hidden, in order (C10).
    """

    hands: tuple[Sequence[Tile], Sequence[Tile], Sequence[Tile], Sequence[Tile]]
    wall: Sequence[Tile]
    kongs: tuple[Sequence[Tile], ...] = ((), (), (), ())


def imagined(view: View, hidden: HiddenTiles) -> Deal:
    """A deal that looks like the view, asks what the seat is being asked, and can be played on.

    It asks for the seat's own turn, or for claims of a discard, all seats whose imagined tiles
    allow one at once. Its events begin here. What others' clauses and locks remember is
    no more than the view shows, and points are before the stake.

    Args:
        view: a seat's view at its own turn, or while a discard may be claimed.
        hidden: the tiles that it does not see: exactly those of `view.unseen()`.

    Raises:
        Desync: the tiles are others than those unseen, or fit no hand; or nothing of that kind
            is being asked.
    """
    seat = view.seat
    if seat is None:
        raise Desync("a watcher is asked nothing")
    if view.over or view.gold == HIDDEN or (view.live == HIDDEN and view.turn != seat):
        raise Desync(f"seat {seat} has no turn, and no discard may be claimed")
    _check(view, hidden)
    return Deal.on(_table(view, seat, hidden), Wall.holding(hidden.wall))


def _check(view: View, hidden: HiddenTiles) -> None:
    """Checks that the hidden tiles are those that are unseen, and as many as there is room for."""
    seat = view.seat or 0
    tiles = Counter(hidden.wall)
    for other in SEATS:
        if other == seat:
            continue
        kongs = sum(meld.tile == HIDDEN for meld in view.melds(other))
        held = view.size(other) - len(view.laid_open(other))
        if len(hidden.hands[other]) != held or len(hidden.kongs[other]) != kongs:
            raise Desync(
                f"seat {other} holds {held} tiles and {kongs} hidden kongs, not "
                f"{len(hidden.hands[other])} and {len(hidden.kongs[other])}"
            )
        tiles.update(hidden.hands[other])
        for kind in hidden.kongs[other]:
            tiles[kind] += COPIES[kind]
    unseen = Counter(dict(enumerate(view.unseen())))
    if len(hidden.wall) != view.left or tiles != unseen:
        raise Desync(f"{+(tiles - unseen)} are not hidden, {+(unseen - tiles)} are missing")


def _table(view: View, seat: int, hidden: HiddenTiles) -> Table:
    rules = view.rules
    table = Table(rules)
    table.start = view.start
    table.dealer, table.streak, table.scores = view.dealer, view.streak, view.scores
    table.payments = list(view.payments)
    table.gold = view.gold
    table.left, table.reserve = view.left, view.reserve
    table.head, table.tail = view.head, view.tail
    table.turn, table.drawn = view.turn, view.drawn
    table.fresh, table.replaced = view.fresh, view.replaced
    table.live, table.source = view.live, view.source
    table.discards, table.last_draws = view.discards, view.last_draws
    table.gold_thrown = list(view.gold_thrown)
    table.passed_win[seat] = view.passed_win
    table.notes = {clause.key: copy(view.note(clause.key)) for clause in rules.clauses}
    faces = faces_for(view.gold, white_stands_in=rules.gold.white_stands_in)
    for each in SEATS:
        if each == seat:
            table.hands[each] = view.hand.copy()
        else:
            hand = Hand()
            hand.gold, hand.faces = view.gold, faces
            hand.add_all((*hidden.hands[each], *view.laid_open(each)))
            table.hands[each] = hand
        kinds = iter(hidden.kongs[each])
        table.melds[each] = [
            Meld("kong", next(kinds), True) if meld.tile == HIDDEN else meld
            for meld in view.melds(each)
        ]
        table.flowers[each] = list(view.flowers(each))
        table.rivers[each] = list(view.river(each))
        table.pongs[each] = sum(1 << m.tile for m in table.melds[each] if m.kind == "pong")
    return table
