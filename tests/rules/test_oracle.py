"""The scorer against a slow one that tries every face for every gold (C13, F18-F25, S8-S12, L3)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from tests.rules import oracle
from tests.rules.hands import random_win


def paid(key: str, seed: int, most_golds: int) -> None:
    """Compares what one random win pays."""
    rules = rule_set(key)
    facts = random_win(rules, Random(seed), most_golds=most_golds)
    result = score(rules, facts)
    found = result.payments if isinstance(result, Score) else None
    assert found == oracle.payments(key, facts), facts


@pytest.mark.parametrize("key", RULE_SETS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=60)
def test_best_reading_is_the_best(key: str, seed: int) -> None:
    """No choice of faces and no division pays more than the reading that counts (C13)."""
    paid(key, seed, 2)


@pytest.mark.parametrize("key", RULE_SETS)
@given(seed=st.integers(0, 10**9))
@settings(max_examples=12)
def test_best_reading_with_three_golds(key: str, seed: int) -> None:
    """The same with up to three golds in the hand, gold dragons among them (C13, F21)."""
    paid(key, seed, 3)


@pytest.mark.parametrize("key", RULE_SETS)
@given(seed=st.integers(0, 10**9))
def test_laws_of_a_score(key: str, seed: int) -> None:
    """Payments sum to zero, dues add up to them, and the order of tiles means nothing (C12)."""
    rules = rule_set(key)
    random = Random(seed)
    facts = random_win(rules, random)
    result = score(rules, facts)
    shuffled = list(facts.concealed)
    random.shuffle(shuffled)
    flowers = list(facts.flowers)
    random.shuffle(flowers)
    again = score(rules, replace(facts, concealed=tuple(shuffled), flowers=tuple(flowers)))
    assert again == result
    if isinstance(result, Score):
        assert sum(result.payments) == 0
        gains = [0, 0, 0, 0]
        for due in result.dues:
            value = eval(due.formula.replace("x", "*"))
            assert value == due.points
            gains[due.seat] -= due.points
            gains[facts.winner] += due.points
        assert tuple(gains) == result.payments
        held = sorted(name for group in result.groups if not group.open for name in group.tiles)
        assert not result.groups or len(held) >= len(facts.concealed)
