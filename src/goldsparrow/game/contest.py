"""A question to several seats at once, and which of their answers counts (C9, F8, F10)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from goldsparrow.game.facts import claimed_win
from goldsparrow.game.legality import PASS_BIT
from goldsparrow.game.table import Table
from goldsparrow.moves import KONG, PONG, ROB_GOLD, THREE_GOLDS, WIN, Move, MoveSet, moves_in
from goldsparrow.rules.scoring import claim_rank

Ranks: TypeAlias = dict[int, dict[Move, int]]
"""For each seat asked, how good each of its moves is; the smaller comes first."""


class Contest:
    """Collects the answers of the seats asked, and settles as soon as nothing can outrank the best.

    Whoever passes has no part in it, and whoever can only pass is none of those asked. A seat that
    is asked alone needs no contest.
    """

    __slots__ = ("_best", "_ranks", "_waiting")

    def __init__(self, asked: Iterable[int], ranks: Ranks) -> None:
        self._waiting = list(asked)
        self._ranks = ranks
        self._best: tuple[int, int, Move] | None = None

    def answer(self, seat: int, move: Move) -> tuple[int, Move] | tuple[()] | None:
        """Notes an answer: None while more may come, else who chose what, () where all passed."""
        if seat not in self._waiting:
            return None if self._waiting else ()
        self._waiting.remove(seat)
        rank = self._ranks[seat].get(move)
        if rank is not None and (self._best is None or rank < self._best[0]):
            self._best = rank, seat, move
        if self._best is None:
            return None if self._waiting else ()
        best, winner, chosen = self._best
        if any(min(self._ranks[other].values()) < best for other in self._waiting):
            return None
        return winner, chosen

    def copy(self) -> Contest:
        """A contest that can be answered without changing this one."""
        other = Contest(self._waiting, self._ranks)
        other._best = self._best
        return other


def opening_contest(table: Table, asked: Mapping[int, MoveSet]) -> Contest:
    """Heavenly before three golds before robbing, the nearest after the dealer first (F8, L10)."""
    order = (WIN, THREE_GOLDS, ROB_GOLD)

    def rank(seat: int, move: Move) -> int:
        return 4 * order.index(move) + (seat - table.dealer - 1) % 4

    return Contest(asked, _ranks(asked, rank))


def claim_contest(table: Table, asked: Mapping[int, MoveSet]) -> Contest:
    """Robbing the gold before wins before pongs and kongs before chows (F7, F10).

    Of several wins those that the rules name come first, else the nearest after the discarder.
    """
    in_line = _places_in_line(table, asked)

    def rank(seat: int, move: Move) -> int:
        near = (seat - table.turn - 1) % 4
        if move == ROB_GOLD:
            return near
        if move == WIN:
            return 10 + 10 * in_line.get(seat, 0) + near
        return (1000 if move in (PONG, KONG) else 2000) + near

    return Contest(asked, _ranks(asked, rank))


def _ranks(asked: Mapping[int, MoveSet], rank: Callable[[int, Move], int]) -> Ranks:
    return {
        seat: {move: rank(seat, move) for move in moves_in(moves & ~PASS_BIT)}
        for seat, moves in asked.items()
    }


def _places_in_line(table: Table, asked: Mapping[int, MoveSet]) -> dict[int, int]:
    """Where several may win: the place in line that each win's specials give it (F10, S9)."""
    winners = [seat for seat, moves in asked.items() if moves >> WIN & 1]
    if len(winners) < 2 or not table.rules.claims.first_in_line:
        return {}
    return {seat: claim_rank(table.rules, claimed_win(table, seat)) for seat in winners}
