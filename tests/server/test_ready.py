"""What a question tells of the discards that leave a hand ready (C6)."""

from __future__ import annotations

from goldsparrow.game.record import first_dealer
from goldsparrow.game.wall import Shuffle
from tests.clauses.walls import OURGAME, lay
from tests.server.chairs import House, guest, setup, with_walls

FOUR_ALIKE = "1111m456m9999m123p666p"
"""Five melds and a fourth 1m, beside which a fourth 9m: no natural tile makes a pair."""


def laid(match: str, number: int, seed: str, entropy: tuple[str, ...]) -> Shuffle:
    """A first deal whose dealer waits for a gold alone after a discard; the gold is the 2s."""
    del number
    dealer = first_dealer(match, seed, entropy)
    return lay(OURGAME, {dealer: FOUR_ALIKE}, "2s", dealer=dealer)


@with_walls(laid)
async def test_a_hand_that_only_a_gold_completes_is_told_so(house: House) -> None:
    """C6: the gold as the fifth copy of a kind; no natural tile would complete the hand."""
    room, chairs = await house.started(setup(), *[guest(i) for i in range(4)])
    dealer = chairs[room.state.first_dealer]
    while dealer.question is None or dealer.question["kind"] == "opening":
        if dealer.question is not None:
            dealer.answer("pass")
        await house.pass_time(1)
    ready = {each["discard"]: each["waits"] for each in dealer.question["ready"]}
    assert [wait["tile"] for wait in ready["9m"]] == ["2s"]
