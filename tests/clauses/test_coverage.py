"""Every clause and every house option is tried in play somewhere; the options not yet are here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import goldsparrow
from goldsparrow.rules import OPTIONS, rule_set
from goldsparrow.rules.presets import PRESETS
from tests.clauses.walls import deal, discard, passing, play, won

TESTS = Path(__file__).parents[1]
CLAUSES = [
    f"{page}{number}"
    for page, last in (("C", 14), ("F", 25), ("S", 13), ("L", 16))
    for number in range(1, last + 1)
]


def test_every_clause_is_cited_by_a_test() -> None:
    """Every number of the rule pages, C1 to L16, stands in some test."""
    text = "\n".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    cited = set(re.findall(r"\b[CFSL]\d+\b", text))

    assert [clause for clause in CLAUSES if clause not in cited] == []


def test_every_option_is_tried_in_play() -> None:
    """Every house option is set in some test that plays, besides the laws, which play them all."""
    folders = (TESTS / "clauses", TESTS / "game")
    text = "\n".join(path.read_text("utf-8") for one in folders for path in one.glob("test_*.py"))

    assert [name for name in OPTIONS if not re.search(rf'\b{name}(=|": )', text)] == []


def _branches_on_keys(source: str) -> Iterator[int]:
    """Yields the lines that compare something with a rule set's key, or match it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            sides: list[ast.expr] = [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            sides = [node.value]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            sides = node.args if node.func.attr in {"startswith", "endswith"} else []
        else:
            continue
        texts = {
            part.value
            for side in sides
            for part in ast.walk(side)
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        }
        if texts & (set(PRESETS) | {"fuzhou", "fuzhou-"}):
            yield node.lineno if isinstance(node, ast.expr) else node.value.lineno


def test_a_branch_on_a_key_is_found() -> None:
    """The search below sees comparisons, memberships, matches and beginnings."""
    source = """
if rules.key == "sanming": pass
if rules.key in ("longyan", "sanming"): pass
if rules.key.startswith("fuzhou"): pass
match rules.key:
    case "longyan": pass
found = rule_set("longyan")
"""
    assert sorted(_branches_on_keys(source)) == [2, 3, 4, 6]


def test_nothing_asks_which_rule_set_it_runs() -> None:
    """What rule sets differ in stands in them; no code branches on a rule set's key."""
    package = Path(goldsparrow.__file__).parent
    found = [
        f"{path.relative_to(package)}:{line}"
        for path in sorted(package.rglob("*.py"))
        for line in _branches_on_keys(path.read_text("utf-8"))
    ]

    assert found == []


@pytest.mark.parametrize(("flush", "special"), [("off", None), ("240/120", 240), ("200/100", 200)])
def test_one_suit(flush: str, special: int | None) -> None:
    """F21: `flush`: one suit without a gold; in a self-draw (5 + 2 flowers) x 2 and the special."""
    rules = rule_set("fuzhou-ourgame", flush=flush)
    hand = "111m234m234m678m678m5m"
    game = deal(rules, {0: "9p", 1: hand}, "9s", flowers={1: "1z2z"}, at={0: "5m"})
    passing(game)
    discard(game, 0, "9p")
    play(game, "1 win")

    assert won(game).score.special == ("one_suit" if special else None)
    assert won(game).score.payments[0] == -(14 + (special or 0))


def test_half_suit() -> None:
    """F21: golds that are wild make it half a suit: (5 + 2 + 1) x 2 + 120."""
    rules = rule_set("fuzhou-ourgame", flush="240/120")
    hand = "111m234m234m678m67m5m9s"
    game = deal(rules, {0: "9p", 1: hand}, "9s", flowers={1: "1z2z"}, at={0: "5m"})
    passing(game)
    discard(game, 0, "9p")
    play(game, "1 win")

    assert won(game).score.special == "half_suit"
    assert won(game).score.payments[0] == -136


@pytest.mark.parametrize("counts", [False, True])
def test_a_kong_may_be_the_one_flower(counts: bool) -> None:
    """F21: `one_flower_counts_kong`: an exposed kong without any flower is one flower."""
    rules = rule_set("fuzhou-ourgame", one_flower_counts_kong=counts)
    hands = {0: "1p", 1: "111p456m789m123s55s7s8s"}
    game = deal(rules, hands, "3p", tail="9s")
    passing(game)
    play(game, "0 discard:1p", "1 kong", "1 win")

    assert won(game).score.special == ("one_flower" if counts else None)
    # (5 + 1 for the kong) x 2, and 15 for one flower.
    assert won(game).score.payments[0] == -(12 + 15 * counts)
