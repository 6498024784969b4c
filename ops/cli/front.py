"""The first page of `ledger`: nouns and top commands with help and modules.

Written without cyclopts, so that the page comes at once.
"""

import shutil
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from ops.cli.exits import MEANINGS

NOUNS: Final = {
    "pool": (
        "Pools: open them, adopt their rules, carry ratings over, see what needs a decision.",
        (),
    ),
    "tournament": (
        "Tournaments: announce, import, check, correct, show and export them.",
        ("bringing_in",),
    ),
    "list": (
        "Rating lists: show, compare, schedule, close, publish and export them.",
        ("checking",),
    ),
    "player": (
        "Players: find them, show and explain their ratings, correct their details.",
        (),
    ),
    "game": ("Games, one in each row.", ()),
    "external-list": (
        "Rating lists of other bodies: record them, compare them with ours.",
        (),
    ),
    "rules": (
        "The rules: articles with their numbers, functions and tests; a calculator.",
        (),
    ),
    "event": (
        "Recorded events; decisions recorded by hand.",
        ("bringing_in",),
    ),
    "appeal": (
        "Appeals: file them, examine them, decide them with their corrections; the register.",
        (),
    ),
    "schedule": (
        "Scheduled closings: what is due, one tick, the service that closes lists.",
        ("scheduling",),
    ),
    "proposal": (
        "Proposals: recordings that wait for the approval of another person.",
        (),
    ),
    "clock": ("The clock of the machine that records.", ()),
    "actor": ("Actors: persons and programs that record, with their roles.", ()),
    "key": ("API keys of programs: make, list and revoke them.", ("access",)),
    "settings": ("Settings of the service: show and check them.", ("settings",)),
}
"""Nouns with their help and the modules of `ops.cli` that hold their commands."""

GROUPS: Final = {
    "tournament correct": "Correct a report; the next list corrects the points of closed lists.",
    "player bonus": "A bonus by decision: given, or taken back.",
}
"""Verbs of a noun that have commands below them, with their help."""

TOP: Final = {
    "init": ("Make a new ledger.", "setting_up"),
    "serve": ("Serve the ledger over HTTP until interrupted.", "serving"),
    "verify": ("Check every byte, and compute every closed list again.", "checking"),
    "backup": ("Copy the ledger to a new file while others record.", "moving"),
    "dump": ("Write the whole ledger as lines of text.", "moving"),
    "restore": ("Make a ledger of a backup or a dump.", "moving"),
    "migrate": ("Bring an older ledger to the tables of this program.", "moving"),
    "rebuild": ("Compute everything derived again from the events.", "checking"),
    "completion": ("Write completions for bash, zsh or fish.", "exporting"),
}
"""Commands about the ledger as a whole."""

ABOUT: Final = (
    "Keep ratings so that any number can be explained and proved years later.",
    "A ledger is a file (or a PostgreSQL database): name it with --ledger or the variable LEDGER.",
    "To begin: `init`, `pool open`, `pool carry-over`. Then, list after list: `tournament import`, "
    "`list close`, `list publish`. `player explain` shows why a rating is what it is. A command "
    "repeated changes nothing and shows the first receipt.",
)


def page() -> Iterator[str]:
    """Yield the lines of `ledger --help`, as wide as the terminal."""
    width = min(shutil.get_terminal_size().columns, 100) if sys.stdout.isatty() else 100
    yield "Usage: ledger COMMAND [ARGS] [--help]"
    for paragraph in ABOUT:
        yield from ("", *wrap(paragraph, width))
    tables = {
        "Ratings (`ledger NOUN --help` lists the commands of a noun)": {
            name: text for name, (text, _) in NOUNS.items()
        },
        "The ledger itself": {name: text for name, (text, _) in TOP.items()},
        "Exit codes": {str(code): text for code, text in MEANINGS.items()},
    }
    for heading, rows in tables.items():
        yield from ("", heading)
        indent = max(map(len, rows)) + 4
        for name, text in rows.items():
            begins = f"  {name}".ljust(indent)
            yield from wrap(text, width, initial_indent=begins, subsequent_indent=" " * indent)
