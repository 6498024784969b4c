"""Alembic's steps from one ledger schema to the next. Stored bytes are never rewritten."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def configuration() -> Config:
    """Give Alembic's settings: this package's folder, wherever it is installed."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def steps() -> list[str]:
    """Give the names of the steps there are, the newest first."""
    script = ScriptDirectory.from_config(configuration())
    return [step.revision for step in script.walk_revisions()]


def upgrade(connection: Connection, step: str = "head") -> None:
    """Bring the database of an open connection to a step, by default the newest.

    In its transaction.
    """
    settings = configuration()
    settings.attributes["connection"] = connection
    command.upgrade(settings, step)
