"""What users read, in three languages, from the one catalogue that the browser reads too.

>>> say("item.base", "en")
'Base'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, cast, get_args

from goldsparrow.errors import NotationError

Language: TypeAlias = Literal["zh-Hans", "zh-Hant", "en"]
"""简体中文, 繁體中文 or English."""

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)


def say(key: str, language: Language, **params: object) -> str:
    """Returns a text of the catalogue with its `{name}` places filled in.

    Raises:
        KeyError: the catalogue has no such text, or a place is not given.
    """
    text = catalogue()[key][language]
    return text.format(**params) if params else text


def language_of(text: str) -> Language:
    """Returns the language that a tag or a locale's name asks for, such as `zh_TW.UTF-8`.

    Raises:
        NotationError: it is neither Chinese nor English.
    """
    tag = text.partition(".")[0].replace("_", "-").lower()
    parts = tag.split("-")
    if parts[0] == "en":
        return "en"
    if parts[0] == "zh":
        return "zh-Hant" if {"hant", "tw", "hk", "mo"} & set(parts) else "zh-Hans"
    raise NotationError(f"no language: {text!r:.60}; expected one of {', '.join(LANGUAGES)}")


@cache
def catalogue() -> Mapping[str, Mapping[Language, str]]:
    """Returns the whole catalogue: every text by its key and language."""
    path = Path(__file__).with_name("catalogue.json")
    return cast("Mapping[str, Mapping[Language, str]]", json.loads(path.read_text("utf-8")))
