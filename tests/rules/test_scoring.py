"""The scorer clause by clause: completeness, readings, specials, who pays."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.case import read_case
from goldsparrow.rules.payment import Additive
from goldsparrow.rules.scoring import score, score_readings
from goldsparrow.scores import Group, Item, Score
from goldsparrow.tiles import KIND
from tests.rules.cases import case, rank, refused, scored

OURGAME, CLASSIC, STREET, SANMING, LONGYAN = RULE_SETS[:5]

# Without golds; it waits for 3p and 6p.
RUNS = "123456789m 123p 45p 55s"
# One gold beside five runs: idle, any tile pairs with the gold.
IDLE = "123456789m 123456p 9s"


def points(found: Score, key: str) -> int | None:
    """Returns the points of a line of a score."""
    return next((item.points for item in found.items if item.key == key), None)


# --- counting ----------------------------------------------------------------------------


def test_flowers_and_sets() -> None:
    """F18: a set of four counts 6 instead of 4; four 1z, 1f and 3f are 6 + 1 + 1."""
    found = scored(OURGAME, "9s", RUNS, "self_draw", "6p", flowers="1111z 1f 3f")
    assert Item("flowers", 6, 8) in found.items
    assert Item("flower_sets", 1, 0) in found.items
    assert (
        points(scored(OURGAME, "9s", RUNS, "self_draw", "6p", flowers="12345678f"), "flowers") == 12
    )
    assert points(scored(OURGAME, "9s", RUNS, "self_draw", "6p", flowers="1234z"), "flowers") == 4


def test_flower_sets_of_eight_flowers() -> None:
    """F18, F1: with 8 flowers only seasons and plants form sets, and winds are no flowers."""
    eight = {"flowers": 8}
    found = scored(OURGAME, "9s", RUNS, "self_draw", "6p", flowers="1234f", options=eight)
    assert points(found, "flowers") == 6
    with pytest.raises(ValueError, match="'1z'"):
        scored(OURGAME, "9s", RUNS, "self_draw", "6p", flowers="1z", options=eight)
    assert scored(
        OURGAME, "9s", "123456789m 123p 45p 77z", "discard", "6p", source=2, options=eight
    )


def test_sets_are_not_worth_more_in_sanming_and_the_street() -> None:
    """S10, F24: flowers count 1 each; `flower_set_points` brings the six back."""
    for key in (SANMING, STREET):
        found = scored(key, "9s", RUNS, "self_draw", "6p", flowers="1234f")
        assert points(found, "flowers") == 4
        assert points(found, "flower_sets") is None
    six = scored(
        SANMING, "9s", RUNS, "self_draw", "6p", flowers="1234f", options={"flower_set_points": 6}
    )
    assert points(six, "flowers") == 6


def test_golds_and_kongs() -> None:
    """F19: a gold 1, an exposed or added kong 1, a concealed kong 2."""
    found = scored(
        OURGAME,
        "9s",
        "123m 9s 9s 5s 5s",
        "self_draw",
        "4s",
        opened="1111p =2222p 345p",
        flowers="1z",
    )
    assert Item("golds", 2, 2) in found.items
    assert Item("kongs", 2, 3) in found.items
    assert found.formula == "(5 + 1 + 2 + 3) x 2"


def test_robbed_indicator_is_a_gold() -> None:
    """F19, F7: the indicator counts as a gold in the hand, and may be one of the pair."""
    found = scored(OURGAME, "9s", "123456789m 123456p 9s", "rob_gold", flowers="1z 2z")
    assert Item("golds", 2, 2) in found.items
    assert found.special == "gold_sparrow"
    assert found.passed_over == ("rob_gold",)


@pytest.mark.parametrize(
    ("payer", "streaks"), [("dealer", (3, 0, 0)), ("all", (3, 3, 3)), ("none", (0, 0, 0))]
)
def test_streak_payer(payer: str, streaks: tuple[int, int, int]) -> None:
    """F20: who pays the streak when another seat than the dealer wins."""
    options = {"streak_payer": payer, "discard_payment": "all"}
    for key in (OURGAME, SANMING):
        found = scored(
            key, "9s", RUNS, "discard", "6p", source=2, flowers="123f", streak=3, options=options
        )
        dues = {due.seat: due.points for due in found.dues}
        special = points(found, found.special or "") or 0
        assert tuple(dues[seat] - 8 - special for seat in (0, 2, 3)) == streaks
        own = scored(
            key,
            "9s",
            RUNS,
            "discard",
            "6p",
            winner=0,
            source=2,
            flowers="123f",
            streak=3,
            options=options,
        )
        assert {due.points for due in own.dues} == {11}


def test_base() -> None:
    """F22: the base is an option."""
    found = scored(
        OURGAME, "9s", RUNS, "discard", "6p", source=2, flowers="123f", options={"base": 7}
    )
    assert found.payments == (-10, 30, -10, -10)
    assert (
        scored(
            OURGAME, "9s", RUNS, "discard", "6p", source=2, flowers="123f", options={"base": 0}
        ).formula
        == "3"
    )


# --- specials ----------------------------------------------------------------------------


def test_plain_and_one_flower() -> None:
    """F21, F22: no flower and no kong, one flower and no kong; golds do not matter."""
    assert scored(OURGAME, "9s", RUNS, "discard", "6p", source=2).special == "plain"
    gold = "123456789m 123p 4p 9s 55s"
    assert scored(OURGAME, "9s", gold, "discard", "6p", source=2).formula == "(5 + 1) x 2 + 30"
    one = scored(OURGAME, "9s", RUNS, "discard", "6p", source=2, flowers="8f")
    assert (one.special, one.formula) == ("one_flower", "(5 + 1) x 2 + 15")
    kong = scored(OURGAME, "9s", "123456m 45p 55s", "discard", "6p", source=2, opened="1111p 222s")
    assert kong.special is None


def test_plain_not_doubled_on_a_discard() -> None:
    """F22: `plain_doubled_on_discard: false` counts plain as any discard win."""
    options = {"plain_doubled_on_discard": False}
    found = scored(OURGAME, "9s", RUNS, "discard", "6p", source=2, options=options)
    assert found.formula == "5 + 30"
    assert scored(OURGAME, "9s", RUNS, "self_draw", "6p", options=options).formula == "5 x 2 + 30"


def test_one_flower_counts_kong() -> None:
    """F21: by option an exposed kong without a flower is one flower, a concealed one two."""
    options = {"one_flower_counts_kong": True}
    hand = "123456m 45p 55s"

    def special(opened: str, flowers: str) -> str | None:
        return scored(
            OURGAME, "9s", hand, "self_draw", "6p", opened=opened, flowers=flowers, options=options
        ).special

    assert special("1111p 222s", "") == "one_flower"
    assert special("=1111p 222s", "") is None
    assert special("1111p 222s", "1f") is None
    assert special("111p 222s", "1f") == "one_flower"


def test_no_water() -> None:
    """S11: no flower, no kong and no gold; plain does not exist in Sanming."""
    assert scored(SANMING, "9s", RUNS, "discard", "6p", source=2).special == "no_water"
    assert scored(SANMING, "9s", "123456789m 123p 4p 9s 55s", "self_draw", "6p").special is None
    assert scored(SANMING, "9s", RUNS, "discard", "6p", source=2, flowers="1f").special is None


def test_three_golds() -> None:
    """F6: on an own draw, complete or not; never on a discard, never with the indicator."""
    lonely = "147m 147p 147s 2m 5p 8s 3m 6p 99s"
    found = scored(OURGAME, "9s", lonely, "self_draw", "9s", flowers="123f")
    assert (found.special, found.reading, found.groups) == ("three_golds", (), ())
    assert scored(OURGAME, "9s", f"{lonely} 9s", "three_golds", flowers="123f") == found
    assert refused(OURGAME, "9s", lonely, "rob_gold") == "not_complete"
    complete = "123456789m 12p 55s 999s"
    drawn = scored(OURGAME, "9s", complete, "self_draw", "3p", flowers="123f")
    assert drawn.special == "gold_dragon"
    assert drawn.passed_over == ("gold_sparrow", "three_golds")
    claimed = scored(OURGAME, "9s", complete, "discard", "3p", source=2, flowers="123f")
    assert "three_golds" not in (claimed.special, *claimed.passed_over)
    assert refused(OURGAME, "9s", f"{RUNS} 6p", "three_golds", winner=0) == "no_three_golds"
    opening = scored(
        OURGAME, "9s", "147m 147p 147s 2m 5p 8s 3m 999s", "three_golds", flowers="123f"
    )
    assert opening == found


def test_two_golds_and_the_indicator_are_not_three_golds() -> None:
    """F7, L10: a hand with two golds robs by an ordinary shape only."""
    two = "123456789m 123p 9s 9s 5s 5s"
    found = scored(OURGAME, "9s", two, "rob_gold", flowers="12f")
    assert "three_golds" not in (found.special, *found.passed_over)
    assert found.special == "gold_dragon"
    row = scored(LONGYAN, "9s", "123456m 123p 9s 9s 5s 5s", "rob_gold")
    assert row.row == "rob_gold"


@pytest.mark.parametrize(
    ("rules", "hand", "payments", "counts", "passed"),
    [
        (CLASSIC, "11p33p77p99p22s44s9s", (-56, 168, -56, -56), "three_golds", "rob_gold"),
        (OURGAME, "147p258p369s147m9s", (-56, 168, -56, -56), "three_golds", None),
        (SANMING, "147p258p369s147m9s", (-36, 108, -36, -36), "three_golds", None),
        (LONGYAN, "147p258s369s1z", (-8, 16, -4, -4), "three_golds", None),
        (LONGYAN, "123456789p1s", (-8, 16, -4, -4), "rob_gold", "three_golds"),
        (STREET, "123456789p 123s 7s", (-18, 54, -18, -18), "rob_gold", "three_golds"),
        (STREET, "147p258p369s147m9s", (-16, 48, -16, -16), "three_golds", None),
        (OURGAME, "123456789p 123s 7s", (-78, 234, -78, -78), "gold_sparrow", "three_golds"),
    ],
)
def test_three_golds_beside_a_robbed_gold(
    rules: str, hand: str, payments: tuple[int, ...], counts: str, passed: str | None
) -> None:
    """F8, C13: of robbing the gold and three golds without it the one that pays most counts."""
    found = scored(rules, "5m", f"555m {hand}", "rob_gold")
    assert found.payments == payments
    assert (found.special or found.row) == counts
    assert passed is None or passed in found.passed_over
    golds = 3 if counts == "three_golds" else 4
    assert points(found, "golds") in {golds, None}
    assert {"plain"}.union(found.passed_over) <= {"plain", "rob_gold", "three_golds"}


def test_gold_sparrow_and_dragon() -> None:
    """F21: the pair is two golds; three golds are a triplet and the rest has nothing wild."""
    sparrow = scored(
        OURGAME, "9s", "123456789m 123p 45p 99s", "discard", "6p", source=2, flowers="12f"
    )
    assert sparrow.special == "gold_sparrow"
    third = "12346789m 123p 45p 99s 9s"
    assert (
        scored(OURGAME, "9s", third, "discard", "6p", source=2, flowers="12f").special
        == "gold_sparrow"
    )
    not_pair = "1234567m 123p 45p 55s 9s 9s"
    assert scored(OURGAME, "9s", not_pair, "discard", "6p", source=2, flowers="12f").special is None
    assert (
        scored(
            OURGAME, "9s", "123456789m 45p 55s 999s", "discard", "6p", source=2, flowers="12f"
        ).special
        == "gold_dragon"
    )


def test_highest_special_alone_counts() -> None:
    """C13, F21: specials do not add up; equals are named in the order of the page."""
    heavenly = scored(OURGAME, "9s", f"{RUNS} 6p", "heavenly", winner=0)
    assert (heavenly.special, heavenly.passed_over) == ("heavenly", ("plain",))
    rob = scored(OURGAME, "9s", RUNS, "rob_gold")
    assert (rob.special, rob.passed_over) == ("rob_gold", ("plain",))


def test_the_reading_that_pays_most_counts() -> None:
    """C13: a reading without the dearer special counts where it pays more after a long streak."""
    hand = "123456789m 123p 5s 5s 9s 9s"
    more = {"source": 2, "winner": 0}
    short = scored(OURGAME, "9s", hand, "discard", "5s", streak=0, **more)
    assert (short.special, short.formula) == ("gold_sparrow", "5 + 2 + 60")
    long = scored(OURGAME, "9s", hand, "discard", "5s", streak=40, **more)
    assert (long.special, long.formula) == ("plain", "(5 + 2 + 40) x 2 + 30")
    assert "gold_sparrow" in long.passed_over


@pytest.mark.parametrize(
    ("gold", "hand", "tile", "special"),
    [
        ("5s", "1112223334445678m", "8m", "one_suit"),
        ("9m", "1112223334445789m", "5m", "one_suit"),
        ("9m", "1112223334445569m", "6m", "half_suit"),
        ("9s", "111222333444578m 9s", "5m", "half_suit"),
        ("9s", "11122233344478m 99s", "9m", "half_suit"),
        ("5s", "111222333444m 567p 8m", "8m", None),
    ],
)
def test_flush(gold: str, hand: str, tile: str, special: str | None) -> None:
    """F21: one suit without golds or with golds as themselves, half suit with wild golds."""
    for text, one, half in (("240/120", 240, 120), ("200/100", 200, 100)):
        found = scored(
            OURGAME, gold, hand, "self_draw", tile, flowers="12f", options={"flush": text}
        )
        assert found.special == special
        assert points(found, special or "") == {"one_suit": one, "half_suit": half}.get(
            special or ""
        )
    off = scored(OURGAME, gold, hand, "self_draw", tile, flowers="12f")
    assert off.special in {None, "gold_sparrow"}


def test_honours_are_no_suit() -> None:
    """F21, F1: a pair of winds breaks one suit and half suit."""
    found = scored(
        OURGAME,
        "9s",
        "111222333444567m 1z",
        "self_draw",
        "1z",
        flowers="12f",
        options={"flush": "240/120", "flowers": 8},
    )
    assert found.special is None


def test_one_suit_counts_melds() -> None:
    """S11: a meld of another suit breaks one suit; one of the same suit does not."""
    hand = "111222333456m 8m"
    same = scored(SANMING, "5s", hand, "self_draw", "8m", opened="=7777m", flowers="1f")
    assert same.special == "one_suit"
    other = scored(SANMING, "5s", hand, "self_draw", "8m", opened="=7777p", flowers="1f")
    assert other.special is None


def test_kong_bloom() -> None:
    """F12: a plain self-draw, unless the option gives it points as a special."""
    args = (OURGAME, "9s", "123456m 45p 55s", "self_draw", "6p")
    more = {"opened": "=1111p 222s", "flowers": "12f", "kong_bloom": True}
    assert scored(*args, **more).special is None
    assert scored(*args, **more, options={"kong_bloom": 10}).special == "kong_bloom"


def test_specials_of_a_room() -> None:
    """S11: the points of specials are a table a room; one of nought points does not exist."""
    args = (SANMING, "9s", "123456m 123p 12p 55s 999s", "self_draw", "3p")
    table = {"gold_dragon": 0, "gold_sparrow": 70}
    found = scored(*args, flowers="12f", options={"specials": table})
    assert (found.special, points(found, "gold_sparrow")) == ("gold_sparrow", 70)
    assert found.passed_over == ("three_golds",)


def test_gold_gap() -> None:
    """S7: the special of a declared gap; without declaring it is an ordinary self-draw."""
    args = (SANMING, "5s", "123456789m 123p 46s 55p", "self_draw", "5s")
    assert scored(*args, flowers="1f", gold_gap=True).special == "gold_gap"
    assert scored(*args, flowers="1f").special is None


# --- shapes ------------------------------------------------------------------------------


def test_a_gold_may_be_a_fifth_copy() -> None:
    """C6: a gold stands for any tile, also where four copies are seen."""
    assert scored(OURGAME, "9s", "1111m 23456789m 123p 9s", "self_draw", "1p", flowers="12f")


def test_eight_pairs() -> None:
    """Classic's eight pairs and any tile: concealed, golds fill, four alike are two pairs."""
    hand = "1111m 33557799p 2244s"
    found = scored(CLASSIC, "9s", hand, "self_draw", "7s", flowers="12f")
    assert found.special is None
    assert [group.kind for group in found.groups] == ["pair"] * 8 + ["single"]
    filled = "1111m 33557p 9s 99p 2244s"
    assert scored(CLASSIC, "9s", filled, "discard", "8s", source=2, flowers="12f")
    pair_of_golds = "1111m 3355p 99s 99p 2244s"
    assert scored(CLASSIC, "9s", pair_of_golds, "self_draw", "8s", flowers="12f").special is None
    assert refused(OURGAME, "9s", hand, "self_draw", "7s") == "not_complete"
    assert scored(OURGAME, "9s", hand, "self_draw", "7s", options={"eight_pairs": True})


def test_seven_pairs() -> None:
    """L13: seven concealed pairs, golds fill, four alike are two pairs, no points of its own."""
    found = scored(LONGYAN, "9s", "1111m 335577p 7z 9s 4s", "self_draw", "4s")
    assert (found.row, found.payments) == ("self_draw", (-4, 8, -2, -2))
    assert refused(LONGYAN, "9s", "11m 335577p 7z 4s", "self_draw", "4s", opened="=8888m") == (
        "not_complete"
    )


def test_thirteen_orphans() -> None:
    """L13, L3: off by default; by option they win, golds fill gaps, white dragons stand in."""
    hand = "199m 19p 1s 1234567z"
    on = {"options": {"thirteen_orphans": True}}
    assert refused(LONGYAN, "7z", hand, "self_draw", "9s") == "not_complete"
    found = scored(LONGYAN, "7z", hand, "self_draw", "9s", **on)
    assert found.row == "self_draw"
    assert sorted(group.kind for group in found.groups) == ["pair"] + ["single"] * 12
    assert refused(LONGYAN, "5s", hand, "self_draw", "9s", **on) == "not_complete"
    stands_in = scored(LONGYAN, "1m", "99m 19p 1s 1234567z 1m", "self_draw", "9s", **on)
    assert Group("single", ("7z",), ("1m",)) in stands_in.groups
    assert Group("single", ("1m",), ("7z",), (0,)) in stands_in.groups
    twice_two = "199m 19p 1s 123466z 7z"
    assert refused(LONGYAN, "7z", twice_two, "self_draw", "9s", **on) == "not_complete"
    assert refused(LONGYAN, "7z", "123m 123p 1234567z", "self_draw", "9s", **on) == "not_complete"


def test_white_dragon_stands_in() -> None:
    """L3: the white dragon is the gold's face: in runs, pairs, triplets, and as winning tile."""
    run = scored(LONGYAN, "5m", "46m 7z 123p 123s 111z 8p", "self_draw", "8p")
    assert Group("chow", ("4m", "7z", "6m"), ("4m", "5m", "6m")) in run.groups
    assert scored(LONGYAN, "5m", "46m 123p 123s 111z 88p", "discard", "7z", source=2)
    pair = scored(LONGYAN, "5m", "123m 123p 123s 111z 7z", "self_draw", "7z")
    assert Group("pair", ("7z", "7z"), ("5m", "5m")) in pair.groups
    honour = scored(LONGYAN, "1z", "123m 123p 123s 88p 7z 7z", "self_draw", "7z")
    assert Group("pong", ("7z",) * 3, ("1z",) * 3) in honour.groups
    assert refused(LONGYAN, "7z", "46m 123p 123s 111z 88p", "discard", "7z", source=2) == (
        "gold_untouchable"
    )
    assert scored(LONGYAN, "7z", "46m 123p 123s 111z 88p", "self_draw", "7z")


def test_a_gold_that_stands_in_is_marked_in_its_group() -> None:
    """C13: the reading says what each gold stands for."""
    found = scored(OURGAME, "9s", "123456789m 123p 4p 9s 55s", "self_draw", "6p", flowers="12f")
    assert Group("chow", ("4p", "9s", "6p"), ("4p", "5p", "6p"), (1,)) in found.groups
    assert "456p" in found.reading


# --- what does not win -------------------------------------------------------------------


def test_a_discarded_gold_wins_nothing() -> None:
    """C7: nobody wins on a discarded gold."""
    assert refused(OURGAME, "6p", RUNS, "discard", "6p", source=2) == "gold_untouchable"


@pytest.mark.parametrize("by", ["discard", "rob_kong"])
def test_idle_gold(by: str) -> None:
    """F13, S8: an idle hand wins no other seat's tile where that is forbidden."""
    assert refused(SANMING, "9s", IDLE, by, "7p", source=2) == "idle_gold"
    assert scored(OURGAME, "9s", IDLE, by, "7p", source=2)
    forbidden = {"idle_gold_discard_win": "forbidden"}
    assert refused(OURGAME, "9s", IDLE, by, "7p", source=2, options=forbidden) == "idle_gold"
    assert scored(SANMING, "9s", IDLE, "self_draw", "7p")
    allowed = {"idle_gold_discard_win": "allowed"}
    assert scored(SANMING, "9s", IDLE, by, "7p", source=2, options=allowed)


def test_idle_gold_may_win_by_sparrow_or_dragon() -> None:
    """S8: the very tile that makes gold sparrow or gold dragon wins."""
    sparrow = "12345678m 123456p 99s"
    assert scored(SANMING, "9s", sparrow, "discard", "9m", source=2).special == "gold_sparrow"
    dragon = "123456789m 123p 1p 999s"
    assert scored(SANMING, "9s", dragon, "discard", "1p", source=2).special == "gold_dragon"


def test_idle_by_form_though_four_copies_are_held() -> None:
    """F13: a kind of which the hand holds all four copies does not keep it from being idle."""
    held = "1111m 23m 456789m 123p 9s"
    assert refused(SANMING, "9s", held, "discard", "7p", source=2) == "idle_gold"


def test_self_draws_only() -> None:
    """L15: by option no other seat's tile wins, a robbed kong's included."""
    only = {"discard_win": "self_draw_only"}
    hand = "123456789m 12p 55s"
    for by in ("discard", "rob_kong"):
        assert refused(LONGYAN, "9s", hand, by, "3p", source=2, options=only) == "self_draw_only"
    assert scored(LONGYAN, "9s", hand, "self_draw", "3p", options=only)


# --- who pays ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payer", "payments"),
    [
        ("all", (-11, 27, -8, -8)),
        ("discarder", (-11, 11, 0, 0)),
        ("discarder_double", (-22, 22, 0, 0)),
        ("discarder_all_shares", (-27, 27, 0, 0)),
    ],
)
def test_discard_payment(payer: str, payments: tuple[int, ...]) -> None:
    """F23: who pays a win on a discard; the shares are those that the three would owe."""
    found = scored(
        OURGAME,
        "9s",
        RUNS,
        "discard",
        "6p",
        source=0,
        streak=3,
        flowers="123f",
        options={"discard_payment": payer},
    )
    assert found.payments == payments
    drawn = scored(
        OURGAME, "9s", RUNS, "self_draw", "6p", flowers="123f", options={"discard_payment": payer}
    )
    assert drawn.payments == (-16, 48, -16, -16)


def test_robbed_kong_is_paid_as_a_discard() -> None:
    """F11: by the maker of the kong, as a discard by that seat."""
    robbed = scored(CLASSIC, "9s", RUNS, "rob_kong", "6p", source=2, flowers="123f")
    assert robbed.payments == (0, 16, -16, 0)


def test_street_discarder_pays_one_more() -> None:
    """F24: all three pay, the discarder 1 more, which is not multiplied."""
    found = scored(STREET, "9s", RUNS, "discard", "6p", source=2, flowers="123f")
    assert found.payments == (-8, 25, -9, -8)
    assert (found.special, found.row) == (None, "discard")


@pytest.mark.parametrize(
    ("more", "times"), [({}, 2), ({"tour": 1}, 4), ({"tour": 2}, 8), ({"tour": 3}, 16)]
)
def test_street_tours(more: dict[str, int], times: int) -> None:
    """F24, F25: self-draw 2, tour 4, double tour 8, triple tour 16, with hands of 16 tiles."""
    found = scored(STREET, "9s", IDLE, "self_draw", "7z", flowers="12f", **more)
    assert found.payments == (-8 * times, 24 * times, -8 * times, -8 * times)


def test_street_opening_wins_count_as_self_draws() -> None:
    """F24: heavenly, robbing the gold and three golds are self-draws without specials."""
    heavenly = scored(STREET, "9s", f"{RUNS} 6p", "heavenly", winner=0)
    assert (heavenly.special, heavenly.payments) == (None, (30, -10, -10, -10))
    assert scored(STREET, "9s", RUNS, "rob_gold").payments == (-12, 36, -12, -12)
    lonely = "147m 147p 147s 2m 5p 8s 3m 6p 99s"
    assert scored(STREET, "9s", lonely, "self_draw", "9s").payments == (-16, 48, -16, -16)


def test_a_tour_counts_on_a_draw_only() -> None:
    """L9: who is on a tour may win on a discard, as an ordinary discard win."""
    found = scored(LONGYAN, "9s", "123456789m 123p 9s", "discard", "7z", source=2, tour=1)
    assert (found.row, found.payments) == ("discard", (-2, 5, -2, -1))


def test_dearest_row_of_longyan() -> None:
    """L15: one win counts one row, the highest; of equals the first of the table is named."""
    hand = "123456789m 3p 99s 9s"
    three = scored(LONGYAN, "9s", hand, "self_draw", "3p", tour=2)
    assert (three.row, three.passed_over) == ("double_tour", ("three_golds",))
    one = scored(LONGYAN, "9s", hand, "self_draw", "3p", tour=1)
    assert (one.row, one.passed_over) == ("tour", ("three_golds",))
    assert one.items == (Item("tour", 1, 4),)


def test_tour_points() -> None:
    """L15: `tour_points` 5 makes 10 and 20 of the higher tours."""
    for level, each in ((1, 5), (2, 10), (3, 20)):
        found = scored(
            LONGYAN,
            "9s",
            "123456789m 123p 9s",
            "self_draw",
            "7z",
            tour=level,
            options={"tour_points": 5},
        )
        assert found.payments == (-2 * each, 4 * each, -each, -each)


def test_robbed_kong_of_longyan() -> None:
    """L11: all three pay; by option the kong's maker alone pays its own share."""
    args = (LONGYAN, "9s", "123456789m 12p 55s", "rob_kong", "3p")
    assert scored(*args, source=2).payments == (-4, 8, -2, -2)
    maker = {"robbed_kong_payer": "maker"}
    assert scored(*args, source=2, options=maker).payments == (0, 2, -2, 0)
    assert scored(*args, source=0, options=maker).payments == (-4, 4, 0, 0)


def test_dealer_does_not_double() -> None:
    """L15: `dealer_doubles: false`; the discarder still pays 1 more."""
    args = (LONGYAN, "9s", "123456789m 12p 55s")
    flat = {"dealer_doubles": False}
    assert scored(*args, "self_draw", "3p", options=flat).payments == (-2, 6, -2, -2)
    assert scored(*args, "discard", "3p", source=0, options=flat).payments == (-2, 4, -1, -1)


def test_fifth_last_liability() -> None:
    """S5: the discarder pays what all three would have paid; without the option nobody is bound."""
    args = (SANMING, "9s", RUNS, "discard", "6p")
    more = {"source": 2, "streak": 3, "flowers": "1f", "fifth_last": True}
    found = scored(*args, **more)
    assert found.payments == (0, 21, -21, 0)
    assert found.formula == "5 + 1 + 3 + (5 + 1) x 2"
    free = scored(*args, **more, options={"fifth_last_liability": False})
    assert free.payments == (-9, 21, -6, -6)


# --- who comes first ---------------------------------------------------------------------


def test_claim_rank() -> None:
    """F10, S9: gold dragon before gold sparrow before all else; in Longyan the nearest alone."""
    dragon = "123456789m 45p 55s 999s"
    sparrow = "123456789m 123p 45p 99s"
    for key in (OURGAME, CLASSIC, STREET, SANMING):
        ranks = [
            rank(key, "9s", hand, "discard", "6p", source=2) for hand in (dragon, sparrow, RUNS)
        ]
        assert ranks == [0, 1, 2]
    assert rank(LONGYAN, "9s", "123456789m 45p 99s", "discard", "6p", source=2) == 0


# --- readings ----------------------------------------------------------------------------


def test_readings_hold_every_tile() -> None:
    """C13: each reading groups exactly the tiles of the hand, and no two are the same."""
    read = read_case(case(OURGAME, "5m", "34556677m 5m 123p 1133s", "self_draw", "1s"))
    found = score_readings(read.rules, read.facts)
    assert len({win.reading for win, _ in found}) == len(found) > 10
    for _win, one in found:
        held = sorted(KIND[name] for group in one.groups for name in group.tiles)
        assert held == sorted(read.facts.concealed)
        assert one.payments[1] <= score(read.rules, read.facts).payments[1]  # type: ignore[union-attr]


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_pair_of_payers_is_symmetric(key: str) -> None:
    """C12: seats that stand alike pay alike, whoever sits where."""
    rules = rule_set(key)
    hand = "123456789m 12p 55s" if rules.deal.melds == 4 else RUNS[:-4] + " 55s"
    tile = "3p" if rules.deal.melds == 4 else "6p"
    for winner, dealer in combinations(range(4), 2):
        found = scored(key, "9s", hand, "self_draw", tile, winner=winner, dealer=dealer, streak=2)
        others = {due.points for due in found.dues if due.seat != dealer}
        assert len(others) == 1


def test_one_suit_where_white_dragons_stand_in() -> None:
    """L3: a white dragon that stands in is of the gold's suit."""
    rules = replace(rule_set(LONGYAN), specials={"one_suit": 9}, payment=Additive())
    value = case(LONGYAN, "5m", "11122234m 7z 678m 9m", "self_draw", "9m", flowers="1f")
    read = read_case(value)
    suited = score(rules, read.facts)
    assert isinstance(suited, Score)
    assert suited.special == "one_suit"
    other = read_case({**value, "gold": "5p"})
    assert not isinstance(score(rules, other.facts), Score)


def test_eight_pairs_wait_for_everything() -> None:
    """F13: eight pairs and nothing else are idle, since any tile may be the odd one."""
    forbidden = {"idle_gold_discard_win": "forbidden"}
    pairs = "1111m 33557799p 2244s"
    args = (CLASSIC, "9s", pairs, "discard", "7s")
    assert refused(*args, source=2, options=forbidden) == "idle_gold"
    assert scored(*args, source=2)
    single = "1111m 33557799p 224s 9s"
    assert scored(CLASSIC, "9s", single, "discard", "4s", source=2)
