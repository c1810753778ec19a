"""`goldsparrow review` and `goldsparrow explain`: what choices cost, told and as a page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from goldsparrow.text import LANGUAGES

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> str:
    """A match in which seat 0 plays by chance."""
    path = tmp_path / "match.jsonl"
    done = run(
        *("simulate", "--rules", "sanming", "--deals", "3", "--seed", "review"),
        *("--players", "chance,greedy,expert,greedy", "--out", str(path)),
    )
    assert done.code == 0
    return str(path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_for_people(run: Run, record: str, language: str, tmp_path: Path) -> None:
    """A table in the terminal, and a page that needs nothing else."""
    page = tmp_path / "out.html"
    done = run("review", record, "--seat", "0", "--lang", language, "--html", str(page))

    assert done.code == 0
    assert done.err == ""
    assert "chance" in done.out
    text = page.read_text("utf-8")
    assert f'<html lang="{language}">' in text
    assert "<article>" in text
    assert "http" not in text
    assert "src=" not in text


def test_points_are_parted_into_choices_and_luck(run: Run, record: str) -> None:
    """Of every deal's points what choices lost is apart, and the rest is luck."""
    found = json.loads(run("review", record, "--seat", "0", "--json").out)

    assert len(found["deals"]) == 3
    for deal in found["deals"]:
        assert deal["luck"] == pytest.approx(deal["points"] + deal["lost"], abs=0.01)
        assert deal["lost"] == pytest.approx(
            sum(choice["lost"] or 0 for choice in deal["choices"]), abs=0.02
        )
    choices = [choice for deal in found["deals"] for choice in deal["choices"]]
    assert all(choice["lost"] is None or choice["lost"] >= 0 for choice in choices)
    assert any(choice["lost"] for choice in choices)


def test_the_expert_loses_nothing_by_its_own_estimate(run: Run, record: str) -> None:
    """A bot that reviews itself finds no mistake, or only where it ranks by more than points."""
    found = json.loads(run("review", record, "--seat", "2", "--json").out)
    other = json.loads(run("review", record, "--seat", "0", "--json").out)

    own = [choice for deal in found["deals"] for choice in deal["choices"]]
    assert all(choice["made"] == choice["explanation"]["move"] for choice in own)
    assert sum(deal["lost"] for deal in found["deals"]) == 0
    assert sum(deal["lost"] for deal in other["deals"]) > 5


def test_the_page_takes_names_for_text(run: Run, record: str, tmp_path: Path) -> None:
    """A player's name is no markup."""
    named = tmp_path / "named.jsonl"
    lines = Path(record).read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    head["players"][0] = "<b>x"
    head["sealed"] = False
    named.write_text("\n".join([json.dumps(head), *lines[1:-1]]) + "\n", "utf-8")
    page = tmp_path / "out.html"
    assert run("review", str(named), "--seat", "0", "--html", str(page)).code == 0

    assert "&lt;b&gt;x" in page.read_text("utf-8")
    assert "<b>x" not in page.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_choice_explained(run: Run, record: str, language: str) -> None:
    """The hand, what was played, why the bot would do what, and all moves in a table."""
    done = run("explain", record, "--seat", "0", "--deal", "2", "--turn", "3", "--lang", language)

    assert done.code == 0
    assert "expert" in done.out
    assert len(done.lines) > 6


def test_a_greedy_bot_can_explain_but_not_review(run: Run, record: str) -> None:
    """What weighs no points cannot say what was lost."""
    done = run("review", record, "--seat", "0", "--bot", "greedy")
    assert done.code == 2
    assert "'greedy' weighs no points" in done.err


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("review", "--seat", "4"), "'4'"),
        (("review", "--seat", "0", "--bot", "genius"), "'genius'"),
        (("explain", "--seat", "0", "--deal", "9"), "'9'"),
        (("explain", "--seat", "0", "--turn", "999"), "'999'"),
        (("explain", "--seat", "0", "--turn", "x"), "'x'"),
    ],
)
def test_errors(run: Run, record: str, arguments: tuple[str, ...], quoted: str) -> None:
    """One line that quotes what was wrong."""
    done = run(arguments[0], record, *arguments[1:])

    assert done.code == 2
    assert quoted in done.err
    assert done.err.count("\n") == 1


def test_no_record(run: Run, tmp_path: Path) -> None:
    """A file that is no record is said to be none."""
    path = tmp_path / "no.jsonl"
    path.write_text("{}\n")
    assert run("review", str(path), "--seat", "0").code == 2
    path.write_text("")
    assert run("explain", str(path), "--seat", "0").code == 2


def test_the_page_shows_the_table_as_it_was(run: Run, record: str, tmp_path: Path) -> None:
    """Beside each choice all four seats lie as they lay, the tile that may be claimed last."""
    page = tmp_path / "out.html"
    found = json.loads(
        run("review", record, "--seat", "0", "--html", str(page), "--json", "--most", "5").out
    )
    text = page.read_text("utf-8")

    assert text.count("<article>") == 5
    assert text.count('<ul class="seats">') == 5
    choices = [choice for deal in found["deals"] for choice in deal["choices"]]
    assert all(len(choice["seats"]) == 4 for choice in choices)
    for choice in choices:
        own = choice["seats"][0]
        assert own["size"] == len(choice["hand"])
        assert (choice["asked"] is None) == (choice["source"] is None)
        if choice["asked"] is not None:
            assert choice["seats"][choice["source"]]["river"][-1] == choice["asked"]
    rivers = [sum(len(seat["river"]) for seat in choice["seats"]) for choice in choices]
    assert max(rivers) > 8
