"""An episode: a match whose questions are put to seats, and answered.

What every environment plays. A question collects the answers of all its seats before any of them
counts, so that nobody sees another's.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from goldsparrow.errors import OptionError
from goldsparrow.game.deal import Deal, Seat
from goldsparrow.game.defaults import default_move
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.learn.arguments import seed_of, whole
from goldsparrow.learn.encoder import Encoder
from goldsparrow.moves import Move, MoveSet
from goldsparrow.rules import RuleSet

Points: TypeAlias = list[int]
"""Points by seat. Nobody changes them: where points change hands there is a list of new ones, so
that a list that is still the same tells that nobody was paid."""

NOTHING: Final[Points] = [0, 0, 0, 0]
"""What was gained where nobody was paid."""


class Seeds:
    """Where walls and dealers come from: a seed and the number of the episode since it was set."""

    __slots__ = ("_key", "_number")

    def __init__(self) -> None:
        self._key = b""
        self._number = -1

    def set(self, seed: int | None, table: int = 0) -> None:
        """Sets the seed, or goes on to the next episode; without any seed it is by chance.

        Args:
            seed: the seed; None goes on.
            table: tells apart tables that are played with the same seed.

        Raises:
            OptionError: the seed is no whole number.
        """
        seed = seed_of(seed)
        if seed is not None:
            text = f"goldsparrow-learn|{seed}|{table}"
            self._key = hashlib.sha256(text.encode()).digest()
            self._number = -1
        elif not self._key:
            self._key = secrets.token_bytes(32)
        self._number += 1

    def wall(self, deal: int) -> Shuffle:
        """The wall of a deal of this episode."""
        return shuffle(self._key, f"{self._number}|{deal}")

    def number(self, what: str) -> int:
        """A number below 2**64 that depends on the episode and on what it is for."""
        text = self._key + f"|{self._number}|{what}".encode()
        return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")

    def copy(self) -> Seeds:
        """The same, to be gone on with apart."""
        other = Seeds()
        other._key = self._key
        other._number = self._number
        return other


class Episode:
    """A match that is being played by answers to its questions.

    Attributes:
        match: the match.
        deal: its current deal.
        encoder: the planes of that deal.
        gained: points by seat that the last answers brought; `total` all that were gained so far.
        over: whether the match is over.
    """

    __slots__ = ("_paid", "_seeds", "deal", "encoder", "gained", "match", "over", "total")

    def __init__(
        self,
        rules: RuleSet,
        length: Length,
        seeds: Seeds,
        options: Mapping[str, Any] | None = None,
        *,
        asks_all: bool = True,
    ) -> None:
        """Begins a match.

        Args:
            rules: the rule set.
            length: how long the match is.
            seeds: where its walls come from.
            options: `dealer`, the first dealer, by default by chance; `streak` of the first deal,
                by default 0; `wall`, the shuffle of the first deal. Others are left alone.
            asks_all: whether questions go to seats that can only pass as well.

        Raises:
            OptionError: an option has a value that it cannot have.
        """
        given = options or {}
        dealer = _number(given, "dealer", 3)
        streak = _number(given, "streak", 999)
        wall = given.get("wall")
        if wall is not None and not isinstance(wall, Shuffle):
            raise OptionError(f"wall is {wall!r:.60}; expected a goldsparrow.game.wall.Shuffle")
        self._seeds = seeds
        self.match = Match(
            rules,
            length,
            dealer=seeds.number("dealer") % 4 if dealer is None else dealer,
            asks_all=asks_all,
        )
        self.match.streak = streak or 0
        self.over = False
        self.gained = self.total = NOTHING
        self._begin(wall)

    def _begin(self, wall: Shuffle | None = None) -> None:
        match = self.match
        match.start(wall or self._seeds.wall(match.number + 1))
        assert match.deal is not None, "it has begun a deal"
        self.deal: Deal = match.deal
        self.encoder = Encoder(self.deal)
        self._paid = [0, 0, 0, 0]

    def answer(self, answers: Iterable[tuple[Seat, Move]]) -> None:
        """Takes the answers of all seats that are asked; none counts before all are there.

        Raises:
            IllegalMove: an answer is none of the seat's moves.
        """
        deal = self.deal
        waiting = deal.waiting
        for seat, move in answers:
            # What cannot count any more is not asked for either.
            if deal.waiting is not waiting:
                break
            self.match.act(seat, move)
        payments = deal.table.payments
        if payments != self._paid:
            self.gained = [now - then for now, then in zip(payments, self._paid, strict=True)]
            self.total = [then + more for then, more in zip(self.total, self.gained, strict=True)]
            self._paid = payments.copy()
        else:
            self.gained = NOTHING
        if deal.result is None:
            self.encoder.behind = True
        elif self.match.over:
            self.over = True
            self.encoder.behind = True
        else:
            self._begin()

    def default(self, seat: Seat, moves: MoveSet) -> Move:
        """What the table plays for a seat that makes no legal move."""
        return default_move(self.deal.view(seat), moves)

    def copy(self, seeds: Seeds) -> Episode:
        """An episode that can be played on without changing this one.

        Args:
            seeds: a copy of where its walls come from.
        """
        other = Episode.__new__(Episode)
        other._seeds = seeds
        other._paid = self._paid.copy()
        other.gained = self.gained
        other.total = self.total
        other.over = self.over
        other.match = self.match.copy()
        assert other.match.deal is not None, "every episode has a deal"
        other.deal = other.match.deal
        other.encoder = self.encoder.copy(other.deal)
        return other


def _number(given: Mapping[str, Any], name: str, most: int) -> int | None:
    value = given.get(name)
    if value is None:
        return None
    return whole(name, value, 0, most)
