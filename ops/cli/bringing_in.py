"""Commands for files of tournaments: tournament import, slips; event record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ledger.errors import Refused
from ops.cli import output
from ops.cli.app import Acting, Reading, event_app, option, tournament_app
from ops.cli.exits import DONE, FOUND, REFUSED
from ops.cli.report_options import Meant, People, Written, import_options
from ops.progress import shown

if TYPE_CHECKING:
    from ledger.intake.import_report.options import ImportOptions
    from ops.commands.import_files import FilesFound
    from ops.house import House

event_app.command(
    "ops.cli.by_hand:record_app",
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


@tournament_app.command(name="import")
def import_report(
    *files: Annotated[
        Path, option("reports as pairing programs wrote them, or folders of such files")
    ],
    preview: Annotated[bool, option("show the result, record nothing")] = False,
    meant: Meant = Meant(),
    people: People = People(),
    written: Written = Written(),
    acting: Acting = Acting(),
) -> int:
    """Import tournament reports; a file with problems is refused whole.

    Example: ledger tournament import open.trf --pool fide-standard --set received_on=2025-10-14

    Several files, or the files of a folder, are imported one after the other, with a receipt for
    each and a summary. A refused file does not stop the others; the exit code is then 1. Broken
    links, links to folders, pipes and devices in a folder are skipped and named.

    For a tournament announced before: --of T-000412 in place of --pool. For a long tournament rated
    month by month: --by-month. Every import, but no preview, leaves an import slip (`ledger
    tournament slips`).

    Facts to --set are name, place, federation, start, end, time_control, received_on,
    registered_on, pairing_system, hybrid, online, official_event, norms_possible,
    announced_as_rated, match_games, weight, points, byes, unrated, event_start, event_end. They
    take precedence over the file.
    """
    options = import_options(meant, people, written, acting.by)
    with acting.opened() as house:
        chosen, passed_over = _files(files)
        warnings = [f"{output.WARNING}{passed}" for passed in passed_over]
        if preview:
            _check(house, chosen, options, people.write_map, acting, warnings)
        elif len(chosen) == 1:
            _import(house, chosen[0], options, people.write_map, acting, warnings)
        else:
            return _import_many(house, chosen, options, people.write_map, acting, warnings)
    return DONE


def _files(paths: tuple[Path, ...]) -> FilesFound:
    """Return the files named and the files of folders. Raises Refused without any."""
    from ops.commands.import_files import files_in

    if not paths:
        raise Refused("no file is named", code="file-needed", field="files")
    return files_in(paths)


def _check(
    house: House,
    files: tuple[Path, ...],
    options: ImportOptions,
    write_map: Path | None,
    acting: Acting,
    warnings: Sequence[str],
) -> None:
    """Preview each file, and show the result at once."""
    from ops.cli.intake_words import checked_lines
    from ops.commands.import_files import FilesRefused, check_files

    _check_map(write_map, files)
    if acting.format == "text":
        _say(warnings)
    said, refused = [], []
    with_map = write_map is not None
    for checked in check_files(house, files, options, acting.typed(), with_map=with_map):
        lines = [*checked_lines(checked, _map_written(checked.map_to_fill_in, write_map))]
        said += lines
        refused += [checked] if checked.refusal is not None else []
        if acting.format == "text":
            _say(lines)
    if refused:
        raise FilesRefused(refused)
    if acting.format == "json":
        about = {"files": [file.name for file in files], "said": said}
        output.recorded(acting.format, (), warnings, about=about)


def _import_many(
    house: House,
    files: tuple[Path, ...],
    options: ImportOptions,
    write_map: Path | None,
    acting: Acting,
    warnings: Sequence[str],
) -> int:
    """Import several files; show the result of each at once, then a summary."""
    from ops.cli.intake_words import receipt_about, receipt_lines, summary_line
    from ops.commands.import_files import NotImported, import_files

    _check_map(write_map, files)
    receipts, said, refused = [], [], 0
    show_progress = lambda name: shown(f"importing {name}")  # noqa: E731
    for outcome in import_files(house, files, options, acting.typed(), show_progress):
        if isinstance(outcome, NotImported):
            refused += 1
            messages = [refusal.message for refusal in outcome.refusal.refusals()]
            said.append({"file": outcome.file, "refused": messages})
            if acting.format == "text":
                output.notice(f"refused: {outcome.file}")
                output.notices(str(outcome.refusal))
            continue
        receipts.append(outcome.receipt)
        said.append(receipt_about(outcome.file, outcome.receipt, outcome.slip))
        if acting.format == "text":
            _say(receipt_lines(outcome.file, outcome.receipt, outcome.slip))
    code = FOUND if refused and receipts else REFUSED if refused else DONE
    summary = [*warnings, summary_line(receipts, refused, len(warnings))]
    output.recorded(acting.format, receipts, summary, about={"files": said}, code=code)
    return code


def _import(
    house: House,
    file: Path,
    options: ImportOptions,
    write_map: Path | None,
    acting: Acting,
    warnings: Sequence[str],
) -> None:
    from ledger.intake.files import read
    from ops.cli.intake_words import map_line, receipt_about, receipt_lines
    from ops.commands.import_report import OnSlip, ReportFile, import_file, with_rulebooks

    read_file = ReportFile(str(file), read(file))
    _check_map(write_map, (file,))
    asked, with_map = with_rulebooks(house, options), write_map is not None
    try:
        with shown(f"importing {file.name}") as progress:
            done = import_file(house, read_file, asked, acting.typed(), progress, with_map=with_map)
    except OnSlip as refusal:
        refusal.map_to_fill_in = _map_written(refusal.unclear, write_map)
        if acting.format == "text":
            _say(warnings)
            if refusal.map_to_fill_in is not None:
                output.say(map_line(refusal.map_to_fill_in))
        raise
    output.recorded(
        acting.format,
        [done.receipt],
        [*receipt_lines(done.file, done.receipt, done.slip), *warnings],
        about=receipt_about(done.file, done.receipt, done.slip),
    )


def _check_map(path: Path | None, files: Sequence[Path]) -> None:
    """Refuse a map of several files, and a name in use."""
    from ops.commands.written_files import check_free

    if path is None:
        return
    if len(files) > 1:
        raise Refused(
            "--write-map is for one file at a time",
            code="one-file",
            field="write-map",
            found=len(files),
            expected=1,
        )
    check_free(path)


def _map_written(text: str, path: Path | None) -> Path | None:
    """Write the map of entrants with unclear identity; return the path, None without any."""
    from ops.commands.written_files import into

    if path is None or not text:
        return None
    with into(path) as out:
        out.write(text)
    return path


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        output.say(line)


@tournament_app.command
def slips(
    number: Annotated[
        int | None, option("the slip to show in full; without it the newest are listed")
    ] = None,
    *,
    last: Annotated[int, option("how many of the newest to list")] = 50,
    reading: Reading = Reading(),
) -> None:
    """Show import slips: files handed in, with the day and the result.

    Example: ledger tournament slips 12
    """
    from ops.answers import import_slips
    from ops.cli.intake_words import slip_lines

    with reading.opened() as house:
        if number is None:
            answer = import_slips.import_slips(house, last)
            output.answer(answer, reading.format, title="import slips")
            return
        slip = import_slips.import_slip(house, number)
    if reading.format == "json":
        output.document(slip)
        return
    _say(slip_lines(slip))
