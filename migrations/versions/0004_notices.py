"""The outbox of notices."""

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint

from ledger.store.schema import Key, Whole
from migrations.written_out import create_changeable

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    create_changeable(
        "notice",
        Column("position", Whole, nullable=False, autoincrement=False),
        Column("recipient", Key, nullable=False),
        Column("state", Key, nullable=False),
        Column("attempts", Whole, nullable=False),
        Column("next_try", Whole, nullable=False),
        PrimaryKeyConstraint("position", "recipient", name="notice_pk"),
        CheckConstraint(
            "state IN ('begun', 'resumed', 'waiting', 'sent', 'silent', 'given-up')",
            name="notice_state_known",
        ),
        Index("notice_due", "state", "next_try"),
    )
