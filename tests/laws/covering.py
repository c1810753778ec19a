"""Pairwise covering arrays: few rows in which every two options meet in all their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from goldsparrow.rules import options_of
from goldsparrow.rules.options import CONFLICTS
from tests.laws.strategies import values_of

Row: TypeAlias = dict[str, Any]
Pair: TypeAlias = tuple[tuple[str, Any], tuple[str, Any]]

_TRIES = 12
"""How many candidates a row is chosen from."""


def rows_of(key: str) -> list[Row]:
    """Rows of options of a rule set that cover every pair of values that do not conflict."""
    values = {option.name: values_of(option, key) for option in options_of(key)}
    return pairwise(values, conflicts(values))


def conflicts(values: Mapping[str, Sequence[Any]]) -> set[Pair]:
    """The pairs of values that are refused together."""
    return {
        pair
        for pair in pairs_of(values)
        for clash in CONFLICTS
        for (one, first), (other, second) in (pair, pair[::-1])
        if (one, other) == (clash.option, clash.other)
        and first != clash.neutral
        and second == clash.value
    }


def pairs_of(values: Mapping[str, Sequence[Any]]) -> list[Pair]:
    """All pairs of values of two different options, the options in order."""
    return [
        ((one, first), (other, second))
        for one, other in combinations(values, 2)
        for first in values[one]
        for second in values[other]
    ]


def pairwise(values: Mapping[str, Sequence[Any]], refused: set[Pair]) -> list[Row]:
    """Rows that cover all pairs but those refused; the same values always give the same rows."""
    chance = Random(0)
    wanted = {pair for pair in pairs_of(values) if pair not in refused}
    order = {name: place for place, name in enumerate(values)}

    def pair(one: tuple[str, Any], other: tuple[str, Any]) -> Pair:
        return (one, other) if order[one[0]] < order[other[0]] else (other, one)

    def fill(seed: Pair) -> Row:
        row: Row = dict(seed)
        names = [name for name in values if name not in row]
        chance.shuffle(names)
        for name in names:
            held = list(row.items())
            allowed = [
                value
                for value in values[name]
                if not any(pair((name, value), one) in refused for one in held)
            ]
            chance.shuffle(allowed)
            row[name] = max(
                allowed,
                key=lambda value: sum(pair((name, value), one) in wanted for one in held),
            )
        return row

    def covered(row: Row) -> set[Pair]:
        ordered = sorted(row.items(), key=lambda item: order[item[0]])
        return set(combinations(ordered, 2))

    rows = []
    while wanted:
        seeds = sorted(wanted, key=repr)
        candidates = [fill(chance.choice(seeds)) for _ in range(_TRIES)]
        best = max(candidates, key=lambda row: len(covered(row) & wanted))
        wanted -= covered(best)
        rows.append({name: best[name] for name in values})
    return rows
