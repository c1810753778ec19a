"""Walks and playthroughs: what the engine did when it was found right, pinned as files.

`python tests/golden.py` writes them anew: look at the difference before you commit it, for every
line that changed is a rule that changed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
sys.path[:0] = [str(ROOT.parent / "src"), str(ROOT.parent)]

from goldsparrow.events import encode  # noqa: E402 - the file is also a program
from goldsparrow.game.deal import Deal  # noqa: E402
from goldsparrow.game.wall import shuffle  # noqa: E402
from goldsparrow.moves import MOVE_NAMES, moves_in, parse_move  # noqa: E402
from goldsparrow.players import player  # noqa: E402
from goldsparrow.rules import RULE_SETS, rule_set  # noqa: E402
from goldsparrow.tiles import HIDDEN, NAMES  # noqa: E402

DEPTH = 4
PREFIXES = (0, 11, 44)
"""After how many choices of a played deal the walks begin."""


def fixed_deal(key: str, context: str) -> Deal:
    """A deal from a wall that is the same for ever."""
    return Deal(rule_set(key), shuffle(b"gold sparrow", f"{context} {key}"), streak=1)


# --- walks -----------------------------------------------------------------------------------


def walk(deal: Deal, depth: int) -> list[int]:
    """Counts the sequences of choices by length; where several seats are asked, the lowest goes."""
    counts = [0] * depth
    if deal.result is not None:
        return counts
    seat = min(deal.waiting)
    for move in moves_in(deal.waiting[seat]):
        counts[0] += 1
        if depth > 1:
            other = deal.copy()
            other.act(seat, move)
            for length, count in enumerate(walk(other, depth - 1), 1):
                counts[length] += count
    return counts


def walks(key: str) -> dict[str, Any]:
    """The walks of a rule set: from where, which moves in which order, and how many sequences."""
    deal = fixed_deal(key, "walk")
    players = [player("chance", seed) for seed in range(4)]
    chosen: list[str] = []
    positions = []
    while len(positions) < len(PREFIXES):
        if deal.result is not None or len(chosen) == PREFIXES[len(positions)]:
            positions.append(
                {
                    "after": [*chosen],
                    "moves": {
                        str(seat): [MOVE_NAMES[move] for move in moves_in(moves)]
                        for seat, moves in sorted(deal.waiting.items())
                    },
                    "counts": walk(deal, DEPTH),
                }
            )
            continue
        seat = min(deal.waiting)
        move = players[seat].act(deal.view(seat), deal.waiting[seat])
        chosen.append(f"{seat} {MOVE_NAMES[move]}")
        deal.act(seat, move)
    return {"rules": key, "positions": positions}


def walked_to(key: str, after: list[str]) -> Deal:
    """The deal of a walk after the choices that lead to it."""
    deal = fixed_deal(key, "walk")
    for choice in after:
        seat, _, move = choice.partition(" ")
        deal.act(int(seat), parse_move(move))
    return deal


# --- playthroughs ----------------------------------------------------------------------------


def playthrough(key: str) -> str:
    """One whole deal, with every public value at every step."""
    deal = fixed_deal(key, "playthrough")
    players = [player("chance", 5), player("greedy"), player("chance", 6), player("greedy")]
    lines = [f"rules {key}", *_events(deal, 0), *_values(deal)]
    while deal.result is None:
        seat = min(deal.waiting)
        move = players[seat].act(deal.view(seat), deal.waiting[seat])
        before = len(deal.events)
        deal.act(seat, move)
        lines += ["", f"> {seat} {MOVE_NAMES[move]}", *_events(deal, before), *_values(deal)]
    lines += ["", f"result {deal.result.winner} {deal.result.by} {deal.result.payments}"]
    return "\n".join(lines) + "\n"


def _events(deal: Deal, first: int) -> Iterator[str]:
    for event in deal.events[first:]:
        yield f"  {encode(event).decode()}"


def _values(deal: Deal) -> Iterator[str]:
    view = deal.view(None)
    question = deal.question
    yield f"{question.kind} tile {_name(question.tile)} of {question.source}"
    yield (
        f"gold {_name(view.gold)} left {view.left} reserve {view.reserve} drawable {view.drawable} "
        f"head {view.head} tail {view.tail}"
    )
    yield (
        f"dealer {view.dealer} streak {view.streak} turn {view.turn} live {_name(view.live)} of "
        f"{view.source} discards {view.discards} fresh {view.fresh} replaced {view.replaced} "
        f"last draws {view.last_draws} over {view.over}"
    )
    yield f"paid {view.payments} scores {view.scores} thrown {view.gold_thrown}"
    for seat in range(4):
        own = deal.view(seat)
        melds = " ".join(f"{m.kind}:{_names(m.tiles)}" for m in own.melds(seat))
        moves = " ".join(MOVE_NAMES[move] for move in moves_in(deal.waiting.get(seat, 0)))
        yield (
            f"{seat} hand {_names(own.hand.tiles())} | drawn {_name(own.drawn)} | {melds} | "
            f"flowers {_names(own.flowers(seat))} | river {_names(own.river(seat))} | "
            f"ready {_names(moves_in(own.ready()))} | locked {own.gold_locked} {own.passed_win} | "
            f"may {moves}"
        )


def _name(tile: int) -> str:
    return "-" if tile == HIDDEN else NAMES[tile]


def _names(tiles: Any) -> str:
    return "".join(_name(tile) for tile in tiles) or "-"


def main() -> None:
    """Writes all files anew."""
    for key in RULE_SETS:
        text = json.dumps(walks(key), indent=1)
        (ROOT / "walks" / f"{key}.json").write_text(text + "\n", "utf-8")
        (ROOT / "playthroughs" / f"{key}.txt").write_text(playthrough(key), "utf-8")


if __name__ == "__main__":
    main()
