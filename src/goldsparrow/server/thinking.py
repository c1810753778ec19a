"""Thinking: bots choose in threads of their own, and their choices take effect when they may."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from goldsparrow.game.view import View
from goldsparrow.moves import MOVES, MoveSet
from goldsparrow.players.player import Player
from goldsparrow.server.desk import Desk
from goldsparrow.server.state import Decision

LOG: Final = logging.getLogger("goldsparrow.thinking")

Moved: TypeAlias = Callable[[Decision, int | None], Awaitable[None]]
"""Takes a bot's choice; None where it made none that is legal."""


class Thinking:
    """The bots of a table and what they think about now."""

    def __init__(self, desk: Desk, moved: Moved) -> None:
        self._desk = desk
        self._moved = moved
        self._bots: dict[int, Player] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Whether a bot thinks."""
        return bool(self._tasks)

    def prepare(self) -> None:
        """Makes the bots, so that chance is always drawn on the same way: before any tile."""
        for seat, chair in enumerate(self._desk.state.seats.chairs):
            if chair.kind == "bot":
                self._bot(seat)

    def begin(self, decision: Decision, now: float) -> None:
        """Lets the seat's bot choose."""
        world = self._desk.world
        delay = world.pace.bot_delay(decision.kind, world.chance)
        match = self._desk.state.match
        assert match is not None
        view = match.view(decision.seat)
        self._tasks[decision.seat] = asyncio.create_task(
            self._think(decision, view, decision.moves, now + delay)
        )

    def stop(self, seat: int) -> None:
        """What a bot still thinks about is decided."""
        task = self._tasks.pop(seat, None)
        if task is not None:
            task.cancel()

    def stop_all(self) -> None:
        """Nothing is waited for any more."""
        for seat in list(self._tasks):
            self.stop(seat)

    def done(self, seat: int) -> None:
        """The bot's choice has come."""
        self._tasks.pop(seat, None)

    def _bot(self, seat: int) -> Player:
        bot = self._bots.get(seat)
        if bot is None:
            world = self._desk.world
            key = self._desk.state.seats[seat].bot
            assert key is not None
            bot = self._bots[seat] = world.players[key](world.chance.getrandbits(32))
        return bot

    async def _think(self, decision: Decision, view: View, moves: MoveSet, moment: float) -> None:
        """Lets a bot choose and hands its choice to the table at the moment that is due."""
        world = self._desk.world
        loop = asyncio.get_running_loop()
        due = asyncio.Event()
        alarm = world.clock.call_at(moment, due.set)
        seat = decision.seat
        move: int | None = None
        try:
            bot = self._bot(seat)
            key = self._desk.state.seats[seat].bot or ""
            workers = world.own_workers.get(key, world.workers)
            thought = loop.run_in_executor(workers, bot.act, view, moves)
            # A bot may be anybody's: what it returns is no more believed than a client's frame.
            chosen: object = await asyncio.wait_for(thought, world.pace.bot_limit)
            if isinstance(chosen, int) and 0 <= chosen < MOVES and moves >> chosen & 1:
                move = chosen
            else:
                LOG.warning("the bot of seat %d chose %r, which is not legal", seat, chosen)
        except TimeoutError:
            LOG.warning("the bot of seat %d thinks too long", seat)
        except Exception:
            LOG.exception("the bot of seat %d failed", seat)
        try:
            await due.wait()
        finally:
            alarm.cancel()
        self._desk.put(lambda: self._moved(decision, move))
