"""The application with all commands, for tests and completions."""

from ops.cli import front
from ops.cli.app import app

front.load(())

__all__ = ["app"]
