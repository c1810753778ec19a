"""The public names of the package, which stay what they are."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import goldsparrow
from goldsparrow.arena.duel import duel
from goldsparrow.game.deal import Deal
from goldsparrow.game.hand import Hand
from goldsparrow.game.match import Match
from goldsparrow.game.record import Record
from goldsparrow.players import Player
from goldsparrow.rules import RuleSet, rule_set
from goldsparrow.rules.scoring import score
from goldsparrow.tiles import parse_tiles

NAMES = {
    "Agent": Player,
    "Deal": Deal,
    "Hand": Hand,
    "Match": Match,
    "Record": Record,
    "RuleSet": RuleSet,
    "duel": duel,
    "parse_tiles": parse_tiles,
    "rule_set": rule_set,
    "score": score,
}
"""Every public name with what it stands for."""


def test_the_list() -> None:
    """The public names are these; taking one away breaks the programs of others."""
    assert sorted(NAMES) == goldsparrow.__all__


@pytest.mark.parametrize("name", NAMES)
def test_each_name(name: str) -> None:
    """Each public name is the thing that its module defines."""
    assert getattr(goldsparrow, name) is NAMES[name]
    assert name in dir(goldsparrow)


def test_no_other_name() -> None:
    """Another name is no attribute of the package."""
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = goldsparrow.Nothing


def test_loaded_when_used() -> None:
    """Importing the package alone loads no engine, scorer or server."""
    program = (
        "import goldsparrow, sys; "
        "print([name for name in sys.modules if name.startswith('goldsparrow.')])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == "[]"
