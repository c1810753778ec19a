"""Setting up: a start does what is missing, in order, and never trusts a half-made environment."""

from __future__ import annotations

import fcntl
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import environment
import machine
import web_client
from machine import SetupError

Steps = list[str]


class Project:
    """A project folder without packages: pip and the web build only say that they were called."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.steps: Steps = []
        self.fail_at = ""
        self.failure: BaseException = SetupError("no network")
        self.client_is_current = True
        (root / "requirements").mkdir(parents=True)
        for name in ("requirements/play.txt", "requirements/test.txt", "pyproject.toml"):
            (root / name).write_text(name)
        (root / "hatch_build.py").write_text("")
        self.settle(monkeypatch)
        monkeypatch.setattr(environment, "_run", self._run)
        monkeypatch.setattr(environment, "apt_install", self._apt_install)
        monkeypatch.setattr(web_client, "is_current", lambda: self.client_is_current)

    def settle(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Makes the scripts work in this project's folder."""
        venv = self.root / ".venv"
        monkeypatch.setattr(environment, "ROOT", self.root)
        monkeypatch.setattr(environment, "CACHE", self.root / ".cache")
        monkeypatch.setattr(environment, "VENV", venv)
        monkeypatch.setattr(environment, "PYTHON", venv / "bin" / "python")
        monkeypatch.setattr(environment, "STAMP", venv / "goldsparrow.json")

    def start(self, lock: str = "play.txt", missing: Steps | None = None) -> Steps:
        """Prepares the environment and returns the steps that it took."""
        self.steps = []
        environment.prepare(lock, missing or [])
        return self.steps

    def change(self, name: str) -> None:
        """Changes a file of the project."""
        (self.root / name).write_text("changed")

    def _run(self, command: list[str | Path], purpose: str) -> None:
        words = " ".join(str(word) for word in command)
        if "-m venv" in words:
            step = "venv"
            (self.root / ".venv" / "bin").mkdir(parents=True)
            (self.root / ".venv" / "bin" / "python").write_text("")
        elif "--editable" in words:
            step = "project"
        elif "web_client.py build" in words:
            step = "web"
            self.client_is_current = True
        else:
            step = words.rpartition("requirements/")[2]
        self.steps.append(step)
        if step == self.fail_at:
            raise self.failure

    def _apt_install(self, packages: list[str]) -> None:
        self.steps.append(f"apt {' '.join(packages)}")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Returns an empty project."""
    return Project(tmp_path / "project", monkeypatch)


def test_second_start_runs_nothing(project: Project) -> None:
    """The first start makes the environment, the second finds it whole and starts no program."""
    assert project.start() == ["venv", "play.txt", "project"]
    assert project.start() == []


@pytest.mark.parametrize("failure", [SetupError("no network"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["venv", "play.txt"])
def test_cut_short_is_made_anew(project: Project, step: str, failure: BaseException) -> None:
    """An environment whose making failed or was interrupted does not pass for a whole one."""
    project.fail_at, project.failure = step, failure
    with pytest.raises(type(failure)):
        project.start()
    project.fail_at = ""

    assert project.start() == ["venv", "play.txt", "project"]


def test_failed_install_leaves_no_folder(project: Project) -> None:
    """A failed installation leaves no environment behind that a person could take for whole."""
    project.fail_at = "play.txt"
    with pytest.raises(SetupError):
        project.start()

    assert not (project.root / ".venv").exists()


def test_failed_web_build_keeps_the_packages(project: Project) -> None:
    """When only the web client fails to build, the next start does not install all again."""
    project.client_is_current = False
    project.fail_at = "web"
    with pytest.raises(SetupError):
        project.start()
    project.fail_at, project.client_is_current = "", False

    assert project.start() == ["web", "project"]


def test_changed_lock_makes_anew(project: Project) -> None:
    """Packages that a new lock no longer names must not stay behind."""
    project.start()
    project.change("requirements/play.txt")

    assert project.start() == ["venv", "play.txt", "project"]


def test_changed_web_client_is_built_alone(project: Project) -> None:
    """A change of the web client's sources costs a build of it and nothing else."""
    project.start()
    project.client_is_current = False

    assert project.start() == ["web"]


@pytest.mark.parametrize("name", ["pyproject.toml", "hatch_build.py"])
def test_changed_package_is_installed_again(project: Project, name: str) -> None:
    """New commands or another build are taken up without installing the packages again."""
    project.start()
    project.change(name)

    assert project.start() == ["project"]


def test_tests_add_to_what_play_made(project: Project) -> None:
    """./test after ./play adds the tests' packages, and ./play after ./test needs nothing."""
    project.start("play.txt")

    assert project.start("test.txt") == ["test.txt"]
    assert project.start("play.txt") == []


def test_tests_first_serve_play(project: Project) -> None:
    """./play after ./test alone needs nothing more."""
    assert project.start("test.txt") == ["venv", "test.txt", "project"]
    assert project.start("play.txt") == []


def test_changed_test_lock_makes_anew(project: Project) -> None:
    """The tests never run with packages that their lock does not name."""
    project.start("test.txt")
    project.change("requirements/test.txt")

    assert project.start("test.txt") == ["venv", "test.txt", "project"]


def test_moved_project_makes_anew(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs of an environment name its folder, so a moved one is of no use."""
    project.start()
    project.root = project.root.rename(project.root.with_name("moved"))
    project.settle(monkeypatch)

    assert project.start() == ["venv", "play.txt", "project"]


def test_lost_python_makes_anew(project: Project) -> None:
    """An environment whose Python was removed from the machine is made anew."""
    project.start()
    (project.root / ".venv" / "bin" / "python").unlink()

    assert project.start() == ["venv", "play.txt", "project"]


def test_unreadable_stamp_makes_anew(project: Project) -> None:
    """A note that cannot be read vouches for nothing."""
    project.start()
    (project.root / ".venv" / "goldsparrow.json").write_text('{"root": ')

    assert project.start() == ["venv", "play.txt", "project"]


def test_missing_debian_packages_come_first_and_together(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that Debian has to bring is asked for at once, before anything is made."""
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)
    venv = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"

    assert project.start(missing=["chromium"])[0] == f"apt chromium {venv}"


def test_two_starts_at_once_take_turns(project: Project) -> None:
    """A second start waits while the first is setting up, then finds all done."""
    project.start()
    second = threading.Thread(target=project.start)
    with (project.root / ".cache" / "environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        second.start()
        second.join(timeout=0.2)

        assert second.is_alive()

    second.join(timeout=30)

    assert not second.is_alive()
    assert project.steps == []


@pytest.mark.parametrize("home", [None, "", "/nonexistent", "relative"])
def test_unusable_home_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, home: str | None
) -> None:
    """Without a home that can be written to, programs get one inside the project."""
    monkeypatch.setattr(machine, "CACHE", tmp_path)
    if home is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", home)

    assert machine.child_environment()["HOME"] == str(tmp_path / "home")


def test_usable_home_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that can be written to is left alone, with its caches and settings."""
    monkeypatch.setenv("HOME", str(tmp_path))

    assert machine.child_environment()["HOME"] == str(tmp_path)


def test_without_rights_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may not install packages reads which, and how, in one line."""
    (tmp_path / "apt-get").write_text("#!/bin/sh\n")
    (tmp_path / "apt-get").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)

    with pytest.raises(SetupError) as refused:
        machine.apt_install(["chromium", "python3.11-venv"])

    message = str(refused.value)
    assert "`apt-get install chromium python3.11-venv`" in message
    assert "\n" not in message


@pytest.mark.parametrize(("sudo_allows", "prefix"), [(True, ["sudo", "-n"]), (False, None)])
def test_sudo_is_used_only_without_a_password(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sudo_allows: bool,
    prefix: Steps | None,
) -> None:
    """A sudo that would ask for a password is not used: nobody may be there to give it."""
    (tmp_path / "sudo").write_text(f"#!/bin/sh\nexit {0 if sudo_allows else 1}\n")
    (tmp_path / "sudo").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    privileges: Callable[[], Steps | None] = machine._privileges

    assert privileges() == prefix
