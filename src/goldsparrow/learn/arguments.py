"""What the environments are told, checked: options, states to go back to, actions."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from operator import index
from typing import Any, Final, Literal, Protocol, SupportsFloat, SupportsIndex, TypeAlias

from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.game.deal import Deal, Seat
from goldsparrow.game.match import Length
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.planes import Layout, layout
from goldsparrow.moves import MOVE_NAMES, MOVES, MoveSet
from goldsparrow.rules import RuleSet, rule_set

Illegal: TypeAlias = Literal["end", "default", "raise"]
"""What an illegal move does: ends the episode, is played as the table's default, or is an error."""
Visit: TypeAlias = Literal["all", "asked"]
"""Which seats of a question are visited: all of them, or those that have a choice."""


ILLEGAL: Final = ("end", "default", "raise")
VISITS: Final = ("all", "asked")
NOT_BEGUN: Final = "no episode has begun; expected reset() first"
IS_OVER: Final = "the episode is over; expected reset() before the next step"


class OutOfOrder(GoldSparrowError, RuntimeError):
    """Raised for a step before `reset`, or after the end of an episode."""


def rules_of(rules: str | RuleSet, house: Mapping[str, object] | None) -> RuleSet:
    """The rule set that an environment was asked for.

    Raises:
        GoldSparrowError: there is no such rule set, option or value.
    """
    if house is not None and not isinstance(house, Mapping):
        raise OptionError(f"house is {house!r:.60}; expected options by name")
    if isinstance(rules, str):
        return rule_set(rules, **(house or {}))
    if not isinstance(rules, RuleSet):
        raise OptionError(f"rules are {rules!r:.60}; expected the key of a rule set, or a rule set")
    if house:
        raise OptionError(
            f"house options {dict(house)!r:.80} beside a rule set that is one already; "
            "expected them with the rule set's key"
        )
    return rules


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Checks an argument.

    Raises:
        OptionError: it is none of those allowed.
    """
    if value not in allowed:
        raise OptionError(f"{name} is {value!r:.60}; expected one of {', '.join(allowed)}")


def whole(name: str, value: object, least: int, most: int | None = None) -> int:
    """A whole number of any kind as an int.

    Raises:
        OptionError: it is none, or out of bounds.
    """
    number = _as_int(value)
    if number is None or number < least or (most is not None and number > most):
        up_to = "" if most is None else f" to {most}"
        raise OptionError(f"{name} is {value!r:.60}; expected a whole number from {least}{up_to}")
    return number


def seed_of(seed: object) -> int | None:
    """A seed as an int; None where there is none.

    Raises:
        OptionError: it is no whole number.
    """
    number = _as_int(seed)
    if number is None and seed is not None:
        raise OptionError(f"seed is {seed!r:.60}; expected a whole number, or None")
    return number


def _as_int(value: object) -> int | None:
    """A whole number of any kind as an int; None for all else, truth values too."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    return index(value)


def length_of(length: object) -> Length:
    """How long an episode is.

    Raises:
        OptionError: no such length.
    """
    if not isinstance(length, str):
        raise OptionError(f"length is {length!r:.60}; expected one such as '1 deal' or '1 round'")
    return Length.parse(length)


def layout_of(outlook: object) -> Layout:
    """The planes with the outlook or without.

    Raises:
        OptionError: it is neither True nor False.
    """
    if not isinstance(outlook, bool):
        raise OptionError(f"outlook is {outlook!r:.60}; expected True or False")
    return layout(outlook=outlook)


def penalty_of(penalty: object) -> float:
    """What an illegal move costs.

    Raises:
        OptionError: it is no number of points, or a gain.
    """
    if isinstance(penalty, SupportsFloat) and not isinstance(penalty, bool):
        points = float(penalty)
        if 0 <= points < inf:
            return points
    raise OptionError(f"penalty is {penalty!r:.60}; expected points from 0")


def check_choices(illegal: str, render_mode: str | None) -> None:
    """Checks what an environment does with illegal moves, and how it is rendered.

    Raises:
        OptionError: one of them is none of those known.
    """
    one_of("illegal", illegal, ILLEGAL)
    if render_mode is not None:
        one_of("render_mode", render_mode, MODES)


class Restorable(Protocol):
    """An environment, as what its states are told apart by."""

    rules: RuleSet
    layout: Layout


def check_restorable(state: object, env: Restorable) -> None:
    """Checks that a clone of one environment can be gone back to by another.

    Raises:
        OptionError: it is no clone of such an environment, or one that plays by other rules or sees
            other planes.
    """
    kind = type(env)
    if not isinstance(state, kind):
        raise OptionError(
            f"{state!r:.60} is no state of a {kind.__name__}; expected a clone of one with the "
            "same rules, options and planes"
        )
    if state.rules != env.rules or state.layout is not env.layout:
        raise OptionError(
            f"a state of {state.rules.key!r} cannot be restored at a table of "
            f"{env.rules.key!r}; expected the same rules, options and planes"
        )


def cycles_of(most: object) -> int | None:
    """Checks after how many cycles an episode is cut off.

    Raises:
        OptionError: it is neither None nor a whole number from 1.
    """
    if most is None:
        return None
    return whole("max_cycles", most, 1)


def told(error: IllegalMove) -> dict[str, Any]:
    """What an agent's info says of an illegal move."""
    return {"illegal": str(error), "reason": error.reason}


def refused(deal: Deal, seat: Seat, moves: MoveSet, action: object) -> IllegalMove:
    """The error that says why a seat may not do what it was told to."""
    move = action if isinstance(action, int) and 0 <= action < MOVES else None
    if move is None:
        return IllegalMove(
            f"no move: {action!r:.60} of seat {seat}; expected a whole number from 0 to "
            f"{MOVES - 1}, a move of which the action mask is 1",
            "no_move",
        )
    reason = deal.refusal(seat, move) or "not_your_turn"
    legal = ", ".join(MOVE_NAMES[each] for each in range(MOVES) if moves >> each & 1)
    return IllegalMove(
        f"seat {seat} may not {MOVE_NAMES[move]!r} (action {move}) now: {reason}; "
        f"expected one of {legal}",
        reason,
    )
