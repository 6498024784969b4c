"""Questions about tournaments: the register, one of them, its findings and files, import slips."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from ledger.errors import Refused
from ledger.sentences import Input, Sentence
from ledger.tournaments.states import State
from ops.doors.declare import Chunks, Document, Form, Question, Table, Worded, question
from ops.doors.fields import KnownAt, Limit, Page, Pool, Text, Tournament, means, moment, served
from ops.doors.inputs import OfPool

if TYPE_CHECKING:
    from ledger.intake.import_report.receipts import SlipLine
    from ops.answers.abouts import About, AboutPool, Known
    from ops.answers.answer import Answer
    from ops.answers.findings import FindingRow
    from ops.house import House
    from ops.tournaments.duplicates import DuplicateTournaments
    from ops.tournaments.import_slips import FullSlip, ImportSlip
    from ops.tournaments.page import TournamentPage
    from ops.tournaments.register import AboutTournaments, PoolTournament
    from ops.tournaments.view import ReportRow


@question("tournament list {pool}", "/v1/tournaments", shows="list")
class ListTournaments(Question, frozen=True, kw_only=True):
    """List tournaments with their states, the last to end first.

    announced: no report yet; waiting: no list has booked it yet; booked: on a list; refused:
    excluded by decision; cancelled: called off. Each with the lists that booked or corrected it.

    Example: ledger tournament list fide-standard --list 2026-01 --limit 2
    """

    pool: Annotated[Pool | None, means("only of this pool; default: all")] = None
    list: Annotated[
        Text | None,
        means("only on this list of the pool, or corrected by it; its name, e.g. 2025-11"),
    ] = None
    state: Annotated[State | None, means("only tournaments in this state")] = None
    since: Annotated[date | None, means("only tournaments that ended on this day or later")] = None
    until: Annotated[date | None, means("only tournaments that ended on this day or before")] = None
    text: Annotated[
        str, means("only with these words in the name, the place or the id"), served(max_length=200)
    ] = ""
    without_report: Annotated[bool, means("only those that are over and have no report")] = False
    limit: Limit = 50
    page: Page = 1
    known_at: KnownAt = None

    def answer(self, house: "House") -> "Answer[PoolTournament, AboutTournaments]":
        """Return a page of the tournaments. Raises UnknownPool, NotCovered, Refused."""
        from ops.answers.clocks import pool_known_at
        from ops.tournaments.register import tournaments_of

        if self.list is not None and self.pool is None:
            raise Refused(
                Sentence(
                    "{list}: name the pool of the list ({pool})",
                    list=Input("list"),
                    pool=Input("pool"),
                ),
                code="option-needed",
                field="pool",
            )
        names = sorted(house.official.facts.pools) if self.pool is None else [self.pool]
        pools = [pool_known_at(house, name, moment(self.known_at)) for name in names]
        return tournaments_of(pools, self, house.today())

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        if self.pool is None:
            return Sentence("tournaments")
        return Sentence("tournaments in {pool}", pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a tournament."""
        from ops.tournaments.words import tournament_row

        return tournament_row


@question(
    "tournament duplicates", "/v1/duplicates/tournaments", shows="pending-decision", long=True
)
class ListDuplicateTournaments(Question, frozen=True, kw_only=True):
    """List pairs of tournaments that are probably the same: equal players, days and results.

    Example: ledger tournament duplicates
    """

    def answer(self, house: "House") -> "Answer[DuplicateTournaments, Known]":
        """Return the pairs."""
        from ops.tournaments.duplicates import duplicate_tournaments

        return duplicate_tournaments(house)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("probably one tournament")


@question(
    "tournament show {tournament}", "/v1/tournaments/{tournament}", shows="list", forms=("json",)
)
class ShowTournament(Document, frozen=True, kw_only=True):
    """Show a tournament: details, reports, corrections; in each pool state, tables, findings.

    Example: ledger tournament show T-000008
    """

    tournament: Tournament
    known_at: KnownAt = None

    def answer(self, house: "House") -> "TournamentPage":
        """Return the tournament. Raises Refused for an unknown one."""
        from ops.answers.clocks import known_position
        from ops.tournaments.page import tournament_page

        known = known_position(house.ledger, moment(self.known_at), house.zone)
        return tournament_page(house, self.tournament, known)

    def text(self, found: "TournamentPage") -> Iterator[Table]:
        """Return tables of the details, the reports, and the corrections if there are any."""
        from ops.tournaments.words import details_and_reports

        return details_and_reports(found)

    def rows(self, found: "TournamentPage") -> "Answer[ReportRow, About]":
        """Return the reports."""
        from ops.answers.abouts import About
        from ops.answers.answer import Answer

        return Answer(About(), found.reports)


@question("pool findings {pool} {subject}", "/v1/pools/{pool}/findings/{subject}", shows="list")
class ListFindings(OfPool, frozen=True, kw_only=True):
    """Show findings of a tournament or a player: games not counted, or counted later.

    Example: ledger pool findings fide-standard T-000008
    """

    subject: Annotated[Text, means("a tournament, by its id, or a player, as 572-4", "T-000001")]

    def answer(self, house: "House") -> "Answer[FindingRow, AboutPool]":
        """Return the findings. Raises UnknownPool; Refused for an unknown subject."""
        from ops.answers.findings import findings_of

        return findings_of(self.opened(house), self.subject, house.actor)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("findings of {subject} in {pool}", subject=self.subject, pool=self.pool)

    def worded(self, _house: "House") -> Worded:
        """Return what writes a finding."""
        from ops.tournaments.words import finding_row

        return finding_row


@question(
    "tournament export {tournament}", "/v1/tournaments/{tournament}/report", shows="report-file"
)
class WriteReport(Question, frozen=True, kw_only=True):
    """Write the report of a tournament, as corrected, in the layout of 2016 or of 2026.

    Corrections since the submission are listed in comment lines (###).

    Example: ledger tournament export T-000007 --form trf26 --to open.trf
    """

    FORMS = ("trf16", "trf26")

    tournament: Tournament
    part: Annotated[
        int | None, means("one part of a report in parts; default: all, joined"), served(ge=1)
    ] = None

    def file(self, house: "House", form: Form) -> Chunks:
        """Return the file. Raises Refused without a report, or for a part that it has not."""
        from ledger.export.trf import report_file

        assert form in ("trf16", "trf26")
        text = report_file(house.read, self.tournament, form, self.part).decode()
        return Chunks([text], f"{self.tournament}-{form}.trf", form)


@question("tournament slips", "/v1/reports", shows="own-import-slip", forms=("json",))
class ListImportSlips(Question, frozen=True, kw_only=True):
    """List the newest import slips: files handed in, with the day and the result.

    Example: ledger tournament slips --limit 2
    """

    limit: Limit = 50

    def answer(self, house: "House") -> "Answer[ImportSlip, About]":
        """Return the slips, the last first."""
        from ops.tournaments.import_slips import import_slips

        return import_slips(house, self.limit)

    def title(self, _about: Any) -> Sentence:
        """Return the title of the table."""
        return Sentence("import slips")


@question("tournament slip {slip}", "/v1/reports/{slip}", shows="own-import-slip", forms=("json",))
class ShowImportSlip(Document, frozen=True, kw_only=True):
    """Show an import slip: what the file was told, and the report recorded of it.

    Example: ledger tournament slip 1
    """

    slip: Annotated[int, means("the number of the slip", 1), served(ge=1)]

    def answer(self, house: "House") -> "FullSlip":
        """Return the slip. Raises Refused for an unknown one, or one of somebody else."""
        from ops.tournaments.import_slips import import_slip

        return import_slip(house, self.slip)

    def text(self, found: "FullSlip") -> Iterable[str]:
        """Return the lines of the slip."""
        from ops.tournaments.words import slip_lines

        return slip_lines(found)

    def rows(self, found: "FullSlip") -> "Answer[SlipLine, About]":
        """Return what the file was told."""
        from ops.answers.abouts import About
        from ops.answers.answer import Answer

        return Answer(About(), found.lines)
