"""How often, and how much: about a tenth by default, all with `ops/test --full`.

What is counted stands where it is asked; a quick run must still be able to fail.
"""

import os

FULL = os.environ.get("LEDGER_TEST_FULL") == "1"

SOAK = os.environ.get("LEDGER_TEST_SOAK") == "1"
"""The largest numbers, which take an hour: `ops/test --soak`."""

SEED = int(os.environ.get("LEDGER_TEST_SEED", "20261124"))
"""The seed of what happens by chance: the same seed gives the same kills."""

FROM = int(os.environ.get("LEDGER_TEST_FROM", "0"))
"""The number from which a long run is resumed."""
