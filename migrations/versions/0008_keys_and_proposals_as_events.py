"""Keys and proposals that are events: what is secret, or is deleted at an end, stays in rows.

Keys and proposals of before have no event, so they are made again.
"""

from alembic import op
from sqlalchemy import Column, PrimaryKeyConstraint

from ledger.store.schema import Bytes, Key, Whole, Words
from migrations.written_out import create_changeable

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make two tables anew; recorded rows remain."""
    for table in ("api_key", "proposal", "proposal_document"):
        op.drop_table(table)
    create_changeable(
        "api_key",
        Column("id", Key, nullable=False),
        Column("secret_sha256", Bytes, nullable=False),
        Column("place", Key, nullable=False),
        Column("last_used", Whole),
        PrimaryKeyConstraint("id", name="api_key_pk"),
    )
    create_changeable(
        "proposal",
        Column("number", Whole, nullable=False, autoincrement=False),
        Column("use_case", Key, nullable=False),
        Column("key", Key, nullable=False),
        Column("digest", Bytes, nullable=False),
        Column("event_id", Key, nullable=False),
        Column("types", Words, nullable=False),
        Column("kinds", Words, nullable=False),
        Column("pools", Words, nullable=False),
        Column("streams", Words, nullable=False),
        Column("shown", Bytes, nullable=False),
        Column("grounds", Bytes, nullable=False),
        Column("position", Whole, nullable=False),
        Column("proposed_by", Key, nullable=False),
        Column("proposed_at", Whole, nullable=False),
        Column("expires_at", Whole, nullable=False),
        Column("salt", Bytes, nullable=False),
        Column("ended_because", Key),
        PrimaryKeyConstraint("number", name="proposal_pk"),
    )
    create_changeable(
        "proposal_document",
        Column("proposal", Whole, nullable=False, autoincrement=False),
        Column("place", Whole, nullable=False, autoincrement=False),
        Column("data", Bytes, nullable=False),
        PrimaryKeyConstraint("proposal", "place", name="proposal_document_pk"),
    )
