"""The tables as SQLAlchemy Core sees them. Plain SQL types only, so that PostgreSQL can follow by URL.

Migrations do not import this module: they keep the shapes of their own time.
"""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

RUNNING = "running"
"""The lifecycle of which a board has one session at most."""

metadata = MetaData()

sessions = Table(
    "sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("board", String, nullable=True),
    Column("lifecycle", String, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("header", JSON, nullable=False),
)
Index(
    "one_running_session_a_board",
    sessions.c.board,
    unique=True,
    sqlite_where=text("lifecycle = 'running'"),
    postgresql_where=text("lifecycle = 'running'"),
)

entries = Table(
    "entries",
    metadata,
    Column("session", String, ForeignKey("sessions.id"), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("command_id", String, nullable=True),
    Column("data", JSON, nullable=False),
    UniqueConstraint("session", "command_id", name="one_entry_a_command"),
)

registers = Table(
    "registers",
    metadata,
    Column("register", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("value", JSON, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)
