"""The printings of a list: in force on a day, visible to a reader, asked for by number.

An earlier printing is shown by the pool as known just before the next one was sealed: all answers
about it are those given then. A list that rests on an earlier printing has its states by key.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from ledger.errors import Refused
from projections.queries import PoolQuery, RatingList
from projections.state.closed_list import Closed
from projections.state.printings import closed_under, in_force, printing_on, printings_of


class UnknownPrinting(Refused):
    """The list has no printing of that number."""


def printed_on(pool: PoolQuery, day: date) -> RatingList | None:
    """Return the list in force on a day, in the printing then in force; None: none."""
    row = pool.in_force_or_none(day)
    return row if row is None else as_printed(pool, row, day, pool.known)


def as_printed(pool: PoolQuery, row: RatingList, day: date, through: int) -> RatingList:
    """Return a list in the printing in force on a day, as known at a position.

    An earlier printing has its key in place of the number of the list.
    """
    key = printing_on(in_force(pool.facts, through), row.number, day)
    if key == row.number:
        return row
    printed = closed_under(pool.facts, key)
    return replace(
        row,
        number=key,
        position=printed.position,
        horizon=printed.horizon,
        law_known=printed.law_known,
        digest=printed.event.list_digest,
        printing=printed.event.printing,
    )


def show_in_force(pool: PoolQuery, row: RatingList, day: date) -> RatingList:
    """Return a list in the printing in force on a day; the pool is shown with that printing."""
    key = printing_on(in_force(pool.facts, pool.known), row.number, day)
    return row if key == row.number else _earlier_printing(pool, row, closed_under(pool.facts, key))


def show_printing(pool: PoolQuery, row: RatingList, printing: int) -> RatingList:
    """Return a printing of a list; the pool is shown with it.

    Raises UnknownPrinting, also for a printing that the reader may not see.
    """
    chain = printings(pool, row)
    found = [one for one in chain if one.event.printing == printing]
    if found and not may_see(pool, found[0]):
        pool.on_hidden()
    if not found or not may_see(pool, found[0]):
        last = chain[-1].event.printing if chain else "none"
        raise UnknownPrinting(
            f"{pool.name}: list {row.period} has no printing {printing}",
            field="printing",
            found=printing,
            expected=f"up to {last}",
        )
    return row if found[0] is chain[-1] else _earlier_printing(pool, row, found[0])


def show_last_visible(pool: PoolQuery, row: RatingList) -> None:
    """Show the pool with the last printing of a list that the reader may see."""
    chain = printings(pool, row)
    visible = [one for one in chain if may_see(pool, one)]
    if visible and visible[-1].position != row.position:
        pool.show_without_lists_since(_following(chain, visible[-1]).position - 1)


def printings(pool: PoolQuery, row: RatingList) -> tuple[Closed, ...]:
    """Return the printings of a list; none of the ratings carried over."""
    return printings_of(pool.facts, pool.facts.closed[row.number - 1]) if row.number else ()


def may_see(pool: PoolQuery, closed: Closed) -> bool:
    """Return whether the reader of a pool may see a printing of a list shown to this reader."""
    chain = printings_of(pool.facts, pool.facts.closed[closed.number - 1])
    if pool.public_until is None or len(chain) == 1:
        return True
    published = pool.facts.printed_on(closed.event, pool.known)
    return published is not None and published <= pool.public_until


def _earlier_printing(pool: PoolQuery, row: RatingList, printed: Closed) -> RatingList:
    pool.show_as_known(_following(printings(pool, row), printed).position - 1)
    return pool.list_of(row.period)


def _following(chain: Sequence[Closed], printed: Closed) -> Closed:
    return next(later for one, later in pairwise(chain) if one is printed)
