"""The expert: what it weighs, and that it sees no more than its seat may."""

from __future__ import annotations

from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import MOVE_NAMES
from goldsparrow.players import Expert, Greedy
from goldsparrow.players.dangers import Dangers
from goldsparrow.players.outlook import Outlook, Road
from goldsparrow.players.prices import Prices
from goldsparrow.players.trial import Trial
from goldsparrow.rules import rule_set
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.tiles import NAMES, tile
from tests.clauses import walls
from tests.stacked import CLASSIC, OURGAME, act, claim, deal, discard, legal, run_to

LONGYAN = rule_set("longyan")
SANMING = rule_set("sanming")


def choice(game: Deal, seat: int) -> str:
    return MOVE_NAMES[Expert().act(game.view(seat), game.waiting[seat])]


# --- what it may see -------------------------------------------------------------------------


def test_it_leaves_the_view_as_it_was() -> None:
    """Trying moves changes nothing, so that asking twice gives the same."""
    for rules in (OURGAME, SANMING, LONGYAN):
        game = Deal(rules, shuffle(b"view", "expert"))
        while game.result is None:
            seat = min(game.waiting)
            moves = game.waiting[seat]
            before = game.view(seat).snapshot()
            notes = {clause.key: repr(game.table.notes[clause.key]) for clause in rules.clauses}
            move = Expert().act(game.view(seat), moves)
            assert game.view(seat).snapshot() == before
            assert notes == {key: repr(game.table.notes[key]) for key in notes}
            game.act(seat, move)


# --- wins taken and left ---------------------------------------------------------------------


def test_it_takes_a_win() -> None:
    """F10: a win whose like would not come soon is taken."""
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", draws="6p")
    discard(game, 0, "1m")

    assert choice(game, 1) == "win"


def tour_to_be(**at: str) -> Deal:
    """Longyan: seat 0 has drawn a tile that completes all melds beside a gold and an odd tile."""
    places = {3: "3s", **{int(place[1:]): name for place, name in at.items()}}
    game = walls.deal(LONGYAN, {0: "123p456p789p12s5m1z9m"}, "5m", at=places)
    walls.passing(game)
    walls.discard(game, 0, "9m")
    go_round(game)
    return game


def go_round(game: Deal) -> None:
    """Seats 1 to 3 discard what they draw, and nobody claims."""
    for seat in (1, 2, 3):
        walls.discard(game, seat, NAMES[game.view(seat).drawn])


def test_it_leaves_a_gold_alone_for_a_tour() -> None:
    """L9, L15: a tour pays twice what a self-draw does, and any tile will make it."""
    game = tour_to_be()
    assert legal(game, 0) >= {"win", "discard:1z"}

    assert MOVE_NAMES[Greedy().act(game.view(0), game.waiting[0])] == "win"
    assert choice(game, 0) == "discard:1z"


def test_it_lets_a_discard_go_while_it_tours() -> None:
    """L9: the tour is won on an own draw; a discard would pay a quarter of it."""
    game = tour_to_be()
    walls.discard(game, 0, "1z")
    act(game, 1, f"discard:{NAMES[game.view(1).drawn]}")
    assert "win" in legal(game, 0)

    assert choice(game, 0) == "pass"


def test_it_climbs_by_a_second_gold() -> None:
    """L9: a second gold discarded while the other stays alone doubles the tour."""
    game = tour_to_be(_7="5m")
    walls.discard(game, 0, "1z")
    go_round(game)
    assert {"win", "discard:5m"} <= legal(game, 0)

    assert choice(game, 0) == "discard:5m"


def test_it_draws_rather_than_chows_for_nothing() -> None:
    """C8: the next seat draws at once where it passes; a chow of no use would cost that draw."""
    game = deal({0: "1m8p", 1: "123m66m234678p23678s"}, "4m", draws="9m9m8m8p")
    discard(game, 0, "1m")
    for seat in (1, 2, 3):
        run_to(game, seat)
        act(game, seat, f"discard:{NAMES[game.view(seat).drawn]}")
    run_to(game, 0)
    act(game, 0, "discard:8p")
    assert "chow:6p" in legal(game, 1)

    assert choice(game, 1) == "pass"


# --- danger ----------------------------------------------------------------------------------


def dangers(game: Deal, seat: int) -> Dangers:
    view = game.view(seat)
    outlook = Outlook(view, 80)
    return Dangers(view, outlook, Prices(view, lasting=1.0), Trial(view))


def test_what_has_just_passed_is_safe() -> None:
    """A seat whose hand has not changed since would have won on it."""
    game = deal({0: "5m9m", 1: "5p1s", 2: "1s3s", 3: "5m1s"}, "9s", CLASSIC)
    for seat, name in ((0, "5m"), (1, "5p"), (2, "3s")):
        run_to(game, seat)
        act(game, seat, f"discard:{name}")
    run_to(game, 3)
    seen = dangers(game, 3)

    risk = {each: seen.of(tile(each))[0] for each in ("5m", "5p", "3s", "6m", "9s")}
    # Seat 0 has seen 5p and 3s pass, seat 1 has seen 3s, and nobody has shown what 6m is.
    assert risk["3s"] < risk["5p"] < risk["6m"]
    # Seat 0 may still want what it has discarded itself, only less likely.
    assert 0 < risk["5m"] < risk["6m"]
    # C7: nobody may win on a gold.
    assert risk["9s"] == 0


def test_danger_grows_with_melds() -> None:
    """A seat with melds is likelier to wait."""
    game = deal({0: "3m9m", 1: "33m1s", 2: "1s3s"}, "9s", CLASSIC)
    before = dangers(game, 0).of(tile("7p"))[0]
    act(game, 0, "discard:3m")
    claim(game, 1, "pong")
    discard(game, 1, "1s")
    run_to(game, 2)

    assert dangers(game, 2).of(tile("7p"))[0] > before


def test_no_danger_where_discards_never_win() -> None:
    """L15, `discard_win: self_draw_only`: there is nothing to fear."""
    rules = rule_set("longyan", discard_win="self_draw_only")
    game = deal({0: "3m9m"}, "9s", rules)

    assert dangers(game, 0).of(tile("7p")) == (0.0, 0.0)
    assert dangers(game, 0).usual([1] * 34) == (0.0, 0.0)


# --- what it asks ----------------------------------------------------------------------------


def test_options_change_what_it_plays_for() -> None:
    """It asks the rules' values: prices follow options, whatever the rule set."""
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", draws="1s")
    discard(game, 0, "1m")
    prices = Prices(game.view(1), lasting=1.0)
    assert prices.own("self_draw") == 3 * (2 * 5 + 30)  # plain so far (F21, F22)
    assert prices.own("discard") == 3 * (2 * 5 + 30)
    assert prices.own("self_draw", special="gold_sparrow") == 3 * (2 * 5 + 60)
    assert prices.own("self_draw", kongs=(1, 0)) == 3 * 2 * (5 + 1)
    assert prices.loss(2, "discard", 1) > 0

    rules: RuleSet = rule_set("fuzhou-ourgame", base=9, discard_payment="discarder")
    game = deal({0: "1m", 1: "123m456m789m123p45p99p"}, "9s", rules, draws="1s")
    discard(game, 0, "1m")
    prices = Prices(game.view(1), lasting=1.0)
    assert prices.own("self_draw") == 3 * (2 * 9 + 30)
    assert prices.own("discard") == 2 * 9 + 30
    assert prices.loss(2, "discard", 3) == 0
    assert prices.loss(2, "discard", 1) > 0


# --- time ------------------------------------------------------------------------------------


def test_roads_are_chances() -> None:
    """Nearer is likelier, faster is likelier, and nothing is surer than certain."""
    game = deal({0: "1m"}, "9s")
    outlook = Outlook(game.view(0), 80)
    road = Road(outlook, 1)
    for missing in range(1, 6):
        chances = [road.chance(missing, rate) for rate in (0.0, 0.1, 0.3, 1.0)]
        assert chances == sorted(chances)
        assert 0 <= chances[0] < chances[-1] < 1
        assert road.chance(missing, 0.3, 0.1) < road.chance(missing, 0.3, 0.4) or missing == 1
        assert road.usual(missing) < road.usual(missing - 1)
    assert road.chance(0, 0.0) == 1.0
    assert Road(outlook, 1, endless=True).chance(0, 0.0) < 1.0
    assert all(0 < lasts < 1 for lasts in outlook.lasting)
    assert outlook.waiting[0] == 0
