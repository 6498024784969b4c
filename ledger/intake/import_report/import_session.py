"""An import: the file read, checked against the ledger, composed to a request.

It is composed of what the ledger says at that moment, and composed again where somebody else was
faster. `importing` asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final, NamedTuple

from ledger import clock
from ledger.events.report import ReportFact
from ledger.intake.external_list.recorded_lists import Completion, completions
from ledger.intake.formats.header import FACTS as OF_FILES
from ledger.intake.formats.manual_facts import ManualFacts, check_pool
from ledger.intake.formats.problems import Problem, Problems, ReportRefused, in_order
from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.import_report import parts, previous_report
from ledger.intake.import_report.announced import as_announced, check_takes_place, facts_of
from ledger.intake.import_report.comparing import Difference, differences
from ledger.intake.import_report.composing import Context, compose
from ledger.intake.import_report.file_reading import best_reading
from ledger.intake.import_report.known_tournaments import warn_of_known
from ledger.intake.import_report.options import rolled, tournament_of
from ledger.intake.import_report.parts import by_month
from ledger.intake.import_report.printed_ratings import Known, check_printed
from ledger.intake.import_report.receipts import Inputs
from ledger.intake.import_report.report_checks import check_days, check_time_control, days_by
from ledger.intake.people.entrants import Roll
from ledger.intake.people.registering import Salts
from ledger.register import identities
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, Document, Receipt, Request
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.registration import Registration, registration
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.report_from_columns import Part

Allowed = Callable[[str, int], Mapping[str, int]]
"""Asked whether a report may be replaced: of which tournament, at which position. Raises Refused;
gives the versions of the streams on which the answer rests."""


class Asks(NamedTuple):
    """Questions of an import to the computed lists; None: not asked."""

    allowed: Allowed | None = None
    known_ratings: Known | None = None


ASKS_NOBODY: Final = Asks()

Progress = Callable[[int, int], None]
"""Called with the amount done and the whole amount."""


@dataclass
class Intake:
    """An import; composes the request anew from the current state of the ledger."""

    ledger: Ledger
    inputs: Inputs
    salts: Salts
    given: ManualFacts
    wrong: Problems
    """Problems of the options."""
    asks: Asks = ASKS_NOBODY
    progress: Progress | None = None
    # What the last composition came to:
    warnings: tuple[Problem, ...] = ()
    tournament: str = ""
    differences: tuple[Difference, ...] = ()
    ended: tuple[int, ...] = ()
    new_players: tuple[str, ...] = ()
    meant: int | None = None
    """Position of the report that was to be replaced when the file was handed in."""
    report: TournamentReport = field(init=False)
    reports: tuple[TournamentReport, ...] = ()  # it, or the parts into which it is divided

    _read: tuple[Mapping[str, str], Reading] | None = None

    @property
    def reading(self) -> Reading:
        """The file as read, with the scoring with the best fitting totals.

        What it leaves out is what was announced; it is read again where that was corrected.
        """
        facts = self._facts()
        if self._read is None or self._read[0] != facts:
            data, options = self.inputs.data, self.inputs.options
            self._read = facts, best_reading(data, options, self.given.points, facts)
        return self._read[1]

    def _facts(self) -> Mapping[str, str]:
        announced = self._announced()
        return facts_of(announced) if announced else NO_FACTS

    def known_receipt(self) -> Receipt | None:
        """Return the receipt if this import was recorded before. Raises AlreadyReported."""
        return None if self.wrong.refused else self.first_receipt(self._known())

    def first_receipt(self, known: RecordedReport | None) -> Receipt | None:
        """Return the receipt of this import, if the report is still current."""
        left_position = (
            None if known is None else previous_report.position_after(known, self.inputs.options)
        )
        return self.inputs.first_receipt(self.ledger.read, left_position)

    def request(self) -> Request | Receipt:
        """Compose the request; return the receipt if recorded meanwhile.

        Raises ReportRefused, AlreadyReported, NothingDiffers, and what `allowed` raises.
        """
        problems, options = Problems(), self.inputs.options
        last = identities.last(self.ledger.read)  # before the players are looked up
        expected = self._expected()  # before what it is about is looked at
        known = None if self.wrong.refused else self._known()
        self.tournament = tournament_of(self.ledger.read, options, problems)
        for pool in options.pools:
            check_pool(self.ledger.read, pool, problems)
        parts.check_whole(options, known, self._pools(), problems)
        self._done(0)
        report = self._report(known, problems)
        self._done(1)
        roll = rolled(self.ledger.read, self.reading.entrants, options, problems)
        today = clock.today(self.ledger.clock, self.ledger.zone())
        asks = self.inputs.options.target is None and self.inputs.options.asks_registration
        days = days_by(self.given, today, problems, asks_registration=asks)
        if report is not None:
            by_hand = OF_FILES if options.begins_announced else options.facts
            check_days(report, days[0], today, by_hand, problems)
            if options.asks_time_control and options.target is None:
                check_time_control(report, problems)
        announced = self._whole_days(report, problems)
        self._done(2)
        first = None if self.wrong.refused else self.first_receipt(known)
        if first is not None:  # after the look-ups, which may have seen what it left
            return first
        completed: tuple[Completion, ...] = ()
        if report is not None and not (problems.refused or self.wrong.refused):
            completed = self._compared(report, roll, last.player + 1, problems)
        months = by_month(report, problems) if report is not None and options.by_month else ()
        self.report = self._accepted(report, problems)
        self.reports = months or (self.report,)
        expected = expected or {f"tournament-{self.tournament}": NO_STREAM}
        replaced = self._replaced(known)
        context = Context(
            self.given, self.tournament, *days, roll, last, expected, announced, replaced
        )
        lists = {completion.fact.stream(): completion.version for completion in completed}
        kept = self.ledger.read.document(self.inputs.file) is not None
        complete_context = context._replace(
            document=(None if kept else Document("report", self.inputs.data)),
            facts=self._facts(),
            completed=tuple(completion.fact for completion in completed),
            expected={**expected, **lists},
        )
        return self._composed(complete_context, known)

    def _compared(
        self, report: TournamentReport, roll: Roll, first_new: int, problems: Problems
    ) -> tuple[Completion, ...]:
        """Compare a report with tournaments and ratings on record.

        Give what lists of other bodies say of entrants who were registered after them.
        """
        read, players = self.ledger.read, roll.players(first_new)
        warn_of_known(read, report, self.inputs.options, players, problems)
        people = {number: who for number, who in zip(roll.numbers, players, strict=True) if number}
        completed = tuple(completions(read, roll.scheme, report.start, people))
        if self.asks.known_ratings is not None:
            problems_found = [completion.fact for completion in completed]
            known = self.asks.known_ratings(self._pools(), report.start, players, problems_found)
            check_printed(report, players, known, self.given.unrated, problems)
        return completed

    def _composed(self, context: Context, known: RecordedReport | None) -> Request:
        if known is not None and context.replaced is not None:
            players = context.roll.players(context.last.player + 1)
            self._compare(known, context.replaced, players)
        self.new_players = tuple(person.name for person in context.roll.newcomers)
        composed = compose(self.inputs, self.reports, context, self.salts)
        for fact in (event.fact for event in composed.events if isinstance(event.fact, ReportFact)):
            whole = not self.inputs.options.whole_by.keys().isdisjoint(self._pools())
            parts.check_size(fact, whole=whole)
        self._done(3)
        return composed

    def _done(self, thirds: int) -> None:
        """Report progress in bytes of the file: read, recognised, composed."""
        if self.progress is not None:
            size = len(self.inputs.data)
            self.progress(size * thirds // 3, size)

    def _expected(self) -> Mapping[str, int]:
        target = self.inputs.options.target
        if target is None or self.wrong.refused:
            return {}
        expected = dict(previous_report.streams_of(self.ledger.read, target))
        known = self._known()
        if self.asks.allowed is None or known is None or self.inputs.options.replaces is None:
            return expected
        report = previous_report.replaced_of(known, self.inputs.options).position
        return {
            **self.asks.allowed(target, report),
            f"tournament-{target}": expected[f"tournament-{target}"],
        }

    def _known(self) -> RecordedReport | None:
        return previous_report.known_report(self.ledger.read, self.inputs.options)

    def _announced(self) -> Registration | None:
        options = self.inputs.options
        begins = options.of if options.begins_announced else None
        return None if begins is None else registration(self.ledger.read, begins)

    def _pools(self) -> tuple[str, ...]:
        target = self.inputs.options.target
        announced = None if target is None else registration(self.ledger.read, target)
        return announced.details["pools"] if announced else self.inputs.options.pools

    def _replaced(self, known: RecordedReport | None) -> CurrentReport | None:
        """Return the report to replace. Raises ReplacedMeanwhile if another is current now."""
        if known is None or self.inputs.options.replaces is None:
            return None
        found = previous_report.replaced_of(known, self.inputs.options)
        if self.meant not in (None, found.position):
            raise previous_report.ReplacedMeanwhile(self.tournament, found.position)
        self.meant = found.position
        return found

    def _compare(self, known: RecordedReport, replaced: CurrentReport, players: list[int]) -> None:
        """Compare the report with the report to replace. Raises NothingDiffers."""
        before = previous_report.side_of(self.ledger.read, known, replaced)
        self.differences = differences(before, Part(self.report, tuple(players)))
        self.ended = previous_report.ended_with(known, replaced)
        if not self.differences and not self.inputs.options.by_month:
            raise previous_report.NothingDiffers(self.tournament, replaced.position)

    def _report(self, known: RecordedReport | None, problems: Problems) -> TournamentReport | None:
        options = self.inputs.options
        if known is not None and options.of is not None:
            previous_report.check_follows(known, options, problems)
        announced = self._announced()
        if announced is not None:
            check_takes_place(announced, problems)
        if self.reading.report is None:
            return None
        report = parts.cut(self.reading.report, options, problems)
        if known is None or problems.refused:
            return report
        if announced is not None:
            return as_announced(announced, options, self.given, report, problems)
        previous_report.check_same_event(known, report, problems)
        previous_report.check_apart(known, options.part, report, problems)
        return report

    def _accepted(self, report: TournamentReport | None, problems: Problems) -> TournamentReport:
        problems_found = in_order([*self.wrong.all(), *self.reading.problems, *problems.all()])
        if report is None or any(problem.severity == "refused" for problem in problems_found):
            raise ReportRefused(problems_found)
        self.warnings = problems_found
        return report

    def _whole_days(
        self, report: TournamentReport | None, problems: Problems
    ) -> tuple[date, date] | None:
        options, file = self.inputs.options, self.reading.report
        if report is None or file is None or options.target is not None:
            return None
        days = parts.whole_days(self.given, report, file)
        parts.check_whole_days(self.given, days, options, problems)
        return days
