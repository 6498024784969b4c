"""The cause of a change of category: tournaments, decisions or law."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from ledger.sentences import Sentence
from projections.categories.change import Change
from projections.categories.ladder import SETTABLE
from projections.queries import PoolQuery, RatingList
from projections.queries.corrections import BookedRecount, corrected_by, corrected_units, recounts
from projections.queries.merges_on_lists import merges_on
from projections.queries.recompute import units
from projections.queries.recompute.corrected_competitions import closed_booking
from projections.queries.recompute.rows import changes_decided
from projections.rating.capital_changes import ADJUSTED_PLACE, HANDED_OVER_PLACE
from projections.rating.corrected import POOL
from projections.state.law import parameter_on


def rests_on(pool: PoolQuery, change: Change) -> list[str | Sentence]:
    """Return the causes of a change: names of tournaments, events as `#position`, ends of years.

    The tournaments are those on the list with counted games of the player, and corrected
    tournaments of closed lists, each with the correcting events.
    """
    if change.decided_at is not None:
        return [f"#{change.decided_at}"]
    if change.number is None:
        return [*_law(pool, change)]
    on = next((row for row in pool.lists() if row.number == change.number), None)
    if on is None or not on.number:  # not closed yet, or carried over
        return []
    if change.how == "proposed" and change.rating_before == change.rating_after:
        events = [e for e in pool.facts.carried if change.player in e.column("player")]
        if events:
            return [f"#{event.position}" for event in events]
    if pool.law.chained:
        if change.place == HANDED_OVER_PLACE:
            return [f"#{position}" for _, position in merges_on(pool, change.player, on)]
        decided = _adjusted(pool, change, on) if change.place == ADJUSTED_PLACE else []
        return [*_at_place(pool, change, on), *decided]
    before = (row for row in pool.lists()[: on.number] if row.in_force_from <= on.in_force_from)
    since = max(row.number for row in before)
    lists = pool.lists()[since + 1 : on.number + 1]
    return list(dict.fromkeys(name for row in lists for name in _on_list(pool, change, row)))


def _law(pool: PoolQuery, change: Change) -> list[str]:
    """Return the adoptions and parameters of the day of a change."""
    before = change.on - timedelta(days=1)
    adopted = (event for event in pool.facts.adopted if event.position <= pool.known)
    found = [event.position for event in adopted if event.in_force_from == change.on]
    for name in SETTABLE:
        old, new = (parameter_on(pool.facts, name, day, pool.known) for day in (before, change.on))
        if new is not None and (old is None or new.said != old.said):
            found.append(new.position)
    return [f"#{position}" for position in sorted(found)]


def _on_list(pool: PoolQuery, change: Change, on: RatingList) -> Iterator[str]:
    for computed in units.unit(pool, change.player, on):
        yield from (report.tournament for report in computed.rated.counted(change.player))
    for unit in (one.unit for one in corrected_units(pool, change.player, on.number)):
        if unit.kind != POOL:
            for correction in corrected_by(pool, change.player, unit.number, *_news(pool, on)):
                yield from correction.references
    yield from _adjusted(pool, change, on)


def _news(pool: PoolQuery, on: RatingList) -> tuple[int, int]:
    """Return the positions through which the list before, and the list itself, took events."""
    return pool.lists()[on.number - 1].through_position, on.through_position


def _at_place(pool: PoolQuery, change: Change, on: RatingList) -> list[str | Sentence]:
    booked = pool.bookings(on.number, change.player)
    corrected = recounts(pool, change.player, on.number)
    at_places: list[tuple[int, Sequence[str | Sentence]]]
    at_places = [(booking.place, [booking.tournament]) for booking in booked if booking.edition]
    at_places += [(recount.place, _corrected(pool, on, recount)) for recount in corrected]
    year_ends = pool.year_ends_on(on.number)
    at_places += [(one.place, [Sentence("end of {year}", year=one.year)]) for one in year_ends]
    return [name for place, names in at_places if place == change.place for name in names]


def _corrected(pool: PoolQuery, on: RatingList, of: BookedRecount) -> list[str]:
    """Return a tournament of a closed list, and the correcting events for another list."""
    found = corrected_by(pool, of.player, closed_booking(pool, of).number, *_news(pool, on))
    of_tournament = (correction for correction in found if correction.tournament == of.tournament)
    return next((correction.references for correction in of_tournament), [of.tournament])


def _adjusted(pool: PoolQuery, change: Change, on: RatingList) -> list[str]:
    decisions = changes_decided(pool, change.player, on).values()
    return [f"#{position}" for decision in decisions for position in decision.positions]
