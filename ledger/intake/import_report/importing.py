"""The import of a report: a file and options become one request to the ledger.

Registrations of new players, the tournament and its report are recorded together or not at all.
The key of the request is made of the file and the options, so that repeating an import is
harmless.

A refused import cannot ask questions that depend on missing days or players. It is therefore
composed once more with an answer to each of its questions (today, or any text), and the questions
of that composition are added to the refusal.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from threading import RLock
from typing import Final

from ledger import clock
from ledger.errors import Refused
from ledger.intake.formats.detecting import scheme_of
from ledger.intake.formats.problems import (
    A_DAY,
    FILL_IN,
    REGISTER_NEW,
    Answer,
    Problems,
    ReportRefused,
    subject,
)
from ledger.intake.import_report.import_session import ASKS_NOBODY, Asks, Intake, Progress
from ledger.intake.import_report.options import ImportOptions, matching, read_options
from ledger.intake.import_report.receipts import ImportReceipt, Inputs, described
from ledger.intake.people.entrants import map_to_fill_in
from ledger.intake.people.registering import Salts
from ledger.intake.recording import append_composed
from ledger.store.ledger import Ledger
from ledger.store.requests import Receipt, Request, new_salt
from ledger.time_limit import check_time

_TURN: Final = RLock()
PATIENCE_SECONDS: Final = 2
"""How long a report waits for its turn to be composed."""


@contextmanager
def in_turn() -> Iterator[None]:
    """Compose one report after the other in a process; behind a long one, nobody waits for long.

    To compose is to compute, and threads that compute at once share one interpreter: each costs
    half as much again. What waits for the disk is outside. Raises TimeOver.
    """
    mine = _TURN.acquire(timeout=PATIENCE_SECONDS)
    try:
        check_time()
        yield
    finally:
        if mine:
            _TURN.release()


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

    def composed() -> Request | Receipt:
        with in_turn():
            return intake.known_receipt() or intake.request()

    try:
        receipt = append_composed(ledger, composed)
    except ReportRefused as refused:
        raise _with_further_questions(refused, intake) from refused
    described_receipt, remarks = described(ledger.read, receipt), intake.remarks
    if receipt.replayed or remarks is None:
        return described_receipt
    return replace(described_receipt, **remarks._asdict())


def compose_import(
    ledger: Ledger, data: bytes, options: ImportOptions, asks: Asks, handed_in_on: date
) -> Request | Receipt:
    """Return the request of an import handed in on a day, or its receipt; nothing is recorded.

    Raises what `import_report` refuses.
    """
    intake = _intake(ledger, data, options, new_salt, asks)
    intake.handed_in_on = handed_in_on
    return intake.known_receipt() or intake.request()


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


def _with_further_questions(refused: ReportRefused, intake: Intake) -> ReportRefused:
    """Return a refusal with the further questions that depend on the answers."""
    ledger, options = intake.ledger, intake.inputs.options
    asked = [problem for problem in refused.problems if problem.answer]
    needed = [problem.answer for problem in asked if problem.severity == "refused"]
    if intake.asks.known_ratings is None or not needed:
        return refused
    today = clock.today(ledger.clock, ledger.zone())
    with_answers = _answered(options, needed, today)
    second = _intake(ledger, intake.inputs.data, with_answers, new_salt, intake.asks)
    try:
        second.request()
        problems = second.remarks.warnings if second.remarks else ()
    except ReportRefused as refused_again:
        problems = refused_again.problems
    except Refused:
        return refused
    subjects = {subject(problem.answer) for problem in asked} | _DAYS
    further = [
        problem
        for problem in problems
        if problem.answer and subject(problem.answer) not in subjects
    ]
    return ReportRefused([*refused.problems, *further]) if further else refused


def _answered(options: ImportOptions, answers: Sequence[Answer], today: date) -> ImportOptions:
    """Return options with the answers; `today` or any text stands for open values."""
    facts, orders = dict(options.facts), [options.date_order]
    day = facts.get("received_on", str(today))
    for option, *values in answers:
        if option == "--set":
            name, _, value = values[0].partition("=")
            facts[name] = value.replace(FILL_IN, "?").replace(A_DAY, day)
            if name in _DAYS:  # one of them alone may contradict the other
                facts |= dict.fromkeys(sorted(_DAYS), day)
        elif option == "--date-order":
            orders = values
    register_new = options.register_new or REGISTER_NEW in answers
    return replace(options, facts=facts, register_new=register_new, date_order=orders[0])
