"""The player meant by a register number: on a list, and at a position known."""

from typing import Any

from ledger.register import identities
from ledger.register.merges import merges
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


def about_merge(pool: PoolQuery, number: int) -> dict[str, Any]:
    """Return the merge of a register number, as known, for the basis of an answer; empty: none."""
    merge = merges(pool.official.ledger.read, pool.known).get(number)
    return {} if merge is None else {"merged": identities.merge_words(merge)}
