"""What claims are worth beside their estimates: a sum of terms whose weights were counted.

`scripts/leanings.py` played many claims and passes on to the end of their deals, and fitted the
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
from goldsparrow.players.expert import Claim

_FARS: Final = (1, 2, 3, 4, 5)
_NEAR: Final = 2
_SURE: Final = 0.01
"""By how much of a win's worth the other choice must be ahead before the estimate's is left."""


def _names() -> tuple[str, ...]:
    moment = (
        "drawable",
        "discards",
        "waiting",
        "chows",
        "honours are flowers",
        "tours",
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
        "ahead, tours",
        "tours, gold, 1 away",
        "tours, gold, 2 away",
    )


TERMS: Final = _names()
"""The terms' names, in their order."""


def terms(view: View, claim: Claim) -> list[float]:
    """The terms of a claim, as many as `TERMS`; all are of the order of 1."""
    rules = view.rules
    idle = 1.0 if claim.idle else 0.0
    pong = 1.0 if claim.move == PONG else 0.0
    tours = 1.0 if rules.grants("tour") else 0.0
    toured = tours if claim.golds else 0.0
    away = [1.0 if claim.far == far else 0.0 for far in _FARS]
    moment = [
        view.drawable / 40,
        view.discards / 20,
        claim.waiting,
        1.0 if rules.claims.chow else 0.0,
        1.0 if rules.deal.honours_are_flowers else 0.0,
        tours,
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
        claim.ahead * tours,
        toured if claim.far == 1 else 0.0,
        toured if claim.far == _NEAR else 0.0,
    ]


def leaned(ahead: float, more: float) -> float:
    """What a claim is ahead of a pass, as a share of a win's worth, with so much more to it.

    Where that speaks for the other choice by little, the estimate's choice stands.
    """
    found = ahead + more
    if (found > 0) != (ahead > 0) and abs(found) < _SURE:
        return ahead
    return found


@cache
def counted_weights() -> Sequence[float]:
    """The weights that were counted, in the order of `TERMS`."""
    text = (files("goldsparrow.players") / "leanings.json").read_text(encoding="utf-8")
    weights = json.loads(text)["weights"]
    return [float(weights[name]) for name in TERMS]


def counted_leaning(view: View, claim: Claim) -> float:
    """What a claim is worth more than estimated, as a share of a win's worth."""
    more = sum(
        weight * term for weight, term in zip(counted_weights(), terms(view, claim), strict=True)
    )
    return leaned(claim.ahead, more) - claim.ahead
