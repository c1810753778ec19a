"""Players that are programs of their own: they speak JSON, one object a line, on their pipes.

The program is told everything that a question is about each time, as the seat sees it, and answers
with a move. One program answers for all seats that it plays in a process, one question at a time.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import queue
import shlex
import subprocess
import threading
from collections.abc import Callable
from functools import partial
from typing import IO, Annotated, Final

import msgspec

from goldsparrow.errors import BotError, NotationError
from goldsparrow.game.defaults import default_move
from goldsparrow.game.view import View
from goldsparrow.moves import Move, MoveSet, move_name, moves_in, parse_move
from goldsparrow.players.frames import PROTOCOL, Asked, Hello, question

LOG: Final = logging.getLogger("goldsparrow.process")

PREFIX: Final = "process:"
"""What the name of such a player begins with; the command follows."""
SECONDS: Final = 5.0
"""How long a program may think about a question."""
START_SECONDS: Final = 20.0
"""How long it may take to its first answer, which may have much to load."""
FAILURES: Final = 3
"""After how many failures in a row it is given up."""
LINE_BYTES: Final = 1 << 16
"""The longest line that a program may write."""
_END_SECONDS: Final = 2.0


class ProcessPlayer:
    """Asks a program for its moves.

    Where it answers nonsense, not in time, or ends, the default is played, as at a table, and the
    program is started anew. After some failures in a row it is given up.

    Args:
        command: the program with its arguments, as in a shell; none of a shell's other powers.
        seed: told with every question, for programs that leave something to chance.
        seconds: how long it may think about a question.
    """

    def __init__(self, command: str, seed: int = 0, *, seconds: float = SECONDS) -> None:
        self._command = command
        self._seed = seed
        self._seconds = seconds
        self._program = _program(command)

    def __reduce__(self) -> tuple[Callable[[], ProcessPlayer], tuple[()]]:
        # It remembers nothing, so that a copy asks the same program.
        return partial(ProcessPlayer, self._command, self._seed, seconds=self._seconds), ()

    def act(self, view: View, moves: MoveSet) -> Move:
        """Returns one of the legal moves.

        Raises:
            BotError: the program cannot be started, or has failed several times in a row.
        """
        return self._program.ask(view, moves, self._seed, self._seconds)


class _Answer(msgspec.Struct, tag_field="type", tag="answer"):
    """What a program answers."""

    decision: int
    move: Annotated[str, msgspec.Meta(max_length=24)]


_ANSWERS: Final = msgspec.json.Decoder(_Answer)


class _Program:
    """A program that runs, or will when it is next asked."""

    def __init__(self, command: str) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._asked = 0
        self._failures = 0

    def ask(self, view: View, moves: MoveSet, seed: int, seconds: float) -> Move:
        """Asks for a move; the default where the program fails."""
        with self._lock:
            try:
                move = self._answer(view, moves, seed, seconds)
            except _Failure as failure:
                self.stop()
                self._failures += 1
                if self._failures >= FAILURES:
                    self._failures = 0
                    raise BotError(
                        f"the bot {self._command!r:.120} failed {FAILURES} times running: {failure}"
                    ) from None
                LOG.warning("the bot %r: %s; the default is played", self._command, failure)
                return default_move(view, moves)
            self._failures = 0
            return move

    def _answer(self, view: View, moves: MoveSet, seed: int, seconds: float) -> Move:
        fresh = self._process is None
        if fresh:
            self._start()
        self._asked += 1
        limit = max(seconds, START_SECONDS) if fresh else seconds
        asked = question(self._asked, view, moves, seed, round(limit * 1000))
        self._write(asked)
        line = self._read(limit)
        try:
            answer = _ANSWERS.decode(line)
            move = parse_move(answer.move)
        except (msgspec.MsgspecError, UnicodeDecodeError, NotationError) as error:
            raise _Failure(
                f'it wrote {line[:80]!r}, expected {{"type": "answer", "decision": '
                f'{self._asked}, "move": "..."}} ({error})'
            ) from None
        if answer.decision != self._asked:
            raise _Failure(f"it answered {answer.decision}, expected {self._asked}")
        if not moves >> move & 1:
            legal = ", ".join(move_name(each) for each in moves_in(moves))
            raise _Failure(f"it chose {answer.move!r}, expected one of {legal}")
        return move

    def _start(self) -> None:
        try:
            words = shlex.split(self._command)
            if not words:
                raise BotError(
                    f"no command in {PREFIX + self._command!r}; expected process:PROGRAM"
                )
            self._process = subprocess.Popen(  # noqa: S603 - whoever starts us names the program
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BotError(
                f"cannot start the bot {self._command!r:.120}: {reason}; expected a program that "
                "can be run"
            ) from None
        self._lines = queue.Queue()
        assert self._process.stdout is not None, "it is a pipe"
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        self._write(Hello(PROTOCOL))

    def _write(self, frame: Hello | Asked) -> None:
        assert self._process is not None, "the program has been started"
        assert self._process.stdin is not None, "it is a pipe"
        try:
            self._process.stdin.write(msgspec.json.encode(frame) + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise _Failure(self._ending()) from None

    def _read(self, seconds: float) -> bytes:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise _Failure(f"no answer within {seconds:g} seconds") from None
        if not line:
            raise _Failure(self._ending())
        if not line.endswith(b"\n"):
            raise _Failure(
                f"it wrote {line[:40]!r}..., expected a line of {LINE_BYTES} bytes at most"
            )
        return line

    def _ending(self) -> str:
        assert self._process is not None, "the program has been started"
        try:
            code = self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            return "it has closed its output"
        return f"it ended with code {code}"

    def stop(self) -> None:
        """Ends the program: by the end of its input, and by force where it does not heed that."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            assert process.stdin is not None, "it is a pipe"
            process.stdin.close()
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class _Failure(Exception):
    """What a program did that is no answer."""


def _listen(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    """Reads lines until the program ends, which an empty one says."""
    while True:
        line = stream.readline(LINE_BYTES)
        lines.put(line)
        if not line.endswith(b"\n"):
            stream.close()
            return


_PROGRAMS: Final[dict[str, _Program]] = {}
_MAKING: Final = threading.Lock()


def _program(command: str) -> _Program:
    """The program of a command: the same for all its seats."""
    with _MAKING:
        if command not in _PROGRAMS:
            _PROGRAMS[command] = _Program(command)
        return _PROGRAMS[command]


@atexit.register
def _stop_all() -> None:
    for program in _PROGRAMS.values():
        program.stop()
