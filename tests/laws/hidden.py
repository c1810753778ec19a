"""Which tiles of a deal a seat has not seen, and deals that differ from it in those alone."""

from __future__ import annotations

from random import Random

from goldsparrow.errors import IllegalMove
from goldsparrow.events import Chow, Discard, Draw, Flowers, Gold, Kong, Pong, Start, Take, Tour
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import choices
from goldsparrow.game.wall import TILES, Shuffle, Wall
from goldsparrow.rules.ruleset import End
from goldsparrow.tiles import KIND, NAMES

Places = list[tuple[int, str]]
"""Places in a shuffle with the names of the tiles that lie there."""


def unseen_places(deal: Deal, seat: int) -> tuple[Places, Places]:
    """Places of the tiles in others' hands, and of those in the wall, that a seat has not seen.

    Every draw is followed on a wall of numbered places; what is laid open or discarded is taken out
    of what its seat holds (of several alike, whichever: they are alike).
    """
    start = deal.events[0]
    assert isinstance(start, Start)
    wall = Wall(Shuffle(tuple(range(TILES)), start.dice), start.dealer)
    opened_from = deal.rules.gold.opened_from
    dealt = iter([event for event in deal.events if isinstance(event, Take)][:4])
    held: list[Places] = [[], [], [], []]
    size = 3 * deal.rules.deal.melds + 1
    firsts = [next(dealt) for _ in range(4)]
    for taken in range(0, size, 4):
        for event in firsts:
            part = event.tiles[taken : min(taken + 4, size)]
            held[event.seat] += zip(wall.take_head(len(part)), part, strict=True)
    held[start.dealer].append((wall.from_head(), firsts[0].tiles[-1]))
    for event in deal.events[5:]:
        _follow(event, wall, held, opened_from)
    hands = [place for other in range(4) if other != seat for place in held[other]]
    names = {}
    for place in wall.remaining():
        names[place] = ""
    left = [NAMES[tile] for tile in deal.wall.remaining()]
    return hands, list(zip(names, left, strict=True))


def _follow(event: object, wall: Wall, held: list[Places], opened_from: End) -> None:
    if isinstance(event, Take):
        draw = wall.from_tail if event.tail else wall.from_head
        held[event.seat] += [(draw(), name) for name in event.tiles]
    elif isinstance(event, Draw):
        place = wall.from_tail() if event.tail else wall.from_head()
        held[event.seat].append((place, event.tile))
    elif isinstance(event, Gold):
        for _ in range(len(event.passed) + 1):
            if opened_from is End.HEAD:
                wall.from_head()
            else:
                wall.turn_up(event.place)
    elif isinstance(event, Flowers):
        _take_out(held[event.seat], *event.tiles)
    elif isinstance(event, Discard):
        _take_out(held[event.seat], event.tile)
    elif isinstance(event, Chow):
        low = KIND[event.low]
        _take_out(
            held[event.seat], *(NAMES[t] for t in range(low, low + 3) if NAMES[t] != event.tile)
        )
    elif isinstance(event, Pong):
        _take_out(held[event.seat], event.tile, event.tile)
    elif isinstance(event, Kong):
        count = {"added": 1, "exposed": 3, "concealed": 4}[event.kind]
        _take_out(held[event.seat], *[event.tile] * count)


def _take_out(held: Places, *names: str) -> None:
    for name in names:
        held.remove(next(place for place in held if place[1] == name))


def exchanged(deal: Deal, shuffled: Shuffle, seat: int, chance: Random) -> Shuffle:
    """The shuffle with some tiles exchanged that the seat has not seen."""
    hands, wall = unseen_places(deal, seat)
    tiles = list(shuffled.tiles)
    # A flower in a hand would have been laid open.
    plain = [place for place, name in hands + wall if deal.table.playable >> KIND[name] & 1]
    for places in (plain, [place for place, _ in wall]):
        moved = chance.sample(places, min(len(places), chance.randrange(2, 12)))
        faces = [tiles[place] for place in moved]
        chance.shuffle(faces)
        for place, face in zip(moved, faces, strict=True):
            tiles[place] = face
    return Shuffle(tuple(tiles), shuffled.dice, shuffled.gold_dice)


def same_choices(deal: Deal, twin: Deal) -> bool:
    """Plays a twin by the choices of a deal; whether its hidden tiles allowed the same events.

    A double tour is announced because of the tiles that a seat holds (L9): twins that differ in one
    are told apart by what everybody hears.
    """
    while len(twin.events) < len(deal.events) and twin.waiting:
        for seat, move in choices(twin, deal.events[len(twin.events)]):
            try:
                twin.act(seat, move)
            except IllegalMove:
                return False
    tours = [[event for event in one.events if isinstance(event, Tour)] for one in (deal, twin)]
    return len(twin.events) == len(deal.events) and tours[0] == tours[1]
