"""A bot never cheats: what its seat has not seen changes nothing that it chooses."""

from __future__ import annotations

from random import Random

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import Move, MoveSet
from goldsparrow.players import PLAYERS, Greedy, Master, Player, frozen, player
from goldsparrow.players.explain import explain
from goldsparrow.players.search import Budget
from goldsparrow.rules import RULE_SETS, rule_set
from tests.laws.hidden import exchanged, same_choices


class LooksAhead(Master):
    """The master with every choice played on, so that looking ahead is what is looked at."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, Budget(playouts=8), close=1.0)


class Cheat:
    """Discards what the next seat holds most of: the test has to notice."""

    def act(self, view: View, moves: MoveSet) -> Move:
        table: Table = view._table
        hand = table.known_hand(((view.seat or 0) + 1) % 4)
        return max(
            (move for move in range(150) if moves >> move & 1),
            key=lambda move: (hand.counts[move] if move < 34 else 0, move),
        )


def make(name: str) -> Player:
    if name == "looks-ahead":
        return LooksAhead(5)
    return Cheat() if name == "cheat" else player(name, 5)


def twins(key: str, name: str, deals: int) -> list[tuple[Move, Move]]:
    """What a bot chooses at a moment of a deal, and at the same one of a deal with other tiles."""
    found = []
    chance = Random(key)
    for number in range(deals):
        shuffled = shuffle(f"{key} {number}".encode(), "secrecy")
        game = Deal(rule_set(key), shuffled, dealer=number % 4)
        stop = chance.randrange(4, 60)
        while game.result is None:
            seat = min(game.waiting)
            moves, view = game.waiting[seat], game.view(seat)
            if stop <= 0 and moves & (moves - 1):
                move = make(name).act(view, moves)
                twin = Deal(game.rules, exchanged(game, shuffled, seat, chance), dealer=number % 4)
                if same_choices(game, twin) and twin.view(seat) == view:
                    assert twin.waiting[seat] == moves
                    found.append((move, make(name).act(twin.view(seat), moves)))
                    if name in PLAYERS:
                        told = [
                            explain(make(name), name, each.view(seat), moves)
                            for each in (game, twin)
                        ]
                        assert told[0] == told[1]
                break
            stop -= 1
            game.act(seat, Greedy().act(view, moves))
    return found


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("name", [*PLAYERS, "looks-ahead", *frozen.names()])
def test_hidden_tiles_do_not_matter(name: str, key: str) -> None:
    """Deals that differ only in what the seat has not seen: one move, and one explanation."""
    found = twins(key, name, 12)

    assert len(found) > 2
    assert all(move == other for move, other in found)


def test_the_test_notices() -> None:
    """A bot that looks at another's hand is caught."""
    found = [pair for key in RULE_SETS for pair in twins(key, "cheat", 12)]
    assert any(move != other for move, other in found)
