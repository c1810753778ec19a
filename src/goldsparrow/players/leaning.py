"""What choices are worth beside their estimates: sums of terms whose weights were counted.

`scripts/leanings.py` played many choices both ways on to the end of their deals, and fitted the
weights to what came out beyond the estimates. The terms speak of what everybody can see and of the
rules in force, never of a rule set by name.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from goldsparrow.game.view import View
from goldsparrow.moves import PONG
from goldsparrow.players.expert import Claim, GoingOn, Leaning

_FARS: Final = (1, 2, 3, 4, 5)
_NEAR: Final = 2
CLAIM_SURE: Final = 0.01
GOING_ON_SURE: Final = 0.05
"""By how much of a win's worth the other choice must be ahead before the estimate's is left."""
LEAST_AHEAD: Final = -0.7
"""Going on that is estimated to be worth less than this beside a win was never played out."""


def _claim_names() -> tuple[str, ...]:
    moment = (
        "drawable",
        "discards",
        "waiting",
        "chows",
        "honours are flowers",
        "five melds",
        "melds to make",
        "draws next",
        "draws second",
        "golds left",
    )
    return (
        "always",
        "idle",
        "pong",
        "ahead",
        *(f"idle, {far} away" for far in _FARS),
        *(f"nearer, {far} away" for far in _FARS),
        *(f"{golds} golds" for golds in ("one", "two", "three")),
        *moment,
        *(f"idle, {name}" for name in moment),
        *(f"pong, {name}" for name in moment),
        "ahead, idle",
        "ahead, near",
        "ahead, pong",
    )


CLAIM_TERMS: Final = _claim_names()
"""The names of a claim's terms, in their order."""

GOING_ON_TERMS: Final = (
    "always",
    "ahead",
    "ahead squared",
    "one gold",
    "two golds",
    "three golds",
    "drawable",
    "discards",
    "tours",
    "claim",
    "claim, ahead",
    "claim, ahead squared",
    "claim, two golds",
    "claim, three golds",
    "claim, drawable",
    "ahead, two golds",
    "ahead, tours",
    "tours, claim",
    "tours, two golds",
    "tours, three golds",
)
"""The names of the terms of going on beside a win, in their order."""


def claim_terms(view: View, claim: Claim) -> list[float]:
    """The terms of a claim, as many as `CLAIM_TERMS`; all are of the order of 1."""
    rules = view.rules
    idle = 1.0 if claim.idle else 0.0
    pong = 1.0 if claim.move == PONG else 0.0
    away = [1.0 if claim.far == far else 0.0 for far in _FARS]
    moment = [
        view.drawable / 40,
        view.discards / 20,
        claim.waiting,
        1.0 if rules.claims.chow else 0.0,
        1.0 if rules.deal.honours_are_flowers else 0.0,
        rules.deal.melds - 4.0,
        float(claim.melds),
        1.0 if claim.draws == 0 else 0.0,
        1.0 if claim.draws == 1 else 0.0,
        float(claim.golds_left),
    ]
    return [
        1.0,
        idle,
        pong,
        claim.ahead,
        *(idle * each for each in away),
        *((1.0 - idle) * each for each in away),
        *(1.0 if min(claim.golds, 3) == golds else 0.0 for golds in (1, 2, 3)),
        *moment,
        *(idle * each for each in moment),
        *(pong * each for each in moment),
        claim.ahead * idle,
        claim.ahead if claim.far <= _NEAR else 0.0,
        claim.ahead * pong,
    ]


def going_on_terms(view: View, going_on: GoingOn) -> list[float]:
    """The terms of going on, as many as `GOING_ON_TERMS`; all are of the order of 1."""
    ahead = max(-1.0, min(1.0, going_on.ahead))
    claim = 1.0 if going_on.claims else 0.0
    tours = 1.0 if view.rules.grants("tour") else 0.0
    one, two, three = (1.0 if min(going_on.golds, 3) == golds else 0.0 for golds in (1, 2, 3))
    drawable = view.drawable / 40
    return [
        1.0,
        ahead,
        ahead * ahead,
        one,
        two,
        three,
        drawable,
        view.discards / 20,
        tours,
        claim,
        claim * ahead,
        claim * ahead * ahead,
        claim * two,
        claim * three,
        claim * drawable,
        ahead * two,
        ahead * tours,
        tours * claim,
        tours * two,
        tours * three,
    ]


def leaned(ahead: float, more: float, sure: float) -> float:
    """What a choice is ahead of the other, as a share of a win's worth, with so much more to it.

    Where that speaks for the other choice by less than `sure`, the estimate's choice stands.
    """
    found = ahead + more
    if (found > 0) != (ahead > 0) and abs(found) < sure:
        return ahead
    return found


@cache
def counted_weights(choice: str, names: tuple[str, ...]) -> Sequence[float]:
    """The weights that were counted for a choice, `claims` or `going on`, in the names' order."""
    text = (files("goldsparrow.players") / "leanings.json").read_text(encoding="utf-8")
    weights = json.loads(text)[choice]["weights"]
    return [float(weights[name]) for name in names]


def _claim_leaning(view: View, claim: Claim) -> float:
    """What a claim is worth more than estimated, as a share of a win's worth."""
    more = _sum(counted_weights("claims", CLAIM_TERMS), claim_terms(view, claim))
    return leaned(claim.ahead, more, CLAIM_SURE) - claim.ahead


def _going_on_leaning(view: View, going_on: GoingOn) -> float:
    """What going on is worth more than estimated, as a share of what the win pays."""
    if going_on.ahead < LEAST_AHEAD:
        return 0.0
    more = _sum(counted_weights("going on", GOING_ON_TERMS), going_on_terms(view, going_on))
    return leaned(going_on.ahead, more, GOING_ON_SURE) - going_on.ahead


def _sum(weights: Sequence[float], terms: Sequence[float]) -> float:
    return sum(weight * term for weight, term in zip(weights, terms, strict=True))


COUNTED: Final = Leaning(_claim_leaning, _going_on_leaning)
"""What was counted."""
