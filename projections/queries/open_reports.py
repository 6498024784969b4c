"""Reports that no list known has booked, as they stood when that much was known."""

from __future__ import annotations

from collections.abc import Sequence

from ledger import columns
from projections.queries import PoolQuery
from projections.queries.rows import Booking
from projections.state.corrections import told
from projections.state.reports import Report
from projections.state.story import TournamentHistory


def of_story(pool: PoolQuery, story: TournamentHistory, booked: Sequence[Booking]) -> list[Report]:
    """Give what stands of a tournament, without what of it lists known have booked."""
    if pool.name not in story.announcement.pools:
        return []
    taken = {story.roots[each.position] for each in booked}
    return [each for each in story.in_order() if story.roots[each.position] not in taken]


def of_player(pool: PoolQuery, player: int) -> list[Report]:
    """Give the open reports in which a player stands, in their order."""
    read, found = pool.official.ledger.read, list[Report]()
    for name in {*_open_now(pool, player), *_booked_since(pool, player)}:
        story = told(read.stream(f"tournament-{name}"), pool.known)
        found += of_story(pool, story, pool.bookings_of(name))
    return sorted((each for each in found if _stands(player, each)), key=lambda each: each.order)


def _open_now(pool: PoolQuery, player: int) -> set[str]:
    """Give the tournaments of which something is open now, with a player there at some time."""
    versions = (one.report for each in pool.facts.versions.values() for one in each)
    return {e.tournament for e in (*pool.facts.pending, *versions) if _stands(player, e)}


def _booked_since(pool: PoolQuery, player: int) -> set[str]:
    """Give the tournaments booked by lists not known yet: those with a player, and corrected ones.

    Who stood in a corrected one before its list was closed, only its story tells.
    """
    last = pool.lists()[-1].number
    names, mine = set[str](), set[str]()
    for number in range(last + 1, len(pool.facts.closed) + 1):
        booked = pool.records.every(number, "booking")
        of = {row[1]: row[3] for row in booked.rows()} if booked else {}
        entries = pool.records.about(number, "entry", [player])
        names |= set(of.values())
        mine |= {of[position] for _, position in entries.rows()} if entries else set()
    return mine | (names & pool.official.facts.corrected.keys())


def _stands(player: int, report: Report) -> bool:
    return bool((columns.read(report.player, columns.PLAYER) == player).any())
