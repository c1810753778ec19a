"""The generated files say what the Structs say."""

from __future__ import annotations

import json

from goldsparrow.server.schema import SCHEMA_FILE, TYPES_FILE, browser_types, json_schema


def test_committed_schema_is_current() -> None:
    """`docs/protocol.schema.json` is what `python -m goldsparrow.server.schema` writes."""
    assert SCHEMA_FILE.read_text(encoding="utf-8") == json_schema()


def test_committed_browser_types_are_current() -> None:
    """`web/src/net/protocol.ts` is what `python -m goldsparrow.server.schema` writes."""
    assert TYPES_FILE.read_text(encoding="utf-8") == browser_types()


def test_every_reference_has_its_definition() -> None:
    """The schema names no definition that it does not hold."""
    text = json_schema()
    definitions = json.loads(text)["$defs"]
    named = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}

    assert named <= definitions.keys()
    assert {"Welcome", "Answer", "Discard", "ServerFrame", "TableEvent"} <= definitions.keys()
