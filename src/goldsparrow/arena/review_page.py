"""A review as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from msgspec.structs import replace as replace_fields

from goldsparrow.arena.review import Review, Reviewed, ReviewedDeal, SeatSeen, summary, title
from goldsparrow.players.explain import MoveReason, choice_text, move_text
from goldsparrow.text import Language, say
from goldsparrow.tiles import KIND, PLAYABLE

SHOWN: Final = 20
"""So many choices are shown where nothing else is asked for."""

_STYLE: Final = """
:root { color-scheme: dark; --ink: #fbf5e3; --mist: #b9d3c7; --night: #0a1513; --panel: #14231eee;
  --line: #ffffff1f; --good: #7fd6ab; --bad: #ff9d8a; --gold: #d8b056; --light: #f8e6ab;
  --serif: "Noto Serif SC", "Noto Serif CJK SC", "Songti SC", serif; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; min-height: 100vh; padding: 1.25rem 1rem 3rem;
  background: radial-gradient(120% 70% at 50% 0, #1a5647, #0f382f 45%, #0a1513 100%) fixed #0a1513;
  color: var(--ink); font: 16px/1.5 "Noto Sans SC", "Noto Sans CJK SC", system-ui, sans-serif; }
h1, h2 { font-family: var(--serif); color: var(--light); line-height: 1.3; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.2rem; margin: 1.75rem 0 .5rem; }
a { color: var(--light); text-underline-offset: .2em; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 1rem; }
nav a { display: inline-flex; align-items: center; min-height: 44px; min-width: 2rem; }
nav span { flex: 1; }
nav a[aria-current] { color: var(--ink); text-decoration: none; font-weight: 700; }
.parts { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .75rem;
  margin: 1rem 0; padding: 0; list-style: none; }
.parts li, article, .wide { border-radius: 1rem; background: var(--panel);
  box-shadow: inset 0 0 0 1px #d8b05655; }
.parts li { padding: .6rem .9rem; }
.parts b { display: block; font: 900 1.5rem/1.3 var(--serif); font-variant-numeric: tabular-nums; }
.parts span { color: var(--mist); }
.note { color: var(--mist); font-size: .9rem; }
.wide { overflow-x: auto; padding: .25rem .5rem; }
article .wide { background: none; box-shadow: none; padding: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .5rem; text-align: right; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
th:first-child, td:first-child { text-align: left; }
th { color: var(--mist); font-weight: 500; font-size: .85rem; white-space: nowrap; }
th.useful, td.useful { text-align: left; }
td.useful span { display: flex; flex-wrap: wrap; gap: .1rem; align-items: center; }
td.useful b { min-width: 1.7rem; font: 500 .9rem/1 "Noto Sans SC", sans-serif; }
td.cost { color: var(--mist); }
td.move { white-space: nowrap; } td.move small { color: var(--mist); margin-left: .4rem; }
tr.best td { color: var(--light); font-weight: 600; } tr.made td { color: var(--bad); }
tr.best td.move { box-shadow: inset 3px 0 var(--gold); }
tr.made td.move { box-shadow: inset 3px 0 #d9564a; }
.up { color: var(--good); } .down { color: var(--bad); }
.bar { display: block; height: .5rem; border-radius: .25rem;
  background: linear-gradient(90deg, #61201a, #c9574a); }
article { padding: .9rem 1.1rem 1rem; margin: 1rem 0; }
article header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; }
article header b { margin-left: auto; color: var(--bad); font: 900 1.4rem/1.2 var(--serif); }
article header small { color: var(--mist); }
.seats { display: grid; gap: .35rem; margin: .6rem 0; padding: .6rem .75rem; list-style: none;
  border-radius: .75rem; background: #0a15138c; }
.seats li { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .25rem .75rem;
  align-items: start; }
.seats li > b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 600; }
.seats li > b small { color: var(--gold); font-weight: 500; margin-right: .3rem; }
.few { font-size: .62rem; } .lay { display: flex; flex-wrap: wrap; gap: .3rem .9rem; }
.row { display: inline-flex; flex-wrap: wrap; gap: .1rem; align-items: center; }
.row i { font-style: normal; font-size: .75rem; color: var(--mist); margin-right: .2rem; }
.hand { display: flex; flex-wrap: wrap; gap: .2rem; margin: .9rem 0 .75rem; align-items: flex-end; }
.gap { width: .6rem; }
.hand small { align-self: center; margin: 0 .2rem 0 .8rem; color: var(--mist); }
.t { display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  flex: none; width: 2em; height: 2.7em; border-radius: .3em; color: #2b2118; position: relative;
  background: linear-gradient(#fffdf3, #efe4c6); border-bottom: .16em solid #2c7663;
  box-shadow: 0 .06em .15em #0007; font: 700 1em/1.1 var(--serif); }
.few .t { box-shadow: none; }
.t.m { color: #a11f16; } .t.p { color: #1d4f86; } .t.s { color: #1c6b45; }
.t.back { background: linear-gradient(#2c7663, #1a5647); border-color: #0f382f; }
.t.f { color: #7a3b8f; }
.t.gold { outline: .12em solid var(--gold); background: linear-gradient(#fff3c4, #f0cf7c); }
.t i { font: 700 .8em/1.1 var(--serif); color: #2b2118; }
.hand .best, .hand .made { margin-bottom: .45rem; }
.hand .best::after, .hand .made::after { content: ""; position: absolute; left: 10%; right: 10%;
  bottom: -.6em; height: .25em; border-radius: 9px; background: var(--gold); }
.hand .made::after { background: #d9564a; }
details { margin-top: .5rem; } summary { cursor: pointer; color: var(--mist); padding: .4rem 0; }
progress { width: 100%; height: .9rem; accent-color: var(--gold); }
main.wait { max-width: 30rem; margin: 18vh auto 0; padding: 1.5rem; border-radius: 1.25rem;
  background: var(--panel); box-shadow: inset 0 0 0 1px #d8b05655; }
@media (max-width: 36rem) {
  body { padding: .75rem .6rem 2rem; } .parts { gap: .4rem; } .parts li { padding: .5rem .6rem; }
  .parts b { font-size: 1.2rem; } article { padding: .75rem .7rem; }
  .seats { padding: .5rem; } .seats li { grid-template-columns: minmax(0, 1fr); }
  .hand { gap: .12rem; font-size: .86rem; } th, td { padding: .3rem .3rem; }
  .moves tr { display: grid; border-bottom: 1px solid var(--line);
    grid-template: "move points distance danger cost" auto "useful useful useful useful useful" auto
      / minmax(0, 1fr) 3.4rem 2.8rem 3.6rem 3rem; }
  .moves tr:last-child { border: 0; } .moves th, .moves td { border: 0; white-space: normal; }
  .moves th { font-size: .75rem; line-height: 1.25; align-self: end; }
  .moves th.useful { display: none; }
  .moves .move { grid-area: move; } .moves .points { grid-area: points; }
  .moves .distance { grid-area: distance; } .moves .danger { grid-area: danger; }
  .moves .cost { grid-area: cost; } .moves .useful { grid-area: useful; }
  .moves td.useful:empty { display: none; }
}
"""

_SUITS: Final = {"m": "萬", "p": "筒", "s": "條"}
_DIGITS: Final = "一二三四五六七八九"
_HONOURS: Final = "東南西北中發白"
_COLUMNS: Final = ("move", "points", "distance", "useful", "danger", "cost")


def review_page(review: Review, tongue: Language, most: int = SHOWN, top: str = "") -> str:
    """Returns the page: the points in parts, deal by deal, then the dearest choices.

    Args:
        review: what is shown.
        tongue: in which language.
        most: how many choices are shown at most.
        top: what stands above it, as HTML.
    """
    name = escape(title(review, tongue))
    mistakes = review.mistakes()[:most]
    body = [
        top,
        f"<h1>{name}</h1>",
        f"<p>{escape(summary(review, tongue)).replace('-', '−')}</p>",
        _parts(review, tongue),
        f"<h2>{escape(say('review.mistakes', tongue))}</h2>",
        *(_choice(review, each, tongue) for each in mistakes),
    ]
    if not mistakes:
        body.append(f"<p>{escape(say('review.none', tongue, bot=review.bot))}</p>")
    body += [
        f"<h2>{escape(say('review.deals', tongue))}</h2>",
        _deals(review.deals, tongue),
        f'<p class="note">{escape(say("review.note", tongue, bot=review.bot))}</p>',
    ]
    return _page(name, tongue, "\n".join(body))


def progress_page(tongue: Language, done: int, deals: int, top: str = "") -> str:
    """Returns a page that says how far a review is, and asks again by itself."""
    name = escape(say("review.progress.title", tongue))
    told = escape(say("review.progress", tongue, done=done, deals=deals))
    body = (
        f'{top}<main class="wait"><h1>{name}</h1><p role="status">{told}</p>'
        f'<progress max="{deals}" value="{done}" aria-label="{name}"></progress></main>'
    )
    return _page(name, tongue, body, '<meta http-equiv="refresh" content="1">')


def _page(name: str, tongue: Language, body: str, head: str = "") -> str:
    return (
        f'<!doctype html>\n<html lang="{tongue}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{head}'
        f"<title>{name}</title><style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _parts(review: Review, tongue: Language) -> str:
    parts = (
        ("points", review.points),
        ("lost", -review.lost),
        ("luck", review.luck),
    )
    items = "".join(
        f"<li><span>{escape(say(f'review.column.{name}', tongue))}</span>"
        f"<b{_tone(value)}>{_number(value, '+,.0f' if name == 'points' else '+,.1f')}</b></li>"
        for name, value in parts
    )
    return f'<ul class="parts">{items}</ul>'


def _number(value: float, form: str) -> str:
    return f"{value:{form}}".replace("-", "−")


def _tone(value: float) -> str:
    return "" if not round(value, 1) else ' class="up"' if value > 0 else ' class="down"'


def _deals(deals: Iterable[ReviewedDeal], tongue: Language) -> str:
    deals = list(deals)
    dearest = max((deal.lost for deal in deals), default=0.0) or 1.0
    head = "".join(
        f"<th>{escape(say(f'review.column.{name}', tongue))}</th>"
        for name in ("deal", "points", "luck", "lost")
    )
    rows = "".join(
        f"<tr><td>{deal.deal}</td><td{_tone(deal.points)}>{_number(deal.points, '+,')}</td>"
        f"<td{_tone(deal.luck)}>{_number(deal.luck, '+,.1f')}</td><td>{deal.lost:.1f}</td>"
        f'<td style="width:30%"><span class="bar" style="width:{deal.lost / dearest:.0%}"></span>'
        "</td></tr>"
        for deal in deals
    )
    return f'<div class="wide"><table><tr>{head}<th></th></tr>{rows}</table></div>'


def _choice(review: Review, choice: Reviewed, tongue: Language) -> str:
    where = say("explain.where", tongue, deal=choice.deal, turn=choice.turn)
    left = say("review.left", tongue, n=choice.left)
    made = say("explain.made", tongue, move=move_text(choice.made, tongue))
    told = choice_text(replace_fields(choice.explanation, bot=review.bot), tongue)
    best = choice.explanation.move
    weighed = [each for each in choice.explanation.options if each.move in {best, choice.made}]
    summed = say("review.all_moves", tongue, n=len(choice.explanation.options))
    return (
        f"<article><header><span>{escape(where)}</span><small>{escape(left)}</small>"
        f"<b>−{choice.lost or 0.0:.1f}</b></header>"
        f"{_seats(review, choice, tongue)}{_hand(review, choice, tongue)}"
        f"<p>{escape(made)}<br>{escape(told)}</p>{_options(choice, weighed, tongue)}"
        f"<details><summary>{escape(summed)}</summary>"
        f"{_options(choice, choice.explanation.options, tongue)}</details></article>"
    )


def _seats(review: Review, choice: Reviewed, tongue: Language) -> str:
    """The table as it was: the seat itself, then the others in turn."""
    rows = ""
    for step in range(4):
        seat = (review.seat + step) % 4
        wind = say(
            f"table.wind.{('east', 'south', 'west', 'north')[(seat - choice.dealer) % 4]}", tongue
        )
        rows += (
            f"<li><b><small>{escape(wind)}</small>{escape(review.players[seat])}</b>"
            f'<div class="lay few">{_laid(choice.seats[seat], choice.gold, tongue)}</div></li>'
        )
    return f'<ul class="seats">{rows}</ul>'


def _laid(seen: SeatSeen, gold: str, tongue: Language) -> str:
    groups = [("melds", meld) for meld in seen.melds]
    groups += [("river", seen.river), ("flowers", seen.flowers)]
    shown = ""
    told: set[str] = set()
    for name, tiles in groups:
        if not tiles:
            continue
        word = "" if name in told else f"<i>{escape(say(f'review.{name}', tongue))}</i>"
        told.add(name)
        shown += f'<span class="row">{word}{_row(tiles, gold, tongue)}</span>'
    return shown


def _hand(review: Review, choice: Reviewed, tongue: Language) -> str:
    tiles = list(choice.hand)
    apart = choice.drawn
    if apart is not None:
        tiles.remove(apart)
    marks = {_thrown(choice.made): " made", _thrown(choice.explanation.move): " best"}
    shown = ""
    for name in reversed(tiles if apart is None else [*tiles, apart]):
        # Of tiles that are alike the last is marked, as a player would throw it.
        tile = _tile(name, choice.gold, tongue, marks.pop(name, ""))
        shown = (
            '<span class="gap"></span>' + tile if name is apart and not shown else tile
        ) + shown
    if choice.asked is not None and choice.source is not None:
        who = say("review.asked", tongue, name=review.players[choice.source])
        shown += f"<small>{escape(who)}</small>{_tile(choice.asked, choice.gold, tongue)}"
    return f'<div class="hand">{shown}</div>'


def _thrown(move: str) -> str:
    """The tile that a move discards, if any."""
    family, _, tile = move.partition(":")
    return tile if family in {"discard", "gold_gap"} else ""


def _row(tiles: Iterable[str], gold: str, tongue: Language) -> str:
    return "".join(_tile(name, gold, tongue) for name in tiles)


def _tile(name: str, gold: str, tongue: Language, mark: str = "") -> str:
    if name == "?":
        return '<span class="t back"></span>'
    called = escape(say(f"tile.{name}", tongue))
    suit = name[1]
    place = int(name[0]) - 1
    if suit in _SUITS:
        face = f"{_DIGITS[place]}<i>{_SUITS[suit]}</i>"
    else:
        face = _HONOURS[place] if suit == "z" else escape(say(f"tile.{name}", "zh-Hant"))
    marked = " gold" if name == gold and KIND[name] < PLAYABLE else ""
    return f'<span class="t {suit}{marked}{mark}" role="img" aria-label="{called}">{face}</span>'


def _options(choice: Reviewed, options: Iterable[MoveReason], tongue: Language) -> str:
    head = "".join(
        f'<th class="{name}">{escape(say(f"explain.column.{name}", tongue))}</th>'
        for name in _COLUMNS
    )
    rows = "".join(_option(choice, option, tongue) for option in options)
    return f'<div class="wide"><table class="moves"><tr>{head}</tr>{rows}</table></div>'


def _option(choice: Reviewed, option: MoveReason, tongue: Language) -> str:
    count = sum(each.left for each in option.useful)
    useful = _row((each.tile for each in option.useful), choice.gold, tongue)
    cells = (
        "" if option.points is None else _number(option.points, "+.2f"),
        "" if option.distance is None else str(option.distance),
        f'<span class="few"><b>{count}</b>{useful}</span>' if useful else "",
        "" if option.danger is None else f"{option.danger:.1%}",
        "" if option.cost is None else f"{option.cost:.2f}",
    )
    kind = (
        ' class="best"'
        if option.move == choice.explanation.move
        else ' class="made"'
        if option.move == choice.made
        else ""
    )
    return (
        f'<tr{kind}><td class="move">{escape(move_text(option.move, tongue))}</td>'
        + "".join(
            f'<td class="{name}">{cell}</td>'
            for name, cell in zip(_COLUMNS[1:], cells, strict=True)
        )
        + "</tr>"
    )
