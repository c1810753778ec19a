"""Walls for the tests of clauses: hands, draws from both ends, and the gold by dice or at the head.

The builder lays every tile of the wall in the order in which a rule set takes it, whatever end that
is. Tiles that a test does not ask for are spread so that neighbours have little to do with each
other; golds come after them and flowers last of all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from goldsparrow.events import AnyEvent, Payment, Win
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import TILES, Shuffle, break_point
from goldsparrow.moves import MOVE_NAMES, PASS, moves_in, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import End, RuleSet
from goldsparrow.tiles import DECK, PLAYABLE, SUITED, Tile, parse_tiles

SANMING = rule_set("sanming")
LONGYAN = rule_set("longyan")
STREET = rule_set("fuzhou-street")
OURGAME = rule_set("fuzhou-ourgame")


def lay(
    rules: RuleSet,
    hands: Mapping[int, str],
    gold: str,
    *,
    head: str = "",
    tail: str = "",
    at: Mapping[int, str] | None = None,
    flowers: Mapping[int, str] | None = None,
    passed: str = "",
    dealer: int = 0,
    dice: tuple[int, int] = (2, 3),
    gold_dice: tuple[int, int] = (1, 1),
) -> Shuffle:
    """A shuffle that gives what is asked for.

    Args:
        rules: the rule set that the wall is for.
        hands: tiles by seat once the opening flowers are replaced; shorter ones are filled up.
        gold: the indicator.
        head: what is drawn from the head after the opening, in order.
        tail: what is drawn from the tail after the gold is opened, in order.
        at: single draws from the head by their place after the opening, from 0.
        flowers: flowers that a seat is dealt first instead of the last tiles of its hand.
        passed: flowers turned up before the indicator.
        dealer: who deals.
        dice: what breaks the wall.
        gold_dice: what opens the gold, where dice do.
    """
    drawn = [*parse_tiles(head)]
    behind = [*parse_tiles(tail)]
    turned = [*parse_tiles(passed), *parse_tiles(gold)]
    singles = {place: parse_tiles(text)[0] for place, text in (at or {}).items()}
    laid = {seat: parse_tiles(text) for seat, text in (flowers or {}).items()}
    wanted = {seat: parse_tiles(text) for seat, text in hands.items()}
    left = Counter(DECK)
    left.subtract([*drawn, *behind, *turned, *singles.values()])
    for tiles in (*wanted.values(), *laid.values()):
        left.subtract(tiles)
    short = {tile: count for tile, count in left.items() if count < 0}
    assert not short, f"the test asks for tiles that do not exist: {short}"

    kinds = SUITED if rules.deal.honours_are_flowers else PLAYABLE
    unseen = parse_tiles(gold) * left[parse_tiles(gold)[0]]
    spare = _spread([tile for tile in left.elements() if tile < kinds and tile not in unseen])
    order = [(dealer + step) % 4 for step in range(4)]
    size = 3 * rules.deal.melds + 1
    full = {}
    for seat in order:
        held = wanted.get(seat, [])
        missing = size + (seat == dealer) - len(held)
        assert missing >= 0, f"seat {seat} holds {size} tiles, not {len(held)}"
        full[seat] = [*(spare.pop() for _ in range(missing)), *held]

    dealt = {}
    replaced: list[Tile] = []
    for seat in order:
        kept = len(full[seat]) - len(laid.get(seat, []))
        dealt[seat] = [*full[seat][:kept], *laid.get(seat, [])]
        replaced += full[seat][kept:]
    taken: list[Tile] = []
    for first in range(0, size, 4):
        for seat in order:
            taken += dealt[seat][first : min(first + 4, size)]
    taken.append(dealt[dealer][size])

    place = sum(gold_dice) - 1 if rules.gold.opened_by_dice else 0
    from_head = list(taken)
    from_tail: list[Tile | None] = []
    if rules.deal.replace_from is End.HEAD:
        from_head += replaced
    else:
        from_tail += replaced
    if rules.gold.opened_from is End.HEAD:
        from_head += turned
    else:
        before = behind[:place]
        behind = behind[place:]
        from_tail += [*before, *[None] * (place - len(before)), *turned]
    from_tail += behind
    walled: list[Tile | None] = [None] * TILES
    for index, tile in enumerate([*from_head, *drawn]):
        walled[index] = tile
    for index, tile in singles.items():
        assert walled[len(from_head) + index] is None, f"draw {index} is asked for twice"
        walled[len(from_head) + index] = tile
    for index, last in enumerate(from_tail):
        walled[TILES - 2 - 2 * (index // 2) + index % 2] = last
    spare = [*[tile for tile in left.elements() if tile >= kinds], *unseen, *spare]
    walled = [spare.pop() if tile is None else tile for tile in walled]

    seat, skipped = break_point(dice, dealer)
    start = 2 * ((-seat % 4 * 18 + skipped) % 72)
    tiles = walled[TILES - start :] + walled[: TILES - start]
    return Shuffle(tuple(tile for tile in tiles if tile is not None), dice, gold_dice)


def _spread(tiles: list[Tile]) -> list[Tile]:
    """The tiles in an order in which neighbours have little to do with each other."""
    turn: dict[Tile, int] = {}
    keyed = []
    for tile in tiles:
        turn[tile] = copy = turn.get(tile, -1) + 1
        keyed.append((copy, tile * 7 % 34, tile))
    return [tile for *_, tile in sorted(keyed)]


def deal(
    rules: RuleSet,
    hands: Mapping[int, str],
    gold: str,
    *,
    streak: int = 0,
    dealer: int = 0,
    **how: object,
) -> Deal:
    """A deal from a wall of `lay`."""
    shuffled = lay(rules, hands, gold, dealer=dealer, **how)  # type: ignore[arg-type]
    return Deal(rules, shuffled, dealer=dealer, streak=streak)


def legal(game: Deal, seat: int) -> set[str]:
    """A seat's legal moves as texts."""
    return {MOVE_NAMES[move] for move in moves_in(game.waiting.get(seat, 0))}


def special(game: Deal, seat: int) -> set[str]:
    """A seat's legal moves as texts, discards apart."""
    return {name for name in legal(game, seat) if not name.startswith("discard")}


def play(game: Deal, *moves: str) -> list[AnyEvent]:
    """Makes moves written as `1 discard:5p`; whoever else is asked before them passes."""
    events: list[AnyEvent] = []
    for text in moves:
        seat_text, name = text.split()
        seat, move = int(seat_text), parse_move(name)
        while not game.waiting.get(seat, 0) >> move & 1:
            other = next((one for one, may in game.waiting.items() if may >> PASS & 1), None)
            assert other is not None, (
                f"{text!r} may not be played: {game.refusal(seat, move)}; "
                f"asked are { {one: legal(game, one) for one in game.waiting} }"
            )
            events += game.act(other, PASS)
        events += game.act(seat, move)
    return events


def passing(game: Deal) -> list[AnyEvent]:
    """Lets everyone who may pass, until somebody must discard or the deal is over."""
    events: list[AnyEvent] = []
    while game.result is None and game.phase != "turn":
        events += game.act(next(iter(game.waiting)), PASS)
    return events


def discard(game: Deal, seat: int, tile: str) -> list[AnyEvent]:
    """Discards a tile, after and before others pass."""
    return play(game, f"{seat} discard:{tile}") + passing(game)


def drain(game: Deal, drawable: int) -> None:
    """Lets everyone discard what it draws until a turn begins with so many drawable tiles left."""
    passing(game)
    while game.result is None:
        (seat,) = game.waiting
        table = game.table
        hand = table.known_hand(seat)
        if table.drawable <= drawable:
            return
        tile = table.drawn
        if tile in {-1, table.gold}:
            tile = max(tile for tile in moves_in(hand.held[0]))
        game.act(seat, tile)
        passing(game)


def payments(events: list[AnyEvent]) -> list[tuple[str, tuple[int, int, int, int]]]:
    """The instant payments among events: what for, and what each seat gets."""
    return [(event.reason, event.payments) for event in events if isinstance(event, Payment)]


def won(game: Deal) -> Win:
    """The win that ended a deal."""
    ending = game.table.ending
    assert isinstance(ending, Win), f"nobody won: {ending}"
    return ending
