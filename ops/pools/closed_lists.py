"""The closed lists of a pool, each with its digest and the days of its force."""

from collections.abc import Iterator
from datetime import date

import msgspec

from ledger.sentences import Position
from ops.answers.abouts import AboutTrack, Force
from ops.answers.answer import Answer
from ops.answers.rating_lists import force, in_force_from
from projections.queries import PoolQuery


class ClosedList(msgspec.Struct, frozen=True):
    """A closed list of a pool."""

    list: str
    list_date: date
    in_force_from: date | None
    """None: never in force, or not yet."""
    force: Force
    rows: int
    printing: int
    editions: tuple[str, ...]
    cut_off: date
    through: Position
    """The last event that the list could take in."""
    sealed_by: Position | None
    """None: computed, on another track than the official one."""
    digest: str
    """SHA-256 of the header and the block lines of the sealed document."""


def closed_lists(pool: PoolQuery) -> Answer[ClosedList, AboutTrack]:
    """Return the closed lists of a pool as known, the first list first."""
    about = AboutTrack(pool.name, pool.track, known_to=Position(pool.known))
    return Answer(about, tuple(_rows(pool)))


def _rows(pool: PoolQuery) -> Iterator[ClosedList]:
    for row in pool.lists()[1:]:
        if not pool.visible.of_day(row.list_date):
            continue
        event = pool.facts.closed[row.number - 1].event
        yield ClosedList(
            row.period,
            row.list_date,
            in_force_from(pool, row),
            force(pool, row),
            event.rows,
            event.printing,
            tuple(sorted(event.numbers_digests)),
            event.cut_off,
            Position(event.through_position),
            Position(row.position) if pool.track == "official" else None,
            row.digest,
        )
