"""Names, cookies and chairs."""

from __future__ import annotations

import pytest

from goldsparrow.server.seats import SeatError, Seats, clean_name, new_token, token_hash


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("阿福", "阿福"),
        ("  Mei \n Lin ", "Mei Lin"),
        ("e\u0301", "é"),
        ("a\u202eb\u200bc\x00", "abc"),
        ("x" * 16, "x" * 16),
        ("\u3164a\u115f\uffa0\u034f\u17b4\ufe0fb\u2800", "ab"),
        # What was between them is gone: they compose.
        ("e\u034f\u0301", "é"),
    ],
)
def test_names_are_cleaned(name: str, clean: str) -> None:
    """A name is one visible line: no control, direction or zero-width characters."""
    assert clean_name(name) == clean


@pytest.mark.parametrize(
    "name",
    [
        *("", "   ", "\u200b", "x" * 17),
        *("\u3164", "\u2800", "\u115f\u034f", "\u0301", "\u0301a"),
        *("茉莉", "小鷺", "olive", "Jas\u200bMINE", "阿\ufe0f榕"),
    ],
)
def test_unusable_names_are_refused(name: str) -> None:
    """A name has 1 to 16 visible characters, and no bot has it; the message quotes it."""
    with pytest.raises(SeatError) as caught:
        clean_name(name)

    assert caught.value.code == "bad_name"
    assert repr(name) in str(caught.value) or "a bot is called" in str(caught.value)


def test_a_token_is_never_what_is_stored() -> None:
    """The database holds a hash, so that a copy of it opens no seat."""
    token = new_token()

    assert token != new_token()
    assert token not in token_hash(token)
    assert token_hash(token) == token_hash(token)


def test_people_take_open_seats_and_find_them_again() -> None:
    """C2: a seat is a person's or a bot's; nobody sits on a taken one."""
    seats = Seats(("open", "bot:greedy", "open", "bot:chance"))
    assert (seats.full, seats.people) == (False, ())
    seats.sit(seats.free(2), "guest-a", "甲")
    seats.sit(seats.free(None), "guest-b", "乙")

    assert (seats.of("guest-a"), seats.of("guest-b"), seats.of("guest-c")) == (2, 0, None)
    assert seats.of(None) is None
    assert (seats.full, seats.people) == (True, (0, 2))
    assert seats.names[0] == "乙"
    for wanted, code in ((1, "taken"), (None, "full")):
        with pytest.raises(SeatError) as caught:
            seats.free(wanted)
        assert caught.value.code == code


def test_states_show_who_is_there() -> None:
    """Bots are always connected and named by the catalogue's key; open seats have no name."""
    seats = Seats(("open", "bot:greedy", "open", "open"))
    seats.sit(0, "guest-a", "甲")
    states = seats.states({0}, (False, True, False, False))

    assert [state.kind for state in states] == ["person", "bot", "open", "open"]
    assert [state.connected for state in states] == [True, True, False, False]
    assert states[1].name_key == "room.bot.1"
    assert states[0].name_key is None
