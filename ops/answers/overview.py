"""What is new in a ledger: each pool with its list in force, last tournaments and decisions."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

import msgspec

from ledger.sentences import Change
from ops.access.personal_data import FEDERATION, LIST_NUMBER, NAME, TITLE
from ops.answers import categories
from ops.answers.abouts import Known, widened
from ops.answers.answer import Answer, known_to
from ops.answers.categories import CategoryChange
from ops.answers.decisions import DecisionsAsked, PublicDecision, decisions
from ops.answers.list_order import CHANGE, RATING, Asked, page_of
from ops.answers.list_rows import rows_of
from ops.answers.pools import PoolOverview, pools
from ops.answers.rating_lists import chosen
from ops.answers.selection import EVERYBODY
from ops.answers.tournaments import PoolTournament, TournamentsAsked, tournaments_of
from ops.house import House
from projections.queries import Booking, PoolQuery, RatingList

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

    tournaments: tuple[PoolTournament, ...]
    """The last to end first."""
    decisions: tuple[PublicDecision, ...]
    """The last recorded first."""


def overview(house: House) -> Answer[PoolNews, AboutNews]:
    """Return every pool with what is new on its list in force, and the last events of all."""
    rows = pools(house).rows
    opened = [house.pool(row.pool) for row in rows if row.stopped is None]
    asked = TournamentsAsked(limit=_LAST)
    about = AboutNews(
        known_to=known_to(house.read),
        tournaments=tournaments_of(opened, asked).rows if opened else (),
        decisions=decisions(house, DecisionsAsked(limit=_LAST)).rows,
    )
    return Answer(about, tuple(_news(house, row) for row in rows))


def _news(house: House, row: PoolOverview) -> PoolNews:
    if row.in_force is None:
        return widened(PoolNews, row)
    pool, on = chosen(house.pool(row.pool), None, None)
    first = _first(pool, on, CHANGE)
    gained = [(who, of) for who, of in first if of.change is not None and of.change > 0]
    booked = pool.bookings_by_player(on.number, [who for who, _ in gained])
    return widened(
        PoolNews,
        row,
        leaders=tuple(of for _, of in _first(pool, on, RATING)),
        gains=tuple(widened(Gain, of, tournaments=_rated(pool, booked[who])) for who, of in gained),
        category_changes=categories.bulletin(pool, on)[:_LAST] if _has_categories(pool, on) else (),
    )


def _has_categories(pool: PoolQuery, on: RatingList) -> bool:
    return categories.on_list(pool, on) is not None


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
