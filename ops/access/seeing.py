"""The check of an object before an answer."""

from collections.abc import Collection
from datetime import date
from functools import partial

from ledger.sentences import Sentence
from ops.access.actors import PUBLIC, Actor
from ops.access.recording import NotAllowed, note_denied
from ops.access.roles import MAY_SEE, Thing
from projections.queries.visible import EVERYTHING, Visible


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
        asked = Sentence("this ({thing})", thing=thing)
        lacking = actor.lacks(asked, MAY_SEE[thing], pools)
        message = Sentence(
            "{actor} may not see {asked}: {remedy}",
            actor=actor.id,
            asked=lacking.denied,
            remedy=lacking.remedy,
        )
        raise NotAllowed(message, actor, thing, lacking.roles)


def visible(actor: Actor, pool: str, today: date) -> Visible:
    """Return what an actor may see on a day of the lists of a pool.

    A list is public once it is published or in force, a new printing once it is published.
    """
    if may_see(actor, "unpublished-list", (pool,)):
        return EVERYTHING
    return Visible(today, denied=partial(note_denied, actor, "unpublished-list"))
