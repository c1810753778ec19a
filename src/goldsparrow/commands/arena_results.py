"""What the arena found, for people and as JSON: of a duel, and of a pool of three or more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goldsparrow.arena.duel import Contest, Outcome, Side
from goldsparrow.arena.pool import Meeting, Pool, Standing, standings
from goldsparrow.arena.ratings import Rating, rate
from goldsparrow.commands.columns import columns
from goldsparrow.rules import rule_set
from goldsparrow.rules.options import differences, written
from goldsparrow.text import Language, say


def as_json(contest: Contest, outcome: Outcome) -> dict[str, Any]:
    """Returns the outcome under stable names; the same however it was played.

    `points_per_deal` is what a seat of A gains a deal more than a seat of B, before the stake.
    """
    return {
        **contest.described(),
        "deals": outcome.deals,
        "walls": outcome.walls,
        "interrupted": outcome.walls < contest.walls,
        **_advantage(outcome),
        "drawn": outcome.drawn,
        "drawn_rate": _rate(outcome.drawn, outcome.deals),
        "sides": _sides(outcome),
    }


def pool_as_json(meetings: Sequence[Meeting]) -> dict[str, Any]:
    """Returns the outcome of a pool under stable names; the same however it was played.

    Players stand in the order of their ratings. A player's `points_per_deal` is the mean over its
    opponents of what its seats gain a deal more than theirs, before the stake.
    """
    found = {standing.name: standing for standing in standings(meetings)}
    described = meetings[0].contest.described()
    return {
        "rules": described["rules"],
        "options": described["options"],
        "seed": described["seed"],
        "deals": sum(meeting.outcome.deals for meeting in meetings),
        "interrupted": any(_cut_short(meeting) for meeting in meetings),
        "players": [
            {
                "player": rating.name,
                "mu": round(rating.mu, 4),
                "sigma": round(rating.sigma, 4),
                "ordinal": round(rating.ordinal, 4),
                "matches": rating.matches,
                "matches_won": rating.won,
                "matches_drawn": rating.drawn,
                "deals": found[rating.name].deals,
                "points_per_deal": round(found[rating.name].advantage, 4),
                **_side(found[rating.name].side, found[rating.name].deals),
            }
            for rating in rate(meetings)
        ],
        "pairings": [
            {
                "a": meeting.names[0],
                "b": meeting.names[1],
                "deals": meeting.outcome.deals,
                "walls": meeting.outcome.walls,
                "interrupted": _cut_short(meeting),
                **_advantage(meeting.outcome),
                "drawn": meeting.outcome.drawn,
                "drawn_rate": _rate(meeting.outcome.drawn, meeting.outcome.deals),
                "sides": _sides(meeting.outcome),
            }
            for meeting in meetings
        ],
    }


def _cut_short(meeting: Meeting) -> bool:
    return meeting.outcome.walls < meeting.contest.walls


def _advantage(outcome: Outcome) -> dict[str, Any]:
    known = outcome.walls > 1
    middle, error = outcome.advantage, outcome.error
    return {
        "points_per_deal": round(middle, 4),
        "error_95": round(error, 4) if known else None,
        "interval_95": [round(middle - error, 4), round(middle + error, 4)] if known else None,
        "better": outcome.better,
    }


def _sides(outcome: Outcome) -> dict[str, Any]:
    return {name: _side(side, outcome.deals) for name, side in (("a", outcome.a), ("b", outcome.b))}


def _side(side: Side, deals: int) -> dict[str, Any]:
    return {
        "wins": side.wins,
        "win_rate": _rate(side.wins, deals),
        "points_per_win": _rate(side.won, side.wins),
        "dearest": side.dearest,
        "fed": side.fed,
        "fed_rate": _rate(side.fed, deals),
        "by": _most_common(side.by),
        "specials": _most_common(side.specials),
    }


def _most_common(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _rate(count: int, of: int) -> float:
    return round(count / of, 4) if of else 0.0


def readable(contest: Contest, outcome: Outcome, seconds: float, tongue: Language) -> str:
    """Writes the outcome for people."""
    deals = outcome.deals
    named = contest.described()
    names = str(named["a"]), str(named["b"])
    title = say(f"rules.{contest.rules}.title", tongue)
    changed = changes(contest)
    head = say(
        "arena.title",
        tongue,
        a=names[0],
        b=names[1],
        rules=title,
        deals=f"{deals:,}",
        walls=f"{outcome.walls:,}",
        seed=contest.seed,
    )
    parts = [head + (f"\n{changed}" if changed else "")]
    parts.append(
        say(
            "arena.advantage",
            tongue,
            a=names[0],
            b=names[1],
            points=_points(outcome),
        )
        + "\n"
        + _verdict(names, outcome, tongue)
    )
    sides = (outcome.a, outcome.b)
    parts.append(_wins(names, sides, (deals, deals), tongue))
    parts += _ways(names, sides, (deals, deals), outcome.drawn, tongue)
    parts.append(
        say("simulate.timing", tongue, seconds=f"{seconds:.1f}", rate=f"{deals / seconds:,.0f}")
    )
    if outcome.walls < contest.walls:
        parts.append(say("simulate.interrupted", tongue, wanted=f"{contest.walls * 2:,}"))
    return "\n\n".join(parts)


def pool_readable(pool: Pool, meetings: Sequence[Meeting], seconds: float, tongue: Language) -> str:
    """Writes the outcome of a pool for people: ratings, pairings, and how each player won."""
    contest = meetings[0].contest
    deals = sum(meeting.outcome.deals for meeting in meetings)
    head = say(
        "arena.pool",
        tongue,
        players=len(pool.players),
        rules=say(f"rules.{pool.rules}.title", tongue),
        deals=f"{deals:,}",
        pairings=len(meetings),
        seed=pool.seed,
    )
    changed = changes(contest)
    parts = [head + (f"\n{changed}" if changed else "")]
    ratings = rate(meetings)
    by_name = {standing.name: standing for standing in standings(meetings)}
    ranked = [by_name[rating.name] for rating in ratings]
    parts.append(
        say("arena.ratings", tongue)
        + "\n"
        + _ratings(ratings, ranked, tongue)
        + "\n"
        + say("arena.ratings.note", tongue)
    )
    pairings = [
        [say(f"arena.{name}", tongue) for name in ("pairing", "deals", "gain", "verdict")],
        *(
            [
                say("arena.against", tongue, a=meeting.names[0], b=meeting.names[1]),
                f"{meeting.outcome.deals:,}",
                _points(meeting.outcome),
                _verdict(meeting.names, meeting.outcome, tongue),
            ]
            for meeting in meetings
        ),
    ]
    parts.append(say("arena.pairings", tongue) + "\n" + columns(pairings, "lrrl"))
    names = [standing.name for standing in ranked]
    sides = [standing.side for standing in ranked]
    played = [standing.deals for standing in ranked]
    parts.append(_wins(names, sides, played, tongue))
    parts += _ways(names, sides, played, None, tongue)
    parts.append(
        say("simulate.timing", tongue, seconds=f"{seconds:.1f}", rate=f"{deals / seconds:,.0f}")
    )
    if deals < pool.wanted:
        parts.append(say("simulate.interrupted", tongue, wanted=f"{pool.wanted:,}"))
    return "\n\n".join(parts)


def _ratings(ratings: Sequence[Rating], ranked: Sequence[Standing], tongue: Language) -> str:
    heads = ("mu", "sigma", "ordinal", "matches", "mean")
    rows = [[say("simulate.player", tongue), *(say(f"arena.{name}", tongue) for name in heads)]]
    for rating, standing in zip(ratings, ranked, strict=True):
        rows.append(
            [
                rating.name,
                f"{rating.mu:.2f}",
                f"{rating.sigma:.2f}",
                f"{rating.ordinal:.2f}",
                f"{rating.won:,} / {rating.matches:,}",
                f"{standing.advantage:+.2f}",
            ]
        )
    return columns(rows, "lrrrrr")


def changes(contest: Contest) -> str:
    """Returns the house options that are not the rule set's own, as the command line takes them."""
    rules = rule_set(contest.rules, **contest.options)
    return ", ".join(f"{name}={written(value)}" for name, value in differences(rules).items())


def _points(outcome: Outcome) -> str:
    spread = f" ± {outcome.error:.2f}" if outcome.walls > 1 else ""
    return f"{outcome.advantage:+.2f}{spread}"


def _verdict(names: tuple[str, str], outcome: Outcome, tongue: Language) -> str:
    better = {"a": names[0], "b": names[1]}.get(outcome.better or "")
    if better is None:
        return say("arena.unclear", tongue)
    return say("arena.better", tongue, player=better)


def _wins(
    names: Sequence[str], sides: Sequence[Side], deals: Sequence[int], tongue: Language
) -> str:
    """A table of how often and how dearly each won, and how often it paid for another's win."""
    rows = [
        [say("simulate.player", tongue)]
        + [say(f"arena.{name}", tongue) for name in ("wins", "per_win", "dearest", "fed")]
    ]
    for name, side, played in zip(names, sides, deals, strict=True):
        rows.append(
            [
                name,
                _share(side.wins, played),
                f"{_rate(side.won, side.wins):.1f}",
                f"{side.dearest:,}",
                _share(side.fed, played),
            ]
        )
    return columns(rows, "lrrrr")


def _ways(
    names: Sequence[str],
    sides: Sequence[Side],
    deals: Sequence[int],
    drawn: int | None,
    tongue: Language,
) -> list[str]:
    """Tables of how each won; `drawn` is told where it is of the same deals for all."""
    found = []
    for heading, attribute, prefix in (
        ("simulate.endings", "by", "settlement.by"),
        ("simulate.specials", "specials", "special"),
    ):
        rows = _kinds(sides, attribute, prefix, deals, tongue)
        if attribute == "by" and drawn is not None:
            rest = [""] * (len(names) - 1)
            rows.append([say("settlement.drawn", tongue), _share(drawn, deals[0]), *rest])
        if rows:
            rows.insert(0, ["", *names])
            found.append(say(heading, tongue) + "\n" + columns(rows, "l" + "r" * len(names)))
    return found


def _kinds(
    sides: Sequence[Side], attribute: str, prefix: str, deals: Sequence[int], tongue: Language
) -> list[list[str]]:
    """Rows that compare how often each side won in each way, the commonest first."""
    counts: list[dict[str, int]] = [getattr(side, attribute) for side in sides]
    names = {name for side in counts for name in side if name != "none"}
    order = sorted(names, key=lambda name: (-sum(side.get(name, 0) for side in counts), name))
    return [
        [
            say(f"{prefix}.{name}", tongue),
            *(_share(side.get(name, 0), of) for side, of in zip(counts, deals, strict=True)),
        ]
        for name in order
    ]


def _share(count: int, deals: int) -> str:
    return f"{count:,} ({count / deals:.1%})" if deals else f"{count:,}"
