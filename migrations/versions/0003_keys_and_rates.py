"""Keys of programs and counted requests, made from `schema` until the first release (see 0001)."""

from alembic import op

from ledger.store.schema import api_key, rate_window

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add two tables; recorded rows remain."""
    for table in (api_key, rate_window):
        table.create(op.get_bind())
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table.name} TO ledger_app")
