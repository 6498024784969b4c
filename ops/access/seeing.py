"""The check of an object before an answer."""

from collections.abc import Collection, Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from ledger.events.publication import PublicationPolicySet
from ledger.sentences import Sentence
from ledger.store.reading import Reader
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


class PublicLists(NamedTuple):
    """The lists of a pool whose revised ratings its policies make public."""

    known: Sequence[PublicationPolicySet]
    """The policies known at the moment of a question."""
    recorded: Sequence[PublicationPolicySet]
    """All of them: who withdraws a policy, withdraws it for every moment of knowledge."""

    def are_there(self) -> bool:
        """Return whether there can be such lists."""
        return any(policy.revised_ratings == "public" for policy in self.known)

    def of_day(self, day: date) -> bool:
        """Return whether the lists of a day are public: the policy recorded last decides."""
        return all(_last_on(policies, day) == "public" for policies in self)


def public_lists(read: Reader, pool: str, known: int) -> PublicLists:
    """Return the lists whose revised ratings a pool makes public, as known at a position."""
    recorded = read.stream(f"pool-{pool}", PublicationPolicySet.TYPE)
    policies: list[PublicationPolicySet] = [one.decoded().payload for one in recorded]
    return PublicLists(policies[: sum(one.position <= known for one in recorded)], policies)


def _last_on(policies: Sequence[PublicationPolicySet], day: date) -> str:
    of_day = (one.revised_ratings for one in reversed(policies) if one.in_force_from <= day)
    return next(of_day, "not-public")


def visible_revised(read: Reader, actor: Actor, pool: str, known: int) -> Visible:
    """Return what an actor may see of a pool on the revised track, as known at a position.

    Readers of an outlook see every list, others those that are public. Raises NotAllowed where none
    can be.
    """
    if may_see(actor, "outlook", (pool,)):
        return EVERYTHING
    public = public_lists(read, pool, known)
    refuse = partial(check_may_see, actor, "outlook", (pool,))
    if not public.are_there():
        refuse()
    return Visible(of_day=public.of_day, refuse=refuse)
