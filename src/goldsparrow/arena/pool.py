"""Pools: three players or more, every two of them in a duel on the same walls.

All pairings play the same walls, dealers and streaks, since those depend on the seed and the wall's
number alone. The pieces of all pairings are played in turn, so that an interrupted pool has
played each about equally long.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Final

from goldsparrow.arena.duel import (
    DEALS_A_WALL,
    Contest,
    Entrant,
    Ledger,
    Outcome,
    Side,
    entrant_name,
    play_block,
)
from goldsparrow.arena.spread import Played, Stopped, Workers, spread
from goldsparrow.errors import OptionError

MOST_PLAYERS: Final = 24
"""How many players a pool takes: they make 276 pairings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """What is to be played: which players, under which rules, how many deals a pairing, which seed.

    Attributes:
        players: who plays, each once; every two of them meet.
        deals: how many deals each pairing plays, rounded up to whole walls.
    """

    players: tuple[Entrant, ...]
    rules: str = "fuzhou-ourgame"
    options: Mapping[str, object] = field(default_factory=dict)
    deals: int = 4000
    seed: str = ""

    def check(self) -> None:
        """Looks whether everything in the pool exists, and every player stands in it once.

        Raises:
            GoldSparrowError: there is no such rule set, option, value or player, there are too few
                or too many players, or one stands there twice.
        """
        names = self.names
        if not 2 <= len(names) <= MOST_PLAYERS:
            raise OptionError(
                f"{len(names)} players: {', '.join(names)!r:.80}; "
                f"expected 2 to {MOST_PLAYERS} of them"
            )
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise OptionError(
                f"the player {twice!r:.80} stands in the pool twice; expected each player once"
            )
        for contest in self.pairings:
            contest.check()

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(map(entrant_name, self.players))

    @property
    def pairings(self) -> tuple[Contest, ...]:
        """The duel of every two players, in the players' order."""
        return tuple(
            Contest(
                a=a, b=b, rules=self.rules, options=self.options, deals=self.deals, seed=self.seed
            )
            for a, b in combinations(self.players, 2)
        )

    @property
    def wanted(self) -> int:
        """How many deals all pairings together play."""
        return sum(contest.walls * DEALS_A_WALL for contest in self.pairings)


@dataclass(slots=True)
class Meeting:
    """Two players of a pool and what happened between them.

    Attributes:
        contest: who played whom.
        outcome: what happened on all walls.
        matches: what the seats of the first gained in each piece, by its number: the pieces are the
            matches that ratings count.
    """

    contest: Contest
    outcome: Outcome = field(default_factory=Outcome)
    matches: dict[int, int] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return entrant_name(self.contest.a), entrant_name(self.contest.b)

    def add(self, number: int, piece: Outcome) -> None:
        """Adds a piece that was played."""
        self.outcome.add(piece)
        self.matches[number] = piece.points


@dataclass(slots=True)
class Standing:
    """What a player of a pool did against all the others.

    Attributes:
        name: what the player is called.
        deals: how many deals it played, at two seats of each.
        advantages: by how many points a seat and deal it was better than each opponent.
        side: its wins, how it won, and what it paid for.
    """

    name: str
    deals: int = 0
    advantages: list[float] = field(default_factory=list)
    side: Side = field(default_factory=Side)

    @property
    def advantage(self) -> float:
        """The mean over its opponents of what its seats gain a deal more than theirs, in points."""
        return sum(self.advantages) / len(self.advantages) if self.advantages else 0.0


def standings(meetings: Sequence[Meeting]) -> list[Standing]:
    """Adds up what every player did in its meetings, in the players' order."""
    found: dict[str, Standing] = {}
    for meeting in meetings:
        outcome = meeting.outcome
        sides = (outcome.a, outcome.b)
        for name, side, sign in zip(meeting.names, sides, (1, -1), strict=True):
            standing = found.setdefault(name, Standing(name))
            standing.deals += outcome.deals
            standing.side.add(side)
            if outcome.walls:
                standing.advantages.append(sign * outcome.advantage)
    return list(found.values())


def play_pool(
    pool: Pool,
    *,
    workers: Workers = 1,
    out: str | Path | None = None,
    watch: Callable[[int], None] = lambda _deals: None,
    stopped: Stopped = lambda: False,
) -> list[Meeting]:
    """Plays every pairing of a pool to its end, or on from where it was interrupted.

    Args:
        pool: what is to be played.
        workers: how many processes play, or a crew; the result is the same with any.
        out: a directory that keeps what was played, a directory of its own for each pairing, so
            that the same pool goes on from there, and a pool with more players from what is kept.
        watch: called with the number of deals played so far, in all pairings.
        stopped: asked again and again; where it says yes, no further wall begins.

    Raises:
        GoldSparrowError: as `Pool.check`, or `out` holds the pairing under other rules or with
            another seed.
    """
    pool.check()
    meetings = [Meeting(contest) for contest in pool.pairings]
    pairs = len(meetings)
    with ExitStack() as stack:
        ledgers: list[Ledger] = []
        if out is not None:
            for meeting in meetings:
                ledger = Ledger(Path(out) / directory(*meeting.names), meeting.contest)
                ledgers.append(stack.enter_context(ledger))
                for number, piece in ledger.blocks.items():
                    meeting.add(number, piece)
        before = sum(meeting.outcome.deals for meeting in meetings)
        watch(before)
        pieces = [
            number
            for number in range(meetings[0].contest.blocks * pairs)
            if number // pairs not in meetings[number % pairs].matches
        ]
        for number, piece in spread(
            play_piece,
            pool,
            pieces,
            workers=workers,
            watch=lambda played: watch(before + played),
            stopped=stopped,
        ):
            block, pairing = divmod(number, pairs)
            meetings[pairing].add(block, piece)
            if ledgers:
                ledgers[pairing].keep(block, piece)
    return meetings


def play_piece(
    pool: Pool, number: int, one_more: Played, stopped: Stopped
) -> tuple[int, Outcome] | None:
    """Plays a piece of a pool: the pairings' pieces are numbered in turn.

    Returns:
        The number and the outcome; None where it was stopped before its end.
    """
    pairings = pool.pairings
    block, pairing = divmod(number, len(pairings))
    played = play_block(pairings[pairing], block, one_more, stopped)
    return None if played is None else (number, played[1])


def directory(a: str, b: str) -> str:
    """Returns the name of the directory that keeps a pairing, the same for the same two names."""
    return "-against-".join(map(_as_file_name, (a, b)))


def _as_file_name(name: str) -> str:
    """A player's name where a file can be called so, else a part of it and of its digest."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:40]
    if plain == name:
        return name
    return f"{plain}.{hashlib.sha256(name.encode()).hexdigest()[:12]}"
