"""The other pictures: the settlement, the final table, the help, why not, and too small."""

from __future__ import annotations

from collections.abc import Sequence

from goldsparrow.events import End, Win
from goldsparrow.game.match import ranking
from goldsparrow.rules.options import differences, written
from goldsparrow.scores import Group, Score
from goldsparrow.terminal.canvas import Canvas, clip, pad, width, wrap
from goldsparrow.terminal.events import instant_name, paid, seat_name, signed
from goldsparrow.terminal.offers import label
from goldsparrow.terminal.scene import LEAST_HEIGHT, LEAST_WIDTH, Scene
from goldsparrow.text import catalogue
from goldsparrow.tiles import KIND, WHITE

_WIDEST = 96
"""No page is wider: long lines are hard to read."""


class Page:
    """Lines of text from the top down, with a bar above and one below."""

    def __init__(self, scene: Scene, width: int, height: int, title: str, keys: str) -> None:
        self.scene = scene
        self.canvas = Canvas(width, height)
        self.most = min(width - 4, _WIDEST)
        self.x = (width - self.most) // 2
        self.y = 2
        self.canvas.fill(0, 0, width, 1, "bar")
        self.canvas.put(self.x, 0, clip(title, self.most), "bar_strong")
        self.canvas.fill(0, height - 1, width, 1, "bar")
        below, style = keys, "bar"
        if scene.message:
            below, style = scene.message, "bar_alarm" if scene.refused else "bar_strong"
        self.canvas.put(self.x, height - 1, clip(below, self.most), style)

    def line(self, text: str = "", style: str = "", *, indent: int = 0) -> None:
        """Writes a text over as many lines as it needs."""
        for part in wrap(text, self.most - indent) or [""]:
            if self.y < self.canvas.height - 1:
                self.canvas.put(self.x + indent, self.y, part, style)
            self.y += 1

    def row(self, cells: Sequence[tuple[str, int, str]], *, indent: int = 0) -> None:
        """Writes cells of a row: text, width (negative: to the right) and style."""
        x = self.x + indent
        for text, wide, style in cells:
            size = abs(wide)
            shown = clip(text, size)
            lead = size - width(shown) if wide < 0 else 0
            if self.y < self.canvas.height - 1:
                self.canvas.put(x + lead, self.y, shown, style)
            x += size + 1
        self.y += 1

    def pair(self, name: str, text: str, wide: int) -> None:
        """Writes a name and, beside it, a text over as many lines as it needs."""
        for place, part in enumerate(wrap(text, self.most - wide - 3)):
            self.row([(name if not place else "", wide, "key"), (part, width(part), "")], indent=2)

    def words(self, parts: Sequence[tuple[str, str]], gap: str = "  ") -> None:
        """Writes styled words one after the other; a word that does not fit begins a line."""
        x = self.x
        for text, style in parts:
            if x > self.x and x + width(text) > self.x + self.most:
                x = self.x
                self.y += 1
            if self.y < self.canvas.height - 1:
                self.canvas.put(x, self.y, text, style)
            x += width(text) + width(gap)
        self.y += 1


# --- the settlement ------------------------------------------------------------------------------


def settlement_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Draws how a deal ended, what counted, and who pays what for which reason."""
    session = scene.session
    assert session.end is not None, "the deal is over"
    start = session.start
    number = start.number + 1 if start is not None else 0
    title = scene.say(
        "settlement.deal_of",
        rules=scene.say(f"rules.{session.match.rules.key}.title"),
        n=number,
    )
    last = session.match.over
    keys = scene.say("terminal.keys.last" if last else "terminal.keys.settlement")
    page = Page(scene, width, height, title, keys)
    if scene.all_hands:
        _all_hands(page, session.end)
        return page.canvas
    win = session.win
    if win is None:
        page.line(scene.say("settlement.drawn"), "strong")
        stays = session.match.dealer == (start.dealer if start is not None else 0)
        page.line(scene.say("settlement.drawn_note") if stays else "")
    else:
        _win_lines(page, win)
    page.line()
    _payment_rows(page, session.end, win.score if win is not None else None)
    return page.canvas


def _win_lines(page: Page, win: Win) -> None:
    scene, score = page.scene, win.score
    writer = scene.writer
    head = writer.about(scene.say("settlement.winner"), seat_name(win.seat, writer))
    parts = [head, scene.say(f"settlement.by.{win.by}")]
    if score.special not in {None, win.by}:
        parts.append(scene.say(f"special.{score.special}"))
    page.line(" · ".join(parts), "strong")
    notes = []
    if win.source is not None:
        key = "settlement.from_kong" if win.by == "rob_kong" else "settlement.from"
        notes.append(scene.say(key, name=seat_name(win.source, writer)))
    if win.tile is not None:
        known = win.by in {"discard", "rob_gold", "rob_kong", "self_draw"}
        how = scene.say(f"settlement.winning.{win.by}") if known else ""
        notes.append(f"{how} {writer.name(KIND[win.tile])}".strip())
    gold = scene.session.view.gold
    notes.append(f"{scene.say('table.gold')} *{writer.name(gold)}")
    page.line(" · ".join(notes), "dim")
    if score.groups:
        page.words([(_group_text(page, group), _group_style(group)) for group in score.groups])
    else:
        # Three golds win whatever else is held: there is no reading to show.
        melds = [
            writer.group(meld.tiles) for meld in scene.session.deal.view(win.seat).melds(win.seat)
        ]
        page.line("  ".join([*melds, _held(page, win.hand)]))
    flowers = scene.session.view.flowers(win.seat)
    if flowers:
        names = " ".join(writer.small(tile).strip() for tile in sorted(flowers))
        held = scene.say("table.flowers_n", n=len(flowers))
        page.line(writer.about(held, names), "flower")
    page.line()
    sets = next((item.count for item in score.items if item.key == "flower_sets"), 0)
    for item in score.items:
        if item.key == "flower_sets":
            continue
        special = item.key in {score.special, score.row}
        cells = [
            (_item_name(page, item.key), 22, "gold" if special else ""),
            ("" if special else f"x{item.count}", -5, "dim"),
            (f"{item.points:+,}", -8, "strong"),
        ]
        if item.key == "flowers" and sets:
            cells.append((scene.say("settlement.sets_in", n=sets), 30, "dim"))
        page.row(cells, indent=2)
    if score.row is not None and all(item.key != score.row for item in score.items):
        page.row([(_item_name(page, score.row), 22, "gold")], indent=2)
    page.row([(scene.say("settlement.formula"), 22, "dim"), (score.formula, 50, "")], indent=2)
    if score.passed_over:
        names = ", ".join(scene.say(f"special.{name}") for name in score.passed_over)
        note = scene.say("settlement.only_highest")
        page.line(f"{scene.say('settlement.passed_over', names=names)} ({note})", "dim", indent=2)


def _item_name(page: Page, key: str) -> str:
    """What a line of a score is called: what was counted, or the special."""
    named = f"item.{key}"
    return page.scene.say(named if named in catalogue() else f"special.{key}")


def _group_text(page: Page, group: Group) -> str:
    """A group of the winning hand; a gold is starred and says what it stands for."""
    writer = page.scene.writer
    words = []
    for place, (held, stands) in enumerate(zip(group.tiles, group.stands, strict=True)):
        text = writer.small(KIND[held]).strip()
        if place in group.golds:
            text = f"*{text}"
        if held != stands:
            text += f"={writer.small(KIND[stands]).strip()}"
        words.append(text)
    text = " ".join(words)
    return text if group.open else f"({text})"


def _group_style(group: Group) -> str:
    stands_in = any(
        KIND[held] == WHITE and held != face
        for held, face in zip(group.tiles, group.stands, strict=True)
    )
    return "gold" if group.golds or stands_in else "meld" if group.open else ""


def _payment_rows(page: Page, end: End, score: Score | None) -> None:
    """Each seat's sum for the win, what was paid at once, and the total, line by line."""
    scene, session = page.scene, page.scene.session
    writer = scene.writer
    dues = {due.seat: due for due in score.dues} if score is not None else {}
    once = [sum(one.payments[seat] for one in session.payments) for seat in range(4)]
    with_once = any(once) or bool(session.payments)
    wide = page.most - (45 if with_once else 32)
    heads = [
        (scene.say("command.seat"), 11, "dim"),
        (scene.say("terminal.column.win"), wide, "dim"),
    ]
    if with_once:
        heads.append((scene.say("settlement.instant.other"), -12, "dim"))
    heads += [
        (scene.say("terminal.column.deal"), -9, "dim"),
        (scene.say("settlement.total"), -9, "dim"),
    ]
    page.row(heads)
    for seat in range(4):
        due = dues.get(seat)
        if due is not None:
            plain = due.formula == str(due.points)
            why = due.formula if plain else f"{due.formula} = {due.points:,}"
        elif score is not None and score.payments[seat] > 0:
            why = " + ".join(f"{one.points:,}" for one in score.dues if one.points)
            why += f" = {score.payments[seat]:,}" if len(score.dues) > 1 else ""
        else:
            why = scene.say("settlement.why.nothing") if score is not None else "-"
        style = "strong" if end.payments[seat] > 0 else ""
        long = width(why) > wide
        shown = f"= {due.points:,}" if long and due is not None else why
        cells = [(seat_name(seat, writer), 11, style), (shown, wide, style)]
        if with_once:
            cells.append((signed(once[seat]), -12, style))
        cells += [
            (signed(end.payments[seat]), -9, style),
            (f"{end.scores[seat]:,}", -9, style),
        ]
        page.row(cells)
        if long and due is not None:
            page.line(due.formula, "dim", indent=12)
    if session.payments:
        page.line()
        for payment in session.payments:
            name = instant_name(payment.reason, writer)
            page.line(writer.about(name, paid(payment.payments, writer)), "dim")


def _held(page: Page, names: Sequence[str]) -> str:
    """Concealed tiles one by one, golds starred."""
    writer, gold = page.scene.writer, page.scene.session.view.gold
    return " ".join(
        ("*" if KIND[name] == gold else "") + writer.small(KIND[name]).strip() for name in names
    )


def _all_hands(page: Page, end: End) -> None:
    scene = page.scene
    writer = scene.writer
    page.line(scene.say("settlement.hands"), "strong")
    for seat in range(4):
        page.line()
        melds = "  ".join(
            writer.group(meld.tiles) for meld in scene.session.deal.view(seat).melds(seat)
        )
        page.line(f"{seat_name(seat, writer)}  {melds}".rstrip(), "meld")
        page.line(_held(page, end.hands[seat]), indent=2)


# --- the other pages -----------------------------------------------------------------------------


def final_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Draws the ranking at the end of the match."""
    session = scene.session
    rules = scene.say(f"rules.{session.match.rules.key}.title")
    length = length_text(scene)
    title = scene.say("settlement.final_of", rules=rules, length=length)
    page = Page(scene, width, height, title, scene.say("terminal.keys.final"))
    page.line(scene.say("settlement.final"), "strong")
    page.line()
    scores = session.match.scores
    for place, seat in enumerate(ranking(scores), 1):
        style = "gold" if place == 1 else ""
        page.row(
            [
                (scene.say("settlement.place_n", n=place), 10, style),
                (seat_name(seat, scene.writer), 14, style),
                (scene.say("table.points_n", n=signed(scores[seat])), -16, style),
            ],
            indent=2,
        )
    page.line()
    if scene.saved is not None:
        page.line(scene.say("terminal.saved", file=scene.saved), "dim")
    return page.canvas


def length_text(scene: Scene) -> str:
    """The match's length in words."""
    length = scene.session.match.length
    if length.unit == "deals":
        return scene.say("home.deals_n", n=length.count)
    key = "home.round_one" if length.count == 1 else "home.rounds_n"
    return scene.say(key) if length.count == 1 else scene.say(key, n=length.count)


def help_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Draws the keys, the marks, and how the rules differ from their preset."""
    rules = scene.session.match.rules
    title = scene.say(f"rules.{rules.key}.title")
    page = Page(scene, width, height, title, scene.say("terminal.keys.back"))
    page.line(scene.say("terminal.help.keys"), "strong")
    for name in ("tiles", "discard", "choose", "words", "why", "skip", "look", "save", "leave"):
        key = scene.say(f"terminal.help.{name}.key")
        page.pair(key, scene.say(f"terminal.help.{name}.text"), 16)
    page.line()
    page.line(scene.say("terminal.help.marks"), "strong")
    for name in ("gold", "live", "turn", "concealed", "waits"):
        page.line(scene.say(f"terminal.help.mark.{name}"), indent=2)
    changed = differences(rules)
    if changed:
        page.line()
        page.line(scene.say("terminal.help.options"), "strong")
        parts = [
            scene.writer.about(scene.say(f"option.{name}.title"), written(value))
            for name, value in changed.items()
        ]
        page.line(" · ".join(parts), indent=2)
    return page.canvas


def why_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Draws what the person may not do now, each with its reason."""
    title = scene.say("terminal.why.title")
    page = Page(scene, width, height, title, scene.say("terminal.keys.back"))
    refused = scene.session.refused()
    if not refused:
        page.line(scene.say("terminal.why.none"))
    for move, reason in refused:
        name = label(scene.session, scene.writer, move)
        page.pair(name, scene.say(f"reason.{reason}"), 26)
    return page.canvas


def too_small_picture(scene: Scene, width: int, height: int) -> Canvas:
    """Says that the window is too small, and how large it has to be."""
    canvas = Canvas(width, height)
    text = scene.say("terminal.too_small", w=LEAST_WIDTH, h=LEAST_HEIGHT, x=width, y=height)
    for line, part in enumerate(wrap(text, max(width, 2))):
        canvas.put(0, line, pad(part, width), "alarm")
    return canvas
