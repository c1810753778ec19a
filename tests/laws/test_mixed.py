"""The test-only rule set of mixed clauses, and that nothing knows a rule set by its name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from goldsparrow.events import Discard, GoldGap, LastDraws, Payment, Tour
from goldsparrow.rules import RULE_SETS
from goldsparrow.tiles import KIND, NAMES
from tests.clauses.walls import deal, discard, passing, play
from tests.laws.hold import MIXED as MIXED_PLAYERS
from tests.laws.hold import hold
from tests.laws.mixed import MIXED

DEALS = 120
"""Deals here; `scripts/long_laws.py` plays 10,000."""

SOURCES = Path(__file__).parents[2] / "src" / "goldsparrow"


def test_mixed_clauses_hold_all_laws() -> None:
    """Design: tours, followed discards, instant payments, gold gap and paid draws in one rule set.

    They all happen, so that they do meet.
    """
    seen: Counter[str] = Counter()
    for seed in range(DEALS):
        deal = hold(MIXED, seed, MIXED_PLAYERS)
        for event in deal.events:
            if isinstance(event, Payment):
                seen[event.reason] += 1
            elif isinstance(event, GoldGap | Tour | LastDraws):
                seen[type(event).__name__] += 1
        if deal.result and deal.result.score and deal.result.score.row:
            seen[deal.result.score.row] += 1

    assert {
        "flower_kong",
        "exposed_kong",
        "concealed_kong",
        "added_kong",
        "dealer_pays_draw",
        "LastDraws",
        "tour",
        "discard",
        "self_draw",
    } <= seen.keys(), seen


def test_mixed_clauses_meet() -> None:
    """S7, L9, S1: a followed discard, a gold gap, a double tour, and the gold drawn into the gap.

    The double tour leaves self-draws, so that the locked hand wins in it; every discard until then
    was paid for or thrown as its own clause says.
    """
    hands = {
        0: "123m456m789m123s99s4p6p9p",
        1: "444s555s666s777s888m9p",
        2: "9p",
        3: "9p",
    }
    game = deal(MIXED, hands, "5p", at={0: "5p", 1: "1s", 2: "2s", 3: "3m", 4: "5p", 7: "5p"})
    play(game, "0 gold_gap:9p")
    passing(game)
    for seat in (1, 2, 3):
        discard(game, seat, "9p")
    assert game.table.payments == [-15, 5, 5, 5]

    # Seat 0 threw what it drew; seat 1, which holds one gold, draws another and lets one go.
    assert Discard(0, "3m") in game.events
    assert game.table.drawn == KIND["5p"]
    discard(game, 1, "5p")
    assert Tour(1, 2) in game.events
    for seat in (2, 3):
        discard(game, seat, NAMES[game.table.drawn])

    assert game.result is not None
    assert (game.result.winner, game.result.by) == (0, "self_draw")


def test_nothing_branches_on_a_rule_sets_key() -> None:
    """Design: a rule set's key is looked up and shown, never compared or switched on."""
    keys = "|".join(map(re.escape, RULE_SETS))
    branch = re.compile(
        rf"""(==|!=|\bin\b|\bcase\b|startswith\()\s*[\[({{]?\s*["']({keys}|fuzhou)"""
        rf"""|["']({keys})["']\s*(==|!=|\bin\b)"""
        r"""|\brules\.key\s*(==|!=|\bin\b)"""
    )
    assert branch.search('if rules.key == "longyan":')
    assert branch.search("tail = key in ('sanming', other)")
    found = [
        f"{path.relative_to(SOURCES)}: {line.strip()}"
        for path in SOURCES.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if branch.search(line)
    ]

    assert found == []


def test_the_referee_and_the_table_know_no_clause() -> None:
    """Design: neither imports a clause nor names one by its key."""
    clause_keys = [clause.key for clause in MIXED.clauses]
    for name in ("deal", "table", "legality", "view", "match", "facts", "worth"):
        text = (SOURCES / "game" / f"{name}.py").read_text("utf-8")
        assert "rules.clauses." not in text.replace("self.rules.clauses", ""), name
        for key in clause_keys:
            # `tour` and `gold_gap` are moves and events as well; as keys they would be quoted.
            assert f'"{key}"' not in text, (name, key)
