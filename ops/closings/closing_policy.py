"""Setting the closing policy of a pool: whether the service closes lists without a person."""

from msgspec import structs

from ledger import canonical
from ledger.events.pool import ClosingPolicySet
from ledger.store.requests import NewEvent, Request
from ops.closings.recordings import SetClosingPolicy
from ops.commands.composed import Composed
from ops.house import House


def policy_set(house: House, asked: SetClosingPolicy) -> Composed[ClosingPolicySet]:
    """Compose a closing policy, for lists due on a day or later.

    Of two policies from the same day the later recorded is in force; the same policy again gives
    the first receipt. Raises Refused for an unknown pool.
    """
    house.pool_opened(asked.pool)
    policy = ClosingPolicySet(**structs.asdict(asked))
    replaced, version = "first", house.read.stream_version(policy.stream())
    for recorded in house.read.stream(policy.stream(), ClosingPolicySet.TYPE):
        other: ClosingPolicySet = recorded.decoded().payload
        if other.in_force_from == policy.in_force_from and other != policy:
            replaced = str(recorded.position)
    day, digest = policy.in_force_from, canonical.digest(policy)[:16]
    key = f"closing-policy:{policy.pool}:{day}:{replaced}:{digest}"
    expected = {} if house.read.request(key) else {policy.stream(): version}
    return Composed(Request(key, (NewEvent(policy),), expected=expected), policy)
