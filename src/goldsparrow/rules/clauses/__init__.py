"""The clauses, one module each; a rule set lists those that it plays by."""

from goldsparrow.rules.clauses.dealer_pays_draw import DealerPaysDraw
from goldsparrow.rules.clauses.fifth_last import FifthLast
from goldsparrow.rules.clauses.followed_discard import FollowedDiscard
from goldsparrow.rules.clauses.gold_gap import GoldGap
from goldsparrow.rules.clauses.instant_payments import InstantPayments
from goldsparrow.rules.clauses.kong_bloom import KongBloom
from goldsparrow.rules.clauses.tour import Tour

__all__ = [
    "DealerPaysDraw",
    "FifthLast",
    "FollowedDiscard",
    "GoldGap",
    "InstantPayments",
    "KongBloom",
    "Tour",
]
