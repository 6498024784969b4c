"""Recordings of events: a file of decisions."""

from typing import TYPE_CHECKING, Annotated, Final

from ledger.wording import counted
from ops.doors.fields import means
from ops.doors.recordings import Recording, recording
from ops.doors.uploads import MOST_BYTES, File, Upload

if TYPE_CHECKING:
    from ledger.store.requests import NewEvent
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House

LINES: Final = File("application/jsonl", MOST_BYTES)
"""A file of JSON Lines."""


def _by_hand() -> tuple[str, ...]:
    """Return the types of decisions recorded by hand."""
    from ops.events.record_decision import BY_HAND

    return tuple(BY_HAND)


@recording("event record-file {file}", "/v1/decisions", events=_by_hand)
class DecideFromFile(Recording, frozen=True, kw_only=True):
    """Record decisions from JSON Lines; a file with problems is refused whole.

    Each line is {"type": …, "payload": {…}}, and may have valid_on, causation and
    supersedes. The payload is that of the event, with its columns as recorded. No line names an
    approver: an approval comes only from a proposal.

    Example: ledger event record-file decisions.jsonl
    """

    FOLLOWS = False
    PROPOSABLE = True

    file: Annotated[Upload, means("the decisions, one in each line"), LINES]

    def compose(self, house: "House") -> "Composed[tuple[NewEvent, ...]]":
        """Return the decisions as one request. Raises LinesRefused, LimitExceeded."""
        from ops.events import record_decisions

        return record_decisions.composed(house, self.file.read(record_decisions.MOST_BYTES))

    def receipt(self, _house: "House", done: "Recorded[tuple[NewEvent, ...]]") -> "CommandReceipt":
        """Return the receipt, with the number of decisions."""
        from ops.events.receipts import file_decided

        return file_decided(self.file.name, done)

    def line(self, found: "CommandReceipt") -> str:
        """Return the line of the receipt, with the number of decisions."""
        return f"recorded {counted(found.about['decisions'], 'decision')}"
