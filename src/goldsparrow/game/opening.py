"""The opening of a deal: dealing, replacing flowers, opening the gold (C4-C6, F1-F3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goldsparrow.events import AnyEvent, Flowers, Gold, Take
from goldsparrow.game.table import Table
from goldsparrow.game.wall import Wall
from goldsparrow.moves import moves_in
from goldsparrow.rules.ruleset import End
from goldsparrow.tiles import NAMES, Tile

_HANDFUL: Final = 4


def play_opening(
    table: Table, wall: Wall, gold_dice: tuple[int, int], emit: Callable[[AnyEvent], None]
) -> None:
    """Plays a deal from its start to the open gold; nobody has anything to choose.

    Args:
        table: the table, which `emit` changes.
        wall: the wall, which is drawn from.
        gold_dice: the dice that open the gold where the rules want dice for it (S3).
        emit: makes an event happen.
    """
    _deal_tiles(table, wall, emit)
    _replace_flowers(table, wall, emit)
    _open_gold(table, wall, gold_dice, emit)


def _deal_tiles(table: Table, wall: Wall, emit: Callable[[AnyEvent], None]) -> None:
    """Deals by handfuls of four from the dealer on; the dealer takes one more (C4)."""
    size = 3 * table.rules.deal.melds + 1
    hands: list[tuple[Tile, ...]] = [(), (), (), ()]
    for taken in range(0, size, _HANDFUL):
        for place in range(4):
            hands[place] += wall.take_head(min(size - taken, _HANDFUL))
    hands[0] += wall.take_head(1)
    for place, tiles in enumerate(hands):
        emit(Take((table.dealer + place) % 4, names(tiles)))


def _replace_flowers(table: Table, wall: Wall, emit: Callable[[AnyEvent], None]) -> None:
    """Replaces flowers in rounds from the dealer on, until no hand holds any (C5)."""
    dealer = table.dealer
    seats = (dealer, (dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4)
    tail = table.rules.deal.replace_from is End.TAIL
    draw = wall.from_tail if tail else wall.from_head
    while True:
        # A round replaces what was held when it began, not what it brings.
        held = [(seat, _flowers_of(table, seat)) for seat in seats]
        if not any(flowers for _, flowers in held):
            return
        for seat, flowers in held:
            if flowers:
                emit(Flowers(seat, flowers))
                emit(Take(seat, tuple([NAMES[draw()] for _ in flowers]), tail))


def _flowers_of(table: Table, seat: int) -> tuple[str, ...]:
    hand = table.known_hand(seat)
    kinds = hand.held[0] & ~table.playable
    return tuple([NAMES[tile] for tile in moves_in(kinds) for _ in range(hand.counts[tile])])


def _open_gold(
    table: Table, wall: Wall, gold_dice: tuple[int, int], emit: Callable[[AnyEvent], None]
) -> None:
    """Turns up the indicator; flowers turned up before it go to the dealer (F3, S3, L2)."""
    gold = table.rules.gold
    dice = gold_dice if gold.opened_by_dice else None
    place = sum(dice) if dice else 1
    passed: list[Tile] = []
    head = gold.opened_from is End.HEAD
    while True:
        tile = wall.from_head() if head else wall.turn_up(place)
        if table.playable >> tile & 1:
            break
        passed.append(tile)
    emit(Gold(NAMES[tile], names(tuple(passed)), dice, place, head))


def names(tiles: tuple[Tile, ...]) -> tuple[str, ...]:
    """The names of tiles, for an event."""
    return tuple([NAMES[tile] for tile in tiles])
