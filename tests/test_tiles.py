"""Tiles and their notations: rules README, "Notation", and C1."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsparrow import tiles as t
from goldsparrow.errors import GoldSparrowError, NotationError

TILES = st.lists(st.integers(min_value=t.HIDDEN, max_value=t.KINDS - 1), max_size=40)


def test_deck_is_144_tiles_in_canonical_order() -> None:
    """C1: three suits and seven honours, four each; eight flowers, one each."""
    assert len(t.DECK) == 144
    assert list(t.DECK) == sorted(t.DECK)
    assert Counter(t.DECK) == dict(enumerate(t.COPIES))
    assert t.COPIES == (4,) * 34 + (1,) * 8


def test_kinds_and_names() -> None:
    """Notation: 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-8f and ? are the kinds in this order."""
    expected = [
        f"{r}{s}" for s, n in zip("mpszf", (9, 9, 9, 7, 8), strict=True) for r in range(1, n + 1)
    ]
    assert list(t.NAMES[: t.KINDS]) == expected
    assert t.NAMES[t.HIDDEN] == "?"
    assert [t.KIND[text] for text in expected] == list(range(t.KINDS))
    assert t.KIND["?"] == t.HIDDEN
    assert len(t.KIND) == t.KINDS + 1
    assert all(t.name(kind) is t.NAMES[kind] for kind in range(-1, t.KINDS))


def test_honour_constants() -> None:
    """Notation: 1z-7z are E S W N, red, green, white; 7z is the white dragon."""
    honours = [t.EAST, t.SOUTH, t.WEST, t.NORTH, t.RED, t.GREEN, t.WHITE]
    assert honours == [t.KIND[f"{i}z"] for i in range(1, 8)]
    assert honours == t.parse_tiles("东南西北中发白")


def test_families_divide_the_kinds() -> None:
    """C1: a kind is suited, an honour or a flower; a hidden tile is none of them."""
    for kind in range(t.KINDS):
        family = [t.is_suited(kind), t.is_honour(kind), t.is_flower_tile(kind)]
        assert family == [kind < t.SUITED, t.SUITED <= kind < t.PLAYABLE, kind >= t.PLAYABLE]
    assert not any(family(t.HIDDEN) for family in (t.is_suited, t.is_honour, t.is_flower_tile))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("123m 55p", "123m 55p"),
        ("123m55p1z", "123m 55p 1z"),
        ("一二三万 五五饼 白", "123m 55p 7z"),
        ("一二三萬 五五餅 白", "123m 55p 7z"),
        ("五筒 五饼 五餅 九条 九條 九索 九束", "555p 9999s"),
        ("东東南西北中发發白", "112345667z"),
        ("春夏秋冬梅兰蘭竹菊", "123456678f"),
        ("1万2萬3m 四m", "1234m"),
        ("🀇🀙🀐", "1m 1p 1s"),
        ("🀄\ufe0e🀄\ufe0f", "55z"),
        ("? 1m🀫", "? 1m ?"),
        (" \n\t", ""),
        ("", ""),
    ],
)
def test_reads_every_notation(text: str, runs: str) -> None:
    """Notation: runs, Chinese in both scripts, Unicode, hidden tiles, and any mixture."""
    assert t.format_tiles(t.parse_tiles(text)) == runs


NUMBERS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
UNICODE_NAMES = (
    *(f"{number} OF CHARACTERS" for number in NUMBERS),
    *(f"{number} OF CIRCLES" for number in NUMBERS),
    *(f"{number} OF BAMBOOS" for number in NUMBERS),
    *(f"{wind} WIND" for wind in ("EAST", "SOUTH", "WEST", "NORTH")),
    *(f"{colour} DRAGON" for colour in ("RED", "GREEN", "WHITE")),
    *("SPRING", "SUMMER", "AUTUMN", "WINTER", "PLUM", "ORCHID", "BAMBOO", "CHRYSANTHEMUM"),
)


@pytest.mark.parametrize(("kind", "meaning"), list(enumerate(UNICODE_NAMES)))
def test_unicode_is_mapped_by_meaning(kind: int, meaning: str) -> None:
    """Notation: U+1F000 to U+1F021 and the flowers U+1F022 to U+1F029, by their Unicode names."""
    character = unicodedata.lookup(f"MAHJONG TILE {meaning}")
    assert t.parse_tiles(character) == [kind]
    assert t.format_tiles([kind], "unicode") == character


def test_writes_every_notation() -> None:
    """Notation: each way of writing, a hidden tile included."""
    tiles = t.parse_tiles("123m 5p 5p 9s 17z 16f ?")
    assert t.format_tiles(tiles) == "123m 55p 9s 17z 16f ?"
    assert t.format_tiles(tiles, "chinese") == "一二三万 五五饼 九条 东白 春兰 ?"
    assert t.format_tiles(tiles, "traditional") == "一二三萬 五五餅 九條 東白 春蘭 ?"
    assert t.format_tiles(tiles, "unicode") == "🀇🀈🀉🀝🀝🀘🀀🀆🀦🀣🀫"


@given(TILES, st.sampled_from(["runs", "chinese", "traditional", "unicode"]))
def test_parse_undoes_format(tiles: list[int], notation: t.Notation) -> None:
    """Notation: what is written reads back as the same tiles in the same order."""
    assert t.parse_tiles(t.format_tiles(tiles, notation)) == tiles


@given(st.text(max_size=20) | st.text(alphabet="0123456789mpszf?一九万白春 🀀", max_size=20))
def test_any_text_parses_or_raises_one_error(text: str) -> None:
    """Notation: unusable text raises ``NotationError`` on one line and nothing else."""
    message = ""
    try:
        tiles = t.parse_tiles(text)
    except NotationError as error:
        message = str(error)
    if message:
        assert len(message.splitlines()) == 1
        assert "expected" in message or "ranks" in message
    else:
        assert t.parse_tiles(t.format_tiles(tiles)) == tiles


@pytest.mark.parametrize(
    ("text", "quoted", "said"),
    [
        ("12x", "'12'", "expected m, p, s, z, f"),
        ("123m 45", "'45'", "expected m, p, s, z, f"),
        ("12 m", "'12'", "expected m, p, s, z, f"),
        ("m", "'m'", "expected tiles such as"),
        ("0m", "'0'", "expected tiles such as"),
        ("128z", "'128z'", "ranks 1 to 7"),
        ("9f", "'9f'", "ranks 1 to 8"),
        ("1m\U0001f02a", "1m\U0001f02a", "expected tiles such as"),
        ("1m" * 40 + "x", "'x'", "..."),
    ],
)
def test_errors_quote_and_explain(text: str, quoted: str, said: str) -> None:
    """Errors quote the offending text and say what is expected."""
    with pytest.raises(NotationError) as caught:
        t.parse_tiles(text)
    assert quoted in str(caught.value)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 250


def test_tile_is_exactly_one() -> None:
    """``tile`` reads one tile in any notation and refuses none or several."""
    assert [t.tile(text) for text in ("5p", "五饼", "白", "🀄", "?")] == [13, 13, 33, 31, -1]
    for text in ("", "12m", "1m 1m"):
        with pytest.raises(NotationError, match="not one tile"):
            t.tile(text)


@pytest.mark.parametrize("kind", [-2, 42, 1000])
def test_numbers_that_are_no_kind(kind: int) -> None:
    """A number outside the kinds is refused with the number in the message."""
    with pytest.raises(NotationError, match=str(kind)):
        t.name(kind)
    with pytest.raises(NotationError, match=str(kind)):
        t.format_tiles([kind], "unicode")


def test_unknown_notation() -> None:
    """An unknown notation is refused with the known ones in the message."""
    with pytest.raises(NotationError, match=r"'roman'.*runs, chinese"):
        t.format_tiles([0], "roman")  # type: ignore[arg-type]


def test_check_copies() -> None:
    """C1: four copies of a playable kind and one of a flower are the most there are."""
    t.check_copies([*t.DECK, t.HIDDEN, t.HIDDEN, t.HIDDEN, t.HIDDEN, t.HIDDEN])
    with pytest.raises(GoldSparrowError, match="'3s': 5; expected at most 4"):
        t.check_copies(t.parse_tiles("33333s"))
    with pytest.raises(GoldSparrowError, match="'1f': 2; expected at most 1"):
        t.check_copies(t.parse_tiles("11f"))
