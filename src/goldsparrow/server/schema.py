"""Writes the JSON Schema of all frames and events, and the browser's types, from the Structs.

``python -m goldsparrow.server.schema`` writes `docs/protocol.schema.json` and
`web/src/net/protocol.ts`; a test compares what is committed with what these functions make.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from goldsparrow.events import AnyEvent
from goldsparrow.guide import Page
from goldsparrow.server import bodies, protocol, reference
from goldsparrow.server.protocol import AnyClientFrame, AnyServerFrame

ROOT: Final = Path(__file__).resolve().parents[3]
SCHEMA_FILE: Final = ROOT / "docs" / "protocol.schema.json"
TYPES_FILE: Final = ROOT / "web" / "src" / "net" / "protocol.ts"

_BODIES: Final = (
    bodies.NewGuest,
    bodies.GuestBody,
    bodies.RunningTables,
    bodies.NewTable,
    bodies.TableMade,
    bodies.Join,
    bodies.Joined,
    bodies.Fill,
    bodies.TableBody,
    bodies.RulesBody,
    bodies.Health,
    bodies.Refused,
    Page,
    reference.AskOptions,
    reference.OptionsBody,
    reference.AskHand,
    reference.ScoresBody,
    reference.HandWaitsBody,
)
_UNIONS: Final = {
    "ServerFrame": AnyServerFrame,
    "ClientFrame": AnyClientFrame,
    "TableEvent": AnyEvent,
}
_Schema = dict[str, Any]


def json_schema() -> str:
    """The JSON Schema of every frame, event and HTTP body, as the file's text."""
    definitions = _definitions()
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gold Sparrow protocol",
        "version": protocol.PROTOCOL,
        "$defs": definitions,
    }
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def browser_types() -> str:
    """The same as TypeScript, as the file's text."""
    lines = [
        "/**",
        " * The frames, events and bodies that cross the line. Generated: do not edit, run",
        " * `python -m goldsparrow.server.schema`.",
        " */",
        "",
        "/* eslint-disable */",
    ]
    for name, definition in sorted(_definitions().items()):
        lines.append("")
        if "description" in definition:
            lines += _comment(definition["description"], "")
        lines += _declaration(name, definition)
    return "\n".join(lines) + "\n"


def write() -> None:
    """Writes both files."""
    SCHEMA_FILE.write_text(json_schema(), encoding="utf-8")
    TYPES_FILE.write_text(browser_types(), encoding="utf-8")


def _definitions() -> dict[str, _Schema]:
    roots = (*(kind for union in _UNIONS.values() for kind in get_args(union)), *_BODIES)
    _, components = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    definitions: dict[str, _Schema] = dict(components)
    for name, union in _UNIONS.items():
        members = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(union)]
        definitions[name] = {"anyOf": members}
    return definitions


# --- TypeScript ---------------------------------------------------------------------------------


def _comment(text: str, indent: str) -> list[str]:
    paragraphs = [line.strip() for line in text.strip().splitlines()]
    if len(paragraphs) == 1:
        return [f"{indent}/** {paragraphs[0]} */"]
    return [
        f"{indent}/**",
        *(f"{indent} * {line}".rstrip() for line in paragraphs),
        f"{indent} */",
    ]


def _declaration(name: str, definition: _Schema) -> list[str]:
    if definition.get("type") != "object" or "properties" not in definition:
        return [f"export type {name} = {_type(definition)};"]
    required = set(definition.get("required", ()))
    lines = [f"export interface {name} {{"]
    for key, value in definition["properties"].items():
        # A tag is always sent, also where the decoder could do without it.
        optional = "" if key in required or key == "type" else "?"
        lines.append(f"  {key}{optional}: {_type(value)};")
    return [*lines, "}"]


def _type(schema: _Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    return _plain_type(schema)


def _literal(value: str | int) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value)


def _plain_type(schema: _Schema) -> str:
    kind = schema.get("type")
    if kind == "integer" and (schema.get("minimum"), schema.get("maximum")) == (0, 3):
        return "0 | 1 | 2 | 3"
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
        inner = _type(schema["items"])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties', {}))}>"
    names = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return names.get(str(kind), "null" if kind == "null" else "unknown")


if __name__ == "__main__":
    write()
