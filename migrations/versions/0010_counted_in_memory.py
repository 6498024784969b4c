"""Requests are counted in memory: neither addresses of clients nor uses of keys are stored."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Drop a table and a column; in SQLite nothing of them stays in the bytes of the file."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete = 1")
    op.drop_table("rate_window")
    op.drop_column("api_key", "last_used")
