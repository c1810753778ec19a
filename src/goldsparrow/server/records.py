"""Records: the finished deals of a table as lines that anyone can verify."""

from __future__ import annotations

from goldsparrow import __version__
from goldsparrow.events import End, MatchEnd, decode
from goldsparrow.game.match import Match
from goldsparrow.game.record import Header, Record
from goldsparrow.server.bodies import RequestError
from goldsparrow.server.state import TableState


def finished(events: tuple[str, ...]) -> list[list[str]]:
    """The events of the deals that are over, a list a deal; the match's end goes with its last."""
    deals: list[list[str]] = [[]]
    for text in events:
        deals[-1].append(text)
        if isinstance(decode(text), End):
            deals.append([])
    running = deals.pop()
    if running and isinstance(decode(running[-1]), MatchEnd):
        deals[-1] += running
    return deals


def record_of(state: TableState, events: tuple[str, ...], deal: int | None) -> bytes:
    """Header and events of the deals that are over; the hidden tiles of a running one stay so."""
    deals = finished(events)
    if deal is not None:
        if not 0 <= deal < len(deals):
            raise RequestError(
                "no_deal", f"deal {deal} is not over; {len(deals)} finished, counted from 0", 404
            )
        deals = [deals[deal]]
    header = header_of(state, drawn=not deal)
    return Record(header, [decode(line) for each in deals for line in each]).dump()


def header_of(state: TableState, *, drawn: bool) -> Header:
    """The header of a table's record; `drawn` where it begins with the match's first deal."""
    match = Match(state.rules, state.length, dealer=state.first_dealer, stake=state.setup.stake)
    return Header.of(
        match,
        state.table,
        state.seats.names,
        f"goldsparrow {__version__}",
        drawn=drawn,
        sealed=True,
    )
