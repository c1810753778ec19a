"""The opening of a deal: dealing, replacing flowers, opening the gold (C4-C6, F1-F3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Final

from goldsparrow.events import Gold, Seat
from goldsparrow.game.legality import OTHERS
from goldsparrow.game.scribe import Scribe, names
from goldsparrow.game.wall import Wall
from goldsparrow.rules.ruleset import End
from goldsparrow.tiles import NAMES, Tile

_HANDFUL: Final = 4


def play_opening(scribe: Scribe, wall: Wall, gold_dice: tuple[int, int]) -> None:
    """Plays a deal from its start to the open gold; nobody has anything to choose.

    Args:
        scribe: makes events happen.
        wall: the wall, which is drawn from.
        gold_dice: the dice that open the gold where the rules want dice for it (S3).
    """
    held = _deal_tiles(scribe, wall)
    _replace_flowers(scribe, wall, held)
    _open_gold(scribe, wall, gold_dice)


@cache
def _hands_of(size: int) -> tuple[Callable[[tuple[Tile, ...]], tuple[Tile, ...]], ...]:
    """What picks each hand of so many tiles out of those dealt, from the dealer's on (C4)."""
    places: list[list[int]] = [[], [], [], []]
    at = 0
    for taken in range(0, size, _HANDFUL):
        handful = min(size - taken, _HANDFUL)
        for hand in places:
            hand.extend(range(at, at + handful))
            at += handful
    places[0].append(at)
    return tuple(itemgetter(*hand) for hand in places)


def _deal_tiles(scribe: Scribe, wall: Wall) -> list[tuple[Seat, tuple[Tile, ...]]]:
    """Deals by handfuls of four from the dealer on; the dealer takes one more (C4).

    Returns the flowers of each seat in their order, from the dealer on.
    """
    table = scribe.table
    size = 3 * table.rules.deal.melds + 1
    dealt = wall.take_head(4 * size + 1)
    dealer = table.dealer
    held = []
    for seat, hand_of in zip((dealer, *OTHERS[dealer]), _hands_of(size), strict=True):
        tiles = hand_of(dealt)
        scribe.take(seat, tiles, False)
        held.append((seat, _flowers_among(tiles, table.playable)))
    return held


def _replace_flowers(scribe: Scribe, wall: Wall, held: list[tuple[Seat, tuple[Tile, ...]]]) -> None:
    """Replaces flowers in rounds from the dealer on, until no hand holds any (C5)."""
    table = scribe.table
    tail = table.rules.deal.replace_from is End.TAIL
    while held:
        # A round replaces what was held when it began, not what it brings.
        brought = []
        for seat, flowers in held:
            if flowers:
                scribe.lay_flowers(seat, flowers)
                tiles = tuple([wall.from_tail() if tail else wall.from_head() for _ in flowers])
                scribe.take(seat, tiles, tail)
                brought.append((seat, _flowers_among(tiles, table.playable)))
        held = brought


def _flowers_among(tiles: tuple[Tile, ...], playable: int) -> tuple[Tile, ...]:
    first = playable.bit_length()  # flowers are the last kinds
    flowers = [tile for tile in tiles if tile >= first]
    if len(flowers) > 1:
        flowers.sort()
    return tuple(flowers)


def _open_gold(scribe: Scribe, wall: Wall, gold_dice: tuple[int, int]) -> None:
    """Turns up the indicator; flowers turned up before it go to the dealer (F3, S3, L2)."""
    table = scribe.table
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
    scribe.write(Gold(NAMES[tile], names(tuple(passed)), dice, place, head))
