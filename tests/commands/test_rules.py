"""`goldsparrow rules`: the list, and a rule set with every option, its values and clause."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from goldsparrow.rules import RULE_SETS, options_of
from goldsparrow.text import LANGUAGES, say

Run = Callable[..., SimpleNamespace]


@pytest.mark.parametrize("language", LANGUAGES)
def test_list(run: Run, language: str) -> None:
    """Without a key all rule sets are listed by key and title."""
    done = run("rules", "--lang", language)
    assert done.code == 0
    assert [line.split()[0] for line in done.lines] == list(RULE_SETS)
    assert say("rules.longyan.title", language) in done.out  # type: ignore[arg-type]
    listed = json.loads(run("rules", "--json", "--lang", language).out)["rules"]
    assert [entry["key"] for entry in listed] == list(RULE_SETS)


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_with_its_clause(run: Run, key: str, language: str) -> None:
    """Every option with its value, allowed values, clause and words (F, S and L clauses)."""
    done = run("rules", key, "--lang", language)
    assert done.code == 0
    described = json.loads(run("rules", key, "--lang", language, "--json").out)
    by_name = {option["name"]: option for option in described["options"]}
    for option in options_of(key):
        assert f"  {option.name} = " in done.out
        assert f"[{option.clause}]" in done.out
        assert by_name[option.name]["clause"] == option.clause
        assert by_name[option.name]["title"] in done.out
        if "allowed" in by_name[option.name]:
            assert by_name[option.name]["value"] in by_name[option.name]["allowed"]
    assert set(by_name) == {option.name for option in options_of(key)}


def test_options_that_are_set(run: Run) -> None:
    """`--set` shows what differs from the preset."""
    done = run("rules", "longyan", "--set", "tour_points=5", "--lang", "en")
    assert "tour_points = 5" in done.out
    assert "differs from the preset: 4" in done.out


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [(["fuzhou"], "'fuzhou'"), (["longyan", "--set", "flush=off"], "'flush'")],
)
def test_bad_calls(run: Run, arguments: list[str], quoted: str) -> None:
    """An unknown rule set or a foreign option is one line that quotes it."""
    done = run("rules", *arguments)
    assert (done.code, done.out) == (2, "")
    assert quoted in done.err
