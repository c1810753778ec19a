"""Tile kinds as ints, and the notations that people write them in.

A tile is its kind: the copies of a kind are indistinguishable. Kinds 0-8 are the characters 万
``1m``-``9m``, 9-17 the dots 饼 ``1p``-``9p``, 18-26 the bamboos 条 ``1s``-``9s``, 27-33 the honours
``1z``-``7z`` (东南西北中发白) and 34-41 the flowers ``1f``-``8f`` (春夏秋冬梅兰竹菊).
``HIDDEN`` (-1, written ``?``) is a tile that the viewer may not see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from sys import intern
from typing import Final, Literal, TypeAlias, get_args

from goldsparrow.errors import NotationError

__all__ = [
    "COPIES",
    "DECK",
    "EAST",
    "GREEN",
    "HIDDEN",
    "KIND",
    "KINDS",
    "NAMES",
    "NORTH",
    "PLAYABLE",
    "RED",
    "SOUTH",
    "SUITED",
    "WEST",
    "WHITE",
    "Notation",
    "Tile",
    "check_copies",
    "format_tiles",
    "is_flower_tile",
    "is_honour",
    "is_suited",
    "name",
    "parse_tiles",
    "tile",
]

Tile: TypeAlias = int
"""A tile kind from 0 to 41, or ``HIDDEN``."""

Notation: TypeAlias = Literal["runs", "chinese", "traditional", "unicode"]
"""A way of writing tiles: ``123m 7z``, ``一二三万 白``, ``一二三萬 白`` or the Unicode tiles."""

KINDS: Final = 42
"""How many kinds there are."""

PLAYABLE: Final = 34
"""Kinds below this one are suited tiles and honours; the rest are flowers."""

SUITED: Final = 27
"""Kinds below this one are suited and can form sequences."""

HIDDEN: Final[Tile] = -1
"""A tile that the viewer may not see."""

EAST: Final[Tile] = 27
SOUTH: Final[Tile] = 28
WEST: Final[Tile] = 29
NORTH: Final[Tile] = 30
RED: Final[Tile] = 31
GREEN: Final[Tile] = 32
WHITE: Final[Tile] = 33

COPIES: Final[tuple[int, ...]] = (4,) * PLAYABLE + (1,) * (KINDS - PLAYABLE)
"""How many copies of each kind the 144 tiles hold (C1)."""

_SIZES: Final = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}

NAMES: Final[tuple[str, ...]] = (
    *(intern(f"{rank}{suit}") for suit, size in _SIZES.items() for rank in range(1, size + 1)),
    intern("?"),
)
"""The interned name of each kind, then ``?``, so that ``NAMES[HIDDEN]`` is ``?`` as well."""

KIND: Final[dict[str, Tile]] = {text: kind for kind, text in enumerate(NAMES[:KINDS])} | {
    "?": HIDDEN
}
"""The kind of each name in ``NAMES``."""

DECK: Final[tuple[Tile, ...]] = tuple(kind for kind in range(KINDS) for _ in range(COPIES[kind]))
"""The 144 tiles in canonical order: by kind, copies side by side (C1)."""

_EXPECTED: Final = (
    "expected tiles such as '123m 55p 7z 1f', '一二三万 五五饼 白 春', "
    "Unicode mahjong tiles, or '?'"
)

_RANKS: Final = {str(rank): rank for rank in range(1, 10)} | {
    character: rank for rank, character in enumerate("一二三四五六七八九", start=1)
}
_SUIT_OF_MARK: Final = {
    mark: suit
    for suit, marks in {
        "m": "m万萬",
        "p": "p饼餅筒",
        "s": "s条條索束",
        "z": "z",
        "f": "f",
    }.items()
    for mark in marks
}
_FIRST: Final = {suit: KIND[f"1{suit}"] for suit in _SIZES}

# The Unicode block puts bamboos before dots and plants before seasons, so it is mapped by meaning.
_UNICODE: Final = (
    "".join(map(chr, range(0x1F007, 0x1F010)))  # characters
    + "".join(map(chr, range(0x1F019, 0x1F022)))  # dots ("circles")
    + "".join(map(chr, range(0x1F010, 0x1F019)))  # bamboos
    + "".join(map(chr, range(0x1F000, 0x1F007)))  # E S W N, red, green, white
    + "".join(map(chr, range(0x1F026, 0x1F02A)))  # spring, summer, autumn, winter
    + "".join(map(chr, range(0x1F022, 0x1F026)))  # plum, orchid, bamboo, chrysanthemum
)
_UNICODE_BACK: Final = "\U0001f02b"
_VARIATION_SELECTORS: Final = "\ufe0e\ufe0f"

_SINGLES: Final[dict[str, Tile]] = (
    {character: kind for kind, character in enumerate(_UNICODE)}
    | {character: EAST + i for i, character in enumerate("东南西北中发白")}
    | {character: PLAYABLE + i for i, character in enumerate("春夏秋冬梅兰竹菊")}
    | {"東": EAST, "發": GREEN, "蘭": KIND["6f"], "?": HIDDEN, _UNICODE_BACK: HIDDEN}
)

# Per notation: the nine rank characters, the mark of each suit, and the single characters of the
# honours and flowers.
_CHINESE: Final = ("一二三四五六七八九", "万饼条", "东南西北中发白春夏秋冬梅兰竹菊")
_TRADITIONAL: Final = ("一二三四五六七八九", "萬餅條", "東南西北中發白春夏秋冬梅蘭竹菊")


def is_suited(tile: Tile) -> bool:
    """Says whether the tile is a character, dot or bamboo, the kinds that form sequences."""
    return 0 <= tile < SUITED


def is_honour(tile: Tile) -> bool:
    """Says whether the tile is a wind or a dragon."""
    return SUITED <= tile < PLAYABLE


def is_flower_tile(tile: Tile) -> bool:
    """Says whether the tile is a season or a plant.

    In rule sets with 36 flowers winds and dragons are flowers too (F1); that is the rule set's say.
    """
    return PLAYABLE <= tile < KINDS


def name(tile: Tile) -> str:
    """Returns the interned name of a tile, such as ``5p`` or ``?``.

    Raises:
        NotationError: where the number is no kind.
    """
    if not HIDDEN <= tile < KINDS:
        raise NotationError(f"no tile kind: {tile!r}; expected 0 to {KINDS - 1}, or {HIDDEN}")
    return NAMES[tile]


def tile(text: str) -> Tile:
    """Returns the one tile that the text names, in any notation.

    >>> tile("5p"), tile("五饼"), tile("?")
    (13, 13, -1)

    Raises:
        NotationError: where the text is not exactly one tile.
    """
    kind = KIND.get(text)
    if kind is not None:
        return kind
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError(f"not one tile: {_quote(text)}; expected one, such as '5p' or '五饼'")
    return tiles[0]


def parse_tiles(text: str) -> list[Tile]:
    """Returns the tiles that a text lists, in the order in which it lists them.

    Runs (``123m 55p``), Chinese (``一二三万 五五饼 白``, simplified or traditional), Unicode tiles
    and ``?`` may be mixed; white space separates runs and is optional. The number of copies is
    not checked: see ``check_copies``.

    >>> parse_tiles("12m 白🀙 ?")
    [0, 1, 33, 9, -1]

    Raises:
        NotationError: quotes the part that is no tile and says what is expected.
    """
    tiles: list[Tile] = []
    ranks: list[int] = []
    run = ""
    for character in text:
        rank = _RANKS.get(character)
        if rank is not None:
            ranks.append(rank)
            run += character
            continue
        suit = _SUIT_OF_MARK.get(character)
        if suit is not None:
            if not ranks:
                raise NotationError(f"no ranks before {character!r} in {_quote(text)}; {_EXPECTED}")
            if max(ranks) > _SIZES[suit]:
                raise NotationError(
                    f"no such tile in {_quote(run + character)}; "
                    f"expected ranks 1 to {_SIZES[suit]} for {suit!r}"
                )
            first = _FIRST[suit] - 1
            tiles += [first + rank for rank in ranks]
            ranks.clear()
            run = ""
            continue
        if ranks:
            break
        single = _SINGLES.get(character)
        if single is not None:
            tiles.append(single)
        elif not (character.isspace() or character in _VARIATION_SELECTORS):
            raise NotationError(f"no tile: {character!r} in {_quote(text)}; {_EXPECTED}")
    if ranks:
        raise NotationError(
            f"no suit after {_quote(run)} in {_quote(text)}; expected m, p, s, z, f, 万, 饼 or 条"
        )
    return tiles


def format_tiles(tiles: Iterable[Tile], notation: Notation = "runs") -> str:
    """Writes tiles in their order; ``parse_tiles`` reads the same list back from any notation.

    Neighbours of a suit share one mark, so that sorted tiles come out shortest. A hidden tile is
    ``?``, and the back of a tile in Unicode.

    >>> format_tiles([0, 1, 33, 9, -1])
    '12m 7z 1p ?'
    >>> format_tiles([0, 1, 33, 9, -1], "chinese")
    '一二万 白 一饼 ?'

    Raises:
        NotationError: where a number is no kind, or the notation is unknown.
    """
    if notation == "unicode":
        return "".join(
            _UNICODE_BACK if kind == HIDDEN else _UNICODE[KIND[name(kind)]] for kind in tiles
        )
    if notation == "runs":
        words = None
    elif notation == "chinese":
        words = _CHINESE
    elif notation == "traditional":
        words = _TRADITIONAL
    else:
        raise NotationError(
            f"no notation: {notation!r}; expected one of {', '.join(get_args(Notation))}"
        )
    parts: list[str] = []
    run = run_suit = ""
    for kind in tiles:
        text = name(kind)
        suit = "?" if kind == HIDDEN else text[1]
        if suit != run_suit:
            if run:
                parts.append(run + _mark(run_suit, words))
            run, run_suit = "", suit
        if words is None or kind == HIDDEN:
            run += text[0]
        elif kind < SUITED:
            run += words[0][kind % 9]
        else:
            run += words[2][kind - SUITED]
    if run:
        parts.append(run + _mark(run_suit, words))
    return " ".join(parts)


def check_copies(tiles: Iterable[Tile]) -> None:
    """Checks that no kind occurs more often than the 144 tiles hold it (C1); ``?`` is not counted.

    Raises:
        NotationError: quotes the first kind of which there are too many.
    """
    for kind, count in Counter(tiles).items():
        if kind != HIDDEN and count > COPIES[kind]:
            raise NotationError(
                f"too many of {name(kind)!r}: {count}; expected at most {COPIES[kind]}"
            )


def _mark(suit: str, words: tuple[str, str, str] | None) -> str:
    """Returns what closes a run of the suit: nothing where each tile is a character of its own."""
    if suit == "?":
        return ""
    if words is None:
        return suit
    position = "mps".find(suit)
    return "" if position < 0 else words[1][position]


def _quote(text: str) -> str:
    """Quotes a text for a message; a long one is cut, so that a message stays one line."""
    return repr(text if len(text) <= 60 else text[:57] + "...")
