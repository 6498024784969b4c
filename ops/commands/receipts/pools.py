"""Receipts about pools: opened, editions, zone, days of lists, closing, deviations; the clock."""

from datetime import date

from ledger.clock import instant_text
from ledger.events.opening import ClockCorrected
from ledger.events.pool import ClosingPolicySet, ListScheduled, PoolZoneCorrected
from ops.answers.outcomes import CommandReceipt
from ops.commands.adopt_edition import Adoption
from ops.commands.begin_pool import Begun
from ops.commands.composed import Recorded


def pool_opened(begun: Begun) -> CommandReceipt:
    """Return the receipt of an opened pool."""
    event = begun.opened.result
    receipts = (begun.opened.receipt, *(adopted.receipt for adopted in begun.adopted))
    about = {"pool": event.pool, "rulebook": event.rulebook, "first_period": event.first_period}
    return CommandReceipt(receipts=receipts, about=about)


def edition_adopted(done: Recorded[Adoption]) -> CommandReceipt:
    """Return the receipt of an adopted edition."""
    event = done.result.event
    about = {"pool": event.pool, "edition": event.edition}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def zone_corrected(pool: str, zone: str, done: Recorded[PoolZoneCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected time zone."""
    return CommandReceipt(receipts=(done.receipt,), about={"pool": pool, "zone": zone})


def list_scheduled(issue_day: date, done: Recorded[ListScheduled]) -> CommandReceipt:
    """Return the receipt of the announced days of a list."""
    event = done.result
    days = {"issue_day": issue_day, "cut_off": event.cut_off}
    about = {"pool": event.pool, "period": event.period, **days}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def closing_policy_set(done: Recorded[ClosingPolicySet]) -> CommandReceipt:
    """Return the receipt of a closing policy."""
    policy = done.result
    about = {"pool": policy.pool, "mode": policy.mode, "in_force_from": policy.in_force_from}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def deviation_recorded(pool: str, period: str, done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the deviating rows of a list."""
    about = {"pool": pool, "period": period, "rows": done.result}
    return CommandReceipt(receipts=(done.receipt,), about=about)


def records_accepted(done: Recorded[int]) -> CommandReceipt:
    """Return the receipt of the records behind all closed lists."""
    return CommandReceipt(receipts=(done.receipt,), about={"lists": done.result})


def clock_corrected(done: Recorded[ClockCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected clock."""
    span = done.result
    until = instant_text(span.true_until)
    about = {"first": span.first, "last": span.last, "true_until": until}
    return CommandReceipt(receipts=(done.receipt,), about=about)
