"""The check of an object before it is shown."""

from collections.abc import Collection
from datetime import date

from ops.access.actors import Actor
from ops.access.recording import NotAllowed
from ops.access.roles import MAY_SEE, Thing
from projections.queries import PoolQuery
from projections.queries.rows import RatingList


def may_see(
    actor: Actor, thing: Thing, pools: Collection[str] = (), owner: str | None = None
) -> bool:
    """Return whether an actor may see an object of some pools, made by `owner`."""
    if owner is not None and owner == actor.id:
        return True
    return actor.fits(MAY_SEE[thing], pools)


def check_may_see(actor: Actor, thing: Thing, pools: Collection[str] = ()) -> None:
    """Raise NotAllowed unless the actor may see objects of a kind.

    For a single object whose existence is private, ask `may_see` and answer as if it did not exist.
    """
    if not may_see(actor, thing, pools):
        roles = " or ".join(sorted(MAY_SEE[thing].roles))
        raise NotAllowed(
            f"{actor.id} may not see this ({thing}): it takes the role {roles}",
            field="actor",
            found=actor.id,
            expected=roles,
        )


def list_thing(pool: PoolQuery, row: RatingList, today: date) -> Thing:
    """Return the kind of a list on a day: public once it is published or in force."""
    published = pool.facts.published_by(pool.known).get(row.period)
    is_public = row.in_force_from <= today or (published is not None and published <= today)
    return "list" if is_public else "unpublished-list"


def lists_seen(actor: Actor, pool: PoolQuery, today: date) -> list[RatingList]:
    """Return the lists of a pool that an actor may see on a day, the oldest first."""
    lists = pool.lists()
    return [row for row in lists if may_see(actor, list_thing(pool, row, today), (pool.name,))]
