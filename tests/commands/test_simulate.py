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
from xml.etree import ElementTree as ET

import pytest

from goldsparrow.rules import RULE_SETS
from goldsparrow.text import LANGUAGES, Language, say

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
        (("--picture", "/no/such/place/picture"), "'/no/such/place/picture'"),
        (("--rules", "sanming,riichi"), "'riichi'"),
        (("--rules", "sanming,,longyan"), "''"),
        (("--rules", "all", "--set", "base=7"), "'longyan'"),
        (("--lang", "tlh"), "'tlh'"),
    ],
)
def test_unusable_arguments(run: Run, arguments: tuple[str, ...], quoted: str) -> None:
    """Exit 2 with one line that quotes the value and says what is expected."""
    done = run(*SIMULATE, *arguments)

    assert done.code == 2
    assert quoted in done.err.splitlines()[-1]
    assert done.out == ""


def test_several_rule_sets(run: Run, tmp_path: Path) -> None:
    """`--rules A,B` and `all`: each rule set's totals as if it had been played alone."""
    file = tmp_path / "records.jsonl"
    plan = ("--deals", "5", "--seed", "s", "--players", "chance", "--json")
    both = run("simulate", "--rules", "sanming, longyan", *plan, "--out", str(file))
    alone = [run("simulate", "--rules", key, *plan) for key in ("sanming", "longyan")]

    untimed = [json.loads(line) for done in (both, *alone) for line in done.lines]
    for totals in untimed:
        for name in ("seconds", "deals_per_second", "decisions_per_second"):
            del totals[name]
    assert untimed[:2] == untimed[2:]
    assert json.loads(run("verify", str(file), "--json").out)["deals"] == 10

    every = run("simulate", "--rules", "all", *plan)
    assert [json.loads(line)["rules"] for line in every.lines] == list(RULE_SETS)
    assert "25/25" in every.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_shows_every_kind_of_end(run: Run, tmp_path: Path, language: Language) -> None:
    """`--picture FILE`: one SVG with each count and share, and the titles of the language."""
    file = tmp_path / "picture.svg"
    arguments = ("--rules", "fuzhou-ourgame,longyan", "--deals", "40", "--seed", "s")
    done = run("simulate", *arguments, "--picture", str(file), "--lang", language)
    assert str(file) in done.lines[-1]
    totals = [json.loads(line) for line in run("simulate", *arguments, "--json").lines]

    svg = ET.parse(file).getroot()
    shown = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    words = "".join(shown)
    for result in totals:
        assert sum(result["by"].values()) + result["drawn"] == 40
        title = say(f"rules.{result['rules']}.title", language)
        assert title.replace(" ", "") in words.replace(" ", "")
        for by, count in result["by"].items():
            assert say(f"settlement.by.{by}", language) in shown
            assert f"({count})" in shown
            assert f"{count / 40:.1%}" in shown
        for name in set(result["specials"]) - {"none", "discard", "self_draw", "rob_kong"}:
            assert say(f"special.{name}", language) in shown
    assert file.read_text().count("http") == 1


def test_nothing_leaves_the_picture(run: Run, tmp_path: Path) -> None:
    """A long seed and many options are cut to the picture's width; markup is only text."""
    file = tmp_path / "picture.svg"
    seed = "<b>&" + "s" * 300
    options = ("--set", "base=7", "--set", "gold_lock=deal", "--set", "discard_payment=discarder")
    run("simulate", *SIMULATE[1:5], "--seed", seed, "--picture", str(file), *options)

    svg = ET.parse(file).getroot()
    width = float(svg.attrib["width"])
    for text in svg.iter("{http://www.w3.org/2000/svg}text"):
        start, size = float(text.attrib["x"]), float(text.attrib["font-size"])
        if text.attrib["text-anchor"] == "start":
            assert start + 0.5 * size * len(text.text or "") <= width


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
