"""Ratings of a pool's players, by the Plackett-Luce model of the library openskill.

A match is a piece of a pairing: up to ten walls, each played twice with exchanged seats. Whoever's
seats gained points in it has won it; none gained is a draw. The matches are taken in the order of
their numbers, and of one number in the order of the pairings, so that ratings depend on the
result alone. Players do not learn while they play: the model's drift is nought.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldsparrow.arena.pool import Meeting
from goldsparrow.errors import GoldSparrowError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What the matches say of a player's strength.

    Attributes:
        name: what the player is called.
        mu: how strong it is taken to be; 25 before any match.
        sigma: the standard deviation of that; 25/3 before any match.
        ordinal: `mu - 3 * sigma`: it is stronger than that almost surely.
        matches: how many matches it played.
        won: how many of them it won.
        drawn: how many of them nobody won.
    """

    name: str
    mu: float
    sigma: float
    ordinal: float
    matches: int
    won: int
    drawn: int


def require() -> None:
    """Looks whether there is what ratings need.

    Raises:
        GoldSparrowError: the extra is not installed.
    """
    try:
        import openskill  # noqa: F401, PLC0415 - the core does without it
    except ModuleNotFoundError:
        raise GoldSparrowError(
            "the ratings of three players or more need the package 'openskill'; expected the "
            "extra 'arena': pip install 'goldsparrow[arena]'"
        ) from None


def rate(meetings: Sequence[Meeting]) -> list[Rating]:
    """Rates the players of a pool, the highest ordinal first.

    Raises:
        GoldSparrowError: the extra is not installed.
    """
    require()
    from openskill.models import PlackettLuce  # noqa: PLC0415 - the core does without it

    model = PlackettLuce(tau=0.0)
    names = dict.fromkeys(name for meeting in meetings for name in meeting.names)
    rated = {name: model.rating(name=name) for name in names}
    won, drawn, played = (dict.fromkeys(names, 0) for _ in range(3))
    matches = sorted(
        (number, pairing) for pairing, meeting in enumerate(meetings) for number in meeting.matches
    )
    for number, pairing in matches:
        a, b = meetings[pairing].names
        gained = meetings[pairing].matches[number]
        [rated[a]], [rated[b]] = model.rate(
            [[rated[a]], [rated[b]]], ranks=[float(gained < 0), float(gained > 0)]
        )
        for name in (a, b):
            played[name] += 1
            drawn[name] += gained == 0
        won[a] += gained > 0
        won[b] += gained < 0
    ratings = [
        Rating(
            name=name,
            mu=rating.mu,
            sigma=rating.sigma,
            ordinal=rating.ordinal(),
            matches=played[name],
            won=won[name],
            drawn=drawn[name],
        )
        for name, rating in rated.items()
    ]
    return sorted(ratings, key=lambda rating: -rating.ordinal)
