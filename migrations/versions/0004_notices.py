"""The outbox of notices, made from `schema` until the first release (see 0001)."""

from alembic import op

from ledger.store.schema import notice

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    notice.create(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON notice TO ledger_app")
