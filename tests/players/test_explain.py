"""Why bots choose: every listed bot can say so, in three languages, from what its seat sees."""

from __future__ import annotations

import msgspec
import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import PASS, move_name, moves_in
from goldsparrow.players import PLAYERS, player
from goldsparrow.players.explain import Explanation, explain, move_text, sentences
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.text import LANGUAGES
from tests.stacked import CLASSIC, act, deal, discard


def told(game: Deal, seat: int, name: str = "expert") -> Explanation:
    return explain(player(name, 1), name, game.view(seat), game.waiting[seat])


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("key", RULE_SETS)
def test_every_bot_says_why(name: str, key: str) -> None:
    """Its own choice first, every legal move once, in words of all languages."""
    game = Deal(rule_set(key), shuffle(key.encode(), "explain"))
    bot = player(name, 3)
    looked = 0
    while game.result is None and looked < 25:
        seat = min(game.waiting)
        moves, view = game.waiting[seat], game.view(seat)
        before = view.snapshot()
        found = explain(bot, name, view, moves)
        assert view.snapshot() == before
        assert sorted(each.move for each in found.options) == sorted(
            map(move_name, moves_in(moves))
        )
        assert found.options[0].move == found.move
        assert msgspec.json.decode(msgspec.json.encode(found), type=Explanation) == found
        for language in LANGUAGES:
            assert all(sentences(found, language))
        looked += 1
        game.act(seat, player("greedy").act(view, moves))
    assert looked == 25 or game.result is not None


def test_a_discard_is_told_with_what_it_leaves() -> None:
    """Distance, useful tiles and how many are unseen, points, danger and its cost."""
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", CLASSIC, draws="1s")
    discard(game, 0, "1m")
    found = told(game, 1)
    options = {each.move: each for each in found.options}

    assert found.move == "discard:1s"
    best = options["discard:1s"]
    assert best.distance == 1
    assert {each.tile for each in best.useful} == {"3p", "6p"}
    assert best.points is not None
    assert options["discard:5p"].points is not None
    assert best.points > options["discard:5p"].points
    assert best.danger is not None
    assert best.cost is not None
    assert options["discard:9p"].distance == 2
    assert "waits" in " ".join(sentences(found, "en"))


def test_the_greedy_bot_orders_by_distance() -> None:
    """It thinks of no points, and says none."""
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", CLASSIC, draws="1s")
    discard(game, 0, "1m")
    found = told(game, 1, "greedy")

    assert found.move == "discard:1s"
    assert all(each.points is None and each.danger is None for each in found.options)
    far = [each.distance for each in found.options]
    assert far == sorted(far)


def test_chance_has_no_order() -> None:
    """A choice by chance is said to be one."""
    game = deal({0: "147m147p147s258m258p28s"}, "9s")
    found = told(game, 0, "chance")

    assert not found.ranked
    assert sentences(found, "en") == [
        f"chance leaves it to chance: any of {len(found.options)} legal moves, each as likely."
    ]


def test_a_claim_is_weighed_against_a_pass() -> None:
    """What passing leaves is told; after a claim a discard has still to follow."""
    game = deal({0: "3m", 1: "33m456m789m1234p5p99p"}, "9s")
    act(game, 0, "discard:3m")
    found = told(game, 1)
    options = {each.move: each for each in found.options}

    assert found.move == "pong"
    assert options["pong"].distance == 1
    assert options["pong"].useful == ()
    assert options[move_name(PASS)].distance == 2
    assert options[move_name(PASS)].useful
    assert options["pong"].danger is None


def test_moves_in_words() -> None:
    """Moves are named as players say them."""
    assert move_text("discard:5p", "en") == "discard 5p"
    assert move_text("discard:5p", "zh-Hans") == "打 5p 五筒"
    assert move_text("chow:3m", "zh-Hant") == "吃成 345m"
    assert move_text("pass", "en") == "pass"
