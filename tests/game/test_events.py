"""Events and moves as text: what is written is what is read."""

from __future__ import annotations

import msgspec
import pytest

from goldsparrow.errors import Desync, NotationError
from goldsparrow.events import Discard, Draw, Kong, Take, decode, encode, mask
from goldsparrow.game.table import Table
from goldsparrow.moves import MOVES, move_name, move_tile, moves_in, parse_move
from goldsparrow.tiles import KIND
from tests.stacked import OURGAME


def test_an_event_is_a_tagged_line() -> None:
    """Design: `{"type": "draw", "seat": 1, "tile": "5p"}`, fields at their defaults left out."""
    assert encode(Draw(1, "5p")) == b'{"type":"draw","seat":1,"tile":"5p"}'
    assert decode(b'{"type":"draw","seat":1,"tile":"5p","tail":true}') == Draw(1, "5p", tail=True)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b'{"type":"steal","seat":1}',
        b'{"type":"draw","seat":4,"tile":"5p"}',
        b'{"type":"draw","seat":1,"tile":"10p"}',
        b'{"type":"draw","seat":1,"tile":"8z"}',
        b'{"type":"draw","seat":"1","tile":"5p"}',
        b'{"type":"draw","seat":1}',
    ],
)
def test_what_is_no_event_is_refused(line: bytes) -> None:
    """Design: seats are 0 to 3 and tiles are tiles, whoever wrote the line."""
    with pytest.raises(msgspec.MsgspecError):
        decode(line)


def test_masks_hide_what_others_take_and_draw() -> None:
    """Design: the face of another's tile is `?`; the number of tiles stays."""
    assert mask(Draw(1, "5p", tail=True), 0) == Draw(1, "?", tail=True)
    assert mask(Draw(1, "5p"), 1) == Draw(1, "5p")
    assert mask(Take(1, ("1m", "2m"), tail=True), None) == Take(1, ("?", "?"), tail=True)
    assert mask(Take(1, ("1m", "2m")), 1) == Take(1, ("1m", "2m"))
    assert mask(Discard(1, "5p"), None) == Discard(1, "5p")
    assert mask(Kong(1, "5p", "concealed"), None) == Kong(1, "5p", "concealed")


def test_a_table_knows_its_events() -> None:
    """Design: what is no event of a deal is refused, and nothing changes."""
    with pytest.raises(Desync, match="'nonsense'"):
        Table(OURGAME).apply("nonsense")  # type: ignore[arg-type]


def test_every_move_has_a_name() -> None:
    """Moves: parse and name are inverse over the whole action space."""
    names = [move_name(move) for move in range(MOVES)]

    assert len(set(names)) == MOVES
    assert [parse_move(name) for name in names] == list(range(MOVES))
    assert move_tile(parse_move("chow:3m")) == KIND["3m"]
    assert move_tile(parse_move("pong")) is None


@pytest.mark.parametrize("text", ["", "Pong", "discard:", "discard:1f", "chow:1z", "win:1m", "?"])
def test_what_is_no_move_is_refused(text: str) -> None:
    """Moves: the error quotes the text."""
    with pytest.raises(NotationError) as error:
        parse_move(text)
    assert repr(text) in str(error.value)


def test_sets_of_moves_are_masks() -> None:
    """Moves: a set is an int, read in ascending order."""
    assert list(moves_in(0)) == []
    assert list(moves_in(1 << 3 | 1 << 40 | 1)) == [0, 3, 40]
