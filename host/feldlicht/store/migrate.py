"""Bring a database to the newest schema: copy first, refuse what a newer version wrote."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.store.private import make_for_the_owner

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(file: Path, writer: Engine, scripts: Path = SCRIPTS) -> None:
    """Bring the database ``file`` behind ``writer`` to the newest schema in ``scripts``.

    A database that exists already is copied beside itself first (``….before-NUMBER``). Raises :class:`BadInput`:
    ``DATA_FOLDER_NEWER`` for an unknown schema, ``DATA_FOLDER_UNUSABLE`` for a database that is not ours.
    """
    config = Config()
    # Alembic reads % as its own sign in option values.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    newest = script.get_current_head()
    with writer.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        foreign = present is None and bool(inspect(connection).get_table_names())
    if foreign:
        raise BadInput(Reason.DATA_FOLDER_UNUSABLE, folder=file.parent, problem=f"{file.name} holds other tables")
    if present == newest:
        return
    if present is not None:
        if present not in {one.revision for one in script.walk_revisions()}:
            raise BadInput(Reason.DATA_FOLDER_NEWER, folder=file.parent)
        copy_database(file, file.with_name(f"{file.name}.before-{newest}"))
    with writer.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def copy_database(file: Path, copy: Path) -> None:
    """Copy a SQLite database with all that its write-ahead log still holds; the copy is on disk when this returns."""
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    make_for_the_owner(unfinished)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    with unfinished.open("rb") as written:
        os.fsync(written.fileno())
    unfinished.replace(copy)
    _settle_rename(copy.parent)


def _settle_rename(folder: Path) -> None:
    """Have a rename in ``folder`` on disk too, where the operating system can be asked for that."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
