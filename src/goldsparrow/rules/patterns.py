"""Patterns: what a win can be besides complete, each a function of the same single context.

A rule set gives points to some of them under `specials`, and lets some come first in line for a
discard. What a pattern is worth, and which others exist beside it, is no business of the pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from goldsparrow.analysis import ANY, Reading
from goldsparrow.rules.payment import ON_ANOTHERS_TILE
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.scores import WinFacts
from goldsparrow.tiles import SUITED, WHITE

SUIT_SIZE: Final = 9


class Holding:
    """What a win holds however it is read: the rule set, the facts, and what follows from them.

    `golds` are the gold tiles in the hand, a robbed indicator included (F19).
    """

    __slots__ = (
        "_suits",
        "concealed_kongs",
        "drawn",
        "exposed_kongs",
        "facts",
        "golds",
        "rules",
    )

    def __init__(self, rules: RuleSet, facts: WinFacts) -> None:
        kongs = [meld.concealed for meld in facts.melds if meld.kind == "kong"]
        self.rules = rules
        self.facts = facts
        self.golds = facts.concealed.count(facts.gold)
        self.drawn = facts.by not in ON_ANOTHERS_TILE
        self.concealed_kongs = sum(kongs)
        self.exposed_kongs = len(kongs) - self.concealed_kongs
        self._suits: frozenset[int] | None = None

    @property
    def natural_suits(self) -> frozenset[int]:
        """The suits of all tiles but the golds, melds included; 3 where there are honours."""
        if self._suits is None:
            self._suits = self._natural_suits()
        return self._suits

    def _natural_suits(self) -> frozenset[int]:
        gold = self.facts.gold
        tiles = {*self.facts.concealed, *(meld.tile for meld in self.facts.melds)} - {gold}
        if self.rules.gold.white_stands_in and gold != WHITE and WHITE in self.facts.concealed:
            tiles = tiles - {WHITE} | {gold}
        return frozenset(tile // SUIT_SIZE for tile in tiles)


class Win:
    """A win in one of its readings: everything that a pattern may look at.

    `reading` are the groups of the concealed tiles; empty for three golds that are not complete,
    in which case `shape` is empty too. A group of golds only stands for their own face.
    """

    __slots__ = ("holding", "reading", "shape")

    def __init__(self, holding: Holding, shape: str = "", reading: Reading = ()) -> None:
        self.holding = holding
        self.shape = shape
        self.reading = reading

    @property
    def facts(self) -> WinFacts:
        """The facts of the win."""
        return self.holding.facts

    @property
    def golds(self) -> int:
        """Gold tiles in the hand, a robbed indicator included (F19)."""
        return self.holding.golds

    @property
    def kongs(self) -> int:
        """All kongs."""
        return self.holding.exposed_kongs + self.holding.concealed_kongs

    @property
    def golds_are_themselves(self) -> bool:
        """Whether no gold stands for another face than its own in this reading."""
        gold = self.holding.facts.gold
        for group in self.reading:
            if group.wild and group.tile != ANY:
                if group.kind != "chow":
                    if group.tile != gold:
                        return False
                # Of a run, only the tile of the gold's face may be one.
                elif group.wild << group.tile != 1 << gold:
                    return False
        return True


def heavenly(win: Win) -> bool:
    """天和: the dealer's dealt hand is complete (F5)."""
    return win.facts.by == "heavenly" and win.shape != ""


def rob_gold(win: Win) -> bool:
    """抢金: the indicator completes the hand (F7)."""
    return win.facts.by == "rob_gold"


def three_golds(win: Win) -> bool:
    """三金倒: three golds held at the opening or on an own draw, never with the indicator (F6)."""
    return win.golds >= 3 and win.holding.drawn and win.facts.by != "rob_gold"


def plain(win: Win) -> bool:
    """平和: no flower and no kong (F21)."""
    return not win.facts.flowers and not win.kongs


def one_flower(win: Win) -> bool:
    """一张花: one flower and no kong, or by option one exposed kong and no flower (F21)."""
    flowers = len(win.facts.flowers)
    if win.holding.rules.counting.kong_is_flower:
        return flowers + win.holding.exposed_kongs + 2 * win.holding.concealed_kongs == 1
    return flowers == 1 and not win.kongs


def no_water(win: Win) -> bool:
    """无水: no flower, no kong and no gold (S11)."""
    return plain(win) and not win.golds


def gold_sparrow(win: Win) -> bool:
    """金雀: the pair is two golds (F21); pairs of a hand of pairs are not the pair."""
    return win.shape == "melds_and_pair" and any(
        group.tile == ANY and group.kind == "pair" for group in win.reading
    )


def gold_dragon(win: Win) -> bool:
    """金龙: three golds are a triplet of their own face and nothing is wild (F21)."""
    return win.golds_are_themselves and any(
        group.tile == ANY and group.kind == "pong" for group in win.reading
    )


def gold_gap(win: Win) -> bool:
    """金坎: a declared wait for the gold between its neighbours was drawn (S7)."""
    return "gold_gap" in win.facts.marks and win.shape != ""


def kong_bloom(win: Win) -> bool:
    """杠上开: a win on a kong's replacement tile (F12)."""
    return "kong_bloom" in win.facts.marks and win.holding.drawn and win.shape != ""


def one_suit(win: Win) -> bool:
    """清一色: one suit only, every gold being its own face in it (F21, S11)."""
    suits = win.holding.natural_suits
    if win.golds:
        suits |= {win.facts.gold // SUIT_SIZE}
    return _is_suit(win, suits) and win.golds_are_themselves


def half_suit(win: Win) -> bool:
    """混一色: one suit only, golds being wild (F21)."""
    return _is_suit(win, win.holding.natural_suits)


def _is_suit(win: Win, suits: frozenset[int]) -> bool:
    """Whether the tiles of a complete hand are all of the same suit, which honours are not."""
    return win.shape != "" and len(suits) <= 1 and all(suit < SUITED // SUIT_SIZE for suit in suits)


PATTERNS: Final[dict[str, Callable[[Win], bool]]] = {
    pattern.__name__: pattern
    for pattern in (
        heavenly,
        rob_gold,
        three_golds,
        plain,
        one_flower,
        no_water,
        gold_sparrow,
        gold_dragon,
        gold_gap,
        kong_bloom,
        one_suit,
        half_suit,
    )
}
"""Every pattern by the name under which rule sets give it points."""

OF_READING: Final = frozenset({"gold_sparrow", "gold_dragon", "one_suit"})
"""The patterns that some readings of a win fit and others do not; all others look at no group."""
