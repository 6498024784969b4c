"""Receipts about pools: opened, editions adopted, zone, the policy that asks for two persons."""

from collections.abc import Iterator

from ledger.events.approval import ApprovalPolicySet
from ledger.events.pool import PoolZoneCorrected
from ops.answers.outcomes import CommandReceipt, at
from ops.commands.composed import Recorded
from ops.pools.adopt_edition import Adoption
from ops.pools.open_pool import Begun
from projections.rulebooks import rulebook


def pool_opened(done: Recorded[Begun]) -> CommandReceipt:
    """Return the receipt of an opened pool, with the editions adopted, and those to be adopted."""
    event = done.result.opened
    return CommandReceipt(
        receipts=(done.receipt, *(adopted.receipt for adopted in done.result.adopted)),
        about={
            "pool": event.pool,
            "rulebook": event.rulebook,
            "first_period": event.first_period,
        },
        lines=tuple(_opened(done)),
    )


def _opened(done: Recorded[Begun]) -> Iterator[str]:
    event, receipt = done.result.opened, done.receipt
    law = rulebook(event.rulebook)
    word = "opened already:" if receipt.replayed else "opened"
    yield f"{word} {event.pool} (#{receipt.first_position}): {law.title}"
    adopted = {one.result.event.edition: one for one in done.result.adopted}
    for edition in law.editions:
        if edition.name in adopted:
            yield _adopted(adopted[edition.name])
        else:
            day = " --in-force-from DAY" if edition.name in law.undated_editions else ""
            yield f"proposed: ledger pool adopt {event.pool} {edition.name}{day}"


def edition_adopted(done: Recorded[Adoption]) -> CommandReceipt:
    """Return the receipt of an adopted edition."""
    event = done.result.event
    about = {"pool": event.pool, "edition": event.edition}
    return CommandReceipt(receipts=(done.receipt,), about=about, lines=(_adopted(done),))


def _adopted(done: Recorded[Adoption]) -> str:
    event, receipt = done.result.event, done.receipt
    new = done.result.replaces is not None and not receipt.replayed
    place = f", in place of #{done.result.replaces}" if new else ""
    return (
        f"adopted {event.edition} for {event.pool} from {event.in_force_from}, numbers "
        f"{event.numbers_digest[:16]} ({at(receipt)}{place})"
    )


def zone_corrected(done: Recorded[PoolZoneCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected time zone."""
    event = done.result
    return CommandReceipt(receipts=(done.receipt,), about={"pool": event.pool, "zone": event.zone})


def approval_policy_set(done: Recorded[ApprovalPolicySet]) -> CommandReceipt:
    """Return the receipt of an approval policy."""
    policy = done.result
    kinds, day = policy.two_persons_for, policy.in_force_from
    about = {"pool": policy.pool, "two_persons_for": kinds, "in_force_from": day}
    return CommandReceipt(receipts=(done.receipt,), about=about)
