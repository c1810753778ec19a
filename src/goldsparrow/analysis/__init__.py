"""Hand analysis: how far a hand is, what it waits for, and every way to read it when complete.

Plain numbers in and out. Tiles are kinds (``goldsparrow.tiles``), masks have a bit for each of the
34 playable kinds, golds are counted apart from the natural tiles. Exact, with wild tiles. The
numpy form for many hands at once is ``goldsparrow.analysis.batch``; the tables that hot code may
look into itself are in ``goldsparrow.analysis.classes``.
"""

from goldsparrow.analysis.classes import MOST_GOLDS, MOST_MELDS, SUIT_OF, SUIT_WEIGHT
from goldsparrow.analysis.division import (
    ANY,
    Group,
    GroupKind,
    Reading,
    pairs_readings,
    readings,
)
from goldsparrow.analysis.melds import (
    distance,
    gold_completes,
    key_counts,
    suit_keys,
    useful,
    waits,
)
from goldsparrow.analysis.pairs import pairs_distance, pairs_waits, spare_tiles

__all__ = [
    "ANY",
    "MOST_GOLDS",
    "MOST_MELDS",
    "SUIT_OF",
    "SUIT_WEIGHT",
    "Group",
    "GroupKind",
    "Reading",
    "distance",
    "gold_completes",
    "key_counts",
    "pairs_distance",
    "pairs_readings",
    "pairs_waits",
    "readings",
    "spare_tiles",
    "suit_keys",
    "useful",
    "waits",
]
