"""The application with every command: whoever types commands, in whatever process, has them all."""

from __future__ import annotations

import ops.cli.asking
import ops.cli.bringing_in
import ops.cli.categories
import ops.cli.checking
import ops.cli.clock
import ops.cli.closing
import ops.cli.completion
import ops.cli.correcting
import ops.cli.directing
import ops.cli.exporting
import ops.cli.games
import ops.cli.lists
import ops.cli.moving
import ops.cli.people
import ops.cli.player
import ops.cli.pools
import ops.cli.reconciling
import ops.cli.recorded
import ops.cli.setting_up
import ops.cli.tournaments  # noqa: F401 - each registers its commands
from ops.cli.app import app

__all__ = ["app"]
