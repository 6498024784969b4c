"""Events left out by a closed list: recorded after its last position and before its closing."""

from collections.abc import Iterator
from typing import Final

from ledger.events.base import Fact, TournamentFact
from ledger.events.pool import PeriodClosed
from ledger.events.register import PlayersMerged, PlayersSeparated
from ledger.sentences import ListName, Position, Sentence
from ledger.store.reading import Reader, Wanted
from ledger.store.recorded import Recorded
from ledger.store.requests import Receipt, Request
from ops.access.kinds import DECISIONS
from ops.access.recording import pools_of
from ops.words import states

_PAGE: Final = 500
_NAMED: Final = 10
_MERGES: Final = PlayersMerged, PlayersSeparated
_NOTHING: Final = Request("", ())


def left_out_warnings(read: Reader, receipt: Receipt) -> tuple[Sentence, ...]:
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
    named = tuple(states.event(one.position, one.type) for one in found[:_NAMED])
    more = len(found) - len(named)
    left_out = Sentence("{named} and {more} more", named=named, more=more)
    return (
        Sentence(
            "the list {list:of} takes in what was recorded up to {last}; left out, for the next "
            "list: {left_out}",
            list=ListName(fact.period),
            last=Position(fact.through_position),
            left_out=left_out if more else named,
        ),
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
