"""Reading: events in order of position, a chunk at a time; documents; subjects."""

from __future__ import annotations

from ledger.store.reading_beside import Beside
from ledger.store.reading_events import CHUNK_BYTES, Head, Recorded
from ledger.store.reading_filtered import Filtered
from ledger.store.reading_instants import Instants


class Reader(Instants, Filtered, Beside):
    """Reads a ledger's tables. Every call sees committed rows only, a prefix without gaps."""


__all__ = ["CHUNK_BYTES", "Head", "Reader", "Recorded"]
