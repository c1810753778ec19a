"""Records of every rule set verify, whatever was declared, paid at once or drawn without asking."""

from __future__ import annotations

import pytest

from goldsparrow.errors import RecordError
from goldsparrow.events import AnyEvent, Payment, encode
from goldsparrow.game.match import Length, Match
from goldsparrow.game.record import Header, Record, commitment, deal_shuffle
from goldsparrow.rules import RULE_SETS, rule_set
from tests.laws.seekers import Seeker

DEALS = 12


def played(key: str) -> Record:
    """A match of seekers, who go for tours, gold gaps and kongs."""
    match = Match(rule_set(key), Length(DEALS, "deals"), dealer=1, stake=2)
    header = Header.of(match, f"seekers {key}", ("a", "b", "c", "d"), sealed=True)
    players = [Seeker(seat) for seat in range(4)]
    events: list[AnyEvent] = []
    while not match.over:
        seed = f"{match.number + 1:064x}"
        shuffled = deal_shuffle(header.match, match.number + 1, seed)
        events += match.start(shuffled, commitment=commitment(seed), seed=seed)
        while match.waiting:
            seat = min(match.waiting)
            events += match.act(seat, players[seat].act(match.view(seat), match.waiting[seat]))
    return Record(header, events)


@pytest.mark.parametrize("key", RULE_SETS)
def test_records_verify(key: str) -> None:
    """Records: written, read and played again from the shuffles, with all that clauses add."""
    record = played(key)
    match = Record.parse(record.dump()).verify()

    assert match.over
    assert match.number == DEALS - 1
    assert sum(match.scores) == 0


def test_an_instant_payment_cannot_be_changed() -> None:
    """L4, L5: a payment that was edited, or left out, does not verify, and its line is named."""
    record = played("longyan")
    place = next(i for i, event in enumerate(record.events) if isinstance(event, Payment))
    paid = record.events[place]
    assert isinstance(paid, Payment)
    for change in ([Payment(paid.reason, (0, 0, 0, 0))], []):
        events = [*record.events[:place], *change, *record.events[place + 1 :]]
        with pytest.raises(RecordError) as error:
            Record(record.header, events).verify()
        assert error.value.line == record.lines[place]
    assert b"payment" in encode(paid)
