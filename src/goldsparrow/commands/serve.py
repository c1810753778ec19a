"""``goldsparrow serve``: the server and the web client on one address."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import os
import re
import socket
import sys
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import uvicorn

from goldsparrow.errors import GoldSparrowError
from goldsparrow.players import PLAYERS, Player, player
from goldsparrow.players.process import PREFIX
from goldsparrow.server.app import create_app
from goldsparrow.server.clock import LoopClock
from goldsparrow.server.pace import PACES
from goldsparrow.server.store import Store
from goldsparrow.server.world import World

BOT_THREADS = 4
SWITCH_SECONDS = 0.001
"""How long a thread may keep others waiting; the store's commits are on every answer's way."""
GARBAGE_THRESHOLDS = (500, 5, 20_000)
"""Small young generations: a collection holds every table up, so each has to be short."""
SOCKET_BYTES = 1024 * 1024
_POLICY = "onnx:"


class ServeError(GoldSparrowError, OSError):
    """Raised for an address that cannot be served."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the arguments of ``goldsparrow serve``."""
    parser.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--port", type=_port, default=8080, help="the port to listen on (default: %(default)s)"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=None,
        help="the directory of the database (default: $GOLDSPARROW_DATA or ./data)",
    )
    parser.add_argument(
        "--pace",
        choices=tuple(PACES),
        default="normal",
        help="how fast bots and tables move (default: %(default)s)",
    )
    parser.add_argument(
        "--abandon-hours",
        type=_hours,
        default=24.0,
        metavar="HOURS",
        help="end a match that nobody has come back to for so long (default: %(default)s)",
    )
    parser.add_argument(
        "--bot",
        type=_bot,
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program, or onnx:FILE for a policy, that may be seated as bot:NAME (see "
        "docs/bots.md); may be given again",
    )


def _bot(text: str) -> tuple[str, str]:
    name, equals, command = text.partition("=")
    if not equals or not re.fullmatch(r"[a-z][a-z0-9-]{0,15}", name) or not command.strip():
        raise argparse.ArgumentTypeError(
            f"no bot: {text!r:.80}; expected NAME=COMMAND, the name of small letters and digits"
        )
    if name in PLAYERS:
        raise argparse.ArgumentTypeError(f"the bot {name!r} is there already; expected a new name")
    who = command if command.startswith(_POLICY) else PREFIX + command
    try:
        player(who)
    except GoldSparrowError as error:
        raise argparse.ArgumentTypeError(f"no bot: {text!r:.80}: {error}") from None
    return name, who


def _players(bots: Sequence[tuple[str, str]]) -> dict[str, Callable[[int], Player]]:
    """The listed bots and those that the host adds."""
    return PLAYERS | {name: partial(player, who) for name, who in bots}


def _own_workers(
    bots: Sequence[tuple[str, str]], kept: contextlib.ExitStack
) -> dict[str, Executor]:
    """A thread for each program that the host adds: it is asked one question at a time."""
    return {
        name: kept.enter_context(ThreadPoolExecutor(1, thread_name_prefix=f"bot-{name}"))
        for name, who in bots
        if who.startswith(PREFIX)
    }


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if not 0 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"no such port: {text!r}; expected 0 to 65535")
    return port


def _hours(text: str) -> float:
    try:
        hours = float(text)
    except ValueError:
        hours = -1.0
    if not 0 < hours < float("inf"):
        raise argparse.ArgumentTypeError(f"no such time: {text!r}; expected hours above 0")
    return hours


def run(args: argparse.Namespace) -> int:
    """Serves until it is interrupted.

    Raises:
        ServeError: the address cannot be listened on.
        StoreError: the data directory cannot be used.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    # What is loaded stays for good, and tables make few cycles: looking for garbage among all of
    # it every moment would make every table wait.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE_THRESHOLDS)
    listener = _listen(args.host, args.port)
    with listener:
        directory = args.data or Path(os.environ.get("GOLDSPARROW_DATA") or "data")
        store = Store(directory)
        with (
            ThreadPoolExecutor(BOT_THREADS, thread_name_prefix="bot") as workers,
            contextlib.ExitStack() as kept,
        ):
            world = World(
                store=store,
                clock=LoopClock(),
                pace=PACES[args.pace],
                players=_players(args.bot),
                workers=workers,
                own_workers=_own_workers(args.bot, kept),
                abandon_seconds=args.abandon_hours * 3600,
            )
            config = uvicorn.Config(
                create_app(world),
                ws="websockets-sansio",
                ws_max_size=SOCKET_BYTES,
                # Frames are small; compressing each costs more than it saves.
                ws_per_message_deflate=False,
                access_log=False,
                log_level="warning",
                lifespan="on",
                server_header=False,
                timeout_graceful_shutdown=3,
            )
            # Ctrl-C is how one ends a server; it has closed everything when it passes it on.
            with contextlib.suppress(KeyboardInterrupt):
                _run(_Announcing(config).serve(sockets=[listener]))
    return 0


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens; asking early gives one clear line instead of a half-started server."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, number)
    except OSError as error:
        raise ServeError(
            f"cannot listen on host {host!r}: {error.strerror}; expected e.g. 127.0.0.1"
        ) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ServeError(
                f"port {port} of {host} is in use; expected a free one, e.g. --port {port + 1}"
            ) from None
        raise ServeError(f"cannot listen on port {port} of {host!r}: {error.strerror}") from None
    return listener


def _run(serving: Coroutine[object, object, None]) -> None:
    """Runs the server, on uvloop's faster loop where it is installed."""
    try:
        import uvloop
    except ModuleNotFoundError:
        factory: Callable[[], asyncio.AbstractEventLoop] = asyncio.new_event_loop
    else:
        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        runner.run(serving)


class _Announcing(uvicorn.Server):
    """A server that says where it is found as soon as it answers."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then prints the address."""
        await super().startup(sockets)
        for listener in sockets or ():
            host, port = listener.getsockname()[:2]
            # Listening on all addresses is no address that a browser could open.
            host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
            shown = f"[{host}]" if ":" in host else host
            print(f"Gold Sparrow 金雀: http://{shown}:{port}/  (Ctrl-C ends it)", flush=True)
