"""Reports withheld from a batch of files: their event is recorded already."""

from sqlalchemy import Column, PrimaryKeyConstraint

from ledger.store.schema import Key, Whole, Words
from migrations.written_out import create_changeable

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add a table; recorded rows remain."""
    create_changeable(
        "withheld_report",
        Column("file", Key, nullable=False),
        Column("slip", Whole, nullable=False),
        Column("tournament", Key, nullable=False),
        Column("pools", Words, nullable=False),
        Column("entrants", Whole, nullable=False),
        Column("games", Whole, nullable=False),
        Column("ended", Key, nullable=False),
        Column("received", Key, nullable=False),
        Column("options", Words, nullable=False),
        PrimaryKeyConstraint("file", name="withheld_report_pk"),
    )
