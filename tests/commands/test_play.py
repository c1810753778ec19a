"""``goldsparrow play``: refuses what it cannot use in one line, and leaves a terminal as it was."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goldsparrow import cli
from goldsparrow.game.record import Record

WAIT = 60.0


def play(*options: str, term: str = "xterm-256color") -> subprocess.CompletedProcess[str]:
    """Runs the command without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "goldsparrow", "play", *options],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": term},
        check=False,
        timeout=WAIT,
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--rules", "tokyo"), "no rule set 'tokyo'"),
        (("--set", "base"), "--set is 'base'"),
        (("--set", "base=x"), "'x'"),
        (("--length", "soon"), "no such match length: 'soon'"),
        (("--bots", "greedy,greedy"), "--bots is 'greedy,greedy'"),
        (("--bots", "nobody"), "no player 'nobody'"),
        (("--pace", "fast"), "--pace is 'fast'"),
        (("--pace", "nan"), "--pace is 'nan'"),
        (("--tiles", "wood"), "--tiles is 'wood'"),
        (("--lang", "de"), "no language: 'de'"),
        (("--record", "/nowhere/at/all"), "'/nowhere/at/all'"),
        ((), "no terminal"),
    ],
)
def test_unusable_input(options: tuple[str, ...], complaint: str) -> None:
    """Bad options, and no terminal at all, each get one line that quotes them, and exit code 2."""
    ran = play(*options)

    assert ran.returncode == 2
    assert ran.stdout == ""
    assert complaint in ran.stderr
    assert ran.stderr.count("\n") == 1


def test_missing_library(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the library the command says in one line what to install."""
    for name in list(sys.modules):
        if name.startswith(("textual", "goldsparrow.terminal", "goldsparrow.commands.play")):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)

    assert cli.main(["play"]) == 2
    assert "pip install 'goldsparrow[terminal]'" in capsys.readouterr().err


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *options: str, term: str = "xterm-256color") -> None:
        self.output = b""
        self.pid, self._descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM=term, LINES="24", COLUMNS="80")
            arguments = [sys.executable, "-m", "goldsparrow", "play", *options]
            os.execv(sys.executable, arguments)

    def read_until(self, text: bytes) -> None:
        """Reads until a text has come, or fails."""
        end = time.monotonic() + WAIT
        while text not in self.output:
            going_on = self._read() and time.monotonic() < end
            assert going_on, f"{text!r} never came: {self.output[-500:]!r}"

    def _read(self) -> bool:
        ready, _, _ = select.select([self._descriptor], [], [], 0.5)
        if not ready:
            return True
        try:
            part = os.read(self._descriptor, 1 << 16)
        except OSError:  # the other side has closed it
            return False
        self.output += part
        return bool(part)

    def type(self, keys: bytes) -> None:
        """Types keys."""
        os.write(self._descriptor, keys)

    def end(self) -> int:
        """Waits for the end; returns the exit code."""
        while self._read():
            pass
        _, status = os.waitpid(self.pid, 0)
        os.close(self._descriptor)
        return os.waitstatus_to_exitcode(status)


def test_dumb_terminal() -> None:
    """A terminal that cannot place a cursor is told so in one line."""
    terminal = Terminal(term="dumb")

    assert terminal.end() == 2
    assert b"TERM='dumb'" in terminal.output
    assert terminal.output.count(b"\n") == 1


@pytest.mark.parametrize("how", ["key", "signal"])
def test_ctrl_c(how: str, tmp_path: Path) -> None:
    """Ctrl-C, as a key or as a signal, gives the terminal back as it was, without a traceback."""
    file = tmp_path / "match.jsonl"
    terminal = Terminal("--seed", "1", "--pace", "0", "--record", str(file))
    terminal.read_until(b"Your turn")
    if how == "key":
        terminal.type(b"\x03")
    else:
        os.kill(terminal.pid, signal.SIGINT)

    assert terminal.end() == 130
    assert b"\x1b[?1049l" in terminal.output  # back from the alternate screen
    assert b"\x1b[?25h" in terminal.output  # with its cursor
    assert b"Traceback" not in terminal.output
    assert b"Deals played: 0" in terminal.output
    assert not file.exists()  # an empty file would be no record


def test_a_deal_in_a_terminal(tmp_path: Path) -> None:
    """A deal is played in a real terminal; its record is saved and verifies."""
    file = tmp_path / "match.jsonl"
    terminal = Terminal("--seed", "1", "--pace", "0", "--length", "1 deals", "--record", str(file))
    terminal.read_until(b"Your turn")
    end = time.monotonic() + WAIT
    while b"For the win" not in terminal.output:
        assert time.monotonic() < end, terminal.output[-500:]
        # Passes on what is offered, and throws the first tile that may be thrown.
        terminal.type(b"0qqppoonnllkk")
        terminal._read()
    terminal.type(b"\r\r\x03")

    assert terminal.end() in {0, 130}
    assert Record.read(file).verify().over
