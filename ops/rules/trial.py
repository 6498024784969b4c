"""A draft of a rulebook tried: other numbers or first days, in every pool of the rulebook at once.

Every list of those pools is computed anew under the draft, from their first list on. The pools are
computed side by side, and each row compares the list in force of one pool.
"""

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import Final, NamedTuple

import msgspec
import numpy as np

from ledger.errors import Refused, words_of
from ledger.sentences import Position, Sentence
from ops.access.seeing import check_may_see
from ops.answers.abouts import Known
from ops.answers.answer import Answer
from ops.answers.clocks import pool_known_at
from ops.answers.rating_lists import chosen
from ops.house import House, open_house
from ops.lists.supposed_changes import HYPOTHETICAL
from ops.lists.what_if import Supposing, supposed_list, supposition_of
from ops.side_by_side import side_by_side
from projections.official.stopping import ReplayStopped
from projections.queries import NotCovered, UnknownPool
from projections.queries.changed_rows import (
    ENTERED,
    LEFT,
    Changed,
    ClosedList,
    changes,
    players_of,
)
from projections.rulebooks import rulebook
from projections.tracks.supposed import Supposition, check_law

_NO_LIST: Final = Sentence("only ratings carried over are in force")


class AboutTrial(Known, frozen=True, kw_only=True):
    """A draft of a rulebook."""

    hypothetical: Sentence
    """Says that nothing of it was published."""
    rulebook: str
    supposed: tuple[Sentence, ...]


class TriedPool(msgspec.Struct, frozen=True, kw_only=True):
    """A pool under a draft of its rulebook: how many players differ on a list."""

    pool: str
    list: str | None = None
    players: int | None = None
    """On the official list."""
    newly_listed: int | None = None
    no_longer_listed: int | None = None
    other_rating: int | None = None
    largest_rise: int | None = None
    """Against the official rating; None: nobody has a higher one."""
    largest_fall: int | None = None
    other_category: int | None = None
    """Players with another category or title."""
    not_computed: Sentence | None = None
    """Why the pool has no list to compare."""


class Task(NamedTuple):
    """A list of a pool to compare, as known at a position."""

    pool: str
    number: int
    known: int


def trial(
    house: House,
    name: str,
    draft: Supposing,
    as_of: date | None = None,
    known_at: str | None = None,
    workers: int = 1,
) -> Answer[TriedPool, AboutTrial]:
    """Return a row for each pool of a rulebook, about the list in force, by default today's.

    Raises OutsideRulebook; Refused for a draft that the rulebook has no numbers or editions for, or
    a rulebook without a pool; NotAllowed for readers who may not see the outlook of every pool.
    """
    law = rulebook(name)
    facts = house.official.facts.pools
    pools = sorted(pool for pool in facts if facts[pool].rulebook == law.name)
    check_may_see(house.actor, "outlook")
    if not pools:
        raise Refused(
            Sentence("no pool has rulebook {rulebook}", rulebook=law.name),
            code="no-pool",
            field="rulebook",
            found=law.name,
        )
    supposition = supposition_of(pools, draft)
    check_law(law.name, supposition)
    tasks, without = list[Task](), dict[str, TriedPool]()
    for pool in pools:
        try:
            query = pool_known_at(house, pool, known_at)
            shown, official = chosen(query, None, as_of)
        except (ReplayStopped, UnknownPool, NotCovered) as error:
            without[pool] = TriedPool(pool=pool, not_computed=words_of(error))
            continue
        if official.number:
            tasks.append(Task(pool, official.number, shown.known))
        else:
            without[pool] = TriedPool(pool=pool, not_computed=_NO_LIST)
    work = partial(_tried, house, supposition)
    if min(workers, len(tasks)) > 1:
        work = partial(_in_process, house.ledger.address, supposition)
    rows = without | {row.pool: row for row in side_by_side(work, tasks, workers)}
    return Answer(
        AboutTrial(
            hypothetical=HYPOTHETICAL,
            rulebook=law.name,
            supposed=draft.words,
            known_to=Position(max((task.known for task in tasks), default=0)),
        ),
        tuple(rows[pool] for pool in pools),
    )


def _in_process(address: str, supposition: Supposition, task: Task) -> TriedPool:
    with open_house(address) as house:
        return _tried(house, supposition, task)


def _tried(house: House, supposition: Supposition, task: Task) -> TriedPool:
    pool = house.pool(task.pool, task.known)
    official = pool.lists()[task.number]
    before = ClosedList(pool, official)
    try:
        found = [*changes(before, supposed_list(house, pool, official, supposition))]
    except ReplayStopped as error:
        return TriedPool(pool=pool.name, list=official.period, not_computed=error.cause)
    by_kind = {one.what: one for one in found}
    rise, fall = _largest(by_kind.get("rating"))
    return TriedPool(
        pool=pool.name,
        list=official.period,
        players=len(before.values["player"]),
        newly_listed=_players(by_kind, [ENTERED]),
        no_longer_listed=_players(by_kind, [LEFT]),
        other_rating=_players(by_kind, ["rating"]),
        largest_rise=rise,
        largest_fall=fall,
        other_category=_players(by_kind, ["category", "title"]),
    )


def _players(found: dict[str, Changed], kinds: Iterable[str]) -> int:
    return len(players_of(found[kind] for kind in kinds if kind in found))


def _largest(ratings: Changed | None) -> tuple[int | None, int | None]:
    """Return the largest rise and fall of the players on both lists."""
    if ratings is None or ratings.was is None or ratings.now is None or not len(ratings.players):
        return None, None
    moved = np.asarray(ratings.now - ratings.was, dtype=np.int64)
    rise, fall = int(moved.max()), int(-moved.min())
    return rise if rise > 0 else None, fall if fall > 0 else None
