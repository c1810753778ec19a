"""Players: who chooses moves from what a seat may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goldsparrow.errors import NotationError
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


def player(name: str, seed: int = 0) -> Player:
    """Makes the player of that name; the same name and seed make the same choices.

    `process:COMMAND` is a program of its own (see `goldsparrow.players.process`).

    Raises:
        NotationError: nobody has that name.
    """
    if name.startswith(PREFIX):
        return ProcessPlayer(name.removeprefix(PREFIX), seed)
    make = PLAYERS.get(name)
    if make is None:
        raise NotationError(
            f"no player {name!r:.60}; expected one of {', '.join(PLAYERS)}, or process:COMMAND"
        )
    return make(seed)
