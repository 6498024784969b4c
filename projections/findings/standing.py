"""What needs a decision about a booked tournament as it stands, where it was corrected since.

Its list stays as sealed; but what was left to a decision then may be told now, and a correction may
leave something to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ledger import columns
from projections.finding import UNDECIDED, Finding
from projections.findings import checking
from projections.queries import PoolQuery, RatingList
from projections.queries.rows import Booking
from projections.recompute.corrected import as_booked
from projections.recompute.rows import list_on, reports_now
from projections.state.story import TournamentHistory


def as_it_stands(
    pool: PoolQuery,
    booked: Booking,
    on: RatingList,
    story: TournamentHistory,
    found: Iterable[Finding],
) -> Iterator[Finding]:
    """Give what was found as it was booked; what is to be decided of the whole, as it is now."""
    if all(each.position <= on.through_position for each in story.corrections):
        yield from found
        return
    then = list(found)
    now = [each for each in _now(pool, booked, on, story) if _asks(each)]
    yield from (each for each in then if each in now or not _asks(each))
    yield from (each for each in now if each not in then)


def _asks(finding: Finding) -> bool:
    """Tell whether something about a tournament as a whole is to be decided."""
    return finding.kind == UNDECIDED and finding.player is None


def _now(
    pool: PoolQuery, booked: Booking, on: RatingList, story: TournamentHistory
) -> Iterator[Finding]:
    for report in reports_now(pool, booked, story):
        name = as_booked(pool, booked, report).edition
        if name:
            players = columns.read(report.player, columns.PLAYER).tolist()
            states = pool.states(players, list_on(pool, report.start, on).number)
            ratings = [states[each].rating if each in states else 0 for each in players]
            read, edition = pool.official.ledger.read, pool.law.edition(name)
            yield from checking.of_report(read, edition, report, ratings, pool.known)
