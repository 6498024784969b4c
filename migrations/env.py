"""Alembic's entry: runs on the connection given, or on the address in LEDGER_URL."""

import os

from alembic import context
from sqlalchemy import Connection

from ledger.store import drivers
from ledger.store.schema import metadata


def _run(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=metadata, compare_type=True)
    with context.begin_transaction():
        context.run_migrations()


handed_over = context.config.attributes.get("connection")
if handed_over is not None:
    _run(handed_over)
else:
    with drivers.engine(os.environ["LEDGER_URL"]).begin() as own:
        _run(own)
