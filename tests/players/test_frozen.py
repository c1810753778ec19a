"""Past versions of bots: what they choose never changes."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from goldsparrow.game.deal import Deal
from goldsparrow.game.wall import shuffle
from goldsparrow.players import Expert, frozen, player
from goldsparrow.rules import RULE_SETS, rule_set

# Choices of whole deals. A digest changes with the rules' behaviour, never with a bot's code.
PINNED = {
    "expert-2026-11": {
        "fuzhou-ourgame": "62f162986f0dbf0b",
        "fuzhou-classic": "fcc8a3e90eac0121",
        "fuzhou-street": "0082279b7b5899c7",
        "sanming": "31d4ce565f660fa4",
        "longyan": "73523c4b43cb6a01",
    },
}
FREEZE = Path(__file__).parents[2] / "scripts" / "freeze.py"


def digest(name: str, key: str) -> str:
    """What four seats of a bot choose in some deals."""
    found = hashlib.sha256()
    for number in range(4):
        game = Deal(
            rule_set(key), shuffle(bytes([number]), "frozen"), dealer=number, streak=number % 3
        )
        bots = [player(name, seat) for seat in range(4)]
        while game.result is None:
            seat = min(game.waiting)
            move = bots[seat].act(game.view(seat), game.waiting[seat])
            found.update(b"%d:%d;" % (seat, move))
            game.act(seat, move)
    return found.hexdigest()[:16]


@pytest.mark.parametrize("key", RULE_SETS)
@pytest.mark.parametrize("name", frozen.names())
def test_a_frozen_bot_never_changes(name: str, key: str) -> None:
    """Its choices are pinned in every rule set."""
    assert digest(name, key) == PINNED[name][key]


def test_every_frozen_bot_is_pinned() -> None:
    """No archive without a digest, no digest without an archive."""
    assert list(PINNED) == frozen.names()


def test_it_is_not_the_bot_of_today() -> None:
    """A frozen bot is made of its own modules, so that changes of today's do not reach it."""
    bot = frozen.frozen("expert-2026-11")
    assert not isinstance(bot, Expert)
    assert type(bot).__module__ == "goldsparrow_frozen_expert_2026_11.expert"
    path = Path(frozen.__file__).with_name("expert-2026-11.zip")
    with zipfile.ZipFile(path) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    assert not any("goldsparrow.players" in text for text in texts)


def test_who_is_not_there() -> None:
    """Nobody is made by a name that no archive has."""
    with pytest.raises(KeyError, match="expert-1999-01"):
        frozen.frozen("expert-1999-01")


@pytest.mark.parametrize("arguments", [[], ["nobody", "2026-11"], ["expert", "2026-11"]])
def test_freezing_refuses(arguments: list[str]) -> None:
    """Unknown bots, and dates that are taken: an archive is never written over."""
    done = subprocess.run(
        [sys.executable, str(FREEZE), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "expected" in done.stderr
