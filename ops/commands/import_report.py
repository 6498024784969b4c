"""Bringing a report in, from its file to its receipt and its slip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from ledger.errors import LimitExceeded, Refusal, Refused
from ledger.intake.files import NotAnOrdinaryFile, read
from ledger.intake.import_report.import_session import Allowed, Asks
from ledger.intake.import_report.importing import check_report, import_report, map_of_undecided
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.receipts import ImportReceipt
from ops.answers.tournament_games import read_tournament
from ops.cli.intake_words import preview_lines
from ops.commands import import_slips
from ops.commands.closed_list_effects import AlreadyBooked, lists_corrected, versions_expected
from ops.commands.import_again import ImportAgain, import_again
from ops.commands.rated_whole import whole_by_pool
from ops.commands.written_files import check_free, into
from ops.house import House
from ops.progress import shown
from projections.queries.known_ratings import known_ratings
from projections.rulebooks import rulebook


@dataclass(frozen=True, slots=True)
class Imported:
    """A report that was recorded, now or before."""

    file: str
    """The name of the file."""
    receipt: ImportReceipt
    slip: int | None
    """The number of its import slip; None where it could not be kept."""


class FilesRefused(Refused):
    """Files that were only looked at, and cannot be imported."""

    def __init__(self, refusals: Sequence[tuple[str, Refused, ImportAgain | None]]) -> None:
        """Name each file, what is wrong with it, and the import that answers what it asks."""
        self.files = tuple(refusals)
        told = (
            "\n".join([f"{file}: {refusal}", *_lines(again)]) for file, refusal, again in refusals
        )
        super().__init__("\n".join(told))

    def refusals(self) -> Iterator[Refusal]:
        """Yield what is wrong with each file."""
        for file, refused, _ in self.files:
            for refusal in refused.refusals():
                yield replace(refusal, message=f"{file}: {refusal.message}")


def _lines(again: ImportAgain | None) -> Iterator[str]:
    return iter(()) if again is None else again.lines()


def import_file(
    house: House,
    file: Path,
    options: ImportOptions,
    write_map: Path | None = None,
    further: Sequence[str] = (),
) -> Imported:
    """Import a file, with options that hold what the rulebooks ask (`as_asked`).

    A file that is refused leaves in `write_map` the map of the entrants of whom it is not clear
    who they are, to be filled in. `further` are arguments of the command that the import does not
    need, to name it again. Raises what refuses the file, on a slip (`OnSlip`).
    """
    data = read(file)
    if write_map is not None:
        check_free(write_map)
    try:
        with shown(f"importing {file.name}") as progress:
            asks = following(house, options)
            receipt = import_report(house.ledger, data, options, asks=asks, progress=progress)
    except Refused as refusal:
        meant = options.target or options.tournament
        written = map_written(house, data, options, write_map)
        slip = import_slips.note_refused(house, file.name, data, refusal, meant)
        again = import_again(file, options, refusal, further)
        raise import_slips.OnSlip(refusal, slip, written, again) from refusal
    return Imported(file.name, receipt, import_slips.note_complete(house, file.name, receipt))


def map_written(
    house: House, data: bytes, options: ImportOptions, path: Path | None
) -> Path | None:
    """Write the map to fill in, unless everybody is known; return its path. Raises FileThere."""
    if path is None:
        return None
    text = map_of_undecided(house.ledger, data, options)
    if text.count("\n") <= 1:
        return None
    with into(path) as out:
        out.write(text)
    return path


def checked(
    house: House,
    files: Sequence[Path],
    options: ImportOptions,
    write_map: Path | None = None,
    further: Sequence[str] = (),
) -> Iterator[str]:
    """Say what importing each file would record; nothing is recorded, not even a slip.

    Raises Refused at the end, with everything that is wrong with any of them. A map of the
    entrants is written for one file only.
    """
    if not files:
        raise Refused("no file is named", code="file-needed", field="files")
    if write_map is not None and len(files) > 1:
        raise Refused(
            "--write-map is for one file at a time",
            code="one-file",
            field="files",
            found=len(files),
            expected=1,
        )
    if write_map is not None:
        check_free(write_map)
    refusals: list[tuple[str, Refused, ImportAgain | None]] = []
    options = as_asked(house, options)
    asks = following(house, options)
    for file in files:
        try:
            data = read(file)
        except (LimitExceeded, NotAnOrdinaryFile) as error:
            refusals.append((file.name, error, None))
            continue
        except OSError as error:
            words = error.strerror or str(error)
            refusals.append((file.name, Refused(words, code="file-not-usable"), None))
            continue
        try:
            preview = check_report(house.ledger, data, options, asks=asks)
        except Refused as refusal:
            again = import_again(file, options, refusal, further)
            refusals.append((file.name, refusal, again))
            if written := map_written(house, data, options, write_map):
                yield map_line(written)
        else:
            yield from preview_lines(file.name, preview)
    if refusals:
        raise FilesRefused(refusals)


def map_line(path: Path) -> str:
    """Say where the map to be filled in was written."""
    return f"map to fill in, for --map: {path}"


def as_asked(house: House, options: ImportOptions) -> ImportOptions:
    """Give options with what the rulebooks ask: days, time controls, reports that come whole."""
    events = (house.read.stream(f"pool-{each}") for each in options.pools)
    books = [rulebook(each[0].decoded().payload.rulebook) for each in events if each]
    asked = {name for book in books for each in book.editions for name in each.asked}
    return replace(
        options,
        asks_registration="registered" in asked or not books,
        asks_time_control="time_control_text" in asked,
        whole_by=whole_by_pool(house),
    )


def following(house: House, options: ImportOptions) -> Asks:
    """Give who is asked which ratings the pools know, and whether a report may be replaced.

    One that a closed list has booked is where its rulebook corrects closed lists: the official
    track tells.
    """
    ratings = partial(known_ratings, house.read)
    if options.replaces is None:
        return Asks(known_ratings=ratings)
    return Asks(_asking(house, options), ratings)


def _asking(house: House, options: ImportOptions) -> Allowed:
    def allowed(tournament: str, report: int) -> Mapping[str, int]:
        of = read_tournament(house.read, tournament)
        closed = lists_corrected(house, of, report)
        if closed and options.by_month:
            raise AlreadyBooked(
                f"{tournament}: {'; '.join(closed)}: a report is divided only while no list has "
                "it; correct its results one by one, or bring the new report whole"
            )
        return versions_expected(house, of)

    return allowed
