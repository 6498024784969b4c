"""The pools of a ledger: rulebook, zone, lists, the next list, and the editions adopted."""

from datetime import date

import msgspec

from ledger.sentences import Position, Sentence, tabled
from ops.answers.abouts import About
from ops.answers.answer import Answer, known_to
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import printing_of
from ops.house import House
from projections.official.stopping import ReplayStopped
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList
from projections.queries.coming_lists import NOT_ANNOUNCED, next_days
from projections.rulebooks import rulebook


class AdoptedEdition(msgspec.Struct, frozen=True):
    """An edition adopted for a pool."""

    edition: str
    in_force_from: date
    numbers_digest: str
    adopted: Position
    """The event."""


class AboutPools(About, frozen=True, kw_only=True):
    """The moment at which pools are known."""

    known_to: Position | None = None
    """The last event known; None: asked as known earlier, and each row names its own."""
    known_at: str | None = None
    """The moment asked about, as typed."""


class PoolOverview(msgspec.Struct, frozen=True, kw_only=True):
    """A pool; None: there is none, or the day is not announced."""

    pool: str
    rulebook: str
    title: Sentence
    """Of the rulebook."""
    zone: str
    chained: bool
    """Whether a rating is recomputed after each event; otherwise once for each list."""
    first_period: str
    """The first list, as stated when the pool was opened."""
    lists: int
    """Closed lists."""
    first_list: str | None = None
    last_list: str | None = None
    last_list_date: date | None = None
    last_printing: int | None = None
    in_force: str | None = None
    """The newest list in force from its date, or from its publication."""
    next_list: str | None = None
    next_list_date: date | None = None
    next_cut_off: date | None = None
    """The last day of what the next list counts."""
    players: int | None = None
    """Players on the last list."""
    editions: tuple[AdoptedEdition, ...] = ()
    known_to: Position | None = None
    stopped: str | None = None
    """The reason why the replay of the pool stopped and no question is answered; None: not
    stopped."""


def pools(house: House, known_at: str | None = None) -> Answer[PoolOverview, AboutPools]:
    """Return the pools of a ledger by name, as known at a moment.

    A pool whose replay stopped is named with the cause; one opened later is left out. `known_at` is
    a day, an instant or `#N`.
    """
    opened = sorted(one.pool for one in house.pools_opened())
    found = (_pool(house, name, known_at) for name in opened)
    about = AboutPools(
        known_to=known_to(house.read) if known_at is None else None, known_at=known_at
    )
    return Answer(about, tuple(row for row in found if row is not None))


def _pool(house: House, name: str, known_at: str | None) -> PoolOverview | None:
    try:
        pool = pool_known_at(house, name, known_at)
        if pool.facts.opened_at > pool.known:
            return None
        return _overview(pool)
    except ReplayStopped as stopped:
        event = house.pool_opened(name)
        law = rulebook(event.rulebook)
        return PoolOverview(
            pool=name,
            rulebook=law.name,
            title=tabled(law.title),
            zone=event.zone,
            chained=law.chained,
            first_period=event.first_period,
            lists=0,
            stopped=str(stopped),
        )


def _overview(pool: PoolQuery) -> PoolOverview:
    lists = _closed(pool)
    first, last = (lists[0], lists[-1]) if lists else (None, None)
    due, opened = next_days(pool), pool.facts.opened
    announced = due.period != NOT_ANNOUNCED
    in_force = [row for row in lists if row.in_force_from != NOT_IN_FORCE]
    adopted = (one for one in pool.facts.adopted if one.position <= pool.known)
    return PoolOverview(
        pool=pool.name,
        rulebook=pool.law.name,
        title=tabled(pool.law.title),
        zone=opened.zone,
        chained=pool.law.chained,
        first_period=opened.first_period,
        lists=len(lists),
        first_list=first.period if first else None,
        last_list=last.period if last else None,
        last_list_date=last.list_date if last else None,
        last_printing=printing_of(pool, last) if last else None,
        in_force=in_force[-1].period if in_force else None,
        next_list=due.period if announced else None,
        next_list_date=due.list_date if announced else None,
        next_cut_off=due.cut_off if announced else None,
        players=pool.facts.closed[last.number - 1].event.rows if last else None,
        editions=tuple(
            AdoptedEdition(
                one.edition, one.in_force_from, one.numbers_digest, Position(one.position)
            )
            for one in adopted
        ),
        known_to=Position(pool.known),
    )


def _closed(pool: PoolQuery) -> list[RatingList]:
    """Return the closed lists; none before the pool began."""
    try:
        return pool.lists()[1:]
    except NotCovered:
        return []
