"""Proposals, made from `schema` until the first release (see 0001)."""

from alembic import op

from ledger.store.schema import proposal

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    proposal.create(op.get_bind())
    if op.get_bind().dialect.name == "postgresql":
        op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON proposal TO ledger_app")
