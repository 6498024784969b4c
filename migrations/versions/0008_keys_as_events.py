"""API keys that are events: only what is secret, or changes with use, stays a row.

Keys of before have no event, so they are made again.
"""

from alembic import op
from sqlalchemy import Column, PrimaryKeyConstraint

from ledger.store.schema import Bytes, Key, Whole
from migrations.written_out import create_changeable

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the table of keys anew; recorded rows remain."""
    op.drop_table("api_key")
    create_changeable(
        "api_key",
        Column("id", Key, nullable=False),
        Column("secret_sha256", Bytes, nullable=False),
        Column("place", Key, nullable=False),
        Column("last_used", Whole),
        PrimaryKeyConstraint("id", name="api_key_pk"),
    )
