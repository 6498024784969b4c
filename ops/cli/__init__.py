"""The command `ledger`: what an auditor, an arbiter and an operator type.

setting_up   init, pool open, pool correct-zone, adopt, list-schedule
lists        carry-over, lists
reconciling  reconcile
bringing_in  import, record
correcting   correct result, correct entrant, correct details; announce
tournaments  tournament, tournament list
games        game list; tournament add-game, add-games, complete-sheet
closing      close, publish
directing    tabellone, groups
asking       list, rating, history, malus, explain, findings, check, rules
categories   categories, promotions, outlook
exporting    export report, export list
checking     verify, rebuild
moving       dump, restore, migrate, record-file
clock        clock correct
recorded     events, event-lines, schema
people       players, duplicates
player       player bonus grant, player bonus withdraw
pools        pool pending
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ops.cli import interrupts, streams
from ops.cli.exits import form_asked, run_command


def main() -> None:
    """Run the command line; the exit code says what happened (see `ledger --help`)."""
    interrupts.prepare()
    streams.prepare()
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Do what was typed after `ledger`; return the exit code."""
    form = form_asked(words)
    as_text = form == "text"

    def command() -> object:
        from ops.cli import arguments
        from ops.cli.every import app

        arguments.check(words)
        return app(words, exit_on_error=as_text, print_error=as_text)

    return run_command(command, form)
