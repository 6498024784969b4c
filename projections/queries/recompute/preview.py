"""Tournaments that no list has booked: as on the next list, or rated at their place.

The next list takes the tournament, with everything recorded so far: tournaments before it in the
order are rated first, and earlier year ends are included. Waiting corrections go by the announced
day of this list, which takes them with or without the tournament.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from ledger import columns
from ledger.errors import Refused
from ledger.sentences import Remedy, Sentence
from ledger.tournaments.current_report import Games
from projections.queries import PoolQuery, RatingList, recompute
from projections.queries.coming_lists import NOT_ANNOUNCED, next_list
from projections.queries.recompute import Recomputed
from projections.queries.rows import Booking
from projections.rating import Rated, rate
from projections.rating.booked import dated
from projections.replay import Replay
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.edition import Edition
from projections.state.closed_list import Horizon
from projections.state.law import Law
from projections.state.reports import Report, place_in_order

_NOT_PLAYED = -1
"""Position of a report that nobody recorded."""


@dataclass(frozen=True, slots=True)
class InPlace:
    """A tournament within a rated step: the index of its part, and its index in the part."""

    rated: Rated
    part: int
    at: int


def not_played(players: Sequence[int], day: date) -> Report:
    """Return a tournament without games: the first of its day."""
    nothing = Games("", "", "", "")
    order = place_in_order(day, day, "", 0)
    player = columns.write(players, columns.PLAYER)
    return Report(_NOT_PLAYED, "", day, day, False, player, nothing, order)


def in_place(pool: PoolQuery, report: Report) -> InPlace:
    """Rate a report at its place, with all columns. Raises Refused for an unrated report."""
    replay = _replay_at(pool)
    if report.position == _NOT_PLAYED:
        pending = replay.facts.pending
        of_day = [*pending.get(report.end, ()), report]
        replay.facts = replace(replay.facts, pending={**pending, report.end: of_day})
    _, outcomes, _ = replay.rate(_due(pool, replay, report), Horizon.at(pool.known))
    for outcome in outcomes:
        found = found_in(outcome, report.position)
        if found is not None:
            return InPlace(rate(outcome.step), found.part, found.at)
    raise Refused(
        Sentence(
            "{pool} does not rate {tournament} of {day}: {findings} and the rules say why",
            pool=pool.name,
            tournament=report.tournament or Sentence("an event"),
            day=report.start,
            findings=Remedy("list-findings", pool=pool.name, subject=report.tournament or None),
        ),
        code="not-rated",
        field="tournament",
        found=report.tournament,
    )


def found_in(rated: Rated, position: int) -> InPlace | None:
    """Find a report in a rated step, by position."""
    for index, part in enumerate(rated.step.parts):
        for at, report in enumerate(part.reports):
            if report.position == position:
                return InPlace(rated, index, at)
    return None


def _replay_at(pool: PoolQuery) -> Replay:
    """Return a replay of a pool, free to be moved on, as known at a position.

    After a later closing or adoption it is the replay of that position. Raises NotCovered before
    the pool had begun.
    """
    pool.lists()
    facts = pool.official.facts.pools[pool.name]
    moved = [event.position for event in facts.closed] + [event.position for event in facts.adopted]
    if max(moved, default=-1) <= pool.known:
        return pool.official.replay(pool.name).fork()
    return pool.official.known_at(pool.known).replay(pool.name).fork()


def _due(pool: PoolQuery, replay: Replay, report: Report) -> Due:
    """Return the days of the next list, with a cut-off after the report.

    A list not announced yet comes after the report, and after the last list.
    """
    coming = next_list(pool, replay.facts)
    last, since = replay.facts.last_closed(), replay.begun().since[-1]
    day = dated(replay.law.rulebook, report)
    ended = max(day, last.event.cut_off if last else day)
    listed = coming.list_date
    if coming.period == NOT_ANNOUNCED:
        listed = max(listed, max(ended, since) + timedelta(days=1))
    return Due("", listed, ended, ended, ended)


def edition_of(pool: PoolQuery, report: Report) -> Edition | None:
    """Return the edition of a report; None: outside the rulebook, or before the histories."""
    if pool.in_force_or_none(report.start) is None:
        return None
    return Law(pool.facts, pool.known).edition_on(report.begins)


def as_booked(report: Report, edition: Edition | None) -> Booking:
    """Return the booking of a report on the next list."""
    name = "" if edition is None else edition.name
    days = (report.start, report.end)
    return Booking(report.position, 0, 0, name, report.tournament, *days, report.part)


def coming_list(pool: PoolQuery, report: Report) -> RatingList | None:
    """Return the next list; None: no edition covers it.

    Without an announced day, the list has the date of the report's end.
    """
    last, calendar, announced = pool.lists()[-1], pool.law.calendar, pool.facts.announced
    first = pool.facts.opened.first_period
    period = calendar.after(last.period, announced) if last.number else first
    try:
        day = calendar.due(period, announced).list_date if period else report.end
    except ValueError:
        day = report.end
    if Law(pool.facts, pool.known).edition_on(day) is None:
        return None
    known = pool.known
    of_list = (last.number + 1, period or "", day)
    return RatingList(*of_list, known, Horizon.at(known), known, "")


def computed(pool: PoolQuery, report: Report) -> Recomputed | None:
    """Compute an open report provisionally; None: not yet possible.

    In a chain the events before the report are not known yet.
    """
    edition = edition_of(pool, report)
    on = None if edition is None or pool.law.chained else coming_list(pool, report)
    return recompute.tournament(pool, as_booked(report, edition), on) if on is not None else None
