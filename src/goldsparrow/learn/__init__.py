"""Learning: the environments of PettingZoo and Gymnasium, many tables at once, data sets, policies.

    from goldsparrow import learn

    env = learn.env(rules="sanming", render_mode="ansi")

Needs the extra: ``pip install goldsparrow[learn]``. The names in `__all__` are imported when they
are used; importing the package names its environments in both registries.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldsparrow.learn.aec import env, raw_env
    from goldsparrow.learn.agents import AGENTS
    from goldsparrow.learn.parallel import parallel_env
    from goldsparrow.learn.planes import LAYOUT, OUTLOOK_LAYOUT, Layout, encode
    from goldsparrow.learn.seat import SeatEnv
    from goldsparrow.learn.seats import SeatVector
    from goldsparrow.learn.spaces import Observation
    from goldsparrow.learn.tables import Choices, Tables

__all__ = [
    "AGENTS",
    "LAYOUT",
    "OUTLOOK_LAYOUT",
    "Choices",
    "Layout",
    "Observation",
    "SeatEnv",
    "SeatVector",
    "Tables",
    "encode",
    "env",
    "parallel_env",
    "raw_env",
]

_HOME = {
    "AGENTS": "agents",
    "LAYOUT": "planes",
    "OUTLOOK_LAYOUT": "planes",
    "Choices": "tables",
    "Layout": "planes",
    "Observation": "spaces",
    "SeatEnv": "seat",
    "SeatVector": "seats",
    "Tables": "tables",
    "encode": "planes",
    "env": "aec",
    "parallel_env": "parallel",
    "raw_env": "aec",
}

_OTHERS = ("numpy", "gymnasium", "pettingzoo")

try:
    from goldsparrow.learn.registration import register
except ModuleNotFoundError as error:
    # A policy that was exported needs none of these to play.
    if error.name not in _OTHERS:
        raise
else:
    register()


def __getattr__(name: str) -> Any:  # noqa: ANN401
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{home}"), name)
    except ModuleNotFoundError as error:
        if error.name not in _OTHERS:
            raise
        message = f"goldsparrow.learn needs {error.name}; expected 'pip install goldsparrow[learn]'"
        raise ImportError(message) from error


def __dir__() -> list[str]:
    return sorted(__all__)
