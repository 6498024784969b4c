"""The check of every request before recording, for the hook `Ledger.admit`.

No way into the store avoids it: the actor needs the role for each event, and where the policy of a
pool asks for two persons, the request needs an approval. Only the approval of a proposal names an
approver.
"""

from collections.abc import Collection
from dataclasses import replace

from ledger.actors.keys import key_of
from ledger.actors.keys import stream_of as stream_of_key
from ledger.actors.roles import stream_of
from ledger.clock import today
from ledger.store.ledger import Ledger
from ledger.store.requests import Admit, Request
from ops.access.actors import Actor, actor_on
from ops.access.keys import check_not_revoked
from ops.access.kinds import Moved
from ops.access.recording import check_allowed, check_recorder
from ops.access.two_persons import Approval, check_approver, check_two_persons


def unknown(_: Request, pools: Collection[str]) -> Collection[str]:
    """Return the pools in which a request may move a rating: all, where no preview tells."""
    return pools


def admission(
    ledger: Ledger,
    actor: Actor,
    zone: str,
    approval: Approval | None = None,
    *,
    moved: Moved = unknown,
    tentative: bool = False,
) -> Admit:
    """Return the check of the requests of an actor, for `Ledger.acting` and `GroupWriter.submit`.

    The roles are read anew for each request, as of the day in the zone of the ledger. The request
    returned expects the versions of the streams of the actor and of the key, as they were read.
    With an approval both persons need the role. Tentative requests need no second person.
    """

    def admit(request: Request) -> Request:
        check_recorder(actor, request)
        admitted = _with_role(ledger, actor, zone, request)
        if approval is not None:
            admitted = _with_role(ledger, approval.approver, zone, admitted)
        check_approver(request, approval)
        if not tentative:
            check_two_persons(ledger, request, today(ledger.clock, zone), moved, approval)
        return admitted

    return admit


def admission_of_local(ledger: Ledger, moved: Moved = unknown) -> Admit:
    """Return the check of the requests of `local` and `schedule`, which are no persons."""

    def admit(request: Request) -> Request:
        check_approver(request, None)
        check_two_persons(ledger, request, today(ledger.clock, ledger.zone()), moved)
        return request

    return admit


def _with_role(ledger: Ledger, actor: Actor, zone: str, request: Request) -> Request:
    """Return a request that an actor may record. Raises NotAllowed."""
    if actor.everything:
        return request
    day = today(ledger.clock, zone)
    now, version = actor_on(ledger.read, actor.id, day, actor.limits, actor.key)
    check_allowed(ledger.read, now, request)
    expected = {stream_of(actor.id): version, **_key_unchanged(ledger, actor.key)}
    return replace(request, expected={**expected, **request.expected})


def _key_unchanged(ledger: Ledger, key_id: str) -> dict[str, int]:
    """Return the version of the stream of a key, so that its end is noticed. Raises KeyRefused."""
    key = key_of(ledger.read, key_id) if key_id else None
    if key is None:
        return {}
    check_not_revoked(key)
    return {stream_of_key(key.id): key.version}
