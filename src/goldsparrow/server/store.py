"""The log on disk: what was acknowledged is here, also after the process was killed.

One thread owns the database. What tables append while a commit runs is committed together next, so
that hundreds of tables share the wait for the disk; an append returns when its commit has returned.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final, Literal, TypeAlias

import msgspec
import sqlalchemy as sql

from goldsparrow.errors import GoldSparrowError
from goldsparrow.server.database import (
    ENTRIES,
    EVENTS,
    GUESTS,
    INDEX_GUESTS,
    INSERT_ENTRIES,
    INSERT_EVENTS,
    META,
    SITTINGS,
    TABLES,
)
from goldsparrow.server.seats import Guest, Language

SCHEMA: Final = 1
DATABASE: Final = "goldsparrow.sqlite3"
LOCK: Final = "goldsparrow.lock"

TableStatus: TypeAlias = Literal["open", "over"]

_Read: TypeAlias = Callable[[sql.Connection], Any]


class StoreError(GoldSparrowError, OSError):
    """Raised for a data directory that cannot be used."""


class Append(msgspec.Struct, frozen=True):
    """What one step of a table adds to its log, as stored text.

    `number` and `seq` are the places of the first entry and the first event.
    """

    table: str
    number: int
    entries: tuple[str, ...]
    seq: int = 0
    events: tuple[str, ...] = ()
    over: bool = False


class Stored(msgspec.Struct, frozen=True):
    """A table as it stands in the log."""

    table: str
    setup: str
    status: TableStatus
    entries: tuple[str, ...]
    events: tuple[str, ...]
    touched: float
    """When the last entry was written, in seconds since 1970."""


class Sitting(msgspec.Struct, frozen=True):
    """A table at which a guest sits.

    `touched` is when its newest deal began, or when it was set up before the first.
    """

    table: str
    setup: str
    touched: float


class _Job(msgspec.Struct, frozen=True):
    """Something for the thread to do, and who waits for it."""

    work: Append | _Read
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class Store:
    """Everything the server keeps, in one SQLite database of a data directory."""

    def __init__(self, directory: Path) -> None:
        """Opens the database and makes it where there is none.

        Raises:
            StoreError: the directory cannot be written, another server uses it, or its database
                is of a newer version.
        """
        self._lock = _lock(directory)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._engine = sql.create_engine(
            f"sqlite:///{directory / DATABASE}", poolclass=sql.pool.NullPool
        )
        sql.event.listen(self._engine, "connect", _configure)
        try:
            self._prepare(directory)
        except (sql.exc.DatabaseError, StoreError) as error:
            self._lock.close()
            if isinstance(error, StoreError):
                raise
            raise StoreError(
                f"cannot use the database {str(directory / DATABASE)!r}: {error.args[0]}"
            ) from None
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def _prepare(self, directory: Path) -> None:
        with self._engine.begin() as connection:
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version > SCHEMA:
                raise StoreError(
                    f"the database {str(directory / DATABASE)!r} has version {version}; "
                    f"expected {SCHEMA} or older"
                )
            META.create_all(connection)
            connection.exec_driver_sql(INDEX_GUESTS)
            connection.exec_driver_sql(f"PRAGMA user_version = {SCHEMA}")

    # --- the thread --------------------------------------------------------------------------

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while True:
                group = self._next_group()
                if group is None:
                    return
                _deliver(_run_group(connection, group))

    def _next_group(self) -> list[_Job] | None:
        """Everything that waits, at least one job; None when the store closes."""
        job = self._jobs.get()
        group: list[_Job] = []
        while job is not None:
            group.append(job)
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group
        if group:
            self._jobs.put(None)
            return group
        return None

    def _submit(self, work: Append | _Read) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        return done

    def close(self) -> None:
        """Writes what waits and lets go of the database."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()
        self._lock.close()

    # --- tables ------------------------------------------------------------------------------

    async def append(self, append: Append) -> None:
        """Adds to a table's log; returns when it is on the disk."""
        await self._submit(append)

    async def create_table(
        self, table: str, setup: str, host: str, *, most: int | None = None
    ) -> bool:
        """Keeps a new table, unless its host has `most` that are not over; says whether it did."""

        def work(connection: sql.Connection) -> bool:
            # Counted here, where nothing comes between: a host may ask many times at once.
            if most is not None and _open_tables(connection, host) >= most:
                return False
            connection.execute(
                TABLES.insert().values(
                    id=table, setup=setup, host=host, status="open", created=time.time()
                )
            )
            return True

        kept: bool = await self._submit(work)
        return kept

    async def load(self, table: str) -> Stored | None:
        """A table's whole log, or None where there is no such table."""

        def work(connection: sql.Connection) -> Stored | None:
            row = connection.execute(sql.select(TABLES).where(TABLES.c.id == table)).first()
            if row is None:
                return None
            entries = connection.execute(
                sql.select(ENTRIES.c.body, ENTRIES.c.at)
                .where(ENTRIES.c.table_id == table)
                .order_by(ENTRIES.c.number)
            ).all()
            events = connection.execute(
                sql.select(EVENTS.c.body).where(EVENTS.c.table_id == table).order_by(EVENTS.c.seq)
            ).scalars()
            return Stored(
                table=table,
                setup=row.setup,
                status=row.status,
                entries=tuple(entry.body for entry in entries),
                events=tuple(events),
                touched=entries[-1].at if entries else row.created,
            )

        stored: Stored | None = await self._submit(work)
        return stored

    async def untouched(self, before: float) -> tuple[str, ...]:
        """The tables that are not over and had no entry since a moment (seconds since 1970)."""

        def work(connection: sql.Connection) -> tuple[str, ...]:
            last = (
                sql.select(sql.func.max(ENTRIES.c.at))
                .where(ENTRIES.c.table_id == TABLES.c.id)
                .scalar_subquery()
            )
            return tuple(
                connection.execute(
                    sql.select(TABLES.c.id).where(
                        TABLES.c.status == "open",
                        sql.func.coalesce(last, TABLES.c.created) < before,
                    )
                ).scalars()
            )

        tables: tuple[str, ...] = await self._submit(work)
        return tables

    async def tables_of(
        self, guest: str, most: int, playing: tuple[str, ...] = ()
    ) -> tuple[Sitting, ...]:
        """The tables that are not over at which a guest sits, that of the newest deal first.

        The tables of `playing` count as not over.
        """
        tables = msgspec.json.encode(playing).decode()

        def work(connection: sql.Connection) -> tuple[Sitting, ...]:
            rows = connection.execute(
                SITTINGS, {"guest": guest, "most": most, "playing": tables}
            ).all()
            return tuple(Sitting(row.id, row.setup, row.touched) for row in rows)

        found: tuple[Sitting, ...] = await self._submit(work)
        return found

    # --- guests ------------------------------------------------------------------------------

    async def add_guest(self, guest: Guest, token_hash: str) -> None:
        """Keeps a new guest."""

        def work(connection: sql.Connection) -> None:
            connection.execute(
                GUESTS.insert().values(
                    id=guest.id,
                    token_hash=token_hash,
                    name=guest.name,
                    language=guest.language,
                    created=time.time(),
                )
            )

        await self._submit(work)

    async def rename_guest(self, guest: str, name: str, language: Language) -> None:
        """Changes what a guest is called at the tables to come."""

        def work(connection: sql.Connection) -> None:
            connection.execute(
                GUESTS.update().where(GUESTS.c.id == guest).values(name=name, language=language)
            )

        await self._submit(work)

    async def guest(self, token_hash: str) -> Guest | None:
        """The guest whose secret has this hash."""

        def work(connection: sql.Connection) -> Guest | None:
            row = connection.execute(
                sql.select(GUESTS).where(GUESTS.c.token_hash == token_hash)
            ).first()
            return None if row is None else Guest(row.id, row.name, row.language)

        guest: Guest | None = await self._submit(work)
        return guest


def _open_tables(connection: sql.Connection, host: str) -> int:
    """How many tables that are not over a guest has set up."""
    return connection.execute(
        sql.select(sql.func.count())
        .select_from(TABLES)
        .where(TABLES.c.host == host, TABLES.c.status == "open")
    ).scalar_one()


def _lock(directory: Path) -> IO[bytes]:
    """Holds the directory for this process; the system lets go of it however the process ends."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        handle = (directory / LOCK).open("ab")
    except OSError as error:
        raise StoreError(
            f"cannot write to the data directory {str(directory)!r}: {error.strerror}; "
            "expected a directory of which the server may make files"
        ) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        handle.close()
        raise StoreError(
            f"the data directory {str(directory)!r} is in use by another server"
        ) from None
    if not os.access(directory, os.W_OK):
        handle.close()
        raise StoreError(f"cannot write to the data directory {str(directory)!r}")
    return handle


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    cursor = connection.cursor()
    # Readers such as a backup do not block the writer; FULL makes a commit survive a power cut.
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA busy_timeout = 5000")
    cursor.close()


def _write(connection: sql.Connection, appends: list[Append]) -> None:
    """Writes many appends with one statement a table of the database."""
    entries = [
        (one.table, number, body)
        for one in appends
        for number, body in enumerate(one.entries, one.number)
    ]
    events = [
        (one.table, seq, body) for one in appends for seq, body in enumerate(one.events, one.seq)
    ]
    # Driver statements: building the same insert from expressions costs more than running it.
    if entries:
        connection.exec_driver_sql(INSERT_ENTRIES, (time.time(), _rows(entries)))
    if events:
        connection.exec_driver_sql(INSERT_EVENTS, (_rows(events),))
    for one in appends:
        if one.over:
            connection.execute(
                TABLES.update().where(TABLES.c.id == one.table).values(status="over")
            )


def _rows(rows: list[tuple[str, int, str]]) -> str:
    return msgspec.json.encode(rows).decode()


_Outcome: TypeAlias = tuple[_Job, Any, BaseException | None]


def _run_group(connection: sql.Connection, group: list[_Job]) -> list[_Outcome]:
    """Commits a group at once; where that fails, each job alone, so that one cannot spoil all."""
    try:
        with connection.begin():
            _write(connection, [job.work for job in group if isinstance(job.work, Append)])
            return [
                (job, None if isinstance(job.work, Append) else job.work(connection), None)
                for job in group
            ]
    except Exception as error:  # noqa: BLE001  whoever waits gets the error
        if len(group) == 1:
            return [(group[0], None, error)]
    return [outcome for job in group for outcome in _run_group(connection, [job])]


def _deliver(outcomes: list[_Outcome]) -> None:
    loops = {job.loop for job, _, _ in outcomes}
    for loop in loops:
        mine = [outcome for outcome in outcomes if outcome[0].loop is loop]
        try:
            loop.call_soon_threadsafe(_settle, mine)
        except RuntimeError:
            # The loop was closed: nobody waits any more, and the data is written.
            continue


def _settle(outcomes: list[_Outcome]) -> None:
    for job, value, error in outcomes:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(value)
        else:
            job.done.set_exception(error)
