"""What is Longyan's own at a table of the server: private tours, the gold at the head."""

from __future__ import annotations

import msgspec

from goldsparrow.game.record import first_dealer
from goldsparrow.game.wall import Shuffle
from goldsparrow.server.room import Room
from tests.clauses.walls import LONGYAN, lay
from tests.server.chairs import Chair, House, guest, setup, with_walls

PEOPLE = [guest(i) for i in range(4)]
MELDS = "123p456p789p123s"
"""Four complete melds; with one gold beside them any tile wins."""


def laid(match: str, number: int, seed: str, entropy: tuple[str, ...]) -> Shuffle:
    """A first deal whose dealer holds all but a tour; the gold is the 5m."""
    del number
    dealer = first_dealer(match, seed, entropy)
    return lay(LONGYAN, {dealer: MELDS + "5m1z"}, "5m", dealer=dealer)


async def dealt(house: House) -> tuple[Room, list[Chair]]:
    """A table whose first deal waits for the dealer."""
    room, chairs = await house.started(setup(rules="longyan"), *PEOPLE)
    await house.pass_time(1)
    return room, chairs


@with_walls(laid)
async def test_the_first_level_of_a_tour_is_told_to_its_owner_alone(house: House) -> None:
    """L9: level 1 binds nobody, so nobody else is told of it; its owner sees what it is."""
    room, chairs = await dealt(house)
    dealer = room.state.first_dealer
    # Any tile would do beside the gold: the dealer lets the win go and waits.
    chairs[dealer].answer("pass")
    await house.pass_time(1)
    chairs[dealer].answer("discard:1z")
    for _ in range(20):
        await house.pass_time(1)
        for chair in chairs:
            if chair.question is not None and "pass" in chair.question["moves"]:
                chair.answer("pass")

    assert chairs[dealer].last("waits")["promises"] == ["tour"]
    for seat, chair in enumerate(chairs):
        if seat != dealer:
            assert all("promises" not in frame for frame in chair.frames)
            assert not any("tour" in str(event) for event in chair.events)


@with_walls(laid)
async def test_a_table_from_before_the_gold_told_its_end_goes_on(house: House) -> None:
    """L2: a stored deal whose gold does not say that it was opened at the head is revived."""
    room, _ = await dealt(house)
    stored = await house.hall.stored(room.state.table)
    older = tuple(body.replace(',"head":true', "") for body in stored.events)
    assert older != stored.events

    again = Room.revive(house.world, msgspec.structs.replace(stored, events=older))
    assert again.state.seq == room.state.seq
