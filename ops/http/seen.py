"""Whether an actor may ask at an address."""

from msgspec import Struct

from ops.access.actors import PUBLIC, Actor
from ops.access.roles import MAY_SEE, Thing
from ops.access.seeing import check_may_see
from ops.http.identity import KeyNeeded


def check(actor: Actor, thing: Thing, asked: Struct) -> None:
    """Check that an actor may ask at an address. Raises KeyNeeded, NotAllowed."""
    pool = getattr(asked, "pool", None)
    pools = (pool,) if isinstance(pool, str) else ()
    if actor == PUBLIC and MAY_SEE[thing].roles:
        raise KeyNeeded
    check_may_see(actor, thing, pools)
