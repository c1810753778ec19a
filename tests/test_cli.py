"""The command line's own manners: one line for bad input, quiet ends, the right exit codes."""

from __future__ import annotations

import argparse
import io
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import goldsparrow
from goldsparrow import cli
from goldsparrow.errors import NotationError


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that makes ``goldsparrow probe`` do what a test wants."""

    def make(run: Callable[[argparse.Namespace], int], extra: str | None = None) -> None:
        module = types.ModuleType("goldsparrow.commands.probe")
        module.add_arguments = lambda parser: parser.add_argument("--deals", type=int, default=1)  # type: ignore[attr-defined]
        module.run = run  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "goldsparrow.commands.probe", module)
        monkeypatch.setitem(cli.COMMANDS, "probe", cli.Command("probes the dispatch", extra))

    return make


def raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    """Returns a command that ends with an error."""

    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_exit_code_is_the_commands(command: Callable[..., None]) -> None:
    """The command gets its parsed arguments, and its answer is the exit code."""
    command(lambda args: args.deals)

    assert cli.main(["probe", "--deals", "1"]) == 1
    assert cli.main(["probe", "--deals", "0"]) == 0


def test_bad_input_is_one_line(
    command: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """An error that the input caused is one line on the error stream and exit code 2."""
    command(raising(NotationError("'9x' is no tile:\nexpected 1m to 9m")))

    assert cli.main(["probe"]) == 2

    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "goldsparrow probe: '9x' is no tile: expected 1m to 9m\n"


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (["probe", "--deals", "many"], "'many'"),
        (["probe", "--colour"], "--colour"),
        (["dance"], "'dance'"),
        ([], "COMMAND"),
    ],
)
def test_bad_arguments_are_one_line(
    command: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    quoted: str,
) -> None:
    """Arguments that cannot be understood are quoted in one line, with exit code 2."""
    command(lambda args: 0)

    with pytest.raises(SystemExit) as stopped:
        cli.main(arguments)

    assert stopped.value.code == 2
    message = capsys.readouterr().err
    assert quoted in message
    assert message.count("\n") == 1


def test_unreadable_file_is_one_line(
    command: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is not there is named in one line, with exit code 2."""
    command(raising(FileNotFoundError(2, "No such file or directory", "hands.ndjson")))

    assert cli.main(["probe"]) == 2

    message = capsys.readouterr().err
    assert message == "goldsparrow probe: cannot use 'hands.ndjson': No such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "redirection", "complaint"),
    [
        ("rules", ">&-", "goldsparrow rules: standard output is closed; expected"),
        ("--help", ">&-", "goldsparrow: standard output is closed; expected"),
        ("score --json", "<&-", "goldsparrow score: reading or writing failed: a stream is closed"),
        ("verify -", "<&-", "goldsparrow verify: reading or writing failed: a stream is closed"),
        ("rules", "2>&- >&-", ""),
        ("rules --set bad", "2>&-", ""),
    ],
)
def test_closed_streams_are_one_line(arguments: str, redirection: str, complaint: str) -> None:
    """A stream that is closed is one line on the error stream, where that is open, and code 2."""
    done = shell(arguments, redirection)

    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(complaint)
    assert done.stderr.count("\n") == bool(complaint)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", ["rules", "rules longyan --json"])
def test_full_output_is_one_line(arguments: str, unbuffered: str) -> None:
    """An output without room is one line and exit code 2, also where it shows only at the end."""
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    done = shell(arguments, "> /dev/full", PYTHONUNBUFFERED=unbuffered)

    assert done.returncode == 2
    assert done.stderr.startswith("goldsparrow rules: reading or writing failed: ")
    assert done.stderr.count("\n") == 1


def test_a_file_that_opens_but_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file whose reading fails is named in one line, with exit code 2."""

    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", lambda path, mode: Broken())

    assert cli.main(["score", "--json", "hands.ndjson"]) == 2

    message = capsys.readouterr().err
    assert message == "goldsparrow score: cannot use 'hands.ndjson': Input/output error\n"


def shell(arguments: str, redirection: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process of its own, with its streams as a shell redirects them."""
    return subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" -m goldsparrow {arguments} {redirection}', sys.executable],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": ":".join(sys.path), **environment},
    )


def test_own_faults_are_not_hidden(command: Callable[..., None]) -> None:
    """A fault of the program itself is not passed off as bad input."""
    command(raising(ZeroDivisionError("ours")))

    with pytest.raises(ZeroDivisionError):
        cli.main(["probe"])


def test_own_missing_module_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of the project that is missing is a fault of the package, not of the user."""
    monkeypatch.setitem(cli.COMMANDS, "absent", cli.Command("is not there", "server"))

    with pytest.raises(ModuleNotFoundError):
        cli.main(["absent"])


def test_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command whose optional packages are missing says how to install them."""

    def refuse(name: str) -> types.ModuleType:
        raise ModuleNotFoundError(f"No module named {name!r}", name="litestar")

    monkeypatch.setitem(cli.COMMANDS, "probe", cli.Command("needs more", "server"))
    monkeypatch.setattr("importlib.import_module", refuse)

    assert cli.main(["probe"]) == 2

    message = capsys.readouterr().err
    assert "'litestar'" in message
    assert "pip install 'goldsparrow[server]'" in message


def test_ctrl_c_is_quiet(command: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    """Ctrl-C ends a command without a word, with the code that a shell expects."""
    command(raising(KeyboardInterrupt()))

    assert cli.main(["probe"]) == 130

    assert capsys.readouterr() == ("", "")


def test_reader_that_goes_away_is_quiet() -> None:
    """A command whose output is cut off (``| head``) ends without a traceback."""
    program = (
        "import sys, types\n"
        "from goldsparrow import cli\n"
        "module = types.ModuleType('goldsparrow.commands.probe')\n"
        "module.add_arguments = lambda parser: None\n"
        "module.run = lambda args: [print('x' * 80) for _ in range(100_000)] and 0\n"
        "sys.modules[module.__name__] = module\n"
        "cli.COMMANDS['probe'] = cli.Command('prints a lot')\n"
        "sys.exit(cli.main(['probe']))\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={"PYTHONPATH": ":".join(sys.path)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        complaint = process.stderr.read()

    assert complaint == b""
    assert process.returncode == 141


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """``--version`` prints the package's version."""
    with pytest.raises(SystemExit) as stopped:
        cli.main(["--version"])

    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"goldsparrow {goldsparrow.__version__}\n"


@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_every_listed_command_is_there(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the list can be loaded and explains itself."""
    with pytest.raises(SystemExit) as stopped:
        cli.main([name, "--help"])

    assert stopped.value.code == 0
    assert f"goldsparrow {name}" in capsys.readouterr().out
