"""Keys of programs, counted requests, and who handed in a file."""

from alembic import op
from sqlalchemy import Column, Index, PrimaryKeyConstraint

from ledger.store.schema import Bytes, Key, Whole, Words
from migrations.written_out import create_changeable

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add two tables and a column; recorded rows remain."""
    create_changeable(
        "api_key",
        Column("id", Key, nullable=False),
        Column("actor", Key, nullable=False),
        Column("secret_sha256", Bytes, nullable=False),
        Column("roles", Words),
        Column("pools", Words),
        Column("created", Whole, nullable=False),
        Column("expires", Whole),
        Column("revoked", Whole),
        Column("last_used", Whole),
        PrimaryKeyConstraint("id", name="api_key_pk"),
        Index("api_key_actor", "actor"),
    )
    create_changeable(
        "rate_window",
        Column("subject", Key, nullable=False),
        Column("window_start", Whole, nullable=False),
        Column("count", Whole, nullable=False),
        PrimaryKeyConstraint("subject", name="rate_window_pk"),
        Index("rate_window_start", "window_start"),
    )
    op.add_column("import_slip", Column("handed_in_by", Key))
