"""The import of a report: a file and options become one request to the ledger.

Registrations of new players, the tournament and its report are recorded together or not at all;
a report that replaces another, or is a further part, is recorded with those it makes known.
The key of the request is made of the file and the options, so that repeating an import is
harmless; its events are composed of what the ledger says at that moment, and composed again where
somebody else was faster.

A refused import cannot ask questions that depend on missing days or players. It is therefore
previewed once more with an answer to each of its questions (today, or any text), and the questions
of that preview are added to the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Final

from ledger import clock
from ledger.errors import Refused
from ledger.intake.formats.detecting import scheme_of
from ledger.intake.formats.problems import (
    A_DAY,
    FILL_IN,
    REGISTER_NEW,
    Answer,
    Problem,
    Problems,
    ReportRefused,
    subject,
)
from ledger.intake.import_report.import_session import ASKS_NOBODY, Asks, Intake, Progress
from ledger.intake.import_report.options import ImportOptions, matching, read_options
from ledger.intake.import_report.receipts import ImportReceipt, Inputs, Preview, described
from ledger.intake.people.entrants import map_to_fill_in
from ledger.intake.people.registering import Salts, new_salt
from ledger.intake.recording import append_composed
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt


def import_report(
    ledger: Ledger,
    data: bytes,
    options: ImportOptions,
    salts: Salts = new_salt,
    *,
    asks: Asks = ASKS_NOBODY,
    progress: Progress | None = None,
) -> ImportReceipt:
    """Record a tournament report: new players, the tournament, the report, in a single request.

    The same file with the same options again gives the first receipt. By default nobody is asked
    whether a report may be replaced, and printed ratings are held against nothing. Raises
    ReportRefused with everything that is wrong with the file, its players and the options;
    AlreadyReported for a file taken with other options; NothingDiffers for a replacement that says
    what stands; ReplacedMeanwhile where another file took its place first.
    """
    intake = _intake(ledger, data, options, salts, asks)
    intake.progress = progress
    try:
        receipt = append_composed(ledger, lambda: intake.known_receipt() or intake.request())
    except ReportRefused as refused:
        raise _asked_at_once(refused, intake) from refused
    if receipt.replayed:
        return described(ledger.read, receipt)
    return described(ledger.read, receipt, intake.warnings, intake.differences, intake.ended)


def check_report(
    ledger: Ledger, data: bytes, options: ImportOptions, *, asks: Asks = ASKS_NOBODY
) -> Preview:
    """Preview `import_report`: nothing is recorded. Raises the same errors."""
    intake = _intake(ledger, data, options, new_salt, asks)
    try:
        asked = intake.known_receipt() or intake.request()
    except ReportRefused as refused:
        raise _asked_at_once(refused, intake) from refused
    receipt = described(ledger.read, asked) if isinstance(asked, Receipt) else None
    return Preview(
        tournament=receipt.tournament if receipt else intake.tournament,
        report=intake.reading.accepted() if receipt else intake.report,
        months=intake.reports if options.by_month and not receipt else (),
        new_players=() if receipt else intake.new_players,
        warnings=() if receipt else intake.warnings,
        differences=intake.differences,
        ended=intake.ended,
        receipt=receipt,
    )


def _asked_at_once(refused: ReportRefused, intake: Intake) -> ReportRefused:
    if intake.asks.known_ratings is None:
        return refused
    ledger, options = intake.ledger, intake.inputs.options

    def attempt(with_answers: ImportOptions) -> tuple[Problem, ...]:
        second = _intake(ledger, intake.inputs.data, with_answers, new_salt, intake.asks)
        second.request()
        return second.warnings

    today = clock.today(ledger.clock, ledger.zone())
    return with_further_questions(refused, options, today, attempt)


def map_of_undecided(ledger: Ledger, data: bytes, options: ImportOptions) -> str:
    """Return, as CSV text, the map of entrants to be filled in; see `--map`."""
    intake = _intake(ledger, data, options, new_salt, ASKS_NOBODY)
    asked = matching(intake.inputs.options, Problems())
    return map_to_fill_in(ledger.read, intake.reading.entrants, asked)


def _intake(
    ledger: Ledger, data: bytes, options: ImportOptions, salts: Salts, asks: Asks
) -> Intake:
    if options.number_scheme is None:
        options = replace(options, number_scheme=scheme_of(data, options.form))
    wrong = Problems()
    given = read_options(options, wrong)
    return Intake(ledger, Inputs(data, options), salts, given, wrong, asks)


_DAYS: Final = frozenset({"start", "end"})


Attempt = Callable[[ImportOptions], Iterable[Problem]]
"""Previews an import; returns the warnings, raises the same errors."""


def with_further_questions(
    refused: ReportRefused, options: ImportOptions, today: date, attempt: Attempt
) -> ReportRefused:
    """Return a refusal together with the next questions."""
    asked = [problem for problem in refused.problems if problem.answer]
    needed = [problem.answer for problem in asked if problem.severity == "refused"]
    if not needed:
        return refused
    try:
        found = tuple(attempt(answered(options, needed, today)))
    except ReportRefused as second:
        found = second.problems
    except Refused:
        return refused
    subjects = {subject(problem.answer) for problem in asked} | _DAYS
    further = [
        problem for problem in found if problem.answer and subject(problem.answer) not in subjects
    ]
    return ReportRefused([*refused.problems, *further]) if further else refused


def answered(options: ImportOptions, answers: Iterable[Answer], today: date) -> ImportOptions:
    """Return options with the answers; `today` or any text stands for open values."""
    facts, given_answers = dict(options.facts), list(answers)
    day = facts.get("received_on", str(today))
    for answer in given_answers:
        if answer[0] == "--set":
            name, _, value = answer[1].partition("=")
            facts[name] = value.replace(FILL_IN, "?").replace(A_DAY, day)
    if _DAYS & {
        subject(answer) for answer in given_answers
    }:  # one of them alone may contradict the other
        facts |= dict.fromkeys(sorted(_DAYS), day)
    orders = [value for option, *value in given_answers if option == "--date-order"]
    return replace(
        options,
        facts=facts,
        register_new=options.register_new or REGISTER_NEW in given_answers,
        date_order=orders[0][0] if orders else options.date_order,
    )
