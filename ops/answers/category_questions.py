"""Questions about categories: holders on a day, changes of a player, the bulletin of a list."""

from datetime import date

from ledger.register import identities
from ops.answers import categories
from ops.answers.abouts import AboutList, AboutPlayer
from ops.answers.answer import Answer
from ops.answers.asked_players import about_player, number_on
from ops.answers.categories import CategoryChange, CategoryHolder
from ops.answers.rating_lists import basis, chosen
from projections.queries import PoolQuery, RatingList


def category_holders(
    pool: PoolQuery, as_of: date | None = None, limit: int | None = None
) -> Answer[CategoryHolder, AboutList]:
    """Return the holders of categories and titles on a day, the highest first."""
    pool, on = chosen(pool, None, as_of)
    return Answer(basis(pool, on, as_of), categories.holders(pool, as_of, limit))


def category_changes(
    pool: PoolQuery, player: str, as_of: date | None = None
) -> Answer[CategoryChange, AboutPlayer]:
    """Return the changes of a player's category and title up to a day, oldest first.

    Raises UnknownPlayer, BadPlayerId.
    """
    pool, on = chosen(pool, None, as_of)
    asked = identities.registered(pool.official.ledger.read, player)
    number = number_on(pool, asked, on)
    about = about_player(basis(pool, on, as_of), pool, asked, number)
    return Answer(about, categories.of_player(pool, number, as_of))


def promotions(
    pool: PoolQuery, row: RatingList, as_of: date | None = None
) -> Answer[CategoryChange, AboutList]:
    """Return the bulletin of a list: the changes of category in force with it."""
    return Answer(basis(pool, row, as_of), categories.bulletin(pool, row))
