"""A real server and a real browser for the tests of the web client."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.clicks import Opener

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium"
STATIC = ROOT / "src" / "goldsparrow" / "server" / "static"


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server with bots that answer at once is found."""
    if not (STATIC / "index.html").exists():
        pytest.fail("the web client is not built; expected it in src/goldsparrow/server/static")
    data = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-u", "-m", "goldsparrow", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--pace", "none", "--data", str(data)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    assert "http://" in line, f"the server said {line!r}"
    yield next(word for word in line.split() if word.startswith("http://")).rstrip("/")
    server.terminate()
    server.wait(timeout=20)
    server.stdout.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens pages of the client; a page that logs an error fails its test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opener(
        width: int = 1366,
        height: int = 768,
        *,
        language: str = "zh-Hans",
        motion: str = "reduce",
        path: str = "/",
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion=motion, base_url=address
        )
        context.add_init_script(
            f"localStorage.getItem('goldsparrow.language') ||"
            f" localStorage.setItem('goldsparrow.language', '{language}')"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(path)
        return page

    yield opener
    for context in contexts:
        context.close()
    assert problems == []
