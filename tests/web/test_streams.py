"""The streams that the web client folds in its own tests, as the engine makes them."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from goldsparrow.events import AnyEvent, MatchEnd, Start, encode, mask
from goldsparrow.game.match import Length, Match
from goldsparrow.game.table import Table
from goldsparrow.game.view import View
from goldsparrow.game.wall import shuffle
from goldsparrow.moves import WIN, Move, MoveSet, moves_in
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.tiles import HIDDEN, NAMES, Tile

FOLDER = Path(__file__).resolve().parents[1] / "vectors" / "streams"


def _name(tile: Tile) -> str:
    return "?" if tile == HIDDEN else NAMES[tile]


def _shown(view: View) -> dict[str, Any]:
    return {
        "hand": sorted(_name(tile) for tile in view.hand.tiles()),
        "drawn": _name(view.drawn),
        "gold": _name(view.gold),
        "left": view.left,
        "drawable": view.drawable,
        "dealer": view.dealer,
        "streak": view.streak,
        "live": _name(view.live),
        "seats": [
            {
                "size": view.size(seat),
                "melds": [[m.kind, _name(m.tile), m.concealed] for m in view.melds(seat)],
                "flowers": [_name(tile) for tile in view.flowers(seat)],
                "river": [_name(tile) for tile in view.river(seat)],
            }
            for seat in range(4)
        ],
    }


def _choice(moves: MoveSet, chance: random.Random) -> Move:
    """Wins where it can, otherwise anything: no bot, so that better bots change nothing here."""
    return WIN if moves >> WIN & 1 else chance.choice(list(moves_in(moves)))


def _stream(key: str) -> str:
    """One deal as one seat is sent it, with what its view says after every event."""
    rules = rule_set(key)
    seat = list(RULE_SETS).index(key) % 4
    match = Match(rules, Length.parse("4 deals"))
    chance = random.Random(key)
    table = Table(rules, seen=(seat,))
    steps: list[str] = []

    def send(events: list[AnyEvent]) -> None:
        for event in events:
            if isinstance(event, MatchEnd):
                continue
            sent = mask(event, seat, hide_concealed_kong=rules.claims.hide_concealed_kong)
            assert isinstance(event, Start) is (not steps)
            table.apply(sent)
            view = json.dumps(_shown(View(table, seat)), separators=(",", ":"))
            steps.append(f'{{"event":{encode(sent).decode()},"view":{view}}}')

    send(match.start(shuffle(bytes(32), f"streams/{key}")))
    while not match.between_deals:
        asked, moves = min(match.waiting.items())
        send(match.act(asked, _choice(moves, chance)))
    wall = {
        name: getattr(rules.wall, name)
        for name in (
            "reserve",
            "per_exposed_kong",
            "per_concealed_kong",
            "per_flower_set",
            "counts_indicator",
            "last_draws",
        )
    }
    head = f'{{"seat":{seat},"wall":{json.dumps(wall)},"steps":[\n'
    return head + ",\n".join(steps) + "\n]}\n"


@pytest.mark.parametrize("key", list(RULE_SETS))
def test_the_streams_are_what_the_engine_sends(key: str) -> None:
    """The client folds what the engine sends now; WRITE_STREAMS=1 writes the files anew."""
    made = _stream(key)
    file = FOLDER / f"{key}.json"
    if os.environ.get("WRITE_STREAMS"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(made, encoding="utf-8")
    assert made == file.read_text(encoding="utf-8")
