"""The official track as it stood when less was known: facts and standings up to a position."""

from __future__ import annotations

from datetime import date

from ledger.clock import local_day, today
from projections.official import Following, Official


def followed_to(official: Official, known: int) -> Following:
    """Give the track as it was known at a position; that of today where nothing came since.

    What was known then is nowhere kept: the ledger is followed again from its first event.
    """
    if known >= official.facts.position:
        return official
    then = Following(official.ledger)
    for recorded in official.ledger.read.events(0, known):
        then.take(recorded)
    return then


def day_of(official: Official, known: int, zone: str) -> date:
    """Give the day in a zone on which that much was known: today, or that of the last event."""
    if known >= official.facts.position:
        return today(official.ledger.clock, zone)
    return local_day(official.ledger.read.true_instant(known), zone)
