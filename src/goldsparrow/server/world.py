"""What all rooms of a server share."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from typing import TypeAlias

import msgspec

from goldsparrow.game.record import deal_shuffle
from goldsparrow.players.player import Player
from goldsparrow.server.clock import Clock
from goldsparrow.server.pace import Pace
from goldsparrow.server.questions import HintBudget
from goldsparrow.server.state import Shuffler
from goldsparrow.server.store import Store

Players: TypeAlias = Mapping[str, Callable[[int], Player]]


class World(msgspec.Struct, frozen=True, kw_only=True):
    """What all rooms of a server share."""

    store: Store
    clock: Clock
    pace: Pace
    players: Players
    workers: Executor
    """Where bots think, so that a slow one holds nobody up."""
    own_workers: Mapping[str, Executor] = msgspec.field(default_factory=dict)
    """Where the host's programs think, by their keys: one that hangs takes no other bot's place."""
    abandon_seconds: float = 24 * 3600.0
    """After how long without any person an unfinished match ends."""
    shuffler: Shuffler = deal_shuffle
    hints: HintBudget = msgspec.field(default_factory=HintBudget)
    new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32)
    chance: random.Random = random.SystemRandom()
    """Only for the time that bots take; it knows nothing of any deal."""
