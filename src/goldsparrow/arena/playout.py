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
        for seat, moves in deal.waiting.items():
            match.act(seat, players[seat].act(deal.view(seat), moves))
            decisions += 1
            break  # an answer may make those of the others needless
    return decisions
