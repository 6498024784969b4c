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
    player = identities.registered(pool.official.ledger.read, text)
    return merged_numbers(pool, on).get(player, player)


def about_merge(pool: PoolQuery, text: str) -> dict[str, Any]:
    """Return the merge of a number, as known, for the basis of an answer; empty: none."""
    read = pool.official.ledger.read
    merge = merges(read, pool.known).get(identities.registered(read, text))
    return {} if merge is None else {"merged": identities.merge_words(merge)}
