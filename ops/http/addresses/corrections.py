"""Addresses of corrections: results, entrants, details; whole reports annulled, reinstated."""

from typing import Annotated

from msgspec import Meta

from ledger.events.counting import ReportAnnulled, ReportReinstated
from ledger.events.external import ExternalListSearched
from ledger.events.report import EntrantReassigned, ResultCorrected
from ledger.events.tournament import TournamentDetailsCorrected
from ledger.register import identities
from ops.answers.outcomes import Outcome
from ops.commands import annul_report as annulments
from ops.commands import correct_report
from ops.commands.receipts.tournaments import corrected
from ops.doors.fields import By, Player, Position, Result, Text
from ops.house import House
from ops.http.address import recording
from ops.http.addresses.typed_details import Details, texts
from ops.http.asked import Body, OfTournamentRecorded


class Decided(Body, frozen=True, kw_only=True):
    """Who decided."""

    by: By


class ResultCorrection(Decided, frozen=True, kw_only=True):
    """The right result of a game."""

    game: Annotated[
        Text,
        Meta(
            description="#POSITION#INDEX as worksheets show it, or ROUND:START-NUMBER of the "
            "player with White."
        ),
    ]
    white: Result
    black: Result


@recording(
    "/v1/tournaments/{tournament}/corrections/result",
    OfTournamentRecorded,
    Outcome,
    body=ResultCorrection,
    events=(ResultCorrected,),
)
def correct_result(house: House, asked: OfTournamentRecorded, body: ResultCorrection) -> Outcome:
    """Correct the result of a game; the next list corrects the points of closed lists."""
    results = (body.white, body.black)
    done = correct_report.correct_result(
        house, asked.tournament, body.game, results, by=body.by, article=asked.article
    )
    return corrected(house, done).outcome()


class EntrantCorrection(Decided, frozen=True, kw_only=True):
    """The right player of an entrant."""

    start_number: Annotated[int, Meta(description="Start number in the report.", ge=1, le=99_999)]
    player: Player
    report: Annotated[
        Position | None, Meta(description="Position of the part, of a report in several parts.")
    ] = None


@recording(
    "/v1/tournaments/{tournament}/corrections/entrant",
    OfTournamentRecorded,
    Outcome,
    body=EntrantCorrection,
    events=(EntrantReassigned,),
    beside=(ExternalListSearched,),
)
def correct_entrant(house: House, asked: OfTournamentRecorded, body: EntrantCorrection) -> Outcome:
    """Correct the player of an entrant."""
    done = correct_report.correct_entrant(
        house,
        asked.tournament,
        body.start_number,
        identities.find(house.read, body.player),
        by=body.by,
        report=body.report,
        article=asked.article,
    )
    return corrected(house, done).outcome()


class DetailsCorrection(Decided, frozen=True, kw_only=True):
    """The right details of a tournament."""

    details: Details


@recording(
    "/v1/tournaments/{tournament}/corrections/details",
    OfTournamentRecorded,
    Outcome,
    body=DetailsCorrection,
    events=(TournamentDetailsCorrected,),
    beside=(ExternalListSearched,),
)
def correct_details(house: House, asked: OfTournamentRecorded, body: DetailsCorrection) -> Outcome:
    """Correct the details of a tournament; days also correct the report."""
    given = texts(body.details)
    done = correct_report.correct_details(
        house, asked.tournament, given, by=body.by, article=asked.article
    )
    return corrected(house, done).outcome()


class OfWholeReport(Decided, frozen=True, kw_only=True):
    """A decision about a whole report."""

    report: Annotated[
        Position | None, Meta(description="Position of the report, where several parts stand.")
    ] = None


@recording(
    "/v1/tournaments/{tournament}/annulment",
    OfTournamentRecorded,
    Outcome,
    body=OfWholeReport,
    events=(ReportAnnulled,),
)
def annul_report(house: House, asked: OfTournamentRecorded, body: OfWholeReport) -> Outcome:
    """Annul a report: it counts no more; the next list takes back what closed lists booked."""
    done = annulments.annul_report(
        house, asked.tournament, by=body.by, report=body.report, article=asked.article
    )
    return corrected(house, done).outcome()


@recording(
    "/v1/tournaments/{tournament}/reinstatement",
    OfTournamentRecorded,
    Outcome,
    body=OfWholeReport,
    events=(ReportReinstated,),
)
def reinstate_report(house: House, asked: OfTournamentRecorded, body: OfWholeReport) -> Outcome:
    """Lift the annulment of a report: it counts again; a refusal of the tournament stays."""
    done = annulments.reinstate_report(
        house, asked.tournament, by=body.by, report=body.report, article=asked.article
    )
    return corrected(house, done).outcome()
