"""Run by Alembic for each upgrade; the connection is handed over by :mod:`feldlicht.store.migrate`."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
