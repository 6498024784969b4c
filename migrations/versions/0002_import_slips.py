"""Import slips, made from `schema` until the first release (see 0001)."""

from alembic import op

from ledger.store.schema import import_slip

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    import_slip.create(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON import_slip TO ledger_app")
