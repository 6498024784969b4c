"""The application with all commands, for tests and completions."""

from ops.cli.app import app
from ops.cli.running import load

load(())

__all__ = ["app"]
