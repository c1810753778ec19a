"""What a careful eye would find wrong with a page: things cut, covered, too small or scrolled."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from goldsparrow.text import catalogue

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

_FAULTS = Path(__file__).with_name("faults.js").read_text(encoding="utf-8")


_RAW_KEY = re.compile(
    rf"\b(?:{'|'.join(sorted({key.partition('.')[0] for key in catalogue()}))})\.[a-z_]+"
)


def raw_keys(locator: Locator) -> list[str]:
    """Lists keys of the catalogue that stand where their texts should, for nobody to read."""
    return _RAW_KEY.findall(locator.inner_text())


def faults(page: Page) -> list[str]:
    """Lists what leaves the screen, is covered or overlaps, and whether anything scrolls."""
    found: list[str] = page.evaluate(_FAULTS)
    return found


def axe(page: Page) -> list[str]:
    """Lists what axe finds serious or worse, with the elements that it means."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    report: dict[str, Any] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] })"
    )
    return [
        f"{rule['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in report["violations"]
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]
