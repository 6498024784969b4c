"""What is new in a ledger: each pool with its list in force, last tournaments and decisions."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Final

import msgspec
from msgspec import structs

from ledger.sentences import Change
from ops.access.personal_data import FEDERATION, LIST_NUMBER, NAME, TITLE
from ops.answers import categories
from ops.answers.abouts import Known, widened
from ops.answers.answer import Answer
from ops.answers.categories import CategoryChange
from ops.answers.clocks import pool_known_at
from ops.answers.list_order import CHANGE, RATING, Asked, page_of, read_list
from ops.answers.list_rows import rows_of
from ops.answers.rating_lists import chosen
from ops.answers.selection import EVERYBODY
from ops.house import House
from ops.pools.pools import PoolOverview, pools
from ops.tournaments.register import PoolTournament, last_ended
from ops.trails.decisions import PublicDecision, decisions
from ops.trails.questions import ListDecisions
from projections.queries import Booking, NotCovered, PoolQuery, RatingList
from projections.queries.categories import on_list

_FIRST: Final = 5
"""Players of each pool: with the highest ratings, and with the greatest gains."""

_LAST: Final = 10
"""Tournaments and decisions of the ledger; changes of category of each pool."""


class RatedTournament(msgspec.Struct, frozen=True):
    """A tournament that a list rated for a player."""

    tournament: str
    name: str


class Leader(msgspec.Struct, frozen=True, kw_only=True):
    """A player among the first of a list."""

    rank: int
    player: str
    name: Annotated[str, NAME]
    number: Annotated[str, LIST_NUMBER]
    """Empty: none."""
    title: Annotated[str, TITLE]
    """Empty: none."""
    federation: Annotated[str, FEDERATION]
    rating: int
    rating_before: int | None
    """None: not on the list before."""
    change: Change | None


class Gain(Leader, frozen=True, kw_only=True):
    """A player who gained, with the tournaments of the list."""

    tournaments: tuple[RatedTournament, ...]


class PoolNews(PoolOverview, frozen=True, kw_only=True):
    """A pool with what is new on its list in force."""

    leaders: tuple[Leader, ...] = ()
    """The players with the highest ratings, the highest first."""
    gains: tuple[Gain, ...] = ()
    """The players who gained most since the list before, the greatest gain first."""
    category_changes: tuple[CategoryChange, ...] = ()
    """Changes of category in force with the list, the first of its bulletin."""


class AboutNews(Known, frozen=True, kw_only=True):
    """The last tournaments and decisions of all pools."""

    as_of: date | None = None
    """The day asked about."""
    known_at: str | None = None
    """The moment asked about, as typed."""
    tournaments: tuple[PoolTournament, ...]
    """The last to end first."""
    decisions: tuple[PublicDecision, ...]
    """The last recorded first."""


def overview(
    house: House, as_of: date | None = None, known_at: str | None = None
) -> Answer[PoolNews, AboutNews]:
    """Return every pool with what is new on its list in force, and the last events of all.

    `as_of`: on a day, with tournaments that ended and decisions recorded by then. `known_at` is a
    day, an instant or `#N`; a pool opened later is left out. Raises BeforeTheLedger.
    """
    rows = pools(house, known_at).rows
    opened = [pool_known_at(house, row.pool, known_at) for row in rows if row.stopped is None]
    register = decisions(house, ListDecisions(until=as_of, known_at=known_at, limit=_LAST))
    about = AboutNews(
        known_to=register.about.known_to,
        as_of=as_of,
        known_at=known_at,
        tournaments=last_ended(opened, as_of, _LAST),
        decisions=register.rows,
    )
    of = {pool.name: pool for pool in opened}
    return Answer(about, tuple(_news(row, of.get(row.pool), as_of) for row in rows))


def _news(row: PoolOverview, pool: PoolQuery | None, as_of: date | None) -> PoolNews:
    found = _in_force(pool, as_of) if pool and row.in_force else None
    if found is None:
        return widened(PoolNews, structs.replace(row, in_force=None))
    pool, on = found
    first = _first(pool, on, CHANGE)
    gained = [(who, of) for who, of in first if of.change is not None and of.change > 0]
    booked = pool.bookings_by_player(on.number, [who for who, _ in gained])
    return widened(
        PoolNews,
        row if as_of is None else _on_list(row, pool, on),
        leaders=tuple(of for _, of in _first(pool, on, RATING)),
        gains=tuple(widened(Gain, of, tournaments=_rated(pool, booked[who])) for who, of in gained),
        category_changes=categories.bulletin(pool, on)[:_LAST] if _has_categories(pool, on) else (),
    )


def _in_force(pool: PoolQuery, as_of: date | None) -> tuple[PoolQuery, RatingList] | None:
    """Return the closed list in force, on a day or the last one; None: none yet."""
    try:
        pool, on = chosen(pool, None, as_of)
    except NotCovered:
        return None
    return (pool, on) if on.number else None


def _on_list(row: PoolOverview, pool: PoolQuery, on: RatingList) -> PoolOverview:
    """Return a pool as on a list in force: its players, and the list that followed."""
    of_list = structs.replace(
        row, in_force=on.period, players=len(read_list(pool, on).values["player"])
    )
    if on.number + 1 == len(pool.lists()):
        return of_list
    after = pool.lists()[on.number + 1]
    closed = pool.facts.closed[on.number].event
    return structs.replace(
        of_list,
        next_list=after.period,
        next_list_date=after.list_date,
        next_cut_off=closed.cut_off,
    )


def _has_categories(pool: PoolQuery, on: RatingList) -> bool:
    return on_list(pool, on) is not None


def _first(pool: PoolQuery, on: RatingList, sort: str) -> Iterator[tuple[int, Leader]]:
    """Yield the first players of a list in an order, each with the register number."""
    listed, page = page_of(pool, on, EVERYBODY, Asked(_FIRST, 1, sort))
    rows = rows_of(pool, on, listed, page, None)
    for player, row in zip(listed.values["player"][page.rows].tolist(), rows, strict=True):
        yield (
            player,
            Leader(
                rank=row.rank,
                player=row.player,
                name=row.name,
                number=row.number,
                title=row.person.title,
                federation=row.person.federation,
                rating=int(row.columns["rating"]),
                rating_before=row.rating_before,
                change=row.change,
            ),
        )


def _rated(pool: PoolQuery, booked: Sequence[Booking]) -> tuple[RatedTournament, ...]:
    """Return the tournaments that a list rated for a player, of those it booked."""
    names = pool.official.facts.announcements
    rated = dict.fromkeys(of.tournament for of in booked if of.edition)
    return tuple(RatedTournament(of, names[of].name) for of in rated)
