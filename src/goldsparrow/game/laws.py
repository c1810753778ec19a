"""Laws that hold for every deal at every moment; tests and long runs check them.

Whoever adds a rule set or a clause can check it with these: they know no rules but that tiles and
points neither appear nor vanish, and that what is kept running equals what is counted afresh.
"""

from __future__ import annotations

from collections import Counter

from goldsparrow.analysis import suit_keys
from goldsparrow.events import AnyEvent, Gold, Win
from goldsparrow.game.deal import Deal
from goldsparrow.game.hand import FACES, UNKNOWN, Hand, faces_for
from goldsparrow.game.legality import missing_tiles, ready_kinds
from goldsparrow.game.table import Table
from goldsparrow.rules.flowers import flower_sets
from goldsparrow.tiles import DECK, HIDDEN, KIND, KINDS, PLAYABLE, WHITE, Tile


def check(deal: Deal) -> None:
    """Checks every law on a deal as it stands.

    Raises:
        AssertionError: a law does not hold; the message says which and how.
    """
    check_tiles(deal)
    check_payments(deal)
    check_table(deal.table)


def check_tiles(deal: Deal) -> None:
    """Checks that the 144 tiles are where they can be, each once (C1).

    Raises:
        AssertionError: a tile is missing or there twice.
    """
    table = deal.table
    tiles = Counter(deal.wall.remaining())
    assert len(deal.wall.remaining()) == deal.wall.left == table.left, "the wall is miscounted"
    for seat in range(4):
        tiles.update(table.known_hand(seat).tiles())
        tiles.update(table.flowers[seat])
        tiles.update(table.rivers[seat])
        for meld in table.melds[seat]:
            tiles.update(meld.tiles)
    tiles.update(_elsewhere(table, deal.events))
    assert tiles == _DECK, f"tiles appeared or vanished: {tiles - _DECK} {_DECK - tiles}"


_DECK = Counter(DECK)


def _elsewhere(table: Table, events: list[AnyEvent]) -> list[Tile]:
    """The indicator, and the tile of another seat on which a deal was won."""
    found = [KIND[event.tile] for event in events if isinstance(event, Gold)]
    ending = table.ending
    if isinstance(ending, Win) and ending.source is not None and ending.tile is not None:
        found.append(KIND[ending.tile])
    return found


def check_payments(deal: Deal) -> None:
    """Checks that what was paid sums to zero, in the deal and in the match (C12).

    Raises:
        AssertionError: points appeared or vanished.
    """
    table = deal.table
    assert sum(table.payments) == 0, f"payments do not sum to zero: {table.payments}"
    if deal.result is not None:
        assert sum(deal.result.payments) == 0, f"{deal.result.payments} do not sum to zero"
        ending = table.ending
        if isinstance(ending, Win):
            score = ending.score
            assert sum(score.payments) == 0, f"{score.payments} do not sum to zero"
            owed = [0, 0, 0, 0]
            for due in score.dues:
                owed[due.seat] -= due.points
                owed[ending.seat] += due.points
            assert tuple(owed) == score.payments, f"{score.dues} are not {score.payments}"


def check_table(table: Table) -> None:
    """Counts everything afresh that a table keeps running, and compares.

    Raises:
        AssertionError: a running value has gone astray.
    """
    rules = table.rules
    reserve = rules.wall.reserve - rules.wall.counts_indicator
    for seat in range(4):
        hand = table.hands[seat]
        melds = table.melds[seat]
        if isinstance(hand, Hand):
            check_hand(hand, table)
        pongs = sum(1 << meld.tile for meld in melds if meld.kind == "pong")
        assert table.pongs[seat] == pongs, f"seat {seat} has other pongs than {melds}"
        for meld in melds:
            if meld.kind == "kong":
                wall = rules.wall
                reserve += wall.per_concealed_kong if meld.concealed else wall.per_exposed_kong
        reserve += flower_sets(table.flowers[seat]) * rules.wall.per_flower_set
        _check_size(table, seat)
    assert table.reserve == reserve, f"the reserve is {reserve}, not {table.reserve}"
    assert table.drawable == max(0, table.left - reserve), "drawable tiles are miscounted"


def _check_size(table: Table, seat: int) -> None:
    """Checks how many tiles a seat holds once the gold is open and no flower is being replaced."""
    if table.gold == HIDDEN:
        return
    size = table.hands[seat].size + 3 * len(table.melds[seat])
    usual = 3 * table.rules.deal.melds + 1
    # One more on its turn; one fewer while a kong's or a flower's replacement is still to come.
    assert usual - 1 <= size <= usual + 1, f"seat {seat} holds {size} tiles for {usual}"


def check_hand(hand: Hand, table: Table) -> None:
    """Counts a hand afresh and compares.

    Raises:
        AssertionError: a running value has gone astray.
    """
    counts = hand.counts
    assert hand.size == sum(counts) + hand.golds, f"{hand.size} tiles are miscounted"
    for copies in range(4):
        held = sum(1 << tile for tile in range(KINDS) if counts[tile] > copies)
        assert hand.held[copies] == held, f"held[{copies}] is {held:b}, not {hand.held[copies]:b}"
    if table.gold != HIDDEN:
        assert not counts[table.gold], "golds are counted apart"
        faces = faces_for(table.gold, white_stands_in=table.rules.gold.white_stands_in)
        assert hand.faces == faces, "the hand weighs its tiles wrongly"
    read = counts[:PLAYABLE]
    if hand.faces is not FACES:
        read[hand.gold] += read[WHITE]
        read[WHITE] = 0
    assert hand.keys == suit_keys(read), f"the keys are {suit_keys(read)}, not {hand.keys}"
    assert hand.face_counts() == read, f"the tiles are read as {hand.face_counts()}, not {read}"
    if table.gold != HIDDEN:
        # Asking must not bring right what has gone astray.
        seat = next(seat for seat in range(4) if table.hands[seat] is hand)
        nearest, ready = hand.nearest, hand.ready
        try:
            missing = missing_tiles(table, seat, hand)
            assert nearest <= missing, f"seat {seat} lacks {missing} tiles, not {nearest} or more"
            hand.ready = UNKNOWN
            if ready != UNKNOWN:
                assert ready_kinds(table, seat) == ready, f"seat {seat} is ready for other tiles"
        finally:
            hand.nearest, hand.ready = nearest, ready
