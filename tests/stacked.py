"""Stacked walls: a shuffle that deals the hands, draws and replacements that a test asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from goldsparrow.events import AnyEvent
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import TILES, Shuffle, break_point
from goldsparrow.moves import MOVE_NAMES, moves_in, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import DECK, HIDDEN, NAMES, SUITED, Tile, parse_tiles

Hands = Mapping[int, str]

OURGAME = rule_set("fuzhou-ourgame")
CLASSIC = rule_set("fuzhou-classic")

# A complete hand of five runs and a pair, and junk that can do little with a discard of honours.
COMPLETE = "123m456m789m123p456p99p"


def stacked(
    hands: Hands,
    gold: str,
    *,
    draws: str = "",
    tail: str = "",
    flowers: Hands | None = None,
    passed: str = "",
    dealer: int = 0,
    dice: tuple[int, int] = (2, 3),
    melds: int = 5,
) -> Shuffle:
    """A shuffle that gives what is asked for; whatever is left open comes from the other tiles.

    Args:
        hands: tiles by seat after the opening flowers are replaced, the dealer's with its last
            tile last; a shorter hand is filled up.
        gold: the indicator.
        draws: what is drawn from the head, in order.
        tail: what is drawn from the tail after the gold is opened, in order.
        flowers: flowers that a seat is dealt instead of the last tiles of its hand; they come back
            as its replacements, in one round.
        passed: flowers turned up before the indicator.
        dealer: who deals.
        dice: what breaks the wall.
        melds: how many melds a complete hand has.
    """
    wanted = {seat: parse_tiles(text) for seat, text in hands.items()}
    laid = {seat: parse_tiles(text) for seat, text in (flowers or {}).items()}
    indicator, *_ = parse_tiles(gold)
    head = parse_tiles(draws)
    behind = parse_tiles(tail)
    turned = parse_tiles(passed)
    left = Counter(DECK)
    left.subtract([*head, *behind, *turned, indicator])
    for tiles in (*wanted.values(), *laid.values()):
        left.subtract(tiles)
    short = {tile: count for tile, count in left.items() if count < 0}
    assert not short, f"the test asks for tiles that do not exist: {short}"
    spare = _spread([tile for tile in left.elements() if tile < SUITED and tile != indicator])
    full = []
    for seat in range(4):
        size = 3 * melds + 1 + (seat == dealer)
        tiles = wanted.get(seat, [])
        assert len(tiles) <= size, f"seat {seat} holds {size} tiles, not {len(tiles)}"
        full.append([*(spare.pop() for _ in range(size - len(tiles))), *tiles])
    dealt = [
        [*tiles[: len(tiles) - len(laid.get(seat, []))], *laid.get(seat, [])]
        for seat, tiles in enumerate(full)
    ]
    order = [(dealer + step) % 4 for step in range(4)]
    replaced = [
        tile for seat in order for tile in full[seat][len(full[seat]) - len(laid.get(seat, [])) :]
    ]
    taken: list[Tile] = []
    size = 3 * melds + 1
    for first in range(0, size, 4):
        for seat in order:
            taken += dealt[seat][first : min(first + 4, size)]
    taken += dealt[dealer][size:]
    used = Counter([*taken, *head, *replaced, *turned, indicator, *behind])
    rest = Counter(DECK)
    rest.subtract(used)
    # Flowers and golds last: a test that wants one asks for it.
    others = sorted(rest.elements(), key=lambda tile: (tile >= SUITED, tile == indicator, -tile))
    walled: list[Tile | None] = [None] * TILES
    for place, tile in enumerate([*taken, *head]):
        walled[place] = tile
    for place, tile in enumerate([*replaced, *turned, indicator, *behind]):
        walled[TILES - 2 - 2 * (place // 2) + place % 2] = tile
    for place, tile in enumerate(walled):
        if tile is None:
            walled[place] = others.pop(0)
    seat, skipped = break_point(dice, dealer)
    start = 2 * (((-seat % 4) * 18 + skipped) % 72)
    tiles = [tile for tile in walled[TILES - start :] + walled[: TILES - start] if tile is not None]
    return Shuffle(tuple(tiles), dice)


def _spread(tiles: list[Tile]) -> list[Tile]:
    """The tiles in an order that gives a hand few pairs and few neighbours."""
    copies: Counter[Tile] = Counter()
    order = []
    for tile in tiles:
        copies[tile] += 1
        order.append((copies[tile], tile * 7 % 27, tile))
    return [tile for _, _, tile in sorted(order, reverse=True)]


def deal(hands: Hands, gold: str, rules: RuleSet = OURGAME, *, streak: int = 0, **how: Any) -> Deal:
    """A deal from a stacked wall."""
    shuffled = stacked(hands, gold, melds=rules.deal.melds, **how)
    return Deal(rules, shuffled, dealer=how.get("dealer", 0), streak=streak)


def act(deal: Deal, seat: int, move: str) -> list[AnyEvent]:
    """Makes a move given by its text."""
    return deal.act(seat, parse_move(move))


def legal(deal: Deal, seat: int) -> set[str]:
    """A seat's legal moves as texts."""
    return {MOVE_NAMES[move] for move in moves_in(deal.waiting.get(seat, 0))}


def special(deal: Deal, seat: int) -> set[str]:
    """A seat's legal moves as texts, discards apart."""
    return {name for name in legal(deal, seat) if not name.startswith("discard")}


def why(deal: Deal, seat: int, move: str) -> str | None:
    """Why a seat may not make a move."""
    return deal.refusal(seat, parse_move(move))


def all_pass(deal: Deal) -> list[AnyEvent]:
    """Lets everyone who is asked about a claim, or about an opening win, pass."""
    events = []
    while deal.result is None and deal.phase != "turn":
        events += act(deal, next(iter(deal.waiting)), "pass")
    return events


def discard(deal: Deal, seat: int, tile: str) -> list[AnyEvent]:
    """Discards a tile and lets everyone pass."""
    return act(deal, seat, f"discard:{tile}") + all_pass(deal)


def claim(deal: Deal, seat: int, move: str) -> list[AnyEvent]:
    """Claims, while everyone else who is still asked passes."""
    events = act(deal, seat, move)
    while not events and deal.waiting:
        events += act(deal, next(iter(deal.waiting)), "pass")
    return events


def run_to(deal: Deal, seat: int) -> None:
    """Everyone else discards what they draw, and passes, until it is a seat's own turn."""
    all_pass(deal)
    while deal.table.turn != seat:
        turn = deal.table.turn
        drawn = deal.view(turn).drawn
        discard(deal, turn, NAMES[drawn] if drawn != HIDDEN else loose(deal, turn))


def loose(deal: Deal, seat: int) -> str:
    """A tile that a seat may discard: the first by name."""
    return min(name for name in legal(deal, seat) if name.startswith("discard")).split(":")[1]
