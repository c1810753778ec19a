"""Hand analysis: how far a hand is, what it waits for, and every way to read it when complete.

Plain numbers in and out. Tiles are kinds (``goldsparrow.tiles``), masks have a bit for each of the
34 playable kinds, golds are counted apart from the natural tiles. Exact, with wild tiles.
"""

from goldsparrow.analysis.classes import MOST_GOLDS, MOST_MELDS, SUIT_OF, SUIT_WEIGHT
from goldsparrow.analysis.melds import distance, gold_completes, suit_keys, useful, waits

__all__ = [
    "MOST_GOLDS",
    "MOST_MELDS",
    "SUIT_OF",
    "SUIT_WEIGHT",
    "distance",
    "gold_completes",
    "suit_keys",
    "useful",
    "waits",
]
