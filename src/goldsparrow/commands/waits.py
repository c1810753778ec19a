"""``goldsparrow waits``: the tiles that hands wait for, with what each would pay."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.rules.case import Case
from goldsparrow.rules.flowers import is_flower
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Score
from goldsparrow.text import Language, say
from goldsparrow.tiles import KIND, NAMES, PLAYABLE, Tile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    intake.add_hands(parser)
    intake.add_one_hand(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    tongue = intake.language(args)

    def show(number: int, case: Case) -> str:
        found = waiting_tiles(case)
        if args.json:
            return intake.encode({"ok": bool(found), "waits": found})
        return _readable(number, found, tongue)

    return intake.run(args, "waits", "waiting", show)


def waiting_tiles(case: Case) -> list[dict[str, Any]]:
    """Lists the tiles that complete a hand, with what the winner gets for each.

    `left` are the copies that the hand does not see; `self_draw` and `discard` are the winner's
    gain and the special that counts, None where the hand does not win so. The discard comes from
    the seat that the case names under `from`, or else the one before the winner.
    """
    facts = case.facts
    source = facts.source if facts.source is not None else (facts.winner + 3) % 4
    found = []
    for tile in range(PLAYABLE):
        if is_flower(tile, honours_are_flowers=case.rules.deal.honours_are_flowers):
            continue
        left = _left(case, tile)
        if not left:
            continue
        held = replace(facts, concealed=(*facts.concealed, tile), tile=tile)
        drawn = score(case.rules, replace(held, by="self_draw", source=None))
        if not isinstance(drawn, Score):
            continue
        claimed = score(case.rules, replace(held, by="discard", source=source, marks=frozenset()))
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


def _readable(number: int, found: list[dict[str, Any]], tongue: Language) -> str:
    head = f"{say('command.case', tongue, n=number)} · "
    if not found:
        return f"{head}{say('command.not_waiting', tongue)}\n"

    def gain(entry: dict[str, Any] | None) -> str:
        if entry is None:
            return "-"
        special = say(f"special.{entry['special']}", tongue) if entry["special"] else ""
        return f"+{entry['gain']} {special}".rstrip()

    names = ("wait", "left", "by_draw", "by_discard")
    rows = [[say(f"command.{name}", tongue) for name in names]]
    rows += [
        [
            intake.tile_text(KIND[entry["tile"]], tongue),
            str(entry["left"]),
            gain(entry["self_draw"]),
            gain(entry["discard"]),
        ]
        for entry in found
    ]
    return f"{head}{say('command.waits', tongue)}\n{columns(rows, 'lr')}\n"
