"""What is said about a hand: its score, and the tiles that it waits for.

The command line and the server answer alike, from here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from goldsparrow.rules.case import Case
from goldsparrow.rules.flowers import is_flower
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Refusal, Score
from goldsparrow.tiles import NAMES, PLAYABLE, Tile


def score_answer(result: Score | Refusal) -> dict[str, object]:
    """Returns a result as it is told: the score, or why there is none."""
    if isinstance(result, Refusal):
        return {"ok": False, "reason": result.reason}
    return {
        "ok": True,
        "special": result.special,
        "items": result.items,
        "passed_over": result.passed_over,
        "formula": result.formula,
        "payments": result.payments,
        "reading": result.reading,
        "row": result.row,
        "dues": result.dues,
        "groups": result.groups,
    }


def waiting_tiles(case: Case) -> list[dict[str, Any]]:
    """Lists the tiles that complete a hand, with what the winner gets for each.

    `left` are the copies that the hand does not see; `self_draw` and `discard` are the winner's
    gain and the special that counts, None where the hand does not win so. The discard comes from
    the seat that the case names under `from`, or else the one before the winner; it is the
    fifth-last where the case says so (S5). A hand with a declared gold gap waits for the gold alone
    (S7).
    """
    facts = case.facts
    source = facts.source if facts.source is not None else (facts.winner + 3) % 4
    found = []
    for tile in range(PLAYABLE):
        if is_flower(tile, honours_are_flowers=case.rules.deal.honours_are_flowers):
            continue
        if "gold_gap" in facts.marks and tile != facts.gold:
            continue
        left = _left(case, tile)
        if not left:
            continue
        held = replace(facts, concealed=(*facts.concealed, tile), tile=tile)
        drawn = score(case.rules, replace(held, by="self_draw", source=None))
        if not isinstance(drawn, Score):
            continue
        marks = facts.marks & {"fifth_last"}
        claimed = score(case.rules, replace(held, by="discard", source=source, marks=marks))
        gains = {
            by: {"gain": result.payments[facts.winner], "special": result.special}
            if isinstance(result, Score)
            else None
            for by, result in (("self_draw", drawn), ("discard", claimed))
        }
        found.append({"tile": NAMES[tile], "left": left, **gains})
    return found


def _left(case: Case, tile: Tile) -> int:
    """Counts the copies of a kind that are neither in the hand nor the indicator."""
    facts = case.facts
    in_melds = sum(meld.tiles.count(tile) for meld in facts.melds)
    return 4 - facts.concealed.count(tile) - in_melds - (tile == facts.gold)
