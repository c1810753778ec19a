"""Makes and keeps the private environment of ./play and ./test: ``.venv`` in the project."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import web_client
from machine import CACHE, ROOT, SetupError, apt_install, child_environment

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
# Says what the environment holds. A step is written here only after it is done, so an environment
# whose making was cut short has no stamp, and is made anew.
STAMP = VENV / "goldsparrow.json"

Stamp = dict[str, str]


def prepare(lock: str, missing: Sequence[str] = ()) -> None:
    """Brings the environment to what a lock file in ``requirements/`` and the sources ask for.

    Takes a moment when nothing has changed, and starts no pip then.

    Args:
        lock: ``play.txt``, or ``test.txt`` which holds all of it and more.
        missing: Debian packages that the caller lacks; installed along with what is lacking here.

    Raises:
        SetupError: when something cannot be had; no half-made environment is left then.
    """
    with _alone():
        stamp = _read_stamp()
        # Every lock holds what ./play needs: an environment for the tests serves ./play too.
        wanted = {name: _file_hash(ROOT / "requirements" / name) for name in ("play.txt", lock)}
        whole = wanted.items() <= stamp.items()
        only_adds = stamp.get("play.txt") == wanted["play.txt"] and lock not in stamp
        packages = [*missing]
        if not (whole or only_adds) and importlib.util.find_spec("ensurepip") is None:
            # Debian keeps the part of Python that brings pip in a package of its own.
            packages.append(f"python{sys.version_info.major}.{sys.version_info.minor}-venv")
        if packages:
            apt_install(packages)
        if not whole:
            _install_locked(lock, wanted, stamp if only_adds else _make_empty())
        _install_project()


def _install_locked(lock: str, wanted: Stamp, stamp: Stamp) -> None:
    """Installs a lock file's packages into an environment that holds what the stamp says."""
    STAMP.unlink(missing_ok=True)
    _say(f"Installing the packages of requirements/{lock}")
    install = ["--require-hashes", "--only-binary=:all:", f"--requirement=requirements/{lock}"]
    try:
        _pip("install", *install)
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        raise
    _write_stamp(stamp | wanted)


def _install_project() -> None:
    """Builds the web client and installs the project itself, editable, where either changed."""
    stamp = _read_stamp()
    sources = hashlib.sha256()
    for name in ("pyproject.toml", "hatch_build.py"):
        sources.update((ROOT / name).read_bytes())
    wanted = sources.hexdigest()
    if not web_client.is_current():
        _say("Building the web client")
        _run([PYTHON, ROOT / "scripts" / "web_client.py", "build"], "building the web client")
    if stamp.get("project") != wanted:
        _say("Installing Gold Sparrow")
        offline = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet"]
        _pip("install", *offline, f"--editable={ROOT}")
        _write_stamp(stamp | {"project": wanted})


def _make_empty() -> Stamp:
    """Makes ``.venv`` anew, with pip and nothing else; returns its first stamp."""
    _say("Making a private environment in .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    _run([sys.executable, "-m", "venv", VENV], "making the private environment")
    return {"root": str(ROOT), "python": os.path.realpath(PYTHON)}


def _read_stamp() -> Stamp:
    """Returns what the environment holds; empty where it is missing, moved or without its Python.

    An environment names its own folder in every program, so a moved one does not work.
    """
    try:
        stamp: Stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    python = os.path.realpath(PYTHON)
    here = stamp.get("root") == str(ROOT) and stamp.get("python") == python
    return stamp if here and Path(python).exists() else {}


def _write_stamp(stamp: Stamp) -> None:
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(stamp, indent=1), encoding="utf-8")
    fresh.replace(STAMP)


def _pip(*arguments: str) -> None:
    _run([PYTHON, "-m", "pip", *arguments], "installing the packages")


def _run(command: list[str | Path], purpose: str) -> None:
    """Runs one step of the setting up, its output shown."""
    done = subprocess.run(command, cwd=ROOT, env=child_environment(), check=False)
    if done.returncode != 0:
        raise SetupError(f"{purpose} failed (see above)")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Keeps two that start at once from making the same environment: the second one waits."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "environment.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("Waiting for another ./play or ./test that is setting up")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _say(step: str) -> None:
    print(f"==> {step}", flush=True)
