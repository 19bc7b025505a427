"""A database from before is brought up to date after a copy; a foreign or newer one is left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from feldlicht.base.reasons import Reason, Refused
from feldlicht.store import migrate, schema
from feldlicht.store.engines import writer_engine
from feldlicht.store.store import FILE_NAME, Store
from tests.store import values

SECOND = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("sessions") as batch:
        batch.add_column(sa.Column("name", sa.String, nullable=False, server_default="unnamed"))
"""
FAILING = (
    SECOND.replace("0002", "0003").replace("0001", "0002").replace('"name"', '"nickname"')
    + "    raise RuntimeError('halfway')\n"
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database of the first schema with a session in it."""
    store = Store.open(tmp_path)
    store.add_session(values.header("s"))
    store.append("s", values.entry(1))
    store.close()
    return tmp_path / FILE_NAME


def scripts_with(tmp_path: Path, *steps: str) -> Path:
    """Return a copy of the shipped migrations with further steps."""
    folder = tmp_path / "scripts"
    shutil.copytree(migrate.SCRIPTS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    for number, step in enumerate(steps, 2):
        (folder / "versions" / f"v{number:04}_later.py").write_text(step)
    return folder


def test_the_migrations_lead_to_exactly_the_tables_that_the_store_uses(database: Path) -> None:
    engine = writer_engine(database)
    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), schema.metadata)
        indexes = {index["name"]: index for index in inspect(connection).get_indexes("sessions")}
    engine.dispose()
    assert differences == []
    assert indexes["one_running_session_a_board"]["unique"]


def test_a_database_of_the_first_schema_goes_through_a_later_step_with_its_data(
    tmp_path: Path, database: Path
) -> None:
    engine = writer_engine(database)
    migrate.upgrade(database, engine, scripts_with(tmp_path, SECOND))
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT id, name FROM sessions").all()
        entries = connection.exec_driver_sql("SELECT session, revision FROM entries").all()
    engine.dispose()
    assert [tuple(row) for row in rows] == [("s", "unnamed")]
    assert [tuple(row) for row in entries] == [("s", 1)]


def test_the_database_is_copied_before_a_later_step_with_all_that_its_log_holds(
    tmp_path: Path, database: Path
) -> None:
    engine = writer_engine(database)
    with closing(sqlite3.connect(database)) as holder:
        # An open reader keeps the newest rows in the write-ahead log, out of the main file.
        holder.execute("BEGIN")
        holder.execute("SELECT * FROM sessions").fetchall()
        with engine.begin() as connection:
            connection.exec_driver_sql("UPDATE sessions SET lifecycle='over'")
        holder.rollback()
        migrate.upgrade(database, engine, scripts_with(tmp_path, SECOND))
    engine.dispose()
    kept = database.with_name(f"{FILE_NAME}.before-0002")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with closing(sqlite3.connect(kept)) as copy:
        assert copy.execute("SELECT id, lifecycle FROM sessions").fetchall() == [("s", "over")]
        assert copy.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]


def test_a_step_that_fails_leaves_the_database_as_it_was(tmp_path: Path, database: Path) -> None:
    engine = writer_engine(database)
    with pytest.raises(RuntimeError, match="halfway"):
        migrate.upgrade(database, engine, scripts_with(tmp_path, SECOND, FAILING))
    engine.dispose()
    store = Store.open(tmp_path)
    assert store.load("s") == (values.header("s"), (values.entry(1),))
    store.close()


def test_nothing_is_copied_when_there_is_nothing_to_do(tmp_path: Path, database: Path) -> None:
    Store.open(tmp_path).close()
    assert [path.name for path in tmp_path.glob("*before*")] == []


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path, database: Path) -> None:
    engine = writer_engine(database)
    migrate.upgrade(database, engine, scripts_with(tmp_path, SECOND))
    engine.dispose()
    before = database.read_bytes()
    with pytest.raises(Refused) as caught:
        Store.open(tmp_path)
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_NEWER
    assert dict(caught.value.refusal.facts)["folder"] == str(tmp_path)
    assert database.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_bytes(b"Dear diary, " * 1000)
    with pytest.raises(Refused) as caught:
        Store.open(tmp_path)
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE
    assert FILE_NAME in dict(caught.value.refusal.facts)["problem"]
    assert file.read_bytes() == b"Dear diary, " * 1000


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as foreign:
        foreign.execute("CREATE TABLE recipes (name)")
    with pytest.raises(Refused) as caught:
        Store.open(tmp_path)
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as foreign:
        assert foreign.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_folder_in_place_of_the_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(Refused) as caught:
        Store.open(tmp_path)
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE


def test_a_truncated_database_is_refused_in_one_sentence(tmp_path: Path, database: Path) -> None:
    content = database.read_bytes()
    database.write_bytes(content[: len(content) // 2])

    def use() -> None:
        store = Store.open(tmp_path)
        try:
            store.load("s")
            store.append("s", values.entry(2))
        finally:
            store.close()

    with pytest.raises(Refused) as caught:
        use()
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE


def test_a_copys_name_is_on_disk_when_the_copy_is_done(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[bool, bool]] = []
    copy = tmp_path / "copy"

    def fsync(number: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(number).st_mode), copy.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    migrate.copy_database(database, copy)
    # First the content, under its unfinished name; then, renamed, the folder.
    assert flushed == [(False, False), (True, True)]
