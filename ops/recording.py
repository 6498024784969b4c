"""Recording one event by hand, with the checks a person needs before it is for ever."""

from __future__ import annotations

from hashlib import sha256

from ledger import canonical, columns
from ledger.errors import Refused
from ledger.events.base import Fact, PoolFact
from ledger.events.pool import RatingsAdjusted
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, NewEvent, Receipt, Request
from projections.answers import Pool
from projections.official import Official


def record(ledger: Ledger, fact: Fact, *, key: str | None = None, by: str = "local") -> Receipt:
    """Record one event. Without a key, the same event of the same day is recorded but once.

    Raises Refused for an event about a pool that is not opened, or an adjustment that does not
    start from the present rating.
    """
    if isinstance(fact, PoolFact) and ledger.read.stream_version(fact.stream()) == NO_STREAM:
        raise Refused(f"there is no pool {fact.pool!r}: open it with `ledger pool open`")
    if isinstance(fact, RatingsAdjusted):
        check_adjustment(ledger, fact)
    said = sha256(canonical.encode(fact)).hexdigest()[:32]
    return ledger.append(
        Request(key or f"record:{fact.TYPE}:{said}", (NewEvent(fact),), recorded_by=by)
    )


def check_adjustment(ledger: Ledger, fact: RatingsAdjusted) -> None:
    """Refuse an adjustment whose `before` is not the present official rating of each player."""
    official = Official(ledger)
    try:
        official.catch_up()
        pool = Pool(official, fact.pool)
        number = pool.lists()[-1].number
        waiting = {
            each.player
            for each in pool.facts.adjustments
            if each.position > pool.facts.closed_through()
        }
        players = columns.read(fact.player, columns.PLAYER).tolist()
        present = pool.states(players, number)
    finally:
        official.close()
    for player, before in zip(
        players, columns.read(fact.before, columns.RATING).tolist(), strict=True
    ):
        held = present[player].rating if player in present else 0
        if held != before:
            raise Refused(
                f"player {player}: the present rating is {held or 'none'}, not {before or 'none'}"
            )
        if player in waiting:
            raise Refused(
                f"player {player}: another adjustment waits for the next list; withdraw it first"
            )
