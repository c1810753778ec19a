"""`scripts/leanings.py`: what claims are worth beside their estimates."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import leanings
from goldsparrow.players.leaning import TERMS

AHEAD, IDLE = TERMS.index("ahead"), TERMS.index("idle")


def made_up(count: int, more_of_idle: float, *, noise: float = 0.0) -> leanings.Rows:
    """Rows whose claims come out as estimated, and idle ones by so much more."""
    chance = np.random.default_rng(1)
    rows = np.zeros((count, len(TERMS) + 1))
    rows[:, TERMS.index("always")] = 1
    rows[:, AHEAD] = chance.normal(0, 0.05, count)
    rows[:, IDLE] = chance.integers(0, 2, count)
    rows[:, -1] = rows[:, AHEAD] + more_of_idle * rows[:, IDLE] + chance.normal(0, noise, count)
    return rows


def test_it_finds_what_estimates_miss() -> None:
    """A bias of idle claims comes out as the weight of that term, the others stay near zero."""
    weights = leanings.fit(made_up(200_000, -0.08))
    assert weights[IDLE] == pytest.approx(-0.08, abs=0.003)
    assert weights[TERMS.index("always")] == pytest.approx(0, abs=0.003)
    assert weights[AHEAD] == pytest.approx(0, abs=0.03)
    assert not weights[TERMS.index("pong")]


def test_the_gain_is_told_from_what_was_left_out() -> None:
    """Choices that change gain where there is something to find, and nothing where there is not."""
    changed, gained, error = leanings.gain(made_up(20_000, -0.08, noise=0.1))
    assert changed > 1000
    assert gained - error > 0.01
    changed, gained, error = leanings.gain(made_up(20_000, 0.0, noise=0.1))
    assert abs(gained) < 0.02 + error


def test_rows_depend_on_the_seed_alone() -> None:
    """The same seed and deal make the same rows; another seed makes others."""
    first = list(leanings.rows_of("fuzhou-ourgame", "a", 0))
    assert first == list(leanings.rows_of("fuzhou-ourgame", "a", 0))
    assert first != list(leanings.rows_of("fuzhou-ourgame", "b", 0))
    assert all(len(row) == len(TERMS) + 1 for row in first)


def test_it_writes_what_the_master_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says how much was played, and has a weight for every term."""
    out = tmp_path / "leanings.json"
    monkeypatch.setattr(leanings, "PIECE", 2)
    monkeypatch.setattr(
        sys, "argv", ["leanings.py", "--deals", "4", "--workers", "1", "--out", str(out)]
    )
    leanings.main()
    told = json.loads(out.read_text("utf-8"))
    assert told["deals"] == 4
    assert told["claims"] > 0
    assert list(told["weights"]) == list(TERMS)
