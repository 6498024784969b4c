"""A small pool of every system, closed, for questions; and the data among the words of the pool."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from ledger.register import identities
from projections.queries import PoolQuery
from tests.support.chess_desk import at_a_desk
from tests.support.draughts_desk import JUNE, MARCH, SEPTEMBER, a_chain
from tests.support.recording import a_ledger, following, record, registered, submit
from tests.support.spoiling import result_corrected
from tests.support.two_disciplines import INTERNATIONAL, ITALIAN, Draughts
from tests.support.two_pools import FIDE, RAPID, pools_of
from tests.support.uisp_office import UISP, an_office
from tests.support.worlds import PERIODS, RUBELE, federation, games, rated, tournament


@contextmanager
def standard_chess(address: str) -> Iterator[PoolQuery]:
    """1 loses a game of July, which a decision turns round in August."""
    with at_a_desk(address) as desk:
        played = tournament("A", "2025-07-05", "2025-07-10", games(1, "2 0 3 1"))
        report = submit(desk.ledger, played, FIDE)
        desk.close(PERIODS[0])
        desk.record(result_corrected("A", 0, "10")(report))
        desk.close(PERIODS[1])
        yield desk.pool()


@contextmanager
def rapid_chess(address: str) -> Iterator[PoolQuery]:
    """3 has a rating in standard chess alone, 4 none at all."""
    with pools_of(address, 4) as pools:
        pools.open(FIDE, [rated(1, 2400), rated(2, 1900), rated(3, 1900)])
        pools.open(RAPID, [rated(1, 2400), rated(2, 1900)])
        pools.submit(tournament("R", "2025-07-05", "2025-07-06", games(3, "1 1 2 = 4 1")), RAPID)
        pools.close("2025-08", FIDE, RAPID)
        yield pools.pool(RAPID)


@contextmanager
def uisp(address: str) -> Iterator[PoolQuery]:
    """3 has no rating, and stands on no list."""
    with an_office(address, [rated(1, 1500), rated(2, 1500)], (3,)) as office:
        office.none_on_any_list("2025-08", "2025-09")
        office.submit(tournament("A", "2025-08-05", "2025-08-05", games(1, "2 1 3 1")))
        office.close("2025-Q4")
        yield office.pool()


@contextmanager
def italian_draughts(address: str) -> Iterator[PoolQuery]:
    """Make a ledger of a result of February corrected in May, and two numbers merged from
    then on.
    """
    with a_chain(address) as chain:
        report = chain.play("A", "2014-02-01", 1, "2 1 9 = 20 1")
        chain.shut(MARCH)
        chain.record(result_corrected("A", 0, "01")(report))
        merge = chain.merge(3, 2)
        chain.shut(JUNE)
        chain.separate(merge, 3, 2)
        chain.shut(SEPTEMBER)
        yield chain.pool(name=RUBELE)


@contextmanager
def international_draughts(address: str) -> Iterator[PoolQuery]:
    """1 enters by the category of Italian draughts, 2 new to the system."""
    world = federation([], newcomers=[1, 2, 3, 4, 5])
    with a_ledger(address) as ledger, following(ledger) as official:
        record(ledger, "people", registered(world))
        draughts = Draughts(ledger, official)
        draughts.open(ITALIAN, rated(1, 3900), rated(4, 3900))
        draughts.open(INTERNATIONAL, rated(4, 2000))
        played = tournament("B", "2015-02-01", "2015-02-01", games(1, "4 = 2 1"))
        draughts.submit(played, INTERNATIONAL)
        yield draughts.close(INTERNATIONAL, "march")


SYSTEMS: dict[str, Callable[[str], AbstractContextManager[PoolQuery]]] = {
    FIDE: standard_chess,
    RAPID: rapid_chess,
    UISP: uisp,
    ITALIAN: italian_draughts,
    INTERNATIONAL: international_draughts,
}

_SAME = frozenset(("fid", "erased"))
"""A body, and the name of a player whose words were erased."""


def data_of(pool: PoolQuery, *texts: str) -> set[str]:
    """Return the words of some texts, and of the names of a pool, players, tournaments,
    categories.
    """
    read, facts = pool.official.ledger.read, pool.official.facts
    categories = pool.law.editions[-1].numbers.get("categories", ())
    found = (
        pool.name,
        *identities.names(read, [*range(1, 25)]).values(),
        *(announced.name for announced in facts.announcements.values()),
        *(name for name, _ in categories),
        *(row.period for row in pool.lists()[1:]),
        *texts,
    )
    return words_of(*found) | _SAME


def words_of(*texts: str) -> set[str]:
    """The words of some texts, from two letters on."""
    return {word for text in texts for word in re.findall(r"[^\W\d_]{2,}", text)}
