"""Deals as a seat imagines them: they look like what it sees, and keep every law."""

from __future__ import annotations

from itertools import takewhile
from random import Random

import pytest

from goldsparrow.errors import Desync
from goldsparrow.events import AnyEvent, End
from goldsparrow.game.deal import Deal
from goldsparrow.game.imagined import HiddenTiles, imagined
from goldsparrow.game.laws import check, check_table
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import PASS
from goldsparrow.players import Chance, Greedy
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.tiles import HIDDEN


def really_hidden(deal: Deal, seat: int) -> HiddenTiles:
    """What a seat does not see, as it really is."""
    hands = [deal.table.known_hand(other).tiles() for other in range(4)]
    for other in range(4):
        for tile in deal.view(seat).laid_open(other):
            hands[other].remove(tile)
    kongs = tuple(
        [
            real.tile
            for real, shown in zip(
                deal.table.melds[other], deal.view(seat).melds(other), strict=True
            )
            if shown.tile == HIDDEN
        ]
        for other in range(4)
    )
    return HiddenTiles((hands[0], hands[1], hands[2], hands[3]), deal.wall.remaining(), kongs)


def asked(deal: Deal, seat: int) -> bool:
    """Whether what a seat is asked can be imagined: its own turn, or a claim."""
    return deal.phase == "claim" or (deal.phase == "turn" and seat in deal.waiting)


def alike(events: list[AnyEvent]) -> list[AnyEvent]:
    """Events up to a draw from the tail, whose order may be another, and to the end.

    Nobody knows which tile another seat drew last, and so how its hand is shown.
    """
    return list(takewhile(lambda event: not getattr(event, "tail", isinstance(event, End)), events))


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("hidden_kongs", [False, True])
def test_an_imagined_deal_is_what_the_seat_sees(key: str, hidden_kongs: bool) -> None:
    """With the tiles that are really hidden it asks the same and plays on the same way."""
    rules = rule_set(key, hide_concealed_kong=hidden_kongs)
    looked_at = 0
    for number in range(12):
        deal = Deal(rules, shuffle(bytes([number]), "imagined"), dealer=number % 4, streak=1)
        players = [Chance(seat) if number % 3 else Greedy() for seat in range(4)]
        while deal.result is None:
            seat = min(deal.waiting)
            moves = deal.waiting[seat]
            move = players[seat].act(deal.view(seat), moves)
            if asked(deal, seat) and len(deal.waiting) == 1:
                looked_at += 1
                view = deal.view(seat)
                again = imagined(view, really_hidden(deal, seat))
                assert again.view(seat) == view
                assert again.waiting[seat] == moves
                assert again.question == deal.question
                check_table(again.table)
                before = deal.copy()
                events = before.act(seat, move)
                if set(again.waiting) == {seat}:
                    assert alike(again.act(seat, move)) == alike(events)
            deal.act(seat, move)
    assert looked_at > 200


@pytest.mark.parametrize("key", RULE_SETS)
def test_an_imagined_deal_keeps_the_laws(key: str) -> None:
    """Other tiles where the seat sees none: the deal is played to its end and keeps every law."""
    chance = Random(7)
    rules = rule_set(key)
    for number in range(25):
        deal = Deal(rules, shuffle(bytes([number]), "laws"), dealer=number % 4)
        players = [Chance(number * 4 + seat) for seat in range(4)]
        turns = chance.randrange(1, 60)
        while deal.result is None:
            seat = min(deal.waiting)
            turns -= 1
            if turns < 0 and asked(deal, seat):
                break
            deal.act(seat, players[seat].act(deal.view(seat), deal.waiting[seat]))
        else:
            continue
        again = imagined(deal.view(seat), mixed(deal.view(seat), chance))
        assert again.view(seat) == deal.view(seat)
        assert again.waiting[seat] == deal.waiting[seat]
        while again.result is None:
            each = min(again.waiting)
            again.act(each, players[each].act(again.view(each), again.waiting[each]))
        check_table(again.table)
        assert sum(again.result.payments) == 0
        assert again.wall.left == len(again.wall.remaining()) == again.table.left


def mixed(view: View, chance: Random) -> HiddenTiles:
    """The unseen tiles by chance, flowers in the wall alone."""
    unseen = view.unseen()
    kongs = []
    for seat in range(4):
        kinds = []
        for meld in view.melds(seat):
            if meld.tile == HIDDEN:
                kinds.append(chance.choice([tile for tile in range(34) if unseen[tile] == 4]))
                unseen[kinds[-1]] = 0
        kongs.append(kinds)
    plain = [tile for tile in range(34) for _ in range(unseen[tile])]
    if view.rules.deal.honours_are_flowers:
        plain = [tile for tile in plain if tile < 27]
    chance.shuffle(plain)
    hands = []
    for seat in range(4):
        size = 0 if seat == view.seat else view.size(seat) - len(view.laid_open(seat))
        hands.append([plain.pop() for _ in range(size)])
    held = [tile for hand in hands for tile in hand]
    wall = [tile for tile, left in enumerate(unseen) for _ in range(left - held.count(tile))]
    chance.shuffle(wall)
    return HiddenTiles((hands[0], hands[1], hands[2], hands[3]), wall, tuple(kongs))


def test_what_cannot_be_is_refused() -> None:
    """Tiles that are seen elsewhere, hands of other sizes, and seats that are asked nothing."""
    deal = Deal(rule_set("longyan"), shuffle(b"x", "refused"))
    while deal.phase != "turn":
        deal.act(min(deal.waiting), PASS)
    seat = deal.table.turn
    view = deal.view(seat)
    hidden = really_hidden(deal, seat)
    with pytest.raises(Desync, match="are missing"):
        imagined(view, HiddenTiles(hidden.hands, [0] * len(hidden.wall)))
    with pytest.raises(Desync, match="holds"):
        imagined(view, HiddenTiles(((), (), (), ()), hidden.wall))
    with pytest.raises(Desync, match="no turn"):
        imagined(deal.view((seat + 1) % 4), hidden)
    with pytest.raises(Desync, match="watcher"):
        imagined(deal.view(None), hidden)
    assert check(deal) is None
