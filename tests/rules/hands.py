"""Random wins for tests: complete hands with golds, melds, flowers and circumstances."""

from __future__ import annotations

from random import Random

from goldsparrow.melds import Meld
from goldsparrow.rules import RuleSet
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import PLAYABLE, SUITED

FLOWERS_AMONG_PLAYED = range(PLAYABLE, 42)


def random_win(rules: RuleSet, random: Random, *, most_golds: int = 3) -> WinFacts:
    """Makes a win whose tiles are mostly complete; now and then a tile of it is another one."""
    while True:
        facts = _try(rules, random, most_golds)
        if facts is not None:
            return facts


def _try(  # noqa: C901 - a hand is drawn up in one go
    rules: RuleSet, random: Random, most_golds: int
) -> WinFacts | None:
    kinds = SUITED if rules.deal.honours_are_flowers else PLAYABLE
    left = [4] * kinds
    gold = random.randrange(kinds)
    left[gold] -= 1
    few = random.random() < 0.3
    suits = [random.randrange(3)] if few else [0, 1, 2]

    def take(tiles: list[int]) -> bool:
        if any(left[tile] < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            left[tile] -= 1
        return True

    def group(size: int, *, chows: bool) -> list[int] | None:
        for _ in range(50):
            if size == 3 and chows and random.random() < 0.6:
                low = 9 * random.choice(suits) + random.randrange(7)
                tiles = [low, low + 1, low + 2]
            elif kinds > SUITED and random.random() < 0.2:
                tiles = [random.randrange(SUITED, kinds)] * size
            else:
                tiles = [9 * random.choice(suits) + random.randrange(9)] * size
            if take(tiles):
                return tiles
        return None

    open_melds = random.choice([0, 0, 1, 2, rules.deal.melds])
    melds = []
    for _ in range(open_melds):
        tiles = group(random.choice([3, 3, 4]), chows=rules.claims.chow)
        if tiles is None or gold in tiles:
            return None
        if len(tiles) == 4:
            melds.append(Meld("kong", tiles[0], concealed=random.random() < 0.5))
        else:
            melds.append(Meld("pong" if tiles[0] == tiles[1] else "chow", tiles[0]))
    sizes = [2] + [3] * (rules.deal.melds - open_melds)
    groups = [group(size, chows=True) for size in sizes]
    if None in groups:
        return None
    concealed = [tile for tiles in groups if tiles is not None for tile in tiles]
    spare = min(left[gold], most_golds - concealed.count(gold))
    if spare < 0:
        return None
    for _ in range(random.randint(0, spare)):
        place = random.randrange(len(concealed))
        if concealed[place] != gold:
            left[concealed[place]] += 1
            left[gold] -= 1
            concealed[place] = gold
    if random.random() < 0.1:
        place = random.randrange(len(concealed))
        tile = random.randrange(kinds)
        if concealed[place] != gold and left[tile]:
            concealed[place] = tile
    random.shuffle(concealed)
    winner, dealer = random.randrange(4), random.randrange(4)
    ways = ["self_draw", "discard", "discard", "rob_kong"]
    if not melds:
        ways += ["rob_gold"] if gold in concealed else []
        ways += ["heavenly"] if winner == dealer else []
    if concealed.count(gold) == 3:
        ways.append("three_golds")
    by = random.choice(ways)
    if by == "rob_gold" and concealed.count(gold) == 3 and random.random() < 0.7:
        # Three golds beside the indicator.
        concealed[next(place for place, one in enumerate(concealed) if one != gold)] = gold
    tile = concealed[-1]
    if by in {"discard", "rob_kong"} and tile == gold:
        return None
    flowers = _flowers(rules, random)
    marks = set()
    for name in ("tour", "double_tour", "triple_tour"):
        if by == "self_draw" and rules.grants(name) and random.random() < 0.15:
            marks = {name}
    if by == "discard" and rules.grants("fifth_last") and random.random() < 0.3:
        marks.add("fifth_last")
    return WinFacts(
        gold=gold,
        concealed=tuple(concealed),
        melds=tuple(melds),
        flowers=tuple(flowers),
        tile=tile if by in {"self_draw", "discard", "rob_kong"} else None,
        by=by,
        winner=winner,
        dealer=dealer,
        streak=random.choice([0, 0, 1, 2, 5]),
        source=(winner + random.randint(1, 3)) % 4 if by in {"discard", "rob_kong"} else None,
        marks=frozenset(marks),
    )


def _flowers(rules: RuleSet, random: Random) -> list[int]:
    pool = list(FLOWERS_AMONG_PLAYED)
    if rules.deal.honours_are_flowers:
        pool += [tile for tile in range(SUITED, PLAYABLE) for _ in range(4)]
    count = random.choice([0, 0, 1, 1, 2, 4, 8])
    if random.random() < 0.2:
        return list(range(PLAYABLE, PLAYABLE + 4))
    return random.sample(pool, count)
