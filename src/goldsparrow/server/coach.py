"""The coach: what the expert would do at a seat's question and why, from what the seat sees."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from goldsparrow.players import Expert
from goldsparrow.players.explain import explain
from goldsparrow.server.protocol import Advice

if TYPE_CHECKING:
    from goldsparrow.server.state import Decision, TableState

LOG: Final = logging.getLogger("goldsparrow.coach")

COACH: Final = "expert"
"""Who gives advice."""


def advice(state: TableState, decision: Decision) -> Advice | None:
    """What the coach says to a question; None where the server is too busy, or it fails."""
    began = state.hints.begin()
    if began is None:
        return None
    assert state.match is not None, "a question belongs to a match"
    try:
        view = state.match.view(decision.seat)
        return Advice(decision.id, explain(Expert(), COACH, view, decision.moves))
    except Exception:
        # What only helps must not stop a table.
        LOG.exception("no advice for seat %d of table %s", decision.seat, state.table)
        return None
    finally:
        state.hints.spend(began)
