"""The loop in which players play a deal to its end."""

from __future__ import annotations

from goldsparrow.game.match import Match
from goldsparrow.players import Player


def play_deal(match: Match, players: tuple[Player, ...]) -> int:
    """Plays the deal that has begun to its end; returns how many choices it took."""
    deal = match.deal
    assert deal is not None, "a deal has begun"
    decisions = 0
    while deal.result is None:
        # The seats are asked in turn; an answer may make those of the others needless.
        for seat in list(deal.waiting):
            moves = deal.waiting.get(seat)
            if moves:
                match.act(seat, players[seat].act(deal.view(seat), moves))
                decisions += 1
    return decisions
