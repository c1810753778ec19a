"""Builds the explained page of a rule set: what it says follows from the values in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from goldsparrow.guide.examples import examples
from goldsparrow.guide.parts import Block, Change, Grid, Page, Section, Text, Tiles
from goldsparrow.rules import OPTIONS, RULE_SETS, RuleSet, differences, options_of, rule_set
from goldsparrow.rules.clause import Clause
from goldsparrow.rules.clauses import (
    DealerPaysDraw,
    FifthLast,
    FollowedDiscard,
    GoldGap,
    InstantPayments,
    Tour,
)
from goldsparrow.rules.options import GROUPS, Option, written
from goldsparrow.rules.payment import Additive, Doubling, Multiplied
from goldsparrow.rules.ruleset import DiscardPayer, End, OptionValue, Until, Who
from goldsparrow.text import Language, catalogue, say

__all__ = ["Page", "option_value", "rules_page"]

_SECTIONS: Final = (
    "course",
    "setup",
    "opening",
    "play",
    "claims",
    "end",
    "shapes",
    "scoring",
    "examples",
    "compare",
    "options",
)
_CLAUSE = TypeVar("_CLAUSE", bound=Clause)


def rules_page(rules: RuleSet, language: Language) -> Page:
    """Returns the explained page of a rule set with the options that it has."""
    writer = _Writer(rules, language)
    sections = []
    for key in _SECTIONS:
        blocks = tuple(_BUILDERS[key](writer))
        if blocks:
            sections.append(Section(key, writer.say(f"section.{key}"), blocks))
    return Page(
        rules=rules.key,
        language=language,
        title=writer.say("title", rules=say(f"rules.{rules.key}.title", language)),
        changes=changes(rules, language),
        sections=tuple(sections),
    )


def changes(rules: RuleSet, language: Language) -> tuple[Change, ...]:
    """Lists the options that differ from the preset, in words."""
    found = []
    for name, value in differences(rules).items():
        option = OPTIONS[name]
        preset = option_value(option, option.defaults[rules.key], language)
        title = say(option.title_key, language)
        found.append(Change(name, title, option_value(option, value, language), preset))
    return tuple(found)


def option_value(option: Option, value: OptionValue, language: Language) -> str:
    """Writes what an option is set to, in words."""
    if option.kind == "number":
        return str(value)
    if option.kind == "table":
        between = ", " if language == "en" else "，"
        pairs = (part.split(":") for part in written(value).split(","))
        return between.join(f"{say(f'special.{name}', language)} {n}" for name, n in pairs)
    return say(option.value_key(value), language)


@dataclass(frozen=True, slots=True)
class _Writer:
    rules: RuleSet
    language: Language

    def say(self, key: str, **params: object) -> str:
        """A text of the pages."""
        return say(f"page.{key}", self.language, **params)

    def text(self, key: str, *more: str, title: str | None = None, **params: object) -> Text:
        """A paragraph under its heading, with sentences that go on from it."""
        between = " " if self.language == "en" else ""
        named = key if title is None else title
        head = f"page.{named}.title"
        return Text(
            between.join([self.say(key, **params), *more]),
            say(head, self.language) if head in catalogue() else "",
        )

    def clause(self, kind: type[_CLAUSE]) -> _CLAUSE | None:
        """The rule set's clause of a kind."""
        return next((one for one in self.rules.clauses if isinstance(one, kind)), None)

    @property
    def held(self) -> int:
        """Tiles in a hand that waits (C4)."""
        return 3 * self.rules.deal.melds + 1


def _course(w: _Writer) -> Iterator[Block]:
    rules = w.rules
    yield w.text("course.hand", held=w.held, full=w.held + 1, melds=rules.deal.melds)
    yield w.text("course.gold")
    thirty_six = rules.deal.honours_are_flowers
    flowers = "course.flowers36" if thirty_six else "course.flowers8"
    yield w.text(flowers, title="course.flowers", n=36 if thirty_six else 8)
    if rules.gold.white_stands_in:
        yield w.text("course.white")
    if not rules.claims.chow:
        yield w.text("course.no_chow")
    yield w.text("course.opening")
    yield Text(_join(w, _who_pays(w)), w.say("course.paying.title"))
    if rules.wall.last_draws:
        yield w.text("course.last", n=rules.wall.last_draws)
    else:
        yield w.text("course.last_none", title="course.last", n=rules.wall.reserve)
    if w.clause(Tour):
        yield w.text("course.tour")
    if w.clause(GoldGap):
        yield w.text("course.gold_gap")
    if w.clause(FollowedDiscard):
        yield w.text("course.followed")
    instant = w.clause(InstantPayments)
    if instant:
        late = "course.instant_later" if instant.at_settlement else "course.instant"
        yield w.text(late, title="course.instant")


def _setup(w: _Writer) -> Iterator[Block]:
    rules = w.rules
    wall = rules.wall
    yield w.text("setup.tiles")
    yield w.text("setup.deal", dealt=w.held + 1, held=w.held)
    head = rules.deal.replace_from is End.HEAD
    yield w.text(f"setup.flowers_{'head' if head else 'tail'}", title="setup.flowers")
    opened = "dice" if rules.gold.opened_by_dice else rules.gold.opened_from.value
    yield w.text(f"setup.gold_{opened}", title="setup.gold")
    yield Tiles((("5m",), ("3m", "4m", "5m")), w.say("setup.gold_shown"), "5m")
    if rules.gold.white_stands_in:
        yield Tiles((("4m", "7z", "6m"),), w.say("setup.white_shown"), "5m")
    more = []
    if wall.counts_indicator:
        more.append(w.say("setup.reserve_indicator"))
    if wall.per_exposed_kong or wall.per_concealed_kong:
        kongs = {"exposed": wall.per_exposed_kong, "concealed": wall.per_concealed_kong}
        more.append(w.say("setup.reserve_grows", **kongs))
    if wall.per_flower_set:
        more.append(w.say("setup.reserve_sets", n=wall.per_flower_set))
    yield w.text("setup.reserve", *more, n=wall.reserve)


def _opening(w: _Writer) -> Iterator[Block]:
    yield w.text("opening.heavenly", full=w.held + 1)
    yield w.text("opening.three_golds")
    before = w.rules.opening.rob_before_first_discard
    rob = f"opening.rob_gold_{'before' if before else 'after'}"
    yield w.text(rob, title="opening.rob_gold", held=w.held)
    yield w.text("opening.order")


def _play(w: _Writer) -> Iterator[Block]:
    rules = w.rules
    gold = rules.gold
    turn = "play.turn" if rules.claims.chow else "play.turn_no_chow"
    yield w.text(turn, title="play.turn")
    if gold.may_discard:
        locks = []
        if gold.lock is not Who.NOBODY:
            until = "deal" if gold.lock_until is Until.DEAL_ENDS else "next"
            locks.append(w.say(f"play.lock.{gold.lock.value}.{until}"))
        yield w.text("play.gold_allowed", *locks, title="play.gold")
    else:
        yield w.text("play.gold_forbidden", title="play.gold")
    if not gold.idle_wins_by_discard:
        yield w.text("play.idle")
    if gold.white_stands_in:
        yield w.text("play.white")
    if rules.claims.no_swap:
        yield w.text("play.no_swap")
    if rules.claims.pass_locks_win:
        yield w.text("play.pass")
    tour = w.clause(Tour)
    if tour:
        yield from _tours(w, tour)
    gap = w.clause(GoldGap)
    if gap:
        yield w.text("play.gap", *([w.say("play.gap.edge")] if gap.edge else []))
        yield Tiles((("4p", "6p"), ("5p",)), w.say("play.gap.shown"), "5p")
    followed = w.clause(FollowedDiscard)
    if followed:
        unlike = followed.honour != followed.suited and not rules.deal.honours_are_flowers
        honour = [w.say("play.followed.honour", n=followed.honour)] if unlike else []
        yield w.text("play.followed", *honour, n=followed.suited)


def _tours(w: _Writer, tour: Tour) -> Iterator[Block]:
    pairs = [w.say("play.tour.pairs")] if "seven_pairs" in w.rules.shapes else []
    yield w.text("play.tour", *pairs)
    if not w.rules.gold.may_discard:
        return
    bound = "claims" if tour.double_tour_claims else "binds"
    rows = tuple(
        (
            say(f"special.{name}", w.language),
            w.say(f"play.tour.{level}.how"),
            w.say(f"play.tour.{level}.{'binds' if level == 1 else bound}"),
        )
        for level, name in enumerate(("tour", "double_tour", "triple_tour"), 1)
    )
    head = (w.say("play.tour.level"), w.say("play.tour.how"), w.say("play.tour.binds"))
    yield Grid(w.say("play.tour.title"), head, rows)


def _claims(w: _Writer) -> Iterator[Block]:
    claims = w.rules.claims
    order = "claims.order" if claims.chow else "claims.order_no_chow"
    yield w.text(order, title="claims.order")
    if claims.chow:
        yield w.text("claims.chow")
    hidden = "claims.kong_hidden" if claims.hide_concealed_kong else "claims.kong_shown"
    yield w.text("claims.kong", w.say(hidden))
    if not claims.discard_win:
        yield w.text("claims.self_only")
        return
    line = [say(f"special.{name}", w.language) for name in claims.first_in_line]
    if line:
        names = (", " if w.language == "en" else "、").join(line)
        yield w.text("claims.several_line", title="claims.several", names=names)
    else:
        yield w.text("claims.several")
    if claims.rob_kong:
        yield w.text("claims.rob")


def _end(w: _Writer) -> Iterator[Block]:
    wall = w.rules.wall
    if wall.last_draws:
        fifth = w.clause(FifthLast)
        if fifth:
            yield w.text("end.fifth", n=fifth.drawable)
        yield w.text("end.last", n=wall.last_draws)
    else:
        yield w.text("end.stop", n=wall.reserve)
    pays = w.clause(DealerPaysDraw)
    owed = w.say("end.drawn_pays", n=pays.points) if pays else w.say("end.drawn_nothing")
    # Without a streak that is ever paid, what becomes of it is no matter.
    streak = (
        []
        if isinstance(w.rules.payment, Doubling)
        else [w.say(f"end.streak.{w.rules.streak_after_draw.value}")]
    )
    yield w.text("end.drawn", owed, *streak)
    yield w.text("end.dealer")


def _shapes(w: _Writer) -> Iterator[Block]:
    melds = w.rules.deal.melds
    runs = ("123m", "456p", "789s", "222s", "777p")[:melds]
    shown: dict[str, tuple[tuple[str, ...], ...]] = {
        "melds_and_pair": (*map(_tiles, runs), _tiles("55m")),
        "eight_pairs": (
            *map(_tiles, ("11m", "44m", "66m", "22p", "88p", "33s", "55s", "77s")),
            _tiles("9s"),
        ),
        "seven_pairs": tuple(map(_tiles, ("11m", "44m", "66m", "22p", "88p", "33s", "77z"))),
        "thirteen_orphans": (
            _tiles("19m"),
            _tiles("19p"),
            _tiles("19s"),
            _tiles("1234567z"),
            _tiles("1z"),
        ),
    }
    for shape in w.rules.shapes:
        yield Tiles(shown[shape], w.say(f"shapes.{shape}", melds=melds))


def _tiles(text: str) -> tuple[str, ...]:
    """The names of tiles of one suit."""
    return tuple(f"{rank}{text[-1]}" for rank in text[:-1])


def _scoring(w: _Writer) -> Iterator[Block]:
    payment = w.rules.payment
    if not isinstance(payment, Doubling):
        yield _counted(w)
    if w.rules.specials:
        yield _points(w, "scoring.specials", dict(w.rules.specials))
    if isinstance(payment, Doubling):
        yield _points(w, "scoring.rows", dict(payment.rows))
    if isinstance(payment, Multiplied):
        yield _points(w, "scoring.multiplied", dict(payment.times), "scoring.times")
    yield Text(_join(w, [*_formula(w), *_who_pays(w)]), w.say("scoring.formula.title"))
    yield from _during(w)
    yield Text(w.say("scoring.stake"))


def _join(w: _Writer, parts: list[str]) -> str:
    return (" " if w.language == "en" else "").join(parts)


def _counted(w: _Writer) -> Grid:
    counting = w.rules.counting
    flowers = "flowers" if counting.flower_set != 4 else "flowers_plain"
    kongs = {"exposed": counting.exposed_kong, "concealed": counting.concealed_kong}
    streak = (
        f"{w.say('scoring.streak')}{'; ' if w.language == 'en' else '；'}"
        f"{w.say(f'scoring.streak.{counting.streak_payer.value}')}"
    )
    rows = [
        ("base", f"{counting.base} ({w.say('scoring.base')})"),
        ("flowers", w.say(f"scoring.{flowers}", set=counting.flower_set)),
        ("golds", w.say("scoring.golds", n=counting.gold)),
        ("kongs", w.say("scoring.kongs", **kongs)),
        ("streak", streak),
    ]
    named = tuple((say(f"item.{key}", w.language), text) for key, text in rows)
    head = (w.say("scoring.what"), w.say("scoring.points"))
    return Grid(w.say("scoring.counted"), head, named)


def _points(w: _Writer, caption: str, points: dict[str, int], unit: str = "scoring.points") -> Grid:
    rows = []
    known = dict(points)
    if not w.rules.claims.discard_win:
        known = {name: n for name, n in known.items() if name not in {"discard", "rob_kong"}}
    for name, value in sorted(known.items(), key=lambda pair: pair[1]):
        kong = name == "one_flower" and w.rules.counting.kong_is_flower
        when = w.say(f"special.{name}_kong" if kong else f"special.{name}")
        shown = f"× {value}" if unit == "scoring.times" else str(value)
        rows.append((say(f"special.{name}", w.language), when, shown))
    head = (w.say("scoring.what"), w.say("scoring.meaning"), w.say(unit))
    return Grid(w.say(caption), head, tuple(rows))


def _formula(w: _Writer) -> list[str]:
    payment = w.rules.payment
    if isinstance(payment, Additive):
        parts = [w.say("scoring.formula.draw", n=payment.draw_times)]
        once = payment.discard_times == 1
        discard = "scoring.formula.discard_once" if once else "scoring.formula.discard"
        parts.append(w.say(discard, n=payment.discard_times))
        always = [name for name in w.rules.specials if name in payment.always_drawn]
        if always and payment.discard_times != payment.draw_times:
            between = " and " if w.language == "en" else "、"
            names = between.join(say(f"special.{name}", w.language) for name in always)
            parts.append(w.say("scoring.formula.always", names=names))
        return parts
    if isinstance(payment, Multiplied):
        return [w.say("scoring.formula.times")]
    assert isinstance(payment, Doubling)
    parts = [w.say("scoring.formula.rows")]
    if payment.dealer_doubles:
        parts.append(w.say("scoring.formula.dealer"))
    return parts


def _who_pays(w: _Writer) -> list[str]:
    """Who pays, whatever it is that they pay."""
    payment = w.rules.payment
    parts = [w.say("scoring.pays.draw")]
    if not w.rules.claims.discard_win:
        return parts
    payer = DiscardPayer.ALL if isinstance(payment, Doubling) else _payer(w.rules)
    parts.append(w.say(f"scoring.pays.{payer.value}"))
    adds = payment.discarder_adds if isinstance(payment, Multiplied | Doubling) else 0
    if adds:
        parts.append(w.say("scoring.formula.adds", n=adds))
    if isinstance(payment, Doubling) and payment.maker_pays:
        parts.append(w.say("scoring.pays.maker"))
    return parts


def _payer(rules: RuleSet) -> DiscardPayer:
    payment = rules.payment
    assert isinstance(payment, Additive | Multiplied)
    return payment.discard_payer


def _during(w: _Writer) -> Iterator[Block]:
    instant = w.clause(InstantPayments)
    if instant is None:
        return

    def each(points: int) -> str:
        if instant.dealer_doubles:
            return w.say("scoring.during.each", n=points, double=2 * points)
        return w.say("scoring.during.each_plain", n=points)

    rows = (
        (w.say("scoring.during.exposed"), each(instant.exposed_kong)),
        (w.say("scoring.during.concealed"), each(instant.concealed_kong)),
        (w.say("scoring.during.flower"), each(instant.flower_kong)),
    )
    head = (w.say("scoring.what"), w.say("scoring.points"))
    yield Grid(w.say("scoring.during"), head, rows)
    notes = [w.say("scoring.during.flower_note", n=instant.eight_flowers)]
    if instant.discarder_pays:
        notes.append(w.say("scoring.during.discarder"))
    notes.append(w.say("course.instant_later" if instant.at_settlement else "course.instant"))
    yield Text(_join(w, notes))


def _examples(w: _Writer) -> Iterator[Block]:
    yield from examples(w.rules, w.language)


def _facts(w: _Writer) -> dict[str, str]:
    """The main points of a rule set, a few words each."""
    rules = w.rules
    payment = rules.payment

    def yes(value: object) -> str:
        return w.say("yes" if value else "no")

    if not rules.claims.discard_win:
        payer = w.say("fact.payer.nobody")
    else:
        by = DiscardPayer.ALL if isinstance(payment, Doubling) else _payer(rules)
        payer = w.say(f"fact.payer.{by.value}")
    if isinstance(payment, Doubling):
        doubles = "fact.rows" if payment.dealer_doubles else "fact.rows_plain"
        draw = w.say(doubles, n=payment.rows["self_draw"])
        table = payment.rows
    elif isinstance(payment, Multiplied):
        draw = w.say("fact.times", n=payment.times["self_draw"])
        table = payment.times
    else:
        assert isinstance(payment, Additive)
        draw = w.say("fact.times", n=payment.draw_times)
        table = rules.specials
    best = max(table, key=table.__getitem__, default="")
    times = "× " if isinstance(payment, Multiplied) else ""
    last = rules.wall.last_draws
    pays = w.clause(DealerPaysDraw)
    return {
        "hand": str(w.held),
        "flowers": "36" if rules.deal.honours_are_flowers else "8",
        "chow": yes(rules.claims.chow),
        "gold_discard": w.say(f"fact.{'allowed' if rules.gold.may_discard else 'forbidden'}"),
        "white": yes(rules.gold.white_stands_in),
        "discard": payer,
        "draw": draw,
        "highest": f"{say(f'special.{best}', w.language)} {times}{table[best]}" if best else "-",
        "pairs": yes({"eight_pairs", "seven_pairs"} & set(rules.shapes)),
        "tours": yes(w.clause(Tour)),
        "gap": yes(w.clause(GoldGap)),
        "followed": yes(w.clause(FollowedDiscard)),
        "instant": yes(w.clause(InstantPayments)),
        "end": w.say("fact.end_last", n=last)
        if last
        else w.say("fact.end_stop", n=rules.wall.reserve),
        "drawn": w.say("fact.drawn_pays", n=pays.points) if pays else w.say("fact.drawn_nothing"),
    }


def _compare(w: _Writer) -> Iterator[Block]:
    """The rule set as it is played here beside the others as they are printed."""
    keys = sorted(RULE_SETS, key=lambda key: key != w.rules.key)
    columns = [
        _facts(w if key == w.rules.key else _Writer(rule_set(key), w.language)) for key in keys
    ]
    names = tuple(
        f"{say(f'home.rules.{key}.town', w.language)} {say(f'home.rules.{key}.name', w.language)}"
        for key in keys
    )
    rows = tuple(
        (w.say(f"fact.{fact}"), *(column[fact] for column in columns)) for fact in columns[0]
    )
    yield Grid(w.say("fact.of"), ("", *names), rows, own=1)


def _options(w: _Writer) -> Iterator[Block]:
    own = options_of(w.rules.key)
    unlike = differences(w.rules)
    head = (w.say("option.option"), w.say("option.value"))
    for group in GROUPS:
        inside = [option for option in own if option.group == group]
        rows = []
        for option in inside:
            value = option_value(option, w.rules.options[option.name], w.language)
            if option.name in unlike:
                preset = option_value(option, option.defaults[w.rules.key], w.language)
                value = f"{value} ({w.say('option.preset', value=preset)})"
            rows.append((say(option.title_key, w.language), value))
        if rows:
            marked = tuple(at for at, option in enumerate(inside) if option.name in unlike)
            caption = say(f"option.group.{group}", w.language)
            yield Grid(caption, head, tuple(rows), marked=marked)


_BUILDERS: Final[dict[str, Callable[[_Writer], Iterator[Block]]]] = {
    "course": _course,
    "setup": _setup,
    "opening": _opening,
    "play": _play,
    "claims": _claims,
    "end": _end,
    "shapes": _shapes,
    "scoring": _scoring,
    "examples": _examples,
    "compare": _compare,
    "options": _options,
}
