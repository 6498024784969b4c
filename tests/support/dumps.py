"""Dumps of ledgers."""

import io

from ledger.export.whole import dump
from ledger.store.ledger import Ledger


def written(ledger: Ledger, *, persons: bool = True) -> bytes:
    """Return a ledger as lines."""
    out = io.BytesIO()
    dump(ledger.engine, out.write, persons=persons)
    return out.getvalue()
