"""What holds of every clause, whatever it does."""

from __future__ import annotations

import copy
from dataclasses import FrozenInstanceError, fields

import pytest

from goldsparrow.rules import clauses as package
from goldsparrow.rules.clause import Clause
from goldsparrow.rules.patterns import PATTERNS
from goldsparrow.text import LANGUAGES, catalogue

EVERY = [getattr(package, name) for name in package.__all__]


@pytest.mark.parametrize("kind", EVERY)
def test_a_clause_is_a_frozen_value(kind: type[Clause]) -> None:
    """Design: a clause is compared by value and changed by nobody; each note is its own."""
    clause = kind()
    assert clause == kind()
    for field in fields(clause):  # type: ignore[arg-type]
        with pytest.raises(FrozenInstanceError):
            setattr(clause, field.name, None)
    note = clause.begin()
    assert note is None or note is not clause.begin()


@pytest.mark.parametrize("kind", EVERY)
def test_a_note_is_copied_apart(kind: type[Clause]) -> None:
    """Design: a copy of a deal has notes of its own, lists in them included."""
    note = kind().begin()
    if note is None:
        return
    other = copy.copy(note)
    for name in note.__dataclass_fields__:
        value = getattr(note, name)
        if isinstance(value, list):
            assert getattr(other, name) == value
            assert getattr(other, name) is not value


@pytest.mark.parametrize("kind", EVERY)
def test_what_a_clause_forbids_is_explained(kind: type[Clause]) -> None:
    """A clause that limits moves refuses under its own key, which has words in each language."""
    if kind.limit is Clause.limit:
        return

    assert set(catalogue()[f"reason.{kind.key}"]) == set(LANGUAGES)


def test_keys_are_unique() -> None:
    """Design: a note stands under its clause's key."""
    assert len({kind.key for kind in EVERY}) == len(EVERY)


@pytest.mark.parametrize("kind", EVERY)
def test_marks_are_known_to_the_scorer(kind: type[Clause]) -> None:
    """Design: what a clause grants is a pattern, a row, or a circumstance that payments know."""
    rows = {"tour", "double_tour", "triple_tour"}

    assert set(kind.grants) <= PATTERNS.keys() | rows | {"fifth_last"}
