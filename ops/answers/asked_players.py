"""The player meant by a register number: on a list, and at a position known."""

from ledger.register import identities
from ledger.register.merges import merges
from ops.answers.abouts import AboutList, AboutPlayer, widened
from projections.queries import PoolQuery, RatingList
from projections.queries.merges_on_lists import merged_numbers


def player_on(pool: PoolQuery, text: str, on: RatingList) -> int:
    """Return the number under which a list has the player meant by a text.

    A merged number is a player of its own on lists that did not take the merge in. Raises
    BadPlayerId, UnknownPlayer.
    """
    return number_on(pool, identities.registered(pool.official.ledger.read, text), on)


def number_on(pool: PoolQuery, number: int, on: RatingList) -> int:
    """Return the number under which a list has the player of a register number."""
    return merged_numbers(pool, on).get(number, number)


def about_player(about: AboutList, pool: PoolQuery, asked: int, number: int) -> AboutPlayer:
    """Return the basis of an answer about a player, with the merge of the number asked, as known.

    `number` is that on the list.
    """
    read = pool.official.ledger.read
    merge = merges(read, pool.known).get(asked)
    return widened(
        AboutPlayer,
        about,
        player=identities.show(number),
        name=identities.names(read, [number]).get(number, ""),
        merged=merge and identities.merge_words(merge),
    )
