"""`goldsparrow simulate`: totals for people and as JSON, records, errors, progress, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldsparrow.text import LANGUAGES

Run = Callable[..., SimpleNamespace]

SIMULATE = ("simulate", "--rules", "fuzhou-ourgame", "--deals", "20", "--seed", "s")


@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_for_people(run: Run, language: str) -> None:
    """Totals a seat, how deals ended, rates and timing, in three languages."""
    done = run(*SIMULATE, "--lang", language, "--set", "base=7")

    assert done.code == 0
    assert "base=7" in done.out
    assert done.out.count("greedy") == 4
    assert "20" in done.lines[0]
    assert "100%" in done.err


def test_totals_as_json(run: Run) -> None:
    """One line of JSON under stable names; the points of the seats sum to zero (C12)."""
    done = run(*SIMULATE, "--json", "--players", "greedy,chance,greedy,chance")
    totals = json.loads(done.out)

    assert len(done.lines) == 1
    assert totals["deals"] == 20
    assert totals["rules"] == "fuzhou-ourgame"
    assert totals["options"]["base"] == 5
    assert [seat["player"] for seat in totals["seats"]] == ["greedy", "chance"] * 2
    assert sum(seat["points"] for seat in totals["seats"]) == 0
    assert sum(seat["wins"] for seat in totals["seats"]) + totals["drawn"] == 20
    assert sum(totals["by"].values()) == 20 - totals["drawn"]
    assert totals["interrupted"] is False
    assert totals["seconds"] > 0


def test_the_same_seed_gives_the_same(run: Run) -> None:
    """`--seed`: repeatable; without one it is drawn and told."""
    totals = [json.loads(run(*SIMULATE, "--json").out)["seats"] for _ in range(2)]
    assert totals[0] == totals[1]

    free = [
        json.loads(run("simulate", "--rules", "longyan", "--deals", "1", "--json").out)["seed"]
        for _ in range(2)
    ]
    assert free[0] != free[1]


def test_records_go_to_a_file_and_verify(run: Run, tmp_path: Path) -> None:
    """`--out FILE`, and `verify FILE` says yes."""
    file = tmp_path / "record.jsonl"
    assert run(*SIMULATE, "--out", str(file), "--check").code == 0

    done = run("verify", str(file))
    assert done.code == 0
    assert "20" in done.out
    starts = [line for line in file.read_text().splitlines() if '"type":"start"' in line]
    assert len(starts) == 20


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("--deals", "many"), "'many'"),
        (("--deals", "0"), "'0'"),
        (("--deals", "-3"), "'-3'"),
        (("--deals", "1.5"), "'1.5'"),
        (("--workers", "0"), "'0'"),
        (("--workers", "9999"), "'9999'"),
        (("--players", "greedy,greedy"), "'greedy,greedy'"),
        (("--players", "greedy,greedy,greedy,genius"), "'genius'"),
        (("--rules", "riichi"), "'riichi'"),
        (("--set", "base"), "'base'"),
        (("--set", "base=lots"), "'lots'"),
        (("--set", "tour_points=5"), "'tour_points'"),
        (("--out", "/no/such/place/record"), "'/no/such/place/record'"),
        (("--lang", "tlh"), "'tlh'"),
    ],
)
def test_unusable_arguments(run: Run, arguments: tuple[str, ...], quoted: str) -> None:
    """Exit 2 with one line that quotes the value and says what is expected."""
    done = run(*SIMULATE, *arguments)

    assert done.code == 2
    assert quoted in done.err.splitlines()[-1]
    assert done.out == ""


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    """Ctrl-C: the totals of what was done, records that verify, no traceback."""
    file = tmp_path / "record.jsonl"
    command = [sys.executable, "-m", "goldsparrow"]
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [
            *(*command, "simulate", "--rules", "fuzhou-ourgame", "--deals", "100000"),
            *("--players", "chance", "--out", str(file), "--json"),
        ],
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        # A whole match is written: it is under way, and will be in the middle of another.
        deadline = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    totals = json.loads(out)

    assert process.returncode == 130
    assert totals["interrupted"] is True
    assert totals["deals"] > 100
    assert b"Traceback" not in err
    verified = subprocess.run(
        [*command, "verify", str(file), "--json"], env=settings, capture_output=True, check=True
    )
    assert json.loads(verified.stdout)["deals"] == totals["deals"]
