"""The followed discard 分饼, 跟牌 (S1, L6)."""

from __future__ import annotations

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from tests.clauses.walls import LONGYAN, SANMING, deal, discard, lay, passing, payments, play, won

# Every seat can discard 9p twice round; nobody else can do anything with it.
FOLLOWERS = {0: "1p9s", 1: "1p9s", 2: "1p9s", 3: "1p9s"}


def round_of(game: Deal, tile: str, first: int = 0) -> list[tuple[str, tuple[int, ...]]]:
    """Everyone discards the same tile; returns what was paid for it."""
    paid = []
    for step in range(4):
        paid += payments(discard(game, (first + step) % 4, tile))
    return paid


def test_all_three_copy_the_dealers_first_discard() -> None:
    """S1: the dealer pays each of them the base, at once."""
    game = deal(SANMING, FOLLOWERS, "5m")

    assert round_of(game, "1p") == [("followed_discard", (-15, 5, 5, 5))]
    assert game.table.payments == [-15, 5, 5, 5]


def test_each_further_copy_doubles() -> None:
    """S1: the second discard copied is paid twice the base, the third four times."""
    game = deal(SANMING, dict.fromkeys(range(4), "1p9s1m"), "5m")

    paid = [*round_of(game, "1p"), *round_of(game, "9s"), *round_of(game, "1m")]

    assert [points for _, points in paid] == [
        (-15, 5, 5, 5),
        (-30, 10, 10, 10),
        (-60, 20, 20, 20),
    ]


def test_any_dealer_pays() -> None:
    """S1: it is the dealer's discard that is copied, whatever seat deals."""
    game = deal(SANMING, FOLLOWERS, "5m", dealer=2)

    assert round_of(game, "1p", first=2) == [("followed_discard", (5, 5, -15, 5))]


def test_only_from_the_first_discard_on() -> None:
    """S1: a first discard that is not copied ends it; a second that is copied pays nothing."""
    game = deal(SANMING, {**FOLLOWERS, 3: "9s"}, "5m", at={2: "2m"})
    for seat in range(3):
        discard(game, seat, "1p")
    discard(game, 3, "2m")

    assert round_of(game, "9s") == []


def test_another_tile_ends_the_chain() -> None:
    """S1: after a first payment, one seat that discards something else ends it for good."""
    game = deal(SANMING, dict.fromkeys(range(4), "1p9s1m"), "5m", at={5: "2m"})
    round_of(game, "1p")
    for seat in (0, 1, 2):
        discard(game, seat, "9s")
    discard(game, 3, "1m")
    discard(game, 0, "1m")

    assert not payments(discard(game, 1, "1m") + discard(game, 2, "1m"))
    assert game.table.payments == [-15, 5, 5, 5]


def test_a_claim_ends_the_chain() -> None:
    """S1: the second round is copied by all three and pays nothing, since the first saw a pong."""
    hands = {0: "1p9s", 1: "1p9s", 2: "9s", 3: "11p9s"}
    game = deal(SANMING, hands, "5m", at={0: "2m", 1: "2m", 2: "3m", 3: "3m"})
    discard(game, 0, "1p")
    play(game, "1 discard:1p", "3 pong", "3 discard:9s")
    passing(game)

    assert not payments([event for seat in (0, 1, 2) for event in discard(game, seat, "9s")])


def test_a_concealed_kong_ends_the_chain() -> None:
    """S1: any kong ends it, also one between two copies."""
    game = deal(SANMING, {**FOLLOWERS, 2: "1p9s2222m"}, "5m")
    discard(game, 0, "1p")
    discard(game, 1, "1p")
    play(game, "2 concealed_kong:2m")
    discard(game, 2, "1p")

    assert payments(discard(game, 3, "1p")) == []


def test_a_kong_before_the_first_discard_ends_nothing() -> None:
    """S1: the chain begins with the dealer's first discard; what came before ends it not."""
    game = deal(SANMING, {**FOLLOWERS, 0: "1p9s2222m"}, "5m", tail="3s")
    play(game, "0 concealed_kong:2m")

    assert round_of(game, "1p") == [("followed_discard", (-15, 5, 5, 5))]


def test_a_base_of_nought_pays_nothing() -> None:
    """S1, F22: where the base is 0 there is no payment to tell of."""
    game = deal(rule_set("sanming", base=0), FOLLOWERS, "5m")

    assert round_of(game, "1p") == []


def test_a_flower_between_the_copies_does_not_end_the_chain() -> None:
    """S1: replacing a flower is no kong."""
    game = deal(SANMING, FOLLOWERS, "5m", at={0: "1f"}, tail="1s2s")

    assert round_of(game, "1p") == [("followed_discard", (-15, 5, 5, 5))]


def test_what_was_paid_stays_paid() -> None:
    """S1: kept whatever follows; a win later in the deal is settled beside it."""
    hands = {0: "9p1p", 1: "9p", 2: "9p", 3: "123m456m789m123s55s1p9p"}
    game = deal(SANMING, hands, "8s", at={2: "1p"})
    round_of(game, "9p")
    play(game, "0 discard:1p", "3 win")

    assert game.result is not None
    assert won(game).score.payments == (-25, -25, -25, 75)
    assert game.result.payments == (-40, -20, -20, 80)


def test_the_base_is_what_is_paid() -> None:
    """S1, F22: a room with another base pays that base."""
    game = deal(rule_set("sanming", base=2), FOLLOWERS, "5m")

    assert round_of(game, "1p") == [("followed_discard", (-6, 2, 2, 2))]


def test_the_option_takes_it_out() -> None:
    """S1: `followed_discard: false`."""
    game = deal(rule_set("sanming", followed_discard=False), FOLLOWERS, "5m")

    assert round_of(game, "1p") == []


# --- Longyan -------------------------------------------------------------------------------------


def test_longyan_pays_by_the_kind_of_that_turn() -> None:
    """L6: 5m, then 1z: 2 to each for a suited tile, then twice 1 for an honour."""
    game = deal(LONGYAN, dict.fromkeys(range(4), "5m1z"), "9s")

    assert round_of(game, "5m") == [("followed_discard", (-6, 2, 2, 2))]
    assert round_of(game, "1z") == [("followed_discard", (-6, 2, 2, 2))]


def test_longyan_honour_first() -> None:
    """L6: 1 to each for an honour; the dealer alone pays and nothing is doubled for that."""
    game = deal(LONGYAN, dict.fromkeys(range(4), "5m1z"), "9s")

    assert round_of(game, "1z") == [("followed_discard", (-3, 1, 1, 1))]
    assert round_of(game, "5m") == [("followed_discard", (-12, 4, 4, 4))]


@pytest.mark.parametrize(("gold", "each"), [("5m", 2), ("1z", 1), ("7z", None)])
def test_white_dragons_count_as_what_they_stand_for(gold: str, each: int | None) -> None:
    """L6, L3: white dragons that stand in for a suited gold pay 2, for an honour 1.

    Where the white dragon is gold itself only three are in play, so nobody can follow it.
    """
    if each is None:
        game = deal(LONGYAN, {0: "7z", 1: "7z", 2: "7z"}, gold)
        assert not payments([event for seat in range(3) for event in discard(game, seat, "7z")])
        return
    game = deal(LONGYAN, dict.fromkeys(range(4), "7z"), gold)

    assert round_of(game, "7z") == [("followed_discard", (-3 * each, each, each, each))]


def test_a_gold_does_not_follow_the_white_dragon_that_stands_for_it() -> None:
    """L6, ruling 31: a gold is no copy of a white dragon, though that one is read as its face."""
    game = Deal(LONGYAN, lay(LONGYAN, {0: "7z", 1: "7z", 2: "7z", 3: "5m"}, "5m"))
    passing(game)
    for seat in range(3):
        discard(game, seat, "7z")

    assert payments(discard(game, 3, "5m")) == []
