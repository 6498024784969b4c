"""The intake of a report: a file and what was said with it become one request to the ledger.

Registrations of new players, the tournament and its report are recorded together or not at all.
The key of the request is made of the file and the options, so that repeating an import is
harmless; its events are composed of what the ledger says at that moment, and composed again where
somebody else was faster.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Final

from ledger import clock, register
from ledger.errors import Refused
from ledger.intake.composing import Around, compose
from ledger.intake.entrants import Matching, Roll, identify
from ledger.intake.given import Given, in_files
from ledger.intake.options import ImportOptions, check_pool, is_id, read_options
from ledger.intake.problems import Place, Problem, Problems, ReportRefused, in_order
from ledger.intake.reading import Reading
from ledger.intake.receipts import ImportReceipt, Inputs, described
from ledger.intake.recording import record
from ledger.intake.registering import Salts, new_salt
from ledger.intake.report import TournamentReport
from ledger.intake.trf import read_trf
from ledger.store.ledger import Ledger
from ledger.store.reading import Reader
from ledger.store.requests import NO_STREAM, Receipt, Request

_USUAL: Final = ("1-½-0",)
_SCORINGS: Final = {"fid": ("1-½-0", "2-1-0")}
"""How totals may be counted where nothing is said, by the scheme of numbers."""

_LAST_OWN_NUMBER: Final = 999_999
_OWN_STREAM: Final = re.compile("tournament-T-([0-9]{6})")


def import_report(
    ledger: Ledger, data: bytes, options: ImportOptions, salts: Salts = new_salt
) -> ImportReceipt:
    """Record a tournament report: new players, the tournament, the report, in one request.

    The same file with the same options again gives the first receipt. Raises ReportRefused with
    everything that is wrong with the file, its players and the options; AlreadyReported for a
    file taken with other options; StreamMoved where others were faster five times; LimitExceeded
    for a report too large for one event.
    """
    wrong = Problems()
    given = read_options(options, wrong)
    intake = _Intake(ledger, Inputs(data, options), salts, given, wrong)
    receipt = intake.first_receipt() or record(ledger, intake.request)
    return described(ledger.read, receipt, () if receipt.replayed else intake.warnings)


def next_tournament(read: Reader) -> str:
    """Give the next number of a tournament, T-000001 onwards. Raises Refused after T-999999."""
    last = read.last_stream("tournament-T")
    match = _OWN_STREAM.fullmatch(last) if last else None
    if last and (match is None or int(match[1]) >= _LAST_OWN_NUMBER):
        raise Refused(f"no number follows {last!r}: give the tournament an id of its own")
    return f"T-{int(match[1]) + 1 if match else 1:06d}"


@dataclass
class _Intake:
    """One import on its way: composes the request anew from what the ledger says now."""

    ledger: Ledger
    inputs: Inputs
    salts: Salts
    given: Given
    wrong: Problems
    """What is wrong with the options."""
    warnings: tuple[Problem, ...] = ()
    """What the last composition warned of."""

    @cached_property
    def reading(self) -> Reading:
        """Read the file, with the way of counting under which its totals fit best."""
        options = self.inputs.options
        usual = _SCORINGS.get(options.number_scheme, _USUAL)
        readings = (
            read_trf(self.inputs.data, in_files(options.facts), points=points)
            for points in ((self.given.points,) if self.given.points else usual)
        )
        return min(readings, key=lambda reading: len(reading.refusals))

    def first_receipt(self) -> Receipt | None:
        """Give the receipt of this very import, if it was taken. Raises AlreadyReported."""
        return None if self.wrong.refused else self.inputs.first_receipt(self.ledger.read)

    def request(self) -> Request | Receipt:
        """Compose the request; give the receipt where it was recorded meanwhile.

        Raises ReportRefused, AlreadyReported.
        """
        read, problems = self.ledger.read, Problems()
        last = register.last(read)  # before the players are looked up
        tournament = self._tournament(problems)
        self._check_pools(problems)
        roll = self._roll(problems)
        received_on, registered_on = self._days(problems)
        first = self.first_receipt()  # after the look-ups, which may have seen what it left
        if first is not None:
            return first
        report = self._accepted(problems)
        around = Around(self.given, tournament, received_on, registered_on, roll, last)
        return compose(self.inputs, report, around, self.salts)

    def _accepted(self, problems: Problems) -> TournamentReport:
        told = in_order([*self.wrong.all(), *self.reading.problems, *problems.all()])
        if self.reading.report is None or any(each.severity == "refused" for each in told):
            raise ReportRefused(told)
        self.warnings = told
        return self.reading.report

    def _tournament(self, problems: Problems) -> str:
        given = self.inputs.options.tournament
        if given is None:
            return next_tournament(self.ledger.read)
        if is_id(given) and self.ledger.read.stream_version(f"tournament-{given}") != NO_STREAM:
            expected = "an id that no tournament has yet"
            problems.refuse(Place("tournament"), given, expected, "choose another id, or none")
        return given

    def _check_pools(self, problems: Problems) -> None:
        for pool in self.inputs.options.pools:
            check_pool(self.ledger.read, pool, problems)

    def _roll(self, problems: Problems) -> Roll:
        scheme, new = self.inputs.options.number_scheme, self.inputs.options.register_new
        if scheme not in register.SCHEMES:
            return Roll()
        matching = Matching(scheme, new)
        return identify(self.ledger.read, self.reading.entrants, matching, problems)

    def _days(self, problems: Problems) -> tuple[date, date]:
        """Give the days on which the report was received and the tournament registered."""
        received_on = self.given.received_on or clock.today(self.ledger.clock, self.ledger.zone())
        report, registered_on = self.reading.report, self.given.registered_on
        if registered_on is None and report is not None:
            registered_on = min(report.start, received_on)
            expected = "the day on which the tournament was registered"
            remedy = f"{registered_on} was assumed; give it: --set registered_on=YYYY-MM-DD"
            problems.warn(Place("registered_on (given by hand)"), "", expected, remedy)
        return received_on, registered_on or received_on
