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

    Raises:
        NotationError: nobody has that name.
    """
    make = PLAYERS.get(name)
    if make is None:
        raise NotationError(f"no player {name!r:.60}; expected one of {', '.join(PLAYERS)}")
    return make(seed)
