"""A gold as the fifth copy of a kind brings a hand two tiles nearer at once (C6)."""

from __future__ import annotations

from goldsparrow.game.legality import is_complete, ready_kinds, turn_moves
from goldsparrow.game.table import Table
from goldsparrow.moves import WIN
from goldsparrow.rules import rule_set
from goldsparrow.tiles import parse_tiles, tile

HAND = "1111m 456m 999m 123p 666p"
"""Five melds and a fourth 1m: no natural tile makes its pair, a gold does."""


def table() -> Table:
    found = Table(rule_set("fuzhou-ourgame"))
    found.hands[0].add_all(tuple(parse_tiles(HAND)))
    found.gold = tile("2s")
    for hand in found.hands:
        hand.open_gold(found.gold, found.known_hand(0).faces)
    return found


def test_it_may_be_robbed() -> None:
    """F7, C6: the indicator completes the hand, whatever had been found out before."""
    found = table()
    assert not is_complete(found, 0)
    ready_kinds(found, 0)

    assert is_complete(found, 0, extra_golds=1)


def test_it_is_waited_for_and_wins_when_drawn() -> None:
    """C6: the hand waits for a gold alone, before and after other tiles come and go."""
    found = table()
    hand = found.known_hand(0)
    assert ready_kinds(found, 0) == 1 << found.gold
    hand.add(tile("5s"))
    hand.remove(tile("5s"))
    assert ready_kinds(found, 0) == 1 << found.gold

    hand.add(found.gold)
    found.fresh = True
    assert turn_moves(found, 0) >> WIN & 1
