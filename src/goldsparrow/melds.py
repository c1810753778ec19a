"""Melds: the groups of tiles that a seat has laid open or set aside."""

from __future__ import annotations

from typing import Literal

import msgspec

from goldsparrow.tiles import Tile

MeldKind = Literal["chow", "pong", "kong"]


class Meld(msgspec.Struct, frozen=True, gc=False):
    """One meld on the table; `tile` is the lowest of a chow, otherwise the kind of all its tiles.

    `claimed` is the tile that was taken from `source`; both are None for what was never claimed.
    """

    kind: MeldKind
    tile: Tile
    concealed: bool = False
    claimed: Tile | None = None
    source: int | None = None

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles of the meld, three or four."""
        if self.kind == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind == "kong" else 3)
