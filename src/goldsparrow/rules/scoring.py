"""The scorer: whether tiles win, how they are read best, and what the win pays (C13).

The engine answers for what is legal at the table: turns, locks, windows. The scorer answers for
what the tiles themselves say: completeness, golds, idle hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

import msgspec

from goldsparrow.analysis import ANY, Reading, distance, pairs_readings, readings, suit_keys
from goldsparrow.analysis import Group as Division
from goldsparrow.melds import Meld
from goldsparrow.rules.patterns import OF_READING, PATTERNS, Holding, Win
from goldsparrow.rules.payment import ON_ANOTHERS_TILE, Bill, Takings
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.rules.shapes import CONCEALED_SHAPES, ORPHANS, Pairs
from goldsparrow.scores import Group, Refusal, Score, WinFacts
from goldsparrow.tiles import NAMES, PLAYABLE, SUITED, WHITE, Tile

_TOURS: Final = ("tour", "double_tour", "triple_tour")
_IDLE_MAY: Final = ("gold_sparrow", "gold_dragon")


def natural_counts(rules: RuleSet, gold: Tile, tiles: Sequence[Tile]) -> tuple[list[int], int]:
    """Counts the tiles by the face that they are, golds apart.

    Returns the counts of the 34 playable kinds without golds, white dragons that stand in being the
    gold's face (L3), and the number of golds.
    """
    counts = [0] * PLAYABLE
    golds = 0
    for tile in tiles:
        if tile == gold:
            golds += 1
        else:
            counts[tile] += 1
    if rules.gold.white_stands_in and gold != WHITE:
        counts[gold] = counts[WHITE]
        counts[WHITE] = 0
    return counts, golds


def hand_readings(rules: RuleSet, facts: WinFacts) -> Iterator[Win]:
    """Yields the win in every reading of its tiles; nothing where they are not complete (C13)."""
    counts, golds = natural_counts(rules, facts.gold, facts.concealed)
    holding = Holding(rules, facts)
    for shape in rules.shapes:
        for reading in _readings_of(shape, rules, facts, counts, golds):
            yield Win(holding, shape, reading)


def score(rules: RuleSet, facts: WinFacts) -> Score | Refusal:
    """Scores a win, or says by a stable key why there is none. Payments are before the stake.

    Of all readings the one that pays the winner most counts, and of its specials only the highest
    (C13, F21). Who robs the gold and holds three golds without it has won by these as well, and is
    paid the dearer of the two (F8).
    """
    result = _score_declared(rules, facts)
    if facts.by != "rob_gold" or facts.concealed.count(facts.gold) < 4:
        return result
    held = list(facts.concealed)
    held.remove(facts.gold)
    outright = replace(facts, by="three_golds", concealed=tuple(held), tile=None)
    return _dearer(rules, facts.winner, result, _score_declared(rules, outright))


def _dearer(
    rules: RuleSet, winner: int, declared: Score | Refusal, other: Score | Refusal
) -> Score | Refusal:
    """Returns of two wins by the same tiles the one that pays more, which passes the other over."""
    if isinstance(other, Refusal):
        return declared
    if isinstance(declared, Refusal):
        return other
    best, less = declared, other
    if other.payments[winner] > declared.payments[winner]:
        best, less = other, declared
    counts = {None, best.special, best.row}
    names = dict.fromkeys((*best.passed_over, less.special, less.row, *less.passed_over))
    passed = [name for name in names if name is not None and name not in counts]
    passed.sort(key=lambda name: -rules.specials.get(name, 0))
    return msgspec.structs.replace(best, passed_over=tuple(passed))


def _score_declared(rules: RuleSet, facts: WinFacts) -> Score | Refusal:
    """Scores a win as it was declared."""
    another = facts.by in ON_ANOTHERS_TILE
    if another and not rules.claims.discard_win:
        return Refusal("self_draw_only")
    if another and facts.tile == facts.gold:
        return Refusal("gold_untouchable")
    wins = list(hand_readings(rules, facts))
    if not wins or facts.by == "three_golds":
        outright = Win(Holding(rules, facts))
        if PATTERNS["three_golds"](outright):
            wins = wins or [outright]
        else:
            return Refusal("no_three_golds" if facts.by == "three_golds" else "not_complete")
    if another and not rules.gold.idle_wins_by_discard and _bars_idle(rules, facts, wins):
        return Refusal("idle_gold")
    return _best(rules, wins)


def claim_rank(rules: RuleSet, facts: WinFacts) -> int:
    """Returns the place in line of a win on another's tile, 0 being the first (F10, S9).

    The rank is that of the first special in line that some reading fits; a win without any comes
    after them all.
    """
    line = rules.claims.first_in_line
    wins = list(hand_readings(rules, facts)) if line else []
    return next(
        (rank for rank, name in enumerate(line) if any(PATTERNS[name](win) for win in wins)),
        len(line),
    )


def is_idle(rules: RuleSet, facts: WinFacts) -> bool:
    """Says whether every playable kind would complete the hand without its winning tile (F13, S8).

    A kind of which the hand holds four counts too: the hand is idle by its form, not by what is
    left to draw.
    """
    held = list(facts.concealed)
    if facts.tile is not None:
        held.remove(facts.tile)
    counts, golds = natural_counts(rules, facts.gold, held)
    kinds = SUITED if rules.deal.honours_are_flowers else PLAYABLE
    return all(
        any(_completes(shape, rules, facts, counts, golds, kind) for shape in rules.shapes)
        for kind in range(kinds)
        # One more gold completes whatever a natural tile completes. Under the face of a gold that
        # a white dragon stands in for, that dragon is the natural tile.
        if kind != facts.gold
    )


def _completes(
    shape: str, rules: RuleSet, facts: WinFacts, counts: list[int], golds: int, kind: Tile
) -> bool:
    """Says whether one more tile of the kind completes the shape, be it a fifth copy."""
    counts[kind] += 1
    try:
        if shape != "melds_and_pair":
            return not facts.melds and CONCEALED_SHAPES[shape].distance(counts, golds) == 0
        melds = rules.deal.melds - len(facts.melds)
        if counts[kind] > 4:  # more than the keys of the look-ups can hold
            return bool(readings(counts, melds, golds))
        return distance(*suit_keys(counts), melds, golds) == 0
    finally:
        counts[kind] -= 1


def _bars_idle(rules: RuleSet, facts: WinFacts, wins: Sequence[Win]) -> bool:
    """Says whether an idle hand may not win on that tile (S8).

    Gold sparrow and gold dragon may: they win on the very tile that makes them.
    """
    exempt = any(PATTERNS[name](win) for name in _IDLE_MAY for win in wins)
    return not exempt and is_idle(rules, facts)


def _readings_of(
    shape: str, rules: RuleSet, facts: WinFacts, counts: Sequence[int], golds: int
) -> Sequence[Reading]:
    """Lists the ways to read the concealed tiles in a shape."""
    if shape == "melds_and_pair":
        melds = rules.deal.melds - len(facts.melds)
        # Look-ups tell in no time what an enumeration would find out in the end.
        whole = sum(counts) + golds == 3 * melds + 2
        return (
            readings(counts, melds, golds)
            if whole and distance(*suit_keys(counts), melds, golds) == 0
            else ()
        )
    if facts.melds:
        return ()
    form = CONCEALED_SHAPES[shape]
    if isinstance(form, Pairs):
        return pairs_readings(counts, golds, form.pairs)
    return _orphans(counts, golds)


def _orphans(counts: Sequence[int], golds: int) -> list[Reading]:
    """Lists the ways to read thirteen orphans: which kind is the pair, what golds stand for."""
    held = sum(counts[kind] for kind in ORPHANS)
    if held != sum(counts) or held + golds != len(ORPHANS) + 1:
        return []
    found = []
    for twice in ORPHANS:
        wanted = {kind: 1 + (kind == twice) for kind in ORPHANS}
        if all(counts[kind] <= wanted[kind] for kind in ORPHANS):
            found.append(
                tuple(
                    Division(
                        "pair" if kind == twice else "single",
                        kind,
                        ((1 << wanted[kind]) - 1) >> counts[kind] << counts[kind],
                    )
                    for kind in ORPHANS
                )
            )
    return found


@lru_cache(maxsize=1 << 14)
def _named(part: Division, gold: Tile, stand_in: Tile) -> Group:
    """Writes a group with the names of its tiles; `stand_in` is the natural tile of gold's face."""
    face = NAMES[gold]
    places = tuple(place for place in range(len(part.tiles)) if part.wild >> place & 1)
    tiles = tuple(
        face if place in places else NAMES[stand_in if tile == gold else tile]
        for place, tile in enumerate(part.tiles)
    )
    stands = tuple(face if tile == ANY else NAMES[tile] for tile in part.tiles)
    return Group(part.kind, tiles, stands, places)


def score_readings(rules: RuleSet, facts: WinFacts) -> list[tuple[Win, Score]]:
    """Returns every reading of complete tiles with what it pays on its own, in a fixed order."""
    bills = _Bills(rules)
    return [(win, bills.score(win)) for win in hand_readings(rules, facts)]


def _best(rules: RuleSet, wins: Sequence[Win]) -> Score:
    """Scores a win by the reading that pays most; of equals the first (C13)."""
    bills = _Bills(rules)
    # Readings that fit the same specials pay the same.
    kinds: dict[tuple[str, ...], Win] = {}
    for win in wins:
        kinds.setdefault(bills.specials(win), win)
    best = max(kinds.values(), key=bills.gain)
    every = dict.fromkeys(name for names in kinds for name in names)
    return bills.score(best, fitting=tuple(every))


class _Bills:
    """Asks patterns and payment no more often than the readings of one win differ."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._by_special: dict[str | None, Bill] = {}
        self._fixed: tuple[str, ...] | None = None
        self._varying = False

    def specials(self, win: Win) -> tuple[str, ...]:
        """Returns the specials that a reading fits."""
        fixed = self._fixed
        if fixed is None:
            golds = win.holding.golds
            fixed = tuple(
                name
                for name in self._rules.specials
                # Without golds all readings are alike.
                if (golds and name in OF_READING) or PATTERNS[name](win)
            )
            self._fixed = fixed
            self._varying = golds > 0 and not OF_READING.isdisjoint(fixed)
        if not self._varying:
            return fixed
        return tuple([name for name in fixed if name not in OF_READING or PATTERNS[name](win)])

    def gain(self, win: Win) -> int:
        """Returns what the winner gets for a reading."""
        return self._bill(win, self._dearest(self.specials(win))).total

    def score(self, win: Win, *, fitting: Sequence[str] = ()) -> Score:
        """Scores a reading; `fitting` are further specials that other readings fit."""
        own = self.specials(win)
        special = self._dearest(own)
        bill = self._bill(win, special)
        passed = [name for name in dict.fromkeys((*own, *fitting)) if name != special]
        passed.sort(key=lambda name: -self._rules.specials[name])
        facts = win.facts
        groups = self._groups(win) if win.shape else ()
        return Score(
            items=bill.items,
            formula=bill.formula,
            payments=bill.payments(facts.winner),
            special=special,
            passed_over=(*passed, *bill.passed_over),
            reading=tuple(_text(group) for group in groups),
            groups=groups,
            dues=bill.dues,
            row=bill.row,
        )

    def _groups(self, win: Win) -> tuple[Group, ...]:
        """Writes a reading, the melds last."""
        facts = win.facts
        stand_in = WHITE if self._rules.gold.white_stands_in else facts.gold
        own = [_named(part, facts.gold, stand_in) for part in win.reading]
        return (*own, *(_laid_out(meld) for meld in facts.melds))

    def _dearest(self, names: Sequence[str]) -> str | None:
        """Returns the special of the most points; of equals the one listed first (F21)."""
        return max(names, key=self._rules.specials.__getitem__, default=None)

    def _bill(self, win: Win, special: str | None) -> Bill:
        bill = self._by_special.get(special)
        if bill is None:
            takings = _takings(self._rules, win, special)
            bill = self._by_special[special] = self._rules.payment(takings)
        return bill


def _takings(rules: RuleSet, win: Win, special: str | None) -> Takings:
    """Gathers what a payment is made for."""
    facts = win.facts
    holding = win.holding
    if holding.drawn:
        rows = {"self_draw"}
        if facts.by in {"heavenly", "rob_gold"} and win.shape:
            rows.add(facts.by)
        if PATTERNS["three_golds"](win):
            rows.add("three_golds")
        if win.shape and facts.by in {"self_draw", "three_golds"}:
            rows |= facts.marks.intersection(_TOURS)
    else:
        rows = {facts.by}
    return Takings(
        counting=rules.counting,
        by=facts.by,
        winner=facts.winner,
        dealer=facts.dealer,
        source=facts.source,
        streak=facts.streak,
        flowers=facts.flowers,
        golds=holding.golds,
        exposed_kongs=holding.exposed_kongs,
        concealed_kongs=holding.concealed_kongs,
        special=special,
        special_points=rules.specials[special] if special is not None else 0,
        rows=frozenset(rows),
        fifth_last="fifth_last" in facts.marks,
    )


def _laid_out(meld: Meld) -> Group:
    """Writes a meld as a group."""
    tiles = tuple(NAMES[tile] for tile in meld.tiles)
    return Group(meld.kind, tiles, tiles, (), open=not meld.concealed)


def _text(group: Group) -> str:
    """Writes what a group stands for in short, such as `123m`."""
    return "".join(name[0] for name in group.stands) + group.stands[0][1]
