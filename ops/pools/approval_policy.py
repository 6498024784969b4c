"""Setting the approval policy of a pool: which recordings take two persons."""

from ledger import canonical
from ledger.events.approval import ApprovalPolicySet
from ledger.store.requests import NewEvent, Request
from ops.commands.composed import Composed
from ops.house import House
from ops.pools.recordings import SetApprovalPolicy


def two_persons_set(house: House, asked: SetApprovalPolicy) -> Composed[ApprovalPolicySet]:
    """Compose an approval policy, for recordings on a day or later.

    Of the policies in force on a day the one recorded last decides; the last one again gives its
    receipt. Raises Refused for an unknown pool.
    """
    house.pool_opened(asked.pool)
    policy = ApprovalPolicySet(
        pool=asked.pool,
        in_force_from=asked.in_force_from,
        two_persons_for=tuple(sorted({*asked.two_persons_for})),
        by=asked.by,
    )
    stream = policy.stream()
    last = house.read.last_in_stream(stream, ApprovalPolicySet.TYPE)
    before = "first"
    if last is not None:
        if last.decoded().payload == policy:
            return Composed(house.read.request_at(last.position), policy)
        before = str(last.position)
    key = f"approval-policy:{policy.pool}:{before}:{canonical.digest(policy)[:16]}"
    expected = {stream: house.read.stream_version(stream)}
    return Composed(Request(key, (NewEvent(policy),), expected=expected), policy)
