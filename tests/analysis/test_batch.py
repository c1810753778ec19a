"""The numpy form agrees with the plain one: design, "Hand analysis"."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

from goldsparrow import analysis
from goldsparrow.analysis import batch
from tests.analysis import oracle

HANDS = [
    *oracle.hands(30, 2_000, short=False),
    *oracle.hands(31, 2_000, short=True),
]
COUNTS = np.array([counts for counts, _, _ in HANDS], dtype=np.uint8)
MELDS = np.array([melds for _, melds, _ in HANDS])
GOLDS = np.array([golds for _, _, golds in HANDS])


def test_distances_agree_hand_by_hand() -> None:
    """Melds and golds may differ from hand to hand."""
    expected = [
        analysis.distance(*analysis.suit_keys(counts), melds, golds)
        for counts, melds, golds in HANDS
    ]
    found = batch.distances(COUNTS, MELDS, GOLDS)
    assert found.dtype == np.uint8
    assert found.tolist() == expected


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int64, np.float32])
def test_any_number_type_serves(dtype: type) -> None:
    """The counts' type does not matter, nor whether melds and golds are arrays."""
    found = batch.distances(COUNTS.astype(dtype), 5, 2)
    assert (found == batch.distances(COUNTS, np.full(len(COUNTS), 5), np.array(2))).all()


def test_keys_are_the_plain_keys() -> None:
    """Keys kept running elsewhere can be asked about without their counts."""
    keys = batch.keys_of(COUNTS)
    assert [tuple(row) for row in keys.tolist()] == [
        analysis.suit_keys(counts) for counts, _, _ in HANDS
    ]
    assert (
        batch.distances_of_keys(keys, MELDS, GOLDS) == batch.distances(COUNTS, MELDS, GOLDS)
    ).all()


def test_no_hands_have_no_distances() -> None:
    """An empty batch is no error."""
    assert batch.distances(np.zeros((0, 34), dtype=np.uint8), 5, 0).shape == (0,)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (np.zeros(34), r"shape \(34,\); expected \(n, 34\)"),
        (np.zeros((2, 33)), r"shape \(2, 33\)"),
        (np.full((1, 34), 5), "5 to 5; expected 0 to 4"),
        (np.full((1, 34), -1), "-1 to -1; expected 0 to 4"),
    ],
)
def test_other_arrays_are_refused(counts: np.ndarray, said: str) -> None:
    """Bad input gets one error that quotes it."""
    with pytest.raises(ValueError, match=said):
        batch.distances(counts, 5, 0)


@pytest.mark.parametrize(
    ("melds", "golds", "said"),
    [
        (6, 0, "melds: 0 to 6; expected 0 to 5"),
        (-1, 0, "melds: -1 to 0"),
        (5, np.full(len(COUNTS), 5), "golds: 0 to 5; expected 0 to 4"),
    ],
)
def test_other_melds_and_golds_are_refused(melds: int, golds: int, said: str) -> None:
    """Numbers beyond the tables would otherwise read another number's distances."""
    with pytest.raises(ValueError, match=said):
        batch.distances(COUNTS, melds, golds)


def test_without_numpy_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Design, "Hand analysis": numpy is an extra, and its absence is explained."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "goldsparrow.analysis.batch")
    with pytest.raises(ImportError, match=r"needs numpy; .*goldsparrow\[batch\]"):
        importlib.import_module("goldsparrow.analysis.batch")
