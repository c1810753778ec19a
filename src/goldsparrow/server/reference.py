"""What the server looks up and counts without a table: rules pages, options, scores and waits.

All of it is the core's own answer, within limits: a request names one hand and no more rule sets
than there are, and only one hand is counted at a time, beside the tables and not before them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from goldsparrow.errors import GoldSparrowError, OptionConflict
from goldsparrow.guide import rules_page
from goldsparrow.guide.page import changes, option_value
from goldsparrow.guide.parts import Change
from goldsparrow.rules import OPTIONS, RULE_SETS, differences, rule_set
from goldsparrow.rules.answers import score_answer, waiting_tiles
from goldsparrow.rules.case import Case, CaseError, Form, read_case
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import OptionValue
from goldsparrow.rules.scoring import score
from goldsparrow.scores import Due, Group, Item, Payments
from goldsparrow.server.bodies import RequestError, Value
from goldsparrow.text import Language, say

LONGEST_BODY: Final = 8 * 1024
MOST_WAITING: Final = 16
"""The most hands that may wait to be counted."""

_Answer = TypeVar("_Answer")


class AskOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks whether options go together."""

    rules: str
    options: dict[str, Value] = {}
    language: Language = "zh-Hans"


class ConflictBody(msgspec.Struct, frozen=True):
    """Two options that exclude each other, by their keys and in words."""

    option: str
    other: str
    title: str
    value: str
    other_title: str
    other_value: str


class OptionsBody(msgspec.Struct, frozen=True, kw_only=True):
    """The value of every option once those given are applied, and what differs from the preset.

    With a `conflict` nothing is applied.
    """

    options: dict[str, Value]
    differences: dict[str, Value]
    changes: tuple[Change, ...]
    conflict: ConflictBody | None = None


class AskHand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Asks what a hand is worth: a case as the command line takes it, by some rule sets or all.

    `options` are house options by rule set; a hand that cannot be is told in the words of
    `language`, without one by the message that quotes the value.
    """

    case: dict[str, Any]
    rules: tuple[str, ...] = RULE_SETS
    options: dict[str, dict[str, Value]] = {}
    language: Language | None = None


class ScoreBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a hand pays by one rule set.

    `reason` says why it does not win, `error` why there can be no such hand; `size` is how many
    concealed tiles a hand has that waits, beside the melds given.
    """

    rules: str
    ok: bool
    size: int | None = None
    reason: str | None = None
    error: str | None = None
    special: str | None = None
    row: str | None = None
    items: tuple[Item, ...] = ()
    passed_over: tuple[str, ...] = ()
    formula: str = ""
    payments: Payments | None = None
    dues: tuple[Due, ...] = ()
    groups: tuple[Group, ...] = ()
    reading: tuple[str, ...] = ()


class ScoresBody(msgspec.Struct, frozen=True):
    """A hand's results, one for each rule set that was asked for, in that order."""

    results: tuple[ScoreBody, ...]


class GainBody(msgspec.Struct, frozen=True):
    """What a win would bring the winner in all, before the stake."""

    gain: int
    special: str | None = None


class WaitBody(msgspec.Struct, frozen=True):
    """A tile that completes a hand; null where the hand does not win so."""

    tile: str
    left: int
    self_draw: GainBody | None = None
    discard: GainBody | None = None


class HandWaits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a hand waits for by one rule set; `error` and `size` as of a score."""

    rules: str
    size: int | None = None
    waits: tuple[WaitBody, ...] = ()
    error: str | None = None


class HandWaitsBody(msgspec.Struct, frozen=True):
    """A hand's waits, one list for each rule set that was asked for, in that order."""

    results: tuple[HandWaits, ...]


class Counter:
    """Counts one hand at a time in a thread of its own, so that tables are served meanwhile."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "counting")
        self._waiting = 0

    async def __call__(self, count: Callable[[], _Answer]) -> _Answer:
        """Returns what `count` returns.

        Raises:
            RequestError: too many others are waiting already.
        """
        if self._waiting >= MOST_WAITING:
            raise RequestError("busy", "too many hands are being counted; try again soon", 503)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, count)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Lets go of the thread once it is done."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def options_body(ask: AskOptions) -> OptionsBody:
    """Applies options to a rule set, and names what differs or excludes each other.

    Raises:
        NotationError: there is no such rule set.
        OptionError: an option or its value.
    """
    try:
        rules = rule_set(ask.rules, **ask.options)
    except OptionConflict as clash:
        return OptionsBody(options={}, differences={}, changes=(), conflict=_conflict(clash, ask))
    return OptionsBody(
        options=dict(rules.options),
        differences=differences(rules),
        changes=changes(rules, ask.language),
    )


def _conflict(clash: OptionConflict, ask: AskOptions) -> ConflictBody:
    def words(name: str, value: str) -> tuple[str, str]:
        option = OPTIONS[name]
        read = option.read(ask.rules, value)
        return say(option.title_key, ask.language), option_value(option, read, ask.language)

    return ConflictBody(
        clash.option,
        clash.other,
        *words(clash.option, clash.value),
        *words(clash.other, clash.other_value),
    )


def page_body(key: str, language: Language, options: Mapping[str, str]) -> bytes:
    """The explained page of a rule set, as JSON.

    Raises:
        NotationError: there is no such rule set.
        OptionError: an option, its value, or how options go together.
    """
    rules = rule_set(key, **options)
    return _page(rules.key, language, tuple(differences(rules).items()))


@lru_cache(maxsize=128)
def _page(key: str, language: Language, values: tuple[tuple[str, OptionValue], ...]) -> bytes:
    return msgspec.json.encode(rules_page(rule_set(key, **dict(values)), language))


def scores_body(ask: AskHand) -> ScoresBody:
    """Scores a hand by every rule set that is asked for."""
    found = []
    for key in _asked(ask):
        try:
            case = _case(ask, key, "win")
        except GoldSparrowError as error:
            found.append(
                ScoreBody(rules=key, ok=False, error=_told(error, ask), size=_size(ask, key))
            )
        else:
            answer = score_answer(score(case.rules, case.facts))
            found.append(msgspec.convert({**answer, "rules": key}, ScoreBody))
    return ScoresBody(tuple(found))


def waits_body(ask: AskHand) -> HandWaitsBody:
    """Lists what a hand waits for by every rule set that is asked for."""
    found = []
    for key in _asked(ask):
        try:
            case = _case(ask, key, "waiting")
        except GoldSparrowError as error:
            found.append(HandWaits(rules=key, error=_told(error, ask), size=_size(ask, key)))
        else:
            waits = msgspec.convert(waiting_tiles(case), tuple[WaitBody, ...])
            found.append(HandWaits(rules=key, waits=waits))
    return HandWaitsBody(tuple(found))


def _asked(ask: AskHand) -> tuple[str, ...]:
    """The rule sets that are asked for, each once and in its place."""
    for key in (*ask.rules, *ask.options):
        if key not in RULE_SETS:
            expected = ", ".join(RULE_SETS)
            raise RequestError("malformed", f"no rule set {key[:60]!r}; expected one of {expected}")
    return tuple(dict.fromkeys(ask.rules))


def _told(error: GoldSparrowError, ask: AskHand) -> str:
    if ask.language is None or not isinstance(error, CaseError):
        return str(error)
    return error.told(ask.language)


def _size(ask: AskHand, key: str) -> int | None:
    """How many concealed tiles wait for one more beside the melds that are given (C4)."""
    melds = ask.case.get("melds") or []
    win = ask.case.get("win")
    whole = isinstance(win, dict) and win.get("by") in {"heavenly", "three_golds"}
    if not isinstance(melds, list):
        return None
    size = 3 * (PRESETS[key].deal.melds - len(melds)) + 1
    return size + whole if size > 0 else None


def _case(ask: AskHand, key: str, form: Form) -> Case:
    own = {name: value for name, value in ask.case.items() if name not in {"rules", "options"}}
    return read_case(own, key=key, options=ask.options.get(key, {}), form=form)
