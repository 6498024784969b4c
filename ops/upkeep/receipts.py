"""Receipt of a corrected clock."""

from ledger.clock import instant_text
from ledger.events.opening import ClockCorrected
from ledger.wording import positions
from ops.answers.outcomes import CommandReceipt, at
from ops.commands.composed import Recorded


def clock_corrected(done: Recorded[ClockCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected clock."""
    span, receipt = done.result, done.receipt
    until = instant_text(span.true_until)
    return CommandReceipt(
        receipts=(receipt,),
        about={"first": span.first, "last": span.last, "true_until": until},
        lines=(
            f"corrected the clock ({at(receipt)}): {positions(span.first, span.last)}",
            f"  recorded, in truth, by {until}",
        ),
    )
