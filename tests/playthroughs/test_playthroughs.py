"""Playthroughs: a whole deal of each rule set, every public value at every step."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldsparrow.rules import RULE_SETS
from tests.golden import playthrough


@pytest.mark.parametrize("key", RULE_SETS)
def test_playthrough(key: str) -> None:
    """The deal plays as it did when its file was looked over; `python tests/golden.py` rewrites."""
    file = Path(__file__).parent / f"{key}.txt"

    assert playthrough(key).splitlines() == file.read_text("utf-8").splitlines()
