"""The built web client, served from memory; browsers may keep what never changes."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final

import msgspec

IMMUTABLE: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
_COMPRESSED: Final = (
    "text/",
    "application/json",
    "application/javascript",
    "application/manifest+json",
    "image/svg+xml",
)
# Text gets its charset when it is sent.
_TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

LONGEST_PATH: Final = 200
"""In characters: the system has limits of its own, which it answers with faults."""

NOT_BUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>金雀 Gold Sparrow</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem;
background:#10211d;color:#fbf5e3}code{background:#1a5647;padding:.1em .4em}</style>
<h1>金雀 Gold Sparrow</h1>
<p>服务器在运行，但网页客户端还没有构建。运行 <code>./play</code>，或在 <code>web</code> 目录中运行
<code>npm ci &amp;&amp; npm run build</code>。</p>
<p>伺服器在執行，但網頁用戶端還沒有建置。執行 <code>./play</code>，或在 <code>web</code> 目錄中執行
<code>npm ci &amp;&amp; npm run build</code>。</p>
<p>The server runs, but the web client is not built. Run <code>./play</code>, or in the folder
<code>web</code> run <code>npm ci &amp;&amp; npm run build</code>.</p>
</html>
"""


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent: `packed` is its gzip form where that is worth it."""

    body: bytes
    packed: bytes | None
    type: str
    cache: str
    etag: str


class Client:
    """The files under one directory, read again when they change."""

    def __init__(self, root: Path) -> None:
        self._root = root.resolve()
        self._read: dict[Path, tuple[int, Asset]] = {}

    def find(self, path: str) -> Asset | None:
        """The file at a path of the site; None where there is none.

        Raises:
            ValueError: no file and no page can have such a path.
        """
        if len(path) > LONGEST_PATH or "\0" in path:
            raise ValueError(f"no path: {path[:80]!r}")
        try:
            wanted = (self._root / path.lstrip("/")).resolve()
            # A path such as `../secret` must not leave the directory.
            if not wanted.is_relative_to(self._root) or not wanted.is_file():
                return None
            return self._asset(wanted)
        except (OSError, RuntimeError):
            # It was removed meanwhile, or cannot be read.
            return None

    def page(self) -> Asset:
        """The page for every address that is no file; says what to do where nothing is built."""
        index = self._root / "index.html"
        if index.is_file():
            return self._asset(index)
        body = NOT_BUILT.encode()
        return Asset(body, None, _TYPES[".html"], REVALIDATE, _etag(body))

    def _asset(self, file: Path) -> Asset:
        changed = file.stat().st_mtime_ns
        known = self._read.get(file)
        if known is not None and known[0] == changed:
            return known[1]
        body = file.read_bytes()
        kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
        kind = kind or "application/octet-stream"
        packed = gzip.compress(body, 6, mtime=0) if kind.startswith(_COMPRESSED) else None
        if packed is not None and len(packed) >= len(body):
            packed = None
        # The build puts a hash into the name of everything under assets/.
        hashed = file.relative_to(self._root).parts[0] == "assets"
        asset = Asset(body, packed, kind, IMMUTABLE if hashed else REVALIDATE, _etag(body))
        self._read[file] = (changed, asset)
        return asset


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'
