"""The names of the agents, and what an illegal move costs."""

from __future__ import annotations

from typing import Final

from goldsparrow.errors import OptionError

AGENTS: Final = ("seat_0", "seat_1", "seat_2", "seat_3")
"""The agents' names, by seat."""
PENALTY: Final = 100.0
"""Points that an illegal move costs where it ends the episode."""

_SEATS: Final = {agent: seat for seat, agent in enumerate(AGENTS)}


def seat_of(agent: str) -> int:
    """The seat of an agent.

    Raises:
        OptionError: nobody is called that.
    """
    seat = _SEATS.get(agent)
    if seat is None:
        raise OptionError(f"no agent {agent!r:.60}; expected one of {', '.join(AGENTS)}")
    return seat
