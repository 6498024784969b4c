"""The player that an actor is.

Made from `schema` until the first release (see 0001).
"""

from alembic import op
from sqlalchemy import Column, inspect

from ledger.store.schema import Whole

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a column; recorded rows remain."""
    actors = inspect(op.get_bind()).get_columns("actor")
    if "player" not in {column["name"] for column in actors}:
        op.add_column("actor", Column("player", Whole))
