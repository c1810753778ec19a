"""Matches at the terminal for tests."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from goldsparrow.game.match import Length
from goldsparrow.rules import rule_set
from goldsparrow.terminal.faces import Faces, Writer
from goldsparrow.terminal.scene import Scene
from goldsparrow.terminal.session import Session
from goldsparrow.text import Language


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual reads its settings from the environment; tests have none."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        monkeypatch.delenv(name)


@pytest.fixture
def sit() -> Callable[..., Scene]:
    """Makes a scene whose match has not begun."""

    def make(
        rules: str = "fuzhou-ourgame",
        *,
        seed: str = "1",
        length: str = "1 round",
        language: Language = "en",
        faces: Faces = "text",
        bots: str = "greedy",
        **options: Any,
    ) -> Scene:
        session = Session(rule_set(rules, **options), Length.parse(length), (bots,) * 3, seed)
        return Scene(session, Writer(faces, language))

    return make
