"""What claims are worth beside their estimates, as it was counted."""

from __future__ import annotations

import pytest

from goldsparrow.game.view import View
from goldsparrow.moves import MOVE_NAMES, PONG
from goldsparrow.players.expert import Claim, weigh
from goldsparrow.players.leaning import TERMS, counted_leaning, counted_weights, leaned, terms
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

    weigh(*asked(), note)
    return found


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
        for each in weigh(view, moves, lambda _view, claim: -0.1 * claim.idle)
    }
    worth = claims()["chow:3m"].worth

    assert found["pass"] == plain["pass"]
    assert found["pong"] == plain["pong"]
    assert found["chow:3m"] == pytest.approx(plain["chow:3m"] - 0.1 * worth)


def test_terms_have_names() -> None:
    """Every claim has as many terms as there are names, and each name a weight that was counted."""
    view, _ = asked()
    assert len(set(TERMS)) == len(TERMS)
    assert len(counted_weights()) == len(TERMS)
    for claim in claims().values():
        found = dict(zip(TERMS, terms(view, claim), strict=True))
        assert found["always"] == 1
        assert found["pong"] == (claim.move == PONG)
        assert found["idle, 2 away"] + found["nearer, 2 away"] == 1
        assert found["ahead"] == claim.ahead


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
    assert leaned(ahead, more) == pytest.approx(expected)


def test_what_was_counted_is_small() -> None:
    """Leanings correct estimates by some hundredths of a win; they do not replace them."""
    view, _ = asked()
    for claim in claims().values():
        assert abs(counted_leaning(view, claim)) < 0.3
