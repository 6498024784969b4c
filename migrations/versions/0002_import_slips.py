"""Import slips, and an index of players' numbers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add a table and an index; recorded rows remain."""
    op.create_table(
        "import_slip",
        sa.Column("number", WHOLE, nullable=False, autoincrement=False),
        sa.Column("instant", WHOLE, nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("file", KEY, nullable=False),
        sa.Column("outcome", KEY, nullable=False),
        sa.Column("tournament", KEY, nullable=True),
        sa.Column("first_position", WHOLE, nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="import_slip_pk"),
        sa.CheckConstraint("outcome IN ('complete', 'refused')", name="import_slip_outcome_known"),
        sqlite_strict=True,
    )
    op.create_index("subject_number_player", "subject_number", ["player"])
    if op.get_bind().dialect.name == "postgresql":
        op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON import_slip TO ledger_app")
