"""``goldsparrow score``: what winning hands pay, line by line and sum by sum."""

from __future__ import annotations

import argparse

from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.rules.answers import score_answer
from goldsparrow.rules.case import Case
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Refusal, Score
from goldsparrow.text import Language, say
from goldsparrow.tiles import NAMES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    intake.add_hands(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    tongue = intake.language(args)

    def show(number: int, case: Case) -> str:
        result = score(case.rules, case.facts)
        if args.json:
            return intake.encode(score_answer(result))
        return _readable(number, case, result, tongue)

    return intake.run(args, "score", "win", show)


def line_name(key: str, tongue: Language) -> str:
    """Returns what a line of a score is called."""
    counted = key in {"base", "flowers", "flower_sets", "golds", "kongs", "streak"}
    return say(f"item.{key}" if counted else f"special.{key}", tongue)


def _readable(number: int, case: Case, result: Score | Refusal, tongue: Language) -> str:
    """Writes a result as a table."""
    facts = case.facts
    title = say(f"rules.{case.rules.key}.title", tongue)
    gold = say("command.gold", tongue, tile=intake.tile_text(facts.gold, tongue))
    head = f"{say('command.case', tongue, n=number)} · {title} · {gold}"
    if isinstance(result, Refusal):
        reason = say(f"reason.{result.reason}", tongue)
        return f"{head}\n  {say('command.no_win', tongue, reason=reason)}\n"
    how = say(f"settlement.by.{facts.by}", tongue)
    if facts.tile is not None:
        how = f"{how} {NAMES[facts.tile]}"
    sentence = "command.wins" if facts.source is None else "command.wins_from"
    wins = say(sentence, tongue, seat=facts.winner, by=how, source=facts.source)
    parts = [head, f"  {wins}"]
    if result.groups:
        reading = "  ".join(intake.group_text(group, tongue) for group in result.groups)
        parts.append(f"  {say('command.reading', tongue)}: {reading}")
    parts.append(_items(result, tongue))
    parts.append(_dues(case, result, tongue))
    if result.passed_over:
        names = ", ".join(line_name(name, tongue) for name in result.passed_over)
        parts.append(f"  {say('command.passed_over', tongue, names=names)}")
    return "\n".join(parts) + "\n"


def _items(result: Score, tongue: Language) -> str:
    heads = [say(f"command.{name}", tongue) for name in ("item", "count", "points")]
    rows = [[line_name(i.key, tongue), str(i.count), str(i.points)] for i in result.items]
    return columns([heads, *rows], "lrr")


def _dues(case: Case, result: Score, tongue: Language) -> str:
    def seat(number: int) -> str:
        dealer = number == case.facts.dealer
        return say("command.dealer_n" if dealer else "command.seat_n", tongue, n=number)

    heads = [say(f"command.{name}", tongue) for name in ("seat", "sum", "gains")]
    rows = [[seat(due.seat), due.formula, str(-due.points)] for due in result.dues]
    winner = case.facts.winner
    rows.append([seat(winner), "", f"+{result.payments[winner]}"])
    return columns([heads, *rows], "llr")
