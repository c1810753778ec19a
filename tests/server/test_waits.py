"""What a seat is told of its waits, where any tile at all would complete its hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.server.protocol import Settings
from goldsparrow.server.questions import HintBudget, question_frame, standing_waits
from goldsparrow.server.state import Decision
from tests.clauses.walls import SANMING, deal, discard, passing

UNLOCKED = rule_set("longyan", gold_lock="none")
FOUR = "123p456p789p123s"
"""Four complete melds: with one gold beside them every tile makes the pair."""


def state_of(game: Deal) -> Any:
    return SimpleNamespace(
        match=SimpleNamespace(deal=game),
        setup=SimpleNamespace(settings=Settings()),
        worth={},
        hints=HintBudget(lambda: 0.0, lambda: 0.0),
        table="t",
    )


def lone_gold(rules: RuleSet) -> Deal:
    """Seat 0 holds melds, one gold and a tile to throw."""
    melds = FOUR + "789s" * (rules.deal.melds - 4)
    game = deal(rules, {0: melds + "5m1m"}, "5m")
    passing(game)
    return game


def test_a_lone_gold_waits_for_any_tile() -> None:
    """Twenty-seven kinds where honours are flowers, thirty-four where they are played."""
    for rules, kinds in ((SANMING, 27), (UNLOCKED, 34)):
        game = lone_gold(rules)
        state = state_of(game)
        question = game.question
        decision = Decision(1, 0, "turn", game.waiting[0], question.tile, question.source)
        ready = {each.discard: each for each in question_frame(state, decision).ready}
        assert ready["1m"].any_tile
        assert len(ready["1m"].waits) == kinds
        assert not ready["1p"].any_tile
        discard(game, 0, "1m")
        told = standing_waits(state, 0)
        assert told is not None
        assert told.any_tile
        assert len(told.waits) == kinds


def test_a_hand_that_waits_for_some_does_not_say_any() -> None:
    """Two kinds are two kinds."""
    game = deal(SANMING, {0: "123m456m789m123s55s1p1p" + "9m"}, "8p")
    passing(game)
    discard(game, 0, "9m")
    told = standing_waits(state_of(game), 0)
    assert told is not None
    assert {wait.tile for wait in told.waits} >= {"5s", "1p"}
    assert not told.any_tile
