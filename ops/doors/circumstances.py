"""The circumstances of a recording: what is confirmed, its preview, the grounds stated.

They are no inputs of any recording: each door takes them once for all.
"""

from datetime import date
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from ledger import limits
from ledger.errors import Refused
from ledger.sentences import Sentence
from ops.doors.declare import Asked
from ops.doors.fields import Text, means

if TYPE_CHECKING:
    from ledger.store.grounds import StatedGrounds
    from ops.house import House


class Confirmations(Asked, frozen=True, kw_only=True):
    """What is confirmed with a change: the ledger that is known, the clock, the values."""

    expect: Annotated[
        Text | None,
        means("the last event known, as POSITION:HASH; refused if the ledger lacks it"),
    ] = None
    clock_is_right: Annotated[
        bool,
        means(
            "record although the clock looks wrong, far ahead of the last event; for "
            "administrators of all pools"
        ),
    ] = False
    values_are_right: Annotated[
        bool,
        means("record values that look like a mistake: a rating of 9999, a day far away"),
    ] = False

    def prepare(self, house: "House", attached: tuple[bytes, ...] = ()) -> None:
        """Let a house record as confirmed here.

        Raises OlderLedger, NotAllowed; Refused for grounds that cannot be, or are not taken.
        """
        from ledger.store import incarnation
        from ops.access.recording import check_may_vouch

        grounds = self.grounds(attached)
        grounds.check(house.today())
        house.ledger.grounds = grounds
        house.ledger.values_are_right = self.values_are_right
        if self.expect is not None:
            incarnation.check(house.read, incarnation.known_head(self.expect))
        if self.clock_is_right:
            check_may_vouch(house.actor)
            house.ledger.vouch_for_clock()

    def grounds(self, attached: tuple[bytes, ...] = ()) -> "StatedGrounds":
        """Return no grounds. Raises Refused for attached files."""
        from ledger.store.grounds import StatedGrounds

        if attached:
            problem = Sentence("nothing is attached here: no event is recorded that could keep it")
            raise Refused(problem, code="attachment-not-taken", field="attach")
        return StatedGrounds()


class Circumstances(Confirmations, frozen=True, kw_only=True):
    """What is confirmed, with the preview of a recording and the grounds stated."""

    preview: Annotated[bool, means("show the answer and what moves, record nothing")] = False
    as_previewed: Annotated[
        Text | None,
        means("record exactly what a preview with this token showed, else refuse, saying why"),
    ] = None
    reason: Annotated[
        Annotated[str, Meta(min_length=1, max_length=limits.REASON_CHARACTERS)] | None,
        means("why, in your words: kept beside the event, erasable, never on a list"),
    ] = None
    article: Annotated[
        Annotated[str, Meta(min_length=1, max_length=80)] | None,
        means("the article or the act it rests on"),
    ] = None
    decided_on: Annotated[date | None, means("the day of the decision")] = None

    def prepare(self, house: "House", attached: tuple[bytes, ...] = ()) -> None:
        """Let a house record as confirmed here, on the stated grounds."""
        from ops.commands.previewed import record_as_previewed, token_given

        shown = token_given(self.as_previewed, preview=self.preview)
        super().prepare(house, attached)
        if shown is not None:
            record_as_previewed(house, shown)

    def grounds(self, attached: tuple[bytes, ...] = ()) -> "StatedGrounds":
        """Return the stated grounds."""
        from ledger.store.grounds import StatedGrounds

        return StatedGrounds(self.reason or "", self.article, self.decided_on, attached)
