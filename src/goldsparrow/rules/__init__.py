"""Rules as values: the five rule sets, their house options, and the scorer.

>>> rule_set("fuzhou-ourgame", discard_payment="discarder").options["discard_payment"]
'discarder'
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from goldsparrow.errors import NotationError
from goldsparrow.rules.options import OPTIONS, Option, differences, effective, options_of
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import OptionValue, RuleSet

__all__ = ["OPTIONS", "RULE_SETS", "Option", "RuleSet", "differences", "options_of", "rule_set"]

RULE_SETS: Final[tuple[str, ...]] = tuple(PRESETS)
"""The keys of the rule sets."""


def rule_set(key: str, **options: object) -> RuleSet:
    """Returns a rule set with house options; those not given are as its source prints them.

    Options may be values or their text, as the command line gives them. The same call returns the
    same value.

    Raises:
        NotationError: no rule set has that key.
        OptionError: the rule set does not have that option, the option does not take that value,
            or two options conflict.
    """
    if key not in PRESETS:
        shown = repr(key) if len(repr(key)) <= 60 else f"{key!r:.57}..."
        raise NotationError(f"no rule set {shown}; expected one of {', '.join(RULE_SETS)}")
    return _build(key, tuple(effective(key, options).items()))


@lru_cache(maxsize=1024)
def _build(key: str, values: tuple[tuple[str, OptionValue], ...]) -> RuleSet:
    rules = PRESETS[key]
    for name, value in values:
        rules = OPTIONS[name].apply(rules, value)
    return replace(rules, options=dict(values))
