"""Import slips: what became of each file."""

from sqlalchemy import CheckConstraint, Column, PrimaryKeyConstraint

from ledger.store.schema import Key, Whole, Words
from migrations.written_out import create_changeable

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    create_changeable(
        "import_slip",
        Column("number", Whole, nullable=False, autoincrement=False),
        Column("instant", Whole, nullable=False),
        Column("file_name", Words, nullable=False),
        Column("file", Key, nullable=False),
        Column("outcome", Key, nullable=False),
        Column("tournament", Key),
        Column("first_position", Whole),
        Column("words", Words, nullable=False),
        PrimaryKeyConstraint("number", name="import_slip_pk"),
        CheckConstraint("outcome IN ('complete', 'refused')", name="import_slip_outcome_known"),
    )
