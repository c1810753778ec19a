"""Why a move is refused, as a stable key; the same predicates decide what is legal.

The keys are looked up under `reason.` in the text catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from goldsparrow.game.legality import (
    RUNS,
    is_complete,
    may_discard_gold,
    only_wins_left,
    swaps,
    win_refusal,
)
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    GOLD_GAP,
    KONG,
    MOVES,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
)
from goldsparrow.tiles import HIDDEN, PLAYABLE, SUITED, Tile

if TYPE_CHECKING:
    from goldsparrow.game.table import Table

REASONS: Final = frozenset(
    {
        "gold_discard_forbidden",
        "gold_lock",
        "gold_untouchable",
        "idle_gold",
        "last_draws",
        "must_discard",
        "no_chow",
        "no_four",
        "no_gold_gap",
        "no_kong_after_claim",
        "no_pair",
        "no_pong",
        "no_robbing",
        "no_run",
        "no_swap",
        "no_three_golds",
        "no_tile_to_replace",
        "no_triplet",
        "nobody_discarded",
        "not_complete",
        "not_drawn",
        "not_in_hand",
        "not_next_seat",
        "not_suited",
        "not_your_turn",
        "others_gold_lock",
        "passed_win",
        "rob_window_closed",
        "self_draw_only",
        "unknown_move",
    }
)
"""All keys but those of clauses, which refuse under their own key."""


def refusal(
    table: Table, phase: str, waiting: Mapping[int, MoveSet], seat: int, move: Move
) -> str | None:
    """The reason's key why a seat may not make a move now; None where it may.

    Args:
        table: a table that knows the seat's hand.
        phase: what the deal waits for: opening, turn, claim, rob_kong or over.
        waiting: the seats that are asked, with their legal moves.
        seat: who would move.
        move: what it would do.
    """
    if not 0 <= move < MOVES:
        return "unknown_move"
    if not 0 <= seat < 4:
        return "not_your_turn"
    legal = waiting.get(seat, 0)
    if legal >> move & 1:
        return None
    if not legal and (phase != "claim" or seat == table.source):
        return "not_your_turn"
    reason = _ON[phase](table, seat, move)
    if reason is not None:
        return reason
    for clause in table.rules.clauses:
        if not clause.limit(table.notes[clause.key], table, seat, 1 << move):
            return clause.key
    return "not_your_turn"


def _family(move: Move) -> tuple[Move, Tile]:
    for first in (GOLD_GAP, ADDED_KONG, CONCEALED_KONG, CHOW):
        if move >= first:
            return first, move - first
    return move, move


def _on_turn(table: Table, seat: int, move: Move) -> str | None:
    hand = table.known_hand(seat)
    family, tile = _family(move)
    if move < PLAYABLE:
        if tile == table.gold and hand.golds:
            return None if may_discard_gold(table, seat) else "gold_discard_forbidden"
        if not hand.ones >> tile & 1:
            return "not_in_hand"
        return "no_swap" if swaps(table, seat) >> tile & 1 else None
    if move == PASS:
        return "must_discard"
    if move == ROB_GOLD:
        return _robbery(table, seat)
    if move in (WIN, THREE_GOLDS) and not table.fresh:
        return "not_drawn"
    if move == WIN:
        return None if is_complete(table, seat) else "not_complete"
    if move == THREE_GOLDS:
        return None if hand.golds >= 3 else "no_three_golds"
    if family in (CONCEALED_KONG, ADDED_KONG):
        return _own_kong(table, seat, family, tile)
    if family == GOLD_GAP:
        return "no_gold_gap"
    return "nobody_discarded"


def _robbery(table: Table, seat: int) -> str | None:
    # The others' window is the dealer's first discard, while it lies there to be claimed (F7).
    still_open = not table.discards or (
        seat != table.dealer and table.discards == 1 and table.live != HIDDEN
    )
    if not still_open:
        return "rob_window_closed"
    return None if is_complete(table, seat, extra_golds=1) else "not_complete"


def _own_kong(table: Table, seat: int, family: Move, tile: Tile) -> str | None:
    hand = table.known_hand(seat)
    if tile == table.gold:
        return "gold_untouchable"
    if not table.fresh:
        return "no_kong_after_claim"
    if family == CONCEALED_KONG and not hand.fours >> tile & 1:
        return "no_four"
    if family == ADDED_KONG and not table.pongs[seat] & hand.ones & 1 << tile:
        return "no_pong"
    return "no_tile_to_replace" if table.drawable < 1 else None


def _on_claim(table: Table, seat: int, move: Move) -> str | None:
    tile = table.live
    family, low = _family(move)
    if move == PASS:
        return "not_your_turn"
    if move == ROB_GOLD:
        return _robbery(table, seat)
    if move == THREE_GOLDS:
        return "not_drawn"
    if move < PLAYABLE or family >= CONCEALED_KONG:
        return "not_your_turn"
    if tile == table.gold:
        return "gold_untouchable"
    if move == WIN:
        return win_refusal(table, seat, tile)
    if only_wins_left(table):
        return "last_draws"
    hand = table.known_hand(seat)
    if move == PONG:
        return None if hand.twos >> tile & 1 else "no_pair"
    if move == KONG:
        if not hand.threes >> tile & 1:
            return "no_triplet"
        return "no_tile_to_replace" if table.drawable < 1 else None
    return _chow(table, seat, tile, low)


def _chow(table: Table, seat: int, tile: Tile, low: Tile) -> str | None:
    if not table.rules.claims.chow:
        return "no_chow"
    if (table.source + 1) % 4 != seat:
        return "not_next_seat"
    if tile >= SUITED:
        return "not_suited"
    have = table.known_hand(seat).ones
    for need, bit in RUNS[tile]:
        if bit == 1 << (CHOW + low):
            return None if have & need == need else "no_run"
    return "no_run"


def _on_rob_kong(table: Table, seat: int, move: Move) -> str | None:
    if move != WIN:
        return "not_your_turn"
    if not table.rules.claims.rob_kong:
        return "no_robbing"
    return win_refusal(table, seat, table.kong_tile)


def _on_opening(table: Table, seat: int, move: Move) -> str | None:
    hand = table.known_hand(seat)
    if move == THREE_GOLDS:
        return None if hand.golds >= 3 else "no_three_golds"
    if move == ROB_GOLD:
        return _robbery(table, seat)
    if move == WIN:
        return None if is_complete(table, seat) else "not_complete"
    return "not_your_turn"


def _on_over(_table: Table, _seat: int, _move: Move) -> str | None:
    return "not_your_turn"


_ON: Final[dict[str, Callable[[Table, int, Move], str | None]]] = {
    "opening": _on_opening,
    "turn": _on_turn,
    "claim": _on_claim,
    "rob_kong": _on_rob_kong,
    "over": _on_over,
}
