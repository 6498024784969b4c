"""The address of the policy that asks for two persons."""

from datetime import date
from typing import Annotated

from msgspec import Meta

from ledger.events.approval import ApprovalPolicySet, Recorded
from ops.answers.outcomes import Outcome
from ops.commands.receipts import proposals as receipts
from ops.commands.set_approval_policy import set_approval_policy as setting
from ops.doors.fields import By
from ops.house import House
from ops.http.address import recording
from ops.http.asked import Body, OfPoolRecorded


class ApprovalPolicy(Body, frozen=True, kw_only=True):
    """The recordings of a pool that take two persons."""

    two_persons_for: Annotated[
        tuple[Recorded, ...],
        Meta(
            description="corrections: of reports recorded before the last closed list; decisions: "
            "about tournaments, games, ratings, categories, parameters; closings: of lists; "
            "merges: of players of any pool; new-printings: of closed lists; moves-a-rating: "
            "whatever else moves a rating on a list to come. Empty: one person is enough."
        ),
    ] = ()
    in_force_from: Annotated[date, Meta(description="For recordings on this day or later.")]
    by: By


@recording(
    "/v1/pools/{pool}/approval-policy",
    OfPoolRecorded,
    Outcome,
    body=ApprovalPolicy,
    events=(ApprovalPolicySet,),
)
def set_approval_policy(house: House, asked: OfPoolRecorded, body: ApprovalPolicy) -> Outcome:
    """Set which recordings of a pool take two persons: one proposes, another approves.

    While any take two persons, so does another policy.
    """
    policy = ApprovalPolicySet(
        pool=asked.pool,
        in_force_from=body.in_force_from,
        two_persons_for=tuple(sorted({*body.two_persons_for})),
        by=body.by,
    )
    return receipts.approval_policy_set(setting(house, policy)).outcome()
