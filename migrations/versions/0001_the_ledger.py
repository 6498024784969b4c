"""The ledger: head, events, requests, documents, erasable tables, guards, roles.

Until the first release this step makes the tables of `schema` and the guards of `guards` as they
are today. The release writes them out here, so that later steps always begin from the same tables.
"""

from alembic import op

from ledger.store import guards, schema

revision = "0001"
down_revision = None

_LATER = {"import_slip", *schema.SERVICE}
"""The tables of later steps."""


def upgrade() -> None:
    """Create all tables, then their guards."""
    connection = op.get_bind()
    tables = [table for name, table in schema.metadata.tables.items() if name not in _LATER]
    schema.metadata.create_all(connection, tables)
    for statement in guards.creation(connection.dialect.name):
        op.execute(statement)
    if connection.dialect.name == "postgresql":
        _grant()


def _grant() -> None:
    """Allow the role `ledger_app` to append, to erase erasable rows, and to keep projections.

    The owner migrates; the application connects as `ledger_app` (or as a member of it). A role
    belongs to the whole server: another ledger may just have made it.
    """
    erasable = ", ".join(name for name in schema.ERASABLE if name not in _LATER)
    op.execute(
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ledger_app') "
        "THEN CREATE ROLE ledger_app LOGIN; END IF; "
        "EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"
    )
    op.execute(f"GRANT SELECT, INSERT ON {', '.join(schema.APPEND_ONLY)} TO ledger_app")
    op.execute("GRANT UPDATE (bytes) ON document TO ledger_app")
    op.execute("GRANT SELECT ON ledger_head, alembic_version TO ledger_app")
    op.execute("GRANT UPDATE (next_position, chain_hash, recorded_at) ON ledger_head TO ledger_app")
    op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {erasable} TO ledger_app")
    op.execute("CREATE SCHEMA IF NOT EXISTS projections")
    op.execute("GRANT USAGE, CREATE ON SCHEMA projections TO ledger_app")
