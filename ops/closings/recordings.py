"""Recordings about lists: their days, closing, printing again, publication; the closing policy."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

from msgspec import structs

from ledger.events.pool_kinds import ClosingMode
from ops.doors.fields import AS_POSITION, By, Pool, Position, Text, means, served
from ops.doors.recordings import Recording, recording

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ledger.events.pool import ClosingPolicySet, ListPublished, ListScheduled
    from ops.closings.sealing import Sealed
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.doors.recordings import Confirmation
    from ops.house import House

ListName = Annotated[
    Text,
    means("the list, by its name: a month 2025-11, a quarter 2025-Q4, or as announced", "2025-11"),
]
Through = Annotated[
    Position | None, means("the last position to take in; default: all"), AS_POSITION
]


@recording(
    "list schedule {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/schedule",
    events=("list-scheduled.v1",),
)
class ScheduleList(Recording, frozen=True, kw_only=True):
    """Announce the day of a list and its cut-off.

    Example: ledger list schedule rubele-italiana 2026-12-05 --issue-day 2026-12-05
    --cut-off 2026-12-01
    """

    FOLLOWS = False
    PROPOSABLE = True

    pool: Pool
    period: ListName
    issue_day: Annotated[date, means("the day of the list")]
    cut_off: Annotated[
        date | None,
        means(
            "the last day of tournaments on the list; not needed where it follows from the issue "
            "day"
        ),
    ] = None
    source: Annotated[Text | None, means("where it was announced")] = None

    def compose(self, house: "House") -> "Composed[ListScheduled]":
        """Return the announced days. Raises Refused for days that contradict others."""
        from ops.closings.list_days import scheduled

        return scheduled(house, self)

    def receipt(self, _house: "House", done: "Recorded[ListScheduled]") -> "CommandReceipt":
        """Return the receipt of the announced days."""
        from ops.closings.receipts import list_scheduled

        return list_scheduled(done)


def _of_a_list() -> "Iterator[type[Fact]]":
    """Yield the types of the events that the rules derive for a list."""
    from ledger.events.entering import EntryRatingTaken, ForeignPlayerConverted

    yield from (EntryRatingTaken, ForeignPlayerConverted)


class Sealing(Recording, frozen=True, kw_only=True):
    """A list is sealed, while all other programs wait."""

    PROPOSABLE = True

    pool: Pool
    through: Through = None

    @property
    def locks(self) -> bool:
        """The list names everything taken in: meanwhile nobody may append."""
        return True

    def stating(self, result: "Sealed") -> "Sealing":
        """Return the recording with the list and the last position that a composition takes in."""
        of_list = {"period": result.period, "through": result.event.through_position}
        return structs.replace(self, **of_list)

    def as_proposal(self, result: "Sealed") -> tuple[str, bytes]:
        """Return the proposal of exactly what was composed."""
        return Recording.as_proposal(self.stating(result), result)

    def receipt(self, house: "House", done: "Recorded[Sealed]") -> "CommandReceipt":
        """Return the receipt, with the conditions that are not met."""
        from ops.closings.receipts import list_sealed

        return list_sealed(house, done)


@recording(
    "list close {pool} {period}",
    "/v1/pools/{pool}/closings",
    events=("period-closed.v1",),
    beside=_of_a_list,
)
class CloseList(Sealing, frozen=True, kw_only=True):
    """Close the next list of a pool: once, in order, and not before its day.

    Without a list the next one is closed; a command shows it first and asks for confirmation, and
    is refused where nobody can be asked. Closing again with the same inputs gives the first
    receipt. The answer names what needs a decision.

    Example: ledger list close fide-standard 2026-04
    """

    period: Annotated[ListName | None, means("the list to close; default: the next one")] = None

    def compose(self, house: "House") -> "Composed[Sealed]":
        """Return the closing, with the events derived by rules.

        Raises PeriodAlreadyClosed, WrongPeriod, TooEarly, OutOfOrder, OutsideRulebook.
        """
        from ops.closings.close_period import closed

        return closed(house, self)

    def to_confirm(self, house: "House") -> "Confirmation | None":
        """Return the question whether to seal the next list, where none is named."""
        from ops.closings.receipts import to_confirm

        return None if self.period else to_confirm(house, self)


@recording(
    "list reprint {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/printings",
    events=("period-closed.v1",),
    beside=_of_a_list,
)
class ReprintList(Sealing, frozen=True, kw_only=True):
    """Compute the last closed list of a pool again, with all that is known now: a new printing.

    For an office error; a reason is needed. Tournaments begun before the new printing is in force
    keep the ratings of the one before; the next list books nothing of what it corrects. Refused
    where no row would change.

    Example: ledger list reprint fide-standard 2026-03 --in-force-from 2026-03-05
    --reason "A result was entered wrongly."
    """

    period: ListName
    in_force_from: Annotated[
        date | None,
        means("the first day of the new printing; by default that of its publication"),
    ] = None

    def compose(self, house: "House") -> "Composed[Sealed]":
        """Return the new printing, with the events derived by rules.

        Raises NotTheLast, NothingChanges, AdjustmentWaits; Refused without a reason, or for an
        impossible day.
        """
        from ops.closings.reprint_list import printed_again

        return printed_again(house, self)


@recording(
    "list publish {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/publication",
    events=("list-published.v1",),
)
class PublishList(Recording, frozen=True, kw_only=True):
    """Record the publication of a closed list, or of a new printing of it.

    Example: ledger list publish fide-standard 2026-04 --on 2026-04-01
    """

    pool: Pool
    period: ListName
    on: Annotated[
        date | None,
        means("the day of publication; by default the list date, of a new printing today"),
    ] = None
    printing: Annotated[
        int | None, means("which printing; by default the last"), served(ge=1, le=9999)
    ] = None
    corrects: Annotated[bool, means("the day recorded before was wrong; closed lists stay")] = False

    def compose(self, house: "House") -> "Composed[ListPublished]":
        """Return the publication.

        Raises Refused for an impossible day, for another day than the recorded one, and for a
        printing superseded before it was published.
        """
        from ops.closings.list_days import published

        return published(house, self)

    def receipt(self, house: "House", done: "Recorded[ListPublished]") -> "CommandReceipt":
        """Return the receipt, with the effects on closed lists."""
        from ops.closings.receipts import list_published

        return list_published(house, done)


@recording(
    "list record-deviation {pool} {period}",
    "/v1/pools/{pool}/lists/{period}/deviations",
    events=("deviation-recorded.v1",),
)
class RecordDeviation(Recording, frozen=True, kw_only=True):
    """Record the rows of a closed list that fixed code computes differently.

    The closed list stays official; from now on exactly these rows may differ. Ratings are adjusted
    separately, by a decision.

    Example: ledger list record-deviation fide-standard 2026-04 --cause "inactive after one list"
    """

    FOLLOWS = False

    pool: Pool
    period: ListName
    cause: Annotated[Text, means("the error in the code that closed the list")]

    def compose(self, house: "House") -> "Composed[int]":
        """Return the deviating rows and their number. Raises NothingDeviates, OtherwiseThanRows."""
        from ops.closings.record_deviation import deviating

        return deviating(house, self)

    def receipt(self, _house: "House", done: "Recorded[int]") -> "CommandReceipt":
        """Return the receipt of the rows."""
        from ops.closings.receipts import deviation_recorded

        return deviation_recorded(self, done)


@recording(
    "pool set-closing-policy {pool} {mode}",
    "/v1/pools/{pool}/closing-policy",
    events=("closing-policy-set.v1",),
)
class SetClosingPolicy(Recording, frozen=True, kw_only=True):
    """Set whether the service closes the lists of a pool by itself.

    Example: ledger pool set-closing-policy fide-standard hold --deadline-days 3 --publish
    --in-force-from 2027-01-01 --by fsi
    """

    FOLLOWS = False

    pool: Pool
    mode: Annotated[
        ClosingMode,
        means(
            "hold: wait for a green checklist; proceed: close when due; by-hand: close nothing by "
            "itself, as without a policy"
        ),
    ]
    in_force_from: Annotated[date, means("for lists due on this day or later")]
    by: By
    deadline_days: Annotated[
        int | None,
        means("hold at most so many days from the due day on, then close; default: no limit"),
        served(ge=1, le=366),
    ] = None
    publish: Annotated[bool, means("publish closed lists by itself, on the list date")] = False

    def compose(self, house: "House") -> "Composed[ClosingPolicySet]":
        """Return the policy. Raises Refused for an unknown pool, BadEvent for a contradiction."""
        from ops.closings.closing_policy import policy_set

        return policy_set(house, self)

    def receipt(self, _house: "House", done: "Recorded[ClosingPolicySet]") -> "CommandReceipt":
        """Return the receipt of the policy."""
        from ops.closings.receipts import policy_set

        return policy_set(done)
