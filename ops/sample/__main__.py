"""Bring in the sample season and look around: `python -m ops.sample [LEDGER]`."""

import sys

from ops.sample import commands

address = sys.argv[1] if len(sys.argv) > 1 else str(commands.LEDGER)
sys.exit(commands.season(address) or commands.tour(address))
