"""The check of an object before an answer."""

from collections.abc import Collection
from datetime import date
from functools import partial

from ops.access.actors import PUBLIC, Actor
from ops.access.recording import NotAllowed, note_denied
from ops.access.roles import MAY_SEE, Thing
from projections.queries import NotCovered, PoolQuery, RatingList
from projections.queries.printed import show_last_visible


def may_see(
    actor: Actor, thing: Thing, pools: Collection[str] = (), owner: str | None = None
) -> bool:
    """Return whether an actor may see an object of some pools, made by `owner`."""
    if owner is not None and owner == actor.id != PUBLIC.id:
        return True
    return actor.fits(MAY_SEE[thing], pools)


def check_may_see(actor: Actor, thing: Thing, pools: Collection[str] = ()) -> None:
    """Raise NotAllowed unless the actor may see objects of a kind.

    For a single object whose existence is private, ask `may_see` and answer as if it did not exist.
    """
    if not may_see(actor, thing, pools):
        expected, place, remedy = actor.lacks(MAY_SEE[thing], pools)
        message = f"{actor.id} may not see this ({thing}){place}: {remedy}"
        raise NotAllowed(message, actor, thing, expected)


def show_what_may_be_seen(actor: Actor, pool: PoolQuery, today: date) -> None:
    """Leave out of a pool's answers the lists after the last that the actor may see on a day.

    A list is public once it is published or in force, a new printing once it is published.
    """
    if may_see(actor, "unpublished-list", (pool.name,)):
        return
    pool.on_hidden = partial(note_denied, actor, "unpublished-list")
    pool.public_until = today
    published = pool.facts.published_by(pool.known)
    for row in _closed(pool):
        day = published.get(row.period)
        if row.in_force_from <= today or (day is not None and day <= today):
            show_last_visible(pool, row)
            return
        pool.show_at_most(row.number - 1)


def _closed(pool: PoolQuery) -> list[RatingList]:
    """Return the closed lists, the last first; none where the pool had not begun."""
    try:
        return pool.lists()[:0:-1]
    except NotCovered:
        return []
