"""Shapes of concealed tiles: what is told at a glance is never too much (L13)."""

from __future__ import annotations

from random import Random

import pytest

from goldsparrow.game.hand import Hand, faces_for
from goldsparrow.rules.shapes import CONCEALED_SHAPES
from goldsparrow.tiles import COPIES, PLAYABLE


@pytest.mark.parametrize("name", CONCEALED_SHAPES)
@pytest.mark.parametrize("white_stands_in", [False, True])
def test_least_is_no_more_than_the_distance(name: str, white_stands_in: bool) -> None:
    """L3, L13: a hand may be looked at later than it should be, never so late that it has won."""
    shape = CONCEALED_SHAPES[name]
    random = Random(name)
    near = 0
    for _ in range(3000):
        gold = random.randrange(PLAYABLE)
        hand = Hand()
        hand.open_gold(gold, faces_for(gold, white_stands_in=white_stands_in))
        kinds = random.sample(range(PLAYABLE), random.randint(5, PLAYABLE))
        deck = [tile for tile in kinds for _ in range(COPIES[tile])]
        hand.add_all(tuple(random.sample(deck, min(random.randint(13, 17), len(deck)))))
        distance = shape.distance(hand.face_counts(), hand.golds)
        assert shape.least(hand.held, hand.golds) <= distance
        near += distance < 2

    assert near or name == "thirteen_orphans"
