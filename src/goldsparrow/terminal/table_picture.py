"""The picture of the table: three opponents above, the own hand below."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from goldsparrow.game.match import deal_name
from goldsparrow.melds import Meld
from goldsparrow.moves import DISCARDS
from goldsparrow.terminal.canvas import Canvas, clip, pad, width, wrap
from goldsparrow.terminal.events import seat_name, told
from goldsparrow.terminal.offers import hand_row
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.session import MOST_SCORED, OWN, Wait
from goldsparrow.tiles import EAST, HIDDEN, NAMES, Tile

KEYS: Final = "abcdefghijklmnopq"
"""The keys of the tiles of the own hand, from left to right."""

_PLACES: Final = (3, 2, 1)
"""The seats from left to right as the person sees them."""

_WINDS: Final = ("east", "south", "west", "north")


def table_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Draws the table; it needs at least 80 by 24 cells."""
    canvas = Canvas(width, height)
    _Table(scene, canvas).draw()
    return canvas


def _worth(wait: Wait) -> str:
    """What a wait would gain, self-drawn and on a discard."""
    points = [
        f"{points:+,}" if points is not None else "-" for points in (wait.drawn, wait.claimed)
    ]
    return f" {'/'.join(points)}"


class _Table:
    """Draws one table on one canvas."""

    def __init__(self, scene: Scene, canvas: Canvas) -> None:
        self.scene = scene
        self.session = scene.session
        self.view = scene.session.view
        self.writer = scene.writer
        self.canvas = canvas
        self.like = scene.picked_tile
        spare = canvas.height - 24
        self.large = canvas.width >= 106 and spare >= 6
        if self.large:
            spare -= 3
        self.river_rows = 4 + (1 if spare >= 2 else 0) + (1 if spare >= 8 else 0)
        self.log_rows = 1 + max(0, spare - (self.river_rows - 4))

    def draw(self) -> None:
        """Draws everything from the top to the bottom."""
        canvas = self.canvas
        self._status(0)
        height = 6 + self.river_rows
        across = (canvas.width - 2) // 3
        for place, seat in enumerate(_PLACES):
            self._panel(seat, place * (across + 1), 1, across, height)
        y = 1 + height
        self._own_head(y)
        self._own_melds(y + 1)
        self._river(OWN, 1, y + 2, canvas.width - 2, 2)
        y += 4
        self._log(y)
        y += self.log_rows
        self._prompt(y)
        self._offers(y + 1)
        self._hand(y + 3)
        self._footer(canvas.height - 1)

    # --- around the table --------------------------------------------------------------------

    def _status(self, y: int) -> None:
        scene, view = self.scene, self.view
        canvas = self.canvas
        canvas.fill(0, y, canvas.width, 1, "bar")
        parts: list[tuple[str, str]] = []
        if view.start is not None:
            round_wind, _ = deal_name(view.start)
            wind = scene.say(f"table.wind.{_WINDS[round_wind - EAST]}")
            number = view.start.number + 1
            parts.append((scene.say("table.round_deal", wind=wind, n=number), "bar"))
            dealer = f"{scene.say('table.dealer')} {seat_name(view.dealer, self.writer)}"
            if view.streak:
                dealer += f" ({scene.say('table.streak_n', n=view.streak)})"
            parts.append((dealer, "bar"))
        if view.gold != HIDDEN:
            gold = f"{scene.say('table.gold')} *{self.writer.name(view.gold)}"
            parts.append((gold, "bar_gold"))
            if view.rules.gold.white_stands_in and NAMES[view.gold] != "7z":
                white = self.writer.name(EAST + 6)
                tile = self.writer.name(view.gold)
                parts.append((scene.say("terminal.stands_in", white=white, tile=tile), "bar"))
        if view.last_draws:
            parts.append((scene.say("table.last_draws_on"), "bar_alarm"))
        few = view.drawable <= 10
        key = "table.last_draws" if few else "terminal.left_n"
        parts.append((scene.say(key, n=view.drawable), "bar_alarm" if few else "bar"))
        title = scene.say(f"rules.{view.rules.key}.title")
        if sum(width(text) + 3 for text, _ in parts) + width(title) <= canvas.width - 3:
            parts.insert(0, (title, "bar_strong"))
        x = 1
        for place, (text, style) in enumerate(parts):
            if place:
                x = canvas.put(x, y, " · ", "bar")
            x = canvas.put(x, y, text, style)

    def _panel(self, seat: int, x: int, y: int, across: int, height: int) -> None:
        scene, view, canvas = self.scene, self.view, self.canvas
        turn = view.turn == seat and not view.over
        canvas.box(x, y, across, height, "turn" if turn else "frame", double=turn)
        self._title(seat, x + 1, y, across - 2)
        below = f" {scene.say('terminal.tiles_n', n=view.size(seat))} "
        canvas.put(x + 2, y + height - 1, below, "dim")
        flowers = view.flowers(seat)
        if flowers:
            text = f" {scene.say('table.flowers_n', n=len(flowers))} "
            canvas.put(x + across - 2 - width(text), y + height - 1, text, "dim")
        inside = across - 2
        for line, text in enumerate(self._flower_lines(flowers, inside)[:2]):
            canvas.put(x + 1, y + 1 + line, text, "flower")
        self._melds(view.melds(seat), x + 1, y + 3, inside)
        self._river(seat, x + 1, y + 5, inside, height - 6)

    def _title(self, seat: int, x: int, y: int, across: int) -> None:
        scene, view, canvas = self.scene, self.view, self.canvas
        turn = view.turn == seat and not view.over
        points = f" {scene.say('table.points_short', n=f'{view.scores[seat]:,}')} "
        canvas.put(x + across - width(points), y, points, "strong")
        x = canvas.put(x, y, f" {'>' if turn else ''}", "turn")
        x = canvas.put(x, y, f"{seat_name(seat, self.writer)} ", "turn" if turn else "strong")
        if seat == view.dealer and view.start is not None:
            x = canvas.put(x, y, f"[{scene.say('terminal.dealer_mark')}] ", "dealer")
        if view.gold_thrown[seat]:
            canvas.put(x, y, f"[{scene.say('table.gold_lock')}] ", "alarm")

    def _flower_lines(self, flowers: Sequence[Tile], most: int) -> list[str]:
        """Flowers by kind, those that there are several of with their number."""
        counted = sorted(Counter(flowers).items())
        if self.writer.faces == "text":
            return wrap(" ".join(self.writer.group([k] * n) for k, n in counted), most)
        parts = [
            self.writer.small(kind).strip() + (f"x{n} " if n > 1 else " ") for kind, n in counted
        ]
        return wrap("".join(parts), most)

    def _meld(self, meld: Meld) -> str:
        """A meld as one word; brackets are round a concealed kong."""
        text = self.writer.group(meld.tiles)
        return f"[{text}]" if meld.concealed else text

    def _melds(self, melds: Sequence[Meld], x: int, y: int, most: int) -> None:
        words = [self._meld(meld) for meld in melds]
        for line, text in enumerate(wrap(" ".join(words), most)[:2]):
            self.canvas.put(x, y + line, text, "meld")

    def _river(self, seat: int, x: int, y: int, most: int, rows: int) -> None:
        """The discards in rows; the one that may be claimed is marked `<`."""
        view, writer = self.view, self.writer
        step = writer.cells + 1
        across = (most + 1) // step
        river = view.river(seat)
        live = view.live != HIDDEN and view.source == seat
        # A river longer than its place shows its newest rows.
        hidden = max(0, -(-len(river) // across) - rows) * across
        for place, tile in enumerate(river[hidden:]):
            cx, cy = x + place % across * step, y + place // across
            newest = live and place + hidden == len(river) - 1
            style = "live" if newest else self._tile_style(tile)
            end = self.canvas.put(cx, cy, writer.small(tile).rstrip(), style)
            if newest:
                self.canvas.put(end, cy, "<", "live")

    def _tile_style(self, tile: Tile) -> str:
        suit = "gold" if tile == self.view.gold else f"suit_{NAMES[tile][1:] or 'z'}"
        return f"{suit} like" if tile == self.like else suit

    # --- the own place -----------------------------------------------------------------------

    def _own_head(self, y: int) -> None:
        canvas, view = self.canvas, self.view
        turn = view.turn == OWN and not view.over
        canvas.put(0, y, ("═" if turn else "─") * canvas.width, "turn" if turn else "frame")
        self._title(OWN, 1, y, canvas.width - 2)

    def _own_melds(self, y: int) -> None:
        canvas, view = self.canvas, self.view
        words = " ".join(self._meld(meld) for meld in view.melds(OWN))
        x = canvas.put(1, y, words, "meld") if words else -1
        flowers = view.flowers(OWN)
        if flowers:
            most = canvas.width - x - 4
            names = " ".join(self._flower_lines(flowers, 200))
            held = self.scene.say("table.flowers_n", n=len(flowers))
            text = clip(self.writer.about(held, names), most)
            canvas.put(canvas.width - 1 - width(text), y, text, "flower")

    def _log(self, y: int) -> None:
        """The newest lines of what happened; waits stand to their right."""
        waits = self._waits()
        lines = [line for event in self.session.shown if (line := told(event, self.writer))]
        for place, line in enumerate(lines[-self.log_rows :]):
            newest = place == min(len(lines), self.log_rows) - 1
            beside = waits if place == self.log_rows - 1 else ""
            most = self.canvas.width - 2 - (width(beside) + 2 if beside else 0)
            style = "log_new" if newest else "dim"
            self.canvas.put(1, y + place, clip(line, most), style)
        x = self.canvas.width - 1 - width(waits)
        self.canvas.put(x, y + self.log_rows - 1, waits, "waits")

    def _waits(self) -> str:
        """What the hand waits for, or would after the discard that is picked."""
        scene, session = self.scene, self.session
        picked = scene.picked_tile
        found, key, params = session.waits(), "terminal.waits", {}
        if session.moves & DISCARDS and picked != HIDDEN and session.moves >> picked & 1:
            found = session.waits_after(picked)
            key, params = "terminal.then_waits", {"tile": self.writer.name(picked)}
        if not found:
            return ""
        lock = f" · {scene.say('reason.self_draw_only')}" if self.view.gold_locked else ""
        most = self.canvas.width - 26
        texts = [
            scene.say(key, tiles=self._waits_text(found, with_worth=worth), **params) + lock
            for worth in (True, False)
        ]
        return next((text for text in texts if width(text) <= most), clip(texts[1], most))

    def _waits_text(self, found: Sequence[Wait], *, with_worth: bool) -> str:
        """Each tile with how many are unseen and, where there is room, what it would gain."""
        if len(found) > MOST_SCORED:
            return self.scene.say("terminal.any_tile", n=len(found))
        return "  ".join(
            f"{self.writer.name(wait.tile)} x{wait.left}{_worth(wait) if with_worth else ''}"
            for wait in found
        )

    def _prompt(self, y: int) -> None:
        scene, session, view = self.scene, self.session, self.view
        if not session.moves:
            if not view.over and view.turn != OWN:
                name = seat_name(view.turn, self.writer)
                self.canvas.put(1, y, scene.say("terminal.wait_for", name=name), "dim")
            return
        question = session.question
        params: dict[str, object] = {}
        if question.kind in {"claim", "rob_kong"}:
            params = {
                "name": seat_name(question.source, self.writer),
                "tile": self.writer.name(question.tile),
            }
        text = scene.say(f"terminal.prompt.{question.kind}", **params)
        self.canvas.put(1, y, f"> {text}", "prompt")

    def _offers(self, y: int) -> None:
        """Everything that may be chosen, on at most two lines."""
        x, scene = 1, self.scene
        for place, offer in enumerate(scene.offers):
            pointed = place == scene.pointed
            text = f"{'>' if pointed else ' '}{offer.key} {offer.label} "
            if x + width(text) >= self.canvas.width and x > 1:
                x, y = 1, y + 1
            style = "offer_pointed" if pointed else "offer"
            x = self.canvas.put(x, y, text, style, f"offer {place}") + 1

    def _hand(self, y: int) -> None:
        """The own hand: golds first and starred, the drawn tile apart, the picked one raised."""
        tiles, drawn = hand_row(self.view)
        card, step = (5, 6) if self.large else (3, 4)
        rows = 4 if self.large else 2
        count = len(tiles) + (drawn != HIDDEN)
        total = count * step - 1 + (step // 2 if drawn != HIDDEN else 0)
        x = max(1, (self.canvas.width - total) // 2)
        uses = Counter(self._used())
        may_discard = self.session.moves & DISCARDS
        for place, tile in enumerate(self.scene.row()):
            if drawn != HIDDEN and place == len(tiles):
                x += step // 2
            lit = uses[tile] > 0
            uses[tile] -= lit
            raised = place == self.scene.picked or lit
            self._card(tile, x, y if raised else y + 1, card, rows, raised=raised)
            self.canvas.spot(x, y, card, rows + 2, f"tile {place}")
            if may_discard:
                allowed = self.session.moves >> tile & 1
                key = KEYS[place] if allowed else "-"
                self.canvas.put(x + card // 2, y + rows + 1, key, "key" if allowed else "dim")
            x += step

    def _used(self) -> Sequence[Tile]:
        """The own tiles that the offer pointed at would lay open."""
        found = self.scene.offers
        place = self.scene.pointed
        return found[place].uses if place is not None and place < len(found) else ()

    def _card(self, tile: Tile, x: int, y: int, card: int, rows: int, *, raised: bool) -> None:
        canvas = self.canvas
        gold = tile == self.view.gold
        suit = NAMES[tile][1]
        style = f"card_gold {suit}" if gold else f"card {suit}"
        if raised:
            style += " raised"
        canvas.fill(x, y, card, rows, style)
        left = x + (1 if self.large else 0)
        top = y + (1 if self.large else 0)
        for line, text in enumerate(self.writer.card(tile)):
            canvas.put(left, top + line, text, style)
        if gold:
            canvas.put(left + 2, top, "*", style)

    def _footer(self, y: int) -> None:
        scene = self.scene
        canvas = self.canvas
        canvas.fill(0, y, canvas.width, 1, "bar")
        if scene.message:
            style = "bar_alarm" if scene.refused else "bar_strong"
            canvas.put(1, y, clip(scene.message, canvas.width - 2), style)
            return
        canvas.put(1, y, pad(scene.say("terminal.keys.table"), canvas.width - 2), "bar")
