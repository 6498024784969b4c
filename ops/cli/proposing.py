"""Commands about recordings that take two persons: pool set-approval-policy."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from ops.cli import output
from ops.cli.app import By, PoolName, option, pool_app
from ops.cli.shared_options import Acting


@pool_app.command(name="set-approval-policy")
def set_approval_policy(
    pool: PoolName,
    *,
    two_persons_for: Annotated[
        tuple[
            Literal[
                "corrections", "decisions", "closings", "merges", "new-printings", "moves-a-rating"
            ],
            ...,
        ],
        option(
            "corrections of reports recorded before the last closed list, decisions, closings, "
            "merges of players, new printings, or whatever else moves a rating; repeat for more; "
            "without it one person is enough"
        ),
    ] = (),
    in_force_from: Annotated[date, option("for recordings on this day or later")],
    by: By,
    acting: Acting = Acting(),
) -> None:
    """Set which recordings of a pool take two persons: one proposes, another approves.

    While any take two persons, so does another policy.

    Example: ledger pool set-approval-policy fide-standard --two-persons-for corrections
    --two-persons-for closings --in-force-from 2026-01-01 --by the-council
    """
    from ledger.events.approval import ApprovalPolicySet
    from ops.commands import set_approval_policy as setting
    from ops.commands.receipts.proposals import approval_policy_set

    kinds = tuple(sorted(set(two_persons_for)))
    policy = ApprovalPolicySet(pool=pool, in_force_from=in_force_from, two_persons_for=kinds, by=by)
    with acting.opened() as house:
        done = setting.set_approval_policy(house, policy)
    words = ", ".join(kinds) or "nothing"
    line = f"two persons in {pool} from {in_force_from}: {words} ({output.at(done.receipt)})"
    output.receipt(acting.format, approval_policy_set(done), [line])
