"""The store: sessions, their logs, and registers, on disk."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Row, delete, desc, func, insert, or_, select, update
from sqlalchemy.exc import DatabaseError

from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.forms import entry_form, header_form, read_entry, read_header
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import EVERYONE, Secrecy
from feldlicht.store import schema
from feldlicht.store.engines import reader_engine, writer_engine
from feldlicht.store.migrate import upgrade
from feldlicht.store.private import make_for_the_owner

log = logging.getLogger(__name__)

FILE_NAME = "feldlicht.sqlite3"


@dataclass(frozen=True, slots=True)
class StoredSession:
    """One line of the list of sessions. ``lifecycle`` is the word the runtime set; ``revision`` how many entries
    everyone notices.
    """

    header: SessionHeader
    lifecycle: str
    revision: int


class Store:
    """All that is kept on disk. Reading is safe from any thread; writing is the owner threads' business.

    Whatever the database cannot do is raised as :class:`Refused` (``DATA_FOLDER_UNUSABLE``).
    """

    def __init__(self, file: Path, writer: Engine, reader: Engine) -> None:
        self._file = file
        self._writer = writer
        self._reader = reader
        self.epoch = ""
        """Names the life of this database; a copy that starts anew gets another."""

    @classmethod
    def open(cls, data_folder: Path) -> Store:
        """Open, or make, the database in ``data_folder`` and bring it to the newest schema.

        Raises :class:`Refused`: ``DATA_FOLDER_UNUSABLE`` for a foreign or broken file, ``DATA_FOLDER_NEWER``.
        """
        file = data_folder / FILE_NAME
        store = cls(file, writer_engine(file), reader_engine(file))
        try:
            # SQLite gives its -wal and -shm the rights of the database.
            make_for_the_owner(file)
            upgrade(file, store._writer)
            store.epoch = store._find_epoch()
        except (DatabaseError, OSError) as error:
            store.close()
            raise store._unusable(error) from error
        except Refused:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close every connection. Idempotent."""
        self._reader.dispose()
        self._writer.dispose()

    # ------------------------------------------------------------------ sessions and their logs

    def add_session(self, header: SessionHeader, *entries: Entry, lifecycle: str = schema.RUNNING) -> None:
        """Keep a new session and the first entries of its log, all or nothing; on disk when this returns.

        Raises :class:`Refused` ``TABLE_BUSY`` if its board has a running one.
        """
        with self._writing() as connection:
            if header.board is not None and lifecycle == schema.RUNNING:
                _need_free(connection, header.board)
            connection.execute(
                insert(schema.sessions).values(
                    id=header.id,
                    board=header.board,
                    lifecycle=lifecycle,
                    created_at=header.created_at,
                    header=header_form(header),
                )
            )
            _add(connection, header.id, entries)

    def append(self, session_id: str, *entries: Entry, lifecycle: str | None = None) -> None:
        """Add ``entries`` to the log, and the lifecycle they lead to, all or nothing; on disk when this returns.

        A revision or a command id that is there already is a fault of the caller: :class:`Refused`
        (``DATA_FOLDER_UNUSABLE``), and nothing is written.
        """
        with self._writing() as connection:
            _add(connection, session_id, entries)
            if lifecycle is not None:
                place = schema.sessions.c.id == session_id
                connection.execute(update(schema.sessions).where(place).values(lifecycle=lifecycle))

    def move_session(self, session_id: str, board: str) -> None:
        """Have a session go on at another board, header and all; on disk when this returns.

        Raises :class:`Refused`: ``NO_SUCH_SESSION``, ``TABLE_BUSY`` if that board has a running one.
        """
        place = schema.sessions.c.id == session_id
        with self._writing() as connection:
            header = connection.execute(select(schema.sessions.c.header).where(place)).scalar()
            if header is None:
                raise BadInput(Reason.NO_SUCH_SESSION, session=session_id)
            _need_free(connection, board)
            moved = header_form(replace(read_header(header), board=board))
            connection.execute(update(schema.sessions).where(place).values(board=board, header=moved))

    def set_lifecycle(self, session_id: str, lifecycle: str) -> None:
        """Note how far the session has come: running, over, …"""
        self.append(session_id, lifecycle=lifecycle)

    def load(self, session_id: str) -> tuple[SessionHeader, tuple[Entry, ...]]:
        """Return a session's header and its whole log. Raises :class:`BadInput` ``NO_SUCH_SESSION``."""
        with self._reading() as connection:
            header = connection.execute(
                select(schema.sessions.c.header).where(schema.sessions.c.id == session_id)
            ).scalar()
        if header is None:
            raise BadInput(Reason.NO_SUCH_SESSION, session=session_id)
        return read_header(header), self.entries(session_id)

    def lifecycle(self, session_id: str) -> str | None:
        """Return how far the session has come, as noted last; None if there is no such session."""
        wanted = select(schema.sessions.c.lifecycle).where(schema.sessions.c.id == session_id)
        with self._reading() as connection:
            return connection.execute(wanted).scalar()

    def entries(self, session_id: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the log's entries with a revision above ``after``, in order."""
        wanted = (
            select(schema.entries.c.data)
            .where(schema.entries.c.session == session_id, schema.entries.c.revision > after)
            .order_by(schema.entries.c.revision)
        )
        with self._reading() as connection:
            return tuple(read_entry(data) for data in connection.execute(wanted).scalars())

    def sessions(self) -> tuple[StoredSession, ...]:
        """Return every session, newest first."""
        secrecy = schema.entries.c.data["audience"]["secrecy"].as_string()
        last = (
            select(schema.entries.c.session, func.count().label("revision"))
            # What was written before there were secrets says nothing of an audience.
            .where(or_(secrecy.is_(None), secrecy != Secrecy.HIDDEN.value))
            .group_by(schema.entries.c.session)
            .subquery()
        )
        wanted = (
            select(
                schema.sessions.c.header,
                schema.sessions.c.lifecycle,
                func.coalesce(last.c.revision, 0).label("revision"),
            )
            .outerjoin(last, last.c.session == schema.sessions.c.id)
            .order_by(desc(schema.sessions.c.created_at), schema.sessions.c.id)
        )
        with self._reading() as connection:
            rows = connection.execute(wanted).all()
        return tuple(stored for row in rows if (stored := _stored(row)) is not None)

    def running(self, board: str) -> str | None:
        """Return the id of the session that runs at ``board``'s table, None if none does."""
        wanted = select(schema.sessions.c.id).where(
            schema.sessions.c.board == board, schema.sessions.c.lifecycle == schema.RUNNING
        )
        with self._reading() as connection:
            return connection.execute(wanted).scalar()

    # ------------------------------------------------------------------ registers

    def register(self, register: str, key: str) -> object | None:
        """Return the JSON value kept under ``key``, None if there is none."""
        wanted = select(schema.registers.c.value).where(
            schema.registers.c.register == register, schema.registers.c.key == key
        )
        with self._reading() as connection:
            value: object | None = connection.execute(wanted).scalar()
        return value

    def whole_register(self, register: str) -> Mapping[str, object]:
        """Return every JSON value of a register, by key."""
        wanted = select(schema.registers.c.key, schema.registers.c.value).where(
            schema.registers.c.register == register
        )
        with self._reading() as connection:
            return {row.key: row.value for row in connection.execute(wanted)}

    def set_register(self, register: str, key: str, value: object) -> None:
        """Keep a JSON value under ``key``, in place of what was there."""
        self.set_registers(register, {key: value})

    def set_registers(self, register: str, values: Mapping[str, object]) -> None:
        """Keep JSON values by key, in place of what was there: all or nothing; on disk when this returns."""
        with self._writing() as connection:
            for key, value in values.items():
                place = (schema.registers.c.register == register, schema.registers.c.key == key)
                connection.execute(delete(schema.registers).where(*place))
                connection.execute(insert(schema.registers).values(register=register, key=key, value=value))

    # ------------------------------------------------------------------ inside

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._reader.connect() as connection:
                yield connection
        except DatabaseError as error:
            raise self._unusable(error) from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        try:
            with self._writer.begin() as connection:
                yield connection
        except DatabaseError as error:
            raise self._unusable(error) from error

    def _find_epoch(self) -> str:
        with self._writer.begin() as connection:
            found = connection.execute(select(schema.meta.c.value).where(schema.meta.c.key == "epoch")).scalar()
            if isinstance(found, str):
                return found
            made = secrets.token_hex(4)
            connection.execute(insert(schema.meta).values(key="epoch", value=made))
            return made

    def _unusable(self, error: Exception) -> Refused:
        cause = getattr(error, "orig", None) or error
        return BadInput(Reason.DATA_FOLDER_UNUSABLE, folder=self._file.parent, problem=f"{self._file.name}: {cause}")


def _need_free(connection: Connection, board: str) -> None:
    busy = select(schema.sessions.c.id).where(
        schema.sessions.c.board == board, schema.sessions.c.lifecycle == schema.RUNNING
    )
    taken_by = connection.execute(busy).scalar()
    if taken_by is not None:
        raise Refused(Refusal.of(Reason.TABLE_BUSY, session=taken_by))


def _stored(row: Row[Any, Any, Any]) -> StoredSession | None:
    """One broken header must not hide every other session; it is told in the log and left alone."""
    try:
        return StoredSession(read_header(row.header), row.lifecycle, row.revision)
    except Refused as refused:
        log.error("a session cannot be read and is left out: %s", refused)
        return None


def _add(connection: Connection, session_id: str, entries: tuple[Entry, ...]) -> None:
    rows = [
        {
            "session": session_id,
            "revision": entry.revision,
            # An id must be used once; but nobody is to learn from that what was done in secret under it.
            "command_id": entry.command_id if entry.audience == EVERYONE else None,
            "data": entry_form(entry),
        }
        for entry in entries
    ]
    if rows:
        connection.execute(insert(schema.entries), rows)
