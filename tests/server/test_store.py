"""The log on disk: complete, in order, one server a directory, one clear line when it cannot be."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy

from goldsparrow.server.seats import Guest
from goldsparrow.server.store import DATABASE, SCHEMA, Append, Store, StoreError


def in_store(directory: Path, scene: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(directory)
        try:
            await scene(store)
        finally:
            store.close()

    asyncio.run(run())


def test_a_log_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Entries and events of many tables, written at the same time, are read back in order."""

    async def write(store: Store) -> None:
        tables = [f"t{i}" for i in range(20)]
        for table in tables:
            await store.create_table(table, "{}", "host")

        async def fill(table: str) -> None:
            for number in range(10):
                await store.append(
                    Append(table, number, (f"{table}e{number}",), 2 * number + 1, ("x", "y"))
                )

        await asyncio.gather(*map(fill, tables))

    async def read(store: Store) -> None:
        for i in range(20):
            stored = await store.load(f"t{i}")
            assert stored is not None
            assert stored.entries == tuple(f"t{i}e{n}" for n in range(10))
            assert stored.events == ("x", "y") * 10
            assert stored.status == "open"
            assert stored.setup == "{}"
            assert abs(stored.touched - time.time()) < 3600
        assert await store.load("nowhere") is None

    in_store(tmp_path, write)
    in_store(tmp_path, read)


def test_one_bad_append_does_not_spoil_its_group(tmp_path: Path) -> None:
    """A number that is taken fails alone; what was committed together with it stays."""

    async def scene(store: Store) -> None:
        await store.create_table("a", "{}", "host")
        await store.append(Append("a", 0, ("first",)))
        outcomes = await asyncio.gather(
            store.append(Append("a", 0, ("again",))),
            *(store.append(Append(f"other{i}", 0, ("fine",))) for i in range(5)),
            return_exceptions=True,
        )
        stored = await store.load("a")

        assert isinstance(outcomes[0], sqlalchemy.exc.IntegrityError)
        assert outcomes[1:] == [None] * 5
        assert stored is not None
        assert stored.entries == ("first",)

    in_store(tmp_path, scene)


def test_finished_and_untouched_tables_are_told_apart(tmp_path: Path) -> None:
    """Only tables that are not over and rest since a moment are offered for giving up."""

    async def scene(store: Store) -> None:
        for table in ("over", "resting", "empty"):
            await store.create_table(table, "{}", "host")
        await store.append(Append("over", 0, ("e",), over=True))
        await store.append(Append("resting", 0, ("e",)))

        assert await store.untouched(time.time() - 60) == ()
        assert set(await store.untouched(time.time() + 60)) == {"resting", "empty"}

    in_store(tmp_path, scene)


def test_a_host_has_so_many_tables_and_no_more(tmp_path: Path) -> None:
    """The limit holds also where many are asked for at once; tables that are over do not count."""

    async def scene(store: Store) -> None:
        await store.create_table("over", "{}", "host", most=2)
        await store.append(Append("over", 0, ("e",), over=True))
        wishes = [store.create_table(f"t{i}", "{}", "host", most=2) for i in range(5)]
        assert sum(await asyncio.gather(*wishes)) == 2
        assert await store.create_table("other", "{}", "another", most=2)

    in_store(tmp_path, scene)


def test_guests_are_found_by_their_secrets_hash(tmp_path: Path) -> None:
    """A guest keeps id, name and language; a new name replaces the old one."""

    async def scene(store: Store) -> None:
        await store.add_guest(Guest("id", "阿福", "zh-Hant"), "hash")
        assert await store.guest("hash") == Guest("id", "阿福", "zh-Hant")
        await store.rename_guest("id", "Fu", "en")
        assert await store.guest("hash") == Guest("id", "Fu", "en")
        assert await store.guest("other") is None

    in_store(tmp_path, scene)


def test_commits_survive_a_power_cut(tmp_path: Path) -> None:
    """The database writes ahead and syncs every commit."""

    async def scene(store: Store) -> None:
        with store._engine.connect() as connection:
            modes = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous")
            ]
        assert modes == ["wal", 2]

    in_store(tmp_path, scene)


def test_one_server_a_directory(tmp_path: Path) -> None:
    """A second server on the same data is refused with the directory's name."""
    store = Store(tmp_path)
    try:
        with pytest.raises(StoreError, match="in use by another server") as caught:
            Store(tmp_path)
        assert str(tmp_path) in str(caught.value)
    finally:
        store.close()
    Store(tmp_path).close()


def test_directories_that_cannot_be_used(tmp_path: Path) -> None:
    """A file in the way, no database, or a newer one: one line that names it."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(StoreError, match="cannot write to the data directory"):
        Store(blocked / "data")
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / DATABASE).write_bytes(b"no database, certainly none" * 100)
    with pytest.raises(StoreError, match="cannot use the database"):
        Store(broken)
    newer = tmp_path / "newer"
    Store(newer).close()
    with sqlite3.connect(newer / DATABASE) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    connection.close()
    with pytest.raises(StoreError, match=f"version {SCHEMA + 1}"):
        Store(newer)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_the_right_to_write(tmp_path: Path) -> None:
    """An unwritable directory is one clear line."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="cannot write to the data directory"):
        Store(closed)
