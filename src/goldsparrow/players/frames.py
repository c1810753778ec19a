"""What a program that plays is told: the frames of the socket as far as they serve, and the view.

A question on the socket comes after all events; a program that is asked here has seen none of them,
so each question also shows the table as its seat sees it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from goldsparrow.events import HIDDEN_NAME
from goldsparrow.game.defaults import default_move
from goldsparrow.game.values import QuestionKind
from goldsparrow.game.view import View
from goldsparrow.melds import Meld
from goldsparrow.moves import MoveSet, move_name, moves_in
from goldsparrow.tiles import HIDDEN, NAMES, Tile

PROTOCOL: Final = 1
"""Raised when an old program could no longer follow."""


class Hello(msgspec.Struct, frozen=True, tag_field="type", tag="welcome"):
    """The first line that a program reads."""

    protocol: int


class ShownMeld(msgspec.Struct, frozen=True):
    """An open meld: its kind, its lowest tile, `?` where it is hidden, and whether it is concealed.

    `claimed` is the tile that was another seat's discard, `source` that seat.
    """

    kind: str
    tile: str
    concealed: bool
    claimed: str | None
    source: int | None


class ShownSeat(msgspec.Struct, frozen=True):
    """What lies before a seat, and how many concealed tiles it holds."""

    size: int
    melds: tuple[ShownMeld, ...]
    flowers: tuple[str, ...]
    river: tuple[str, ...]


class ShownTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table as a seat sees it.

    `options` are all house options in force, `hand` the own concealed tiles, `drawn` the one just
    drawn, `live` the discard that may be claimed and `source` whose it is. `drawable` counts tiles
    that may still be drawn, `unseen` the copies of each kind that the seat does not see.
    """

    rules: str
    options: dict[str, str | int | bool]
    seat: int
    dealer: int
    streak: int
    gold: str
    hand: tuple[str, ...]
    drawn: str | None
    live: str | None
    source: int
    turn: int
    left: int
    drawable: int
    discards: int
    scores: tuple[int, ...]
    payments: tuple[int, ...]
    seats: tuple[ShownSeat, ...]
    unseen: dict[str, int]


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="question"):
    """Asks for a move.

    `id` is to be repeated as the answer's `decision`. `default` is played where no legal move comes
    within `deadline_ms`. `seed` is the player's own, the same for the same player.
    """

    id: int
    kind: QuestionKind
    moves: tuple[str, ...]
    default: str
    deadline_ms: int
    seed: int
    view: ShownTable


def question(number: int, view: View, moves: MoveSet, seed: int, deadline_ms: int) -> Asked:
    """The frame of a question."""
    return Asked(
        id=number,
        kind=view.phase(moves),
        moves=tuple(move_name(move) for move in moves_in(moves)),
        default=move_name(default_move(view, moves)),
        deadline_ms=deadline_ms,
        seed=seed,
        view=shown(view),
    )


def shown(view: View) -> ShownTable:
    """A seat's view as plain values."""
    seat = view.seat
    assert seat is not None, "only seats are asked"
    return ShownTable(
        rules=view.rules.key,
        options=dict(view.rules.options),
        seat=seat,
        dealer=view.dealer,
        streak=view.streak,
        gold=_name(view.gold),
        hand=tuple(NAMES[tile] for tile in view.hand.tiles()),
        drawn=None if view.drawn == HIDDEN else NAMES[view.drawn],
        live=None if view.live == HIDDEN else NAMES[view.live],
        source=view.source,
        turn=view.turn,
        left=view.left,
        drawable=view.drawable,
        discards=view.discards,
        scores=tuple(view.scores),
        payments=view.payments,
        seats=tuple(_seat(view, each) for each in range(4)),
        unseen={NAMES[tile]: left for tile, left in enumerate(view.unseen()) if left},
    )


def _seat(view: View, seat: int) -> ShownSeat:
    return ShownSeat(
        view.size(seat),
        tuple(_meld(meld) for meld in view.melds(seat)),
        tuple(NAMES[tile] for tile in view.flowers(seat)),
        tuple(NAMES[tile] for tile in view.river(seat)),
    )


def _meld(meld: Meld) -> ShownMeld:
    claimed = meld.claimed
    return ShownMeld(
        meld.kind,
        _name(meld.tile),
        meld.concealed,
        None if claimed is None or claimed == HIDDEN else NAMES[claimed],
        meld.source,
    )


def _name(tile: Tile) -> str:
    return HIDDEN_NAME if tile == HIDDEN else NAMES[tile]
