"""The players: that they choose legally, and what the greedy one goes for."""

from __future__ import annotations

from collections import Counter

import pytest

from goldsparrow.errors import NotationError
from goldsparrow.game.deal import Deal
from goldsparrow.moves import DISCARDS, MOVE_NAMES, parse_move
from goldsparrow.players import PLAYERS, Chance, Greedy, player
from goldsparrow.rules import RULE_SETS, rule_set
from tests.laws.strategies import new_deal
from tests.stacked import CLASSIC, act, claim, deal, discard, legal, run_to

READY = "123m456m789m123p45p99p"


def choice(game: Deal, seat: int) -> str:
    return MOVE_NAMES[Greedy().act(game.view(seat), game.waiting[seat])]


# --- all players -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("key", RULE_SETS)
def test_choices_are_legal_and_repeatable(name: str, key: str) -> None:
    """Every player plays every rule set, without being told which, and twice the same way."""
    played = []
    for _ in range(2):
        game = new_deal(rule_set(key), 11)
        players = [player(name, seat) for seat in range(4)]
        choices = []
        while game.result is None:
            seat = min(game.waiting)
            move = players[seat].act(game.view(seat), game.waiting[seat])
            assert game.waiting[seat] >> move & 1
            choices.append((seat, move))
            game.act(seat, move)
        played.append(choices)

    assert played[0] == played[1]


def test_an_unknown_player() -> None:
    """Errors quote the name and list who there is."""
    with pytest.raises(NotationError, match=r"'genius'.*chance, greedy"):
        player("genius")


# --- chance ----------------------------------------------------------------------------------


def test_chance_is_uniform() -> None:
    """Each legal move is as likely as the others, whatever its index."""
    game = deal({0: "147m147p147s258m258p28s"}, "9s")
    moves = [parse_move(name) for name in sorted(legal(game, 0))]
    chance = Chance(1)
    counts = Counter(chance.act(game.view(0), game.waiting[0]) for _ in range(400 * len(moves)))

    assert sorted(counts) == sorted(moves)
    assert min(counts.values()) > 320
    assert max(counts.values()) < 480


def test_chance_depends_on_its_seed() -> None:
    """The same seed makes the same choices, another seed others."""
    game = deal({0: "147m147p147s258m258p28s"}, "9s")
    rows = [
        [chance.act(game.view(0), game.waiting[0]) for _ in range(20)]
        for chance in (Chance(1), Chance(1), Chance(2))
    ]

    assert rows[0] == rows[1] != rows[2]


# --- greedy: wins ----------------------------------------------------------------------------


def test_it_takes_a_win() -> None:
    """F10: on a discard, by its own draw, by robbing."""
    game = deal({0: "3p", 1: READY}, "9s", draws="6p")
    act(game, 0, "discard:3p")
    assert choice(game, 1) in {"win", "rob_gold"}

    game = deal({0: "1m", 1: READY}, "9s", draws="6p")
    discard(game, 0, "1m")
    assert choice(game, 1) == "win"


def test_it_takes_the_dearer_of_two_wins() -> None:
    """F21, F22: heavenly with one gold, or robbing for gold sparrow: the sparrow pays more."""
    game = deal({0: "123m456m789m123p456p9s5s"}, "9s")
    assert {"win", "rob_gold"} <= legal(game, 0)
    assert choice(game, 0) == "rob_gold"

    # Robbing right away pays 30 more than winning on the discard.
    game = deal({0: "3p", 1: READY}, "9s", flowers={1: "1f2f"})
    act(game, 0, "discard:3p")
    assert {"win", "rob_gold"} <= legal(game, 1)
    assert choice(game, 1) == "rob_gold"


# --- greedy: discards ------------------------------------------------------------------------


def test_it_discards_what_it_cannot_use() -> None:
    """A tile that does nothing for a hand that waits goes, the wait stays."""
    game = deal({0: "1m", 1: READY}, "9s", draws="1s")
    discard(game, 0, "1m")

    assert choice(game, 1) == "discard:1s"


def test_it_keeps_its_golds() -> None:
    """C6: a gold is never the worst tile; it goes only where nothing else may."""
    game = deal({0: "1m", 1: "147m147p147s258m258p8s"}, "9s", draws="9s")
    discard(game, 0, "1m")
    assert choice(game, 1) != "discard:9s"

    rules = rule_set("fuzhou-ourgame", gold_discard="forbidden")
    game = deal(
        {1: "1122334455m99s1s4s7s1p", 2: "12345m"}, "9s", rules, dealer=2, draws="9m8m7m6m9m8m"
    )
    for pair, junk in (("1m", "1s"), ("2m", "4s"), ("3m", "7s"), ("4m", "1p")):
        act(game, 2, f"discard:{pair}")
        claim(game, 1, "pong")
        discard(game, 1, junk)
        run_to(game, 2)
    act(game, 2, "discard:5m")
    claim(game, 1, "pong")
    assert choice(game, 1) == "discard:9s"


@pytest.mark.parametrize(("gone", "goes"), [("5", "4p"), ("7", "8p")])
def test_it_counts_what_is_left_to_draw(gone: str, goes: str) -> None:
    """Of 4p 6p 8p it keeps the half whose middle tile is not all in another's kong."""
    game = deal({0: gone * 4 + "p1m", 1: "123m456m789m123s99p46p"}, "2p", draws="8p", tail="3m")
    act(game, 0, f"concealed_kong:{gone}p")
    discard(game, 0, "1m")

    assert choice(game, 1) == f"discard:{goes}"


def test_two_ends_are_better_than_a_gap() -> None:
    """Of 3p 4p 6p the 6p goes: 2p and 5p are eight tiles, though less gathers around 3p."""
    game = deal({0: "1111p5s", 1: "123m456m789m123s99p34p"}, "7s", draws="6p", tail="3m")
    act(game, 0, "concealed_kong:1p")
    discard(game, 0, "5s")

    assert choice(game, 1) == "discard:6p"


# --- greedy: claims and kongs ----------------------------------------------------------------


def test_it_claims_what_brings_it_nearer() -> None:
    """A pong that makes a hand wait is taken."""
    game = deal({0: "3m", 1: "33m456m789m1234p5p99p"}, "9s")
    act(game, 0, "discard:3m")
    assert "pong" in legal(game, 1)

    assert choice(game, 1) == "pong"


def test_it_leaves_what_does_not_help() -> None:
    """Breaking its only pair would leave a worse wait, so it passes."""
    game = deal({0: "1m9p", 1: READY}, "9s", draws="1s")
    discard(game, 0, "1m")
    discard(game, 1, "1s")
    run_to(game, 0)
    act(game, 0, "discard:9p")

    assert legal(game, 1) == {"pong", "pass"}
    assert choice(game, 1) == "pass"


def test_it_kongs_where_that_does_not_hurt() -> None:
    """Four alike that stand apart are konged; four of which one makes a run are not."""
    game = deal({0: "1111s456m789m123p45p9p5s"}, "9s", flowers={0: "1f2f"})
    assert choice(game, 0) == "concealed_kong:1s"

    # 1111m with 23m: a triplet and a run, and the hand waits.
    game = deal({0: "5s", 1: "1111m23m789m123p4599p"}, "9s", draws="1s", flowers={1: "1f2f"})
    discard(game, 0, "5s")
    assert "concealed_kong:1m" in legal(game, 1)
    assert choice(game, 1) == "discard:1s"


def test_it_keeps_a_hand_that_a_kong_would_spoil() -> None:
    """F21: with no flower yet, plain is worth more than a kong."""
    game = deal({0: "1111s456m789m123p45p9p5s"}, "9s")

    assert choice(game, 0) != "concealed_kong:1s"


def test_it_plays_for_pairs_where_they_win() -> None:
    """Classic, eight pairs: of seven pairs and three odd tiles it breaks no pair."""
    game = deal({0: "11m33m55m77p99p11s33s147p"}, "9s", CLASSIC)
    pairs = {f"discard:{tile}" for tile in ("1m", "3m", "5m", "9p", "1s", "3s")}

    assert choice(game, 0) not in pairs


def test_its_choice_is_always_a_move_of_one_kind() -> None:
    """On an own turn without kong or win it discards."""
    game = deal({0: "147m147p147s258m258p28s"}, "9s")

    assert DISCARDS >> parse_move(choice(game, 0)) & 1
