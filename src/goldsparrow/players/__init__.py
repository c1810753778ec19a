"""Players: who chooses moves from what a seat may see."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Final

from goldsparrow.errors import NotationError
from goldsparrow.players import frozen
from goldsparrow.players.chance import Chance
from goldsparrow.players.expert import Expert
from goldsparrow.players.greedy import Greedy
from goldsparrow.players.master import Master
from goldsparrow.players.player import Player
from goldsparrow.players.process import PREFIX, ProcessPlayer

__all__ = ["PLAYERS", "Chance", "Expert", "Greedy", "Master", "Player", "player"]

PLAYERS: Final[dict[str, Callable[[int], Player]]] = {
    "chance": Chance,
    "greedy": lambda _seed: Greedy(),
    "expert": lambda _seed: Expert(),
    "master": Master,
}
"""Every player by its name, made from a seed."""

_KINDS: Final = {"onnx": "goldsparrow.learn.policy"}
"""Kinds of players that are named `KIND:WHAT`, by the module whose `make(what, seed)` makes one.

It is loaded when such a player is asked for: it lies above, and needs more packages than the bots.
"""


def player(name: str, seed: int = 0) -> Player:
    """Makes the player of that name; the same name and seed make the same choices.

    `process:COMMAND` is a program of its own (see `goldsparrow.players.process`), `onnx:FILE` a
    policy that was learned (see `goldsparrow.learn.policy`), a name with a date, such as
    `expert-2026-11`, a past version (see `goldsparrow.players.frozen`).

    Raises:
        NotationError: nobody has that name, or a package is missing that it needs.
        GoldSparrowError: there is no such policy.
    """
    if name.startswith(PREFIX):
        return ProcessPlayer(name.removeprefix(PREFIX), seed)
    kind, colon, what = name.partition(":")
    if colon and kind in _KINDS:
        return _made(kind, what, seed)
    make = PLAYERS.get(name)
    if make is None and name in frozen.names():
        return frozen.frozen(name)
    if make is None:
        raise NotationError(
            f"no player {name!r:.60}; expected one of {', '.join([*PLAYERS, *frozen.names()])}, "
            "process:COMMAND or onnx:FILE"
        )
    return make(seed)


def _made(kind: str, what: str, seed: int) -> Player:
    try:
        module = importlib.import_module(_KINDS[kind])
    except ImportError as error:
        raise NotationError(
            f"the player {kind}:{what:.120} needs more packages ({error}); "
            "expected 'pip install goldsparrow[learn]'"
        ) from error
    made: Player = module.make(what, seed)
    return made
