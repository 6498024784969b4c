"""Reports without a list, as known at a position."""

from collections.abc import Sequence

from ledger import columns
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.state.history import TournamentHistory
from projections.state.reports import Report


def of_history(
    pool: PoolQuery, history: TournamentHistory, booked: Sequence[Booking]
) -> list[Report]:
    """Return the current reports of a tournament without the booked ones."""
    if pool.name not in history.announcement.pools:
        return []
    roots = {history.roots[booking.position] for booking in booked}
    return [report for report in history.in_order() if history.roots[report.position] not in roots]


def of_player(pool: PoolQuery, player: int) -> list[Report]:
    """Return the open reports of a player, in order."""
    found = list[Report]()
    versions = (one.report for several in pool.facts.versions.values() for one in several)
    reports = (*pool.facts.waiting(), *versions)
    now_or_earlier = {report.tournament for report in reports if contains(report, player)}
    for name in now_or_earlier | _booked_since(pool, player):
        history = pool.tournament_history(name)
        found += of_history(pool, history, pool.bookings_of(name))
    return sorted((r for r in found if contains(r, player)), key=lambda report: report.order)


def _booked_since(pool: PoolQuery, player: int) -> set[str]:
    """Return the tournaments on lists not known yet, as far as a player may be in the report.

    All corrected ones: the player may have been removed before the list was closed.
    """
    last, closed = pool.lists()[-1].number, pool.official.facts.pools[pool.name].closed
    names, of_player = set[str](), set[str]()
    for number in range(last + 1, len(closed) + 1):
        tournaments = {row[1]: row[3] for row in pool.rows(number, "booking")}
        names |= set(tournaments.values())
        of_player |= {tournaments[at] for _, at in pool.rows(number, "entry", player)}
    return of_player | (names & pool.official.facts.corrected.keys())


def contains(report: Report, player: int) -> bool:
    """Return whether a player is an entrant of a report."""
    return bool((columns.read(report.player, columns.PLAYER) == player).any())
