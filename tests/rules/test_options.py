"""The house options: one table of typed values, defaults, clauses and conflicts."""

from __future__ import annotations

import string
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from goldsparrow.errors import NotationError, OptionError
from goldsparrow.rules import OPTIONS, RULE_SETS, differences, options_of, rule_set
from goldsparrow.rules.clauses import DealerPaysDraw, FollowedDiscard, InstantPayments, KongBloom
from goldsparrow.rules.options import CONFLICTS, GROUPS, written
from goldsparrow.rules.patterns import PATTERNS
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import Until, Who
from goldsparrow.rules.shapes import CONCEALED_SHAPES
from goldsparrow.text import LANGUAGES, catalogue

OURGAME, CLASSIC, STREET, SANMING, LONGYAN = RULE_SETS[:5]

PAGES = {
    "F1 flowers": (OURGAME, CLASSIC, STREET, SANMING),
    "F4 flower_set_reserve": (OURGAME, CLASSIC, STREET, SANMING),
    "F4 reserve_counts_indicator": (OURGAME, CLASSIC, STREET, SANMING),
    "F9 gold_discard": (OURGAME, CLASSIC, STREET, SANMING),
    "F9 gold_lock": RULE_SETS,
    "F12 kong_bloom": (OURGAME, CLASSIC, SANMING),
    "F13 idle_gold_discard_win": (OURGAME, CLASSIC, STREET, SANMING),
    "F14 no_swap": (OURGAME, CLASSIC, STREET, SANMING),
    "F14 pass_locks_win": (OURGAME, CLASSIC, STREET, SANMING),
    "F17 streak_after_draw": (OURGAME, CLASSIC, STREET, SANMING),
    "F20 streak_payer": (OURGAME, CLASSIC, STREET, SANMING),
    "F21 one_flower_counts_kong": (OURGAME, CLASSIC),
    "F21 flush": (OURGAME, CLASSIC),
    "F22 base": (OURGAME, CLASSIC, STREET, SANMING),
    "F22 plain_doubled_on_discard": (OURGAME, CLASSIC),
    "F23 discard_payment": (OURGAME, CLASSIC, STREET, SANMING),
    "F25 eight_pairs": (OURGAME, CLASSIC, STREET, SANMING),
    "C10 hide_concealed_kong": RULE_SETS,
    "S1 followed_discard": (SANMING, LONGYAN),
    "S5 fifth_last_liability": (SANMING,),
    "S6 dealer_pays_draw": (SANMING,),
    "S7 gold_gap_edge": (SANMING,),
    "S10 flower_set_points": (SANMING,),
    "S11 specials": (SANMING,),
    "L4 eight_flowers": (LONGYAN,),
    "L5 kong_payment": (LONGYAN,),
    "L5 discard_kong_payer": (LONGYAN,),
    "L9 double_tour_claims": (STREET, LONGYAN),
    "L11 robbed_kong_payer": (LONGYAN,),
    "L13 thirteen_orphans": (LONGYAN,),
    "L15 dealer_doubles": (LONGYAN,),
    "L15 tour_points": (LONGYAN,),
    "L15 discard_win": (LONGYAN,),
}


def allowed(name: str, key: str) -> tuple[Any, ...]:
    """Lists values to try of an option."""
    option = OPTIONS[name]
    if option.kind == "table":
        return ("heavenly:11", option.defaults[key])
    return option.allowed(key)


def test_every_option_of_the_pages() -> None:
    """Every house option that a page names is in the table, under its clause, where it applies."""
    assert {name.split()[1] for name in PAGES} == set(OPTIONS)
    for text, keys in PAGES.items():
        clause, name = text.split()
        assert clause in OPTIONS[name].clause.split(", ")
        assert set(OPTIONS[name].defaults) == set(keys)
        assert OPTIONS[name].group in GROUPS


@pytest.mark.parametrize("key", RULE_SETS)
def test_defaults_are_the_presets(key: str) -> None:
    """A rule set without options is what its source prints; its options say so."""
    rules = rule_set(key)
    assert replace(rules, options={}) == PRESETS[key]
    assert set(rules.options) == {option.name for option in options_of(key)}
    assert differences(rules) == {}
    for name, option in OPTIONS.items():
        if key in option.defaults:
            assert option.read(key, option.defaults[key]) == rules.options[name]


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_value_changes_the_rule_set_and_comes_back(key: str) -> None:
    """Each allowed value is accepted as a value and as text, and only the preset's equals it."""
    for option in options_of(key):
        for value in allowed(option.name, key):
            if (key, option.name) == (SANMING, "gold_lock") and value != "none":
                continue  # nothing to lock while golds cannot be discarded (S2)
            rules = rule_set(key, **{option.name: value})
            assert rules == rule_set(key, **{option.name: written(value)})
            # What a record's header holds makes the same rule set again.
            assert rule_set(key, **rules.options) == rules
            same = rules.options == rule_set(key).options
            assert same == (replace(rules, options={}) == PRESETS[key]) or (
                option.name == "plain_doubled_on_discard"
            ), (option.name, value)
            assert set(differences(rules)) >= ({option.name} if not same else set())


@pytest.mark.parametrize(
    ("key", "options", "quoted"),
    [
        (OURGAME, {"discard_payment": "nobody"}, "'nobody'"),
        (OURGAME, {"base": -1}, "-1"),
        (OURGAME, {"base": 101}, "101"),
        (OURGAME, {"base": "5.0"}, "'5.0'"),
        (OURGAME, {"base": True}, "True"),
        (OURGAME, {"base": None}, "None"),
        (OURGAME, {"base": "²"}, "'²'"),
        (OURGAME, {"no_swap": "maybe"}, "'maybe'"),
        (OURGAME, {"no_swap": 1}, "1"),
        (OURGAME, {"flowers": 9}, "9"),
        (OURGAME, {"flowers": True}, "True"),
        (OURGAME, {"flowers": [36]}, "[36]"),
        (OURGAME, {"gold_lock": "others_go_around"}, "'others_go_around'"),
        (OURGAME, {"flush": "240"}, "'240'"),
        (OURGAME, {"flush": "x" * 500}, "'xxx"),
        (OURGAME, {"tour_points": 4}, "'tour_points'"),
        (OURGAME, {"colour": "red"}, "'colour'"),
        (LONGYAN, {"base": 5}, "'base'"),
        (STREET, {"flush": "off"}, "'flush'"),
        (SANMING, {"specials": "plain:30"}, "'plain:30'"),
        (SANMING, {"specials": "heavenly:1,heavenly:2"}, "'heavenly:1,heavenly:2'"),
        (SANMING, {"specials": {"heavenly": 1001}}, "1001"),
        (SANMING, {"specials": "heavenly"}, "'heavenly'"),
        (SANMING, {"specials": 5}, "5"),
    ],
)
def test_bad_options_are_quoted(key: str, options: dict[str, Any], quoted: str) -> None:
    """A bad option or value is one error that quotes it and says what is expected."""
    with pytest.raises(OptionError) as caught:
        rule_set(key, **options)
    assert quoted in str(caught.value)
    assert "expected" in str(caught.value)
    assert len(str(caught.value)) < 700


@pytest.mark.parametrize("key", ["fuzhou", "", "x" * 999])
def test_unknown_rule_set(key: str) -> None:
    """An unknown key is quoted beside those that there are."""
    with pytest.raises(NotationError, match="expected one of fuzhou-ourgame"):
        rule_set(key)


@pytest.mark.parametrize("clash", CONFLICTS)
def test_conflicts_name_both(clash: Any) -> None:
    """Options that take away each other's object are refused together, by both names (F9, L15)."""
    for key in RULE_SETS:
        own = {option.name for option in options_of(key)}
        if not {clash.option, clash.other} <= own:
            continue
        others = [value for value in allowed(clash.option, key) if value != clash.neutral]
        for value in others:
            with pytest.raises(OptionError) as caught:
                rule_set(key, **{clash.option: value, clash.other: clash.value})
            assert repr(clash.option) in str(caught.value)
            assert repr(clash.other) in str(caught.value)
        # Not given, it takes its neutral value by itself.
        assert rule_set(key, **{clash.other: clash.value}).options[clash.option] == clash.neutral


def test_what_options_do() -> None:
    """Options are the fields of the rule set under the names of the pages (F1, F4, F9, S6, L5)."""
    locked = rule_set(OURGAME, gold_lock="deal").gold
    assert (locked.lock, locked.lock_until) == (Who.DISCARDER, Until.DEAL_ENDS)
    free = rule_set(LONGYAN, gold_lock="none").gold
    assert free.lock is Who.NOBODY
    assert rule_set(OURGAME, flower_set_reserve="0").wall.per_flower_set == 0
    assert not rule_set(SANMING, flowers=8).deal.honours_are_flowers
    quiet = rule_set(SANMING, dealer_pays_draw=False, followed_discard="off")
    assert {clause.key for clause in quiet.clauses} == {"fifth_last", "gold_gap"}
    kongs = rule_set(
        LONGYAN, kong_payment="at_settlement", discard_kong_payer="discarder", eight_flowers=8
    )
    assert (
        InstantPayments(eight_flowers=8, at_settlement=True, discarder_pays=True) in kongs.clauses
    )
    assert KongBloom() in rule_set(SANMING, kong_bloom=10).clauses


def test_what_pays_the_base_follows_it() -> None:
    """S1, S6: the followed discard and the drawn deal pay the base; Longyan's pays fixed points."""
    rules = rule_set(SANMING, base=8)
    assert DealerPaysDraw(points=8) in rules.clauses
    assert FollowedDiscard(suited=8, honour=8, pays_base=True) in rules.clauses
    assert FollowedDiscard(suited=2, honour=1) in rule_set(LONGYAN).clauses


@pytest.mark.parametrize("key", RULE_SETS)
def test_names_in_rule_sets_exist(key: str) -> None:
    """Shapes and specials are names of functions that exist."""
    everything: dict[str, Any] = {
        option.name: allowed(option.name, key)[-1]
        for option in options_of(key)
        if option.name not in {"gold_discard", "gold_lock", "discard_win"}
    }
    for rules in (rule_set(key), rule_set(key, **everything)):
        assert set(rules.specials) <= set(PATTERNS)
        assert set(rules.claims.first_in_line) <= set(PATTERNS)
        assert set(rules.shapes) <= {"melds_and_pair", *CONCEALED_SHAPES}
        assert [rules.grants(mark) for clause in rules.clauses for mark in clause.grants].count(
            False
        ) == 0


def test_texts_in_three_languages() -> None:
    """Every option, value, group, rule set and special has its words in each language."""
    keys = [f"option.group.{group}" for group in GROUPS]
    keys += [f"rules.{key}.title" for key in RULE_SETS]
    keys += [f"special.{name}" for name in PATTERNS]
    for option in OPTIONS.values():
        keys += [option.title_key, option.text_key]
        if option.kind in {"choice", "switch"}:
            keys += [
                option.value_key(value) for key in option.defaults for value in option.allowed(key)
            ]
    texts = catalogue()
    for key, language in product(keys, LANGUAGES):
        assert texts[key][language].strip(), (key, language)
        if language == "en":
            assert set(texts[key][language]) <= set(string.printable) | {"’", "–"}


def test_how_a_switch_may_be_written() -> None:
    """What the refusal of a switch lists is what a switch takes as text, all of it and only it."""
    with pytest.raises(OptionError, match="'maybe'; expected one of ") as caught:
        rule_set(SANMING, followed_discard="maybe")
    listed = str(caught.value).rpartition("one of ")[2].split(", ")
    assert listed == ["true", "false", "on", "off", "yes", "no"]
    for text in listed:
        rules = rule_set(SANMING, followed_discard=text)
        assert rules.options["followed_discard"] is (text in {"true", "on", "yes"})
    for text in ("1", "True", "y", ""):
        with pytest.raises(OptionError):
            rule_set(SANMING, followed_discard=text)
