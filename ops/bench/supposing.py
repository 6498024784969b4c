"""G5: the processor time of a thousand supposed results, beside full replays of the same ledger.

Without rows of one step each supposed result would be a replay of the whole ledger.
"""

import gc
from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Final, NamedTuple

from ledger.sentences import Sentence
from ledger.store.ledger import Ledger
from ops.bench import truth
from ops.house import House
from ops.lists.other_results import OtherResults
from ops.lists.what_if import Supposing, what_if
from projections.queries import PoolQuery

RESULTS: Final = 1_000
"""Supposed results, spread over all lists."""


class Cost(NamedTuple):
    """Seconds of processor time."""

    together: float
    """Of all supposed results, each with the ratings on the list that counts its game."""
    results: int
    alone: float
    """Of one result supposed alone, which computes every list of the pool."""
    proved: float
    """Of replaying all events and proving every list, in memory."""


def measured(ledger: Ledger, pool: str, runs: int) -> Cost:
    """Suppose other results of a tournament of each list, and replay everything."""
    with House(ledger) as house:
        house.catch_up()
        query = PoolQuery(house.official, pool)
        periods = {row.number: row.period for row in query.lists()[1:]}
        tournaments = {
            periods[number]: next(one.tournament for one in query.bookings(number) if one.edition)
            for number in periods
        }
        share = -(-RESULTS // len(periods))
        asked = [(period, OtherResults(one, limit=share)) for period, one in tournaments.items()]
        found: list[Sentence] = []

        def together() -> None:
            found.clear()
            for period, others in asked:
                rows = what_if(house, pool, period, Supposing(), others=others).rows
                found.extend(dict.fromkeys(row.supposed for row in rows))

        together()  # the first only warms
        seconds = median(_seconds(together) for _ in range(runs))
        single = Supposing(result=[str(found[-1].values["result"])])
        alone = median(_seconds(lambda: what_if(house, pool, None, single)) for _ in range(runs))
        proved = median(_seconds(lambda: truth.proved(ledger, pool)) for _ in range(runs))
    return Cost(seconds, len(found), alone, proved)


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = process_time()
    work()
    return process_time() - start
