"""All laws on one deal at once, cheap enough for thousands of deals."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from goldsparrow.events import AnyEvent, decode, encode, mask
from goldsparrow.game.deal import Deal
from goldsparrow.game.laws import check, check_table
from goldsparrow.game.record import choices
from goldsparrow.game.refusals import REASONS
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.moves import MOVES
from goldsparrow.players import Chance, Greedy, Player
from goldsparrow.rules.ruleset import RuleSet
from tests.laws.seekers import Seeker
from tests.laws.strategies import Eager

Makers: TypeAlias = tuple[Callable[[int], Player], ...]

CHANCE: Makers = (Chance,)
MIXED: Makers = (Chance, Eager, Seeker, Seeker, lambda _seed: Greedy())


def hold(rules: RuleSet, seed: int, makers: Makers = CHANCE) -> Deal:
    """Plays a deal and checks every law on it; returns the deal, which is over.

    One viewer, drawn by chance, folds the masked events all the way. What costs much (the count of
    all tiles, every refusal, a copy) is done at some moments, drawn by chance too, and at the end.

    Raises:
        AssertionError: a law does not hold.
    """
    chance = Random(seed)
    shuffled = shuffle(seed.to_bytes(8, "big"), "hold")
    deal = begin(rules, shuffled, seed)
    players = _players(makers, chance, seed)
    watcher = _Watcher(rules, deal, chance.choice((0, 1, 2, 3, None)))
    while deal.result is None:
        moment = chance.random()
        if moment < 0.04:
            check(deal)
        elif moment < 0.05:
            refusals(deal)
        elif moment < 0.06:
            copy_apart(deal, seed)
        watcher.follow(compare=chance.random() < 0.1)
        seat = chance.choice(sorted(deal.waiting))
        deal.act(seat, players[seat].act(deal.view(seat), deal.waiting[seat]))
    check(deal)
    watcher.follow(compare=True)
    replay(deal, shuffled, seed)
    secrets(deal.events, rules)
    return deal


def _players(makers: Makers, chance: Random, seed: int) -> list[Player]:
    """Four players: often of one kind, so that one slow to win has the time for what is rare."""
    chosen = [chance.choice(makers)] * 4 if chance.random() < 0.5 else chance.choices(makers, k=4)
    return [make(seed + seat) for seat, make in enumerate(chosen)]


def begin(rules: RuleSet, shuffled: Shuffle, seed: int) -> Deal:
    """A deal that has begun; dealer, streak and stake follow from the seed."""
    return Deal(rules, shuffled, dealer=seed % 4, streak=seed // 4 % 3, stake=1 + seed % 2)


class _Watcher:
    """Folds what one viewer may read and compares it with what the referee's table shows them."""

    def __init__(self, rules: RuleSet, deal: Deal, seat: int | None) -> None:
        self._deal = deal
        self._seat = seat
        self._hides = rules.claims.hide_concealed_kong
        self._table = Table(rules, () if seat is None else (seat,))
        self._read = 0

    def follow(self, *, compare: bool) -> None:
        events = self._deal.events[self._read :]
        self._read += len(events)
        for event in events:
            self._table.apply(mask(event, self._seat, hide_concealed_kong=self._hides))
        if compare:
            mine, real = View(self._table, self._seat), View(self._deal.table, self._seat)
            assert mine == real, f"seat {self._seat} sees {mine}, not {real}"
            assert mine.ready() == real.ready()
            check_table(self._table)


def refusals(deal: Deal) -> None:
    """Every move of every seat is legal or refused, for a reason that is known."""
    known = REASONS | {clause.key for clause in deal.rules.clauses}
    for seat in range(4):
        legal = deal.waiting.get(seat, 0)
        for move in range(MOVES):
            reason = deal.refusal(seat, move)
            assert (reason is None) == bool(legal >> move & 1), (seat, move, reason)
            assert reason is None or reason in known, reason


def copy_apart(deal: Deal, seed: int) -> None:
    """A copy that is played on leaves the original as it was."""
    before = (
        [deal.view(seat).snapshot() for seat in range(4)],
        dict(deal.waiting),
        len(deal.events),
        deal.wall.remaining(),
    )
    other = deal.copy()
    player = Chance(seed)
    for _ in range(20):
        if other.result is not None:
            break
        seat = min(other.waiting)
        other.act(seat, player.act(other.view(seat), other.waiting[seat]))
    after = (
        [deal.view(seat).snapshot() for seat in range(4)],
        dict(deal.waiting),
        len(deal.events),
        deal.wall.remaining(),
    )
    assert before == after, "playing a copy changed the original"


def replay(deal: Deal, shuffled: Shuffle, seed: int) -> None:
    """The events, written and read, say enough to play the same deal again."""
    events = [decode(encode(event)) for event in deal.events]
    assert events == deal.events, "an event is not what was written"
    again = begin(deal.rules, shuffled, seed)
    while again.waiting:
        for seat, move in choices(again, events[len(again.events)]):
            again.act(seat, move)
        assert again.events == events[: len(again.events)], "a replay went another way"
    assert again.result == deal.result


def secrets(events: list[AnyEvent], rules: RuleSet) -> None:
    """No masked event names a tile that its reader may not see."""
    hides = rules.claims.hide_concealed_kong
    for event in events:
        seat = getattr(event, "seat", None)
        if seat is None:
            continue
        shown = json.loads(encode(mask(event, (seat + 1) % 4, hide_concealed_kong=hides)))
        hidden = {"draw": True, "kong": hides and shown.get("kind") == "concealed"}
        if shown["type"] == "take":
            assert set(shown["tiles"]) == {"?"}
        elif hidden.get(shown["type"]):
            assert shown["tile"] == "?"
