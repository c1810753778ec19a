"""Every worked example of the rule pages, and the vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goldsparrow.rules.case import read_case
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from tests.rules.cases import scored

VECTORS = Path(__file__).parents[1] / "vectors" / "score.ndjson"

# Without golds; it waits for 3p and 6p.
RUNS = "123456789m 123p 45p 55s"
OURGAME, CLASSIC, SANMING, LONGYAN = "fuzhou-ourgame", "fuzhou-classic", "sanming", "longyan"


@pytest.mark.parametrize(
    ("args", "more", "payments"),
    [
        (
            (OURGAME, "9s", RUNS, "discard", "6p"),
            {"source": 2, "flowers": "123f"},
            (-8, 24, -8, -8),
        ),
        (
            (OURGAME, "9s", "123456m 12p 5s 9s", "self_draw", "3p"),
            {"flowers": "1111z 1f 3f", "opened": "=7777m 123s", "streak": 3},
            (-38, 102, -32, -32),
        ),
        (
            (OURGAME, "9s", "123456789m 123p 12p 99s", "self_draw", "3p"),
            {"winner": 0, "flowers": "1f 5f", "streak": 2},
            (246, -82, -82, -82),
        ),
        (
            (OURGAME, "9s", "123456789m 123p 12p 99s", "discard", "3p"),
            {"source": 3, "flowers": "1f 5f", "streak": 1},
            (-70, 208, -69, -69),
        ),
        (
            (OURGAME, "9s", RUNS, "discard", "6p"),
            {"winner": 3, "source": 0},
            (-40, -40, -40, 120),
        ),
        (
            (OURGAME, "9s", RUNS, "discard", "6p"),
            {"winner": 2, "source": 0, "flowers": "1z"},
            (-27, -27, 81, -27),
        ),
        (
            (OURGAME, "9s", "1479m 1479p 147s 2m 33p 99s", "self_draw", "9s"),
            {"winner": 2, "flowers": "1234z 1f 5f"},
            (-68, -68, 204, -68),
        ),
        (
            (OURGAME, "9s", RUNS, "rob_gold"),
            {"flowers": "1f 5f"},
            (-46, 138, -46, -46),
        ),
        (
            (OURGAME, "9s", "123456m 123p 12p 55s 999s", "self_draw", "3p"),
            {"flowers": "1f 5f"},
            (-140, 420, -140, -140),
        ),
        (
            (CLASSIC, "9s", RUNS, "discard", "6p"),
            {"source": 3, "flowers": "123f"},
            (0, 16, 0, -16),
        ),
        (
            (CLASSIC, "9s", RUNS, "self_draw", "6p"),
            {"flowers": "123f"},
            (-16, 48, -16, -16),
        ),
        (
            (SANMING, "9s", "123456m 123p 12p 55s 999s", "self_draw", "3p"),
            {"flowers": "1f 5f"},
            (-70, 210, -70, -70),
        ),
        (
            (SANMING, "9s", RUNS, "discard", "6p"),
            {"source": 2},
            (-25, 75, -25, -25),
        ),
        (
            (SANMING, "9s", RUNS, "discard", "6p"),
            {"source": 2, "fifth_last": True},
            (0, 75, -75, 0),
        ),
        (
            (SANMING, "5s", "123456789m 123p 46s 55p", "self_draw", "5s"),
            {"winner": 3, "flowers": "123f", "gold_gap": True},
            (-68, -68, -68, 204),
        ),
        (
            (LONGYAN, "9s", "123456789m 12p 55s", "discard", "3p"),
            {"source": 2},
            (-2, 5, -2, -1),
        ),
        (
            (LONGYAN, "9s", "123456789m 12p 55s", "discard", "3p"),
            {"source": 0},
            (-3, 5, -1, -1),
        ),
        (
            (LONGYAN, "9s", "123456789m 12p 55s", "discard", "3p"),
            {"winner": 0, "source": 2},
            (7, -2, -3, -2),
        ),
        ((LONGYAN, "9s", "123456789m 12p 55s", "self_draw", "3p"), {}, (-4, 8, -2, -2)),
        (
            (LONGYAN, "9s", "123456789m 12p 55s", "self_draw", "3p"),
            {"winner": 0},
            (12, -4, -4, -4),
        ),
        (
            (LONGYAN, "9s", "123456789m 123p 9s", "self_draw", "7z"),
            {"tour": 1},
            (-8, 16, -4, -4),
        ),
        (
            (LONGYAN, "9s", "123456789m 123p 9s", "self_draw", "7z"),
            {"tour": 2},
            (-16, 32, -8, -8),
        ),
        (
            (LONGYAN, "9s", "123456789m 123p 9s", "self_draw", "7z"),
            {"tour": 3},
            (-32, 64, -16, -16),
        ),
        ((LONGYAN, "9s", "123456789m 123p 55s", "heavenly"), {"winner": 0}, (24, -8, -8, -8)),
    ],
)
def test_worked_examples(
    args: tuple[Any, ...], more: dict[str, Any], payments: tuple[int, ...]
) -> None:
    """The tables of worked examples of the three pages (F18-F23, S5-S12, L9-L15)."""
    assert scored(*args, **more).payments == payments


@pytest.mark.parametrize("line", VECTORS.read_text().splitlines())
def test_vectors(line: str) -> None:
    """What an independent brute-force scorer found (C13, F18-F25, S8-S12, L11-L15)."""
    value = json.loads(line)
    expected = value["expect"]
    read = read_case(value)
    found = score(read.rules, read.facts)
    if not expected["ok"]:
        assert not isinstance(found, Score)
        return
    assert isinstance(found, Score)
    assert found.special == expected["special"]
    assert list(found.payments) == expected["payments"]
