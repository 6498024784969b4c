"""Why the refused approval of a proposal ended it."""

from alembic import op
from sqlalchemy import Column

from ledger.store.schema import Key

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add a column; it is empty for proposals that ended before."""
    op.add_column("proposal", Column("ended_because", Key))
