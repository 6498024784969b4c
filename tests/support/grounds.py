"""Grounds stated for a single recording."""

from typing import Any

from ledger.store.grounds import StatedGrounds
from ops.doors.recordings import Recording
from ops.house import House


def on_article(house: House, article: str, told: Recording) -> Any:
    """Record on a stated article; later recordings state no article."""
    house.ledger.grounds = StatedGrounds(article=article)
    try:
        return told.record(house)
    finally:
        house.ledger.grounds = None
