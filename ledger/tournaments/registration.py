"""The announcement of a tournament: details as corrected, cancellation, refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.tournament import Details
from ledger.store.reading import Reader
from ledger.tournaments.known import RecordedReport
from ledger.tournaments.reported import folded

DETAILS: Final = tuple(field.name for field in msgspec.structs.fields(Details))
"""The details of a tournament that can be corrected."""


class Registration(NamedTuple):
    """An announced tournament, with the decisions against it."""

    tournament: str
    position: int
    details: Mapping[str, Any]
    """As corrected, by name; None is not said."""
    cancelled: tuple[int, str] | None = None
    """Where it was said that it does not take place, and by whom."""
    refused: tuple[int, str] | None = None
    """Where it was refused to rate it, and by whom."""


def registration(read: Reader, tournament: str) -> Registration | None:
    """Return the announcement of a tournament; None if it was not announced."""
    return registration_of(tournament, folded(read, tournament))


def registration_of(tournament: str, known: RecordedReport) -> Registration | None:
    """Return the announcement found in a folded stream; None if there is none."""
    if known.registered is None:
        return None
    details = {name: getattr(known.announced, name) for name in DETAILS}
    found = Registration(tournament, known.registered, details)
    for each in (one for one in known.corrections if one.report is None):
        match each.payload:
            case TournamentCancelled(by=by):
                found = found._replace(cancelled=(each.position, by))
            case TournamentRefused(by=by):
                found = found._replace(refused=(each.position, by))
            case TournamentReinstated():
                found = found._replace(cancelled=None, refused=None)
    return found


def count_apart(read: Reader, one: str, other: str) -> bool:
    """Return whether two announced tournaments share no pool, so that no list takes both.

    One that was refused or called off counts for none.
    """
    counts = [_counts_for(registration(read, each)) for each in (one, other)]
    return counts[0].isdisjoint(counts[1])


def _counts_for(known: Registration | None) -> set[str]:
    if known is None or known.refused or known.cancelled:
        return set()
    return set(known.details["pools"])
