"""Addresses of tournaments: list, details, findings, games, the report as a file."""

from datetime import date
from typing import Annotated, Literal

from msgspec import Meta

from ledger.export.trf import report_file
from ops.answers.abouts import AboutPool, Known
from ops.answers.answer import (
    Answer,
)
from ops.answers.clocks import known_position
from ops.answers.duplicates import DuplicateTournaments, duplicate_tournaments
from ops.answers.findings import FindingRow, findings_of
from ops.answers.findings import findings_before_play as before_play
from ops.answers.tournament_page import TournamentPage, tournament_page
from ops.answers.tournaments import (
    AboutTournaments,
    PoolTournament,
    State,
    TournamentsAsked,
    tournaments_of,
)
from ops.doors.declare import Asked, Chunks
from ops.doors.fields import KnownAt, Limit, Page, Text, Tournament, moment
from ops.doors.inputs import OfPool
from ops.house import House
from ops.http.address import computing, question
from ops.http.asked import Body, Nothing
from ops.tournaments.announcing import announcement
from ops.tournaments.details import Details, texts
from projections.queries import PoolQuery

Since = Annotated[
    date | None, Meta(description="Only tournaments that ended on this day or later.")
]
Until = Annotated[date | None, Meta(description="Only tournaments that ended then or before.")]
OnList = Annotated[
    Text | None, Meta(description="Only on this list of the pool, or corrected by it.")
]
InState = Annotated[
    State | None,
    Meta(
        description="Only announced, waiting for a list, booked, annulled, refused or cancelled "
        "ones."
    ),
]


class Tournaments(Asked, frozen=True, kw_only=True, rename={"list_": "list"}):
    """Tournaments, selected."""

    pool: Annotated[Text | None, Meta(description="Only of this pool.")] = None
    list_: OnList = None
    state: InState = None
    since: Since = None
    until: Until = None
    text: Annotated[
        str,
        Meta(description="Only with these words in the name, the place or the id.", max_length=200),
    ] = ""
    unreported: Annotated[
        bool, Meta(description="Only those that are over and have no report.")
    ] = False
    limit: Limit = 50
    page: Page = 1
    known_at: KnownAt = None

    def pools(self, house: House) -> list[PoolQuery]:
        """Return the pools asked about. Raises UnknownPool."""
        names = sorted(house.official.facts.pools) if self.pool is None else [self.pool]
        return [OfPool(pool=name, known_at=self.known_at).opened(house) for name in names]


@question(
    "/v1/tournaments",
    Tournaments,
    Answer[PoolTournament, AboutTournaments],
    shows="list",
    forms=("json", "csv"),
)
def list_tournaments(house: House, asked: Tournaments) -> Answer[PoolTournament, AboutTournaments]:
    """List tournaments with their states, the last to end first."""
    wanted = TournamentsAsked(
        asked.list_,
        asked.state,
        asked.since,
        asked.until,
        asked.text,
        house.today() if asked.unreported else None,
        asked.limit,
        asked.page,
    )
    return tournaments_of(asked.pools(house), wanted)


@question(
    "/v1/duplicates/tournaments",
    Nothing,
    Answer[DuplicateTournaments, Known],
    shows="pending-decision",
    long=True,
    forms=("json", "csv"),
)
def list_duplicate_tournaments(
    house: House, _asked: Nothing
) -> Answer[DuplicateTournaments, Known]:
    """List pairs of tournaments that are probably the same: equal players, days and results."""
    return duplicate_tournaments(house)


class OfTournament(Asked, frozen=True, kw_only=True):
    """A question about a tournament."""

    tournament: Tournament
    known_at: KnownAt = None


@question("/v1/tournaments/{tournament}", OfTournament, TournamentPage, shows="list")
def show_tournament(house: House, asked: OfTournament) -> TournamentPage:
    """Show a tournament: details, reports, corrections; in each pool state, tables, findings."""
    known = known_position(house.ledger, moment(asked.known_at), house.zone)
    return tournament_page(house, asked.tournament, known)


class Findings(OfPool, frozen=True, kw_only=True):
    """Findings of a pool about a tournament or a player."""

    subject: Annotated[
        str, Meta(description="A tournament by its id, or a player.", min_length=1, max_length=200)
    ]


@question(
    "/v1/pools/{pool}/findings/{subject}",
    Findings,
    Answer[FindingRow, AboutPool],
    shows="list",
    forms=("json", "csv"),
)
def list_findings(house: House, asked: Findings) -> Answer[FindingRow, AboutPool]:
    """Show findings of a tournament or a player: games not counted, or counted later."""
    return findings_of(asked.opened(house), asked.subject, house.actor)


class Intended(Body, frozen=True, kw_only=True):
    """A tournament that is not announced yet."""

    details: Details


@computing(
    "/v1/pools/{pool}/findings", OfPool, Answer[FindingRow, AboutPool], body=Intended, shows="list"
)
def check_before_announcement(
    house: House, asked: OfPool, body: Intended
) -> Answer[FindingRow, AboutPool]:
    """Check the details of a tournament for rating before it is announced.

    Nothing is recorded. Of an announced or reported tournament ask for its findings.
    """
    pool = asked.opened(house)
    intended = announcement(house, asked.pool, texts(body.details))
    return before_play(pool, intended)


class Report(Asked, frozen=True, kw_only=True):
    """A report as a file."""

    tournament: Tournament
    part: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="One part of a report in parts; by default all, joined."),
    ] = None


def _report(house: House, asked: Report, form: Literal["trf16", "trf26"]) -> Chunks:
    data = report_file(house.read, asked.tournament, form, asked.part)
    return Chunks([data], f"{asked.tournament}-{form}.trf", "trf")


@question(
    "/v1/tournaments/{tournament}/report.trf", Report, Chunks, shows="report-file", forms=("trf",)
)
def write_report_trf16(house: House, asked: Report) -> Chunks:
    """Write the report of a tournament as corrected, in the layout of 2016."""
    return _report(house, asked, "trf16")


@question(
    "/v1/tournaments/{tournament}/report.trf26", Report, Chunks, shows="report-file", forms=("trf",)
)
def write_report_trf26(house: House, asked: Report) -> Chunks:
    """Write the report of a tournament as corrected, in the layout of 2026."""
    return _report(house, asked, "trf26")
