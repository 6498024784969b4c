"""A player's rating on a day."""

from datetime import date
from typing import NamedTuple

import msgspec

from ledger.register import identities
from ops.answers import categories
from ops.answers.abouts import AboutList, Force, widened
from ops.answers.answer import Answer
from ops.answers.categories import Held
from ops.answers.rating_lists import basis, force, in_force_from, printing_of
from projections.queries import PoolQuery, RatingList, State
from projections.queries.games_so_far import games_so_far


class ShownColumns(NamedTuple):
    """Columns of a player on a list; None: not known, or no such column in the pool."""

    k: int | None
    games_so_far: int | None
    games_at_least: bool
    """Whether games before the ledger are not known, so that there can be more."""
    peak: int | None


class RatedOnList(msgspec.Struct, frozen=True, kw_only=True):
    """A rating on a list; None: no rating, or no such column in the pool."""

    list: str
    printing: int | None
    """None: the ratings carried over."""
    in_force_from: date | None
    force: Force
    rating: int | None
    k: int | None
    games_so_far: int | None
    games_at_least: bool
    """Whether games before the ledger are not known, so that there can be more."""
    peak: int | None
    category: str | None
    title: str | None


class PlayerRating(RatedOnList, frozen=True):
    """A player's rating on a list."""

    player: str
    name: str


def player_rating(
    pool: PoolQuery, player: int, row: RatingList, as_of: date | None = None
) -> Answer[PlayerRating, AboutList]:
    """Return a player's rating on a list, with the category on a day."""
    found = categories.held(categories.on_day(pool, player, as_of), player)
    rating = widened(
        PlayerRating,
        rated_on(pool, row, player, pool.state(player, row.number), found),
        player=identities.show(player),
        name=identities.names(pool.official.ledger.read, [player]).get(player, ""),
    )
    return Answer(basis(pool, row, as_of), (rating,))


def rated_on(
    pool: PoolQuery, row: RatingList, player: int, state: State, held: Held
) -> RatedOnList:
    """Return the rating of a player on a list, with the category and title held."""
    return RatedOnList(
        list=row.period,
        printing=printing_of(pool, row),
        in_force_from=in_force_from(pool, row),
        force=force(pool, row),
        rating=state.rating or None,
        **shown_columns(pool, row, player, state)._asdict(),
        **held._asdict(),
    )


def shown_columns(pool: PoolQuery, on: RatingList, player: int, state: State) -> ShownColumns:
    """Return K, number of games and peak of a player on a list."""
    fields = state.fields
    return ShownColumns(fields.get("k"), *games_so_far(pool, on, player, state), fields.get("peak"))
