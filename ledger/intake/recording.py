"""Appending what is composed of what the ledger says now, while others append too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ledger.errors import FileKnown, StreamMoved
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt, Request

ATTEMPTS: Final = 5
"""How often a request is composed before StreamMoved is told to the caller."""


def record(ledger: Ledger, compose: Callable[[], Request | Receipt]) -> Receipt:
    """Append the request that `compose` gives; composed again where others were faster.

    They may have moved a stream meanwhile, or brought the same file.

    `compose` gives a receipt where it finds that somebody has recorded the same already. Raises
    what `compose` and the store refuse; StreamMoved or
    FileKnown after the last attempt.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _append(ledger, compose())
        except (StreamMoved, FileKnown):
            continue
    return _append(ledger, compose())


def _append(ledger: Ledger, composed: Request | Receipt) -> Receipt:
    return composed if isinstance(composed, Receipt) else ledger.append(composed)
