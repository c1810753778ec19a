"""Short ways to write a win in a test."""

from __future__ import annotations

from typing import Any

from goldsparrow.rules.case import read_case
from goldsparrow.rules.scoring import claim_rank, score
from goldsparrow.scores import Refusal, Score


def melds(text: str) -> list[dict[str, Any]]:
    """Makes melds of texts such as `123s 777m 5555p =6666p`; `=` is a concealed kong."""
    found: list[dict[str, Any]] = []
    for part in text.split():
        tiles = part.lstrip("=")
        if len(tiles) == 5:
            found.append({"kind": "kong", "tiles": tiles, "concealed": part.startswith("=")})
        else:
            kind = "pong" if tiles[0] == tiles[1] else "chow"
            found.append({"kind": kind, "tiles": tiles})
    return found


def case(
    rules: str,
    gold: str,
    hand: str,
    by: str,
    tile: str | None = None,
    *,
    winner: int = 1,
    dealer: int = 0,
    streak: int = 0,
    source: int | None = None,
    flowers: str = "",
    opened: str = "",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Makes the JSON object of a win."""
    found: dict[str, Any] = {
        "rules": rules,
        "options": options or {},
        "gold": gold,
        "hand": hand,
        "melds": melds(opened),
        "flowers": flowers,
        "win": {"by": by, **({"tile": tile} if tile else {}), **more},
        "winner": winner,
        "dealer": dealer,
        "streak": streak,
    }
    if source is not None:
        found["from"] = source
    return found


def result(*args: Any, **kwargs: Any) -> Score | Refusal:
    """Scores the win of `case`."""
    read = read_case(case(*args, **kwargs))
    return score(read.rules, read.facts)


def scored(*args: Any, **kwargs: Any) -> Score:
    """Scores the win of `case`, which must be one."""
    found = result(*args, **kwargs)
    assert isinstance(found, Score), found
    return found


def refused(*args: Any, **kwargs: Any) -> str:
    """Returns the reason why the win of `case` is none."""
    found = result(*args, **kwargs)
    assert isinstance(found, Refusal), found
    return found.reason


def rank(*args: Any, **kwargs: Any) -> int:
    """Returns the place in line of the win of `case`."""
    read = read_case(case(*args, **kwargs))
    return claim_rank(read.rules, read.facts)
