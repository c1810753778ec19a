"""The questions of an episode, put to one seat after another."""

from __future__ import annotations

from goldsparrow.learn.episode import Episode, Seeds
from goldsparrow.moves import MOVES, Move, MoveSet


class Visits:
    """Who is visited for the questions of an episode, and what those visited have answered.

    Where the deal asks all seats, all that are asked are visited, whether they have a choice or
    not; otherwise those that have none answer by themselves. Answers count when the last of a
    question is given.

    Attributes:
        episode: the episode.
        seat, moves: who is visited, and what it may do: nothing once nobody is visited any more.
        over: whether nobody is visited any more, as the episode is over or was cut off.
        cut: whether it was cut off.
        cycles: how many rounds of questions there have been, counted where they are limited.
    """

    __slots__ = (
        "_answers",
        "_coming",
        "_every",
        "_most",
        "cut",
        "cycles",
        "episode",
        "moves",
        "over",
        "seat",
    )

    def __init__(self, episode: Episode, most_cycles: int | None = None) -> None:
        """Goes to the first seat that is visited.

        Args:
            episode: an episode that has just begun.
            most_cycles: after how many rounds of questions it is cut off; None for never.
        """
        self._most = most_cycles
        self.cycles = 0
        self.cut = False
        self.begin(episode)

    def begin(self, episode: Episode) -> None:
        """Goes to the first seat that is visited in an episode that has just begun."""
        self.episode = episode
        self._every = episode.match.asks_all
        self._answers: list[tuple[int, Move]] = []
        self._coming: list[tuple[int, MoveSet]] = []
        self.seat = 0
        self.moves: MoveSet = 0
        self.over = False
        self._ask()

    def allows(self, move: int) -> bool:
        """Whether a number is a move that the visited seat may make."""
        return 0 <= move < MOVES and self.moves >> move & 1 == 1

    def moves_of(self, seat: int) -> MoveSet:
        """What a seat may do that has still to answer; nothing where it has not."""
        if seat == self.seat:
            return self.moves
        for other, moves in self._coming:
            if other == seat:
                return moves
        return 0

    def answer(self, move: Move) -> bool:
        """Takes the visited seat's answer, one of its moves, and goes on to the next visit.

        Returns:
            Whether the answers to the question have counted.
        """
        self._answers.append((self.seat, move))
        if self._coming:
            self.seat, self.moves = self._coming.pop()
            return False
        if not self._decide():
            self._ask()
        return True

    def stop(self) -> None:
        """Visits nobody any more."""
        self.over = True
        self.seat = 0
        self.moves = 0
        self._coming = []

    def copy(self, seeds: Seeds) -> Visits:
        """Visits of a copy of the episode.

        Args:
            seeds: a copy of where its walls come from.
        """
        other = Visits.__new__(Visits)
        other.episode = self.episode.copy(seeds)
        other._every = self._every
        other._most = self._most
        other._answers = self._answers.copy()
        other._coming = self._coming.copy()
        other.seat = self.seat
        other.moves = self.moves
        other.over = self.over
        other.cut = self.cut
        other.cycles = self.cycles
        return other

    def _ask(self) -> None:
        """Goes on to the next question for which somebody is visited."""
        while True:
            answers: list[tuple[int, Move]] = []
            coming: list[tuple[int, MoveSet]] = []
            for seat, moves in self.episode.deal.waiting.items():
                if self._every or moves & (moves - 1):
                    coming.append((seat, moves))
                else:
                    answers.append((seat, moves.bit_length() - 1))
            self._answers = answers
            if coming:
                coming.reverse()
                self.seat, self.moves = coming.pop()
                self._coming = coming
                return
            if self._decide():
                return

    def _decide(self) -> bool:
        """Lets the answers to a question count; says whether nobody is visited any more."""
        episode = self.episode
        most = self._most
        if most is not None and episode.deal.phase in ("opening", "claim"):
            self.cycles += 1
        episode.answer(self._answers)
        if not episode.over and (most is None or self.cycles < most):
            return False
        self.cut = not episode.over
        self.stop()
        return True
