"""Longyan's tiles and wall: flowers, replacements and gold from the head, the end (L1, L2, L12)."""

from __future__ import annotations

from goldsparrow.events import Draw, DrawnDeal, Flowers, Gold, Take
from goldsparrow.game.laws import check
from goldsparrow.moves import parse_move
from goldsparrow.tiles import KIND, NAMES
from tests.clauses.walls import (
    LONGYAN,
    deal,
    discard,
    drain,
    legal,
    passing,
    payments,
    play,
    won,
)

# --- L1 ------------------------------------------------------------------------------------------


def test_only_seasons_and_plants_are_flowers() -> None:
    """L1: winds and dragons are played; they pong, but form no sequence."""
    game = deal(LONGYAN, {0: "1z2z3z4m", 2: "11z"}, "5m", flowers={0: "1f"})

    assert game.table.flowers[0] == [KIND["1f"]]
    assert {"discard:1z", "discard:2z", "discard:3z"} <= legal(game, 0)
    play(game, "0 discard:1z")
    assert legal(game, 2) == {"pong", "pass"}
    assert legal(game, 1) == set()


def test_hands_are_four_melds_and_a_pair() -> None:
    """L1, C4: 14 tiles for the dealer and 13 for the others."""
    game = deal(LONGYAN, {}, "5m", dealer=3)

    assert [game.table.known_hand(seat).size for seat in range(4)] == [13, 13, 13, 14]


# --- L2 ------------------------------------------------------------------------------------------


def test_opening_flowers_are_replaced_from_the_head() -> None:
    """L2: what follows the dealt tiles at the head replaces the flowers."""
    game = deal(LONGYAN, {1: "1z2z"}, "5m", flowers={1: "1f2f"})
    takes = [event for event in game.events if isinstance(event, Take)]

    assert takes[-1] == Take(1, ("1z", "2z"), tail=False)
    assert game.table.tail == 0


def test_the_gold_comes_from_the_head_and_lies_on_the_tail() -> None:
    """L2: it is turned up at the head; the next draw is the tile after it, and nobody draws it."""
    game = deal(LONGYAN, {0: "9m"}, "5m", head="1z")
    gold = game.events[-1]
    assert gold == Gold("5m", head=True)
    assert game.table.left == 144 - 53 - 1
    discard(game, 0, "9m")

    assert game.table.drawn == KIND["1z"]
    check(game)


def test_a_flower_turned_up_goes_to_the_dealer() -> None:
    """L2: and the next one is turned up, until none is a flower."""
    game = deal(LONGYAN, {}, "5m", passed="1f6f", dealer=2, head="1z")

    assert Gold("5m", ("1f", "6f"), head=True) in game.events
    assert game.table.flowers[2] == [KIND["1f"], KIND["6f"]]
    assert game.table.known_hand(2).size == 14


def test_flowers_and_kongs_in_play_are_replaced_from_the_head() -> None:
    """L2: both take the next tile that would have been drawn."""
    game = deal(LONGYAN, {0: "1111p9m"}, "5m", head="1f2z3z")
    events = play(game, "0 concealed_kong:1p")

    assert [event for event in events if isinstance(event, Draw | Flowers)] == [
        Draw(0, "1f", tail=False),
        Flowers(0, ("1f",)),
        Draw(0, "2z", tail=False),
    ]


# --- L12 -----------------------------------------------------------------------------------------


def test_the_deal_ends_with_twelve_tiles_left() -> None:
    """L12 臭庄: an ordinary draw that would start with 12 left is not made; nothing is paid."""
    game = deal(LONGYAN, {}, "5m")
    drain(game, 0)
    assert game.table.left == 12
    assert game.result is None
    (seat,) = game.waiting
    discard(game, seat, NAMES[game.table.drawn])

    assert game.result is not None
    assert game.result.winner is None
    assert game.result.payments == (0, 0, 0, 0)
    assert game.result.dealer_stays
    assert not game.table.last_draws
    assert game.table.left == 12


def test_a_draw_with_thirteen_left_is_made() -> None:
    """L12: 13 tiles left allow one more draw."""
    game = deal(LONGYAN, {}, "5m")
    drain(game, 1)
    assert game.table.left == 13
    (seat,) = game.waiting
    discard(game, seat, NAMES[game.table.drawn])

    assert game.result is None


def last_discarder() -> int:
    """The seat that draws the last tile: 78 are drawable, and seat 1 draws first."""
    return 78 % 4


def test_the_last_discard_may_be_won_on() -> None:
    """L12: with 12 tiles left the pending discard still wins."""
    seat = last_discarder()
    other = (seat + 2) % 4
    game = deal(LONGYAN, {other: "123m456m789m99p1z1z"}, "5m", at={77: "1z"})
    drain(game, 0)
    play(game, f"{seat} discard:1z", f"{other} win")

    assert won(game).by == "discard"


def test_the_last_discard_may_be_ponged() -> None:
    """L12: the claimer discards, and that may be won on; a kong would need a replacement."""
    seat = last_discarder()
    ponger, winner = (seat + 1) % 4, (seat + 2) % 4
    hands = {ponger: "111z9p", winner: "123m456m789m99p55p"}
    game = deal(LONGYAN, hands, "5m", at={77: "1z"})
    drain(game, 0)
    play(game, f"{seat} discard:1z")

    assert legal(game, ponger) == {"pong", "pass"}
    assert game.refusal(ponger, parse_move("kong")) == "no_tile_to_replace"
    play(game, f"{ponger} pong", f"{ponger} discard:9p", f"{winner} win")
    assert won(game).seat == winner


def test_the_last_discard_may_be_ponged_again() -> None:
    """L12, ruling 28: the discard after the pong is the last one in its turn."""
    seat = last_discarder()
    ponger, other = (seat + 1) % 4, (seat + 3) % 4
    game = deal(LONGYAN, {ponger: "11z9p", other: "99p"}, "5m", at={77: "1z"})
    drain(game, 0)
    play(game, f"{seat} discard:1z", f"{ponger} pong", f"{ponger} discard:9p")

    assert legal(game, other) == {"pong", "pass"}


def test_a_pong_that_is_not_won_on_ends_the_deal() -> None:
    """L12: after it no draw is left, so the deal is drawn."""
    seat = last_discarder()
    ponger = (seat + 1) % 4
    game = deal(LONGYAN, {ponger: "11z9p"}, "5m", at={77: "1z"})
    drain(game, 0)
    play(game, f"{seat} discard:1z", f"{ponger} pong", f"{ponger} discard:9p")
    passing(game)

    assert game.events[-2] == DrawnDeal()


def test_no_kong_of_ones_own_without_a_replacement() -> None:
    """L12: a concealed kong needs more than 12 left, as any replacement does."""
    seat = last_discarder()
    for draw, allowed in ((77, False), (76, True)):
        who = seat if draw == 77 else (seat - 1) % 4
        game = deal(LONGYAN, {who: "1111z"}, "5m")
        drain(game, 77 - draw)

        assert game.table.turn == who
        assert ("concealed_kong:1z" in legal(game, who)) is allowed
        if not allowed:
            assert game.refusal(who, parse_move("concealed_kong:1z")) == "no_tile_to_replace"


def test_a_flower_that_cannot_be_replaced_ends_the_deal() -> None:
    """L12, L4: it is laid open, still counts for a flower kong, and the deal is drawn."""
    # Three replacements leave 75 drawable tiles, of which the seat draws the last.
    seat = 75 % 4
    game = deal(LONGYAN, {seat: "1z2z3z"}, "5m", flowers={seat: "1f2f3f"}, at={74: "4f"})
    before = len(game.events)
    drain(game, 0)
    end = game.events[before:]
    place = end.index(Flowers(seat, ("4f",)))

    assert payments(end[place:]) == [("flower_kong", _from_all(seat))]
    assert end[place + 2] == DrawnDeal()
    assert game.result is not None
    assert game.result.payments == _from_all(seat)


def _from_all(seat: int) -> tuple[int, ...]:
    """One from every other seat, two from the dealer, which is seat 0."""
    paid = [-2 if other == 0 else -1 for other in range(4)]
    paid[seat] = 4
    return tuple(paid)
