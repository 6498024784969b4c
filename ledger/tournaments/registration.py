"""The announcement of a tournament: details as corrected, cancellation, refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec

from ledger.events.counting import TournamentCancelled, TournamentRefused, TournamentReinstated
from ledger.events.tournament import Details
from ledger.store.reading import Reader
from ledger.tournaments.current_report import RecordedReport
from ledger.tournaments.recorded_report import folded

DETAILS: Final = tuple(field.name for field in msgspec.structs.fields(Details))
"""The details of a tournament that can be corrected."""


class Registration(NamedTuple):
    """An announced tournament, and decisions to refuse or cancel."""

    tournament: str
    position: int
    details: Mapping[str, Any]
    """As corrected, by name; None is unknown."""
    cancelled: tuple[int, str] | None = None
    """Position and author of the cancellation."""
    refused: tuple[int, str] | None = None
    """Position and author of the refusal."""


def registration(read: Reader, tournament: str) -> Registration | None:
    """Return the announcement of a tournament, or None."""
    return registration_of(tournament, folded(read, tournament))


def registration_of(tournament: str, known: RecordedReport) -> Registration | None:
    """Return the announcement in a folded stream, or None."""
    if known.registered is None:
        return None
    details = {name: getattr(known.announced, name) for name in DETAILS}
    found = Registration(tournament, known.registered, details)
    for correction in (one for one in known.corrections if one.report is None):
        match correction.payload:
            case TournamentCancelled(by=by):
                found = found._replace(cancelled=(correction.position, by))
            case TournamentRefused(by=by):
                found = found._replace(refused=(correction.position, by))
            case TournamentReinstated():
                found = found._replace(cancelled=None, refused=None)
    return found


def count_apart(read: Reader, one: str, other: str) -> bool:
    """Return whether two announced tournaments share no pool, so no list takes both.

    One that was refused or called off counts for none.
    """
    known = [registration(read, tournament) for tournament in (one, other)]
    pools = [
        set(own.details["pools"]) for own in known if own and not (own.refused or own.cancelled)
    ]
    return len(pools) < len(known) or pools[0].isdisjoint(pools[1])
