"""Alembic's entrance: runs the migrations on the connection the store hands over."""

from alembic import context

from cornerwise.server.store.tables import Row

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Row.metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
    transactional_ddl=True,  # all or nothing: the connection is within a transaction already
)
with context.begin_transaction():
    context.run_migrations()
