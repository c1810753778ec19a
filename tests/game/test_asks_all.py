"""A deal that asks every seat that a question may go to (C9): the same game, asked more often."""

from __future__ import annotations

from random import Random

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import PASS, moves_in
from goldsparrow.rules import RULE_SETS, rule_set
from tests.laws.strategies import players_of
from tests.stacked import COMPLETE, OURGAME, act, stacked

PASS_ONLY = 1 << PASS


def open_deal(hands: dict[int, str], gold: str, **more: str) -> Deal:
    """A deal with given hands that asks everybody, past its opening question."""
    deal = Deal(OURGAME, stacked(hands, gold, **more), asks_all=True)
    while deal.phase == "opening":
        act(deal, next(iter(deal.waiting)), "pass")
    return deal


def test_the_opening_asks_everybody() -> None:
    """F8: all four are asked before the first discard, whatever they hold."""
    deal = Deal(OURGAME, stacked({0: COMPLETE}, "9s"), asks_all=True)
    assert deal.phase == "opening"
    assert list(deal.waiting) == [0, 1, 2, 3]
    assert list(deal.waiting.values())[1:] == [PASS_ONLY] * 3


def test_every_discard_asks_the_three_others() -> None:
    """C9: a discard that nobody can claim asks as many seats as one that somebody can."""
    deal = open_deal({0: "5m1z", 1: "1s", 2: "1s", 3: "1s"}, "9s")
    act(deal, 0, "discard:5m")
    assert deal.phase == "claim"
    assert list(deal.waiting) == [1, 2, 3]


def test_a_seat_that_can_only_pass_changes_nothing() -> None:
    """C9: a claim counts whether those who can only pass answered before it or not."""
    for early in (False, True):
        hands = {0: "5m", 1: "258m147p369s", 2: "55m", 3: "9s"}
        deal = open_deal(hands, "8s")
        act(deal, 0, "discard:5m")
        if early:
            assert deal.waiting[3] == PASS_ONLY
            assert deal.act(3, PASS) == []
        act(deal, 1, "pass")
        act(deal, 2, "pong")
        assert deal.phase == "turn"
        assert deal.waiting.keys() == {2}


@pytest.mark.parametrize("key", RULE_SETS)
def test_the_same_events(key: str) -> None:
    """C9: played by the same choices, a deal has the same events however many it asks."""
    rules = rule_set(key)
    for number in range(12):
        shuffled = shuffle(b"asks all", f"{key} {number}")
        plain = Deal(rules, shuffled, dealer=number % 4)
        asking = Deal(rules, shuffled, dealer=number % 4, asks_all=True)
        players = players_of(number)
        chance = Random(number)
        while not asking.result:
            if asking.phase == "opening" and plain.phase == "turn":
                for seat in list(asking.waiting):
                    if seat in asking.waiting:
                        asking.act(seat, PASS)
                continue
            asked = list(asking.waiting)
            chance.shuffle(asked)
            phase, waiting = asking.phase, asking.waiting
            for seat in asked:
                if asking.waiting is not waiting:
                    break
                moves = waiting[seat]
                if plain.phase == phase and seat in plain.waiting:
                    assert moves == plain.waiting[seat]
                    move = players[seat].act(plain.view(seat), moves)
                    plain.act(seat, move)
                else:
                    assert list(moves_in(moves)) == [PASS]
                    move = PASS
                asking.act(seat, move)
        assert asking.events == plain.events


def test_a_match_asks_as_it_is_told() -> None:
    """C9: a match hands the wish to its deals."""
    match = Match(OURGAME, Length(1, "deals"), asks_all=True)
    match.start(shuffle(b"asks all", "match"))
    assert match.waiting.keys() == {0, 1, 2, 3}
