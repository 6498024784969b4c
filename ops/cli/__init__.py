"""The command `ledger`: a noun, then a verb (decision 0041).

setting_up   init; pool open, correct-zone, adopt; list schedule
lists        pool carry-over; external-list record, list, show
reconciling  external-list compare
bringing_in  tournament import, slips; event record (by_hand)
correcting   tournament correct result, entrant, details; tournament announce
tournaments  tournament list, show
games        game list; tournament add-game, add-games, complete-sheet
closing      list close, publish
directing    tournament cross-table, groups
asking       list show, compare, malus; player rating, history, explain; pool findings;
             tournament check; rules show, coverage
categories   pool categories; list promotions; player outlook
exporting    tournament export; list export
checking     verify, rebuild; list record-deviation
moving       backup, dump, restore, migrate; event record-file
clock        clock correct
completion   completion
recorded     event list, export, schema
people       player search, show, correct, change, duplicates; tournament duplicates
player       player bonus grant, withdraw
pools        pool pending
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ops.cli import interrupts, streams
from ops.cli.exits import DONE, form_asked, run_command


def main() -> None:
    """Run the command line and exit with its code (see `ledger --help`)."""
    interrupts.prepare()
    streams.prepare()
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Run the words typed after `ledger`; return the exit code."""
    if [*words] in ([], ["--help"], ["-h"]):
        return _front_page()
    form = form_asked(words)
    as_text = form == "text"

    def command() -> object:
        from ops.cli import arguments, front
        from ops.cli.app import app

        arguments.check(words)
        front.load(words)
        return app(words, exit_on_error=as_text, print_error=as_text)

    return run_command(command, form)


def _front_page() -> int:
    """Write the first page without importing cyclopts or the store; return the exit code."""
    from ops.cli import front

    def write() -> None:
        streams.write("".join(f"{line}\n" for line in front.page()))
        streams.flush()

    try:
        write()
    except streams.NotShown:
        return run_command(write)
    return DONE
