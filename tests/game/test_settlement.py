"""What a win at the table pays, from the deal's own facts (C12, C13, F18-F23)."""

from __future__ import annotations

import pytest

from goldsparrow.events import End, Win
from goldsparrow.game.deal import Deal
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from tests.stacked import (
    CLASSIC,
    COMPLETE,
    OURGAME,
    act,
    all_pass,
    claim,
    deal,
    discard,
    legal,
    stacked,
)

READY = "123m456m789m123p45p99p"


def won(game: Deal) -> Win:
    ending = game.table.ending
    assert isinstance(ending, Win)
    return ending


def counted(game: Deal) -> dict[str, tuple[int, int]]:
    return {item.key: (item.count, item.points) for item in won(game).score.items}


def on_discard(
    rules: RuleSet = OURGAME, flowers: str = "1f3f5f", streak: int = 0, **how: object
) -> Deal:
    """Seat 1 wins on seat 2's second-round discard of 6p; seat 0 deals."""
    game = deal(
        {0: "1m", 1: READY},
        "9s",
        rules,
        draws="1s6p",
        flowers={1: flowers} if flowers else {},
        streak=streak,
        **how,
    )
    discard(game, 0, "1m")
    discard(game, 1, "1s")
    act(game, 2, "discard:6p")
    claim(game, 1, "win")
    return game


def test_flowers_count_one_each_and_a_set_six() -> None:
    """F18: four 1z, 1f, 3f count 8."""
    game = deal({0: COMPLETE}, "9s", flowers={0: "1z1z1z1z1f3f"})
    act(game, 0, "win")

    assert counted(game)["flowers"] == (6, 8)
    assert counted(game)["flower_sets"][0] == 1


def test_only_the_winners_flowers_and_kongs_count() -> None:
    """F18: what others have laid open is nothing to the sum."""
    game = deal({0: COMPLETE}, "9s", flowers={0: "1f", 1: "1z1z1z1z", 2: "5f6f7f8f"})
    act(game, 0, "win")

    assert counted(game)["flowers"] == (1, 1)


def test_golds_and_kongs_count() -> None:
    """F19: one for each gold in the hand; exposed or added kongs 1, concealed 2."""
    game = deal({0: "1111m456m789m123p45p9s9p"}, "9s", tail="9p", flowers={0: "1f2f3f"})
    act(game, 0, "concealed_kong:1m")
    act(game, 0, "win")

    assert counted(game)["golds"] == (1, 1)
    assert counted(game)["kongs"] == (1, 2)
    # (5 + 3 + 1 + 2) x 2 from each.
    assert won(game).score.payments == (66, -22, -22, -22)


@pytest.mark.parametrize(
    ("payer", "payments"),
    [
        # (5 + 3) x 1, and the streak of 3 from whom the option says.
        ("dealer", (-11, 27, -8, -8)),
        ("all", (-11, 33, -11, -11)),
        ("none", (-8, 24, -8, -8)),
    ],
)
def test_who_pays_the_streak(payer: str, payments: tuple[int, ...]) -> None:
    """F20: if another seat wins, the dealer, all, or none."""
    game = on_discard(rule_set("fuzhou-ourgame", streak_payer=payer), streak=3)

    assert won(game).score.payments == payments


def test_the_dealers_streak_is_paid_by_all() -> None:
    """F20: if the dealer wins, every payer pays it, whatever the option."""
    for payer in ("dealer", "all", "none"):
        game = deal(
            {0: COMPLETE},
            "9s",
            rule_set("fuzhou-ourgame", streak_payer=payer),
            streak=2,
            flowers={0: "1f2f"},
        )
        act(game, 0, "win")
        # (5 + 2 + 2) x 2 + 30.
        assert won(game).score.payments == (144, -48, -48, -48)


def test_only_the_dearest_special_counts() -> None:
    """F21, C13: plain would fit as well as heavenly; one of them counts 30, not both."""
    game = deal({0: COMPLETE}, "9s")
    act(game, 0, "win")

    assert won(game).score.special in {"heavenly", "plain"}
    assert won(game).score.passed_over
    assert won(game).score.payments == (120, -40, -40, -40)


def test_the_reading_that_pays_most_counts() -> None:
    """C13: two golds that could stand for anything are read as the pair."""
    game = deal({0: "123m456m789m123p456p99s"}, "9s", flowers={0: "1f2f"})
    act(game, 0, "win")

    assert won(game).score.special == "gold_sparrow"


@pytest.mark.parametrize(
    ("rules", "flowers", "payments"),
    [
        # F22: sum x 1 without a special; classic doubles, and the discarder pays alone.
        (OURGAME, "1f3f5f", (-8, 24, -8, -8)),
        (CLASSIC, "1f3f5f", (0, 16, -16, 0)),
        # Plain and one flower double the sum also on a discard.
        (OURGAME, "", (-40, 120, -40, -40)),
        (OURGAME, "1f", (-27, 81, -27, -27)),
        (rule_set("fuzhou-ourgame", plain_doubled_on_discard=False), "", (-35, 105, -35, -35)),
        (rule_set("fuzhou-ourgame", base=10), "1f3f5f", (-13, 39, -13, -13)),
    ],
)
def test_formula_on_a_discard(rules: RuleSet, flowers: str, payments: tuple[int, ...]) -> None:
    """F22: what each payer pays for a win on a discard."""
    assert won(on_discard(rules, flowers)).score.payments == payments


def test_formula_of_a_self_draw() -> None:
    """F22: sum x 2 + special, from all three in every rule set (F23)."""
    for rules in (OURGAME, CLASSIC):
        game = deal({0: "1m", 1: READY}, "9s", rules, draws="6p", flowers={1: "1f3f5f"})
        discard(game, 0, "1m")
        act(game, 1, "win")
        assert won(game).score.payments == (-16, 48, -16, -16)


@pytest.mark.parametrize(
    ("payer", "payments"),
    [
        ("all", (-8, 24, -8, -8)),
        ("discarder", (0, 8, -8, 0)),
        ("discarder_double", (0, 16, -16, 0)),
        ("discarder_all_shares", (0, 24, -24, 0)),
    ],
)
def test_who_pays_a_discard_win(payer: str, payments: tuple[int, ...]) -> None:
    """F23: all three, or the discarder once, twice, or for all."""
    rules = rule_set("fuzhou-ourgame", discard_payment=payer)

    assert won(on_discard(rules)).score.payments == payments


def test_eight_pairs_win_in_the_classic_set() -> None:
    """Fuzhou, winning shapes: eight pairs and any one tile, concealed; four alike are two pairs."""
    pairs = "11m2222m33p44p55p66s77s"
    game = deal({0: pairs + "1p"}, "9s", CLASSIC)
    assert "win" in legal(game, 0)
    act(game, 0, "win")
    assert won(game).by == "heavenly"

    assert "win" not in legal(deal({0: pairs + "1p"}, "9s"), 0)


def test_the_stake_multiplies_what_is_paid() -> None:
    """C12: points are multiplied by the stake, and sum to zero before and after."""
    game = Deal(OURGAME, stacked({0: COMPLETE}, "9s"), stake=5, scores=(100, 0, -40, -60))
    act(game, 0, "win")
    end = game.events[-1]

    assert isinstance(end, End)
    assert won(game).score.payments == (120, -40, -40, -40)
    assert end.payments == (600, -200, -200, -200)
    assert end.scores == (700, -200, -240, -260)
    assert sum(end.scores) == 0


def test_heavenly_and_three_golds_are_self_draws() -> None:
    """F22, F23: all three pay, also where discards are paid by the discarder."""
    game = deal({2: "999s147m"}, "9s", CLASSIC, flowers={2: "1f3f5f7f1z2z"})
    act(game, 2, "three_golds")
    all_pass(game)

    assert won(game).score.payments == (-68, -68, 204, -68)
