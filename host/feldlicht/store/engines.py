"""Two engines on one SQLite file: a writer that locks first, a reader that never blocks a writer."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import ConnectionPoolEntry

BUSY_MS = 5000
"""How long a connection waits for another writer before it gives up."""


def writer_engine(file: Path) -> Engine:
    """Return the engine for writing: every transaction begins with ``BEGIN IMMEDIATE``.

    A deferred transaction that reads and then writes fails with "database is locked" whatever the busy limit says,
    so it takes the lock at once. Commits are on disk when they return (``synchronous=FULL``).
    """
    engine = create_engine(URL.create("sqlite", database=str(file)))
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "connect", _leave_begin_to_us)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def reader_engine(file: Path) -> Engine:
    """Return the engine for reading: each statement for itself, no transaction left open."""
    engine = create_engine(URL.create("sqlite", database=str(file)), isolation_level="AUTOCOMMIT")
    event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for name, value in (
        ("busy_timeout", BUSY_MS),
        ("journal_mode", "WAL"),
        ("synchronous", "FULL"),
        ("foreign_keys", "ON"),
    ):
        cursor.execute(f"PRAGMA {name}={value}")
    cursor.close()


def _leave_begin_to_us(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
