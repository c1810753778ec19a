"""Past versions of bots, kept as opponents: what is measured against them stays comparable.

A version is an archive of the modules that the bot was made of, made by `scripts/freeze.py` and
never changed. It plays on today's engine, through the interface that every player has; a test pins
the choices of each by a digest.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from goldsparrow.players.player import Player

PACKAGE: Final = "goldsparrow_frozen"
"""What the modules of an archive take the place of `goldsparrow.players` with."""


def names() -> list[str]:
    """The frozen bots, such as `expert-2026-11`: who it was, and since when it is kept."""
    return sorted(path.stem for path in Path(__file__).parent.glob("*.zip"))


def frozen(name: str) -> Player:
    """Makes the frozen bot of that name.

    Raises:
        KeyError: there is none.
    """
    if name not in names():
        raise KeyError(name)
    bot = name.partition("-")[0]
    return cast("Player", getattr(_module(name, bot), bot.capitalize())())


@cache
def _module(name: str, bot: str) -> ModuleType:
    """The bot's module out of its archive."""
    package = package_name(name)
    root = ModuleType(package)
    root.__path__ = [str(Path(__file__).with_name(f"{name}.zip"))]
    sys.modules[package] = root
    return importlib.import_module(f"{package}.{bot}")


def package_name(name: str) -> str:
    """The name of the package that an archive's modules belong to."""
    return f"{PACKAGE}_{name.replace('-', '_')}"
