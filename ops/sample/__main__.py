"""Bring in a season and look around: `python -m ops.sample [--season NAME] [LEDGER]`."""

import argparse
import sys

from ops.sample import commands

asked = argparse.ArgumentParser(prog="python -m ops.sample", description=__doc__)
asked.add_argument("--season", default="", choices=commands.SEASONS, metavar="NAME")
asked.add_argument(
    "ledger",
    nargs="?",
    help="default: data/NAME.ledger; without --season, the ledger of the sample",
)
given = asked.parse_args()
address = given.ledger or str(commands.kept(given.season))
sys.exit(commands.season(address, given.season) or commands.tour(address, given.season))
