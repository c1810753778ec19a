"""`scripts/leanings.py`: what claims are worth beside their estimates."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import leanings
from goldsparrow.players.leaning import CLAIM_TERMS, GOING_ON_TERMS, LEAST_AHEAD

CLAIMS, GOING_ON = leanings.CHOICES["claims"], leanings.CHOICES["going-on"]
AHEAD, IDLE = CLAIM_TERMS.index("ahead"), CLAIM_TERMS.index("idle")


def made_up(count: int, more_of_idle: float, *, noise: float = 0.0) -> leanings.Rows:
    """Rows whose claims come out as estimated, and idle ones by so much more."""
    chance = np.random.default_rng(1)
    rows = np.zeros((count, len(CLAIM_TERMS) + 1))
    rows[:, CLAIM_TERMS.index("always")] = 1
    rows[:, AHEAD] = chance.normal(0, 0.05, count)
    rows[:, IDLE] = chance.integers(0, 2, count)
    rows[:, -1] = rows[:, AHEAD] + more_of_idle * rows[:, IDLE] + chance.normal(0, noise, count)
    return rows


def test_it_finds_what_estimates_miss() -> None:
    """A bias of idle claims comes out as the weight of that term, the others stay near zero."""
    weights = leanings.fit(CLAIMS, made_up(200_000, -0.08))
    assert weights[IDLE] == pytest.approx(-0.08, abs=0.003)
    assert weights[CLAIM_TERMS.index("always")] == pytest.approx(0, abs=0.003)
    assert weights[AHEAD] == pytest.approx(0, abs=0.03)
    assert not weights[CLAIM_TERMS.index("pong")]


def test_the_gain_is_told_from_what_was_left_out() -> None:
    """Choices that change gain where there is something to find, and nothing where there is not."""
    changed, gained, error = leanings.gain(CLAIMS, made_up(20_000, -0.08, noise=0.1))
    assert changed > 1000
    assert gained - error > 0.01
    changed, gained, error = leanings.gain(CLAIMS, made_up(20_000, 0.0, noise=0.1))
    assert abs(gained) < 0.02 + error


def test_rows_depend_on_the_seed_alone() -> None:
    """The same seed and deal make the same rows; another seed makes others."""
    first = list(leanings.claim_rows("fuzhou-ourgame", "a", 0))
    assert first == list(leanings.claim_rows("fuzhou-ourgame", "a", 0))
    assert first != list(leanings.claim_rows("fuzhou-ourgame", "b", 0))
    assert all(len(row) == len(CLAIM_TERMS) + 1 for row in first)


def test_going_on_is_played_out_beside_wins() -> None:
    """Where it is not much worse, as it is estimated; the same seed makes the same rows."""
    found = [
        row for deal in range(12) for row in leanings.going_on_rows("fuzhou-street", "a", deal)
    ]
    assert found
    assert found == [
        row for deal in range(12) for row in leanings.going_on_rows("fuzhou-street", "a", deal)
    ]
    ahead, tours = GOING_ON_TERMS.index("ahead"), GOING_ON_TERMS.index("tours")
    for row in found:
        assert len(row) == len(GOING_ON_TERMS) + 1
        assert LEAST_AHEAD <= row[ahead] <= 1
        assert row[tours] == 1


def test_few_dear_outcomes_do_not_decide() -> None:
    """What came out is cut off at some wins, where few tours are worth many."""
    rows = np.zeros((2000, len(GOING_ON_TERMS) + 1))
    rows[:, 0] = 1
    rows[:10, -1] = 400
    assert leanings.fit(GOING_ON, rows)[0] == pytest.approx(10 * GOING_ON.most / 2000)


def test_it_writes_what_the_master_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file says how much was played, and has a weight for every term."""
    out = tmp_path / "leanings.json"
    monkeypatch.setattr(leanings, "PIECE", 4)
    arguments = ["leanings.py", "--deals", "4", "--workers", "1", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    leanings.main()
    told = json.loads(out.read_text("utf-8"))
    for name, terms in (("claims", CLAIM_TERMS), ("going on", GOING_ON_TERMS)):
        assert told[name]["deals"] == 4
        assert told[name]["choices"] > 0
        assert list(told[name]["weights"]) == list(terms)


def test_what_is_not_counted_anew_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "leanings.json"
    out.write_text(json.dumps({"claims": "as they were"}), encoding="utf-8")
    monkeypatch.setattr(leanings, "PIECE", 2)
    arguments = ["leanings.py", "going-on", "--deals", "2", "--workers", "1", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", arguments)
    leanings.main()
    told = json.loads(out.read_text("utf-8"))
    assert told["claims"] == "as they were"
    assert told["going on"]["deals"] == 2


def test_an_unknown_choice_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["leanings.py", "discards"])
    with pytest.raises(SystemExit):
        leanings.main()
    assert "'discards'; expected claims or going-on" in capsys.readouterr().err
