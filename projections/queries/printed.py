"""The lists and printings visible to a reader; printings in force on a day, or asked for by number.

An earlier printing is shown by the pool as known just before the next one was sealed: all answers
about it are those given then. A list that rests on an earlier printing has its states by key.
"""

from dataclasses import replace
from datetime import date
from itertools import pairwise

from ledger.errors import Refused
from ledger.sentences import ListName, Sentence
from projections.list_document import ReadList
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


def in_force_on(pool: PoolQuery, row: RatingList, day: date) -> tuple[PoolQuery, RatingList]:
    """Return a list in the printing in force on a day, with the pool that shows it."""
    key = printing_on(in_force(pool.facts, pool.known), row.number, day)
    if key == row.number:
        return pool, row
    return _earlier_printing(pool, row, closed_under(pool.facts, key))


def with_printing(pool: PoolQuery, row: RatingList, printing: int) -> tuple[PoolQuery, RatingList]:
    """Return a printing of a list, with the pool that shows it.

    Raises UnknownPrinting, also for a printing that the reader may not see.
    """
    chain = printings(pool, row)
    found = [one for one in chain if one.event.printing == printing and may_see(pool, one)]
    if not found:
        hidden = (*pool.visible.hidden, *chain)
        if any((one.event.period, one.event.printing) == (row.period, printing) for one in hidden):
            pool.visible.denied()
        last = chain[-1].event.printing if chain else "none"
        raise UnknownPrinting(
            Sentence(
                "{pool}: list {period:of} has no printing {printing}",
                pool=pool.name,
                period=ListName(row.period),
                printing=printing,
            ),
            field="printing",
            found=printing,
            expected=Sentence("up to {last}", last=last),
        )
    return (pool, row) if found[0] is chain[-1] else _earlier_printing(pool, row, found[0])


def visible_to(pool: PoolQuery) -> PoolQuery:
    """Return a pool without the lists and printings that the reader may not see."""
    hidden = pool.hides()
    return pool.without_lists_since(hidden[0].position) if hidden else pool


def printings(pool: PoolQuery, row: RatingList) -> tuple[Closed, ...]:
    """Return the printings of a list; none of the ratings carried over."""
    return printings_of(pool.facts, pool.facts.closed[row.number - 1]) if row.number else ()


def may_see(pool: PoolQuery, closed: Closed) -> bool:
    """Return whether the reader of a pool may see a printing of a list that is shown."""
    return pool.visible.shows(pool.facts, closed, pool.known)


def _earlier_printing(
    pool: PoolQuery, row: RatingList, printed: Closed
) -> tuple[PoolQuery, RatingList]:
    following = next(later for one, later in pairwise(printings(pool, row)) if one is printed)
    then = pool.as_known(following.position - 1)
    return then, then.list_of(row.period)


def sealed_list(pool: PoolQuery, row: RatingList) -> ReadList:
    """Read a closed list from the document. Raises Damaged for another digest."""
    return pool.official.closed_list(pool.facts.closed[row.number - 1].event)
