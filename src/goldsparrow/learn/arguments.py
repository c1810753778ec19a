"""What the environments are told, checked: options, states to go back to, actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from goldsparrow.errors import GoldSparrowError, IllegalMove, OptionError
from goldsparrow.game.deal import Deal, Seat
from goldsparrow.learn.pictures import MODES
from goldsparrow.learn.planes import Layout
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
    if isinstance(rules, str):
        return rule_set(rules, **(house or {}))
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


def check_choices(illegal: str, render_mode: str | None) -> None:
    """Checks what an environment does with illegal moves, and how it is rendered.

    Raises:
        OptionError: one of them is none of those known.
    """
    one_of("illegal", illegal, ILLEGAL)
    if render_mode is not None:
        one_of("render_mode", render_mode, MODES)


def check_restorable(rules: RuleSet, layout: Layout, wanted: RuleSet, planes: Layout) -> None:
    """Checks that a state of one environment can be that of another.

    Args:
        rules: the state's rules.
        layout: the state's planes.
        wanted: the rules of the environment that is to go on from there.
        planes: its planes.

    Raises:
        OptionError: the state is of other rules, or sees other planes.
    """
    if rules != wanted or layout is not planes:
        raise OptionError(
            f"a state of {rules.key!r} cannot be restored at a table of "
            f"{wanted.key!r}; expected the same rules, options and planes"
        )


def cycles_of(most: object) -> int | None:
    """Checks after how many cycles an episode is cut off.

    Raises:
        OptionError: it is neither None nor a whole number from 1.
    """
    if most is None:
        return None
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise OptionError(
            f"max_cycles is {most!r:.60}; expected a whole number from 1, or None for never"
        )
    return most


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
