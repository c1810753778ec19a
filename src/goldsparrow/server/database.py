"""The database's tables, and the statements that are written by hand because they are hot."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sql

META: Final = sql.MetaData()
TABLES: Final = sql.Table(
    "tables",
    META,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("setup", sql.Text, nullable=False),
    sql.Column("host", sql.Text, nullable=False),
    sql.Column("status", sql.Text, nullable=False, index=True),
    sql.Column("created", sql.Float, nullable=False),
)
ENTRIES: Final = sql.Table(
    "entries",
    META,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sqlite_with_rowid=False,
)
EVENTS: Final = sql.Table(
    "events",
    META,
    sql.Column("table_id", sql.Text, primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
    sqlite_with_rowid=False,
)
GUESTS: Final = sql.Table(
    "guests",
    META,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("token_hash", sql.Text, nullable=False, unique=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("language", sql.Text, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)

# One statement takes a whole group: each row of its own would give up the interpreter's lock and
# wait for it again while the event loop is busy.
INSERT_ENTRIES: Final = (
    "INSERT INTO entries (table_id, number, at, body) SELECT json_extract(value, '$[0]'), "
    "json_extract(value, '$[1]'), ?, json_extract(value, '$[2]') FROM json_each(?)"
)
INSERT_EVENTS: Final = (
    "INSERT INTO events (table_id, seq, body) SELECT json_extract(value, '$[0]'), "
    "json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(?)"
)

# Few entries name a guest: an index of those alone finds a guest among all that is stored.
INDEX_GUESTS: Final = """
    CREATE INDEX IF NOT EXISTS entries_guest ON entries (json_extract(body, '$.guest'))
    WHERE substr(body, 1, 13) = '{"type":"sat"'
"""
SITTINGS: Final = sql.text("""
    SELECT tables.id, tables.setup, COALESCE(
            (SELECT begun.at FROM entries AS begun WHERE begun.table_id = tables.id
                AND substr(begun.body, 1, 15) = '{"type":"begun"'
                ORDER BY begun.number DESC LIMIT 1),
            tables.created) AS touched
    FROM entries AS sat JOIN tables ON tables.id = sat.table_id
    WHERE substr(sat.body, 1, 13) = '{"type":"sat"'
        AND json_extract(sat.body, '$.guest') = :guest
        AND (tables.status = 'open' OR tables.id IN (SELECT value FROM json_each(:playing)))
        AND NOT EXISTS (
            SELECT 1 FROM entries AS later
            WHERE later.table_id = sat.table_id AND later.number > sat.number
                AND substr(later.body, 1, 15) IN ('{"type":"stood"', '{"type":"handed')
                AND json_extract(later.body, '$.seat') = json_extract(sat.body, '$.seat')
        )
    ORDER BY touched DESC LIMIT :most
""")
"""A guest sits where they sat down and neither stood up nor were voted away since.

`touched` is when the newest deal began: any later entry may tell what is not shown yet. `playing`
lists tables that count as open, as their end may be such an entry.
"""
