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

from ops.cli.exits import told


def main() -> None:
    """Run the command line; the exit code says what happened (see `ledger --help`)."""
    sys.exit(told(_run))


def _run() -> object:
    """Do what was typed."""
    from ops.cli import arguments
    from ops.cli.every import app

    arguments.check(sys.argv[1:])
    return app()
