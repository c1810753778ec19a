"""What a seat may do, and why not: one place for the referee, the bots, and every client.

Each question has one function that gives the set of legal moves. `refusal` gives the reason for a
move that is not among them, from the same predicates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from goldsparrow.analysis import gold_completes, waits
from goldsparrow.analysis.classes import HONOURS, PRODUCT, ROWS, SUIT
from goldsparrow.game.facts import win_facts
from goldsparrow.game.hand import UNKNOWN, Hand
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    MoveSet,
    moves_in,
)
from goldsparrow.rules.ruleset import Who
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Refusal
from goldsparrow.tiles import PLAYABLE, SUITED, WHITE, Tile

if TYPE_CHECKING:
    from goldsparrow.game.table import Table

PLAYABLE_KINDS: Final = (1 << PLAYABLE) - 1
_WIN_BIT: Final = 1 << WIN
_PONG_BIT: Final = 1 << PONG
_KONG_BIT: Final = 1 << KONG
_THREE_GOLDS_BIT: Final = 1 << THREE_GOLDS
_ROB_GOLD_BIT: Final = 1 << ROB_GOLD
_GOLD_BIT: Final = 1 << PLAYABLE
"""Among waits for faces: one more gold completes the hand."""
PASS_BIT: Final = 1 << PASS
OTHERS: Final[tuple[tuple[int, ...], ...]] = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))
"""For each seat the others in playing order."""


def _runs() -> tuple[tuple[tuple[int, int], ...], ...]:
    runs: list[tuple[tuple[int, int], ...]] = []
    for tile in range(SUITED):
        rank = tile % 9
        lows = range(tile - min(rank, 2), tile - rank + min(rank, 6) + 1)
        runs.append(tuple(((0b111 << low) & ~(1 << tile), 1 << (CHOW + low)) for low in lows))
    return tuple(runs)


RUNS: Final = _runs()
"""For each suited tile, the other tiles of each run that it makes, and that chow's bit."""


def _chows(tile: Tile) -> tuple[MoveSet, ...]:
    """The chows that take a tile, by which of the kinds from two below to two above are held."""
    return tuple(
        sum(bit for need, bit in RUNS[tile] if not need << 2 >> tile & ~near)
        for near in range(_NEAR + 1)
    )


_NEAR: Final = 0b11111
_CHOWS: Final[tuple[tuple[MoveSet, ...], ...]] = tuple(_chows(tile) for tile in range(SUITED))


# --- the shapes of a hand ----------------------------------------------------------------


def _missing(table: Table, seat: int, hand: Hand, golds: int) -> int:
    """How many tiles a seat's hand lacks with so many golds: 0, 1, or no more than it lacks.

    Nobody asks by how much a hand is far from complete.
    """
    melds = table.melds[seat]
    # What `distance` does, written out: this is asked all the time.
    rows = ROWS[golds][table.full - len(melds)]
    missing = rows[PRODUCT[PRODUCT[SUIT[hand.k0]][SUIT[hand.k1]]][SUIT[hand.k2]]][HONOURS[hand.k3]]
    if not melds:
        for shape in table.shapes:
            least = shape.least(hand.held, golds)
            if least < 2:
                least = shape.distance(hand.face_counts(), golds)
            missing = min(missing, least)
    return missing


def missing_tiles(table: Table, seat: int, hand: Hand) -> int:
    """How many tiles a seat's hand lacks: 0 is complete, 1 waits, any other number is the least."""
    missing = hand.nearest = _missing(table, seat, hand, hand.golds)
    return missing


def is_complete(table: Table, seat: int, *, extra_golds: int = 0) -> bool:
    """Whether a seat's tiles are complete, counting golds that it would get (F7)."""
    hand = table.known_hand(seat)
    if not extra_golds:
        return hand.nearest < 1 and missing_tiles(table, seat, hand) == 0
    return _missing(table, seat, hand, hand.golds + extra_golds) == 0


def ready_kinds(table: Table, seat: int) -> MoveSet:
    """The kinds that would complete a seat's hand as it stands, by draw or by discard, as a mask.

    A white dragon that stands in is waited for where the gold's face is (L3). The gold itself is
    among them where one more gold completes the hand (C6).
    """
    hand = table.known_hand(seat)
    ready = hand.ready
    return _look(table, seat, hand) if ready == UNKNOWN else ready


def _look(table: Table, seat: int, hand: Hand) -> MoveSet:
    """Finds out what completes a hand of which nobody knows."""
    ready = 0
    if missing_tiles(table, seat, hand) < 2:
        ready = _ready_kinds(table, seat, hand)
    elif hand.fours and _missing(table, seat, hand, hand.golds + 1) == 0:
        # Only a gold completes it: as the fifth copy of a kind (C6).
        ready = 1 << table.gold
    hand.ready = ready
    return ready


def _ready_kinds(table: Table, seat: int, hand: Hand) -> MoveSet:
    melds = table.melds[seat]
    needed = table.full - len(melds)
    golds = hand.golds
    counts = hand.face_counts()
    mask = waits(hand.keys, counts, needed, golds)
    if mask and gold_completes(hand.keys, needed, golds):
        mask |= _GOLD_BIT
    if not melds:
        for shape in table.shapes:
            if shape.distance(counts, golds) == 1:
                mask |= shape.waits(counts, golds)
                if shape.distance(counts, golds + 1) == 0:
                    mask |= _GOLD_BIT
    return _by_tile(mask, table) if mask else 0


def awaited(table: Table, seat: int) -> MoveSet:
    """The kinds that a seat still waits for: of those that would complete its hand, as a mask.

    A hand that a clause has locked may no longer win by all of them (S7).
    """
    kinds = ready_kinds(table, seat)
    for clause in table.clauses:
        kinds = clause.awaits(table.notes[clause.key], table, seat, kinds)
    return kinds


def _by_tile(mask: int, table: Table) -> MoveSet:
    """Turns waits for faces, and the bit for one more gold, into waits for tiles."""
    gold = table.gold
    tiles = mask & table.playable & ~(1 << gold)
    if table.rules.gold.white_stands_in and gold != WHITE:
        tiles = tiles & ~(1 << WHITE) | (mask >> gold & 1) << WHITE
    return tiles | (mask >> PLAYABLE & 1) << gold


# --- an own turn -------------------------------------------------------------------------


def turn_moves(table: Table, seat: int) -> MoveSet:
    """What the seat whose turn it is may do (C8)."""
    hand: Hand = table.hands[seat]  # type: ignore[assignment]
    moves = hand.ones & PLAYABLE_KINDS
    golds = hand.golds
    if table.no_swap:
        moves &= ~swaps(table, seat)
    if golds and (table.throws_gold or may_discard_gold(table, seat)):
        moves |= 1 << table.gold
    if table.fresh:
        if golds >= 3:
            moves |= _THREE_GOLDS_BIT
        if hand.nearest < 1 and missing_tiles(table, seat, hand) == 0:
            moves |= _WIN_BIT
        if hand.fours or hand.ones & table.pongs[seat]:
            moves |= _own_kongs(table, seat, hand)
        if table.discards == 0 and may_rob_as_dealer(table, seat):
            moves |= _ROB_GOLD_BIT
    return _by_clauses(table, seat, moves) if table.clauses else moves


def _by_clauses(table: Table, seat: int, moves: MoveSet) -> MoveSet:
    """What clauses add to an own turn's moves, and what they leave of them."""
    discards = moves & PLAYABLE_KINDS
    clauses = table.clauses
    # A declaration comes with a discard, which has to be a legal one itself.
    offered = discards << GOLD_GAP | (1 << GOLD_GAP) - 1
    for clause in clauses:
        moves |= clause.offer(table.notes[clause.key], table, seat) & offered
    moves = limited(table, seat, moves)
    # Clauses that bind each other must not freeze a table.
    return moves or discards


def may_discard_gold(table: Table, seat: int) -> bool:
    """Whether a seat may discard a gold that it holds (F9, S2).

    Where golds may not be discarded, they may be once nothing else is left: a table never freezes.
    """
    return table.throws_gold or not table.known_hand(seat).ones & PLAYABLE_KINDS


def _own_kongs(table: Table, seat: int, hand: Hand) -> MoveSet:
    if table.drawable < 1:
        return 0
    return (hand.fours & PLAYABLE_KINDS) << CONCEALED_KONG | (
        hand.ones & table.pongs[seat]
    ) << ADDED_KONG


def swaps(table: Table, seat: int) -> MoveSet:
    """The discards that would only swap the tile just taken by a chow (F14)."""
    if not table.no_swap or table.fresh or not table.melds[seat]:
        return 0
    meld = table.melds[seat][-1]
    if meld.kind != "chow" or meld.claimed is None:
        return 0
    taken, low = meld.claimed, meld.tile
    barred = 1 << taken
    if taken == low and low % 9 < 6:
        barred |= 1 << (low + 3)
    elif taken == low + 2 and low % 9 > 0:
        barred |= 1 << (low - 1)
    hand = table.known_hand(seat)
    # A hand of nothing else must still discard something.
    others = hand.ones & PLAYABLE_KINDS & ~barred
    return barred if others else 0


def robbery_discards(table: Table, seat: int) -> list[Tile]:
    """The tiles that a dealer who robs the gold could throw in exchange (F7)."""
    hand = table.known_hand(seat).copy()
    kinds = list(moves_in(hand.ones & PLAYABLE_KINDS))
    if hand.golds and table.throws_gold:
        kinds.append(table.gold)
    found = []
    for tile in kinds:
        hand.remove(tile)
        if _missing(table, seat, hand, hand.golds + 1) == 0:
            found.append(tile)
        hand.add(tile)
    return found


def may_rob_as_dealer(table: Table, seat: int) -> bool:
    """Whether the dealer may rob the gold with its first discard (F7a)."""
    # Distance ignores surplus tiles, so one look-up tells most hands apart from the few.
    return (
        seat == table.dealer
        and is_complete(table, seat, extra_golds=1)
        and bool(robbery_discards(table, seat))
    )


def opening_moves(table: Table, seat: int) -> MoveSet:
    """The opening wins that a seat may declare before the first discard (F5-F8, L10)."""
    moves = 0
    hand = table.known_hand(seat)
    if hand.golds >= 3:
        moves |= _THREE_GOLDS_BIT
    robs = table.rules.opening.rob_before_first_discard
    if seat == table.dealer:
        if is_complete(table, seat):
            moves |= _WIN_BIT
        if robs and may_rob_as_dealer(table, seat):
            moves |= _ROB_GOLD_BIT
    elif robs and is_complete(table, seat, extra_golds=1):
        moves |= _ROB_GOLD_BIT
    return moves | PASS_BIT if moves else 0


# --- claims ------------------------------------------------------------------------------


def claims(table: Table) -> dict[int, MoveSet]:
    """Who may claim the live discard, and what each may do with it (C9, F10)."""
    tile = table.live
    asked: dict[int, MoveSet] = {}
    if tile == table.gold:
        return asked
    bit = 1 << tile
    hands = table.hands
    others = OTHERS[table.source]
    chows = 0
    clauses = table.clauses
    if tile < SUITED and table.chows:
        following: Hand = hands[others[0]]  # type: ignore[assignment]
        chows = _CHOWS[tile][following.ones << 2 >> tile & _NEAR]
    for seat in others:
        hand: Hand = hands[seat]  # type: ignore[assignment]
        ready = hand.ready
        # Few seats hold a pair of the tile or might wait for it: an unknown wait has every bit.
        if not (chows or (hand.twos | ready) & bit):
            continue
        moves = chows
        chows = 0
        if hand.twos & bit:
            moves |= _PONG_BIT
            if hand.threes & bit and table.left > table.reserve:
                moves |= _KONG_BIT
        if ready == UNKNOWN:
            ready = _look(table, seat, hand)
        if ready & bit and wins_on_live(table, seat):
            moves |= _WIN_BIT
        if moves:
            if only_wins_left(table):
                moves &= _WIN_BIT
            if clauses:
                moves = limited(table, seat, moves)
            if moves:
                asked[seat] = moves | PASS_BIT
    return asked


def limited(table: Table, seat: int, moves: MoveSet) -> MoveSet:
    """What the clauses leave of a seat's moves."""
    for clause in table.clauses:
        moves = clause.limit(table.notes[clause.key], table, seat, moves)
    return moves


def only_wins_left(table: Table) -> bool:
    """Whether the live discard is the deal's last: not won, it makes a drawn deal (F16).

    Where there are no last draws, the last discard may still be claimed otherwise (L12).
    """
    return table.left <= table.reserve and table.rules.wall.last_draws > 0


def wins_on_live(table: Table, seat: int) -> bool:
    """Whether a seat may win on the live discard, clauses apart."""
    return win_refusal(table, seat, table.live) is None


def passes_win(table: Table, seat: int) -> bool:
    """Whether a seat that lets the live discard go by passes a win (F14)."""
    return wins_on_live(table, seat) and limited(table, seat, _WIN_BIT) != 0


def win_refusal(table: Table, seat: int, tile: Tile) -> str | None:
    """Why a seat may not win on another's tile; None where it may (C7, F9, F13, F14)."""
    if tile == table.gold:
        return "gold_untouchable"
    if not ready_kinds(table, seat) >> tile & 1:
        return "not_complete"
    rules = table.rules
    if not rules.claims.discard_win:
        return "self_draw_only"
    if table.gold_locked(seat):
        return "gold_lock" if rules.gold.lock is Who.DISCARDER else "others_gold_lock"
    if table.passed_win[seat]:
        return "passed_win"
    if not rules.gold.idle_wins_by_discard:
        result = score(rules, win_facts(table, seat, "discard", tile=tile, source=table.turn))
        return result.reason if isinstance(result, Refusal) else None
    return None


def rob_moves(table: Table, seat: int) -> MoveSet:
    """What a seat may do about an added kong: win on its tile, or pass (F11)."""
    if not table.rules.claims.rob_kong or win_refusal(table, seat, table.kong_tile):
        return 0
    moves = limited(table, seat, _WIN_BIT)
    return moves | PASS_BIT if moves else 0
