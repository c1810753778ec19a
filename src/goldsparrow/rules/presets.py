"""The five rule sets as their sources print them, before any house option."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from goldsparrow.rules.clauses import (
    DealerPaysDraw,
    FifthLast,
    FollowedDiscard,
    GoldGap,
    InstantPayments,
    Tour,
)
from goldsparrow.rules.payment import Additive, Doubling, Multiplied
from goldsparrow.rules.ruleset import (
    ClaimRules,
    CountingRules,
    DealRules,
    DiscardPayer,
    End,
    GoldRules,
    OpeningRules,
    RuleSet,
    StreakAfterDraw,
    StreakPayer,
    Until,
    WallRules,
    Who,
)

# F1-F23 as the page prints them for the 联众 game.
FUZHOU_OURGAME: Final = RuleSet(
    key="fuzhou-ourgame",
    specials={
        "heavenly": 30,
        "rob_gold": 30,
        "plain": 30,
        "one_flower": 15,
        "three_golds": 40,
        "gold_sparrow": 60,
        "gold_dragon": 120,
    },
    payment=Additive(always_drawn=frozenset({"plain", "one_flower"})),
)

# The encyclopedia: 本局 for the gold lock (F9), won deals counted (F17), all pay the streak (F20),
# every win doubled (F22) and paid by the discarder alone (F23), 暗槓除外 for what is shown (C10).
FUZHOU_CLASSIC: Final = replace(
    FUZHOU_OURGAME,
    key="fuzhou-classic",
    gold=GoldRules(lock_until=Until.DEAL_ENDS),
    claims=ClaimRules(hide_concealed_kong=True),
    counting=CountingRules(streak_payer=StreakPayer.ALL),
    streak_after_draw=StreakAfterDraw.KEEP,
    shapes=("melds_and_pair", "eight_pairs"),
    payment=Additive(
        discard_times=2,
        always_drawn=frozenset({"plain", "one_flower"}),
        discard_payer=DiscardPayer.DISCARDER,
    ),
)

# The encyclopedia's second scoring (F24, F25).
FUZHOU_STREET: Final = replace(
    FUZHOU_CLASSIC,
    key="fuzhou-street",
    deal=DealRules(honours_are_flowers=False),
    counting=CountingRules(flower_set=4, streak_payer=StreakPayer.ALL),
    shapes=("melds_and_pair",),
    specials={},
    payment=Multiplied(),
    clauses=(Tour(),),
)

SANMING: Final = replace(
    FUZHOU_OURGAME,
    key="sanming",
    gold=GoldRules(
        opened_by_dice=True, may_discard=False, lock=Who.NOBODY, idle_wins_by_discard=False
    ),
    wall=WallRules(reserve=20, per_flower_set=0),
    counting=CountingRules(flower_set=4),
    specials={
        "heavenly": 10,
        "rob_gold": 10,
        "three_golds": 20,
        "no_water": 20,
        "gold_sparrow": 30,
        "gold_gap": 50,
        "gold_dragon": 50,
        "one_suit": 100,
    },
    payment=Additive(),
    clauses=(FollowedDiscard(pays_base=True), FifthLast(), DealerPaysDraw(), GoldGap()),
)

LONGYAN: Final = RuleSet(
    key="longyan",
    deal=DealRules(melds=4, honours_are_flowers=False, replace_from=End.HEAD),
    gold=GoldRules(opened_from=End.HEAD, white_stands_in=True, lock=Who.OTHERS),
    wall=WallRules(
        reserve=12, per_exposed_kong=0, per_concealed_kong=0, per_flower_set=0, last_draws=0
    ),
    claims=ClaimRules(chow=False, first_in_line=()),
    opening=OpeningRules(rob_before_first_discard=True),
    shapes=("melds_and_pair", "seven_pairs"),
    payment=Doubling(
        rows={
            "discard": 1,
            "self_draw": 2,
            "rob_kong": 2,
            "rob_gold": 4,
            "heavenly": 4,
            "tour": 4,
            "three_golds": 4,
            "double_tour": 8,
            "triple_tour": 16,
        }
    ),
    clauses=(FollowedDiscard(suited=2, honour=1), InstantPayments(), Tour()),
)

PRESETS: Final[dict[str, RuleSet]] = {
    rules.key: rules for rules in (FUZHOU_OURGAME, FUZHOU_CLASSIC, FUZHOU_STREET, SANMING, LONGYAN)
}
"""Every rule set by its key, in the order in which they are listed."""
