"""Parameters of addresses that record: confirmations and stated grounds; pages of trails."""

from datetime import date
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from ledger import limits
from ledger.errors import Refused
from ledger.sentences import Sentence
from ledger.store import incarnation
from ledger.store.grounds import StatedGrounds
from ops.access.recording import check_may_vouch
from ops.commands.previewed import record_as_previewed, token_given
from ops.doors.declare import Asked
from ops.doors.fields import Player, Pool, Text, Tournament
from ops.house import House

S = TypeVar("S", bound=Struct)


class Nothing(Asked, frozen=True, kw_only=True):
    """No parameters."""


class Changing(Asked, frozen=True, kw_only=True):
    """Parameters of an address for changes without preview and grounds."""

    values_are_right: Annotated[
        bool,
        Meta(description="Record values that look like a mistake: a rating of 9999, a day far off"),
    ] = False

    expect: Annotated[
        Text | None,
        Meta(
            description="The last event known, as POSITION:HASH; refused if the ledger lacks it. "
            "`GET /v1/background-runs` has both."
        ),
    ] = None
    clock_is_right: Annotated[
        bool,
        Meta(
            description="Record although the clock of the service looks wrong: far ahead of the "
            "last event. For administrators for all pools."
        ),
    ] = False

    def prepare(self, house: House, attached: tuple[bytes, ...]) -> None:
        """Let a house record as confirmed here. Raises OlderLedger, NotAllowed."""
        grounds = self.grounds(attached)
        grounds.check(house.today())
        house.ledger.grounds = grounds
        house.ledger.values_are_right = self.values_are_right
        if self.expect is not None:
            incarnation.check(house.read, incarnation.known_head(self.expect))
        if self.clock_is_right:
            check_may_vouch(house.actor)
            house.ledger.vouch_for_clock()

    def grounds(self, attached: tuple[bytes, ...]) -> StatedGrounds:
        """Return no grounds. Raises Refused for attached files."""
        if attached:
            problem = Sentence("nothing is attached here: no event is recorded that could keep it")
            raise Refused(problem, code="attachment-not-taken", field="attach")
        return StatedGrounds()


class Recording(Changing, frozen=True, kw_only=True):
    """Parameters of an address for recording, or for its preview, on stated grounds."""

    preview: Annotated[
        bool, Meta(description="Show the answer and what moves, record nothing.")
    ] = False
    reason: Annotated[
        Annotated[str, Meta(min_length=1, max_length=limits.REASON_CHARACTERS)] | None,
        Meta(description="Why, in your words: kept beside the event, erasable, never on a list."),
    ] = None
    article: Annotated[
        Annotated[str, Meta(min_length=1, max_length=80)] | None,
        Meta(description="The article or the act it rests on."),
    ] = None
    decided_on: Annotated[date | None, Meta(description="The day of the decision.")] = None

    as_previewed: Annotated[
        Text | None,
        Meta(
            description="Record exactly what a preview with this token showed; else refuse, with "
            "the events recorded since."
        ),
    ] = None

    def grounds(self, attached: tuple[bytes, ...]) -> StatedGrounds:
        """Return the stated grounds."""
        return StatedGrounds(self.reason or "", self.article, self.decided_on, attached)

    def prepare(self, house: House, attached: tuple[bytes, ...]) -> None:
        """Let a house record as confirmed here. Raises OlderLedger, NotAllowed, Refused."""
        super().prepare(house, attached)
        if (shown := token_given(self.as_previewed, preview=self.preview)) is not None:
            record_as_previewed(house, shown)


class OfPoolRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a pool."""

    pool: Pool


class OfTournamentRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a tournament."""

    tournament: Tournament


class OfPlayerRecorded(Recording, frozen=True, kw_only=True):
    """Something is recorded of a player."""

    player: Player


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body in JSON."""
