"""What an observation is made of: named planes of 42 numbers, one number for each kind of tile.

`encode` says what every plane holds, from a view alone. `goldsparrow.learn.encoder` keeps the same
numbers by folding events, which is much faster; a test holds the two to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from goldsparrow.game.deal import Phase
from goldsparrow.game.view import View
from goldsparrow.tiles import HIDDEN, KINDS, Tile

Array: TypeAlias = npt.NDArray[np.int8]

VERSION: Final = 1
"""Goes up when a plane is added, moved or comes to mean something else."""

OTHERS: Final = ("own", "next", "across", "previous")
"""The seats as one of them sees them: itself, then in the order of play."""


class Plane(NamedTuple):
    """One plane: what it holds, and the most that a number of it can be; what is more stays that.

    A plane that is `flat` has the same number for all kinds.
    """

    name: str
    most: int
    text: str
    flat: bool = False


PRIVATE: Final = (
    Plane("hand_1", 1, "held at least once; golds count under their own kind"),
    Plane("hand_2", 1, "held at least twice"),
    Plane("hand_3", 1, "held at least three times"),
    Plane("hand_4", 1, "held four times"),
    Plane("drawn", 1, "the tile just drawn, on an own turn"),
    Plane("unseen", 4, "how many copies the seat cannot see"),
    Plane("concealed_kong", 1, "own concealed kongs"),
    Plane("tour", 3, "level of the own tour (L9), which others may not know", flat=True),
    Plane("passed_win", 1, "may not win by discard after passing a win (F14)", flat=True),
    Plane("gold_locked", 1, "may not win by discard for a discarded gold (F9, L8)", flat=True),
)
"""What the seat alone knows."""

PUBLIC: Final = (
    Plane("river", 4, "copies in the river"),
    Plane("river_place", 64, "place in the river of the kind's latest tile, from 1"),
    Plane("taken", 4, "own discards that others claimed"),
    Plane("claimed", 4, "tiles claimed from others"),
    Plane("chow", 4, "chows, by their lowest tile"),
    Plane("pong", 1, "pongs"),
    Plane("open_kong", 1, "exposed and added kongs"),
    Plane("closed_kong", 1, "concealed kongs, unless their face is hidden (C10)"),
    Plane("flowers", 4, "flowers laid open"),
    Plane("laid_open", 2, "tiles of the hand that a declared gold gap has laid open (S7)"),
    Plane("live", 1, "the tile in question, where it is this seat's: discarded, or of its kong"),
    Plane("hidden_kongs", 5, "how many concealed kongs whose face is hidden", flat=True),
    Plane("size", 17, "concealed tiles", flat=True),
    Plane("turn", 1, "drew or claimed last, or discarded after it", flat=True),
    Plane("dealer", 1, "is the dealer", flat=True),
    Plane("gold_thrown", 1, "the lock of a gold that it discarded is on (F9, L8)", flat=True),
    Plane("open_tour", 3, "level of its announced tour, 2 or 3 (L9)", flat=True),
    Plane("fifth_last", 1, "is bound by the fifth-last tile (S5)", flat=True),
    Plane("gained", 127, "points gained in this deal so far", flat=True),
    Plane("lost", 127, "points lost in this deal so far", flat=True),
    Plane("above", 127, "tens of points above zero before this deal", flat=True),
    Plane("below", 127, "tens of points below zero before this deal", flat=True),
)
"""What everybody knows of a seat."""

COMMON: Final = (
    Plane("gold", 1, "the gold"),
    Plane(
        "followed", 4, "the dealer's discard that is being followed, and by how many (S1): 1 + n"
    ),
    Plane("followed_times", 8, "how often all three have followed", flat=True),
    Plane("opening", 1, "the question: opening wins (F8)", flat=True),
    Plane("own_turn", 1, "the question: somebody's own turn (C8)", flat=True),
    Plane("claim", 1, "the question: claims on a discard (C9)", flat=True),
    Plane("rob_kong", 1, "the question: robbing an added kong (F11)", flat=True),
    Plane("drawable", 127, "tiles that may still be drawn (C11)", flat=True),
    Plane("streak", 127, "the dealer's streak (F20)", flat=True),
    Plane("replaced", 1, "the last tile drawn replaced a kong", flat=True),
)
"""What everybody knows of the table."""

OUTLOOK: Final = (
    Plane("missing", 16, "tiles missing to the nearest complete hand, as it stands", flat=True),
    Plane("useful", 1, "kinds that bring the hand nearer as it stands"),
    Plane("missing_after", 17, "1 + tiles missing after discarding the kind; 0 where it cannot go"),
    Plane("useful_after", 127, "unseen tiles that bring the hand nearer after that discard"),
    Plane("chow_missing", 17, "1 + tiles missing after that chow and the best discard"),
    Plane("chow_useful", 127, "unseen tiles that bring the hand nearer then"),
    Plane("pong_missing", 17, "the same after the pong", flat=True),
    Plane("pong_useful", 127, "the same after the pong", flat=True),
    Plane("kong_missing", 17, "1 + tiles missing after the claimed kong", flat=True),
)
"""What follows from the others by the rules, for those who do not want to learn it: optional."""

ENCODED_CLAUSES: Final = frozenset({"tour", "gold_gap", "fifth_last", "followed_discard"})
"""The clauses whose notes have planes; what the others remember follows from other planes."""

_PHASES: Final = {"opening": 0, "turn": 1, "claim": 2, "rob_kong": 3}


class Layout:
    """Where each plane stands in an observation, and the bounds of all.

    Attributes:
        names: the planes' names; those of a seat begin with whose they are, such as `next.river`.
        shape: planes times 42 kinds.
        low, high: the bounds of every number, as arrays of that shape.
    """

    def __init__(self, *, outlook: bool = False) -> None:
        planes = list(_own_planes(outlook=outlook))
        self.outlook = outlook
        self.names = tuple(name for name, _ in planes)
        self.planes = tuple(plane for _, plane in planes)
        self.shape = (len(planes), KINDS)
        ones = np.ones(KINDS, dtype=np.int8)
        self.low: Array = np.zeros(self.shape, dtype=np.int8)
        self.high: Array = np.array([plane.most * ones for _, plane in planes], dtype=np.int8)
        self._places = {name: place for place, name in enumerate(self.names)}

    def __reduce__(self) -> tuple[Callable[[], Layout], tuple[()]]:
        # There are two layouts, and a copy of one is that one.
        return partial(layout, outlook=self.outlook), ()

    def place(self, name: str) -> int:
        """The place of a plane in an observation.

        Raises:
            KeyError: no plane has that name.
        """
        return self._places[name]


def _own_planes(*, outlook: bool) -> Iterator[tuple[str, Plane]]:
    for plane in PRIVATE:
        yield plane.name, plane
    for other in OTHERS:
        for plane in PUBLIC:
            yield f"{other}.{plane.name}", plane
    for plane in COMMON:
        yield plane.name, plane
    if outlook:
        for plane in OUTLOOK:
            yield plane.name, plane


LAYOUT: Final = Layout()
OUTLOOK_LAYOUT: Final = Layout(outlook=True)


def layout(*, outlook: bool = False) -> Layout:
    """The layout with or without the outlook."""
    return OUTLOOK_LAYOUT if outlook else LAYOUT


STATE_SHAPE: Final = (4 * len(PRIVATE) + 4 * len(PUBLIC) + len(COMMON), KINDS)
"""The shape of a state: the private planes of seats 0 to 3, their public ones, the common ones."""


def encode(view: View, phase: Phase) -> Array:
    """The observation of a seat from its view, without the outlook.

    Args:
        view: a seat's view.
        phase: what is being asked; `View.phase` tells it from a seat's moves.

    Returns:
        An array of `LAYOUT.shape`, int8.

    Raises:
        Desync: a watcher's view.
    """
    found = np.zeros(LAYOUT.shape, dtype=np.int8)
    _private(found[: len(PRIVATE)], view)
    seat = view.seat or 0
    first = len(PRIVATE)
    for ahead in range(4):
        _public(found[first : first + len(PUBLIC)], view, (seat + ahead) % 4, phase)
        first += len(PUBLIC)
    _common(found[first:], view, phase)
    return found


def _private(found: Array, view: View) -> None:
    tiles = view.hand.tiles()
    for tile in tiles:
        found[0:4, tile] = [tiles.count(tile) > n for n in range(4)]
    if view.drawn != HIDDEN:
        found[4, view.drawn] = 1
    found[5] = view.unseen()
    for meld in view.melds(view.seat or 0):
        if meld.concealed:
            found[6, meld.tile] = 1
    levels = _note(view, "tour", "levels")
    if levels:
        found[7] = levels[view.seat or 0]
    found[8] = view.passed_win
    found[9] = view.gold_locked


def _public(found: Array, view: View, seat: int, phase: Phase) -> None:
    plane = dict(zip((one.name for one in PUBLIC), found, strict=True))
    _count(plane["river"], view.river(seat))
    for place, tile in enumerate(view.river(seat), 1):
        plane["river_place"][tile] = place
    for other in range(4):
        for meld in view.melds(other):
            if meld.claimed is not None and meld.source == seat:
                plane["taken"][meld.claimed] += 1
    hides = view.rules.claims.hide_concealed_kong
    for meld in view.melds(seat):
        if meld.claimed is not None:
            plane["claimed"][meld.claimed] += 1
        if meld.kind == "kong" and meld.concealed:
            # What the seat itself knows of them stands among its private planes.
            if hides:
                plane["hidden_kongs"] += 1
            else:
                plane["closed_kong"][meld.tile] = 1
        else:
            plane["open_kong" if meld.kind == "kong" else meld.kind][meld.tile] += 1
    _count(plane["flowers"], view.flowers(seat))
    _count(plane["laid_open"], view.laid_open(seat))
    tile = HIDDEN
    if view.live != HIDDEN and view.source == seat:
        tile = view.live
    elif phase == "rob_kong" and view.turn == seat:
        tile = view.kong_tile
    if tile != HIDDEN:
        plane["live"][tile] = 1
    plane["size"][:] = view.size(seat)
    plane["turn"][:] = view.turn == seat
    plane["dealer"][:] = view.dealer == seat
    plane["gold_thrown"][:] = view.gold_thrown[seat]
    levels = _note(view, "tour", "levels")
    if levels and levels[seat] > 1:
        plane["open_tour"][:] = levels[seat]
    plane["fifth_last"][:] = _note(view, "fifth_last", "seat") == seat
    plane["gained"][:] = within(view.payments[seat])
    plane["lost"][:] = within(-view.payments[seat])
    before = view.scores if view.start is None else view.start.scores
    plane["above"][:] = within(before[seat] // 10)
    plane["below"][:] = within(-before[seat] // 10)


def _common(found: Array, view: View, phase: Phase) -> None:
    if view.gold != HIDDEN:
        found[0, view.gold] = 1
    tile = _note(view, "followed_discard", "tile")
    if tile is not None:
        if tile != HIDDEN and not _note(view, "followed_discard", "over"):
            found[1, tile] = 1 + _note(view, "followed_discard", "followers")
        found[2] = _note(view, "followed_discard", "times")
    if phase in _PHASES:
        found[3 + _PHASES[phase]] = 1
    found[7] = within(view.drawable)
    found[8] = within(view.streak)
    found[9] = view.replaced


def _count(plane: Array, tiles: Iterable[Tile]) -> None:
    for tile in tiles:
        plane[tile] += 1


def _note(view: View, key: str, name: str) -> Any:  # noqa: ANN401
    """A part of what the seat may know of a clause's note; None without that clause."""
    if all(clause.key != key for clause in view.rules.clauses):
        return None
    return getattr(view.note(key), name)


def within(number: int) -> int:
    """The number as a plane may hold it: 0 to 127."""
    return max(0, min(127, number))


def table() -> str:
    """The planes as a table in Markdown, for the documentation."""
    lines = ["| from | plane | numbers | |", "|---:|---|---|---|"]
    parts: list[tuple[int, str, tuple[Plane, ...]]] = [(0, "", PRIVATE)]
    first = len(PRIVATE)
    for other in OTHERS:
        parts.append((first, f"{other}.", PUBLIC))
        first += len(PUBLIC)
    parts += [(first, "", COMMON), (first + len(COMMON), "", OUTLOOK)]
    for start, prefix, planes in parts:
        if prefix not in {"", "own."}:
            continue
        for place, plane in enumerate(planes, start):
            numbers = f"0 to {plane.most}" + (", flat" if plane.flat else "")
            lines.append(f"| {place} | `{prefix}{plane.name}` | {numbers} | {plane.text} |")
    return "\n".join(lines)
