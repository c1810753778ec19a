"""``goldsparrow waits``: the tiles that hands wait for, with what each would pay."""

from __future__ import annotations

import argparse
from typing import Any

from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.rules.answers import waiting_tiles
from goldsparrow.rules.case import Case
from goldsparrow.text import Language, say
from goldsparrow.tiles import KIND


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
