"""Proposals: requests that wait for a second person."""

from sqlalchemy import Column, PrimaryKeyConstraint

from ledger.store.schema import Bytes, Key, Whole, Words
from migrations.written_out import create_changeable

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add two tables; recorded rows remain."""
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
        Column("withdrawn_by", Key),
        Column("withdrawn_at", Whole),
        PrimaryKeyConstraint("number", name="proposal_pk"),
    )
    create_changeable(
        "proposal_document",
        Column("proposal", Whole, nullable=False, autoincrement=False),
        Column("place", Whole, nullable=False, autoincrement=False),
        Column("data", Bytes, nullable=False),
        PrimaryKeyConstraint("proposal", "place", name="proposal_document_pk"),
    )
