"""The web client's build: only when its sources changed, and never a half-built one in place."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import web_client
from machine import SetupError


class Client:
    """A web client whose npm only writes the file that a build would."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.web = root / "web"
        self.static = root / "src" / "static"
        self.calls: list[str] = []
        self.exit_code = 0
        self.page = "<title>1</title>"
        (self.web / "src").mkdir(parents=True)
        (self.web / "package.json").write_text("{}")
        (self.web / "package-lock.json").write_text("{}")
        (self.web / "src" / "main.ts").write_text("1")
        self.static.parent.mkdir()
        monkeypatch.setattr(web_client, "ROOT", root)
        monkeypatch.setattr(web_client, "WEB", self.web)
        monkeypatch.setattr(web_client, "BUILT", self.web / "dist")
        monkeypatch.setattr(web_client, "STATIC", self.static)
        monkeypatch.setattr(web_client, "STAMP", self.static / ".built-from")
        monkeypatch.setattr(web_client, "CATALOGUE", root / "catalogue.json")
        monkeypatch.setattr(web_client, "_npm", self._npm)

    def _npm(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        self.calls.append(" ".join(arguments[:2]).removesuffix(" --ignore-scripts"))
        if arguments[0] == "ci":
            (self.web / "node_modules").mkdir(exist_ok=True)
        elif self.page:
            (self.web / "dist").mkdir(exist_ok=True)
            (self.web / "dist" / "index.html").write_text(self.page)
        return subprocess.CompletedProcess([], self.exit_code)

    def build(self) -> list[str]:
        """Builds, and returns what npm was called for."""
        self.calls = []
        web_client.build()
        return self.calls

    def served(self) -> str:
        """Returns the page that a server would send."""
        return (self.static / "index.html").read_text()


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Returns a client that was never built."""
    return Client(tmp_path, monkeypatch)


def test_unchanged_client_is_not_built_again(client: Client) -> None:
    """The first build installs and builds, the second finds the stamp and calls no npm."""
    assert client.build() == ["ci", "run build"]
    assert client.served() == "<title>1</title>"
    assert client.build() == []


@pytest.mark.parametrize("name", ["web/src/main.ts", "web/src/new.ts", "catalogue.json"])
def test_changed_source_is_built(client: Client, tmp_path: Path, name: str) -> None:
    """A change in any source, the catalogue of texts included, makes a new build."""
    client.build()
    (tmp_path / name).write_text("2")
    client.page = "<title>2</title>"

    assert client.build() == ["run build"]
    assert client.served() == "<title>2</title>"


def test_renamed_source_is_built(client: Client) -> None:
    """A file's name is part of what the client is built from."""
    client.build()
    (client.web / "src" / "main.ts").rename(client.web / "src" / "other.ts")

    assert client.build() == ["run build"]


def test_build_products_are_no_sources(client: Client) -> None:
    """Installed packages and earlier builds do not count as a change."""
    client.build()
    (client.web / "node_modules" / "x.js").write_text("x")
    (client.web / "dist" / "x.js").write_text("x")

    assert client.build() == []


def test_changed_lock_is_installed(client: Client) -> None:
    """The packages are installed again when the lock file pins others."""
    client.build()
    (client.web / "package-lock.json").write_text('{"lockfileVersion": 3}')

    assert client.build() == ["ci", "run build"]


def test_failed_build_leaves_the_old_client(client: Client) -> None:
    """While a new build fails, the old client stays in place and is known to be old."""
    client.build()
    (client.web / "src" / "main.ts").write_text("broken")
    client.exit_code = 1
    client.page = "half"

    with pytest.raises(SetupError, match="npm run build"):
        client.build()

    assert client.served() == "<title>1</title>"
    assert not web_client.is_current()


def test_build_without_a_page_is_refused(client: Client) -> None:
    """A build that made no page is not put in place, whatever its exit code says."""
    client.page = ""

    with pytest.raises(SetupError, match=r"index\.html"):
        client.build()

    assert not client.static.exists()


def test_failed_installation_is_tried_again(client: Client) -> None:
    """Packages that npm could not install are not taken for installed."""
    client.exit_code = 1
    with pytest.raises(SetupError, match="install"):
        client.build()
    client.exit_code = 0

    assert client.build() == ["ci", "run build"]


def test_missing_sources_are_named(client: Client) -> None:
    """Without the client's sources the error names the file that should be there."""
    (client.web / "package.json").unlink()

    with pytest.raises(SetupError, match=r"package\.json"):
        client.build()
