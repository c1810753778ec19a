"""What a question tells its seat: the legal moves, reasons for refused ones, waits and worth.

Everything here is worked out from what the seat itself may see.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace as replace_fields

from goldsparrow.analysis import distance
from goldsparrow.game.deal import Deal
from goldsparrow.game.defaults import default_move
from goldsparrow.game.legality import awaited
from goldsparrow.game.table import Table
from goldsparrow.game.worth import wait_worth
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    KONG,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    move_name,
    moves_in,
)
from goldsparrow.server.protocol import Question, ReadyDiscard, RefusedMove, Wait, Waits
from goldsparrow.tiles import HIDDEN, NAMES, SUITED, Tile

if TYPE_CHECKING:
    from goldsparrow.server.state import Decision, TableState

LOG: Final = logging.getLogger("goldsparrow.questions")

HINT_SHARE: Final = 0.1
"""How much of a process's time may go into working out what waits would gain."""
HINT_SECONDS: Final = 1.0
"""How much of it may be used at once."""

Worth: TypeAlias = dict[Tile, tuple[int | None, int | None]]
"""What a hand would gain by each tile it waits for: drawn, and claimed."""


class HintBudget:
    """The time that hints may take, so that they give way first when a server is busy.

    Args:
        now: the present moment in seconds.
        used: the seconds that this thread has worked; as far as that differs, it waited.
        share: how much of the time may be worked.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.perf_counter,
        used: Callable[[], float] = time.thread_time,
        share: float = HINT_SHARE,
    ) -> None:
        self._now = now
        self._used = used
        self._share = share
        self._left = HINT_SECONDS
        self._at = now()

    def spend(self, began: float) -> None:
        """Takes the work since `began` off what is left."""
        self._left -= self._used() - began

    def begin(self) -> float | None:
        """What has been worked so far, or None where there is no time for hints now."""
        now = self._now()
        self._left = min(HINT_SECONDS, self._left + (now - self._at) * self._share)
        self._at = now
        return self._used() if self._left > 0 else None


_PLAIN_REASONS: Final = frozenset(
    {
        "must_discard",
        "no_four",
        "no_gold_gap",
        "no_pair",
        "no_pong",
        "no_run",
        "no_three_golds",
        "no_triplet",
        "nobody_discarded",
        "not_complete",
        "not_drawn",
        "not_in_hand",
        "not_next_seat",
        "not_suited",
        "not_your_turn",
        "rob_window_closed",
        "unknown_move",
    }
)
"""Reasons that a player sees without being told: the tiles are simply not there."""


def default_of(state: TableState, decision: Decision) -> Move:
    """What the table plays if the seat does not answer."""
    return default_move(_deal(state).view(decision.seat), decision.moves)


def question_frame(state: TableState, decision: Decision) -> Question:
    """The question without its times, which change with every sending."""
    deal = _deal(state)
    asks_about_tile = decision.kind in {"claim", "rob_kong"}
    hints = state.setup.settings.hints != "none" and decision.kind == "turn"
    question = Question(
        id=decision.id,
        kind=decision.kind,
        moves=tuple(move_name(move) for move in moves_in(decision.moves)),
        default=move_name(default_of(state, decision)),
        deadline_ms=None,
        total_ms=None,
        bank_ms=None,
        tile=NAMES[decision.tile] if asks_about_tile and decision.tile != HIDDEN else None,
        source=decision.source if asks_about_tile else None,
    )
    try:
        return replace_fields(
            question,
            refused=_refused(deal, decision),
            ready=_ready_discards(state, decision) if hints else (),
            pays=_pays(deal, decision),
            named=_named(deal, decision),
        )
    except Exception:
        # What only helps must not keep a table from being asked.
        LOG.exception("no hints for seat %d of table %s", decision.seat, state.table)
        return question


def standing_waits(state: TableState, seat: int) -> Waits | None:
    """What a seat's hand waits for between its turns; None while it holds a tile to discard."""
    match = state.match
    if match is None or match.deal is None or match.deal.result is not None:
        return None
    table = match.deal.table
    if table.hands[seat].size % 3 != 1 or table.gold == HIDDEN:
        return None
    try:
        waits, any_tile = _waits(state, table, seat)
        return Waits(waits, _promises(table, seat), any_tile)
    except Exception:
        LOG.exception("no waits for seat %d of table %s", seat, state.table)
        return None


def _promises(table: Table, seat: int) -> tuple[str, ...]:
    """The names that a seat's next draw would earn, such as that of a tour nobody else knows of."""
    return tuple(
        sorted(
            name
            for clause in table.clauses
            for name in clause.promises(table.notes[clause.key], seat)
        )
    )


def _deal(state: TableState) -> Deal:
    assert state.match is not None
    assert state.match.deal is not None
    return state.match.deal


def _refused(deal: Deal, decision: Decision) -> tuple[RefusedMove, ...]:
    table = deal.table
    seat = decision.seat
    hand = table.known_hand(seat)
    candidates: list[Move] = []
    if decision.kind == "turn":
        candidates += moves_in(hand.ones & DISCARDS)
        candidates += [table.gold] if hand.golds else []
        candidates += [CONCEALED_KONG + tile for tile in moves_in(hand.fours & DISCARDS)]
        candidates += [
            ADDED_KONG + tile for tile in moves_in(hand.ones & table.pongs[seat] & DISCARDS)
        ]
        candidates += [WIN, THREE_GOLDS]
    elif decision.kind == "claim":
        candidates += [WIN, PONG, KONG]
        tile = decision.tile
        if tile < SUITED:
            candidates += [
                CHOW + low
                for low in range(max(tile - 2, 0), tile + 1)
                if low // 9 == tile // 9 and low % 9 <= 6
            ]
    elif decision.kind == "rob_kong":
        candidates = [WIN]
    refused = []
    for move in candidates:
        if decision.moves >> move & 1:
            continue
        reason = deal.refusal(seat, move)
        if reason is not None and reason not in _PLAIN_REASONS:
            refused.append(RefusedMove(move_name(move), reason))
    return tuple(refused)


def _pays(deal: Deal, decision: Decision) -> dict[str, int]:
    """What each offered win would gain, before the stake."""
    view = deal.view(decision.seat)
    worth = {
        move_name(move): view.worth_of(move)
        for move in (WIN, THREE_GOLDS, ROB_GOLD)
        if decision.moves >> move & 1
    }
    return {move: points for move, points in worth.items() if points is not None}


def _named(deal: Deal, decision: Decision) -> dict[str, str]:
    """What each offered win would count as, where it is more than its sum."""
    view = deal.view(decision.seat)
    names = {
        move_name(move): view.name_of(move)
        for move in (WIN, THREE_GOLDS, ROB_GOLD)
        if decision.moves >> move & 1
    }
    return {move: name for move, name in names.items() if name is not None}


def _ready_discards(state: TableState, decision: Decision) -> tuple[ReadyDiscard, ...]:
    table = _deal(state).table
    seat = decision.seat
    hand = table.known_hand(seat)
    needed = table.rules.deal.melds - len(table.melds[seat])
    k0, k1, k2, k3 = hand.keys
    near = (
        distance(k0, k1, k2, k3, needed, hand.golds) <= 1
        or any(
            shape.distance(hand.face_counts(), hand.golds) <= 1
            for shape in (table.shapes if not table.melds[seat] else ())
        )
        # Beside four of a kind a gold may bring two steps at once, as the fifth copy (C6).
        or hand.fours
    )
    if not near:
        return ()
    trial = table.copy()
    found = []
    for tile in moves_in(decision.moves & DISCARDS):
        trial.known_hand(seat).remove(tile)
        waits, any_tile = _waits(state, trial, seat)
        trial.known_hand(seat).add(tile)
        if waits:
            found.append(ReadyDiscard(NAMES[tile], waits, any_tile))
    return tuple(found)


def _waits(state: TableState, table: Table, seat: int) -> tuple[tuple[Wait, ...], bool]:
    """What a hand on `table` waits for, which may be the deal's table after a trial discard.

    Beside it whether every tile that the seat has not seen is among that.
    """
    kinds = awaited(table, seat)
    if not kinds:
        return (), False
    hand = table.known_hand(seat)
    key = (
        seat,
        bytes(hand.counts),
        hand.golds,
        len(table.melds[seat]),
        len(table.flowers[seat]),
        table.gold_locked(seat),
    )
    # A ready hand keeps its waits for many turns; scoring them again each time would be what a
    # server does most.
    worth = state.worth.setdefault(key, {})
    for tile in moves_in(kinds):
        if tile not in worth:
            began = state.hints.begin()
            if began is None:
                break
            worth[tile] = (
                wait_worth(table, seat, tile, "self_draw"),
                wait_worth(table, seat, tile, "discard"),
            )
            state.hints.spend(began)
    unseen = _deal(state).view(seat).unseen()
    unknown = (None, None)
    others = moves_in(table.playable & ~kinds)
    return (
        tuple(
            Wait(NAMES[tile], unseen[tile], *worth.get(tile, unknown)) for tile in moves_in(kinds)
        ),
        not any(unseen[tile] for tile in others),
    )
