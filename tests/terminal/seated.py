"""Playing at the terminal's table without anybody at the keys."""

from __future__ import annotations

from goldsparrow.players import player
from goldsparrow.terminal.app import TableApp
from goldsparrow.terminal.session import Session


def show_all(session: Session) -> None:
    """Shows everything that has happened."""
    while session.coming:
        session.show_next()


def play_deal(session: Session, who: str = "greedy") -> None:
    """Plays one deal to its end, a bot choosing for the person."""
    person = player(who, 7)
    session.start_deal()
    show_all(session)
    while session.moves:
        session.play(person.act(session.view, session.moves))
        show_all(session)


def screen(app: TableApp) -> str:
    """What stands on the screen."""
    canvas = app.felt.canvas
    assert canvas is not None
    return canvas.text()
