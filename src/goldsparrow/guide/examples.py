"""Hands that show what each special and each way of winning pays; the scorer counts them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from goldsparrow.guide.parts import Example, Line, Sum
from goldsparrow.rules.case import CaseError, read_case
from goldsparrow.rules.payment import Doubling, Multiplied
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from goldsparrow.text import Language, catalogue, say
from goldsparrow.tiles import NAMES

_GOLD: Final = "9p"
_GAP_GOLD: Final = "5p"
_FLOWERS: Final = "1f 2f 5f"
_TOURS: Final = {"tour": 1, "double_tour": 2, "triple_tour": 3}


def examples(rules: RuleSet, language: Language) -> Iterator[Example]:
    """Yields a worked example for every way to win that the rule set knows, dearest last.

    A way that a house option has taken away is left out, and so is one that never counts because
    something else that comes with it pays more.
    """
    for name, case in _cases(rules).items():
        example = _worked(rules, name, case, language)
        if example is not None:
            yield example


def _cases(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """The cases by what they show, ordinary wins first and then by what the special is worth."""
    ordinary = _ordinary(rules)
    payment = rules.payment
    rows = payment.rows if isinstance(payment, Doubling) else {}
    times = payment.times if isinstance(payment, Multiplied) else {}
    points = {**rows, **times, **rules.specials}
    special = _special(rules)
    order = sorted((name for name in points if name in special), key=points.__getitem__)
    return ordinary | {name: special[name] for name in order}


def _long(rules: RuleSet, tiles: str) -> str:
    """Adds the melds by which a longer hand exceeds four melds and a pair."""
    return tiles + " 234p" * (rules.deal.melds - 4)


def _case(rules: RuleSet, hand: str, win: dict[str, Any], **more: object) -> dict[str, Any]:
    case: dict[str, Any] = {
        "rules": rules.key,
        "gold": _GOLD,
        "hand": hand,
        "flowers": _FLOWERS,
        "win": win,
        "winner": 1,
        "dealer": 0,
    }
    return case | more


def _ordinary(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """A win on a discard, and a self-draw in which everything counts that a rule set counts."""
    plain = _long(rules, "123456789m 55s 67s")
    cases = {"discard": _case(rules, plain, {"by": "discard", "tile": "8s"}, **{"from": 2})}
    if not isinstance(rules.payment, Doubling):
        cases["counted"] = _case(
            rules,
            _long(rules, "123456m 55s 6s 9p"),
            {"by": "self_draw", "tile": "7s"},
            melds=[{"kind": "kong", "tiles": "7777m", "concealed": True}],
            flowers="1f 2f 3f 4f 5f",
            streak=2,
        )
    return cases


def _special(rules: RuleSet) -> dict[str, dict[str, Any]]:
    """A case for every special and every row that a rule set may have."""
    plain = _long(rules, "123456789m 55s 67s")
    gap = _long(rules, "123456789m 22s 46p").replace(" 234p", " 678s")
    one = "123456789m 1237m" if rules.deal.melds == 4 else "123456789m 1234567m"
    half = one.replace(" 1237m", " 127m").replace(" 1234567m", " 123567m") + " 9p"
    lone = _long(rules, "123456789m 678s 9p")
    triple = _long(rules, "123456789m 55s 99p")
    loose = "999p 1289m 258s 14m 26p" + " 68s 4p" * (rules.deal.melds - 4)
    kong = [{"kind": "kong", "tiles": "7777m", "concealed": False}]
    discard = {"by": "discard", "tile": "8s"}
    draw = {"by": "self_draw", "tile": "8s"}
    cases = {
        "self_draw": _case(rules, plain, draw),
        "rob_kong": _case(rules, plain, {"by": "rob_kong", "tile": "8s"}, **{"from": 2}),
        "heavenly": _case(rules, plain + " 8s", {"by": "heavenly"}, winner=0),
        "rob_gold": _case(rules, gap, {"by": "rob_gold"}, gold=_GAP_GOLD),
        "three_golds": _case(rules, loose, {"by": "three_golds"}),
        "plain": _case(rules, plain, discard, flowers="", **{"from": 2}),
        "one_flower": _case(rules, plain, discard, flowers="1f", **{"from": 2}),
        "no_water": _case(rules, plain, discard, flowers="", **{"from": 2}),
        "gold_sparrow": _case(rules, lone, {"by": "self_draw", "tile": _GOLD}),
        "gold_dragon": _case(rules, triple, {"by": "self_draw", "tile": _GOLD}),
        "gold_gap": _case(
            rules, gap, {"by": "self_draw", "tile": _GAP_GOLD, "gold_gap": True}, gold=_GAP_GOLD
        ),
        "kong_bloom": _case(
            rules,
            _long(rules, "123456m 55s 67s"),
            {**draw, "kong_bloom": True},
            melds=kong,
        ),
        "one_suit": _case(rules, one, {"by": "self_draw", "tile": "7m"}),
        "half_suit": _case(rules, half, {"by": "self_draw", "tile": "7m"}),
    }
    for name, level in _TOURS.items():
        win = {"by": "self_draw", "tile": "3s", "tour": level}
        cases[name] = _case(rules, lone, win)
    return cases


def _worked(rules: RuleSet, name: str, case: dict[str, Any], language: Language) -> Example | None:
    try:
        read = read_case(case, options=rules.options)
    except CaseError:
        return None
    result = score(rules, read.facts)
    if not isinstance(result, Score):
        return None
    special = name not in {"discard", "counted"}
    if special and name not in {result.special, result.row}:
        return None
    facts = read.facts

    def seat(number: int) -> str:
        return say(f"page.example.seat.{(number - facts.dealer) % 4}", language)

    by = say(f"settlement.by.{facts.by}", language)
    place = "page.example.by" if facts.source is None else "page.example.from"
    source = "" if facts.source is None else seat(facts.source)
    title = f"special.{name}" if special else f"page.example.{name}"
    return Example(
        title=say(title, language),
        how=say(place, language, by=by, winner=seat(facts.winner), **{"from": source}),
        groups=result.groups,
        hand=tuple(NAMES[tile] for tile in sorted(facts.concealed)),
        gold=NAMES[facts.gold],
        flowers=tuple(NAMES[tile] for tile in facts.flowers),
        lines=tuple(
            Line(_label(item.key, language), item.count, item.points)
            for item in result.items
            if item.key != "flower_sets"
        ),
        sums=tuple(
            Sum(say("page.example.pays", language, seat=seat(due.seat)), due.formula, due.points)
            for due in result.dues
        ),
        gain=result.payments[facts.winner],
        case=case,
    )


def _label(key: str, language: Language) -> str:
    counted = f"item.{key}" in catalogue()
    return say(f"item.{key}" if counted else f"special.{key}", language)
