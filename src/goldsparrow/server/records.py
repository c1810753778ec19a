"""Records: the finished deals of a table as lines that anyone can verify."""

from __future__ import annotations

from goldsparrow import __version__
from goldsparrow.events import End, MatchEnd, decode
from goldsparrow.game.match import Match
from goldsparrow.game.record import Header, Record
from goldsparrow.server.bodies import RequestError
from goldsparrow.server.state import TableState


def record_of(state: TableState, events: tuple[str, ...], deal: int | None) -> bytes:
    """Header and events of the deals that are over; the hidden tiles of a running one stay so."""
    deals: list[list[str]] = [[]]
    for text in events:
        deals[-1].append(text)
        if isinstance(decode(text), End):
            deals.append([])
    running = deals.pop()
    if running and isinstance(decode(running[-1]), MatchEnd):
        deals[-1] += running
    if deal is not None:
        if not 0 <= deal < len(deals):
            raise RequestError(
                "no_deal", f"deal {deal} is not over; {len(deals)} finished, counted from 0", 404
            )
        deals = [deals[deal]]
    match = Match(state.rules, state.length, dealer=state.first_dealer, stake=state.setup.stake)
    header = Header.of(
        match,
        state.table,
        state.seats.names,
        f"goldsparrow {__version__}",
        drawn=not deal,
        sealed=True,
    )
    return Record(header, [decode(line) for each in deals for line in each]).dump()
