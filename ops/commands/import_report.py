"""Importing a report: from bytes to receipt and import slip."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath

from ledger.errors import Refused
from ledger.intake.import_report.import_session import Allowed, Asks
from ledger.intake.import_report.importing import check_report, import_report, map_of_undecided
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import ImportReceipt, Preview
from ops.answers.tournament_games import read_tournament
from ops.commands import import_slips
from ops.commands.closed_list_effects import AlreadyBooked, lists_corrected, versions_expected
from ops.commands.complete_sheet import whole_articles
from ops.commands.import_again import ImportAgain, import_again
from ops.house import House
from projections.queries.known_ratings import known_ratings
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
class Checked:
    """A file checked without recording: the preview of an import, or a refusal."""

    file: str
    preview: Preview | None = None
    refusal: Refused | None = None
    again: ImportAgain | None = None
    """Import that answers what was asked."""
    map_to_fill_in: str = ""
    """CSV text with the entrants whose identity is unclear; empty: none."""


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
    of the file and, `with_map`, the entrants whose identity is unclear.
    """
    try:
        asks = _asks(house, options)
        receipt = import_report(house.ledger, file.data, options, asks=asks, progress=progress)
    except Refused as refusal:
        tournament = options.target or options.tournament
        slip = import_slips.note_refused(house, file.name, file.data, refusal, tournament)
        again = import_again(file.path, options, refusal, further)
        unclear = _map_to_fill_in(house, file, options) if with_map else ""
        raise import_slips.OnSlip(refusal, slip, unclear, again) from refusal
    return Imported(file.name, receipt, import_slips.note_complete(house, file.name, receipt))


def check_file(
    house: House,
    file: ReportFile,
    options: ImportOptions,
    further: Sequence[str] = (),
    *,
    with_map: bool = False,
) -> Checked:
    """Return the preview of a file's import; not even a slip is written."""
    try:
        preview = check_report(house.ledger, file.data, options, asks=_asks(house, options))
    except Refused as refusal:
        again = import_again(file.path, options, refusal, further)
        unclear = _map_to_fill_in(house, file, options) if with_map else ""
        return Checked(file.name, None, refusal, again, unclear)
    return Checked(file.name, preview)


def _map_to_fill_in(house: House, file: ReportFile, options: ImportOptions) -> str:
    text = map_of_undecided(house.ledger, file.data, options)
    return text if text.count("\n") > 1 else ""


def with_rulebooks(house: House, options: ImportOptions) -> ImportOptions:
    """Add the facts required by the rulebooks: days, time controls, whole reports."""
    events = (house.read.stream(f"pool-{pool}") for pool in options.pools)
    books = [rulebook(some[0].decoded().payload.rulebook) for some in events if some]
    asked = {name for book in books for edition in book.editions for name in edition.asked}
    return replace(
        options,
        asks_registration="registered" in asked or not books,
        asks_time_control="time_control_text" in asked,
        whole_by=whole_articles(house),
    )


def _asks(house: House, options: ImportOptions) -> Asks:
    """Return the questions of an import: ratings known to the pools, replacement of a report."""
    ratings = partial(known_ratings, house.read)
    if options.replaces is None:
        return Asks(known_ratings=ratings)
    return Asks(_allowed(house, options), ratings)


def _allowed(house: House, options: ImportOptions) -> Allowed:
    """A report on a closed list may be replaced under a rulebook with corrections."""

    def allowed(tournament: str, report: int) -> Mapping[str, int]:
        of = read_tournament(house.read, tournament)
        closed = lists_corrected(house, of, report)
        if closed and options.by_month:
            names = ", ".join(f"{kept.period} of {kept.pool}" for kept in closed)
            raise AlreadyBooked(
                f"{tournament}: booked by {names}: a report is divided only while no list has "
                "it; correct its results one by one, or bring the new report whole"
            )
        return versions_expected(house, of)

    return allowed
