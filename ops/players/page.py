"""A player with all that a page shows: details, ratings, courses, histories, categories."""

from datetime import date
from typing import Final

import msgspec
from msgspec.structs import replace

from ledger.register import identities
from ledger.sentences import Change
from ops.answers.abouts import widened
from ops.answers.answer import Answer, out_of_range
from ops.answers.asked_players import number_on
from ops.answers.categories import CategoryChange, of_player
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import chosen, is_public_revised
from ops.house import House, TrackName
from ops.players.history import HistoryRow, rating_history
from ops.players.people import AboutOverview, PlayerOverview, RatingInPool, player_overview
from ops.players.questions import LAST, MOST_LISTS
from projections.official.stopping import ReplayStopped
from projections.queries import NOT_IN_FORCE, NotCovered, PoolQuery, RatingList
from projections.queries.categories import NoCategories

COMPUTED: Final = 1
"""Lists of a history computed again for the points of several tournaments: the newest ones.

Each of them costs ten to fifteen empty answers."""


class RatingStep(msgspec.Struct, frozen=True):
    """A list on which a rating began, changed or ended."""

    list: str
    in_force_from: date | None
    """None: not published."""
    rating: int | None
    change: Change | None


class RevisedInPool(msgspec.Struct, frozen=True):
    """The rating of a player in a pool, had every fact been known in time."""

    rating: int | None
    course: tuple[RatingStep, ...]
    """Oldest first."""
    history: tuple[int | None, ...]
    """The ratings on the lists of the history."""


class PlayerInPool(msgspec.Struct, frozen=True):
    """A player in a pool: the whole course of the rating, and the last changes with causes."""

    pool: str
    number: str
    """The register number on the lists: the player's, or one merged since."""
    course: tuple[RatingStep, ...]
    """Oldest first."""
    history: tuple[HistoryRow, ...]
    """The last lists, oldest first.

    Points of several tournaments on one list are those of the newest such list alone."""
    categories: tuple[CategoryChange, ...]
    revised: RevisedInPool | None = None
    """None: the same course, or not public by the policy of the pool."""


class PlayerPage(PlayerOverview, frozen=True):
    """A person with the ratings of all pools, how they came about, and categories."""

    pools: tuple[PlayerInPool, ...]


def player_page(
    house: House,
    player: str,
    as_of: date | None = None,
    known_at: str | None = None,
    track: TrackName = "official",
    last: int = LAST,
) -> Answer[PlayerPage, AboutOverview]:
    """Return a person with everything about the ratings; `last` lists of each history with causes.

    Raises as `player_overview`; Refused for more lists than `MOST_LISTS`, or less than none.
    """
    if not 0 <= last <= MOST_LISTS:
        raise out_of_range("last", last, 0, MOST_LISTS)
    found = player_overview(house, player, as_of, known_at, track)
    (overview,) = found.rows
    pools = []
    for rating in overview.ratings:
        pool, on = chosen(pool_known_at(house, rating.pool, known_at, track), None, as_of)
        shown = _in_pool(pool, on, overview, rating, as_of, last)
        if track == "official" and is_public_revised(pool, on):
            shown = replace(shown, revised=_revised(house, on, shown, known_at))
        pools.append(shown)
    return Answer(found.about, (widened(PlayerPage, overview, pools=tuple(pools)),))


def _in_pool(
    pool: PoolQuery,
    on: RatingList,
    overview: PlayerOverview,
    rating: RatingInPool,
    as_of: date | None,
    last: int,
) -> PlayerInPool:
    number = number_on(pool, identities.parse(rating.merged_number or overview.player), on)
    history = rating_history(pool, number, on, as_of, last, computed=COMPUTED).rows if last else ()
    return PlayerInPool(
        pool=pool.name,
        number=identities.show(number),
        course=_course(pool, number, on),
        history=history,
        categories=_categories(pool, number, as_of),
    )


def _revised(
    house: House, on: RatingList, official: PlayerInPool, known_at: str | None
) -> RevisedInPool | None:
    """Return what the revised track of a pool has for a player.

    None: the same course, or the track of the pool cannot be computed.
    """
    try:
        pool = pool_known_at(house, official.pool, known_at, "revised")
        row = pool.list_of(on.period)
    except (NotCovered, ReplayStopped):
        return None
    course = _course(pool, number_on(pool, identities.parse(official.number), row), row)
    if course == official.course:
        return None
    after, ratings, rating = {step.list: step.rating for step in course}, {}, None
    for one in pool.lists():
        rating = ratings[one.period] = after.get(one.period, rating)
    return RevisedInPool(rating, course, tuple(ratings[shown.list] for shown in official.history))


def _categories(pool: PoolQuery, player: int, as_of: date | None) -> tuple[CategoryChange, ...]:
    """Return the changes of category; none in a pool without categories."""
    try:
        return of_player(pool, player, as_of)
    except NoCategories:
        return ()


def _course(pool: PoolQuery, player: int, until: RatingList) -> tuple[RatingStep, ...]:
    """Return the lists on which the rating began, changed or ended."""
    lists, steps, before = pool.lists(), list[RatingStep](), 0
    after = {state.number: state.rating for state in pool.changes(player, until.number)}
    for number, rating in after.items():
        if rating != before:
            row = lists[number]
            since = None if row.in_force_from == NOT_IN_FORCE else row.in_force_from
            change = Change(rating - before) if rating and before else None
            steps.append(RatingStep(row.period, since, rating or None, change))
        before = rating
    return tuple(steps)
