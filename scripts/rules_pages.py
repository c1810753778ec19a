"""Writes ``docs/rules``: a page per rule set and language, from the values as they are printed.

``python scripts/rules_pages.py`` writes them anew; with ``--check`` it only says which are stale.
"""

from __future__ import annotations

import sys
from pathlib import Path

from goldsparrow.guide import rules_page
from goldsparrow.guide.markdown import markdown
from goldsparrow.rules import RULE_SETS, rule_set
from goldsparrow.text import LANGUAGES, say

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
NOTE = "<!-- Written by scripts/rules_pages.py; change the rule sets or the texts instead. -->\n\n"


def pages() -> dict[str, str]:
    """Returns what each file of the folder has to hold, by its name."""
    found = {
        f"{key}.{language}.md": NOTE + markdown(rules_page(rule_set(key), language))
        for key in RULE_SETS
        for language in LANGUAGES
    }
    names = {"zh-Hans": "简体中文", "zh-Hant": "繁體中文", "en": "English"}
    lines = [
        f"- {say(f'rules.{key}.title', 'en')} · {say(f'rules.{key}.title', 'zh-Hans')}: "
        + ", ".join(f"[{names[one]}]({key}.{one}.md)" for one in LANGUAGES)
        for key in RULE_SETS
    ]
    found["README.md"] = NOTE + "# Rules\n\n" + "\n".join(lines) + "\n"
    return found


def stale() -> list[str]:
    """Lists the files that are missing, out of date, or of no rule set."""
    wanted = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    return sorted(name for name in wanted | there if wanted.get(name) != there.get(name))


def main() -> int:
    """Writes or checks the pages and returns the exit code."""
    if "--check" in sys.argv[1:]:
        for name in stale():
            print(f"docs/rules/{name} is stale", file=sys.stderr)
        return 1 if stale() else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
