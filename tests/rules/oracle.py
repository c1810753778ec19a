"""A slow scorer: every face for every gold, every division, and the sums as the pages print them.

It shares nothing with the scorer that it checks but the tiles' numbers and the plain records of a
win. It knows the rule sets without options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from goldsparrow.scores import WinFacts

WHITE = 33
FUZHOU = {
    "heavenly": 30,
    "rob_gold": 30,
    "plain": 30,
    "one_flower": 15,
    "three_golds": 40,
    "gold_sparrow": 60,
    "gold_dragon": 120,
}
SANMING = {
    "heavenly": 10,
    "rob_gold": 10,
    "three_golds": 20,
    "no_water": 20,
    "gold_sparrow": 30,
    "gold_dragon": 50,
    "one_suit": 100,
}
LONGYAN = {
    "discard": 1,
    "self_draw": 2,
    "rob_kong": 2,
    "rob_gold": 4,
    "three_golds": 4,
    "heavenly": 4,
    "tour": 4,
    "double_tour": 8,
    "triple_tour": 16,
}
STREET = {"self_draw": 2, "three_golds": 2, "tour": 4, "double_tour": 8, "triple_tour": 16}


def divisions(counts: list[int]) -> Iterator[list[tuple[str, int]]]:
    """Yields every way to split tiles into groups of three and one pair."""

    def search(pair: bool) -> Iterator[list[tuple[str, int]]]:
        kind = next((k for k, n in enumerate(counts) if n), None)
        if kind is None:
            if pair:
                yield []
            return
        tries = [("pong", (kind,) * 3)] if counts[kind] >= 3 else []
        if counts[kind] >= 2 and not pair:
            tries.append(("pair", (kind,) * 2))
        if kind < 27 and kind % 9 < 7 and counts[kind + 1] and counts[kind + 2]:
            tries.append(("chow", (kind, kind + 1, kind + 2)))
        for name, tiles in tries:
            for tile in tiles:
                counts[tile] -= 1
            for rest in search(pair or name == "pair"):
                yield [(name, kind), *rest]
            for tile in tiles:
                counts[tile] += 1

    return search(pair=False)


def fits(key: str, facts: WinFacts) -> tuple[bool, list[set[str]]]:
    """Says whether the tiles are complete, and which shapes' specials each reading fits."""
    honours = key in {"fuzhou-street", "longyan"}
    kinds = 34 if honours else 27
    gold = facts.gold
    naturals = [tile for tile in facts.concealed if tile != gold]
    if key == "longyan" and gold != WHITE:
        naturals = [gold if tile == WHITE else tile for tile in naturals]
    golds = facts.concealed.count(gold)
    found: list[set[str]] = []
    melds = [meld.tile for meld in facts.melds]
    for faces in combinations_with_replacement(range(kinds), golds):
        counts = [0] * 34
        for tile in (*naturals, *faces):
            counts[tile] += 1
        for division in divisions(counts):
            names = set()
            pair = next(kind for name, kind in division if name == "pair")
            own = all(face == gold for face in faces)
            if faces.count(pair) >= 2:
                names.add("gold_sparrow")
            if own and ("pong", gold) in division and golds >= 3:
                names.add("gold_dragon")
            suits = {tile // 9 for tile in (*naturals, *melds, *((gold,) if golds else ()))}
            if own and len(suits) == 1 and suits <= {0, 1, 2}:
                names.add("one_suit")
            found.append(names)
        if not facts.melds and is_pairs(key, counts):
            found.append(set())
    return bool(found), found


def is_pairs(key: str, counts: list[int]) -> bool:
    """Says whether the tiles are pairs, in rule sets that have such hands."""
    pairs = sum(count // 2 for count in counts)
    return pairs >= {"fuzhou-classic": 8, "longyan": 7}.get(key, 99)


def flower_points(facts: WinFacts, whole_set: int) -> int:
    """Counts flowers, whole sets apart."""
    flowers = list(facts.flowers)
    sets = [[kind] * 4 for kind in range(27, 34)] + [[34, 35, 36, 37], [38, 39, 40, 41]]
    points = len(flowers)
    for one in sets:
        if all(flowers.count(tile) >= one.count(tile) for tile in one):
            points += whole_set - 4
    return points


def payments(key: str, facts: WinFacts) -> tuple[int, int, int, int] | None:
    """Returns what the seats gain and lose; None where the hand does not win."""
    ways = [facts]
    if facts.by == "rob_gold" and facts.concealed.count(facts.gold) == 4:
        place = facts.concealed.index(facts.gold)
        held = (*facts.concealed[:place], *facts.concealed[place + 1 :])
        ways.append(replace(facts, by="three_golds", concealed=held))
    found = [paid for paid in (declared(key, way) for way in ways) if paid is not None]
    return max(found, key=lambda paid: paid[facts.winner], default=None)


def declared(key: str, facts: WinFacts) -> tuple[int, int, int, int] | None:
    """Returns what the seats gain and lose by a win as it was declared."""
    complete, readings = fits(key, facts)
    another = facts.by in {"discard", "rob_kong"}
    golds = facts.concealed.count(facts.gold)
    three = golds >= 3 and not another and facts.by != "rob_gold"
    if not complete and not three:
        return None
    if facts.by == "three_golds" and not three:
        return None
    if another and key == "sanming" and idle(key, facts):
        makes = set().union(*readings)
        if not makes & {"gold_sparrow", "gold_dragon"}:
            return None
    exposed = sum(m.kind == "kong" and not m.concealed for m in facts.melds)
    concealed = sum(m.kind == "kong" and m.concealed for m in facts.melds)
    always = set()
    if not facts.flowers and not exposed and not concealed:
        always.add("plain")
        if not golds:
            always.add("no_water")
    if len(facts.flowers) == 1 and not exposed and not concealed:
        always.add("one_flower")
    if three:
        always.add("three_golds")
    if complete and facts.by in {"heavenly", "rob_gold"}:
        always.add(facts.by)
    best: tuple[int, tuple[int, int, int, int]] | None = None
    for names in readings or [set()]:
        owed = dues(key, facts, names | always, golds, exposed + 2 * concealed, complete)
        gains = [-points for points in owed]
        gains[facts.winner] = sum(owed)
        if best is None or gains[facts.winner] > best[0]:
            best = gains[facts.winner], (gains[0], gains[1], gains[2], gains[3])
    assert best is not None
    return best[1]


def dues(
    key: str, facts: WinFacts, names: set[str], golds: int, kongs: int, complete: bool
) -> list[int]:
    """Returns what each seat pays for one reading."""
    owed = [0, 0, 0, 0]
    another = facts.by in {"discard", "rob_kong"}
    by_dealer = facts.winner == facts.dealer
    if key in {"longyan", "fuzhou-street"}:
        rows = {facts.by} if another else {"self_draw", *(names & LONGYAN.keys())}
        if complete and not another:
            rows |= facts.marks
    for seat in range(4):
        if seat == facts.winner:
            continue
        if key == "longyan":
            points = max(LONGYAN[row] for row in rows)
            if by_dealer or seat == facts.dealer:
                points *= 2
            owed[seat] = points + (facts.by == "discard" and seat == facts.source)
        elif key == "fuzhou-street":
            total = 5 + len(facts.flowers) + golds + facts.streak + kongs
            times = 1 if another else max(STREET.get(row, 0) for row in rows)
            owed[seat] = total * times + (another and seat == facts.source)
        else:
            table = SANMING if key == "sanming" else FUZHOU
            special = max((n for n in names if n in table), key=lambda n: table[n], default="")
            whole = 4 if key == "sanming" else 6
            streak = by_dealer or seat == facts.dealer or key == "fuzhou-classic"
            total = 5 + flower_points(facts, whole) + golds + kongs + facts.streak * streak
            doubled = not another or key == "fuzhou-classic" or special in {"plain", "one_flower"}
            owed[seat] = total * (2 if doubled else 1) + table.get(special, 0)
    assert facts.source is not None or not another
    if another and key == "fuzhou-classic":
        owed = [points if seat == facts.source else 0 for seat, points in enumerate(owed)]
    if another and "fifth_last" in facts.marks:
        owed = [sum(owed) if seat == facts.source else 0 for seat in range(4)]
    return owed


def idle(key: str, facts: WinFacts) -> bool:
    """Says whether every kind completes the tiles without the winning one."""
    assert facts.tile is not None
    held = list(facts.concealed)
    held.remove(facts.tile)
    for kind in range(27):
        concealed = (*held, kind)
        whole = WinFacts(gold=facts.gold, concealed=concealed, melds=facts.melds)
        if not fits(key, whole)[0]:
            return False
    return True
