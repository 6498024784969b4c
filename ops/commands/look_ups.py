"""Players looked up on lists of other bodies, by the request that brings them into a tournament."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date

from ledger.intake.external_list.looking_up import look_ups
from ledger.store.reading import Reader
from ledger.store.requests import NewEvent, Request
from projections.queries.known_ratings import lists_to_search


def with_look_ups(
    read: Reader,
    request: Request,
    pools: Iterable[str],
    days: Iterable[date],
    players: Collection[int],
) -> Request:
    """Return a request with the look-ups of players who enter tournaments of some days."""
    found = look_ups(read, lists_to_search(read, pools, days), players)
    return replace(
        request,
        events=(*request.events, *(NewEvent(one.fact) for one in found)),
        expected={**request.expected, **{one.fact.stream(): one.version for one in found}},
    )
