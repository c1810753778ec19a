"""Data sets: every choice as a row, from bots and from records, readable by others."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

from goldsparrow.arena.simulate import Plan, simulate
from goldsparrow.cli import main
from goldsparrow.errors import RecordError
from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.learn.dataset import COLUMNS, Answer, Played, Recorded, Rows, batches, read, write
from goldsparrow.learn.planes import LAYOUT, OUTLOOK_LAYOUT
from goldsparrow.moves import MOVES, PASS
from goldsparrow.rules import RULE_SETS, rule_set

MIXED = ("greedy", "chance", "greedy", "expert")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data set of sixty deals."""
    path = tmp_path_factory.mktemp("played") / "deals.parquet"
    plan = Played(deals=60, seed="1", players=("greedy",) * 4)
    rows, deals = write(plan, path)
    assert deals == 60
    assert rows > 1000
    return path


def test_what_a_row_says(played: Path) -> None:
    """Each action is among those of its mask, which has a choice, and what is gained adds up."""
    rows = read(played)
    count = len(rows.action)
    assert rows.observation.shape == (count, *LAYOUT.shape)
    assert (rows.action_mask.sum(axis=1) > 1).all()
    assert (rows.action_mask[np.arange(count), rows.action] == 1).all()
    assert ((rows.observation >= LAYOUT.low) & (rows.observation <= LAYOUT.high)).all()
    assert rows.certain.all()
    won = rows.winner == rows.seat
    assert (rows.points[won] > 0).all()
    assert (rows.points[rows.winner == -1] == 0).all()


def test_declined_claims_are_rows(played: Path) -> None:
    """A seat that lets a claim pass has a row of its own for it."""
    rows = read(played)
    passed = rows.action == PASS
    claimed = rows.action_mask[:, PASS].astype(bool) & ~passed
    assert passed.sum() > 100
    assert claimed.sum() > 100
    assert (rows.observation[passed][:, LAYOUT.place("claim"), 0] == 1).mean() > 0.95


def test_others_can_read_it(played: Path) -> None:
    """Both polars and pyarrow read the columns, and the file says what they hold."""
    frame = pl.read_parquet(played)
    assert frame.columns == list(COLUMNS)
    assert frame["seat"].dtype == pl.Int8
    planes = np.frombuffer(b"".join(frame["observation"]), dtype=np.int8)
    assert (planes.reshape(-1, *LAYOUT.shape) == read(played).observation).all()
    assert frame.group_by("deal").agg(pl.col("winner").n_unique()).max()["winner"][0] == 1
    file = pq.ParquetFile(played)
    assert file.num_row_groups == 3
    told = json.loads(file.schema_arrow.metadata[b"goldsparrow"])
    assert told["planes"] == list(LAYOUT.names)
    assert told["columns"] == COLUMNS
    assert sum(len(batch.seat) for batch in batches(played)) == file.metadata.num_rows


def test_workers_change_nothing(tmp_path: Path) -> None:
    """The same plan writes the same rows however many processes work."""
    plan = Played(rules="sanming", deals=30, seed="w", players=("chance",) * 4, outlook=True)
    for workers in (1, 2):
        write(plan, tmp_path / f"{workers}.parquet", workers=workers)
    first, second = (read(tmp_path / f"{workers}.parquet") for workers in (1, 2))
    for mine, other in zip(first, second, strict=True):
        assert (mine == other).all()
    assert first.observation.shape[1:] == OUTLOOK_LAYOUT.shape


@pytest.mark.parametrize("key", RULE_SETS)
def test_records(key: str, tmp_path: Path) -> None:
    """From records come the choices that were made; a pass that may be none is not certain."""
    plan = Plan(rules=key, deals=12, seed="r", players=MIXED, records=True)
    record = tmp_path / "all.jsonl"
    record.write_bytes(b"".join(text for _, text in simulate(plan)))
    decisions = sum(totals.decisions for totals, _ in simulate(plan))
    rows, deals = write(Recorded(files=(str(record), str(record))), tmp_path / "r.parquet")
    assert deals == 24
    found = read(tmp_path / "r.parquet")
    assert rows == len(found.seat)
    # Forced choices are decisions of the simulation, and no rows.
    assert rows // 2 <= decisions * 1.1
    assert 0.8 < found.certain.mean() <= 1
    assert (found.action[~found.certain] == PASS).all()
    frame = pl.read_parquet(tmp_path / "r.parquet")
    assert set(frame["rules"]) == {key}
    assert set(frame["player"]) == set(MIXED)


def test_an_outranked_claim_stays_what_it_was() -> None:
    """C9: two seats want a discard; both choices are rows, though only one of them counts."""
    chance = Random(1)
    wanted: list[tuple[int, int]] = []

    def eager(deal: Deal) -> list[Answer]:
        found = []
        for seat, moves in deal.waiting.items():
            legal = [move for move in range(MOVES) if moves >> move & 1 and move != PASS]
            found.append(Answer(seat, chance.choice(legal), certain=True))
        if len(found) > 1 and deal.phase == "claim":
            wanted.append((found[0].move, found[1].move))
        return found

    rows = Rows()
    for number in range(30):
        deal = Deal(rule_set("fuzhou-ourgame"), shuffle(b"outranked", str(number)))
        rows.add(deal, eager, ("a", "b", "c", "d"), "m")
    table = rows.table()
    claims = [
        action
        for action, phase in zip(
            table.column("action").to_pylist(), table.column("phase").to_pylist(), strict=True
        )
        if phase == "claim"
    ]
    pairs = list(pairwise(claims))
    assert len(wanted) > 3
    assert all(pair in pairs for pair in wanted)


# --- the command ------------------------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes a file, shows how far it is, and says what it wrote."""
    path = tmp_path / "d.parquet"
    line = ["dataset", str(path), "--deals", "3", "--seed", "1", "--players", "chance", "--lang"]
    assert main([*line, "en"]) == 0
    shown = capsys.readouterr()
    assert "choices of 3 deals" in shown.out
    assert "3/3 deals" in shown.err
    assert main([*line, "zh-Hans", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["deals"] == 3
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize(
    ("more", "named"),
    [
        (["--rules", "nowhere"], "nowhere"),
        (["--players", "greedy,greedy"], "greedy,greedy"),
        (["--players", "nobody"], "nobody"),
        (["--deals", "many"], "many"),
        (["--records", "absent.jsonl"], "absent.jsonl"),
        (["--records", "x.jsonl", "--deals", "3"], "--deals"),
        (["--set", "base=99999"], "99999"),
    ],
)
def test_bad_arguments(
    more: list[str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Unusable input is one line that quotes it, and leaves no file."""
    assert main(["dataset", str(tmp_path / "d.parquet"), *more]) == 2
    error = capsys.readouterr().err
    assert named in error.splitlines()[-1]
    assert not list(tmp_path.iterdir())


def test_files_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No record is written over, and what names no file is refused before anything is played."""
    record = tmp_path / "r.jsonl"
    record.write_bytes(
        b"".join(part for _, part in simulate(Plan(rules="longyan", deals=1, records=True)))
    )
    before = record.read_bytes()
    again = tmp_path / "." / "r.jsonl"
    assert main(["dataset", str(record), "--records", str(again)]) == 2
    assert "expected another file" in capsys.readouterr().err
    assert record.read_bytes() == before
    for name in ("", str(tmp_path)):
        assert main(["dataset", name]) == 2
        assert "expected one to write" in capsys.readouterr().err


def test_a_record_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record that was changed is refused with its line."""
    plan = Plan(rules="longyan", deals=2, seed="r", records=True)
    text = b"".join(part for _, part in simulate(plan))
    lines = text.replace(b'"sealed":true', b'"sealed":false').splitlines(keepends=True)[:-1]
    spot = next(i for i, line in enumerate(lines) if b'"draw"' in line)
    lines[spot] = lines[spot].replace(b'"tile":"', b'"tile":"9m","was":"')
    record = tmp_path / "bad.jsonl"
    record.write_bytes(b"".join(lines))
    assert main(["dataset", str(tmp_path / "d.parquet"), "--records", str(record)]) == 2
    assert "line 2" in capsys.readouterr().err


def test_files_that_are_none(tmp_path: Path, played: Path) -> None:
    """What is no data set of this encoding is refused by name."""
    other = tmp_path / "other.parquet"
    pl.DataFrame({"seat": [1]}).write_parquet(other)
    text = tmp_path / "text.parquet"
    text.write_text("no")
    for path in (other, text, tmp_path / "absent.parquet"):
        with pytest.raises(RecordError, match=path.name):
            read(path)
    table = pq.read_table(played)
    told = json.loads(table.schema.metadata[b"goldsparrow"]) | {"encoding": 99}
    pq.write_table(table.replace_schema_metadata({"goldsparrow": json.dumps(told)}), other)
    with pytest.raises(RecordError, match="encoding 99; expected 1"):
        read(other)
