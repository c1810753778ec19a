"""In-memory chairs and a clock at will: a whole table without a socket, a port or patience."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from goldsparrow.game.record import deal_shuffle
from goldsparrow.game.view import View
from goldsparrow.moves import DISCARDS, PASS, Move, MoveSet, moves_in
from goldsparrow.players.chance import Chance
from goldsparrow.server.clock import FakeClock
from goldsparrow.server.connection import Connection
from goldsparrow.server.entries import Setup, encode_entry
from goldsparrow.server.hall import Hall
from goldsparrow.server.pace import AT_ONCE, Pace
from goldsparrow.server.protocol import Settings
from goldsparrow.server.questions import HintBudget
from goldsparrow.server.room import Room
from goldsparrow.server.seats import Guest
from goldsparrow.server.state import Shuffler
from goldsparrow.server.store import Store
from goldsparrow.server.world import World
from goldsparrow.tiles import HIDDEN

SETTINGS = Settings()


class Inline(Executor):
    """Runs at once what others run in a thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future


class Broken:
    """A bot that fails."""

    def act(self, view: View, moves: MoveSet) -> Move:
        raise RuntimeError("a bot's own fault")


class Timid:
    """A bot that claims nothing and discards what it has drawn."""

    def act(self, view: View, moves: MoveSet) -> Move:
        if moves >> PASS & 1:
            return PASS
        drawn = view.drawn
        if drawn != HIDDEN and moves >> drawn & 1:
            return drawn
        return next(moves_in(moves & DISCARDS))


class Liar:
    """A bot that chooses what it may not."""

    def act(self, view: View, moves: MoveSet) -> Move:
        return -1


PLAYERS = {
    "greedy": Chance,
    "chance": Chance,
    "timid": lambda seed: Timid(),
    "broken": lambda seed: Broken(),
    "liar": lambda seed: Liar(),
}


def guest(number: int) -> Guest:
    return Guest(f"guest-{number}", f"客人{number}", "zh-Hans")


def setup(*seats: str, **changes: Any) -> Setup:
    """A table's setup; four open seats where none are named."""
    plan: Any = seats or ("open",) * 4
    values: dict[str, Any] = {
        "rules": "fuzhou-ourgame",
        "options": {},
        "length": "4 deals",
        "stake": 1,
        "settings": SETTINGS,
        "seats": plan,
        "host": "guest-0",
    }
    return Setup(**(values | changes))


class Chair(Connection):
    """A viewer that keeps every frame with the moment at which it came."""

    def __init__(self, world: World, guest_id: str | None) -> None:
        super().__init__(guest_id, world.clock)
        self.world = world
        self.frames: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.room: Room | None = None

    def push(self, text: str) -> None:
        if self.closing is None:
            self.frames.append(json.loads(text))
            self.times.append(self.world.clock.now())

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == kind]

    def last(self, kind: str) -> dict[str, Any]:
        return self.of(kind)[-1]

    @property
    def events(self) -> list[dict[str, Any]]:
        """The numbered events in the order in which they came."""
        return [event for frame in self.of("events") for event in frame["events"]]

    @property
    def question(self) -> dict[str, Any] | None:
        """The question that is open, as a client that follows the protocol knows it."""
        found = None
        for frame in self.frames:
            if frame["type"] == "question":
                found = frame
            elif found is not None and frame.get("id") == found["id"]:
                closed = frame["type"] == "question_closed"
                if closed or frame.get("status") in {"accepted", "repeated", "stale"}:
                    found = None
        return found

    @property
    def waits_for_ready(self) -> bool:
        """Whether the next deal waits for this seat."""
        for frame in reversed(self.frames):
            if frame["type"] == "events" and frame["events"]:
                return False
            if frame["type"] == "ready_check":
                return self.seat is not None and not frame["ready"][self.seat]
        return False

    def say(self, **frame: Any) -> None:
        """Sends a frame to the room."""
        self.say_text(json.dumps(frame))

    def say_text(self, text: str) -> None:
        assert self.room is not None
        self.room.receive(self, text)

    def answer(self, move: str, *, decision: int | None = None, answer: str = "a") -> None:
        if decision is None:
            assert self.question is not None
            decision = self.question["id"]
        self.say(type="answer", decision=decision, answer=f"{answer}{decision}", move=move)

    def forget(self) -> None:
        self.frames.clear()
        self.times.clear()


class House:
    """A hall with a fake clock and everything that tests do with it."""

    def __init__(
        self,
        directory: Path,
        *,
        pace: Pace = AT_ONCE,
        shuffler: Shuffler = deal_shuffle,
        seed: int = 1,
        players: dict[str, Any] | None = None,
    ) -> None:
        self._tables = 0
        self.clock = FakeClock()
        seeds = random.Random(seed)
        self.world = World(
            store=Store(directory),
            clock=self.clock,
            pace=pace,
            players=players or PLAYERS,
            workers=Inline(),
            shuffler=shuffler,
            hints=HintBudget(self.clock.now, self.clock.now),
            new_seed=lambda: seeds.randbytes(32),
            chance=random.Random(0),
        )
        self.hall = Hall(self.world)

    async def close(self) -> None:
        await self.hall.close()
        self.world.store.close()

    async def settle(self) -> None:
        """Lets everything happen that happens without time passing."""
        for _ in range(6):
            await asyncio.sleep(0)
            for room in list(self.hall.rooms.values()):
                if not room.closed:
                    await room.idle()

    async def pass_time(self, seconds: float) -> None:
        until = self.clock.now() + seconds
        await self.settle()
        while self.clock.step(until):
            await self.settle()
        await self.settle()

    async def table(
        self, wish: Setup, *guests: Guest, name: str | None = None
    ) -> tuple[Room, list[Chair]]:
        """A table whose open seats the guests take, each with a chair."""
        # The name goes into the shuffle: a random one would make every run another game.
        self._tables += 1
        name = name or f"table{self._tables}"
        await self.world.store.create_table(name, encode_entry(wish), guest(0).id)
        room = await self.hall.room(name)
        chairs = []
        for each in guests:
            await room.join(each, None)
            chairs.append(await self.enter(room, each.id))
        return room, chairs

    async def enter(self, room: Room, guest_id: str | None, after: int | None = None) -> Chair:
        chair = Chair(self.world, guest_id)
        chair.room = room
        assert room.connect(chair, after)
        await self.settle()
        return chair

    async def started(
        self, wish: Setup, *guests: Guest, name: str | None = None
    ) -> tuple[Room, list[Chair]]:
        """A table whose first deal has begun."""
        room, chairs = await self.table(wish, *guests, name=name)
        for chair in chairs:
            chair.say(type="ready", entropy="ab")
        await self.settle()
        return room, chairs

    async def play(
        self,
        chairs: list[Chair],
        until: Callable[[], bool],
        *,
        chance: random.Random | None = None,
        steps: int = 5000,
    ) -> None:
        """People answer by chance, and are ready whenever they are asked to be, until it is so."""
        chance = chance or random.Random(3)
        for _ in range(steps):
            if until():
                return
            acted = False
            for chair in chairs:
                question = chair.question
                if question is not None:
                    chair.answer(chance.choice(question["moves"]))
                    acted = True
                elif chair.waits_for_ready:
                    chair.say(type="ready", entropy="")
                    acted = True
            # Nobody answers faster than a socket may speak.
            await self.pass_time(0.1 if acted else 0.5)
        raise AssertionError("the table did not come so far")


def in_loop(
    test: Callable[..., Awaitable[None]],
) -> Callable[..., None]:
    """Runs an asynchronous test in a loop of its own, with a fresh house in its `tmp_path`."""
    return with_walls(deal_shuffle)(test)


def with_walls(
    shuffler: Shuffler,
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., None]]:
    """As `in_loop`, in a house whose walls are laid by `shuffler`."""

    def decorate(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
        def run(tmp_path: Path) -> None:
            async def scene() -> None:
                house = House(tmp_path, shuffler=shuffler)
                try:
                    await test(house)
                finally:
                    await house.close()

            asyncio.run(scene())

        run.__name__ = test.__name__
        run.__doc__ = test.__doc__
        return run

    return decorate
