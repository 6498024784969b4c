"""The index of names, made from the words of the register; numbers found whatever their body."""

from alembic import op
from sqlalchemy import Column, PrimaryKeyConstraint

from ledger.store import name_pages
from ledger.store.schema import Bytes, Whole
from migrations.written_out import create_changeable

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the table and an index of numbers, and fill the table."""
    create_changeable(
        "name_page",
        Column("page", Whole, nullable=False, autoincrement=False),
        Column("signs", Bytes, nullable=False),
        Column("keys", Bytes, nullable=False),
        Column("crc", Whole, nullable=False),
        PrimaryKeyConstraint("page", name="name_page_pk"),
    )
    op.create_index("subject_number_number", "subject_number", ["number"])
    name_pages.make_anew(op.get_bind())
