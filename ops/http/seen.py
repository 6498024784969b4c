"""What an actor may see: the kinds of objects an address shows, and the lists among them."""

from datetime import date

from msgspec import Struct

from ops.access.actors import PUBLIC, Actor
from ops.access.roles import MAY_SEE, Thing
from ops.access.seeing import check_may_see, list_thing, lists_seen, may_see
from ops.answers.rating_lists import chosen
from ops.house import House
from ops.http.identity import KeyNeeded
from projections.queries import NotCovered, PoolQuery, RatingList


def check(actor: Actor, thing: Thing, asked: Struct) -> None:
    """Check that an actor may ask at an address. Raises KeyNeeded, NotAllowed."""
    pool = getattr(asked, "pool", None)
    pools = (pool,) if isinstance(pool, str) else ()
    if actor == PUBLIC and MAY_SEE[thing].roles:
        raise KeyNeeded
    check_may_see(actor, thing, pools)


def list_for(
    house: House, pool: PoolQuery, period: str | None, as_of: date | None = None
) -> RatingList:
    """Return the list of a period, in force on a day, or the last in force, as far as it is seen.

    A list that the actor may not see is answered as if it did not exist. Raises NotCovered.
    """
    row = chosen(pool, period, as_of)
    day = house.today(pool.facts.opened.zone)
    if may_see(house.actor, list_thing(pool, row, day), (pool.name,)):
        return row
    seen = lists_seen(house.actor, pool, day)
    if period is None and seen:
        return seen[-1]
    closed = ", ".join(one.period for one in seen if one.number) or "none"
    problem = f"{pool.name}: no list {row.period!r} is closed; closed are: {closed}"
    raise NotCovered(problem, field="period", found=row.period, expected=closed)
