"""Data sets: every choice of many deals as a row of a Parquet file, what was seen and what came.

A row is a choice: what the seat saw, what it might do, what it did, and what it gained by the
end of the deal. A claim that was declined is a row like any other. Seats that can only pass, or
have one discard, choose nothing and have no row.

The deals are played by bots, or taken from records. A record shows who claimed; who was asked as
well may have passed, or wanted a claim that another's outranked. Such a row says that it passed,
and that this is not `certain`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from goldsparrow import __version__
from goldsparrow.arena.duel import streak_of
from goldsparrow.arena.spread import Stopped, spread
from goldsparrow.errors import GoldSparrowError, IllegalMove, RecordError
from goldsparrow.events import AnyEvent, End, Start
from goldsparrow.game.deal import Deal
from goldsparrow.game.record import Header, choices, deal_shuffle, entries, header_rules
from goldsparrow.game.wall import shuffle
from goldsparrow.learn.encoder import Encoder
from goldsparrow.learn.observations import mask_bytes, shown
from goldsparrow.learn.planes import VERSION, Array, layout
from goldsparrow.moves import MOVES, PASS, Move
from goldsparrow.players import Player, player
from goldsparrow.rules import rule_set

PIECE_DEALS: Final = 25
"""The most deals of one piece of work, which is one row group of the file."""
DESCRIPTION: Final = b"goldsparrow"
"""Under this key a file says what it holds, as JSON."""

COLUMNS: Final = {
    "match": "the match's name",
    "deal": "the deal's number in its match, from 0",
    "choice": "the choice's number in its deal, from 0",
    "rules": "the rule set's key",
    "player": "the name of who chose",
    "seat": "the seat, 0 to 3",
    "phase": "what was asked: opening, turn, claim or rob_kong",
    "observation": "the planes as bytes, row by row, int8",
    "action_mask": "169 bytes, 1 for each move that the seat might make",
    "action": "the move that it made",
    "certain": "false where a record does not tell whether a pass was one",
    "gained": "points that the seat gained from here to the end of the deal, before the stake",
    "points": "points that the deal brought the seat in all, before the stake",
    "winner": "the seat that won the deal, -1 for none",
}
"""The columns of a file, with what each holds."""


def schema(*, outlook: bool = False) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The columns with their types, as Arrow has them."""
    planes, kinds = layout(outlook=outlook).shape
    names = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("match", names),
            ("deal", pa.int32()),
            ("choice", pa.int32()),
            ("rules", names),
            ("player", names),
            ("seat", pa.int8()),
            ("phase", names),
            ("observation", pa.binary(planes * kinds)),
            ("action_mask", pa.binary(MOVES)),
            ("action", pa.int16()),
            ("certain", pa.bool_()),
            ("gained", pa.int32()),
            ("points", pa.int32()),
            ("winner", pa.int8()),
        ]
    )


class Answer(NamedTuple):
    """A seat's choice, and whether it is known to be what the seat wanted."""

    seat: int
    move: Move
    certain: bool


Answers = Callable[[Deal], Sequence[Answer]]
"""What the seats asked choose; asked again whenever the deal goes on."""


class Rows:
    """The rows of some deals, column by column."""

    def __init__(self, *, outlook: bool = False) -> None:
        self._layout = layout(outlook=outlook)
        self._columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}

    def __len__(self) -> int:
        return len(self._columns["seat"])

    def add(self, deal: Deal, answers: Answers, names: Sequence[str], match: str) -> None:
        """Plays a deal to its end and adds its choices.

        Args:
            deal: a deal that has begun.
            answers: what the seats choose.
            names: who plays, by seat.
            match: the name of the deal's match.
        """
        encoder = Encoder(deal)
        columns = self._columns
        seats: list[int] = []
        paid: list[int] = []
        while deal.result is None:
            given = answers(deal)
            waiting = dict(deal.waiting)
            for seat, move, certain in given:
                moves = waiting[seat]
                if not moves & (moves - 1):
                    continue
                planes = shown(encoder, seat, moves, self._layout)
                columns["phase"].append(deal.phase)
                columns["observation"].append(planes.tobytes())
                columns["action_mask"].append(mask_bytes(moves))
                columns["action"].append(move)
                columns["certain"].append(certain)
                columns["player"].append(names[seat])
                seats.append(seat)
                paid.append(deal.table.payments[seat])
            question = deal.waiting
            for seat, move, _ in given:
                if deal.waiting is not question:
                    break
                deal.act(seat, move)
            encoder.behind = True
        final = deal.table.payments
        winner = deal.result.winner
        start = deal.table.start
        assert start is not None, "a deal has begun"
        count = len(seats)
        columns["match"] += [match] * count
        columns["deal"] += [start.number] * count
        columns["choice"] += range(count)
        columns["rules"] += [deal.rules.key] * count
        columns["seat"] += seats
        columns["gained"] += [
            final[seat] - before for seat, before in zip(seats, paid, strict=True)
        ]
        columns["points"] += [final[seat] for seat in seats]
        columns["winner"] += [-1 if winner is None else winner] * count

    def table(self) -> Any:  # noqa: ANN401 - pyarrow has no types
        """The rows as an Arrow table."""
        return pa.table(self._columns, schema=schema(outlook=self._layout.outlook))


# --- deals of bots ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Deals that bots are to play: the rules, how many, from which seed, by whom.

    `players` sit in this order, one place further in each deal.
    """

    rules: str = "fuzhou-ourgame"
    options: Mapping[str, object] = field(default_factory=dict)
    deals: int = 1
    seed: str = ""
    players: tuple[str, str, str, str] = ("greedy", "greedy", "greedy", "greedy")
    outlook: bool = False

    def check(self) -> None:
        """Looks whether everything exists.

        Raises:
            GoldSparrowError: there is no such rule set, option, value or player.
        """
        rule_set(self.rules, **self.options)
        for name in self.players:
            player(name)

    @property
    def pieces(self) -> int:
        """How many pieces of work the deals are."""
        return math.ceil(self.deals / PIECE_DEALS)

    def drawn_from(self, deal: int, what: str) -> bytes:
        """Thirty-two bytes that depend on the seed, the deal and what they are for."""
        return hashlib.sha256(f"goldsparrow-dataset|{self.seed}|{deal}|{what}".encode()).digest()


def _play_piece(
    plan: Played, number: int, one_more: Callable[[], None], stopped: Stopped
) -> Any | None:  # noqa: ANN401 - pyarrow has no types
    rules = rule_set(plan.rules, **plan.options)
    rows = Rows(outlook=plan.outlook)
    first = number * PIECE_DEALS
    for place in range(first, min(first + PIECE_DEALS, plan.deals)):
        if stopped():
            break
        names = [plan.players[(seat + place) % 4] for seat in range(4)]
        players = [
            player(name, int.from_bytes(plan.drawn_from(place, f"player {seat}")[:8], "big"))
            for seat, name in enumerate(names)
        ]
        chance = plan.drawn_from(place, "dealer")
        deal = Deal(
            rules,
            shuffle(plan.drawn_from(place, "wall"), "dataset"),
            dealer=chance[0] % 4,
            streak=streak_of(chance[1:]),
            number=place,
        )
        rows.add(deal, _asked(players), names, f"dataset-{plan.seed}")
        one_more()
    return rows.table() if len(rows) else None


def _asked(players: Sequence[Player]) -> Answers:
    """Lets players choose."""

    def answers(deal: Deal) -> list[Answer]:
        return [
            Answer(seat, players[seat].act(deal.view(seat), moves), certain=True)
            for seat, moves in deal.waiting.items()
        ]

    return answers


# --- deals of records -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """Deals that stand in the records of files; a file may hold several records."""

    files: tuple[str, ...]
    outlook: bool = False

    def deals(self) -> int:
        """How many deals the records begin.

        Raises:
            RecordError: a file cannot be read.
        """
        return sum(
            line.startswith(b'{"type":"start"') for name in self.files for line in _lines(name)
        )


def _lines(name: str) -> Iterator[bytes]:
    try:
        with Path(name).open("rb") as stream:
            yield from stream
    except OSError as error:
        raise RecordError(f"cannot read {name!r:.120}: {error.strerror}") from None


def _record_piece(
    plan: Recorded, number: int, one_more: Callable[[], None], stopped: Stopped
) -> Any | None:  # noqa: ANN401 - pyarrow has no types
    name = plan.files[number]
    rows = Rows(outlook=plan.outlook)
    header: Header | None = None
    events: list[AnyEvent] = []
    begun = 0
    for line, entry in entries(_lines(name)):
        if stopped():
            break
        if isinstance(entry, Header):
            header = entry
        elif isinstance(entry, Start):
            events, begun = [entry], line
        elif events:
            events.append(entry)  # type: ignore[arg-type]
            if isinstance(entry, End):
                assert header is not None, "entries begin with a header"
                try:
                    _replay(rows, header, events)
                except GoldSparrowError as error:
                    raise RecordError(
                        f"{name!r:.120}: the deal that begins here is not what the rules make of "
                        f"it: {error}",
                        begun,
                    ) from None
                events = []
                one_more()
    return rows.table() if len(rows) else None


def _replay(rows: Rows, header: Header, events: list[AnyEvent]) -> None:
    """Adds the choices of a recorded deal."""
    start, end = events[0], events[-1]
    assert isinstance(start, Start), "a deal is collected from its start"
    assert isinstance(end, End), "to its end"
    deal = Deal(
        header_rules(header),
        deal_shuffle(header.match, start.number, end.seed, start.entropy),
        dealer=start.dealer,
        streak=start.streak,
        number=start.number,
        round_=start.round,
        passed=start.passed,
        scores=start.scores,
        stake=header.stake,
        commitment=start.commitment,
        seed=end.seed,
        entropy=start.entropy,
    )

    checked = 0

    def answers(deal: Deal) -> list[Answer]:
        nonlocal checked
        made = len(deal.events)
        if deal.events[checked:] != events[checked:made] or made >= len(events):
            raise IllegalMove("its events are others", "not_your_turn")
        checked = made
        given = choices(deal, events[made])
        claimed = any(move != PASS for _, move in given)
        found = [
            Answer(seat, move, certain=move != PASS or not claimed or len(deal.waiting) == 1)
            for seat, move in given
        ]
        named = {answer.seat for answer in found}
        # Seats that a claim outranked; an answer of theirs changes nothing.
        found += [Answer(seat, PASS, certain=False) for seat in deal.waiting if seat not in named]
        return found

    rows.add(deal, answers, header.players, header.match)
    if deal.events != events:
        raise IllegalMove("its events are others", "not_your_turn")


# --- files ------------------------------------------------------------------------------------


def write(
    source: Played | Recorded,
    path: str | Path,
    *,
    workers: int = 1,
    watch: Callable[[int], None] = lambda _deals: None,
    stopped: Stopped = lambda: False,
) -> tuple[int, int]:
    """Writes a data set to a Parquet file; the same however many processes work.

    Args:
        source: where the deals come from.
        path: the file, which appears when it is whole.
        workers: how many processes work.
        watch: called with the number of deals done so far.
        stopped: asked again and again; where it says yes, the file ends with what is done.

    Returns:
        How many rows there are, and how many deals.

    Raises:
        GoldSparrowError: a record, a rule set, an option or a player is not what it should be.
    """
    target = Path(path)
    part = target.with_name(target.name + ".part")
    described = schema(outlook=source.outlook).with_metadata({DESCRIPTION: _description(source)})
    if isinstance(source, Played):
        source.check()
        pieces = spread(
            _play_piece, source, range(source.pieces), workers=workers, watch=watch, stopped=stopped
        )
    else:
        pieces = spread(
            _record_piece,
            source,
            range(len(source.files)),
            workers=min(workers, max(1, len(source.files))),
            watch=watch,
            stopped=stopped,
        )
    rows = deals = 0
    try:
        with pq.ParquetWriter(part, described, compression="zstd") as writer:
            for piece in pieces:
                writer.write_table(piece.replace_schema_metadata(described.metadata))
                rows += piece.num_rows
                starts = piece.column("choice").to_numpy()
                deals += int((starts == 0).sum())
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    part.replace(target)
    return rows, deals


def _description(source: Played | Recorded) -> bytes:
    planes = layout(outlook=source.outlook)
    return msgspec.json.encode(
        {
            "software": f"goldsparrow {__version__}",
            "encoding": VERSION,
            "outlook": source.outlook,
            "shape": planes.shape,
            "planes": planes.names,
            "columns": COLUMNS,
            "source": source,
        }
    )


class Batch(NamedTuple):
    """Rows as arrays: `observation` `(n, planes, 42)`, `action_mask` `(n, 169)`, and the others.

    Attributes:
        observation, action_mask: int8.
        action: int64.
        seat, winner: int8.
        certain: bool.
        gained, points: int32.
    """

    observation: Array
    action_mask: Array
    action: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int8]
    certain: npt.NDArray[np.bool_]
    gained: npt.NDArray[np.int32]
    points: npt.NDArray[np.int32]
    winner: npt.NDArray[np.int8]


def batches(paths: str | Path | Iterable[str | Path]) -> Iterator[Batch]:
    """Reads data sets as arrays, one row group at a time.

    Raises:
        RecordError: a file is no data set, or one of another encoding.
    """
    for path in [paths] if isinstance(paths, str | Path) else paths:
        file, shape = _opened(Path(path))
        for group in range(file.num_row_groups):
            yield _as_arrays(file.read_row_group(group), shape)


def read(paths: str | Path | Iterable[str | Path]) -> Batch:
    """Reads whole data sets as arrays; as `batches`."""
    found = list(batches(paths))
    if not found:
        raise RecordError("the data set has no rows; expected some")
    return Batch(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _opened(path: Path) -> tuple[Any, tuple[int, int]]:
    try:
        file = pq.ParquetFile(path)
        told = (file.schema_arrow.metadata or {}).get(DESCRIPTION)
    except OSError as error:
        raise RecordError(f"cannot read {str(path)!r:.120}: {error.strerror or error}") from None
    except pa.ArrowInvalid as error:
        raise RecordError(f"{str(path)!r:.120} is no Parquet file: {error}") from None
    if told is None:
        raise RecordError(f"{str(path)!r:.120} is no data set of goldsparrow; expected one")
    described = msgspec.json.decode(told)
    if described["encoding"] != VERSION:
        raise RecordError(
            f"{str(path)!r:.120} has encoding {described['encoding']}; expected {VERSION}"
        )
    planes, kinds = described["shape"]
    return file, (planes, kinds)


def _as_arrays(table: Any, shape: tuple[int, int]) -> Batch:  # noqa: ANN401 - pyarrow has no types
    count = table.num_rows

    def numbers(name: str) -> npt.NDArray[Any]:
        found: npt.NDArray[Any] = table.column(name).to_numpy()
        return found

    def octets(name: str, *form: int) -> Array:
        column = table.column(name).combine_chunks()
        size = math.prod(form)
        held = np.frombuffer(column.buffers()[1], dtype=np.int8)
        first = column.offset * size
        return held[first : first + count * size].reshape(count, *form)

    return Batch(
        octets("observation", *shape),
        octets("action_mask", MOVES),
        numbers("action").astype(np.int64),
        numbers("seat"),
        numbers("certain"),
        numbers("gained"),
        numbers("points"),
        numbers("winner"),
    )
