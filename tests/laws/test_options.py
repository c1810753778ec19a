"""House options in play, alone and together, and the conflicts among them."""

from __future__ import annotations

import pytest

from goldsparrow.errors import OptionError
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from goldsparrow.rules.options import CONFLICTS
from tests.laws.covering import conflicts, pairs_of, pairwise, rows_of
from tests.laws.hold import CHANCE, hold
from tests.laws.seekers import Seeker
from tests.laws.strategies import Eager, values_of

DEALS = 2
"""Deals for each row here; `scripts/long_laws.py` plays 200."""


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_two_options_in_play(key: str) -> None:
    """All laws hold while every two values of two options of a rule set are in force together."""
    for place, row in enumerate(rows_of(key)):
        rules = rule_set(key, **row)
        for deal in range(DEALS):
            hold(rules, 1000 * place + deal, CHANCE if deal % 2 else (Eager, Seeker))


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_rows_cover_every_pair(key: str) -> None:
    """The array is pairwise: each two values that do not conflict stand together in some row."""
    values = {option.name: values_of(option, key) for option in options_of(key)}
    rows = rows_of(key)
    refused = conflicts(values)
    for pair in pairs_of(values):
        together = any(all(row[name] == value for name, value in pair) for row in rows)
        assert together is (pair not in refused), pair
    assert len(rows) < 30


def test_the_generator_covers_what_it_is_given() -> None:
    """Refused pairs are avoided, all others covered, in the fewest rows that two options allow."""
    rows = pairwise({"a": [1, 2], "b": [1, 2, 3]}, {(("a", 2), ("b", 3))})

    assert sorted((row["a"], row["b"]) for row in rows) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]


def test_conflicts_are_refused_with_both_names() -> None:
    """Two options of which one leaves the other without an object are refused, and both named."""
    refused = 0
    for key in RULE_SETS:
        names = {option.name for option in options_of(key)}
        for clash in CONFLICTS:
            if not {clash.option, clash.other} <= names:
                continue
            option = next(one for one in options_of(key) if one.name == clash.option)
            for value in values_of(option, key):
                if value == clash.neutral:
                    continue
                with pytest.raises(OptionError) as error:
                    rule_set(key, **{clash.option: value, clash.other: clash.value})
                assert repr(clash.option) in str(error.value)
                assert repr(clash.other) in str(error.value)
                refused += 1
    assert refused > 5
