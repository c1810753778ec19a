"""The rules pages: every option shows in them, and every example is the scorer's."""

from __future__ import annotations

import pytest

import rules_pages
from goldsparrow.errors import OptionConflict
from goldsparrow.guide import Page, rules_page
from goldsparrow.guide.examples import examples
from goldsparrow.guide.parts import Example, Grid, Text
from goldsparrow.rules import RULE_SETS, options_of, rule_set
from goldsparrow.rules.case import read_case
from goldsparrow.rules.options import Option
from goldsparrow.rules.payment import Doubling, Multiplied
from goldsparrow.rules.ruleset import OptionValue
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from goldsparrow.text import LANGUAGES, Language, say


def texts(page: Page, key: str) -> str:
    """All words of a section."""
    section = next(one for one in page.sections if one.key == key)
    return "\n".join(
        block.text if isinstance(block, Text) else str(block) for block in section.blocks
    )


def another(option: Option, key: str) -> OptionValue:
    """A value that is not the preset's."""
    default = option.defaults[key]
    if option.kind == "number":
        return 3 if default != 3 else 4
    if option.kind == "table":
        return option.read(key, {"gold_dragon": 77})
    return next(value for value in option.allowed(key) if value != default)


def changed(key: str, option: Option) -> dict[str, object]:
    """Options of which that one differs from the preset, with what it needs to."""
    needs = {"gold_lock": {"gold_discard": "allowed"}} if key == "sanming" else {}
    return {option.name: another(option, key), **needs.get(option.name, {})}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", RULE_SETS)
def test_every_section(key: str, language: Language) -> None:
    """A page says how to set up, play, claim, end and score, by the language asked for."""
    page = rules_page(rule_set(key), language)

    assert [section.title for section in page.sections] == [
        say(f"page.section.{section.key}", language) for section in page.sections
    ]
    assert {"course", "setup", "opening", "play", "claims", "end", "shapes", "scoring"} <= {
        section.key for section in page.sections
    }
    assert page.changes == ()


@pytest.mark.parametrize(
    ("key", "option"),
    [(key, option) for key in RULE_SETS for option in options_of(key)],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_every_option_shows(key: str, option: Option) -> None:
    """An option that differs is named with both values, and its row is marked."""
    given = changed(key, option)
    page = rules_page(rule_set(key, **given), "en")

    change = next(one for one in page.changes if one.key == option.name)
    assert change.value != change.preset
    grids = [
        block
        for section in page.sections
        if section.key == "options"
        for block in section.blocks
        if isinstance(block, Grid)
    ]
    marked = [grid.rows[place][0] for grid in grids for place in grid.marked]
    assert set(marked) == {one.title for one in page.changes}
    assert {say(f"option.{name}.title", "en") for name in given} <= set(marked)


@pytest.mark.parametrize(
    ("key", "option", "section"),
    [
        ("fuzhou-ourgame", {"flowers": 8}, "course"),
        ("fuzhou-ourgame", {"gold_discard": "forbidden"}, "play"),
        ("fuzhou-ourgame", {"gold_lock": "deal"}, "play"),
        ("fuzhou-ourgame", {"idle_gold_discard_win": "forbidden"}, "play"),
        ("fuzhou-ourgame", {"no_swap": True}, "play"),
        ("fuzhou-ourgame", {"pass_locks_win": "until_next_draw"}, "play"),
        ("fuzhou-ourgame", {"hide_concealed_kong": True}, "claims"),
        ("fuzhou-ourgame", {"eight_pairs": True}, "shapes"),
        ("fuzhou-ourgame", {"discard_payment": "discarder_double"}, "scoring"),
        ("fuzhou-ourgame", {"kong_bloom": 20}, "scoring"),
        ("fuzhou-ourgame", {"flush": "240/120"}, "scoring"),
        ("fuzhou-ourgame", {"one_flower_counts_kong": True}, "scoring"),
        ("fuzhou-ourgame", {"plain_doubled_on_discard": False}, "scoring"),
        ("fuzhou-ourgame", {"streak_payer": "none"}, "scoring"),
        ("fuzhou-ourgame", {"base": 10}, "scoring"),
        ("fuzhou-ourgame", {"streak_after_draw": "reset"}, "end"),
        ("fuzhou-ourgame", {"reserve_counts_indicator": True}, "setup"),
        ("fuzhou-ourgame", {"flower_set_reserve": 0}, "setup"),
        ("fuzhou-street", {"double_tour_claims": True}, "play"),
        ("sanming", {"fifth_last_liability": False}, "end"),
        ("sanming", {"dealer_pays_draw": False}, "end"),
        ("sanming", {"followed_discard": False}, "play"),
        ("sanming", {"gold_gap_edge": True}, "play"),
        ("sanming", {"flower_set_points": 6}, "scoring"),
        ("sanming", {"specials": {"gold_gap": 0}}, "scoring"),
        ("longyan", {"discard_win": "self_draw_only"}, "claims"),
        ("longyan", {"thirteen_orphans": True}, "shapes"),
        ("longyan", {"dealer_doubles": False}, "scoring"),
        ("longyan", {"robbed_kong_payer": "maker"}, "scoring"),
        ("longyan", {"tour_points": 5}, "scoring"),
        ("longyan", {"eight_flowers": 8}, "scoring"),
        ("longyan", {"kong_payment": "at_settlement"}, "scoring"),
        ("longyan", {"discard_kong_payer": "discarder"}, "scoring"),
    ],
    ids=str,
)
def test_options_change_what_is_explained(
    key: str, option: dict[str, object], section: str
) -> None:
    """What an option changes reads differently where it is explained, not only in the list."""
    printed = rules_page(rule_set(key), "en")
    played = rules_page(rule_set(key, **option), "en")

    assert texts(played, section) != texts(printed, section)


@pytest.mark.parametrize("key", RULE_SETS)
def test_examples_show_every_special(key: str) -> None:
    """Each special (F21, S11) and each way of winning (F24, L15) has an example of its own."""
    rules = rule_set(key)
    payment = rules.payment
    wanted = set(rules.specials)
    if isinstance(payment, Doubling):
        wanted |= set(payment.rows)
    if isinstance(payment, Multiplied):
        wanted |= set(payment.times)
    # The plain win on a discard has its own heading where it gives no points by name.
    titles = {example.title for example in examples(rules, "en")}

    assert {say(f"special.{name}", "en") for name in wanted - {"discard"}} <= titles
    assert say("page.example.discard", "en") in titles


@pytest.mark.parametrize("key", RULE_SETS)
def test_examples_are_the_scorers(key: str) -> None:
    """What an example says each pays is what its case pays, and it sums to the gain (C12)."""
    for example in examples(rule_set(key), "zh-Hans"):
        case = read_case(example.case)
        result = score(case.rules, case.facts)

        assert isinstance(result, Score)
        assert example.gain == result.payments[case.facts.winner]
        assert sum(one.points for one in example.sums) == example.gain


def test_examples_follow_options() -> None:
    """An example is counted by the options in force: with F23 `discarder` only one pays."""
    first = next(examples(rule_set("fuzhou-ourgame", discard_payment="discarder"), "en"))

    assert isinstance(first, Example)
    assert len(first.sums) == 1


def test_conflict_names_both() -> None:
    """Options that exclude each other are refused by both names."""
    with pytest.raises(OptionConflict) as caught:
        rule_set("fuzhou-ourgame", gold_discard="forbidden", gold_lock="deal")

    assert (caught.value.option, caught.value.other) == ("gold_lock", "gold_discard")
    assert (caught.value.value, caught.value.other_value) == ("deal", "forbidden")


def test_documents_are_current() -> None:
    """`docs/rules` is what `python scripts/rules_pages.py` writes."""
    assert rules_pages.stale() == []
