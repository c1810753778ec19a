"""A seat at a table with three bots, which play until the agent has a choice."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from goldsparrow.errors import OptionError
from goldsparrow.game.match import Length
from goldsparrow.learn.arguments import whole
from goldsparrow.learn.encoder import Encoder
from goldsparrow.learn.episode import Episode, Seeds
from goldsparrow.learn.observations import observed
from goldsparrow.learn.planes import Layout
from goldsparrow.learn.spaces import Observation
from goldsparrow.moves import MOVES, Move, MoveSet
from goldsparrow.players import Player, player
from goldsparrow.rules import RuleSet

Bots: TypeAlias = str | Sequence[str]
"""The name of the player of all other seats, or of the next, the one across and the previous."""


def _names_of(bots: object) -> tuple[str, ...]:
    """The players of the other three seats.

    Raises:
        OptionError: it is neither a name nor three.
    """
    names: Sequence[object] = (bots,) * 3
    if isinstance(bots, Sequence) and not isinstance(bots, str):
        names = bots
    found = tuple(name for name in names if isinstance(name, str))
    if len(found) != 3 or len(names) != 3:
        raise OptionError(f"bots are {bots!r:.80}; expected one name or three")
    return found


class Place:
    """A seat at a table with three bots: asks for the agent's choices, and plays all others.

    The agent is asked where it has a choice; where it can only pass, it does.

    Attributes:
        episode: what is being played; None before the first.
        seat: the agent's seat.
        moves: what it may do now, 0 once the episode is over.
    """

    __slots__ = (
        "_bots",
        "_fixed",
        "_length",
        "_names",
        "_owed",
        "_rules",
        "episode",
        "moves",
        "seat",
    )

    def __init__(self, rules: RuleSet, length: Length, bots: Bots, seat: int | None) -> None:
        names = _names_of(bots)
        for name in names:
            player(name)
        self._rules = rules
        self._length = length
        self._names = names
        self._fixed = None if seat is None else whole("seat", seat, 0, 3)
        self._bots: dict[int, Player] = {}
        self.episode: Episode | None = None
        self.seat = 0
        self.moves: MoveSet = 0
        self._owed = 0.0

    def begin(self, seeds: Seeds, options: Mapping[str, Any] | None) -> None:
        """Begins an episode in which the agent has a choice; those without one are passed over.

        Raises:
            OptionError: an option has a value that it cannot have, or a wall that was given leaves
                the agent no choice.
        """
        self._begin(seeds, options)
        while not self.moves:
            if options and "wall" in options:
                raise OptionError(f"seat {self.seat} has no choice on this wall; expected another")
            seeds.set(None)
            self._begin(seeds, options)

    def _begin(self, seeds: Seeds, options: Mapping[str, Any] | None) -> None:
        given = options or {}
        seat = given.get("seat", self._fixed)
        if seat is None:
            seat = seeds.number("seat") % 4
        seat = whole("seat", seat, 0, 3)
        self.episode = Episode(self._rules, self._length, seeds, given, asks_all=False)
        self.seat = seat
        self._bots = {
            (self.seat + ahead) % 4: player(name, seeds.number(f"bot {ahead}"))
            for ahead, name in enumerate(self._names, 1)
        }
        self._owed = self._go_on(None)

    def answer(self, move: Move) -> float:
        """Makes the agent's choice; returns what the seat gained until its next one, or the end.

        With the first choice comes what the seat gained before it.
        """
        owed, self._owed = self._owed, 0.0
        return owed + self._go_on(move)

    def _go_on(self, move: Move | None) -> float:
        """Plays until the agent has a choice again."""
        episode = self.episode
        assert episode is not None, "an episode has begun"
        gained = 0.0
        while True:
            waiting = episode.deal.waiting
            moves = waiting.get(self.seat, 0)
            if move is None and moves & (moves - 1):
                self.moves = moves
                return gained
            answers = []
            for seat, allowed in waiting.items():
                if not allowed & (allowed - 1):
                    choice = allowed.bit_length() - 1
                elif seat == self.seat:
                    assert move is not None, "the agent has answered"
                    choice = move
                else:
                    choice = self._bots[seat].act(episode.deal.view(seat), allowed)
                answers.append((seat, choice))
            move = None
            episode.answer(answers)
            gained += episode.gained[self.seat]
            if episode.over:
                self.moves = 0
                return gained

    def copy(self, seeds: Seeds) -> Place:
        """A place that can be played on without changing this one."""
        other = Place.__new__(Place)
        other._rules = self._rules
        other._length = self._length
        other._names = self._names
        other._fixed = self._fixed
        other._bots = copy.deepcopy(self._bots)
        other.episode = None if self.episode is None else self.episode.copy(seeds)
        other.seat = self.seat
        other.moves = self.moves
        other._owed = self._owed
        return other

    def observed(self, layout: Layout) -> Observation:
        """What the agent sees."""
        encoder, seat, moves = self.sight()
        return observed(encoder, seat, moves, layout)

    def sight(self) -> tuple[Encoder, int, MoveSet]:
        """What its observation is made of: the deal's planes, its seat, its moves."""
        episode = self.episode
        assert episode is not None, "an episode has begun"
        return episode.encoder, self.seat, self.moves

    def is_legal(self, move: object) -> bool:
        """Whether an action is one of the agent's moves."""
        return isinstance(move, int) and 0 <= move < MOVES and bool(self.moves >> move & 1)
