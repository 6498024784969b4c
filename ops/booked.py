"""Whether a closed list has booked what is to be corrected, and on what that answer rests."""

from __future__ import annotations

from typing import Final

from ledger.errors import Refused
from ledger.events.tournament import Details
from ledger.store.requests import NO_STREAM
from ops.tournaments import Tournament, read_tournament
from projections import corrections
from projections.answers import Pool
from projections.official import Official

_OF_ALL: Final = ("pools", "official_event")
"""Details on which the rating of every report rests; of the others only the days are rated."""


class AlreadyBooked(Refused):
    """A closed list has booked the report that is to be corrected."""


def check_open(official: Official, tournament: str, report: int | None = None) -> None:
    """Refuse where a closed list has booked a report of a tournament; of one report only, if said.

    A report that took the place of a booked one counts as booked. Raises AlreadyBooked.
    """
    official.catch_up()
    of = read_tournament(official.ledger.read, tournament)
    roots = of.story.roots
    for name in sorted(corrections.pools_of(of.events) & official.facts.pools.keys()):
        for booked in Pool(official, name).bookings_of(tournament):
            if report is None or roots[booked.position] == roots.get(report):
                sealed = official.facts.pools[name].closed[booked.number - 1]
                raise AlreadyBooked(
                    f"{tournament}: list {sealed.event.period} of {name} (#{sealed.position}) has "
                    f"booked its report #{booked.position}, and a closed list stays as it is; "
                    "ratings that are wrong are adjusted: `ledger record ratings-adjusted`"
                )


def versions_expected(official: Official, of: Tournament) -> dict[str, int]:
    """Give the versions of the streams a correction rests on: the tournament's, its pools'.

    To be asked after `check_open`, of the tournament as it was read before: who appends under them
    is refused with StreamMoved where it was corrected, or a list closed, meanwhile.
    """
    pools = official.facts.pools
    return {of.stream: of.version} | {
        f"pool-{name}": pools[name].version if name in pools else NO_STREAM
        for name in sorted(corrections.pools_of(of.events))
    }


def is_rated(details: Details) -> bool:
    """Tell whether lists rest on any of the details that are corrected."""
    return any(getattr(details, name) is not None for name in (*_OF_ALL, "start", "end"))


def check_details_open(official: Official, of: Tournament, details: Details) -> None:
    """Refuse where a closed list has booked what the details would move. Raises AlreadyBooked.

    A start is that of the first report that stands, an end that of the last; pools and official
    status are every report's; no list rests on any other detail.
    """
    if any(getattr(details, name) is not None for name in _OF_ALL):
        check_open(official, of.id)
    standing = of.story.in_order()
    if standing and details.start:
        check_open(official, of.id, standing[0].position)
    if standing and details.end:
        check_open(official, of.id, standing[-1].position)
