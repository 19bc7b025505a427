"""Sessions, entries, registers and the database's own facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("board", sa.String, nullable=True),
        sa.Column("lifecycle", sa.String, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("header", sa.JSON, nullable=False),
    )
    op.create_index(
        "one_running_session_a_board",
        "sessions",
        ["board"],
        unique=True,
        sqlite_where=sa.text("lifecycle = 'running'"),
        postgresql_where=sa.text("lifecycle = 'running'"),
    )
    op.create_table(
        "entries",
        sa.Column("session", sa.String, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("command_id", sa.String, nullable=True),
        sa.Column("data", sa.JSON, nullable=False),
        sa.UniqueConstraint("session", "command_id", name="one_entry_a_command"),
    )
    op.create_table(
        "registers",
        sa.Column("register", sa.String, primary_key=True),
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
