"""Alembic's steps from a ledger schema to the next. Stored bytes are never rewritten."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def configuration() -> Config:
    """Return Alembic's settings for the installed folder of this package."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent))
    return settings


def steps() -> list[str]:
    """Return the names of the steps, the newest first."""
    script = ScriptDirectory.from_config(configuration())
    return [step.revision for step in script.walk_revisions()]


def upgrade(connection: Connection, step: str = "head") -> None:
    """Bring the database of an open connection to a step, by default the newest.

    In its transaction.
    """
    settings = configuration()
    settings.attributes["connection"] = connection
    command.upgrade(settings, step)
