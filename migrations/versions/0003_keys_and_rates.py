"""Keys of programs, counted requests, and who handed in a file.

Made from `schema` until the first release (see 0001).
"""

from alembic import op
from sqlalchemy import Column, inspect

from ledger.store.schema import Key, api_key, rate_window

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add two tables and a column; recorded rows remain."""
    for table in (api_key, rate_window):
        table.create(op.get_bind())
        if op.get_bind().dialect.name == "postgresql":
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table.name} TO ledger_app")
    slips = inspect(op.get_bind()).get_columns("import_slip")
    if "handed_in_by" not in {column["name"] for column in slips}:
        op.add_column("import_slip", Column("handed_in_by", Key))
