"""``goldsparrow divide``: every reading of complete hands, with what it pays on its own."""

from __future__ import annotations

import argparse

from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.commands.score import line_name
from goldsparrow.rules.case import Case
from goldsparrow.rules.patterns import Win
from goldsparrow.rules.scoring import score_readings
from goldsparrow.scores import Score
from goldsparrow.text import Language, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    intake.add_hands(parser)
    intake.add_one_hand(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    tongue = intake.language(args)

    def show(number: int, case: Case) -> str:
        found = score_readings(case.rules, case.facts)
        return intake.encode(as_json(found)) if args.json else _readable(number, found, tongue)

    return intake.run(args, "divide", "whole", show)


def as_json(found: list[tuple[Win, Score]]) -> dict[str, object]:
    """Returns the readings as the command prints them."""
    if not found:
        return {"ok": False, "reason": "not_complete"}
    readings = [
        {
            "shape": win.shape,
            "reading": score.reading,
            "special": score.special,
            "gain": score.payments[win.facts.winner],
            "groups": score.groups,
        }
        for win, score in found
    ]
    return {"ok": True, "readings": readings}


def _readable(number: int, found: list[tuple[Win, Score]], tongue: Language) -> str:
    head = f"{say('command.case', tongue, n=number)} · "
    if not found:
        reason = say("reason.not_complete", tongue)
        return f"{head}{say('command.no_win', tongue, reason=reason)}\n"
    rows = [[say(f"command.{name}", tongue) for name in ("reading", "shape", "special", "gains")]]
    for win, score in found:
        reading = "  ".join(intake.group_text(group, tongue) for group in score.groups)
        special = line_name(score.special, tongue) if score.special else "-"
        shape = say(f"command.shape.{win.shape}", tongue)
        rows.append([reading, shape, special, f"+{score.payments[win.facts.winner]}"])
    title = say("command.readings_n", tongue, n=len(found))
    return f"{head}{title}\n{columns(rows, 'lllr')}\n"
