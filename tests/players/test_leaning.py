"""What claims are worth beside their estimates, as it was counted."""

from __future__ import annotations

import pytest

from goldsparrow.game.view import View
from goldsparrow.moves import MOVE_NAMES, PONG
from goldsparrow.players.expert import WINS, Claim, GoingOn, Leaning, weigh
from goldsparrow.players.leaning import (
    CLAIM_SURE,
    CLAIM_TERMS,
    COUNTED,
    GOING_ON_TERMS,
    claim_terms,
    counted_weights,
    going_on_terms,
    leaned,
)
from goldsparrow.players.master import Master
from tests.stacked import act, deal


def asked() -> tuple[View, int]:
    """A seat that may pong, which makes its hand wait, or chow, which brings it no nearer."""
    game = deal({0: "3m", 1: "33m456m789m1234p5p99p"}, "9s")
    act(game, 0, "discard:3m")
    return game.view(1), game.waiting[1]


def claims() -> dict[str, Claim]:
    """The seat's claims as leanings are asked about them, by their names."""
    found: dict[str, Claim] = {}

    def note(_view: View, claim: Claim) -> float:
        found[MOVE_NAMES[claim.move]] = claim
        return 0.0

    weigh(*asked(), Leaning(note, lambda _view, _going_on: 0.0))
    return found


def may_win(hand: str = "1m123p456p789p123s456s") -> tuple[View, int]:
    """A seat that may win on a discard, and holds no gold but for what `hand` says."""
    game = deal({0: "1m", 1: hand}, "9s")
    act(game, 0, "discard:1m")
    return game.view(1), game.waiting[1]


def beside_the_win(view: View, moves: int) -> GoingOn:
    """What a leaning is told of going on beside the win."""
    found: list[GoingOn] = []

    def note(_view: View, going_on: GoingOn) -> float:
        found.append(going_on)
        return 0.0

    weigh(view, moves, Leaning(lambda _view, _claim: 0.0, note))
    assert len(found) == 1
    return found[0]


def test_every_claim_is_described() -> None:
    """Leanings are told what a claim does and how the hand stands, in shares of a win's worth."""
    found = claims()
    view, moves = asked()
    points = {MOVE_NAMES[each.move]: each.points for each in weigh(view, moves)}

    assert not found["pong"].idle
    assert found["chow:3m"].idle
    for name, claim in found.items():
        assert claim.far == 2
        assert claim.golds == 0
        assert claim.draws == 0
        assert claim.melds == 5
        gained = points[name] - points["pass"]
        assert claim.ahead * claim.worth == pytest.approx(gained)


def test_a_leaning_changes_claims_alone() -> None:
    """What it says is added as a share of a win's worth, and nothing to letting a discard go."""
    view, moves = asked()
    plain = {MOVE_NAMES[each.move]: each.points for each in weigh(view, moves)}
    found = {
        MOVE_NAMES[each.move]: each.points
        for each in weigh(
            view,
            moves,
            Leaning(lambda _view, claim: -0.1 * claim.idle, lambda _view, _going_on: 9.0),
        )
    }
    worth = claims()["chow:3m"].worth

    assert found["pass"] == plain["pass"]
    assert found["pong"] == plain["pong"]
    assert found["chow:3m"] == pytest.approx(plain["chow:3m"] - 0.1 * worth)


def test_a_leaning_of_going_on_leaves_the_win_as_it_is() -> None:
    """What it says is added to every move but the win, as a share of what the win pays."""
    view, moves = may_win()
    plain = {each.move: each for each in weigh(view, moves)}
    told = beside_the_win(view, moves)
    found = {
        each.move: each
        for each in weigh(
            view, moves, Leaning(lambda _view, _claim: 0.0, lambda _view, _going_on: 0.5)
        )
    }

    assert told.claims
    assert told.golds == 0
    others = [move for move in found if not WINS >> move & 1]
    wins = [move for move in found if WINS >> move & 1]
    assert wins
    assert others
    for move in wins:
        assert found[move] == plain[move]
    assert told.worth == max(plain[move].points for move in wins)
    for move in others:
        assert found[move].points == pytest.approx(plain[move].points + 0.5 * told.worth)
    best = max(plain[move].points for move in others)
    assert told.ahead == pytest.approx((best - told.worth) / told.worth)


def test_a_win_is_let_go_for_a_leaning_that_says_so() -> None:
    """By so much that going on is worth more, and not by less."""
    view, moves = may_win()
    short = -beside_the_win(view, moves).ahead
    for more, wins in ((short - 0.1, True), (short + 0.1, False)):
        first = weigh(
            view,
            moves,
            Leaning(lambda _view, _claim: 0.0, lambda _view, _going_on, more=more: more),
        )[0]
        assert bool(WINS >> first.move & 1) == wins


def test_a_cheap_chance_is_no_reason_to_let_a_win_go() -> None:
    """Where going on is estimated to be worth far less, nothing is added to it."""
    view, _ = may_win()
    assert COUNTED.going_on(view, GoingOn(True, 10.0, -0.71, 0)) == 0


def test_the_master_wins_a_plain_hand() -> None:
    """A hand without golds is no hand to go on with."""
    view, moves = may_win()
    assert WINS >> Master().act(view, moves) & 1


def test_terms_have_names() -> None:
    """Every choice has as many terms as there are names, and each name a counted weight."""
    view, _ = asked()
    for choice, names in (("claims", CLAIM_TERMS), ("going on", GOING_ON_TERMS)):
        assert len(set(names)) == len(names)
        assert len(counted_weights(choice, names)) == len(names)
    for claim in claims().values():
        found = dict(zip(CLAIM_TERMS, claim_terms(view, claim), strict=True))
        assert found["always"] == 1
        assert found["pong"] == (claim.move == PONG)
        assert found["idle, 2 away"] + found["nearer, 2 away"] == 1
        assert found["ahead"] == claim.ahead
    told = going_on_terms(view, GoingOn(True, 10.0, -0.5, 2))
    found = dict(zip(GOING_ON_TERMS, told, strict=True))
    assert found["always"] == 1
    assert found["ahead"] == found["claim, ahead"] == found["ahead, two golds"] == -0.5
    assert found["ahead squared"] == 0.25
    assert found["two golds"] == 1
    assert found["one gold"] == found["three golds"] == 0
    assert found["tours"] == view.rules.grants("tour")


@pytest.mark.parametrize(
    ("ahead", "more", "expected"),
    [
        (0.05, -0.02, 0.03),
        (0.05, -0.055, 0.05),
        (0.05, -0.07, -0.02),
        (-0.05, 0.055, -0.05),
        (-0.05, 0.07, 0.02),
        (-0.05, -0.01, -0.06),
    ],
)
def test_a_choice_changes_only_where_it_stands_out(
    ahead: float, more: float, expected: float
) -> None:
    """By little the estimate's choice stands; otherwise what was counted is added."""
    assert leaned(ahead, more, CLAIM_SURE) == pytest.approx(expected)


def test_what_was_counted_is_small() -> None:
    """Leanings correct estimates by some hundredths of a win; they do not replace them."""
    view, _ = asked()
    for claim in claims().values():
        assert abs(COUNTED.claim(view, claim)) < 0.3
