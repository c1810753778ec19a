"""The program on the screen: keys, mouse and time on the one side, pictures on the other."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from goldsparrow.events import (
    AnyEvent,
    Chow,
    Discard,
    Draw,
    DrawnDeal,
    End,
    Flowers,
    Gold,
    GoldGap,
    Kong,
    LastDraws,
    MatchEnd,
    Payment,
    Pong,
    Tour,
    Win,
)
from goldsparrow.moves import (
    CHOW,
    DISCARDS,
    GOLD_GAP,
    KONG,
    PASS,
    PONG,
    ROB_GOLD,
    THREE_GOLDS,
    WIN,
    Move,
    MoveSet,
)
from goldsparrow.terminal.canvas import Canvas
from goldsparrow.terminal.faces import FACES, Writer
from goldsparrow.terminal.offers import Offer, move_word
from goldsparrow.terminal.pages import (
    final_picture,
    help_picture,
    settlement_picture,
    too_small_picture,
    why_picture,
)
from goldsparrow.terminal.scene import LEAST_HEIGHT, LEAST_WIDTH, Scene
from goldsparrow.terminal.session import OWN, Session
from goldsparrow.terminal.table_picture import KEYS, table_picture
from goldsparrow.text import LANGUAGES
from goldsparrow.tiles import HIDDEN, SUITED

LEFT: Final = 130
"""What the program returns when the person left before the match was over."""

PACES: Final = (0.0, 0.2, 0.4, 0.8, 1.5, 3.0)
"""Seconds that a bot takes for a discard; the keys + and - go from one to the next."""

_PICTURES: Final[dict[str, Callable[[Scene, int, int], Canvas]]] = {
    "table": table_picture,
    "settlement": settlement_picture,
    "final": final_picture,
    "help": help_picture,
    "why": why_picture,
}

# How long what others do takes, and how long what happens by itself, in parts of the pace.
_OTHERS: Final[dict[type, float]] = {
    Draw: 0.3,
    Discard: 1,
    Chow: 1,
    Pong: 1,
    Kong: 1,
    GoldGap: 1,
    Win: 1,
}
_ANYONES: Final[dict[type, float]] = {
    Flowers: 0.4,
    Gold: 0.8,
    Tour: 0.5,
    Payment: 0.5,
    LastDraws: 1,
    DrawnDeal: 1,
    End: 2,
}
_OWN_DRAW: Final = 0.4

_CHOWS: Final[MoveSet] = ((1 << SUITED) - 1) << CHOW
_OWN_KONGS: Final[MoveSet] = (1 << GOLD_GAP) - (1 << CHOW + SUITED)
_WORDS: Final[dict[str, tuple[MoveSet, Move]]] = {
    "W": (1 << WIN | 1 << THREE_GOLDS | 1 << ROB_GOLD, WIN),
    "P": (1 << PONG, PONG),
    "K": (1 << KONG | _OWN_KONGS, KONG),
    "C": (_CHOWS, CHOW),
    "G": (1 << THREE_GOLDS | 1 << ROB_GOLD, THREE_GOLDS),
}
"""Capital letters: which moves each asks for, and the one whose refusal is told by default."""

_INK: Final = "#e8e4d4"
_FELT: Final = "#10332a"
_STYLES: Final = {
    "": Style(color=_INK, bgcolor=_FELT),
    "bar": Style(color="#b9cabf", bgcolor="#08201a"),
    "bar_strong": Style(color="#ffffff", bgcolor="#08201a", bold=True),
    "bar_gold": Style(color="#ffcf4a", bgcolor="#08201a", bold=True),
    "bar_alarm": Style(color="#ffb3a0", bgcolor="#08201a", bold=True),
    "frame": Style(color="#4f7567"),
    "turn": Style(color="#ffe08a", bold=True),
    "strong": Style(bold=True),
    "dim": Style(color="#9db5aa"),
    "alarm": Style(color="#ffb3a0", bold=True),
    "dealer": Style(color="#ffcf4a", bold=True),
    "flower": Style(color="#e3b7dc"),
    "meld": Style(color="#f0ead8", bold=True),
    "gold": Style(color="#ffcf4a", bold=True),
    "live": Style(color="#10332a", bgcolor="#ffe9b0", bold=True),
    "like": Style(bold=True, underline=True, reverse=True),
    "log_new": Style(color="#ffffff", bold=True),
    "prompt": Style(color="#ffe08a", bold=True),
    "waits": Style(color="#a9e5c5", bold=True),
    "offer": Style(color="#10332a", bgcolor="#cfe3d8", bold=True),
    "offer_pointed": Style(color="#10332a", bgcolor="#ffe08a", bold=True, underline=True),
    "key": Style(color="#ffe08a"),
    "suit_m": Style(color="#ff9d8f"),
    "suit_p": Style(color="#9cc7ff"),
    "suit_s": Style(color="#9fdf9f"),
    "suit_z": Style(color="#ffffff"),
    "suit_f": Style(color="#e3b7dc"),
    "card": Style(bgcolor="#f3ecd9"),
    "card_gold": Style(bgcolor="#f7c440", bold=True),
    "raised": Style(bold=True),
    "m": Style(color="#9b1c16"),
    "p": Style(color="#134a94"),
    "s": Style(color="#14602f"),
    "z": Style(color="#1c1c1c"),
    "f": Style(color="#6c2a66"),
    "?": Style(color="#1c1c1c"),
}


@cache
def _style(names: str) -> Style:
    """The style of one or several names, the later ones over the earlier."""
    found = _STYLES[""]
    for name in names.split():
        found += _STYLES[name]
    return found


class Felt(Widget, can_focus=True):
    """Shows a canvas and passes clicks on."""

    DEFAULT_CSS = "Felt { width: 100%; height: 100%; }"

    canvas: Canvas | None = None

    def render_line(self, y: int) -> Strip:
        """One row of the canvas."""
        if self.canvas is None or y >= self.canvas.height:
            return Strip.blank(self.size.width, _style(""))
        segments = [Segment(text, _style(names)) for text, names in self.canvas.runs(y)]
        return Strip(segments, self.canvas.width)


class TableApp(App[int]):
    """A match at the terminal; returns 0 when it was played to its end, otherwise LEFT."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", priority=True, show=False),
        Binding("ctrl+q", "leave", priority=True, show=False),
    ]

    def __init__(self, scene: Scene, *, pace: float, record: Path | None = None) -> None:
        super().__init__()
        self.scene = scene
        self.felt = Felt()
        self.pace = pace
        self.page = "table"
        self._under = "table"
        self._record = record
        self._waiting: Timer | None = None
        self._cells = Size(LEAST_WIDTH, LEAST_HEIGHT)

    @property
    def match_session(self) -> Session:
        """The match that is played."""
        return self.scene.session

    def compose(self) -> ComposeResult:
        """The one widget that shows everything."""
        yield self.felt

    def on_mount(self) -> None:
        """Begins the match."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.action_leave)
        self._cells = self.size
        self.felt.focus()
        self._start_deal()

    def on_resize(self, event: events.Resize) -> None:
        """Draws anew in the new size."""
        self._cells = event.size
        self.draw()

    def draw(self) -> None:
        """Draws the page that is open."""
        width, height = self._cells
        picture = _PICTURES[self.page]
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            picture = too_small_picture
        self.felt.canvas = picture(self.scene, width, height)
        self.felt.refresh()

    # --- time --------------------------------------------------------------------------------

    def _start_deal(self) -> None:
        self.match_session.start_deal()
        self.page = "table"
        self.scene.all_hands = False
        self._go_on()

    def _delay(self, event: AnyEvent) -> float:
        """How long to wait before an event is shown, in seconds."""
        kind = type(event)
        part = _ANYONES.get(kind, 0.0)
        if kind in _OTHERS:
            own = getattr(event, "seat", OWN) == OWN
            part = (_OWN_DRAW if kind is Draw else 0) if own else _OTHERS[kind]
        return part * self.pace

    def _go_on(self) -> None:
        """Shows events until one has to wait for its time, or the person is asked."""
        coming = self.match_session.coming
        while coming:
            delay = self._delay(coming[0])
            if delay:
                self._waiting = self.set_timer(delay, self._after_wait)
                self.draw()
                return
            self._show_next()
        self._ask()

    def _after_wait(self) -> None:
        self._waiting = None
        self._show_next()
        self._go_on()

    def _show_next(self) -> None:
        event = self.match_session.show_next()
        if isinstance(event, End):
            self._open("settlement")
            if self._record is not None:
                self._save(self._record, quiet=True)
        elif isinstance(event, MatchEnd) and self._record is not None:
            self._save(self._record, quiet=True)

    def _skip(self) -> None:
        """Shows at once what has not been shown yet."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        while self.match_session.coming:
            self._show_next()
        self._ask()

    def _ask(self) -> None:
        """Prepares the next choice: the drawn tile is picked, unless it is a gold."""
        scene, session = self.scene, self.match_session
        scene.pointed = scene.picked = None
        if session.moves & DISCARDS:
            drawn = session.view.drawn
            if drawn not in (HIDDEN, session.view.gold) and session.moves >> drawn & 1:
                scene.picked = len(scene.row()) - 1
        self.draw()

    def _open(self, page: str) -> None:
        self.page = page
        if page not in {"help", "why"}:
            self._under = page

    # --- choices -----------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        """Makes a move, or says why it is not allowed."""
        session, scene = self.match_session, self.scene
        if not session.moves >> move & 1:
            word = move_word(session, scene.writer, move)
            if move < PASS:
                word += f" {scene.writer.name(move)}"
            reason = scene.say(f"reason.{session.refusal(move)}")
            self._tell(scene.writer.about(word, reason), refused=True)
            return
        scene.picked = scene.pointed = None
        session.play(move)
        self._go_on()

    def _tell(self, message: str, *, refused: bool = False) -> None:
        self.scene.message = message
        self.scene.refused = refused
        self.draw()

    def _pick(self, place: int) -> None:
        """Picks a tile of the hand; picking it again discards it."""
        scene = self.scene
        row = scene.row()
        if place >= len(row):
            return
        if scene.picked == place and self.match_session.moves & DISCARDS:
            self._play(row[place])
            return
        scene.picked, scene.pointed = place, None
        self.draw()

    def _take(self, place: int) -> None:
        found = self.scene.offers
        if place < len(found):
            self._play(found[place].move)

    def _word(self, letter: str) -> None:
        """A word said aloud: plays the one move that it can mean, or says why there is none."""
        wanted, plain = _WORDS[letter]
        session, scene = self.match_session, self.scene
        meant: list[Offer] = [offer for offer in scene.offers if wanted >> offer.move & 1]
        if len(meant) == 1:
            self._play(meant[0].move)
        elif meant:
            self._tell(scene.say("terminal.pick_number"), refused=True)
        else:
            near = [move for move, _ in session.refused() if wanted >> move & 1]
            self._play(near[0] if near else plain)

    def _step(self, by: int) -> None:
        """Moves to the next tile, or to the next offer where no tile may be discarded."""
        scene, session = self.scene, self.match_session
        if session.moves and not session.moves & DISCARDS:
            self._point(by)
            return
        count = len(scene.row())
        if count:
            scene.pointed = None
            begin = -1 if by > 0 else count
            scene.picked = ((begin if scene.picked is None else scene.picked) + by) % count
        self.draw()

    def _point(self, by: int) -> None:
        scene = self.scene
        count = len(scene.offers)
        if count:
            begin = -1 if by > 0 else count
            scene.pointed = ((begin if scene.pointed is None else scene.pointed) + by) % count
        self.draw()

    def _enter(self) -> None:
        scene, session = self.scene, self.match_session
        if self.page == "settlement":
            if session.match.over:
                self._open("final")
                self.draw()
            else:
                self._start_deal()
        elif self.page == "final":
            self.exit(0)
        elif scene.pointed is not None:
            self._take(scene.pointed)
        elif scene.picked is not None and session.moves & DISCARDS:
            self._play(scene.row()[scene.picked])
        elif session.moves:
            self._tell(scene.say("terminal.pick_first"), refused=True)

    # --- keys and mouse ----------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Does what a key says."""
        self.scene.message, self.scene.refused = "", False
        if self.page in {"help", "why"}:
            if event.key in {"escape", "enter", "space", "f1", "question_mark"}:
                self.page = self._under
                self.draw()
                return
        elif self._key(event.key, event.character or ""):
            event.stop()
            return
        self._anywhere(event.key)
        self.draw()

    def _key(self, key: str, character: str) -> bool:
        """Keys of the table and the pages after it; says whether it was one of them."""
        if key == "space" and self.page == "table":
            # It hastens the bots and nothing else: who taps on must not throw a tile by it.
            if self.match_session.coming:
                self._skip()
        elif key in {"enter", "space"}:
            self._enter()
        elif self.page == "table":
            return self._table_key(key, character)
        elif character == "h" and self.page == "settlement":
            self.scene.all_hands = not self.scene.all_hands
            self.draw()
        elif character == "q" and self.page == "final":
            self.exit(0)
        else:
            return False
        return True

    def _table_key(self, key: str, character: str) -> bool:
        steps = {"left": -1, "right": 1}
        points = {"up": -1, "down": 1, "tab": 1, "shift+tab": -1}
        if key in steps:
            self._step(steps[key])
        elif key in points:
            self._point(points[key])
        elif character and character in KEYS:
            self._pick(KEYS.index(character))
        elif character.isdigit() and character:
            found = [place for place, one in enumerate(self.scene.offers) if one.key == character]
            if found:
                self._take(found[0])
        elif character in _WORDS:
            self._word(character)
        elif character == "?" and self.match_session.moves:
            self._open("why")
            self.draw()
        else:
            return False
        return True

    def _anywhere(self, key: str) -> None:
        """Keys that do the same on every page."""
        scene = self.scene
        if key == "f1" and self.page != "help":
            self._open("help")
        elif key == "f2":
            following = (LANGUAGES.index(scene.language) + 1) % len(LANGUAGES)
            scene.writer = Writer(scene.writer.faces, LANGUAGES[following])
        elif key == "f3":
            following = (FACES.index(scene.writer.faces) + 1) % len(FACES)
            scene.writer = Writer(FACES[following], scene.language)
        elif key == "s":
            self._save(self._record or Path(time.strftime("goldsparrow-%Y%m%d-%H%M%S.jsonl")))
        elif key in {"plus", "minus"}:
            slower = [pace for pace in PACES if pace > self.pace]
            faster = [pace for pace in PACES if pace < self.pace]
            self.pace = (slower or PACES[-1:])[0] if key == "minus" else (faster or PACES[:1])[-1]
            scene.message = scene.say("terminal.pace", n=self.pace)
        elif key == "escape":
            scene.pointed = None

    def on_click(self, event: events.Click) -> None:
        """Takes what was clicked; elsewhere a click hastens the bots, or turns the page."""
        self.scene.message, self.scene.refused = "", False
        canvas = self.felt.canvas
        action = canvas.action_at(event.x, event.y) if canvas is not None else None
        if self.page in {"help", "why"}:
            self.page = self._under
            self.draw()
        elif self.page != "table":
            self._enter()
        elif self.match_session.coming:
            if action is None:
                self._skip()
        elif action is not None:
            what, _, place = action.partition(" ")
            (self._pick if what == "tile" else self._take)(int(place))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Picks the tile, or points at the offer, under the mouse."""
        canvas = self.felt.canvas
        if canvas is None or self.page != "table":
            return
        action = canvas.action_at(event.x, event.y)
        if action is None:
            return
        what, _, place = action.partition(" ")
        scene = self.scene
        before = scene.picked, scene.pointed
        if what == "tile":
            scene.picked, scene.pointed = int(place), None
        else:
            scene.pointed = int(place)
        if before != (scene.picked, scene.pointed):
            self.draw()

    # --- the record, and leaving -------------------------------------------------------------

    def _save(self, path: Path, *, quiet: bool = False) -> None:
        scene, session = self.scene, self.match_session
        if not session.deals:
            self._tell(scene.say("terminal.nothing_to_save"), refused=True)
            return
        try:
            path.write_bytes(session.record().dump())
        except OSError as error:
            text = scene.say("terminal.not_saved", file=path, reason=error.strerror)
            self._tell(text, refused=True)
            return
        scene.saved = path
        if not quiet:
            self._tell(scene.say("terminal.saved", file=path))

    def action_leave(self) -> None:
        """Leaves the table, whatever is going on there."""
        self.exit(0 if self.match_session.over is not None else LEFT)
