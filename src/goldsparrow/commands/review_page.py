"""A review as one HTML page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from goldsparrow.arena.review import Review, Reviewed, ReviewedDeal
from goldsparrow.commands import reviewing
from goldsparrow.players.explain import MoveReason, move_text, sentences
from goldsparrow.text import Language, say
from goldsparrow.tiles import KIND, PLAYABLE

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #2b2118; --paper: #f7f2e7; --line: #d9cdb5;
  --tile: #fffdf6; --good: #1f7a4d; --bad: #b3261e; --gold: #b8860b; --soft: #6f6252; }
@media (prefers-color-scheme: dark) { :root { --ink: #efe6d5; --paper: #1d1a16; --line: #463d31;
  --tile: #faf5e6; --good: #6fd3a0; --bad: #ff8a80; --gold: #e3b94d; --soft: #b3a68f; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.parts { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: .75rem;
  margin: 1rem 0; padding: 0; list-style: none; }
.parts li { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; }
.parts b { display: block; font-size: 1.4rem; font-variant-numeric: tabular-nums; }
.parts span { color: var(--soft); }
.note { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; } th { color: var(--soft); font-weight: 500; }
td.tiles { text-align: left; white-space: nowrap; }
tr.made td { font-weight: 600; }
.up { color: var(--good); } .down { color: var(--bad); }
.bar { display: block; height: .5rem; border-radius: .25rem; background: var(--bad); }
article { border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem 1rem;
  margin: 1rem 0; }
article header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; }
article header b { margin-left: auto; color: var(--bad); font-size: 1.2rem; }
.hand { display: flex; flex-wrap: wrap; gap: .2rem; margin: .75rem 0; }
.hand .gap { width: .6rem; }
.t { display: inline-flex; flex-direction: column; align-items: center; justify-content: center;
  width: 2rem; height: 2.7rem; border-radius: .3rem; background: var(--tile); color: #2b2118;
  border: 1px solid #cfc3a8; box-shadow: 0 1px 2px #0004; font-size: 1rem; line-height: 1.1; }
.t.m { color: #8c1d18; } .t.p { color: #1d4f91; } .t.s { color: #1f6b3a; }
.t.gold { outline: 2px solid var(--gold); outline-offset: -1px; }
.t i { font-style: normal; font-size: .8rem; }
details summary { cursor: pointer; color: var(--soft); }
"""

_SUITS: Final = {"m": "万", "p": "饼", "s": "条"}
_DIGITS: Final = "一二三四五六七八九"


def review_page(review: Review, tongue: Language, most: int) -> str:
    """Returns the page: the points in parts, deal by deal, then the dearest choices.

    Args:
        review: what is shown.
        tongue: in which language.
        most: how many choices are shown at most.
    """
    title = escape(reviewing.title(review, tongue))
    mistakes = review.mistakes()[:most]
    body = [
        f"<h1>{title}</h1>",
        f"<p>{escape(reviewing.summary(review, tongue))}</p>",
        _parts(review, tongue),
        f"<h2>{escape(say('review.deals', tongue))}</h2>",
        _deals(review.deals, tongue),
        f"<h2>{escape(say('review.mistakes', tongue))}</h2>",
        *(_choice(each, tongue) for each in mistakes),
    ]
    if not mistakes:
        body.append(f"<p>{escape(say('review.none', tongue, bot=review.bot))}</p>")
    body.append(f'<p class="note">{escape(say("review.note", tongue, bot=review.bot))}</p>')
    return (
        f'<!doctype html>\n<html lang="{tongue}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _parts(review: Review, tongue: Language) -> str:
    parts = (
        ("points", review.points),
        ("lost", -review.lost),
        ("luck", review.luck),
    )
    items = "".join(
        f"<li><span>{escape(say(f'review.column.{name}', tongue))}</span>"
        f"<b{_tone(value)}>{value:+,.{0 if name == 'points' else 1}f}</b></li>"
        for name, value in parts
    )
    return f'<ul class="parts">{items}</ul>'


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
        f"<tr><td>{deal.deal}</td><td{_tone(deal.points)}>{deal.points:+,}</td>"
        f"<td{_tone(deal.luck)}>{deal.luck:+.1f}</td><td>{deal.lost:.1f}</td>"
        f'<td style="width:30%"><span class="bar" style="width:{deal.lost / dearest:.0%}"></span>'
        "</td></tr>"
        for deal in deals
    )
    return f'<div class="wide"><table><tr>{head}<th></th></tr>{rows}</table></div>'


def _choice(choice: Reviewed, tongue: Language) -> str:
    where = say("explain.where", tongue, deal=choice.deal, turn=choice.turn)
    made = say("explain.made", tongue, move=move_text(choice.made, tongue))
    told = " ".join(sentences(choice.explanation, tongue))
    return (
        f"<article><header><span>{escape(where)}</span><b>−{choice.lost or 0.0:.1f}</b></header>"
        f"{_hand(choice, tongue)}<p>{escape(made)}<br>{escape(told)}</p>"
        f"{_options(choice, tongue)}</article>"
    )


def _hand(choice: Reviewed, tongue: Language) -> str:
    tiles = list(choice.hand)
    apart = choice.drawn
    if apart is not None:
        tiles.remove(apart)
    shown = "".join(_tile(name, choice.gold, tongue) for name in tiles)
    for name in (apart, choice.asked):
        if name is not None:
            mark = "?" if name is choice.asked else ""
            shown += f'<span class="gap">{mark}</span>{_tile(name, choice.gold, tongue)}'
    return f'<div class="hand">{shown}</div>'


def _tile(name: str, gold: str, tongue: Language) -> str:
    called = escape(say(f"tile.{name}", tongue))
    suit = name[1] if name[1] in _SUITS else "z"
    face = (
        f"{_DIGITS[int(name[0]) - 1]}<i>{_SUITS[suit]}</i>"
        if suit in _SUITS
        else escape(say(f"tile.{name}", "zh-Hans"))
    )
    marked = " gold" if name == gold and KIND[name] < PLAYABLE else ""
    return f'<span class="t {suit}{marked}" role="img" aria-label="{called}">{face}</span>'


def _options(choice: Reviewed, tongue: Language) -> str:
    names = ("move", "points", "distance", "useful", "danger", "cost")
    head = "".join(f"<th>{escape(say(f'explain.column.{name}', tongue))}</th>" for name in names)
    rows = "".join(
        _option(option, tongue, made=option.move == choice.made)
        for option in choice.explanation.options
    )
    summary = escape(say("explain.column.move", tongue))
    return (
        f"<details><summary>{summary} ({len(choice.explanation.options)})</summary>"
        f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div></details>'
    )


def _option(option: MoveReason, tongue: Language, *, made: bool) -> str:
    useful = " ".join(each.tile for each in option.useful)
    count = sum(each.left for each in option.useful)
    cells = (
        escape(move_text(option.move, tongue)),
        "" if option.points is None else f"{option.points:+.2f}",
        "" if option.distance is None else str(option.distance),
        f"{count}: {useful}" if useful else "",
        "" if option.danger is None else f"{option.danger:.1%}",
        "" if option.cost is None else f"{option.cost:.2f}",
    )
    kind = ' class="made"' if made else ""
    return f"<tr{kind}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
