"""What deals, workers and tables cost as they grow in number: each table's last column stays level.

    python benchmarks/scaling.py [--workers 1 2] [--rounds 3]

Deals: processor time of one process that simulates more and more deals. Workers: deals a second of
more and more processes. Tables: memory of more and more tables of the server in the middle of a
deal, each with its room, match, log of the deal and open questions, and the processor time of a
move; and what copying a deal at such a moment takes.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from goldsparrow.arena.simulate import Plan, simulate
from goldsparrow.moves import MOVE_NAMES
from goldsparrow.players.chance import Chance
from goldsparrow.server.clock import LoopClock
from goldsparrow.server.entries import Begun, Moved, Readied, Sat, Sealed, Setup
from goldsparrow.server.pace import PACES
from goldsparrow.server.protocol import Settings
from goldsparrow.server.room import Room
from goldsparrow.server.state import TableState
from goldsparrow.server.store import Store
from goldsparrow.server.world import World

PAGE = os.sysconf("SC_PAGE_SIZE")
MOVES = 30
"""After how many moves a table is in the middle of its deal."""


def median(rounds: int, measure: Callable[[], float]) -> float:
    """The median of several measurements."""
    return statistics.median(measure() for _ in range(rounds))


def simulated(deals: int, workers: int, clock: Callable[[], float]) -> float:
    """Seconds to simulate so many deals of chance players."""
    plan = Plan(rules="fuzhou-ourgame", deals=deals, seed="scaling", players=("chance",) * 4)
    began = clock()
    for _ in simulate(plan, workers=workers):
        pass
    return clock() - began


def deals_table(rounds: int) -> None:
    """Prints the processor time of more and more deals."""
    simulated(500, 1, time.process_time)  # loads the modules and fills memos
    print(f"{'deals':>8}{'seconds':>12}{'ms a deal':>12}")
    for deals in (500, 1000, 2000, 4000):
        took = median(rounds, lambda: simulated(deals, 1, time.process_time))  # noqa: B023
        print(f"{deals:>8}{took:>12.2f}{1000 * took / deals:>12.3f}")


def workers_table(numbers: list[int], rounds: int) -> None:
    """Prints the deals a second of more and more workers, started and ended within the time."""
    print(f"\n{'workers':>8}{'deals/s':>12}{'of each':>12}")
    for workers in numbers:
        deals = 10_000 * workers
        took = median(rounds, lambda: simulated(deals, workers, time.perf_counter))  # noqa: B023
        print(f"{workers:>8}{deals / took:>12,.0f}{deals / took / workers:>12,.0f}")


def resident() -> int:
    """Bytes of memory that the process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def table(world: World, number: int) -> Room:
    """A table of four people in the middle of its first deal."""
    setup = Setup(
        rules="fuzhou-ourgame",
        options={},
        length="8 deals",
        stake=1,
        settings=Settings(),
        seats=("open",) * 4,
        host="guest0",
    )
    state = TableState(f"table{number}", setup, hints=world.hints)
    for seat in range(4):
        state.apply(Sat(seat, f"guest{number}-{seat}", f"name {seat}"))
    state.apply(Sealed(0, Random(number).randbytes(32).hex()))
    for seat in range(4):
        state.apply(Readied(seat, 0))
    state.apply(Begun(0))
    return Room(world, state)


def play(state: TableState, chance: Chance, moves: int) -> int:
    """Plays so many moves, or to the end of the deal; returns how many there were."""
    for played in range(moves):
        if not state.open or state.match is None or state.match.deal is None:
            return played
        seat, decision = next(iter(state.open.items()))
        move = MOVE_NAMES[chance.act(state.match.deal.view(seat), decision.moves)]
        state.apply(Moved(seat, decision.id, move, "person", 20_000, f"answer-{decision.id}"))
    return moves


def tables_table(world: World) -> list[Room]:
    """Prints memory and time of more and more tables; returns the tables."""
    print(f"\n{'tables':>8}{'MB':>12}{'KB a table':>12}{'us a move':>12}")
    chance = Chance(1)
    play(table(world, 0).state, chance, MOVES)
    gc.collect()
    before = resident()
    rooms: list[Room] = []
    for number in (250, 500, 1000, 2000):
        moves, began = 0, time.process_time()
        while len(rooms) < number:
            room = table(world, len(rooms))
            moves += play(room.state, chance, MOVES)
            rooms.append(room)
        took = time.process_time() - began
        gc.collect()
        held = resident() - before
        print(
            f"{number:>8}{held / 1e6:>12.1f}{held / number / 1e3:>12.1f}{took / moves * 1e6:>12.1f}"
        )
    return rooms


def copies(rooms: list[Room], rounds: int) -> None:
    """Prints what the copy of a deal in its middle takes."""
    deals = [room.state.match.deal for room in rooms if room.state.match and room.state.match.deal]

    def measure() -> float:
        began = time.process_time()
        for deal in deals:
            deal.copy()
        return (time.process_time() - began) / len(deals)

    print(f"\ncopy of a deal: {median(rounds, measure) * 1e6:.1f} us")


def main() -> None:
    """Prints the three tables, and the time of a copy."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    deals_table(options.rounds)
    workers_table(options.workers, options.rounds)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as workers:
        store = Store(Path(folder))
        world = World(
            store=store, clock=LoopClock(), pace=PACES["normal"], players={}, workers=workers
        )
        copies(tables_table(world), max(options.rounds, 5))
        store.close()


if __name__ == "__main__":
    main()
