"""A hand's running values: what completes it, whatever lies in it for a moment (L13, F3)."""

from __future__ import annotations

import pytest

from goldsparrow.game.hand import UNKNOWN
from goldsparrow.game.legality import ready_kinds
from goldsparrow.game.table import Table
from goldsparrow.rules import rule_set
from goldsparrow.tiles import parse_tiles


@pytest.mark.parametrize("flower", ["1f", "8f"])
def test_a_flower_in_a_hand_of_pairs_weighs_nothing(flower: str) -> None:
    """L13: seven pairs wait for the same tiles while a drawn flower is still to be laid open."""
    rules = rule_set("longyan")
    table = Table(rules)
    table.hands[0].add_all(tuple(parse_tiles("1122m3344p5566s7s")))
    for seat in range(4):
        table.hands[seat].open_gold(parse_tiles("9p")[0], table.hands[seat].faces)
    table.gold = parse_tiles("9p")[0]
    hand = table.hands[0]
    before = ready_kinds(table, 0)
    assert before >> parse_tiles("7s")[0] & 1

    hand.add(parse_tiles(flower)[0])
    hand.ready = UNKNOWN
    assert ready_kinds(table, 0) == before
    hand.remove(parse_tiles(flower)[0])
    assert ready_kinds(table, 0) == before
