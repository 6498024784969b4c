"""Proposals, made from `schema` until the first release (see 0001)."""

from alembic import op

from ledger.store.schema import proposal, proposal_document

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add two tables; recorded rows remain."""
    for table in (proposal, proposal_document):
        table.create(op.get_bind())
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table.name} TO ledger_app")
