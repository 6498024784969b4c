"""An import: the file read, checked against the ledger, composed to a request.

It is composed again where somebody else recorded events meanwhile.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from ledger import clock
from ledger.events.report import ReportFact
from ledger.intake.external_list.looking_up import LookUp, look_ups
from ledger.intake.external_list.recorded_lists import ExternalList
from ledger.intake.formats.header import FACTS as OF_FILES
from ledger.intake.formats.manual_facts import ManualFacts, check_pool
from ledger.intake.formats.problems import Problem, Problems, in_order
from ledger.intake.formats.reading import NO_FACTS, Reading
from ledger.intake.import_report import parts, previous_report
from ledger.intake.import_report.comparing import differences
from ledger.intake.import_report.composing import Context, compose
from ledger.intake.import_report.file_reading import best_reading
from ledger.intake.import_report.known_tournaments import (
    as_announced,
    check_takes_place,
    facts_of,
    warn_of_announced,
)
from ledger.intake.import_report.options import matching, tournament_of
from ledger.intake.import_report.receipts import Inputs, Remarks
from ledger.intake.import_report.report_checks import (
    Known,
    check_days,
    check_given,
    check_printed,
    warn_of_unnumbered,
)
from ledger.intake.import_report.same_event import Compared, HandedIn, check_recorded_once, refused
from ledger.intake.people.entrants import Roll, identify
from ledger.intake.people.registering import Salts
from ledger.register import identities
from ledger.sentences import Position, Remedy, Sentence
from ledger.store.ledger import Ledger
from ledger.store.requests import NO_STREAM, Document, Receipt, Request
from ledger.tournaments.current_report import CurrentReport, RecordedReport
from ledger.tournaments.recorded_report import Registration, registration
from ledger.tournaments.report import TournamentReport
from ledger.tournaments.report_from_columns import Part

Allowed = Callable[[str, int], Mapping[str, int]]
"""Asked whether a report may be replaced: of which tournament, at which position. Raises Refused;
gives the versions of the streams on which the answer rests."""

Lists = Callable[[Iterable[str], Iterable[date]], Iterable[ExternalList]]
"""Gives the lists of other bodies that can rate who enters some pools on some days."""


class Asks(NamedTuple):
    """Questions of an import to the rulebooks and the computed lists; None: not asked."""

    allowed: Allowed | None = None
    known_ratings: Known | None = None
    lists: Lists | None = None
    k_of: previous_report.KOf | None = None


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
    remarks: Remarks | None = None
    """Remarks on the last composition."""
    handed_in_on: date | None = None
    """Day of receipt where none is given; None: today."""
    meant: int | None = None
    """Position of the report that was to be replaced when the file was handed in."""
    _read: tuple[Mapping[str, str], Reading] | None = None

    @property
    def reading(self) -> Reading:
        """The file as read, with the scoring with the best fitting totals.

        Details missing in the report are as announced; after a correction of the announcement the
        report is read again.
        """
        facts = self._facts()
        if self._read is None or self._read[0] != facts:
            data, options = self.inputs.data, self.inputs.options
            self._read = facts, best_reading(data, options, self.given.points, facts)
        return self._read[1]

    def known_receipt(self) -> Receipt | None:
        """Return the receipt if this import was recorded before. Raises AlreadyReported."""
        return None if self.wrong.refused else self._first_receipt(self._known())

    def request(self) -> Request | Receipt:
        """Compose the request; return the receipt if recorded meanwhile.

        Raises ReportRefused, AlreadyReported, NothingDiffers, and what `allowed` raises.
        """
        problems, options, read = Problems(), self.inputs.options, self.ledger.read
        last = identities.last(read)  # before the players are looked up
        expected = self._expected()  # before the tournament is looked at
        known = None if self.wrong.refused else self._known()
        tournament = tournament_of(read, options, problems)
        for pool in options.pools:
            check_pool(read, pool, problems)
        parts.check_whole(options, known, self._pools(), problems)
        self._show_progress(0)
        report = self._report(known, problems)
        self._show_progress(1)
        roll = Roll()
        if identities.is_scheme(options.scheme):
            roll = identify(read, self.reading.entrants, matching(options, problems), problems)
        today = clock.today(self.ledger.clock, self.ledger.zone())
        received_on = self.given.received_on or self.handed_in_on or today
        check_given(self.given, report, options, problems)
        if report is not None:
            by_hand = OF_FILES if options.begins_announced else options.facts
            check_days(report, received_on, today, by_hand, problems)
        announced = self._whole_days(report, problems)
        self._show_progress(2)
        first = None if self.wrong.refused else self._first_receipt(known)
        if first is not None:  # after the look-ups, which may have seen what it left
            return first
        undoubted = not (problems.refused or self.wrong.refused)
        months = parts.by_month(report, problems) if report and options.by_month else ()
        found, compared = list[LookUp](), Compared()
        if report is not None and undoubted:
            players = roll.players(last.player + 1)
            compared = self._recorded_once(report, players, known, problems)
            found = self._compared(months or (report,), report, roll, last.player + 1, problems)
        warnings = in_order([*self.wrong.all(), *self.reading.problems, *problems.all()])
        if report is None or any(problem.severity == "refused" for problem in warnings):
            raise refused(warnings, self.inputs.file, compared.recorded)
        kept = read.document(self.inputs.file) is not None
        versions = {one.fact.stream(): one.version for one in found}
        context = Context(
            self.given,
            tournament,
            received_on,
            roll,
            last,
            expected={**expected, **versions},
            announced=announced,
            replaced=self._replaced(known),
            document=None if kept else Document("report", self.inputs.data),
            facts=self._facts(),
            look_ups=tuple(one.fact for one in found),
            another_event=self.inputs.options.another_event and compared.is_alike,
        )
        self.remarks = self._remarks(report, months, context, known, warnings)
        return self._composed(months or (report,), context)

    def _first_receipt(self, known: RecordedReport | None) -> Receipt | None:
        """Return the receipt of this import, if the report is still current."""
        options = self.inputs.options
        position = None if known is None else previous_report.position_after(known, options)
        return self.inputs.first_receipt(self.ledger.read, position)

    def _known(self) -> RecordedReport | None:
        return previous_report.known_report(self.ledger.read, self.inputs.options)

    def _registered(self) -> Registration | None:
        target = self.inputs.options.target
        return None if target is None else registration(self.ledger.read, target)

    def _facts(self) -> Mapping[str, str]:
        announced = self._registered() if self.inputs.options.begins_announced else None
        return facts_of(announced) if announced else NO_FACTS

    def _pools(self) -> tuple[str, ...]:
        registered = self._registered()
        return registered.details["pools"] if registered else self.inputs.options.pools

    def _expected(self) -> Mapping[str, int]:
        target, options = self.inputs.options.target, self.inputs.options
        if self.wrong.refused:
            return {}
        if target is None:
            chosen = options.tournament  # without an id the store gives a number that nobody has
            return {} if chosen is None else {f"tournament-{chosen}": NO_STREAM}
        expected = dict(previous_report.streams_of(self.ledger.read, target))
        known = self._known()
        if self.asks.allowed is None or known is None or options.replaces is None:
            return expected
        report = previous_report.replaced_of(known, options).position
        stream = f"tournament-{target}"
        return {**self.asks.allowed(target, report), stream: expected[stream]}

    def _report(self, known: RecordedReport | None, problems: Problems) -> TournamentReport | None:
        options = self.inputs.options
        if known is not None and options.of is not None:
            previous_report.check_follows(known, options, problems)
        announced = self._registered() if options.begins_announced else None
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

    def _whole_days(
        self, report: TournamentReport | None, problems: Problems
    ) -> tuple[date, date] | None:
        options, file = self.inputs.options, self.reading.report
        if report is None or file is None or options.target is not None:
            return None
        return parts.whole_days(self.given, report, file, options, problems)

    def _recorded_once(
        self,
        report: TournamentReport,
        players: Sequence[int],
        known: RecordedReport | None,
        problems: Problems,
    ) -> Compared:
        """Compare a report with the recorded tournaments; refuse the event of one of them."""
        options = self.inputs.options
        if options.target is None:
            warn_of_announced(self.ledger.read, report, options.pools, problems)
        handed = HandedIn(report, self.inputs.file, players, options, known)
        return check_recorded_once(self.ledger.read, handed, problems)

    def _compared(
        self,
        months: Sequence[TournamentReport],
        report: TournamentReport,
        roll: Roll,
        first_new: int,
        problems: Problems,
    ) -> list[LookUp]:
        """Compare a report with the ledger; return its entrants looked up on external lists."""
        read, asks, pools = self.ledger.read, self.asks, self._pools()
        players = roll.players(first_new)
        lists = asks.lists(pools, [month.start for month in months]) if asks.lists else ()
        found = look_ups(read, lists, players, roll.new_numbers(first_new))
        warn_of_unnumbered(report, players, found, problems)
        if asks.known_ratings is not None:
            known = asks.known_ratings(pools, report.start, players, [one.fact for one in found])
            check_printed(report, players, known, self.given.unrated, problems)
        return found

    def _replaced(self, known: RecordedReport | None) -> CurrentReport | None:
        """Return the report to replace. Raises ReplacedMeanwhile if another is current now."""
        options = self.inputs.options
        if known is None or options.replaces is None:
            return None
        current = previous_report.replaced_of(known, options)
        if self.meant not in (None, current.position):
            raise previous_report.ReplacedMeanwhile(
                Sentence(
                    "the report of {tournament} was replaced while this file was read ({event} is "
                    "current now); nothing was recorded: check that report, and replace it if "
                    "wrong",
                    tournament=options.replaces,
                    event=Position(current.position),
                ),
                field="replaces",
                found=options.replaces,
                remedy=Remedy("list-events", stream=f"tournament-{options.replaces}"),
            )
        self.meant = current.position
        return current

    def _remarks(
        self,
        report: TournamentReport,
        months: tuple[TournamentReport, ...],
        context: Context,
        known: RecordedReport | None,
        warnings: tuple[Problem, ...],
    ) -> Remarks:
        """Compare the report with the report to replace. Raises NothingDiffers."""
        replaced = context.replaced
        if known is None or replaced is None:
            return Remarks(warnings)
        before = previous_report.side_of(self.ledger.read, known, replaced)
        players = context.roll.players(context.last.player + 1)
        after = previous_report.completed(report, known)
        changes = differences(before, Part(after, tuple(players)))
        if not changes and not months:
            raise previous_report.NothingDiffers(
                Sentence(
                    "the file is the same report as the current one of {tournament} ({event}), as "
                    "corrected: there is nothing to replace",
                    tournament=context.tournament,
                    event=Position(replaced.position),
                ),
                field="file",
                found=context.tournament,
                expected=Sentence("a report that differs"),
            )
        ended = previous_report.ended_with(known, replaced)
        of_replacement = Problems()
        previous_report.warn_of_appeals(self.ledger.read, ended, of_replacement)
        if self.asks.k_of is not None and "time_control" not in self.inputs.options.facts:
            controls = before.report.time_control, after.time_control
            online = known.announced is not None and known.announced.online
            asked = previous_report.KQuestion(self._pools(), after.start, controls, online)
            previous_report.warn_of_other_k(asked, self.asks.k_of, of_replacement)
        return Remarks((*warnings, *of_replacement.all()), changes, ended)

    def _composed(self, reports: tuple[TournamentReport, ...], context: Context) -> Request:
        composed = compose(self.inputs, reports, context, self.salts)
        whole = not self.inputs.options.whole_by.keys().isdisjoint(self._pools())
        for event in composed.events:
            if isinstance(event.fact, ReportFact):
                parts.check_size(event.fact, whole=whole)
        self._show_progress(3)
        return composed

    def _show_progress(self, thirds: int) -> None:
        """Report progress in bytes of the file: read, recognised, composed."""
        if self.progress is not None:
            size = len(self.inputs.data)
            self.progress(size * thirds // 3, size)
