"""Alembic's steps from one ledger schema to the next. Stored bytes are never rewritten."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def configuration() -> Config:
    """Give Alembic's settings: this package's folder, wherever it is installed."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def upgrade(connection: Connection) -> None:
    """Bring the database of an open connection to the newest schema, in its transaction."""
    settings = configuration()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
