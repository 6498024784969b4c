"""What was announced of a tournament, as it stands: its details, and whether it takes place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.tournament import Details, TournamentDetailsCorrected, TournamentRegistered
from ledger.store.reading import Reader, Recorded

DETAILS: Final = tuple(field.name for field in msgspec.structs.fields(Details))
"""The details of a tournament that can be corrected."""


class Registration(NamedTuple):
    """A tournament as it was announced; each decision against it by position."""

    tournament: str
    position: int
    details: Mapping[str, Any]
    """As corrected, by name; None is not said."""
    cancelled: tuple[int, str] | None = None
    """Where it was said that it does not take place, and by whom."""
    refused: tuple[int, str] | None = None
    """Where it was refused to rate it, and by whom."""


def registration(read: Reader, tournament: str) -> Registration | None:
    """Give what is announced of a tournament; None where nothing is."""
    return registration_told(tournament, read.stream(f"tournament-{tournament}"))


def registration_told(tournament: str, events: Iterable[Recorded]) -> Registration | None:
    """Give what the events of a tournament's stream announce; None where they announce nothing."""
    found: Registration | None = None
    for each in events:
        fact = each.decoded().payload if "tournament-" in each.type else None
        if isinstance(fact, TournamentRegistered):
            details = {name: getattr(fact, name, None) for name in DETAILS}
            found = Registration(tournament, each.position, details)
        elif found is not None:
            found = _after(found, each.position, fact)
    return found


def count_apart(read: Reader, one: str, other: str) -> bool:
    """Tell whether no list can take both of two tournaments: as announced, they share no pool.

    One that was refused or called off counts for none.
    """
    counts = [_counts_for(registration(read, each)) for each in (one, other)]
    return counts[0].isdisjoint(counts[1])


def _counts_for(known: Registration | None) -> set[str]:
    if known is None or known.refused or known.cancelled:
        return set()
    return set(known.details["pools"])


def _after(found: Registration, position: int, fact: object) -> Registration:
    match fact:
        case TournamentDetailsCorrected(details=said):
            given = {name: getattr(said, name) for name in DETAILS}
            corrected = {name: value for name, value in given.items() if value is not None}
            return found._replace(details={**found.details, **corrected})
        case TournamentCancelled(by=by):
            return found._replace(cancelled=(position, by))
        case TournamentRefused(by=by):
            return found._replace(refused=(position, by))
        case TournamentReinstated():
            return found._replace(cancelled=None, refused=None)
    return found
