"""What was published last: closed lists, and decisions and corrections, the last recorded first."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from ledger.sentences import NO_SENTENCE, ListName, Position, Sentence, tabled
from ops.access.personal_data import BodyName
from ops.answers.abouts import Known
from ops.answers.answer import Answer, Instant, known_to, out_of_range
from ops.events.links import Link, links
from ops.house import House
from ops.trails.decisions import decisions
from ops.trails.questions import ListDecisions
from projections.official.stopping import ReplayStopped
from projections.queries import PoolQuery, RatingList

MOST: Final = 100
"""The most news of an answer."""


class News(msgspec.Struct, frozen=True, kw_only=True):
    """A list, or a decision, as everybody sees it."""

    position: Position
    """Of the event that closed or decided."""
    kind: Literal["list", "decision"]
    recorded_at: Instant
    says: Sentence
    pools: tuple[str, ...]
    """The pool of a list; the pools that a decision concerns."""
    list: str | None = None
    """Of a decision None."""
    printing: int | None = None
    decided_by_name: BodyName
    """Of a list empty."""
    article: str = ""
    tournament: str = ""
    tournament_name: str = ""
    link: Link
    """The place of the event in the chain of hashes."""


class AboutPublished(Known, frozen=True, kw_only=True):
    """News of a ledger."""

    leaf_hash: str
    """Of the first event: it names the ledger for ever."""


def news(house: House, pool: str | None = None, limit: int = 30) -> Answer[News, AboutPublished]:
    """Return the lists and decisions published last, of all pools or of one.

    A list appears once the reader may see it; a pool that stopped has no lists here. Raises
    UnknownPool, and Refused for a limit out of range.
    """
    if not 1 <= limit <= MOST:
        raise out_of_range("limit", limit, 1, MOST)
    pools = [one.pool for one in house.pools_opened()] if pool is None else [pool]
    if pool is not None:
        house.pool_opened(pool)
    found = [*_decided(house, pool, limit), *_lists(house, pools, limit)]
    found.sort(key=lambda row: row.position, reverse=True)
    read = house.read
    first = links(read, read.at([0]).values())
    about = AboutPublished(known_to=known_to(read), leaf_hash=first[0].leaf_hash)
    return Answer(about, tuple(found[:limit]))


def _decided(house: House, pool: str | None, limit: int) -> Iterator[News]:
    rows = decisions(house, ListDecisions(pool=pool, limit=limit)).rows
    instants = house.read.true_instants([row.position for row in rows])
    for row in rows:
        yield News(
            position=row.position,
            kind="decision",
            recorded_at=Instant(instants[row.position]),
            says=row.says,
            pools=tuple(one.pool for one in row.lists),
            decided_by_name=row.decided_by_name,
            article=row.article,
            tournament=row.tournament,
            tournament_name=row.tournament_name,
            link=row.link,
        )


def _lists(house: House, names: list[str], limit: int) -> Iterator[News]:
    """Yield the last lists of some pools."""
    found = [of for name in names for of in _of_pool(house, name, limit)]
    positions = [row.position for _, row in found]
    instants = house.read.true_instants(positions)
    of_events = links(house.read, house.read.at(positions).values())
    for pool, row in found:
        yield News(
            position=Position(row.position),
            kind="list",
            recorded_at=Instant(instants[row.position]),
            says=_says(pool, row),
            pools=(pool.name,),
            list=row.period,
            printing=pool.facts.closed[row.number - 1].event.printing,
            decided_by_name=NO_SENTENCE,
            link=of_events[row.position],
        )


def _of_pool(house: House, name: str, limit: int) -> Iterator[tuple[PoolQuery, RatingList]]:
    try:
        pool = house.pool(name)
    except ReplayStopped:
        return
    yield from ((pool, row) for row in pool.lists()[1:][-limit:])


def _says(pool: PoolQuery, row: RatingList) -> Sentence:
    return Sentence(
        "{pool}: list {list:of}", pool=tabled(pool.law.short_title), list=ListName(row.period)
    )
