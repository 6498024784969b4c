"""The replaced printings of lists in a player's history, with the rating on each."""

from collections.abc import Iterator
from datetime import date

import msgspec

from projections.queries import NOT_IN_FORCE, PoolQuery, RatingList
from projections.queries.printed import may_see, printings
from projections.state.printings import in_force


class ReplacedPrinting(msgspec.Struct, frozen=True):
    """A printing replaced by a later one, with a player's rating there."""

    printing: int
    rating: int | None
    in_force_from: date | None
    """None: it never was in force."""


def replaced_printings(
    pool: PoolQuery, player: int, until: RatingList
) -> dict[int, tuple[ReplacedPrinting, ...]]:
    """Return the replaced printings of the lists on which a player has a row, by number of list.

    A list stands here also if only a replaced printing has a row about the player. The revised
    track has none.
    """
    if pool.track != "official":
        return {}
    found = {}
    for row in pool.lists()[1 : until.number + 1]:
        if row.period in pool.facts.superseded and _has_row(pool, player, row):
            found[row.number] = tuple(_of_list(pool, player, row))
    return {number: those for number, those in found.items() if those}


def _has_row(pool: PoolQuery, player: int, row: RatingList) -> bool:
    """Return whether the last printing, or any visible to the reader, has a row of a player."""
    earlier = (one.key for one in printings(pool, row)[:-1] if may_see(pool, one))
    return any(pool.has_row(player, key) for key in (row.number, *earlier))


def _of_list(pool: PoolQuery, player: int, row: RatingList) -> Iterator[ReplacedPrinting]:
    first_days = [one.since for one in in_force(pool.facts, pool.known)[row.number]]
    for at, printed in enumerate(printings(pool, row)[:-1]):
        if not may_see(pool, printed):
            continue
        day = max(row.in_force_from, first_days[at])
        was_in_force = day < min(first_days[at + 1 :]) and day != NOT_IN_FORCE
        rating = pool.state(player, printed.key).rating or None
        yield ReplacedPrinting(printed.event.printing, rating, day if was_in_force else None)
