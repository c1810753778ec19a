"""A win as one JSON object, the way the command line takes it.

Everything that cannot be is refused here, so that the scorer sees only tiles that a seat can hold:
sizes, copies, melds, seats, and circumstances that contradict each other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NoReturn, TypeAlias

from goldsparrow.analysis import distance, suit_keys
from goldsparrow.errors import GoldSparrowError, NotationError
from goldsparrow.melds import Meld
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.rules.clauses import GoldGap
from goldsparrow.rules.clauses.gold_gap import gap_pairs
from goldsparrow.rules.flowers import is_flower
from goldsparrow.rules.presets import PRESETS
from goldsparrow.rules.ruleset import RuleSet
from goldsparrow.scores import WinFacts
from goldsparrow.text import Language, catalogue, say
from goldsparrow.tiles import (
    COPIES,
    HIDDEN,
    NAMES,
    PLAYABLE,
    SUITED,
    Tile,
    check_copies,
    parse_tiles,
)

BYS: Final = ("self_draw", "discard", "rob_kong", "heavenly", "rob_gold", "three_golds")
"""The ways of winning."""

MOST_STREAK: Final = 9999
LONGEST_TEXT: Final = 500
LONGEST_NUMBER: Final = 500
"""The most characters of a number."""
MOST_LEVELS: Final = 20
"""How deep lists and objects may be nested; a case needs three levels."""

_KEYS: Final = (
    "rules",
    "options",
    "gold",
    "hand",
    "melds",
    "flowers",
    "win",
    "winner",
    "dealer",
    "streak",
    "from",
    "expect",
)
_WIN_KEYS: Final = ("by", "tile", "tour", "gold_gap", "fifth_last", "kong_bloom")
_MELD_KEYS: Final = ("kind", "tiles", "concealed")
_TOURS: Final = {1: "tour", 2: "double_tour", 3: "triple_tour"}
_SIZES: Final = {"chow": 3, "pong": 3, "kong": 4}
_ABSENT: Final = object()


Form: TypeAlias = Literal["win", "waiting", "whole"]
"""What a case describes: a win, a hand one tile short of one, or a hand that may be complete."""


class CaseError(GoldSparrowError, ValueError):
    """Raised for a case that is no win that could be: quotes what is wrong and what is expected.

    What people can do wrong who put a hand together tile by tile has a text of the catalogue too.
    """

    def __init__(self, message: str, key: str = "", **params: int | str) -> None:
        super().__init__(message)
        self._key = key
        self._params = params

    def told(self, language: Language) -> str:
        """Returns what is wrong in the words of a language; the quoting message has no others."""
        if not self._key:
            return str(self)
        words = catalogue()
        named = {
            name: say(value, language) if isinstance(value, str) and value in words else value
            for name, value in self._params.items()
        }
        return say(f"case.{self._key}", language, **named)


@dataclass(frozen=True, slots=True)
class Case:
    """A win to score and the rule set to score it by."""

    rules: RuleSet
    facts: WinFacts


def parse_object(line: bytes | str) -> dict[str, Any]:
    """Reads one JSON object, whose keys must differ.

    Raises:
        CaseError: the line is no UTF-8, no JSON, or no object; a key stands twice; a number is too
            long, or the nesting too deep, to be of use.
    """
    try:
        text = line if isinstance(line, str) else line.decode()
    except UnicodeDecodeError as error:
        _fail(f"not UTF-8: {_quoted(line)} at byte {error.start}", "a JSON object in UTF-8")
    try:
        value = json.loads(
            text, object_pairs_hook=_distinct, parse_int=_number, parse_constant=_no_constant
        )
    except json.JSONDecodeError as error:
        _fail(f"no JSON: {_quoted(text)} ({error})", "one JSON object a line")
    except RecursionError:
        _too_deep(text)
    if not _is_shallow(value):
        _too_deep(text)
    if not isinstance(value, dict):
        _fail(f"no JSON object: {_quoted(text)}", 'an object such as {"rules": ..., "hand": ...}')
    return value


def read_case(
    value: Mapping[str, Any],
    *,
    key: str | None = None,
    options: Mapping[str, object] | None = None,
    form: Form = "win",
) -> Case:
    """Reads a case from its JSON object.

    Args:
        value: the object; `interfaces` of the documentation describes it.
        key: the rule set where the object names none.
        options: house options; those of the object come before them.
        form: `waiting` for a hand that lacks its winning tile, whatever `win` says of how it
            might win; `whole` for one that holds it already, unless `win` says otherwise. Neither
            needs `win` or `winner`.

    Raises:
        CaseError: something is missing, unknown, of the wrong type, or cannot be.
        NotationError: a text names no tiles.
        OptionError: the rule set does not take an option.
    """
    _known(value, _KEYS, "key")
    rules = _read_rules(value, key, options or {})
    winner = _seat(value, "winner", _ABSENT if form == "win" else 0)
    dealer = _seat(value, "dealer", 0)
    streak = _whole(value, "streak", 0, MOST_STREAK, 0)
    gold = _read_gold(rules, value)
    melds = _read_melds(rules, gold, value)
    flowers = _read_flowers(rules, value)
    hand = _tiles(value, "hand")
    flower = next((kind for kind in hand if _is_flower(rules, kind)), None)
    if flower is not None:
        found = f"a flower in the hand: {NAMES[flower]!r}"
        _fail(found, "flowers under 'flowers'", "flower_in_hand", tile=_named(flower))
    win = value.get("win")
    given = win is not None
    if not given and form != "win":
        win = {"by": "self_draw"}
    elif not given:
        _missing(value, "win", "an object such as {'tile': '3p', 'by': 'self_draw'}")
    if not isinstance(win, dict):
        _fail(f"'win' is {_quoted(win)}", "an object such as {'tile': '3p', 'by': 'self_draw'}")
    _known(win, _WIN_KEYS, "key of 'win'")
    by = _choice(win, "by", BYS)
    tile = _read_tile(rules, gold, win, by, hand) if given and form != "waiting" else None
    source = _read_source(value, by, winner, form)
    _check_place(by, winner, dealer, melds)
    waiting = 3 * (rules.deal.melds - len(melds)) + 1
    if form == "waiting":
        _check_size(hand, melds, (waiting,))
    elif not given:
        _check_size(hand, melds, (waiting + 1,))
    else:
        _check_size(hand, melds, _sizes(by, waiting, melds, winner == dealer), by)
    robbed = by == "rob_gold" and form != "waiting"
    concealed = list(hand)
    if robbed:
        concealed.append(gold)
    elif tile is not None:
        concealed.append(tile)
    _check_copies(gold, concealed, melds, flowers, robbed=robbed)
    marks = _read_marks(rules, win, by, melds)
    if "gold_gap" in marks:
        drawn = _gap_tile(rules, gold, win, by, hand) if form == "waiting" else tile
        _check_gold_gap(rules, gold, by, hand, melds, drawn)
    facts = WinFacts(
        gold=gold,
        concealed=tuple(concealed),
        melds=melds,
        flowers=flowers,
        tile=tile,
        by=by,
        winner=winner,
        dealer=dealer,
        streak=streak,
        source=source,
        # What an option has switched off counts nothing.
        marks=frozenset(mark for mark in marks if mark == "kong_bloom" or rules.grants(mark)),
    )
    return Case(rules, facts)


# --- the parts of a case -----------------------------------------------------------------


def _read_rules(
    value: Mapping[str, Any], key: str | None, options: Mapping[str, object]
) -> RuleSet:
    named = value.get("rules", key)
    if named is None:
        _missing(value, "rules", f"one of {', '.join(RULE_SETS)}")
    if not isinstance(named, str):
        _fail(f"'rules' is {_quoted(named)}", f"one of {', '.join(RULE_SETS)}")
    own = value.get("options")
    if own is None:
        own = {}
    if not isinstance(own, dict):
        _fail(f"'options' is {_quoted(own)}", "an object such as {'discard_payment': 'all'}")
    return rule_set(named, **{**options, **own})


def _read_gold(rules: RuleSet, value: Mapping[str, Any]) -> Tile:
    tiles = _tiles(value, "gold")
    if len(tiles) != 1:
        _fail(f"'gold' is {_quoted(value['gold'])}", "one tile, such as '9s'")
    if _is_flower(rules, tiles[0]):
        _fail(
            f"a flower as gold: {_quoted(value['gold'])}",
            "a tile that can be played",
            "gold_is_flower",
            tile=_named(tiles[0]),
        )
    return tiles[0]


def _read_flowers(rules: RuleSet, value: Mapping[str, Any]) -> tuple[Tile, ...]:
    if value.get("flowers") is None:
        return ()
    flowers = _tiles(value, "flowers")
    for tile in flowers:
        if not _is_flower(rules, tile):
            expected = "1z to 7z and 1f to 8f" if rules.deal.honours_are_flowers else "1f to 8f"
            found = f"no flower of {rules.key!r}: {NAMES[tile]!r}"
            _fail(found, expected, "no_flower", tile=_named(tile))
    return flowers


def _read_melds(rules: RuleSet, gold: Tile, value: Mapping[str, Any]) -> tuple[Meld, ...]:
    given = value.get("melds")
    if given is None:
        return ()
    if not isinstance(given, list):
        _fail(f"'melds' is {_quoted(given)}", "a list of objects with 'kind' and 'tiles'")
    if len(given) > rules.deal.melds:
        most = rules.deal.melds
        _fail(f"{len(given)} melds", f"at most {most}", "melds", have=len(given), most=most)
    return tuple(_read_meld(rules, gold, meld) for meld in given)


def _read_meld(rules: RuleSet, gold: Tile, given: object) -> Meld:
    if not isinstance(given, dict):
        _fail(f"a meld is {_quoted(given)}", "an object with 'kind' and 'tiles'")
    _known(given, _MELD_KEYS, "key of a meld")
    kind = _choice(given, "kind", tuple(_SIZES))
    tiles = _tiles(given, "tiles")
    shown = f"{kind} {_quoted(given['tiles'])}"
    first = min(tiles, default=HIDDEN)
    if len(tiles) != _SIZES[kind]:
        _fail(f"{shown} has {len(tiles)} tiles", str(_SIZES[kind]))
    if kind == "chow":
        run = [first, first + 1, first + 2]
        if sorted(tiles) != run or first >= SUITED or first % 9 > 6:
            _fail(f"no chow: {_quoted(given['tiles'])}", "three tiles of a suit in a row")
        if not rules.claims.chow:
            found = f"{shown} under {rules.key!r}, which has no chows"
            _fail(found, "pongs and kongs", "no_chows")
    elif len(set(tiles)) != 1:
        _fail(f"no {kind}: {_quoted(given['tiles'])}", f"{_SIZES[kind]} tiles alike")
    if _is_flower(rules, first):
        expected = "tiles that can be played"
        _fail(f"{shown} is of flowers", expected, "meld_of_flowers", tile=_named(first))
    if gold in tiles:
        expected = "melds without golds (C6)"
        _fail(f"{shown} holds the gold {NAMES[gold]!r}", expected, "meld_of_golds")
    concealed = given.get("concealed")
    if kind == "kong":
        if concealed is None:
            _missing(given, "concealed", "true or false", f" of {shown}")
        if not isinstance(concealed, bool):
            _fail(f"'concealed' of {shown} is {_quoted(concealed)}", "true or false")
        return Meld("kong", first, concealed=concealed)
    if concealed is not None and concealed is not False:
        _fail(f"'concealed' of {shown} is {_quoted(concealed)}", "false, or none at all")
    return Meld("chow" if kind == "chow" else "pong", first)


def _read_tile(
    rules: RuleSet, gold: Tile, win: Mapping[str, Any], by: str, hand: tuple[Tile, ...]
) -> Tile | None:
    """Reads the winning tile; of a dealt hand and three golds it only repeats a tile held."""
    if win.get("tile") is None:
        if by in {"self_draw", "discard", "rob_kong"}:
            _missing(win, "tile", "the winning tile, such as '3p'", f" in a win by {by!r}")
        return gold if by == "rob_gold" else None
    tiles = _tiles(win, "tile")
    if len(tiles) != 1:
        _fail(f"'tile' is {_quoted(win['tile'])}", "one tile, such as '3p'")
    tile = tiles[0]
    if _is_flower(rules, tile):
        found = f"a flower as winning tile: {NAMES[tile]!r}"
        _fail(found, "a tile that can be played", "flower_wins", tile=_named(tile))
    if by == "rob_gold" and tile != gold:
        _fail(f"'tile' of 'rob_gold' is {NAMES[tile]!r}", f"the indicator {NAMES[gold]!r}, or none")
    if by in {"heavenly", "three_golds"}:
        if tile not in hand:
            _fail(f"'tile' of {by!r} is {NAMES[tile]!r}, which the hand lacks", "a tile of 'hand'")
        return None
    return tile


def _gap_tile(
    rules: RuleSet, gold: Tile, win: Mapping[str, Any], by: str, hand: tuple[Tile, ...]
) -> Tile | None:
    """Reads the tile that a gold gap waits for, which need not be named: it is the gold (S7)."""
    return gold if win.get("tile") is None else _read_tile(rules, gold, win, by, hand)


def _read_source(value: Mapping[str, Any], by: str, winner: int, form: Form) -> int | None:
    """Reads the seat that the winning tile came from, or would come from as a discard."""
    if value.get("from") is None:
        if by in {"discard", "rob_kong"}:
            what = f" in a win by {by!r}"
            _missing(value, "from", "the seat that the tile came from, 0 to 3", what)
        return None
    source = _seat(value, "from", _ABSENT)
    if by not in {"discard", "rob_kong"}:
        return source if form == "waiting" and source != winner else None
    if source == winner:
        _fail(f"'from' is the winner, {source}", "another seat")
    return source


def _check_place(by: str, winner: int, dealer: int, melds: tuple[Meld, ...]) -> None:
    """Checks who can win so and with which melds: opening wins come before any claim (F5, F7)."""
    if by == "heavenly" and winner != dealer:
        _fail(f"'heavenly' for seat {winner}", f"the dealer, {dealer}", "heavenly_seat")
    if by == "heavenly" and melds:
        found = f"'heavenly' with {len(melds)} melds"
        _fail(found, "a dealt hand without melds", "heavenly_melds")
    if by == "rob_gold":
        concealed = all(meld.concealed for meld in melds)
        if melds and (winner != dealer or not concealed):
            found = f"'rob_gold' with {len(melds)} melds"
            _fail(found, "no melds but a dealer's concealed kongs", "rob_gold_melds")


def _sizes(by: str, waiting: int, melds: tuple[Meld, ...], is_dealer: bool) -> tuple[int, ...]:
    """Says how many tiles a winner's hand may have without its winning tile (C4)."""
    if by == "heavenly":
        return (waiting + 1,)
    if by == "three_golds":
        # At the opening the others than the dealer hold one tile less (F6).
        return (waiting + 1,) if melds or is_dealer else (waiting, waiting + 1)
    return (waiting,)


def _check_size(
    hand: tuple[Tile, ...], melds: tuple[Meld, ...], sizes: tuple[int, ...], by: str | None = None
) -> None:
    """Checks how many tiles the hand has beside its melds; `by` is a win that was given (C4)."""
    if len(hand) not in sizes:
        beside = f" beside {len(melds)} melds" if melds else ""
        won = f" in a win by {by!r}" if by is not None else ""
        expected = f"{' or '.join(map(str, sizes))}{beside}{won}"
        _fail(
            f"'hand' has {len(hand)} tiles",
            expected,
            "size",
            have=len(hand),
            need="/".join(map(str, sizes)),
        )


def _check_copies(
    gold: Tile,
    concealed: list[Tile],
    melds: tuple[Meld, ...],
    flowers: tuple[Tile, ...],
    *,
    robbed: bool,
) -> None:
    """Checks that no kind occurs more often than there are tiles, the indicator included (C1)."""
    tiles = [*concealed, *flowers, *(tile for meld in melds for tile in meld.tiles)]
    if not robbed:
        tiles.append(gold)
    try:
        check_copies(tiles)
    except NotationError as error:
        tile = next(one for one in tiles if tiles.count(one) > COPIES[one])
        raise CaseError(
            f"{error}, the indicator {NAMES[gold]!r} included",
            "copies",
            tile=_named(tile),
            have=tiles.count(tile),
            most=COPIES[tile],
        ) from None


def _read_marks(
    rules: RuleSet, win: Mapping[str, Any], by: str, melds: tuple[Meld, ...]
) -> set[str]:
    """Reads what came before the win."""
    marks = set()
    level = win.get("tour")
    if level is not None:
        if isinstance(level, bool) or not isinstance(level, int) or level not in _TOURS:
            _fail(f"'tour' is {_quoted(level)}", "1, 2 or 3")
        if by in {"heavenly", "rob_gold"}:
            found = f"'tour' in a win by {by!r}"
            _fail(found, "a win after an own discard", "tour_by", by=f"settlement.by.{by}")
        marks.add(_TOURS[level])
    for name in ("gold_gap", "fifth_last", "kong_bloom"):
        given = win.get(name)
        if given is not None and not isinstance(given, bool):
            _fail(f"{name!r} is {_quoted(given)}", "true or false")
        if given:
            marks.add(name)
    for mark in sorted(marks - {"kong_bloom"}):
        if not PRESETS[rules.key].grants(mark):
            where = [key for key in RULE_SETS if PRESETS[key].grants(mark)]
            found = f"{mark!r} under {rules.key!r}, which has none"
            _fail(found, f"{' or '.join(where)} for it", "no_mark", mark=_mark_key(mark))
    if "kong_bloom" in marks and not (
        by in {"self_draw", "three_golds"} and any(meld.kind == "kong" for meld in melds)
    ):
        found = f"'kong_bloom' in a win by {by!r}"
        _fail(found, "a self-draw beside a kong", "kong_bloom")
    if "fifth_last" in marks and by in {"self_draw", "three_golds"}:
        # Who draws the fifth-last tile may win by it, and nobody is liable for that (S5).
        marks.remove("fifth_last")
    if "fifth_last" in marks and by != "discard":
        # It is long after the opening, and who drew it may declare no kong (S5).
        found = f"'fifth_last' in a win by {by!r}"
        _fail(found, "a win by 'discard' or 'self_draw'", "fifth_last")
    return marks


def _check_gold_gap(
    rules: RuleSet,
    gold: Tile,
    by: str,
    hand: tuple[Tile, ...],
    melds: tuple[Meld, ...],
    tile: Tile | None,
) -> None:
    """Checks that a declared gold gap can be one: a hand that misses the gold between two (S7)."""
    if by != "self_draw" or tile != gold:
        drawn = "no tile" if tile is None else NAMES[tile]
        found = f"'gold_gap' in a win by {by!r} with {drawn!r}"
        _fail(found, f"the gold {NAMES[gold]!r} drawn", "gold_gap_by")
    if gold in hand:
        found = f"'gold_gap' with the gold {NAMES[gold]!r} in the hand"
        _fail(found, "a hand without golds", "gold_gap_golds")
    clause = next((one for one in rules.clauses if isinstance(one, GoldGap)), GoldGap())
    for pair in gap_pairs(gold, edge=clause.edge):
        rest = list(hand)
        if all(one in rest for one in pair):
            for one in pair:
                rest.remove(one)
            counts = [rest.count(kind) for kind in range(PLAYABLE)]
            if distance(*suit_keys(counts), rules.deal.melds - len(melds) - 1, 0) == 0:
                return
    _fail(
        f"'gold_gap' with the gold {NAMES[gold]!r}",
        "a hand that is complete but for the gold between its neighbours",
        "gold_gap_hand",
    )


# --- values ------------------------------------------------------------------------------


def _fail(found: str, expected: str, key: str = "", **params: int | str) -> NoReturn:
    """Refuses a case; `key` and `params`, keys of the catalogue among them, tell it in words."""
    raise CaseError(f"{found}; expected {expected}", key, **params)


def _mark_key(mark: str) -> str:
    """The key of the name of what may come before a win."""
    return "calc.mark.fifth_last" if mark == "fifth_last" else f"special.{mark}"


def _named(tile: Tile) -> str:
    """The key of a tile's name."""
    return f"tile.{NAMES[tile]}"


def _missing(value: Mapping[str, Any], name: str, expected: str, where: str = "") -> NoReturn:
    """Refuses a value that is needed and stands as null or not at all."""
    _fail(f"{name!r}{where} is null" if name in value else f"no {name!r}{where}", expected)


def _too_deep(text: str) -> NoReturn:
    _fail(f"nested too deep: {_quoted(text)}", f"at most {MOST_LEVELS} levels")


def _is_shallow(value: object) -> bool:
    """Says whether lists and objects are nested no deeper than is of use."""
    level = [value]
    for _ in range(MOST_LEVELS + 1):
        level = [
            inner
            for outer in level
            if isinstance(outer, (dict, list))
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return True
    return False


def _number(text: str) -> int:
    """Reads a whole number that is short enough to be one of a case."""
    if len(text) > LONGEST_NUMBER:
        _fail(f"a number of {len(text)} characters: {text[:40]}...", f"at most {LONGEST_NUMBER}")
    return int(text)


_WORDS: Final = {None: "null", True: "true", False: "false"}


def _quoted(value: object) -> str:
    """Quotes a value in a short form, with the words of JSON for what has no text of its own."""
    text = _WORDS[value] if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        _fail(f"the key {_quoted(twice)} stands twice", "each key once")
    return found


def _no_constant(text: str) -> NoReturn:
    _fail(f"no JSON: {text!r}", "whole numbers")


def _known(value: Mapping[str, Any], keys: tuple[str, ...], what: str) -> None:
    for name in value:
        if name not in keys:
            _fail(f"unknown {what}: {_quoted(name)}", f"one of {', '.join(keys)}")


def _is_flower(rules: RuleSet, tile: Tile) -> bool:
    return is_flower(tile, honours_are_flowers=rules.deal.honours_are_flowers)


def _tiles(value: Mapping[str, Any], name: str) -> tuple[Tile, ...]:
    """Reads the tiles of a text, none of them hidden."""
    text = value.get(name)
    if text is None:
        _missing(value, name, "tiles such as '123m 55p'")
    if not isinstance(text, str):
        _fail(f"{name!r} is {_quoted(text)}", "tiles as text, such as '123m 55p'")
    if len(text) > LONGEST_TEXT:
        _fail(f"{name!r} has {len(text)} characters: {_quoted(text)}", f"at most {LONGEST_TEXT}")
    tiles = _parsed(text)
    if HIDDEN in tiles:
        _fail(f"a hidden tile in {name!r}: {_quoted(text)}", "tiles that are known")
    return tiles


@lru_cache(maxsize=1 << 13)
def _parsed(text: str) -> tuple[Tile, ...]:
    """Reads tiles; the texts of melds and single tiles come again and again."""
    return tuple(parse_tiles(text))


def _whole(value: Mapping[str, Any], name: str, least: int, most: int, default: object) -> int:
    """Reads a whole number within bounds."""
    found = value.get(name)
    if found is None and default is not _ABSENT:
        found = default
    if found is None:
        _missing(value, name, f"a whole number from {least} to {most}")
    if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
        _fail(f"{name!r} is {_quoted(found)}", f"a whole number from {least} to {most}")
    return found


def _seat(value: Mapping[str, Any], name: str, default: object) -> int:
    return _whole(value, name, 0, 3, default)


def _choice(value: Mapping[str, Any], name: str, choices: tuple[str, ...]) -> str:
    found = value.get(name)
    if found is None:
        _missing(value, name, f"one of {', '.join(choices)}")
    if not isinstance(found, str) or found not in choices:
        _fail(f"{name!r} is {_quoted(found)}", f"one of {', '.join(choices)}")
    return found
