"""Corrections of tournaments, of results, entrants and details, of whole reports; announcements.

Each correction has its inputs once, without the body that decided: a decision on an appeal names
them so, with the command of the recording, which adds the body.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Struct, structs

from ops.doors.fields import AS_POSITION, By, Player, Position, Result, Text, Tournament, means
from ops.doors.recordings import Recording, recording
from ops.tournaments.details import Details

if TYPE_CHECKING:
    from ledger.events.base import Fact
    from ledger.events.tournament import TournamentRegistered
    from ops.commands.composed import Composed, Recorded
    from ops.doors.outcomes import CommandReceipt
    from ops.house import House
    from ops.tournaments.correcting import Corrected


class Correction(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="command"
):
    """Inputs of a correction, with its command, without the body that decided."""


class OfTournament(Correction, frozen=True, kw_only=True):
    """A correction of a tournament."""

    tournament: Tournament

    def decided(self, by: str) -> Recording:
        """Return the recording of the correction, decided by a body."""
        from ops.doors.catalogue import recording_typed

        kind: Any = recording_typed(str(self.__struct_config__.tag))
        return kind(**structs.asdict(self), by=by)


class ResultCorrection(OfTournament, frozen=True, kw_only=True, tag="tournament correct result"):
    """The right result of a game."""

    game: Annotated[
        Text,
        means(
            "the game: #POSITION#INDEX as worksheets show it, or ROUND:START-NUMBER of the player "
            "with White",
            "3:12",
        ),
    ]
    white: Result
    black: Result


class EntrantCorrection(OfTournament, frozen=True, kw_only=True, tag="tournament correct entrant"):
    """The right player of an entrant."""

    start_number: Annotated[int, means("start number in the report", 12, ge=1, le=99_999)]
    player: Player
    report: Annotated[
        Position | None, means("position of the part, of a report in several parts"), AS_POSITION
    ] = None


class DetailsCorrection(OfTournament, frozen=True, kw_only=True, tag="tournament correct details"):
    """The right details of a tournament."""

    set: Details


class _OfReport(OfTournament, frozen=True, kw_only=True):
    """A decision about a whole report."""

    report: Annotated[
        Position | None, means("position of the report, where several parts stand"), AS_POSITION
    ] = None


class ReportAnnulment(_OfReport, frozen=True, kw_only=True, tag="tournament annul"):
    """A report annulled."""


class ReportReinstatement(_OfReport, frozen=True, kw_only=True, tag="tournament reinstate"):
    """An annulled report reinstated."""


class Correcting(Recording, frozen=True, kw_only=True):
    """A recording of a correction, with what was before and what is now."""

    PROPOSABLE = True

    def receipt(self, house: "House", done: "Recorded[Corrected]") -> "CommandReceipt":
        """Return the receipt, with the closed lists that stay."""
        from ops.tournaments.receipts import of_correction

        return of_correction(house, done)


def _look_ups() -> "Iterator[type[Fact]]":
    """Yield the type of the look-ups on lists of other bodies."""
    from ledger.events.external import ExternalListSearched

    yield ExternalListSearched


@recording(
    "tournament correct result {tournament} {game}",
    "/v1/tournaments/{tournament}/corrections/result",
    events=("result-corrected.v1",),
)
class CorrectResult(ResultCorrection, Correcting, frozen=True, kw_only=True, tag=False):
    """Correct the result of a game; the next list corrects the points of closed lists.

    Example: ledger tournament correct result T-000003 1:1 --white = --black = --by fsi
    """

    by: By

    def compose(self, house: "House") -> "Composed[Corrected]":
        """Return the correction. Raises Refused: no such game, results that contradict."""
        from ops.tournaments.correcting import result_corrected

        return result_corrected(house, self)


@recording(
    "tournament correct entrant {tournament} {start_number}",
    "/v1/tournaments/{tournament}/corrections/entrant",
    events=("entrant-reassigned.v1",),
    beside=_look_ups,
)
class CorrectEntrant(EntrantCorrection, Correcting, frozen=True, kw_only=True, tag=False):
    """Correct the player of an entrant.

    Example: ledger tournament correct entrant T-000003 1 --player fid:X01219 --by fsi
    """

    by: By

    def compose(self, house: "House") -> "Composed[Corrected]":
        """Return the correction. Raises Refused: an unknown entrant or player."""
        from ops.tournaments.correcting import entrant_corrected

        return entrant_corrected(house, self)


@recording(
    "tournament correct details {tournament}",
    "/v1/tournaments/{tournament}/corrections/details",
    events=("tournament-details-corrected.v1",),
    beside=_look_ups,
)
class CorrectDetails(DetailsCorrection, Correcting, frozen=True, kw_only=True, tag=False):
    """Correct the details of a tournament; days also correct the report.

    Days, pools, time control, online … enter the rating: a closed list stays, and the next one
    books the difference where the rulebook has a rule for it. Other details (place, name, team …)
    are corrected at any time.

    Example: ledger tournament correct details T-000003 --set place=Borgolieto --by fsi
    """

    by: By

    def compose(self, house: "House") -> "Composed[Corrected]":
        """Return the correction. Raises Refused: unknown details, days that contradict."""
        from ops.tournaments.correcting import details_corrected

        return details_corrected(house, self)


@recording(
    "tournament annul {tournament}",
    "/v1/tournaments/{tournament}/annulment",
    events=("report-annulled.v1",),
)
class AnnulReport(ReportAnnulment, Correcting, frozen=True, kw_only=True, tag=False):
    """Annul a report: it counts no more, as if it had not been handed in.

    Closed lists stay; the next list takes back what they booked. The annulment can be lifted. A
    tournament that the body refuses to rate is refused instead, by a decision of its own.

    Example: ledger tournament annul T-000003 --by fsi --article 5.1
    --reason "The games were never played."
    """

    by: By

    def compose(self, house: "House") -> "Composed[Corrected]":
        """Return the annulment. Raises Refused: no such report, annulled already."""
        from ops.tournaments.annulling import annulled

        return annulled(house, self)


@recording(
    "tournament reinstate {tournament}",
    "/v1/tournaments/{tournament}/reinstatement",
    events=("report-reinstated.v1",),
)
class ReinstateReport(ReportReinstatement, Correcting, frozen=True, kw_only=True, tag=False):
    """Lift the annulment of a report: it counts again.

    The next list books again what was taken back. A refusal of the tournament is another decision
    and stays.

    Example: ledger tournament reinstate T-000003 --by fsi
    """

    by: By

    def compose(self, house: "House") -> "Composed[Corrected]":
        """Return the reinstatement. Raises Refused: no such report, not annulled."""
        from ops.tournaments.annulling import reinstated

        return reinstated(house, self)


@recording(
    "tournament announce {tournament}",
    "/v1/tournaments",
    events=("tournament-registered.v1",),
)
class AnnounceTournament(Recording, frozen=True, kw_only=True):
    """Announce a tournament before play, with the details known: name, start and end are needed.

    Example: ledger tournament announce L-1 --pool fide-standard --set name=League
    --set start=2026-05-01 --set end=2026-05-31
    """

    FOLLOWS = False
    PROPOSABLE = True

    tournament: Annotated[
        Text | None, means("an id of its own; without it, the next number", "L-1")
    ] = None
    pool: Annotated[tuple[Text, ...], means("a pool it counts for, one or several")]
    set: Details

    def compose(self, house: "House") -> "Composed[TournamentRegistered]":
        """Return the announcement. Raises Refused: missing details, an id in use."""
        from ops.tournaments.announcing import announced

        return announced(house, self)

    def receipt(self, _house: "House", done: "Recorded[TournamentRegistered]") -> "CommandReceipt":
        """Return the receipt of the announcement."""
        from ops.tournaments.receipts import of_announcement

        return of_announcement(done)
