"""Strategies for the laws: rule sets with any house options, and deals that reach rare places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from goldsparrow.errors import OptionError
from goldsparrow.game.deal import Deal
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import (
    DISCARDS,
    PASS,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    moves_in,
)
from goldsparrow.players import Chance, Greedy, Player
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from goldsparrow.rules.options import Option
from goldsparrow.rules.ruleset import RuleSet

_WINS: MoveSet = 1 << WIN | 1 << ROB_GOLD | 1 << THREE_GOLDS


class Eager:
    """Claims, kongs and throws golds whenever it can, and seldom wins: it wears the wall out."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def act(self, view: View, moves: MoveSet) -> Move:
        chance = self._random
        if moves & _WINS and chance.random() < 0.1:
            return chance.choice(list(moves_in(moves & _WINS)))
        open_ = moves & ~_WINS & ~DISCARDS & ~(1 << PASS)
        if open_ and chance.random() < 0.8:
            return chance.choice(list(moves_in(open_)))
        gold = 1 << view.gold
        if moves & DISCARDS & gold and chance.random() < 0.3:
            return view.gold
        rest = moves & ~_WINS & ~open_ or moves
        return chance.choice(list(moves_in(rest)))


def values_of(option: Option, key: str) -> list[Any]:
    """Some values that an option may have: all of a choice, the ends of a number or a table."""
    if option.kind == "table":
        preset = str(option.defaults[key])
        return [preset, ",".join(f"{part.partition(':')[0]}:0" for part in preset.split(","))]
    if option.kind == "number":
        low, high = option.values
        return [low, option.defaults[key], high]
    return list(option.allowed(key))


@st.composite
def rule_sets(draw: st.DrawFn, keys: tuple[str, ...] = RULE_SETS) -> RuleSet:
    """A rule set with some of its house options set, none or all."""
    key = draw(st.sampled_from(keys))
    chosen = {}
    for option in options_of(key):
        if draw(st.booleans()):
            chosen[option.name] = draw(st.sampled_from(values_of(option, key)))
    try:
        return rule_set(key, **chosen)
    except OptionError:
        # Options that conflict are refused; the preset is as good an example as another.
        return rule_set(key)


def players_of(seed: int) -> tuple[Player, ...]:
    """Four players of mixed temper."""
    chance = Random(seed)
    makers = [Chance, Eager, Eager, lambda _seed: Greedy()]
    return tuple(chance.choice(makers)(seed + seat) for seat in range(4))


def new_deal(rules: RuleSet, seed: int) -> Deal:
    """A deal that has begun; everything follows from the seed."""
    chance = Random(seed)
    return Deal(
        rules,
        shuffle(seed.to_bytes(8, "big"), "laws"),
        dealer=chance.randrange(4),
        streak=chance.randrange(4),
        stake=chance.choice([1, 2, 100]),
    )


def steps(deal: Deal, seed: int) -> Iterator[tuple[int, Move]]:
    """Plays a deal on, yielding each choice before it is made, until the deal is over."""
    players = players_of(seed)
    chance = Random(seed + 1)
    while deal.result is None:
        # Whoever is asked may answer first.
        seat = chance.choice(sorted(deal.waiting))
        move = players[seat].act(deal.view(seat), deal.waiting[seat])
        yield seat, move
        deal.act(seat, move)


seeds = st.integers(0, 2**40)
