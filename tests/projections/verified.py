"""Verification of worlds that were invented: their reports never were files."""

from unittest.mock import patch

from ledger.intake import file_checks
from ledger.store.ledger import Ledger
from ops import verifying
from ops.verifying import Verified


def verify(ledger: Ledger) -> Verified:
    """Everything that `ledger verify` finds, without reading files again that are no files."""
    with patch.object(file_checks, "faults", lambda read: iter(())):
        return verifying.verify(ledger)
