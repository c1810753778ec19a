"""Names the environments in the registries of Gymnasium and PettingZoo.

One name for each rule set, such as `GoldSparrow/sanming-v0`, and `GoldSparrow-v0`, which takes
`rules=`. In Gymnasium they are a seat against three bots, in PettingZoo a whole table.
"""

from __future__ import annotations

import gymnasium
import pettingzoo

from goldsparrow.rules import RULE_SETS

NAME = "GoldSparrow"
VERSION = 0


def names() -> dict[str, dict[str, str]]:
    """Every name with the arguments that it stands for."""
    found: dict[str, dict[str, str]] = {f"{NAME}-v{VERSION}": {}}
    return found | {f"{NAME}/{key}-v{VERSION}": {"rules": key} for key in RULE_SETS}


def register() -> None:
    """Registers the names; those that stand there already are left alone."""
    for name, given in names().items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "goldsparrow.learn.seat:SeatEnv",
                vector_entry_point="goldsparrow.learn.seats:SeatVector",
                kwargs=dict(given),
            )
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, "goldsparrow.learn.aec:env", kwargs=dict(given))
        if name not in pettingzoo.parallel_registry:
            pettingzoo.register(
                "parallel", name, "goldsparrow.learn.parallel:parallel_env", kwargs=dict(given)
            )
