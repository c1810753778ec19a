"""The catalogue of texts: three languages of everything, the same places in each."""

from __future__ import annotations

from string import Formatter

import pytest

from goldsparrow.errors import NotationError
from goldsparrow.text import LANGUAGES, catalogue, language_of, say

# Captions under a tile, which name it by rank in English and in full in Chinese.
CAPTIONS = "settlement.stands."


def places(text: str) -> set[str]:
    """Returns the names of a text's places."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_text_in_every_language() -> None:
    """Each text exists in each language and has the same places to fill in."""
    for key, texts in catalogue().items():
        assert set(texts) == set(LANGUAGES), key
        assert all(text.strip() for text in texts.values()), key
        if not key.startswith(CAPTIONS):
            assert len({frozenset(places(text)) for text in texts.values()}) == 1, key


def test_keys_are_sorted() -> None:
    """The catalogue is kept in the order of its keys."""
    assert list(catalogue()) == sorted(catalogue())


def test_say() -> None:
    """A text is filled in; one that does not exist is an error of ours."""
    assert say("item.base", "en") == "Base"
    assert say("command.seat_n", "zh-Hant", n=2) == "2 號位"
    with pytest.raises(KeyError):
        say("item.nothing", "en")


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", "en"),
        ("en_GB.UTF-8", "en"),
        ("zh-Hans", "zh-Hans"),
        ("zh-Hant", "zh-Hant"),
        ("zh_CN.UTF-8", "zh-Hans"),
        ("zh_TW", "zh-Hant"),
        ("ZH-HK", "zh-Hant"),
        ("zh", "zh-Hans"),
    ],
)
def test_languages(tag: str, language: str) -> None:
    """Language tags and names of locales are understood."""
    assert language_of(tag) == language


@pytest.mark.parametrize("tag", ["", "de", "chinese"])
def test_other_languages(tag: str) -> None:
    """Another language is refused by its name."""
    with pytest.raises(NotationError, match="expected one of zh-Hans"):
        language_of(tag)
