"""The match: deals in a row, with the dealer's rotation, streaks and scores (C2, F17, F20)."""

from __future__ import annotations

from typing import Final

from goldsparrow.errors import IllegalMove
from goldsparrow.events import AnyEvent, Four, MatchEnd, Start
from goldsparrow.game.deal import Deal, Seat
from goldsparrow.game.values import Length, Shuffle
from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet
from goldsparrow.rules.ruleset import RuleSet, StreakAfterDraw
from goldsparrow.tiles import EAST, Tile

__all__ = ["LENGTHS", "Length", "Match", "deal_name", "ranking"]

LENGTHS: Final = ("4 deals", "8 deals", "16 deals", "1 round", "2 rounds", "4 rounds")
"""The lengths that a room offers; the second half counts rounds (every seat has dealt once)."""


class Match:
    """A match of four seats; `start` begins each deal, `act` plays it.

    Attributes:
        rules, length, stake: what is played; `asks_all` is handed to every deal.
        deal: the deal that is being played or was played last; None before the first.
        number: how many deals have begun before the current one.
        dealer, streak: of the current deal, or of the next one between deals.
        passed: how often the deal has passed to the next seat; four times is a round.
        scores: points by seat.
        over: whether the match has ended.
    """

    def __init__(
        self,
        rules: RuleSet,
        length: Length,
        *,
        dealer: Seat = 0,
        stake: int = 1,
        asks_all: bool = False,
    ) -> None:
        self.rules = rules
        self.length = length
        self.stake = stake
        self.asks_all = asks_all
        self.deal: Deal | None = None
        self.number = -1
        self.dealer = dealer
        self.streak = 0
        self.passed = 0
        self.scores: Four = (0, 0, 0, 0)
        self.over = False

    @property
    def round(self) -> int:
        """Which round is being played, from 0."""
        return self.passed // 4

    @property
    def waiting(self) -> dict[Seat, MoveSet]:
        """The seats that must choose, with their legal moves; empty between deals."""
        return {} if self.deal is None else self.deal.waiting

    @property
    def between_deals(self) -> bool:
        """Whether the next deal may start."""
        return not self.over and (self.deal is None or self.deal.result is not None)

    def view(self, seat: Seat | None) -> View:
        """What a seat may see of the current deal."""
        if self.deal is None:
            raise IllegalMove("no deal has begun", "not_your_turn")
        return self.deal.view(seat)

    def start(
        self,
        shuffled: Shuffle,
        *,
        commitment: str = "",
        seed: str = "",
        entropy: tuple[str, ...] = (),
    ) -> list[AnyEvent]:
        """Begins the next deal and returns its events up to the first choice.

        Raises:
            IllegalMove: a deal is being played, or the match is over.
        """
        if not self.between_deals:
            raise IllegalMove("a deal is still being played, or the match is over", "not_your_turn")
        self.number += 1
        self.deal = Deal(
            self.rules,
            shuffled,
            dealer=self.dealer,
            streak=self.streak,
            number=self.number,
            round_=self.round,
            passed=self.passed % 4,
            scores=self.scores,
            stake=self.stake,
            commitment=commitment,
            seed=seed,
            entropy=entropy,
            asks_all=self.asks_all,
        )
        return self._settled(list(self.deal.events))

    def act(self, seat: Seat, move: Move) -> list[AnyEvent]:
        """Takes a seat's choice and returns the events that follow.

        Raises:
            IllegalMove: the seat may not make this move now; nothing has changed.
        """
        if self.deal is None:
            raise IllegalMove("no deal has begun", "not_your_turn")
        return self._settled(self.deal.act(seat, move))

    def copy(self) -> Match:
        """A match that can be played on without changing this one."""
        other = Match(self.rules, self.length, stake=self.stake, asks_all=self.asks_all)
        other.deal = self.deal and self.deal.copy()
        other.number = self.number
        other.dealer = self.dealer
        other.streak = self.streak
        other.passed = self.passed
        other.scores = self.scores
        other.over = self.over
        return other

    def _settled(self, events: list[AnyEvent]) -> list[AnyEvent]:
        """Carries a finished deal's result over to the next one, or ends the match."""
        result = self.deal.result if self.deal else None
        if result is None:
            return events
        self.scores = self.deal.table.scores  # type: ignore[union-attr]
        after_draw = self.rules.streak_after_draw
        if not result.dealer_stays:
            self.dealer = (self.dealer + 1) % 4
            self.streak = 0
            self.passed += 1
        elif result.winner is not None or after_draw is StreakAfterDraw.PLUS_ONE:
            self.streak += 1
        elif after_draw is StreakAfterDraw.RESET:
            self.streak = 0
        played = self.number + 1 if self.length.unit == "deals" else self.round
        if played >= self.length.count:
            self.over = True
            events.append(MatchEnd(self.scores, ranking(self.scores)))
        return events


def ranking(scores: Four) -> Four:
    """The seats from the most points to the fewest; of equals the lower seat comes first."""
    order = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    return order[0], order[1], order[2], order[3]


def deal_name(start: Start) -> tuple[Tile, Tile]:
    """The winds of a deal's round and of the deal in it: 东风南局 is east, then south (L16).

    A match begins with the east round's east deal. Each time the dealer is unseated the deal's wind
    advances, and after four of them the round's; a dealer who stays keeps both.
    """
    return EAST + start.round % 4, EAST + start.passed
