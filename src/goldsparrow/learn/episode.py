"""An episode: a match whose questions are put to seats, and answered.

What every environment plays. A question collects the answers of all its seats before any of them
counts, so that nobody sees another's.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.game.deal import Deal, Seat
from goldsparrow.game.defaults import default_move
from goldsparrow.game.match import Length, Match
from goldsparrow.game.wall import Shuffle, shuffle
from goldsparrow.learn.encoder import Encoder
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.planes import Layout
from goldsparrow.moves import MOVE_NAMES, MOVES, Move, MoveSet
from goldsparrow.rules import RuleSet, rule_set

Illegal: TypeAlias = Literal["end", "default", "raise"]
"""What an illegal move does: ends the episode, is played as the table's default, or is an error."""
Visit: TypeAlias = Literal["all", "asked"]
"""Which seats of a question are visited: all of them, or those that have a choice."""

Points: TypeAlias = tuple[float, float, float, float]
"""Points by seat."""

ILLEGAL: Final = ("end", "default", "raise")
VISITS: Final = ("all", "asked")
NOT_BEGUN: Final = "no episode has begun; expected reset() first"
IS_OVER: Final = "the episode is over; expected reset() before the next step"
NOTHING: Final[Points] = (0.0, 0.0, 0.0, 0.0)
"""What was gained where nobody was paid: always this very value."""


class OutOfOrder(GoldSparrowError, RuntimeError):
    """Raised for a step before `reset`, or after the end of an episode."""


def rules_of(rules: str | RuleSet, house: Mapping[str, object] | None) -> RuleSet:
    """The rule set that an environment was asked for.

    Raises:
        GoldSparrowError: there is no such rule set, option or value.
    """
    if isinstance(rules, str):
        return rule_set(rules, **(house or {}))
    if house:
        raise OptionError(
            f"house options {dict(house)!r:.80} beside a rule set that is one already; "
            "expected them with the rule set's key"
        )
    return rules


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Checks an argument.

    Raises:
        OptionError: it is none of those allowed.
    """
    if value not in allowed:
        raise OptionError(f"{name} is {value!r:.60}; expected one of {', '.join(allowed)}")


def check_choices(illegal: str, render_mode: str | None) -> None:
    """Checks what an environment does with illegal moves, and how it is rendered.

    Raises:
        OptionError: one of them is none of those known.
    """
    one_of("illegal", illegal, ILLEGAL)
    if render_mode is not None:
        one_of("render_mode", render_mode, MODES)


def check_restorable(rules: RuleSet, layout: Layout, wanted: RuleSet, planes: Layout) -> None:
    """Checks that a state of one environment can be that of another.

    Args:
        rules: the state's rules.
        layout: the state's planes.
        wanted: the rules of the environment that is to go on from there.
        planes: its planes.

    Raises:
        OptionError: the state is of other rules, or sees other planes.
    """
    if rules != wanted or layout is not planes:
        raise OptionError(
            f"a state of {rules.key!r} cannot be restored at a table of "
            f"{wanted.key!r}; expected the same rules, options and planes"
        )


def cycles_of(most: object) -> int | None:
    """Checks after how many cycles an episode is cut off.

    Raises:
        OptionError: it is neither None nor a whole number from 1.
    """
    if most is None:
        return None
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise OptionError(
            f"max_cycles is {most!r:.60}; expected a whole number from 1, or None for never"
        )
    return most


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
        """
        if seed is not None:
            text = f"goldsparrow-learn|{int(seed)}|{table}"
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
        act = self.match.act
        waiting = deal.waiting
        for seat, move in answers:
            # What cannot count any more is not asked for either.
            if deal.waiting is not waiting:
                break
            act(seat, move)
        payments = deal.table.payments
        if payments != self._paid:
            first, second, third, fourth = (
                float(now - then) for now, then in zip(payments, self._paid, strict=True)
            )
            self.gained = first, second, third, fourth
            before = self.total
            self.total = (
                first + before[0],
                second + before[1],
                third + before[2],
                fourth + before[3],
            )
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
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise OptionError(f"{name} is {value!r:.60}; expected a whole number from 0 to {most}")
    return value


def told(error: IllegalMove) -> dict[str, Any]:
    """What an agent's info says of an illegal move."""
    return {"illegal": str(error), "reason": error.reason}


def refused(deal: Deal, seat: Seat, moves: MoveSet, action: object) -> IllegalMove:
    """The error that says why a seat may not do what it was told to."""
    move = action if isinstance(action, int) and 0 <= action < MOVES else None
    if move is None:
        return IllegalMove(
            f"no move: {action!r:.60} of seat {seat}; expected a whole number from 0 to "
            f"{MOVES - 1}, a move of which the action mask is 1",
            "no_move",
        )
    reason = deal.refusal(seat, move) or "not_your_turn"
    legal = ", ".join(MOVE_NAMES[each] for each in range(MOVES) if moves >> each & 1)
    return IllegalMove(
        f"seat {seat} may not {MOVE_NAMES[move]!r} (action {move}) now: {reason}; "
        f"expected one of {legal}",
        reason,
    )
