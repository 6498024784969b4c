"""Importing a report: from bytes to receipt and import slip."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path, PurePath

from ledger.errors import LedgerError, Refusal, Refused
from ledger.intake.formats.problems import (
    A_DAY,
    DATE_ORDER,
    FILL_IN,
    MAP,
    Answer,
    Problem,
    ReportRefused,
    option,
    subject,
)
from ledger.intake.formats.reading import IGNORE
from ledger.intake.import_report.import_session import Allowed, Asks
from ledger.intake.import_report.importing import compose_import, map_of_undecided
from ledger.intake.import_report.importing import import_report as record_report
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.previous_report import KQuestion
from ledger.intake.import_report.receipts import ImportReceipt, complete_slip, refused_slip
from ledger.sentences import Input, Lines, Sentence, plain
from ledger.store.slips import Slip, Slips
from ops.access.two_persons import TwoPersonsNeeded
from ops.answers.tournament_games import read_tournament
from ops.commands.closed_list_effects import AlreadyBooked, lists_corrected, versions_expected
from ops.commands.composed import Composed, propose_composed
from ops.doors.recordings import Recording
from ops.house import House
from ops.tournaments.completing import whole_articles
from projections.queries.k_by_time_control import k_by_time_control
from projections.queries.known_ratings import known_ratings, lists_to_search
from projections.rulebooks import rulebook

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A report file: path as typed, and bytes."""

    path: str
    data: bytes

    @property
    def name(self) -> str:
        """Name of the file."""
        return PurePath(self.path).name


@dataclass(frozen=True, slots=True)
class Imported:
    """A recorded report, now or before."""

    file: str
    """Name of the file."""
    receipt: ImportReceipt
    slip: int | None
    """Number of the import slip; None: it could not be kept."""


@dataclass(frozen=True, slots=True)
class ImportAgain:
    """The command to repeat an import with answers."""

    words: tuple[str, ...]
    """Words of the command; `…` and `YYYY-MM-DD` are for a person to fill in."""
    corrected: bool
    """Whether the file needs a correction first, since no argument answers some of its faults."""
    where_known: tuple[str, ...] = ()
    """Further arguments, for optional facts."""
    options: tuple[Answer, ...] = ()
    """Options of the command, each with its value."""

    @property
    def facts(self) -> Iterator[Answer]:
        """Optional facts, each as an option with its value."""
        return zip(self.where_known[::2], self.where_known[1::2], strict=True)

    def lines(self) -> Iterator[Sentence]:
        """Yield the introduction and the command."""
        ask = Sentence("to answer what is asked:")
        marks = [mark for mark in (FILL_IN, A_DAY) if any(w.endswith(mark) for w in self.words)]
        if marks:
            ask = Sentence("to answer what is asked (fill in {marks}):", marks=marks)
        yield Sentence("when the file is corrected, {ask}", ask=ask) if self.corrected else ask
        yield plain(f"  {shlex.join(self.words)}")
        if set(DATE_ORDER) <= set(self.words):
            yield Sentence(
                "  or with {option}, if the day comes before the year",
                option=option((DATE_ORDER[0], "dmy")),
            )
        if set(MAP) <= set(self.words):
            yield Sentence(
                "  the map to fill in is written by {write_map} in place of {map}",
                write_map=option(("--write-map", "FILE")),
                map=Input("map"),
            )
        if self.where_known:
            yield Sentence("  where known, add: {facts}", facts=shlex.join(self.where_known))


class OnSlip(Refused):
    """A refusal written on an import slip; in a preview, without a slip."""

    def __init__(
        self, refusal: Refused, number: int | None, again: ImportAgain | None, unclear: str
    ) -> None:
        """Keep the refusal, the slip (None: it could not be kept), and the import with answers.

        `unclear` is CSV text with the entrants whose identity is unclear; empty: none.
        """
        self.refusal, self.number, self.again, self.unclear = refusal, number, again, unclear
        self.map_to_fill_in: Path | None = None
        """File to which a door wrote `unclear`."""
        says = (refusal.words, *(again.lines() if again else ()))
        if number is not None and "\n" not in str(refusal) and len(says) == 1:
            words = Sentence("{refusal}; import slip {slip}", refusal=refusal.words, slip=number)
            says = (words,)
        elif number is not None:
            says = (*says, Sentence("import slip {slip}", slip=number))
        super().__init__(plain(Lines(says)))

    @property
    def about(self) -> Mapping[str, object]:
        """The slip, the map, and the import with answers."""
        where = None if self.map_to_fill_in is None else str(self.map_to_fill_in)
        names = ("words", "corrected", "where_known")
        again = self.again and {name: getattr(self.again, name) for name in names}
        return {"import_slip": self.number, "map_to_fill_in": where, "import_again": again}

    def refusals(self) -> Iterator[Refusal]:
        """Yield the refusals of the file."""
        return self.refusal.refusals()


def import_file(
    house: House,
    file: ReportFile,
    options: ImportOptions,
    further: Sequence[str] = (),
    progress: Progress | None = None,
    *,
    with_map: bool = False,
) -> Imported:
    """Import a file with options from `with_rulebooks`.

    `further` are arguments of the command for the repeated import. Raises OnSlip, with the refusal
    of the file and, `with_map`, the entrants whose identity is unclear; Proposed, without a slip,
    where it takes two persons.
    """
    try:
        receipt = _recorded(house, file.data, options, progress)
    except Refused as refusal:
        tournament, now = options.target or options.tournament, house.ledger.clock()
        slip = _noted(house, refused_slip(file.name, file.data, refusal, now, tournament))
        again = _import_again(file.path, options, refusal, further)
        unclear = map_of_undecided(house.ledger, file.data, options) if with_map else ""
        unclear = unclear if unclear.count("\n") > 1 else ""
        raise OnSlip(refusal, slip, again, unclear) from refusal
    slip = _noted(house, complete_slip(file.name, receipt, house.ledger.clock()))
    return Imported(file.name, receipt, slip)


def _recorded(
    house: House, data: bytes, options: ImportOptions, progress: Progress | None
) -> ImportReceipt:
    record = partial(record_report, house.ledger, data, options, asks=_asks(house, options))
    try:
        return record(progress=progress)
    except TwoPersonsNeeded as needed:
        told = ImportReport(data=data, options=options, handed_in_on=house.today())
        propose_composed(house, partial(told.compose, house), needed, told.as_proposal)
        return record()  # somebody else recorded it meanwhile


class ImportReport(Recording, frozen=True, kw_only=True):
    """A report as handed in on a day: what a proposal of its import keeps."""

    NAME = "import-report"
    PROPOSABLE = True

    data: bytes
    options: ImportOptions
    handed_in_on: date

    def compose(self, house: House) -> Composed[None]:
        """Return the import of the report. Raises its refusals."""
        asks, day = _asks(house, self.options), self.handed_in_on
        return Composed(compose_import(house.ledger, self.data, self.options, asks, day), None)


def _noted(house: House, slip: Slip) -> int | None:
    """Write a slip; return the number, None in a preview, or if it could not be kept.

    The report may be recorded by then, so an error of the slip must not look like a refusal.
    """
    if not house.writes_beside:
        return None
    try:
        return Slips(house.ledger.engine).write(replace(slip, handed_in_by=house.by))
    except LedgerError:
        return None


def with_rulebooks(house: House, options: ImportOptions) -> ImportOptions:
    """Add who hands it in, and what the rulebooks ask: days, time controls, whole reports."""
    opened = (house.read.first_in_stream(f"pool-{pool}") for pool in options.pools)
    books = [rulebook(first.decoded().payload.rulebook) for first in opened if first]
    asked = {name for book in books for edition in book.editions for name in edition.asked}
    return replace(
        options,
        recorded_by=house.by,
        asks_registration="registered" in asked or not books,
        asks_time_control="time_control_text" in asked,
        whole_by=whole_articles(house),
    )


def _asks(house: House, options: ImportOptions) -> Asks:
    ratings, lists = partial(known_ratings, house.read), partial(lists_to_search, house.read)
    if options.replaces is None:
        return Asks(known_ratings=ratings, lists=lists)
    return Asks(_allowed(house, options), ratings, lists, partial(_k_of, house))


def _k_of(house: House, asked: KQuestion) -> Iterator[tuple[str, int, int]]:
    """Yield K before and after a replacement, for pools whose K rests on the time control."""
    for pool in asked.pools:
        facts = house.official.facts.pools[pool]
        found = k_by_time_control(facts, asked.start, asked.time_controls, online=asked.online)
        if found:
            was, now = found
            yield pool, was, now


def _allowed(house: House, options: ImportOptions) -> Allowed:
    """A report on a closed list may be replaced under a rulebook with corrections."""

    def allowed(tournament: str, report: int) -> Mapping[str, int]:
        of = read_tournament(house.read, tournament)
        closed = lists_corrected(house, of, report)
        if closed and options.by_month:
            lists = [
                Sentence("{period} of {pool}", period=kept.period, pool=kept.pool)
                for kept in closed
            ]
            raise AlreadyBooked(
                Sentence(
                    "{tournament}: booked by {lists}: a report is divided only while no list has "
                    "it; correct its results one by one, or bring the new report whole",
                    tournament=tournament,
                    lists=lists,
                )
            )
        return versions_expected(house, of)

    return allowed


# ----------------------------------------------------------------------- the import with answers


def _import_again(
    file: str, options: ImportOptions, refusal: Refused, further: Iterable[str] = ()
) -> ImportAgain | None:
    """Return the import of a file with answers to a refusal; None without a question.

    If the file needs a correction too, totals of points are not answered: they may agree once the
    results are corrected. `further` are arguments of the command besides the import's options.
    """
    problems = refusal.problems if isinstance(refusal, ReportRefused) else ()
    refused = [problem for problem in problems if problem.severity == "refused"]
    corrected = any(not problem.answer for problem in refused)
    needed = [answer for answer in _answers(refused) if not (corrected and answer == IGNORE)]
    if not needed:
        return None
    warnings = [problem for problem in problems if problem.severity == "warning"]
    answered = {subject(answer) for answer in needed}
    given = [option for option in _answers_in(options) if subject(option) not in answered]
    facts = [answer for answer in _answers(warnings) if answer[0] == "--set"]
    return ImportAgain(
        ("ledger", "tournament", "import", file, *chain.from_iterable((*given, *needed)), *further),
        corrected,
        tuple(chain.from_iterable(fact for fact in facts if fact not in (*given, *needed))),
        (*given, *needed),
    )


def _answers(problems: Iterable[Problem]) -> tuple[Answer, ...]:
    return tuple(dict.fromkeys(problem.answer for problem in problems if problem.answer))


def _answers_in(options: ImportOptions) -> Iterator[Answer]:
    for pool in options.pools:
        yield ("--pool", pool)
    named = {
        "--of": options.of,
        "--replaces": options.replaces,
        "--part": options.part,
        "--rounds": "-".join(map(str, options.rounds or ())),
        "--number-scheme": options.number_scheme,
        "--map": options.map_file,
        "--form": options.form if options.form != "auto" else "",
        "--date-order": options.date_order,
    }
    for name, value in named.items():
        if value:
            yield (name, str(value))
    flags = {
        "--last-part": options.last_part,
        "--by-month": options.by_month,
        "--register-new": options.register_new,
        "--another-event": options.another_event,
    }
    yield from ((flag,) for flag, is_given in flags.items() if is_given)
    yield from (("--set", f"{fact}={value}") for fact, value in options.facts.items())
