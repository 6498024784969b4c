"""The command `ledger`: what an auditor, an arbiter and an operator type.

setting_up   init, pool, adopt, list-schedule
lists        carry-over, lists, reconcile
bringing_in  import, record
correcting   correct result, correct entrant, correct details; announce, tournament
closing      close, publish
directing    tabellone, groups
asking       list, rating, history, malus, explain, findings, check, rules
categories   categories, promotions, outlook
exporting    export report, export list
checking     verify, rebuild
moving       dump, restore, migrate, record-file
recorded     events, event-lines, schema
people       players, duplicates
"""

from __future__ import annotations

import sys

from ops.cli.app import app
from ops.cli.exits import told


def main() -> None:
    """Run the command line; the exit code says what happened (see `ledger --help`)."""
    sys.exit(told(_run))


def _run() -> object:
    """Register the commands, and do what was typed."""
    import ops.cli.asking
    import ops.cli.bringing_in
    import ops.cli.categories
    import ops.cli.checking
    import ops.cli.closing
    import ops.cli.correcting
    import ops.cli.directing
    import ops.cli.exporting
    import ops.cli.lists
    import ops.cli.moving
    import ops.cli.people
    import ops.cli.recorded
    import ops.cli.setting_up  # noqa: F401 - each registers its commands

    return app()
