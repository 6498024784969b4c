"""Appending of a request composed from the current state, while others append too."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ledger.errors import AlreadyTaken, FileKnown, Refused, StreamMoved, TwinRecorded
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt, Request

ATTEMPTS: Final = 5
"""Attempts to compose a request before others are locked out."""


def append_composed(ledger: Ledger, compose: Callable[[], Request | Receipt]) -> Receipt:
    """Append the request returned by `compose`, composed again whenever the ledger moved on.

    Others may have written to one of its streams meanwhile, registered a player, or brought the
    same file, or another one of the same event. A refusal counts only if nothing was recorded while
    `compose` read the ledger. After ATTEMPTS the request is composed once more under the lock of
    all appends.

    `compose` returns a receipt where it finds that the same was recorded already. Raises what
    `compose` and the store refuse, GroundsDiffer for the same recorded on other grounds.
    """
    for _ in range(ATTEMPTS):
        end = ledger.read.head().next_position
        try:
            composed = compose()
            if isinstance(composed, Request):
                composed = ledger.append(replace(composed, known_to=end - 1))
        except (StreamMoved, FileKnown, AlreadyTaken, TwinRecorded):
            continue
        except Refused:
            if ledger.read.head().next_position == end:
                raise
            continue
        return ledger.with_these_grounds(composed)
    return ledger.with_these_grounds(ledger.append_under_lock(compose))
