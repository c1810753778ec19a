"""``goldsparrow rules``: the rule sets, and every house option of one with its clause."""

from __future__ import annotations

import argparse
from typing import Any

from goldsparrow.commands import intake
from goldsparrow.commands.columns import columns
from goldsparrow.rules import RULE_SETS, RuleSet, options_of, rule_set
from goldsparrow.rules.options import GROUPS, MOST_POINTS, Option, written
from goldsparrow.rules.ruleset import OptionValue
from goldsparrow.text import Language, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the command's arguments."""
    parser.add_argument(
        "key", metavar="KEY", nargs="?", help="a rule set; without it they are listed"
    )
    intake.add_options(
        parser,
        "a house option, to see what it changes; may be given several times; "
        "a switch is true or false, on or off, yes or no",
    )
    intake.add_language(parser)
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Runs the command and returns its exit code."""
    intake.use_utf8()
    tongue = intake.language(args)
    args.rules = args.key
    given = intake.options(args)
    if args.key is None:
        listed = [(key, say(f"rules.{key}.title", tongue)) for key in RULE_SETS]
        if args.json:
            print(intake.encode({"rules": [{"key": key, "title": title} for key, title in listed]}))
        else:
            print(columns(listed, indent=""))
        return 0
    rules = rule_set(args.key, **given)
    print(intake.encode(as_json(rules, tongue)) if args.json else _readable(rules, tongue))
    return 0


def as_json(rules: RuleSet, tongue: Language) -> dict[str, object]:
    """Returns a rule set with every option, its allowed values, clause and words."""
    return {
        "key": rules.key,
        "title": say(f"rules.{rules.key}.title", tongue),
        "specials": rules.specials,
        "options": [_option_json(rules, option, tongue) for option in options_of(rules.key)],
    }


def _option_json(rules: RuleSet, option: Option, tongue: Language) -> dict[str, object]:
    found: dict[str, Any] = {
        "name": option.name,
        "value": rules.options[option.name],
        "default": option.defaults[rules.key],
        "kind": option.kind,
        "clause": option.clause,
        "group": option.group,
        "title": say(option.title_key, tongue),
        "text": say(option.text_key, tongue),
    }
    if option.kind == "number":
        found["least"], found["most"] = option.values
    elif option.kind != "table":
        found["allowed"] = option.allowed(rules.key)
    return found


def value_text(option: Option, value: OptionValue, tongue: Language) -> str:
    """Writes a value as the command line takes it, with what it means."""
    text = written(value)
    if option.kind in {"number", "table"}:
        return text
    meaning = say(option.value_key(value), tongue)
    return text if meaning == text else f"{text} ({meaning})"


def _readable(rules: RuleSet, tongue: Language) -> str:
    parts = [f"{rules.key} · {say(f'rules.{rules.key}.title', tongue)}"]
    own = options_of(rules.key)
    for group in GROUPS:
        inside = [option for option in own if option.group == group]
        if inside:
            parts.append(f"\n{say(f'option.group.{group}', tongue)}")
            parts += [_option_text(rules, option, tongue) for option in inside]
    return "\n".join(parts)


def _option_text(rules: RuleSet, option: Option, tongue: Language) -> str:
    value = rules.options[option.name]
    lines = [
        f"  {option.name} = {written(value)}  [{option.clause}]  {say(option.title_key, tongue)}",
        f"      {say(option.text_key, tongue)}",
        f"      {say('command.allowed', tongue)}: {_allowed_text(rules, option, tongue)}",
    ]
    if value != option.defaults[rules.key]:
        default = written(option.defaults[rules.key])
        lines.append(f"      {say('command.differs', tongue)}: {default}")
    return "\n".join(lines)


def _allowed_text(rules: RuleSet, option: Option, tongue: Language) -> str:
    if option.kind == "number":
        least, most = option.values
        return say("command.range", tongue, least=least, most=most)
    if option.kind == "table":
        return say("command.table", tongue, most=MOST_POINTS)
    return ", ".join(value_text(option, one, tongue) for one in option.allowed(rules.key))
