"""A rule set that no town plays: Fuzhou with clauses of all pages, to show that they mix.

Nothing but this value makes it: the referee, the table and the scorer know no clause by name.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from goldsparrow.rules.clauses import (
    DealerPaysDraw,
    FollowedDiscard,
    GoldGap,
    InstantPayments,
    Tour,
)
from goldsparrow.rules.payment import Multiplied
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import RuleSet

MIXED: Final[RuleSet] = replace(
    PRESETS["fuzhou-ourgame"],
    key="mixed",
    specials={},
    payment=Multiplied(),
    clauses=(
        Tour(),
        FollowedDiscard(pays_base=True),
        InstantPayments(),
        GoldGap(edge=True),
        DealerPaysDraw(),
    ),
)
