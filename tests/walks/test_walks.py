"""Walks: from a fixed wall, how many sequences of choices there are, and the order of the moves.

The counts pin what is legal; they say nothing about the order in which moves are listed, on which
clients and recorded indices rely: that is pinned beside them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsparrow.moves import MOVE_NAMES, moves_in
from goldsparrow.rules import RULE_SETS
from tests.golden import DEPTH, walk, walked_to

FILES = {key: Path(__file__).parent / f"{key}.json" for key in RULE_SETS}
POSITIONS = [
    pytest.param(key, position, id=f"{key}-{len(position['after'])}")
    for key, file in FILES.items()
    for position in json.loads(file.read_text("utf-8"))["positions"]
]


@pytest.mark.parametrize(("key", "position"), POSITIONS)
def test_walk(key: str, position: dict[str, Any]) -> None:
    """C8, C9 and every clause of legality: the same number of sequences as ever."""
    assert walk(walked_to(key, position["after"]), DEPTH) == position["counts"]


@pytest.mark.parametrize(("key", "position"), POSITIONS)
def test_order_of_moves(key: str, position: dict[str, Any]) -> None:
    """Moves are listed in ascending order of the action space."""
    deal = walked_to(key, position["after"])
    listed = {
        str(seat): [MOVE_NAMES[move] for move in moves_in(moves)]
        for seat, moves in deal.waiting.items()
    }

    assert listed == position["moves"]
