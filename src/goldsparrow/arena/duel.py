"""Duels: two players meet on the same walls, and luck that both had is taken out of the result.

A wall is played twice. Two seats are A's and two are B's, and in the second deal the players have
exchanged seats, so that whatever a wall gives its seats is given to both players. The walls take
the three ways in turn in which two players can share four seats:

    A B A B | A A B B | A B B A        and the same with A and B exchanged

so that each feeds, follows and faces the other as often as itself. A player of equal strength wins
nothing, exactly, on every wall. Each wall's dealer, streak and tiles depend on the seed and on the
wall's number alone, never on what was played. Rotations of one against three need four deals a wall
and twice as many to be as sure: one seat's points tell less than two seats'.

The deals of one wall are one sample: the interval is that of the mean over walls.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, Self, TypeAlias

import msgspec

from goldsparrow.arena.playout import play_deal
from goldsparrow.arena.spread import Played, Stopped, Workers, spread
from goldsparrow.errors import OptionError
from goldsparrow.events import Win
from goldsparrow.game.deal import Deal
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import deal_shuffle
from goldsparrow.players import Player, player
from goldsparrow.rules import rule_set

DEALS_A_WALL: Final = 2
BLOCK_WALLS: Final = 10
"""How many walls one piece of work has: what an interruption can lose."""

_Sides: TypeAlias = tuple[int, int, int, int]

WAYS: Final[tuple[_Sides, ...]] = ((0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0))
"""Whose each seat is in a wall's first deal, 0 for A and 1 for B; walls take them in turn."""

_LONGER: Final = 96
"""Of 256, how often a streak goes on: players of equal strength keep the deal about so often."""

Entrant: TypeAlias = str | Callable[[int], Player]
"""Who plays: the name of a player, or what makes one from a seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """What is to be played: who against whom, under which rules, how many deals, which seed.

    Deals are rounded up to whole walls.
    """

    a: Entrant
    b: Entrant
    rules: str = "fuzhou-ourgame"
    options: Mapping[str, object] = field(default_factory=dict)
    deals: int = 4000
    seed: str = ""

    def check(self) -> None:
        """Looks whether everything in the contest exists.

        Raises:
            GoldSparrowError: there is no such rule set, option, value or player.
        """
        rule_set(self.rules, **self.options)
        for entrant in (self.a, self.b):
            _make(entrant, 0)

    @property
    def walls(self) -> int:
        """How many walls are played, each twice."""
        return math.ceil(self.deals / DEALS_A_WALL)

    @property
    def blocks(self) -> int:
        """How many pieces the walls are cut into."""
        return math.ceil(self.walls / BLOCK_WALLS)

    def block(self, number: int) -> range:
        """The walls of a piece."""
        first = number * BLOCK_WALLS
        return range(first, min(first + BLOCK_WALLS, self.walls))

    def drawn_from(self, wall: int, what: str) -> bytes:
        """Thirty-two bytes that depend on the seed, the wall and what they are for."""
        return hashlib.sha256(f"goldsparrow-duel|{self.seed}|{wall}|{what}".encode()).digest()

    def described(self) -> dict[str, object]:
        """The contest as plain values, the same for the same results.

        Of players that come from a file, which may change, it says under `digests` what the file
        holds.
        """
        rules = rule_set(self.rules, **self.options)
        found: dict[str, object] = {
            "a": entrant_name(self.a),
            "b": entrant_name(self.b),
            "rules": self.rules,
            "options": dict(rules.options),
            "seed": self.seed,
        }
        digests = [getattr(_make(entrant, 0), "digest", None) for entrant in (self.a, self.b)]
        return found | {"digests": digests} if any(digests) else found


@dataclass(slots=True)
class Side:
    """What one of the two did: wins, deals it paid for alone or first, and how it won."""

    wins: int = 0
    fed: int = 0
    won: int = 0
    dearest: int = 0
    by: dict[str, int] = field(default_factory=dict)
    specials: dict[str, int] = field(default_factory=dict)

    def add(self, other: Side) -> None:
        """Adds what it did in other deals."""
        self.wins += other.wins
        self.fed += other.fed
        self.won += other.won
        self.dearest = max(self.dearest, other.dearest)
        for name in ("by", "specials"):
            mine: dict[str, int] = getattr(self, name)
            for key, count in getattr(other, name).items():
                mine[key] = mine.get(key, 0) + count


@dataclass(slots=True)
class Outcome:
    """What happened on all walls.

    Attributes:
        walls: how many walls were played, each twice.
        drawn: deals that nobody won.
        points, squares: the sum over the walls of what A's two seats gained in both deals, and of
            its square; B lost as much (C12).
        a, b: what each side did.
    """

    walls: int = 0
    drawn: int = 0
    points: int = 0
    squares: int = 0
    a: Side = field(default_factory=Side)
    b: Side = field(default_factory=Side)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.walls * DEALS_A_WALL

    @property
    def advantage(self) -> float:
        """What a seat of A gains a deal more than a seat of B, in points before the stake."""
        # A's two seats gain S and B's two lose it: S / 2 a seat against -S / 2.
        return self.points / self.deals if self.walls else 0.0

    @property
    def error(self) -> float:
        """Half the width of the advantage's 95 % confidence interval."""
        if self.walls < 2:
            return math.inf
        mean = self.points / self.walls
        variance = (self.squares - self.walls * mean * mean) / (self.walls - 1)
        return 1.96 * math.sqrt(max(0.0, variance) / self.walls) / DEALS_A_WALL

    @property
    def better(self) -> str | None:
        """Which side is better, `a` or `b`; None where the interval holds zero."""
        if abs(self.advantage) <= self.error:
            return None
        return "a" if self.advantage > 0 else "b"

    def add(self, other: Outcome) -> None:
        """Adds the outcome of other walls."""
        self.walls += other.walls
        self.drawn += other.drawn
        self.points += other.points
        self.squares += other.squares
        self.a.add(other.a)
        self.b.add(other.b)

    def count(self, deal: Deal, sides: _Sides) -> int:
        """Adds a deal that is over; returns what A's seats gained in it."""
        result = deal.result
        assert result is not None, "only deals that are over are counted"
        ending = deal.table.ending
        gained = sum(
            points for points, side in zip(result.payments, sides, strict=True) if not side
        )
        if result.winner is None or result.by is None or result.score is None:
            self.drawn += 1
            return gained
        side = (self.a, self.b)[sides[result.winner]]
        won = result.payments[result.winner]
        side.wins += 1
        side.won += won
        side.dearest = max(side.dearest, won)
        special = result.score.special or result.score.row or "none"
        side.by[result.by] = side.by.get(result.by, 0) + 1
        side.specials[special] = side.specials.get(special, 0) + 1
        if isinstance(ending, Win) and ending.source is not None:
            (self.a, self.b)[sides[ending.source]].fed += 1
        return gained


def duel(
    a: Entrant,
    b: Entrant,
    rules: str = "fuzhou-ourgame",
    *,
    options: Mapping[str, object] | None = None,
    deals: int = 4000,
    seed: str = "",
    workers: Workers = 1,
    out: str | Path | None = None,
    watch: Callable[[int], None] = lambda _deals: None,
    stopped: Stopped = lambda: False,
) -> Outcome:
    """Plays two players against each other on the same walls with their seats exchanged.

    Args:
        a: a player's name, or what makes one from a seed; picklable where there are workers.
        b: its opponent.
        rules: the rule set's key.
        options: house options by name.
        deals: how many deals, rounded up to whole walls of two.
        seed: the same seed plays the same walls.
        workers: how many processes play, or a crew; the outcome is the same with any.
        out: a directory that keeps what was played, so that the same duel goes on from there.
        watch: called with the number of deals played so far.
        stopped: asked again and again; where it says yes, no further wall begins.

    Raises:
        GoldSparrowError: no such player, rule set or option, or `out` holds another duel.
    """
    contest = Contest(a=a, b=b, rules=rules, options=options or {}, deals=deals, seed=seed)
    return play(contest, workers=workers, out=out, watch=watch, stopped=stopped)


def play(
    contest: Contest,
    *,
    workers: Workers = 1,
    out: str | Path | None = None,
    watch: Callable[[int], None] = lambda _deals: None,
    stopped: Stopped = lambda: False,
) -> Outcome:
    """Plays a contest to its end, or on from where it was interrupted; as `duel`."""
    contest.check()
    outcome = Outcome()
    with Ledger(Path(out), contest) if out is not None else nullcontext() as ledger:
        done = ledger.blocks if ledger is not None else {}
        for block in done.values():
            outcome.add(block)
        before = outcome.deals
        watch(before)
        numbers = [number for number in range(contest.blocks) if number not in done]
        for number, block in spread(
            play_block,
            contest,
            numbers,
            workers=workers,
            watch=lambda played: watch(before + played),
            stopped=stopped,
        ):
            outcome.add(block)
            if ledger is not None:
                ledger.keep(number, block)
    return outcome


def play_block(
    contest: Contest, number: int, one_more: Played, stopped: Stopped
) -> tuple[int, Outcome] | None:
    """Plays one piece of a contest; None where it was stopped before its end."""
    outcome = Outcome()
    for wall in contest.block(number):
        if stopped():
            return None
        play_wall(contest, wall, outcome, one_more)
    return number, outcome


def streak_of(chance: bytes) -> int:
    """The streak of a deal that stands alone, drawn from eleven bytes or more.

    It is as long as in matches of players of equal strength, and never above 10.
    """
    return next(length for length, byte in enumerate(chance) if byte >= _LONGER or length > 9)


def play_wall(
    contest: Contest, wall: int, outcome: Outcome, one_more: Played = lambda: None
) -> None:
    """Plays a wall twice, with the seats exchanged, and adds it to an outcome."""
    rules = rule_set(contest.rules, **contest.options)
    chance = contest.drawn_from(wall, "dealer")
    streak = streak_of(chance[1:])
    shuffled = deal_shuffle("duel", wall + 1, contest.drawn_from(wall, "wall").hex())
    first = WAYS[wall % len(WAYS)]
    gained = 0
    for swapped in (0, 1):
        sides = tuple(side ^ swapped for side in first)
        players = tuple(
            _make((contest.a, contest.b)[side], _seed(contest, wall, seat))
            for seat, side in enumerate(sides)
        )
        match = Match(rules, Length(1, "deals"), dealer=chance[0] % 4)
        match.streak = streak
        match.start(shuffled)
        play_deal(match, players)
        assert match.deal is not None, "a deal was played"
        gained += outcome.count(match.deal, (sides[0], sides[1], sides[2], sides[3]))
        one_more()
    outcome.walls += 1
    outcome.points += gained
    outcome.squares += gained * gained


def _seed(contest: Contest, wall: int, seat: int) -> int:
    return int.from_bytes(contest.drawn_from(wall, f"player {seat}")[:8], "big")


def _make(entrant: Entrant, seed: int) -> Player:
    return player(entrant, seed) if isinstance(entrant, str) else entrant(seed)


def entrant_name(entrant: Entrant) -> str:
    """What an entrant is called."""
    if isinstance(entrant, str):
        return entrant
    return getattr(entrant, "__qualname__", None) or repr(entrant)


class _Line(msgspec.Struct):
    """A piece that was played, as a line of the ledger."""

    block: int
    outcome: Outcome


class Ledger:
    """A directory that keeps the pieces of a contest as they are played.

    It holds `contest.json` and `walls.jsonl`, a piece a line. A contest of more deals goes on from
    one of fewer. It is a context manager.

    Attributes:
        blocks: the pieces that were played before, by number.

    Raises:
        OptionError: the directory holds another contest.
    """

    def __init__(self, place: Path, contest: Contest) -> None:
        self.blocks: dict[int, Outcome] = {}
        self._place = place
        self._file: BinaryIO | None = None
        place.mkdir(parents=True, exist_ok=True)
        described = msgspec.json.format(msgspec.json.encode(contest.described()), indent=1)
        head = place / "contest.json"
        if head.exists():
            if head.read_bytes() != described + b"\n":
                raise OptionError(
                    f"{str(place)!r:.120} holds another duel; expected the same players, rules, "
                    "options and seed, or another directory"
                )
        else:
            head.write_bytes(described + b"\n")
        self._read(contest)

    def _read(self, contest: Contest) -> None:
        lines = self._place / "walls.jsonl"
        if not lines.exists():
            return
        text = lines.read_bytes()
        # A line that an interruption has cut off is played again.
        whole = text[: text.rfind(b"\n") + 1]
        if whole != text:
            lines.write_bytes(whole)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                kept = msgspec.json.decode(line, type=_Line)
            except msgspec.DecodeError as error:
                raise OptionError(
                    f"{str(lines)!r:.120}, line {number}: {error}; expected a piece of a duel"
                ) from None
            # The last piece of a shorter contest is not whole in a longer one.
            if (
                0 <= kept.block < contest.blocks
                and len(contest.block(kept.block)) == kept.outcome.walls
            ):
                self.blocks[kept.block] = kept.outcome

    def __enter__(self) -> Self:
        self._file = (self._place / "walls.jsonl").open("ab")
        return self

    def __exit__(self, *_error: object) -> None:
        if self._file is not None:
            self._file.close()

    def keep(self, number: int, outcome: Outcome) -> None:
        """Writes a piece down."""
        assert self._file is not None, "the ledger is open"
        self._file.write(msgspec.json.encode(_Line(number, outcome)) + b"\n")
        self._file.flush()
