"""The master: how it looks ahead, and what it does where nothing stands out."""

from __future__ import annotations

from random import Random

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.imagined import imagined
from goldsparrow.game.laws import check_table
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import MOVE_NAMES
from goldsparrow.players import Expert, Greedy, Master
from goldsparrow.players.expert import weigh
from goldsparrow.players.hidden import Unseen
from goldsparrow.players.search import Budget, Search
from goldsparrow.rules import RULE_SETS, rule_set
from tests.stacked import CLASSIC, deal, discard


def walk(key: str, deals: int = 3) -> list[tuple[Deal, int]]:
    """Moments of deals at which a seat has a real choice, as copies."""
    found = []
    for number in range(deals):
        game = Deal(rule_set(key), shuffle(bytes([number]), "master"), dealer=number)
        while game.result is None:
            seat = min(game.waiting)
            moves = game.waiting[seat]
            if (
                moves & (moves - 1)
                and game.phase in {"turn", "claim"}
                and len(game.events) % 5 == 0
            ):
                found.append((game.copy(), seat))
            game.act(seat, Greedy().act(game.view(seat), moves))
    return found


@pytest.mark.parametrize("key", RULE_SETS)
def test_hidden_tiles_are_drawn_as_they_may_lie(key: str) -> None:
    """Every draw looks like the view, keeps the laws, and is the same by the same seed."""
    for game, seat in walk(key):
        view = game.view(seat)
        unseen = Unseen(view)
        drawn = unseen.draw(Random(3))
        assert drawn == unseen.draw(Random(3))
        again = imagined(view, drawn)
        assert again.view(seat) == view
        assert again.waiting[seat] == game.waiting[seat]
        check_table(again.table)


def test_what_comes_next_can_be_set() -> None:
    """Places of the wall get the unseen tiles in the order of kinds: first, middle, last."""
    game, seat = next(one for one in walk("sanming") if one[0].phase == "turn")
    view = game.view(seat)
    tiles = [tile for tile, left in enumerate(view.unseen()) for _ in range(left)]
    unseen = Unseen(view)
    for point, expected in ((0.0, tiles[0]), (0.999, tiles[-1])):
        for place in (0, 3):
            assert unseen.draw(Random(1), {place: point}).wall[place] == expected


def test_looking_ahead_prefers_what_wins() -> None:
    """Throwing away a wait loses to keeping it, by as much as a hand that waits is worth."""
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", CLASSIC, draws="1s")
    discard(game, 0, "1m")
    view, moves = game.view(1), game.waiting[1]
    ranked = {each.move: each for each in weigh(view, moves, thorough=True)}
    good, bad = (
        ranked[move] for move in ranked if MOVE_NAMES[move] in {"discard:1s", "discard:9p"}
    )
    tried = Search(view, Random(1), Budget(playouts=40), 4.0).compare([good, bad])

    assert MOVE_NAMES[tried[0].weighed.move] == "discard:1s"
    assert tried[1].gain < -5
    assert tried[0].gain == 0
    assert sum(each.tries for each in tried) <= 40


def test_the_budget_is_kept() -> None:
    """No more playouts than there are, none after the time is over, and the same by one seed."""
    game, seat = walk("longyan")[3]
    view = game.view(seat)
    found = weigh(view, game.waiting[seat])[:3]
    for playouts in (0, 1, 7, 30):
        tried = Search(view, Random(2), Budget(playouts), 8.0).compare(found)
        assert sum(each.tries for each in tried) <= playouts
        assert tried == Search(view, Random(2), Budget(playouts), 8.0).compare(found)
    late = Search(view, Random(2), Budget(500, seconds=0.0), 8.0).compare(found)
    assert sum(each.tries for each in late) <= len(found)


@pytest.mark.parametrize("key", RULE_SETS)
def test_without_playouts_it_is_the_leaned_expert(key: str) -> None:
    """Where nothing is played on it differs from the expert in claims alone."""
    for game, seat in walk(key):
        view, moves = game.view(seat), game.waiting[seat]
        move = Master(0, Budget(playouts=0)).act(view, moves)
        if move != Expert().act(view, moves):
            assert game.phase == "claim"
