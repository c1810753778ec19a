"""Keeps a bot as it is today: packs the modules that it is made of into an archive.

    .venv/bin/python scripts/freeze.py expert 2026-11

Only bots without a seed can be kept. An archive that is there is never written over.
"""

from __future__ import annotations

import ast
import sys
import zipfile
from pathlib import Path

PLAYERS = Path(__file__).parents[1] / "src" / "goldsparrow" / "players"
WHOLE = "goldsparrow.players"


def modules_of(bot: str) -> dict[str, str]:
    """The sources that a bot needs of its package, by module."""
    found: dict[str, str] = {}
    coming = [bot]
    while coming:
        name = coming.pop()
        if name in found:
            continue
        found[name] = (PLAYERS / f"{name}.py").read_text("utf-8")
        coming += [
            node.module.removeprefix(f"{WHOLE}.")
            for node in ast.walk(ast.parse(found[name]))
            if isinstance(node, ast.ImportFrom) and node.module and WHOLE + "." in node.module
        ]
    return found


def main() -> int:
    """Packs the bot that the arguments name."""
    if len(sys.argv) != 3 or not (PLAYERS / f"{sys.argv[1]}.py").exists():
        print("freeze.py: expected a bot and a date, such as: expert 2026-11", file=sys.stderr)
        return 2
    sys.path.insert(0, str(PLAYERS.parents[1]))
    from goldsparrow.players.frozen import package_name  # noqa: PLC0415 - from this very tree

    bot, date = sys.argv[1:]
    name = f"{bot}-{date}"
    path = PLAYERS / "frozen" / f"{name}.zip"
    if path.exists():
        print(f"freeze.py: {path.name!r} is there; expected a new date", file=sys.stderr)
        return 2
    with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for module, text in sorted(modules_of(bot).items()):
            # The same sources always make the same archive.
            entry = zipfile.ZipInfo(f"{module}.py")
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.replace(WHOLE, package_name(name)))
    print(f"{path.relative_to(PLAYERS.parents[2])}: {path.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
