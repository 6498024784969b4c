"""Events left out by a closed list: recorded after its last position and before its closing."""

from collections.abc import Iterator
from typing import Final

from ledger.events.base import Fact, TournamentFact
from ledger.events.pool import PeriodClosed
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.store.reading import Reader, Wanted
from ledger.store.recorded import Recorded
from ledger.store.requests import Receipt, Request
from ops.access.kinds import DECISIONS
from ops.access.recording import pools_of

_PAGE: Final = 500
_NAMED: Final = 10
_MERGES: Final = PlayersMerged, PlayersSeparated
_NOTHING: Final = Request("", ())


def left_out_warnings(read: Reader, receipt: Receipt) -> tuple[str, ...]:
    """Return a warning about the events left out by a list closed by a request, if any.

    Named are reports, corrections and decisions of the pool, and merges of players: a pool's
    schedule and policies are on no list.
    """
    fact = read.at([receipt.last_position])[receipt.last_position].decoded().payload
    if not isinstance(fact, PeriodClosed):
        return ()
    first, last = fact.through_position + 1, receipt.first_position - 1
    found = [one for one in _between(read, first, last) if _concerns(read, one, fact.pool)]
    if not found:
        return ()
    named = ", ".join(f"#{one.position} {one.type}" for one in found[:_NAMED])
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return (
        f"the list {fact.period} takes in what was recorded up to #{fact.through_position}; "
        f"left out, for the next list: {named}{more}",
    )


def _between(read: Reader, first: int, last: int) -> Iterator[Recorded]:
    while first <= last:
        page = read.page(Wanted(first=first, last=last), _PAGE)
        yield from page
        if len(page) < _PAGE:
            return
        first = page[-1].position + 1


def _concerns(read: Reader, recorded: Recorded, pool: str) -> bool:
    fact: Fact = recorded.decoded().payload
    if isinstance(fact, _MERGES):
        return True
    on_lists = isinstance(fact, TournamentFact) or fact.TYPE in DECISIONS
    return on_lists and pool in pools_of(read, fact, _NOTHING)
