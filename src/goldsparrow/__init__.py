"""Fujian mahjong, whose gold tile is wild: rules, scoring, bots and a table for people.

The public names are those of ``__all__``; each is imported when it is first used, so that a program
that only scores hands loads no table and no server.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldsparrow.arena.duel import duel
    from goldsparrow.game.deal import Deal
    from goldsparrow.game.hand import Hand
    from goldsparrow.game.match import Match
    from goldsparrow.game.record import Record
    from goldsparrow.players.player import Player as Agent
    from goldsparrow.rules import RuleSet, rule_set
    from goldsparrow.rules.scoring import score
    from goldsparrow.tiles import parse_tiles

__all__ = [
    "Agent",
    "Deal",
    "Hand",
    "Match",
    "Record",
    "RuleSet",
    "duel",
    "parse_tiles",
    "rule_set",
    "score",
]

__version__ = "0.1.0"

_HOMES = {
    "Agent": "goldsparrow.players.player",
    "Deal": "goldsparrow.game.deal",
    "Hand": "goldsparrow.game.hand",
    "Match": "goldsparrow.game.match",
    "Record": "goldsparrow.game.record",
    "RuleSet": "goldsparrow.rules",
    "duel": "goldsparrow.arena.duel",
    "parse_tiles": "goldsparrow.tiles",
    "rule_set": "goldsparrow.rules",
    "score": "goldsparrow.rules.scoring",
}


# Where the module's own name is another.
_NAMES = {"Agent": "Player"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the public name is
    """Imports a public name from its module."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(home), _NAMES.get(name, name))
    return value


def __dir__() -> list[str]:
    """Lists the public names beside those that are loaded."""
    return sorted({*globals(), *__all__})
