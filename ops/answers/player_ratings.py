"""A player's rating on a day."""

from datetime import date
from typing import NamedTuple

import msgspec

from ledger.register import identities
from ops.answers import categories
from ops.answers.abouts import AboutList, Force
from ops.answers.answer import Answer
from ops.answers.rating_lists import basis, force, in_force_from
from projections.queries import PoolQuery, RatingList, State
from projections.queries.games_so_far import games_so_far


class ShownColumns(NamedTuple):
    """Columns of a player on a list; None: not known, or no such column in the pool."""

    k: int | None
    games_so_far: int | None
    games_at_least: bool
    """Whether games before the ledger are not known, so that there can be more."""
    peak: int | None


class PlayerRating(msgspec.Struct, frozen=True):
    """A player's rating on a list; None: no rating, or no such column in the pool."""

    player: str
    name: str
    rating: int | None
    k: int | None
    games_so_far: int | None
    games_at_least: bool
    """Whether games before the ledger are not known, so that there can be more."""
    peak: int | None
    category: str | None
    title: str | None
    list: str
    in_force_from: date | None
    force: Force


def player_rating(
    pool: PoolQuery, player: int, row: RatingList, as_of: date | None = None
) -> Answer[PlayerRating, AboutList]:
    """Return a player's rating on a list, with the category on a day."""
    state = pool.state(player, row.number)
    found = categories.held(categories.on_day(pool, player, as_of), player)
    rating = PlayerRating(
        identities.show(player),
        identities.names(pool.official.ledger.read, [player]).get(player, ""),
        state.rating or None,
        *shown_columns(pool, row, player, state),
        found.category,
        found.title,
        row.period,
        in_force_from(pool, row),
        force(pool, row),
    )
    return Answer(basis(pool, row, as_of), (rating,))


def shown_columns(pool: PoolQuery, on: RatingList, player: int, state: State) -> ShownColumns:
    """Return K, number of games and peak of a player on a list."""
    fields = state.fields
    return ShownColumns(fields.get("k"), *games_so_far(pool, on, player, state), fields.get("peak"))
