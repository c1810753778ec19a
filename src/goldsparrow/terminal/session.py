"""A match of one person against three bots: the referee, the bots, and what the person sees.

The person's table is a fold of masked events, one at a time, as everybody else's is; the referee
may be ahead of it while events wait to be shown.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from goldsparrow import __version__
from goldsparrow.events import AnyEvent, End, MatchEnd, Payment, Start, Win, mask
from goldsparrow.game.deal import Deal, Question
from goldsparrow.game.legality import awaited
from goldsparrow.game.match import Length, Match, ranking
from goldsparrow.game.record import Header, Record, commitment, deal_shuffle
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.game.worth import wait_worth
from goldsparrow.moves import (
    ADDED_KONG,
    CHOW,
    CONCEALED_KONG,
    DISCARDS,
    KONG,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
    moves_in,
)
from goldsparrow.players import Player, player
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import HIDDEN, SUITED, Tile

OWN: Final = 0
"""The person's seat; the bots sit at 1 (right), 2 (opposite) and 3 (left)."""

MOST_SCORED: Final = 12
"""Hands that wait for more kinds are not told what each would gain: nobody could read it."""


class Wait(NamedTuple):
    """A tile that the own hand waits for: copies not seen yet, and what it would gain.

    The points are before the stake; None where it does not win that way.
    """

    tile: Tile
    left: int
    drawn: int | None
    claimed: int | None


Bots: TypeAlias = tuple[str, str, str]


class Session:
    """One match; `show_next` tells what happened, event by event, `play` answers a question.

    Attributes:
        match: the referee's match.
        names: the players' names in the record, by seat.
        coming: events that the person has not been shown yet.
        shown: the events of this deal that it has been shown, as its seat may read them.
        win, end, over: how this deal and the match ended, once that has been shown.
        payments: what was paid during the deal.
    """

    def __init__(self, rules: RuleSet, length: Length, bots: Bots, seed: str | None = None) -> None:
        """Seats the bots and draws the first dealer.

        Args:
            rules: the rule set in force.
            length: how long the match is.
            bots: the names of the bots at seats 1, 2 and 3.
            seed: the same seed gives the same walls and bots; by chance where there is none.

        Raises:
            NotationError: a bot has no such name.
        """
        self._seed = secrets.token_hex(32) if seed is None else seed
        self._name = f"play-{self._drawn('name').hex()[:16]}"
        self._first_dealer = self._drawn("dealer")[0] % 4
        self.match = Match(rules, length, dealer=self._first_dealer)
        self.names = ("player", *bots)
        self._bots: Mapping[int, Player] = {
            seat: player(name, int.from_bytes(self._drawn(f"player {seat}")[:8], "big"))
            for seat, name in enumerate(bots, 1)
        }
        self._finished: list[AnyEvent] = []
        self._deals = 0
        self._waits: dict[tuple[int, int, Tile], tuple[Wait, ...]] = {}
        self.table = Table(rules, (OWN,))
        self.coming: deque[AnyEvent] = deque()
        self.shown: list[AnyEvent] = []
        self.payments: list[Payment] = []
        self.win: Win | None = None
        self.end: End | None = None
        self.over: MatchEnd | None = None

    def _drawn(self, what: str) -> bytes:
        return hashlib.sha256(f"goldsparrow-play|{self._seed}|{what}".encode()).digest()

    # --- playing -----------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """What the person sees: the table as far as it has been shown."""
        return View(self.table, OWN)

    @property
    def deal(self) -> Deal:
        """The deal being played, as the referee knows it."""
        assert self.match.deal is not None, "a deal has begun"
        return self.match.deal

    @property
    def moves(self) -> MoveSet:
        """What the person may choose from now; 0 while it is not asked."""
        return 0 if self.coming else self.match.waiting.get(OWN, 0)

    @property
    def question(self) -> Question:
        """What is being asked."""
        return self.deal.question

    def start_deal(self) -> None:
        """Begins the next deal and lets the bots choose until the person has to."""
        number = self.match.number + 1
        seed = self._drawn(f"deal {number}").hex()
        self.table = Table(self.match.rules, (OWN,))
        self.shown = []
        self.payments = []
        self.win = self.end = None
        shuffled = deal_shuffle(self._name, number, seed)
        self.coming += self.match.start(shuffled, commitment=commitment(seed), seed=seed)
        self._let_bots_choose()

    def show_next(self) -> AnyEvent | None:
        """Folds the next event into the person's table and returns it as its seat may read it."""
        if not self.coming:
            return None
        hides = self.match.rules.claims.hide_concealed_kong
        event = mask(self.coming.popleft(), OWN, hide_concealed_kong=hides)
        if isinstance(event, MatchEnd):
            self.over = event
            return event
        self.table.apply(event)
        # What clauses want to happen next is the referee's to say; it comes as an event.
        self.table.due.clear()
        self.shown.append(event)
        if isinstance(event, Payment):
            self.payments.append(event)
        elif isinstance(event, Win):
            self.win = event
        elif isinstance(event, End):
            self.end = event
        return event

    def play(self, move: Move) -> None:
        """Takes the person's choice, then lets the bots choose.

        Raises:
            IllegalMove: the rules refuse it; nothing has changed.
        """
        self.coming += self.match.act(OWN, move)
        self._let_bots_choose()

    def refusal(self, move: Move) -> str:
        """The reason's key why the person may not make a move that is not among `moves`."""
        if self.coming or self.match.deal is None:
            return "not_your_turn"
        return self.deal.refusal(OWN, move) or "not_your_turn"

    def _let_bots_choose(self) -> None:
        deal = self.deal
        while deal.result is None:
            seat = next((seat for seat in deal.waiting if seat != OWN), None)
            if seat is None:
                return
            move = self._bots[seat].act(deal.view(seat), deal.waiting[seat])
            self.coming += self.match.act(seat, move)
        self._finished += deal.events
        self._deals += 1

    # --- what helps to choose ----------------------------------------------------------------

    def waits_after(self, discard: Tile) -> tuple[Wait, ...]:
        """What the own hand would wait for after a discard."""
        return self._cached(discard)

    def waits(self) -> tuple[Wait, ...]:
        """What the own hand waits for between its turns; nothing where it is not ready."""
        table = self.table
        if table.gold == HIDDEN or table.over or table.hands[OWN].size % 3 != 1:
            return ()
        return self._cached(HIDDEN)

    def _cached(self, discard: Tile) -> tuple[Wait, ...]:
        key = (self.match.number, len(self.shown), discard)
        if key not in self._waits:
            self._waits = {old: found for old, found in self._waits.items() if old[:2] == key[:2]}
            self._waits[key] = self._find_waits(discard)
        return self._waits[key]

    def _find_waits(self, discard: Tile) -> tuple[Wait, ...]:
        table = self.table
        if discard != HIDDEN:
            table = table.copy()
            table.known_hand(OWN).remove(discard)
        kinds = awaited(table, OWN)
        unseen = self.view.unseen()
        if kinds.bit_count() > MOST_SCORED:
            return tuple(Wait(tile, unseen[tile], None, None) for tile in moves_in(kinds))
        return tuple(
            Wait(
                tile,
                unseen[tile],
                wait_worth(table, OWN, tile, "self_draw"),
                wait_worth(table, OWN, tile, "discard"),
            )
            for tile in moves_in(kinds)
        )

    def refused(self) -> list[tuple[Move, str]]:
        """Moves about the tile in question, or the tiles held, that are refused, with reasons."""
        return [
            (move, self.refusal(move)) for move in self._thinkable() if not self.moves >> move & 1
        ]

    def _thinkable(self) -> Sequence[Move]:
        kind = self.question.kind
        if kind == "claim":
            tile = self.question.tile
            runs = [
                CHOW + low
                for low in range(max(tile - 2, 0), tile + 1)
                if tile < SUITED and low // 9 == tile // 9 and low % 9 <= 6
            ]
            return [WIN, KONG, PONG, *runs]
        if kind == "rob_kong":
            return [WIN]
        if kind == "opening":
            return [WIN, THREE_GOLDS, ROB_GOLD]
        hand = self.table.known_hand(OWN)
        held = [tile for tile in dict.fromkeys(hand.tiles()) if DISCARDS >> tile & 1]
        kongs = [CONCEALED_KONG + tile for tile in held if hand.counts[tile] == 4]
        kongs += [ADDED_KONG + tile for tile in moves_in(self.table.pongs[OWN])]
        return [WIN, THREE_GOLDS, ROB_GOLD, *kongs, *held]

    # --- the record --------------------------------------------------------------------------

    @property
    def start(self) -> Start | None:
        """The event that began the deal."""
        return self.table.start

    @property
    def deals(self) -> int:
        """How many deals have been played to their end."""
        return self._deals

    def record(self) -> Record:
        """The record of all deals that are over: a whole match of that many deals.

        A match that was left before its end is recorded as one of as many deals as it had.
        """
        length, events = self.match.length, list(self._finished)
        if self.match.over:
            events.append(MatchEnd(self.match.scores, ranking(self.match.scores)))
        else:
            length = Length(self._deals, "deals")
            scores = self._scores_after_last()
            events.append(MatchEnd(scores, ranking(scores)))
        first = Match(self.match.rules, length, dealer=self._first_dealer)
        names = self.names
        header = Header.of(
            first,
            self._name,
            (names[0], names[1], names[2], names[3]),
            f"goldsparrow {__version__}",
            sealed=True,
        )
        return Record(header, events)

    def _scores_after_last(self) -> tuple[int, int, int, int]:
        last = self._finished[-1]
        assert isinstance(last, End), "a finished deal ends with its end"
        return last.scores
