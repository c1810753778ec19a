"""The white dragon that stands for the gold's face 白板 (L3)."""

from __future__ import annotations

from goldsparrow.game.deal import Deal
from goldsparrow.moves import moves_in
from goldsparrow.tiles import NAMES
from tests.clauses.walls import LONGYAN, deal, discard, legal, passing, play, won


def ready(game: Deal, seat: int) -> set[str]:
    """The names of the tiles that a seat waits for."""
    return {NAMES[tile] for tile in moves_in(game.view(seat).ready())}


def test_who_waits_for_the_golds_face_wins_on_a_white_dragon() -> None:
    """L3: 4m 6m waits for 5m; the gold is 5m, so a discarded white dragon wins."""
    game = deal(LONGYAN, {0: "7z", 2: "4m6m789m123p456s99p"}, "5m")
    passing(game)
    play(game, "0 discard:7z", "2 win")

    assert won(game).tile == "7z"
    (group,) = [group for group in won(game).score.groups if "7z" in group.tiles]
    assert group.stands == ("4m", "5m", "6m")
    assert group.golds == ()


def test_waits_are_shown_for_the_white_tile() -> None:
    """L3, C6: the waits name the white dragon and the gold, the only tiles that are left."""
    game = deal(LONGYAN, {2: "4m6m789m123p456s99p"}, "5m")

    assert ready(game, 2) == {"7z", "5m"}


def test_it_stands_in_a_run_a_pair_and_a_triplet() -> None:
    """L3: it *is* a 5m wherever a 5m would do."""
    for hand in ("46m789m123p456s99p", "7z789m123m123p456s", "77z99p789m123p456s"):
        game = deal(LONGYAN, {0: "7z", 2: hand}, "5m")
        passing(game)
        play(game, "0 discard:7z", "2 win")
        assert won(game).seat == 2


def test_it_is_no_dragon_any_more() -> None:
    """L3: a white dragon beside 6m 7m is 5m 6m 7m."""
    game = deal(LONGYAN, {2: "7z6m789m123p456s99p"}, "5m")

    # 5m 6m waits for 4m and 7m, beside any gold.
    assert ready(game, 2) == {"4m", "7m", "5m"}


def test_white_dragons_pong_and_kong_each_other() -> None:
    """L3: by each other only; the gold itself is never used."""
    game = deal(LONGYAN, {0: "7z", 1: "77z", 2: "5m5m"}, "5m")
    passing(game)
    play(game, "0 discard:7z")
    assert legal(game, 1) == {"pong", "pass"}
    assert legal(game, 2) == set()
    play(game, "1 pong")
    assert [NAMES[meld.tile] for meld in game.table.melds[1]] == ["7z"]

    game = deal(LONGYAN, {0: "7777z9m"}, "5m")
    assert "concealed_kong:7z" in legal(game, 0)


def test_a_pong_of_white_dragons_is_a_meld_of_the_winning_hand() -> None:
    """L3: after it three melds and a pair remain to be made."""
    game = deal(LONGYAN, {0: "7z", 1: "77z789m123p45s99p1z", 3: "6s"}, "5m", at={1: "6s"})
    passing(game)
    play(game, "0 discard:7z", "1 pong", "1 discard:1z")
    passing(game)
    discard(game, 2, NAMES[game.table.drawn])
    play(game, "3 discard:6s", "1 win")

    assert won(game).score.row == "discard"


def test_white_dragon_as_gold_stands_for_nothing() -> None:
    """L3 正金: the white dragon is simply wild, and 5m is a 5m."""
    game = deal(LONGYAN, {2: "4m6m789m123p456s99p", 0: "7z5m"}, "7z")
    passing(game)

    assert ready(game, 2) == {"5m", "7z"}
    play(game, "0 discard:5m", "2 win")
    assert won(game).tile == "5m"


def test_it_stands_for_an_honour_gold_as_well() -> None:
    """L3: with 1z as gold white dragons are east winds: three of them are a triplet."""
    game = deal(LONGYAN, {0: "7z", 2: "77z789m123p456s99p"}, "1z")
    passing(game)

    assert ready(game, 2) == {"7z", "9p", "1z"}
    play(game, "0 discard:7z", "2 win")
    (group,) = [group for group in won(game).score.groups if "7z" in group.tiles]
    assert group.stands == ("1z", "1z", "1z")


def test_seven_pairs_pair_white_dragons() -> None:
    """L3, L13: two white dragons are a pair of the gold's face."""
    game = deal(LONGYAN, {0: "9s", 2: "77z11p22p33p44p55s9s"}, "5m")
    passing(game)
    play(game, "0 discard:9s", "2 win")

    assert won(game).score.row == "discard"
