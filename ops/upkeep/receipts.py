"""Receipt of a corrected clock."""

from ledger.clock import instant_text
from ledger.events.opening import ClockCorrected
from ledger.sentences import Position, Sentence
from ops.commands.composed import Recorded
from ops.doors.outcomes import CommandReceipt


def clock_corrected(done: Recorded[ClockCorrected]) -> CommandReceipt:
    """Return the receipt of a corrected clock."""
    span, first, last = done.result, Position(done.result.first), Position(done.result.last)
    until = instant_text(span.true_until)
    return CommandReceipt(
        receipts=(done.receipt,),
        about={"first": span.first, "last": span.last, "true_until": until},
        says=Sentence("corrected the clock of {position}", position=first)
        if first == last
        else Sentence("corrected the clock of {first} to {last}", first=first, last=last),
        below=(Sentence("recorded, in truth, by {until}", until=until),),
    )
