"""The house options: every difference that real tables make, under the names of the rule pages.

This one table is what the command line's `--set`, the room panel, the header of a record and the
generated rules pages read. An option applies to the rule sets that have a default for it: those of
the page that names it and those that play as that page does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from goldsparrow.errors import OptionConflict, OptionError
from goldsparrow.rules.clause import Clause
from goldsparrow.rules.clauses import (
    DealerPaysDraw,
    FifthLast,
    FollowedDiscard,
    GoldGap,
    InstantPayments,
    KongBloom,
    Tour,
)
from goldsparrow.rules.payment import Additive, Doubling, Multiplied
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import (
    DiscardPayer,
    OptionValue,
    RuleSet,
    StreakAfterDraw,
    StreakPayer,
    Until,
    Who,
)

OptionKind = Literal["choice", "switch", "number", "table"]
"""One of some values, yes or no, a whole number, or points by name such as `plain:30,...`."""

GROUPS: Final = (
    "tiles",
    "gold",
    "wall",
    "claims",
    "winning",
    "counting",
    "specials",
    "paying",
    "during",
)
"""The headings under which options are listed, in order."""

MOST_POINTS: Final = 1000
"""The most points that an option may give to one thing."""

_SWITCH: Final = {"true": True, "false": False, "on": True, "off": False, "yes": True, "no": False}
"""How a switch may be written as text."""

_OURGAME, _CLASSIC, _STREET, _SANMING, _LONGYAN = PRESETS
_FUZHOU: Final = (_OURGAME, _CLASSIC, _STREET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One house option.

    `defaults` holds its value in each rule set that it applies to, `values` what it may be: the
    choices, or the least and the most of a number. `only` narrows the choices of single rule sets.
    """

    name: str
    clause: str
    group: str
    kind: OptionKind
    defaults: Mapping[str, OptionValue]
    values: tuple[OptionValue, ...] = ()
    only: Mapping[str, tuple[OptionValue, ...]] = field(default_factory=dict)
    apply: Callable[[RuleSet, Any], RuleSet]

    @property
    def title_key(self) -> str:
        """The catalogue's key of its name."""
        return f"option.{self.name}.title"

    @property
    def text_key(self) -> str:
        """The catalogue's key of its description."""
        return f"option.{self.name}.text"

    def value_key(self, value: OptionValue) -> str:
        """The catalogue's key of one of its values, for choices and switches."""
        if self.kind == "switch":
            return "option.on" if value else "option.off"
        return f"option.{self.name}.{written(value)}"

    def allowed(self, key: str) -> tuple[OptionValue, ...]:
        """The values that the option may have in a rule set; the bounds of a number."""
        if self.kind == "switch":
            return (False, True)
        return self.only.get(key, self.values)

    def expected(self, key: str) -> str:
        """Says in words what the option may be in a rule set."""
        if self.kind == "switch":
            return f"one of {', '.join(_SWITCH)}"
        if self.kind == "number":
            return f"a whole number from {self.values[0]} to {self.values[1]}"
        if self.kind == "table":
            names = ", ".join(PRESETS[key].specials)
            return f"points from 0 to {MOST_POINTS} by name, such as 'gold_dragon:60', for {names}"
        return "one of " + ", ".join(repr(written(value)) for value in self.allowed(key))

    def read(self, key: str, value: object) -> OptionValue:
        """Reads a value as a caller, a JSON line or the command line gives it.

        Raises:
            OptionError: the option does not take that value.
        """
        found: OptionValue | None = None
        if self.kind == "switch":
            found = value if isinstance(value, bool) else _SWITCH.get(_as_text(value))
        elif self.kind == "number":
            found = _whole(value)
            least, most = self.values
            if found is not None and not int(least) <= found <= int(most):
                found = None
        elif self.kind == "table":
            found = _read_table(PRESETS[key].specials, value)
        else:
            text = "" if isinstance(value, bool) else _as_text(value)
            found = next((one for one in self.allowed(key) if written(one) == text), None)
        if found is None:
            raise OptionError(
                f"option {self.name!r} of {key!r} cannot be {_quoted(value)}; "
                f"expected {self.expected(key)}"
            )
        return found


def _as_text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _whole(value: object) -> int | None:
    """Reads a whole number from an int or its decimal digits."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        return int(value)
    return None


def _quoted(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def written(value: OptionValue) -> str:
    """Writes a value as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_table(points: Mapping[str, int]) -> str:
    """Writes points by name as the value of an option, such as `heavenly:10,rob_gold:10`."""
    return ",".join(f"{name}:{value}" for name, value in points.items())


def _read_table(preset: Mapping[str, int], value: object) -> str | None:
    """Reads points by name over those of the preset; None where they are no such table."""
    pairs: list[tuple[str, object]]
    if isinstance(value, Mapping):
        pairs = [(str(name), points) for name, points in value.items()]
    elif isinstance(value, str):
        parts = [part.partition(":") for part in value.split(",") if part.strip()]
        pairs = [(name.strip(), points.strip()) for name, _, points in parts]
    else:
        return None
    table = dict(preset)
    for name, points in pairs:
        number = _whole(points)
        if name not in preset or number is None or not 0 <= number <= MOST_POINTS:
            return None
        table[name] = number
    return write_table(table) if len({name for name, _ in pairs}) == len(pairs) else None


# --- what each option does to a rule set -------------------------------------------------


def _flowers(rules: RuleSet, value: int) -> RuleSet:
    return replace(rules, deal=replace(rules.deal, honours_are_flowers=value == 36))


def _gold_lock(rules: RuleSet, value: str) -> RuleSet:
    who, until = {
        "none": (Who.NOBODY, Until.NEXT_DISCARD),
        "go_around": (Who.DISCARDER, Until.NEXT_DISCARD),
        "deal": (Who.DISCARDER, Until.DEAL_ENDS),
        "others_go_around": (Who.OTHERS, Until.NEXT_DISCARD),
    }[value]
    return replace(rules, gold=replace(rules.gold, lock=who, lock_until=until))


def _eight_pairs(rules: RuleSet, value: bool) -> RuleSet:
    return _with_shape(rules, "eight_pairs", value)


def _thirteen_orphans(rules: RuleSet, value: bool) -> RuleSet:
    return _with_shape(rules, "thirteen_orphans", value)


def _with_shape(rules: RuleSet, name: str, wanted: bool) -> RuleSet:
    shapes = tuple(shape for shape in rules.shapes if shape != name)
    return replace(rules, shapes=(*shapes, name) if wanted else shapes)


def _with_specials(rules: RuleSet, points: Mapping[str, int]) -> RuleSet:
    """Sets specials; those of nought points do not exist."""
    merged = {**rules.specials, **points}
    specials = {name: value for name, value in merged.items() if value}
    return replace(rules, specials=specials)


def _flush(rules: RuleSet, value: str) -> RuleSet:
    one, half = (0, 0) if value == "off" else (int(part) for part in value.split("/"))
    return _with_specials(rules, {"one_suit": one, "half_suit": half})


def _kong_bloom(rules: RuleSet, value: int) -> RuleSet:
    rules = _with_specials(rules, {"kong_bloom": value})
    return replace(rules, clauses=(*rules.clauses, KongBloom())) if value else rules


def _specials(rules: RuleSet, value: str) -> RuleSet:
    pairs = (part.split(":") for part in value.split(","))
    return _with_specials(rules, {name: int(points) for name, points in pairs})


def _base(rules: RuleSet, value: int) -> RuleSet:
    clauses = tuple(clause.with_base(value) for clause in rules.clauses)
    return replace(rules, counting=replace(rules.counting, base=value), clauses=clauses)


def _plain_doubled(rules: RuleSet, value: bool) -> RuleSet:
    payment = rules.payment
    assert isinstance(payment, Additive)
    always = frozenset({"plain", "one_flower"}) if value else frozenset()
    return replace(rules, payment=replace(payment, always_drawn=always))


def _discard_payment(rules: RuleSet, value: str) -> RuleSet:
    payment = rules.payment
    assert isinstance(payment, Additive | Multiplied)
    return replace(rules, payment=replace(payment, discard_payer=DiscardPayer(value)))


def _robbed_kong_payer(rules: RuleSet, value: str) -> RuleSet:
    payment = rules.payment
    assert isinstance(payment, Doubling)
    return replace(rules, payment=replace(payment, maker_pays=value == "maker"))


def _dealer_doubles(rules: RuleSet, value: bool) -> RuleSet:
    payment = rules.payment
    assert isinstance(payment, Doubling)
    rules = replace(rules, payment=replace(payment, dealer_doubles=value))
    return _with_clause(rules, InstantPayments, dealer_doubles=value)


def _tour_points(rules: RuleSet, value: int) -> RuleSet:
    payment = rules.payment
    assert isinstance(payment, Doubling)
    tours = {"tour": value, "double_tour": 2 * value, "triple_tour": 4 * value}
    return replace(rules, payment=replace(payment, rows=dict(payment.rows) | tours))


def _with_clause(rules: RuleSet, kind: type[Clause], **changes: OptionValue) -> RuleSet:
    clauses = tuple(
        replace(clause, **changes) if isinstance(clause, kind) else clause  # type: ignore[type-var]
        for clause in rules.clauses
    )
    return replace(rules, clauses=clauses)


def _only_with(kind: type[Clause]) -> Callable[[RuleSet, bool], RuleSet]:
    """Returns what takes a clause out of the rule set that has it."""

    def apply(rules: RuleSet, value: bool) -> RuleSet:
        if value:
            return rules
        kept = tuple(clause for clause in rules.clauses if not isinstance(clause, kind))
        return replace(rules, clauses=kept)

    return apply


def _part(record: str, name: str) -> Callable[[RuleSet, Any], RuleSet]:
    """Returns what sets one field of a record of the rule set."""

    def apply(rules: RuleSet, value: OptionValue) -> RuleSet:
        return replace(rules, **{record: replace(getattr(rules, record), **{name: value})})

    return apply


def _streak_after_draw(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, streak_after_draw=StreakAfterDraw(value))


def _streak_payer(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, counting=replace(rules.counting, streak_payer=StreakPayer(value)))


def _gold_discard(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, gold=replace(rules.gold, may_discard=value == "allowed"))


def _idle(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, gold=replace(rules.gold, idle_wins_by_discard=value == "allowed"))


def _pass_locks_win(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, claims=replace(rules.claims, pass_locks_win=value != "none"))


def _discard_win(rules: RuleSet, value: str) -> RuleSet:
    return replace(rules, claims=replace(rules.claims, discard_win=value == "allowed"))


def _kong_payment(rules: RuleSet, value: str) -> RuleSet:
    return _with_clause(rules, InstantPayments, at_settlement=value == "at_settlement")


def _discard_kong_payer(rules: RuleSet, value: str) -> RuleSet:
    return _with_clause(rules, InstantPayments, discarder_pays=value == "discarder")


def _eight_flowers(rules: RuleSet, value: int) -> RuleSet:
    return _with_clause(rules, InstantPayments, eight_flowers=value)


def _double_tour_claims(rules: RuleSet, value: bool) -> RuleSet:
    return _with_clause(rules, Tour, double_tour_claims=value)


def _gold_gap_edge(rules: RuleSet, value: bool) -> RuleSet:
    return _with_clause(rules, GoldGap, edge=value)


def _same(value: OptionValue, *keys: str) -> dict[str, OptionValue]:
    return dict.fromkeys(keys, value)


_ALLOWED: Final = ("allowed", "forbidden")

# In the order in which they are applied: what others build on comes first.
_TABLE: Final = (
    Option(
        name="flowers",
        clause="F1",
        group="tiles",
        kind="choice",
        values=(36, 8),
        defaults=_same(36, _OURGAME, _CLASSIC, _SANMING) | _same(8, _STREET),
        apply=_flowers,
    ),
    Option(
        name="gold_discard",
        clause="F9, S2",
        group="gold",
        kind="choice",
        values=_ALLOWED,
        defaults=_same("allowed", *_FUZHOU) | _same("forbidden", _SANMING),
        apply=_gold_discard,
    ),
    Option(
        name="gold_lock",
        clause="F9, L8",
        group="gold",
        kind="choice",
        values=("none", "go_around", "deal"),
        only={_LONGYAN: ("none", "go_around", "deal", "others_go_around")},
        defaults=_same("go_around", _OURGAME)
        | _same("deal", _CLASSIC, _STREET)
        | _same("none", _SANMING)
        | _same("others_go_around", _LONGYAN),
        apply=_gold_lock,
    ),
    Option(
        name="idle_gold_discard_win",
        clause="F13, S8",
        group="gold",
        kind="choice",
        values=_ALLOWED,
        defaults=_same("allowed", *_FUZHOU) | _same("forbidden", _SANMING),
        apply=_idle,
    ),
    Option(
        name="gold_gap_edge",
        clause="S7",
        group="gold",
        kind="switch",
        defaults=_same(False, _SANMING),
        apply=_gold_gap_edge,
    ),
    Option(
        name="flower_set_reserve",
        clause="F4",
        group="wall",
        kind="number",
        values=(0, 4),
        defaults=_same(2, *_FUZHOU) | _same(0, _SANMING),
        apply=_part("wall", "per_flower_set"),
    ),
    Option(
        name="reserve_counts_indicator",
        clause="F4",
        group="wall",
        kind="switch",
        defaults=_same(False, *_FUZHOU, _SANMING),
        apply=_part("wall", "counts_indicator"),
    ),
    Option(
        name="streak_after_draw",
        clause="F17, S6",
        group="wall",
        kind="choice",
        values=("keep", "plus_one", "reset"),
        defaults=_same("plus_one", _OURGAME, _SANMING) | _same("keep", _CLASSIC, _STREET),
        apply=_streak_after_draw,
    ),
    Option(
        name="fifth_last_liability",
        clause="S5",
        group="wall",
        kind="switch",
        defaults=_same(True, _SANMING),
        apply=_only_with(FifthLast),
    ),
    Option(
        name="dealer_pays_draw",
        clause="S6",
        group="wall",
        kind="switch",
        defaults=_same(True, _SANMING),
        apply=_only_with(DealerPaysDraw),
    ),
    Option(
        name="hide_concealed_kong",
        clause="C10",
        group="claims",
        kind="switch",
        defaults=_same(False, _OURGAME, _SANMING, _LONGYAN) | _same(True, _CLASSIC, _STREET),
        apply=_part("claims", "hide_concealed_kong"),
    ),
    Option(
        name="no_swap",
        clause="F14",
        group="claims",
        kind="switch",
        defaults=_same(False, *_FUZHOU, _SANMING),
        apply=_part("claims", "no_swap"),
    ),
    Option(
        name="pass_locks_win",
        clause="F14",
        group="claims",
        kind="choice",
        values=("none", "until_next_draw"),
        defaults=_same("none", *_FUZHOU, _SANMING),
        apply=_pass_locks_win,
    ),
    Option(
        name="discard_win",
        clause="L15",
        group="claims",
        kind="choice",
        values=("allowed", "self_draw_only"),
        defaults=_same("allowed", _LONGYAN),
        apply=_discard_win,
    ),
    Option(
        name="double_tour_claims",
        clause="L9, F25",
        group="claims",
        kind="switch",
        defaults=_same(False, _STREET, _LONGYAN),
        apply=_double_tour_claims,
    ),
    Option(
        name="eight_pairs",
        clause="F25",
        group="winning",
        kind="switch",
        defaults=_same(False, _OURGAME, _STREET, _SANMING) | _same(True, _CLASSIC),
        apply=_eight_pairs,
    ),
    Option(
        name="thirteen_orphans",
        clause="L13",
        group="winning",
        kind="switch",
        defaults=_same(False, _LONGYAN),
        apply=_thirteen_orphans,
    ),
    Option(
        name="base",
        clause="F22, S12",
        group="counting",
        kind="number",
        values=(0, 100),
        defaults=_same(5, *_FUZHOU, _SANMING),
        apply=_base,
    ),
    Option(
        name="flower_set_points",
        clause="S10",
        group="counting",
        kind="choice",
        values=(4, 6),
        defaults=_same(4, _SANMING),
        apply=_part("counting", "flower_set"),
    ),
    Option(
        name="streak_payer",
        clause="F20",
        group="counting",
        kind="choice",
        values=("dealer", "all", "none"),
        defaults=_same("dealer", _OURGAME, _SANMING) | _same("all", _CLASSIC, _STREET),
        apply=_streak_payer,
    ),
    Option(
        name="specials",
        clause="S11",
        group="specials",
        kind="table",
        defaults=_same(write_table(PRESETS[_SANMING].specials), _SANMING),
        apply=_specials,
    ),
    Option(
        name="kong_bloom",
        clause="F12",
        group="specials",
        kind="number",
        values=(0, MOST_POINTS),
        defaults=_same(0, _OURGAME, _CLASSIC, _SANMING),
        apply=_kong_bloom,
    ),
    Option(
        name="one_flower_counts_kong",
        clause="F21",
        group="specials",
        kind="switch",
        defaults=_same(False, _OURGAME, _CLASSIC),
        apply=_part("counting", "kong_is_flower"),
    ),
    Option(
        name="flush",
        clause="F21",
        group="specials",
        kind="choice",
        values=("off", "240/120", "200/100"),
        defaults=_same("off", _OURGAME, _CLASSIC),
        apply=_flush,
    ),
    Option(
        name="plain_doubled_on_discard",
        clause="F22",
        group="specials",
        kind="switch",
        defaults=_same(True, _OURGAME, _CLASSIC),
        apply=_plain_doubled,
    ),
    Option(
        name="discard_payment",
        clause="F23, F24, S12",
        group="paying",
        kind="choice",
        values=tuple(payer.value for payer in DiscardPayer),
        defaults=_same("all", _OURGAME, _STREET, _SANMING) | _same("discarder", _CLASSIC),
        apply=_discard_payment,
    ),
    Option(
        name="dealer_doubles",
        clause="L15",
        group="paying",
        kind="switch",
        defaults=_same(True, _LONGYAN),
        apply=_dealer_doubles,
    ),
    Option(
        name="robbed_kong_payer",
        clause="L11",
        group="paying",
        kind="choice",
        values=("all", "maker"),
        defaults=_same("all", _LONGYAN),
        apply=_robbed_kong_payer,
    ),
    Option(
        name="tour_points",
        clause="L15",
        group="paying",
        kind="choice",
        values=(4, 5),
        defaults=_same(4, _LONGYAN),
        apply=_tour_points,
    ),
    Option(
        name="followed_discard",
        clause="S1, L6",
        group="during",
        kind="switch",
        defaults=_same(True, _SANMING, _LONGYAN),
        apply=_only_with(FollowedDiscard),
    ),
    Option(
        name="eight_flowers",
        clause="L4",
        group="during",
        kind="choice",
        values=(5, 8),
        defaults=_same(5, _LONGYAN),
        apply=_eight_flowers,
    ),
    Option(
        name="kong_payment",
        clause="L5",
        group="during",
        kind="choice",
        values=("at_once", "at_settlement"),
        defaults=_same("at_once", _LONGYAN),
        apply=_kong_payment,
    ),
    Option(
        name="discard_kong_payer",
        clause="L5",
        group="during",
        kind="choice",
        values=("all", "discarder"),
        defaults=_same("all", _LONGYAN),
        apply=_discard_kong_payer,
    ),
)

OPTIONS: Final[dict[str, Option]] = {option.name: option for option in _TABLE}
"""Every house option by its name, in the order in which they are applied."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two options of which the first can only be `neutral` while the second is `value`."""

    option: str
    neutral: OptionValue
    other: str
    value: OptionValue


CONFLICTS: Final = (
    Conflict("gold_lock", "none", "gold_discard", "forbidden"),
    Conflict("double_tour_claims", False, "gold_discard", "forbidden"),
    Conflict("robbed_kong_payer", "all", "discard_win", "self_draw_only"),
)
"""Where one option takes away what another is about."""


def options_of(key: str) -> tuple[Option, ...]:
    """Lists the options that apply to a rule set, by group and then in the table's order."""
    own = [option for option in OPTIONS.values() if key in option.defaults]
    return tuple(sorted(own, key=lambda option: GROUPS.index(option.group)))


def effective(key: str, given: Mapping[str, object]) -> dict[str, OptionValue]:
    """Returns the value of every option of a rule set, those given read and checked.

    An option that another one leaves without an object takes its neutral value.

    Raises:
        OptionError: an option that the rule set does not have, a value that an option does not
            take, or two options that conflict.
    """
    own = {option.name: option for option in OPTIONS.values() if key in option.defaults}
    for name in given:
        if name not in own:
            what = "does not apply to" if name in OPTIONS else "is no option of"
            raise OptionError(
                f"option {_quoted(name)} {what} {key!r}; expected one of {', '.join(own)}"
            )
    values = {
        name: option.read(key, given[name]) if name in given else option.defaults[key]
        for name, option in own.items()
    }
    for clash in CONFLICTS:
        if clash.option not in own or values.get(clash.other) != clash.value:
            continue
        if clash.option in given and values[clash.option] != clash.neutral:
            value, other_value = written(values[clash.option]), written(clash.value)
            raise OptionConflict(
                f"option {clash.option!r} cannot be {value!r} while "
                f"{clash.other!r} is {other_value!r}; expected "
                f"{written(clash.neutral)!r}, or another value of {clash.other!r}",
                option=clash.option,
                value=value,
                other=clash.other,
                other_value=other_value,
            )
        values[clash.option] = clash.neutral
    return values


def differences(rules: RuleSet) -> dict[str, OptionValue]:
    """Returns the options of a rule set that differ from its preset."""
    return {
        name: value
        for name, value in rules.options.items()
        if value != OPTIONS[name].defaults[rules.key]
    }
