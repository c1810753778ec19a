"""What a seat may see (C10), and that a copy is a thing of its own."""

from __future__ import annotations

import pytest

from goldsparrow.errors import Desync
from goldsparrow.events import Kong, mask
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.moves import WIN, move_tile, parse_move
from goldsparrow.rules import rule_set
from goldsparrow.tiles import HIDDEN, KIND
from tests.stacked import CLASSIC, COMPLETE, OURGAME, act, deal, discard

READY = "123m456m789m123p45p99p"


def test_concealed_kongs_are_shown_or_hidden() -> None:
    """C10: Ourgame shows their tiles, classic does not; the maker always sees its own."""
    for rules, hidden in ((OURGAME, False), (CLASSIC, True)):
        game = deal({0: "1111m"}, "9s", rules)
        act(game, 0, "concealed_kong:1m")
        shown = KIND["1m"]

        assert game.view(0).melds(0)[0].tile == shown
        for seat in (1, 2, 3, None):
            assert game.view(seat).melds(0)[0].tile == (HIDDEN if hidden else shown)
            event = mask(
                Kong(0, "1m", "concealed"),
                seat,
                hide_concealed_kong=rules.claims.hide_concealed_kong,
            )
            assert isinstance(event, Kong)
            assert event.tile == ("?" if hidden else "1m")


def test_other_kongs_are_never_hidden() -> None:
    """C10: only concealed kongs may be."""
    for kong in (Kong(0, "1m", "added"), Kong(0, "1m", "exposed", 2)):
        assert mask(kong, 1, hide_concealed_kong=True) == kong


def test_a_view_shows_only_its_own_hand() -> None:
    """Design: a watcher has no hand, a seat no other's."""
    game = deal({0: COMPLETE, 1: READY}, "9s")

    assert game.view(1).hand.tiles() == game.table.known_hand(1).tiles()
    with pytest.raises(Desync):
        _ = game.view(None).hand
    table = Table(OURGAME, (1,))
    for event in game.events:
        table.apply(mask(event, 1))
    assert View(table, 1) == game.view(1)
    assert game.view(1) != game.view(2)
    assert game.view(1) != "a view"
    assert "seat 1" in repr(game.view(1))
    with pytest.raises(Desync):
        table.known_hand(0)


def test_the_drawn_tile_is_its_drawers_secret() -> None:
    """Design: only who drew sees what was drawn."""
    game = deal({0: "1m"}, "9s", draws="7s")
    discard(game, 0, "1m")

    assert game.view(1).drawn == KIND["7s"]
    assert game.view(2).drawn == HIDDEN


def test_what_a_seat_waits_for() -> None:
    """C6: natural tiles, and the gold where one more gold completes the hand."""
    game = deal({1: READY}, "9s")
    ready = game.view(1).ready()

    assert ready == 1 << KIND["3p"] | 1 << KIND["6p"] | 1 << KIND["9s"]
    assert game.view(None).ready() == 0


def test_unseen_copies() -> None:
    """What a seat cannot see: not its own tiles, the rivers, melds, flowers and the indicator."""
    game = deal({0: "3m", 1: "333m"}, "9s", flowers={2: "1z1z"})
    act(game, 0, "discard:3m")
    unseen = game.view(1).unseen()

    assert unseen[KIND["3m"]] == 0
    assert unseen[KIND["9s"]] == 3
    assert unseen[KIND["1z"]] == 2
    assert game.view(None).unseen()[KIND["3m"]] == 3


def test_hidden_kongs_stay_unseen() -> None:
    """C10: what is hidden may still be anywhere."""
    game = deal({0: "1111m"}, "9s", CLASSIC)
    act(game, 0, "concealed_kong:1m")

    assert game.view(0).unseen()[KIND["1m"]] == 0
    # Seat 1 may hold some of what is left of them: none, as they are all in the kong.
    assert game.view(1).unseen()[KIND["1m"]] == 4


def test_what_an_offered_win_is_worth() -> None:
    """F22: before the stake, for every way of winning; None for what is no win."""
    game = deal({0: COMPLETE}, "9s", flowers={0: "1f2f"})
    assert game.view(0).worth_of(WIN) == 132
    assert game.view(0).worth_of(parse_move("discard:1m")) is None
    assert game.view(None).worth_of(WIN) is None
    assert game.view(0).name_of(WIN) == "heavenly"
    assert game.view(0).name_of(parse_move("discard:1m")) is None
    assert game.view(None).name_of(WIN) is None

    game = deal({0: "3p", 1: READY, 2: "999s"}, "9s", flowers={1: "1f2f"})
    assert game.view(2).worth_of(parse_move("three_golds")) == 3 * (2 * (5 + 3) + 40)
    act(game, 2, "pass")
    act(game, 0, "discard:3p")
    assert game.view(1).worth_of(WIN) == 3 * (5 + 2)
    assert game.view(1).worth_of(parse_move("rob_gold")) == 138

    game = deal({0: READY + "5s"}, "9s", flowers={0: "1f2f"})
    assert game.view(0).worth_of(parse_move("rob_gold")) == 138

    game = deal({0: "1m", 1: READY}, "9s", draws="6p", flowers={1: "1f3f5f"})
    discard(game, 0, "1m")
    assert game.view(1).worth_of(WIN) == 48
    assert game.view(0).worth_of(parse_move("rob_gold")) is None


def test_a_robbed_kong_is_worth_a_discard() -> None:
    """F11: the worth of robbing is that of a discard win."""
    from tests.stacked import claim, run_to

    game = deal({0: "6p", 1: READY, 3: "66p5m"}, "9s", draws="1s4s2s6p", flowers={1: "1f3f5f"})
    act(game, 0, "discard:6p")
    claim(game, 3, "pong")
    discard(game, 3, "5m")
    run_to(game, 3)
    act(game, 3, "added_kong:6p")

    assert game.view(1).worth_of(WIN) == 24


def test_copies_are_apart() -> None:
    """Design: copy, then act, leaves the original alone, in the middle of claims as well."""
    game = deal({0: "3p", 1: "12p", 2: "33p", 3: READY}, "9s", rule_set("fuzhou-ourgame"))
    act(game, 0, "discard:3p")
    act(game, 1, "chow:1p")
    before = (game.view(0).snapshot(), dict(game.waiting), len(game.events))
    other = game.copy()
    other.act(3, WIN)
    while other.result is None:
        other.act(next(iter(other.waiting)), parse_move("pass"))

    assert (game.view(0).snapshot(), dict(game.waiting), len(game.events)) == before
    act(game, 3, "pass")
    act(game, 2, "pass")
    assert game.table.melds[1][0].tile == move_tile(parse_move("chow:1p"))
