"""Simulation: four bots play deals by the thousand, counted and, where wanted, recorded.

The deals are cut into matches of at most `MATCH_DEALS`. A match depends on the plan and on its own
place and on nothing else, so the totals and the records are the same however many workers play.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from goldsparrow import __version__
from goldsparrow.arena.playout import play_deal
from goldsparrow.arena.spread import Played, Stopped, spread
from goldsparrow.events import AnyEvent, Discard, MatchEnd, Win
from goldsparrow.game.deal import Deal
from goldsparrow.game.laws import check as check_laws
from goldsparrow.game.match import Length, Match, ranking
from goldsparrow.game.record import Header, Record, commitment, deal_shuffle
from goldsparrow.players import player
from goldsparrow.rules import rule_set

MATCH_DEALS: Final = 100
"""The most deals of one match of a simulation."""

Four: TypeAlias = tuple[str, str, str, str]
Watch: TypeAlias = Callable[[Deal], None]
"""Is called with every deal that is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played: the rules, how many deals, from which seed, by whom.

    With `laws` every deal is held to the laws of all deals when it is over.
    """

    rules: str
    options: Mapping[str, object] = field(default_factory=dict)
    deals: int = 1
    seed: str = ""
    players: Four = ("greedy", "greedy", "greedy", "greedy")
    records: bool = False
    laws: bool = False

    def check(self) -> None:
        """Looks whether everything in the plan exists.

        Raises:
            GoldSparrowError: there is no such rule set, option, value or player.
        """
        rule_set(self.rules, **self.options)
        for name in self.players:
            player(name)

    @property
    def matches(self) -> int:
        """How many matches the deals are cut into."""
        return math.ceil(self.deals / MATCH_DEALS)

    def length(self, match: int) -> int:
        """How many deals a match has."""
        return min(MATCH_DEALS, self.deals - match * MATCH_DEALS)

    def drawn_from(self, match: int, what: str) -> bytes:
        """Thirty-two bytes that depend on the seed, the match and what they are for."""
        return hashlib.sha256(
            f"goldsparrow-simulation|{self.seed}|{match}|{what}".encode()
        ).digest()


@dataclass(slots=True)
class Totals:
    """What happened in all deals; lists are by seat.

    Attributes:
        deals, drawn: how many deals were played, and how many of them nobody won.
        decisions, discards: how many choices were asked for, and how many tiles were discarded.
        points, squares: the sum of each seat's points and of their squares, a deal at a time.
        wins, fed: how many deals each seat won, and how many were won on its discard or kong.
        dealt: how often each seat was the dealer.
        by, specials: how the wins were made, and the special that each counted.
        longest_streak, dearest: the longest streak, the most points that a deal gave a winner.
    """

    deals: int = 0
    drawn: int = 0
    decisions: int = 0
    discards: int = 0
    points: list[int] = field(default_factory=lambda: [0] * 4)
    squares: list[int] = field(default_factory=lambda: [0] * 4)
    wins: list[int] = field(default_factory=lambda: [0] * 4)
    fed: list[int] = field(default_factory=lambda: [0] * 4)
    dealt: list[int] = field(default_factory=lambda: [0] * 4)
    by: Counter[str] = field(default_factory=Counter)
    specials: Counter[str] = field(default_factory=Counter)
    longest_streak: int = 0
    dearest: int = 0

    def count(self, deal: Deal) -> None:
        """Adds a deal that is over, its decisions apart."""
        result = deal.result
        assert result is not None, "only deals that are over are counted"
        self.deals += 1
        self.dealt[deal.table.dealer] += 1
        self.longest_streak = max(self.longest_streak, deal.table.streak)
        self.discards += sum(type(event) is Discard for event in deal.events)
        for seat, points in enumerate(result.payments):
            self.points[seat] += points
            self.squares[seat] += points * points
        if result.winner is None or result.by is None or result.score is None:
            self.drawn += 1
            return
        self.wins[result.winner] += 1
        self.by[result.by] += 1
        self.specials[result.score.special or result.score.row or "none"] += 1
        self.dearest = max(self.dearest, result.payments[result.winner])
        if isinstance(deal.table.ending, Win) and deal.table.ending.source is not None:
            self.fed[deal.table.ending.source] += 1

    def add(self, other: Totals) -> None:
        """Adds the totals of other deals."""
        self.deals += other.deals
        self.drawn += other.drawn
        self.decisions += other.decisions
        self.discards += other.discards
        for name in ("points", "squares", "wins", "fed", "dealt"):
            mine: list[int] = getattr(self, name)
            for seat, value in enumerate(getattr(other, name)):
                mine[seat] += value
        self.by += other.by
        self.specials += other.specials
        self.longest_streak = max(self.longest_streak, other.longest_streak)
        self.dearest = max(self.dearest, other.dearest)

    def error(self, seat: int) -> float:
        """Half the width of the 95 % confidence interval of a seat's points a deal."""
        if self.deals < 2:
            return math.inf
        mean = self.points[seat] / self.deals
        variance = (self.squares[seat] - self.deals * mean * mean) / (self.deals - 1)
        return 1.96 * math.sqrt(max(0.0, variance) / self.deals)


def play_match(
    plan: Plan,
    number: int,
    *,
    watch: Watch | None = None,
    stopped: Stopped = lambda: False,
) -> tuple[Totals, bytes]:
    """Plays one match of a plan; returns its totals and its record, empty where none is wanted.

    Args:
        plan: what is played.
        number: the place of the match in the plan, from 0.
        watch: called with every deal that is over.
        stopped: asked after every deal; where it says yes, the match ends there, whole.

    Raises:
        AssertionError: the engine broke a law, or disagreed with the scorer.
    """
    rules = rule_set(plan.rules, **plan.options)
    name = f"simulation-{plan.drawn_from(number, 'name').hex()[:16]}"
    dealer = plan.drawn_from(number, "dealer")[0] % 4
    match = Match(rules, Length(plan.length(number), "deals"), dealer=dealer)
    players = tuple(
        player(who, int.from_bytes(plan.drawn_from(number, f"player {seat}")[:8], "big"))
        for seat, who in enumerate(plan.players)
    )
    totals = Totals()
    events: list[AnyEvent] = []
    while not match.over and not (totals.deals and stopped()):
        seed = plan.drawn_from(number, f"deal {match.number + 1}").hex()
        shuffled = deal_shuffle(name, match.number + 1, seed)
        match.start(shuffled, commitment=commitment(seed), seed=seed)
        totals.decisions += play_deal(match, players)
        assert match.deal is not None, "a deal was played"
        totals.count(match.deal)
        if plan.laws:
            check_laws(match.deal)
        if plan.records:
            events += match.deal.events
        if watch is not None:
            watch(match.deal)
    if not plan.records:
        return totals, b""
    length = Length(totals.deals, "deals")
    events.append(MatchEnd(match.scores, ranking(match.scores)))
    first = Match(rules, length, dealer=dealer)
    header = Header.of(first, name, plan.players, f"goldsparrow {__version__}", sealed=True)
    return totals, Record(header, events).dump()


def simulate(
    plan: Plan,
    *,
    workers: int = 1,
    watch: Callable[[int], None] = lambda _deals: None,
    stopped: Stopped = lambda: False,
) -> Iterator[tuple[Totals, bytes]]:
    """Plays a plan and yields each match's totals and record, in the plan's order.

    Args:
        plan: what is played.
        workers: how many processes play; with 1 this process plays itself.
        watch: called with the number of deals played so far.
        stopped: asked again and again; where it says yes, every match ends after its deal.
    """
    return spread(_play, plan, range(plan.matches), workers=workers, watch=watch, stopped=stopped)


def _play(plan: Plan, number: int, one_more: Played, stopped: Stopped) -> tuple[Totals, bytes]:
    return play_match(plan, number, watch=lambda _deal: one_more(), stopped=stopped)
