"""The network of the example: small, and the three suits are alike to it.

Every kind of tile has the same layers, so that what is learned of one suit holds for all. Within a
suit a kind sees its neighbours, by which runs are made. What matters for the whole hand is pooled
over all kinds and given back to each.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from goldsparrow.learn import Layout
from goldsparrow.tiles import PLAYABLE, SUITED

WIDTH = 64
TABLE = 6
"""The moves that name no tile: pass, win, rob the gold, three golds, pong, kong."""
FAMILIES = 5
"""The moves that name one: discard, chow, concealed kong, added kong, gold gap."""


class Block(nn.Module):
    """A layer over all kinds: neighbours in the suits, and what the whole hand is like."""

    def __init__(self, planes: int, width: int) -> None:
        super().__init__()
        self.suits = nn.Conv2d(planes, width, (1, 5), padding=(0, 2))
        self.others = nn.Conv1d(planes, width, 1)
        self.whole = nn.Linear(2 * planes, width)

    def forward(self, kinds: Tensor) -> Tensor:
        """From `(n, planes, 42)` to `(n, width, 42)`."""
        suits = self.suits(kinds[:, :, :SUITED].unflatten(2, (3, 9))).flatten(2)
        found = torch.cat([suits, self.others(kinds[:, :, SUITED:])], dim=2)
        return torch.relu(found + self.whole(pooled(kinds)).unsqueeze(2))


def pooled(kinds: Tensor) -> Tensor:
    """The mean and the most over all kinds."""
    return torch.cat([kinds.mean(dim=2), kinds.amax(dim=2)], dim=1)


class Network(nn.Module):
    """From observations, int8 `(n, planes, 42)`, to scores of the moves, float32 `(n, 169)`."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        # Counts and distances are small numbers, points are not; both come to about 1.
        most = torch.from_numpy(layout.high[:, :1].astype("float32")).clamp(max=16)
        self.register_buffer("scale", 1 / most)
        self.blocks = nn.Sequential(
            Block(layout.shape[0], WIDTH), Block(WIDTH, WIDTH), Block(WIDTH, WIDTH)
        )
        self.kinds = nn.Conv1d(WIDTH, FAMILIES, 1)
        self.table = nn.Sequential(nn.Linear(2 * WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, TABLE))

    def forward(self, observation: Tensor) -> Tensor:
        """What each move is worth; of illegal ones it says anything."""
        kinds = self.blocks(observation.float() * self.scale)
        discard, chow, *kongs = self.kinds(kinds).unbind(dim=1)
        table = self.table(pooled(kinds))
        # In the order of the moves' numbers.
        return torch.cat(
            [
                discard[:, :PLAYABLE],
                table,
                chow[:, :SUITED],
                *(kong[:, :PLAYABLE] for kong in kongs),
            ],
            dim=1,
        )
