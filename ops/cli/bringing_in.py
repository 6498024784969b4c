"""Commands for files of tournaments: tournament import; event record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ledger.errors import Refused
from ledger.sentences import Input, Sentence
from ops.cli import output
from ops.cli.app import app, option
from ops.cli.exits import DONE, FOUND, REFUSED
from ops.cli.shared_options import Acting, options_of
from ops.progress import shown
from ops.tournaments.import_inputs import ImportInputs
from ops.words import said

if TYPE_CHECKING:
    from ledger.intake.import_report.options import ImportOptions
    from ops.house import House
    from ops.tournaments.import_files import FilesFound

app["event"].command(
    "ops.cli.by_hand:record_app",
    name="record",
    help="Record one event by hand; see `ledger event record TYPE --help` for its fields.",
)


@Parameter(name="*")
@dataclass(frozen=True)
class Importing(options_of(ImportInputs)):  # type: ignore[misc]
    """Options of an import, with the map that the command writes."""

    write_map: Annotated[
        Path | None, option("write this file to be filled in, if identities are not clear")
    ] = None


@app["tournament"].command(name="import")
def import_report(
    *files: Annotated[
        Path, option("reports as pairing programs wrote them, or folders of such files")
    ],
    importing: Importing = Importing(),
    acting: Acting = Acting(),
) -> int:
    """Import tournament reports; a file with problems is refused whole.

    Example: ledger tournament import open.trf --pool fide-standard --set received_on=2025-10-14

    Several files, or the files of a folder (also if it is only one), are imported one after the
    other, with a receipt for each and a summary. A refused file does not stop the others; the exit
    code is then 1. Broken links, links to folders, pipes and devices in a folder are skipped and
    named.

    For a tournament announced before: --of T-000412 in place of --pool. For a long tournament rated
    month by month: --by-month. Every import, but no preview, leaves an import slip (`ledger
    tournament slips`).

    Facts to --set are name, place, federation, start, end, time_control, received_on,
    registered_on, pairing_system, hybrid, online, official_event, norms_possible,
    announced_as_rated, match_games, weight, points, byes, unrated, event_start, event_end. They
    take precedence over the file.
    """
    asked = importing.stated().options()
    with acting.opened() as house:
        files_found, passed_over = _files(files)
        warnings = [f"{output.WARNING}{said(passed)}" for passed in passed_over]
        alone = len(files) == 1 and files_found == files  # a folder brings several, if only one
        _check_map(importing.write_map, alone=alone)
        of = _Import(house, asked, importing.write_map, acting, warnings)
        show = of.one(files_found[0]) if alone else of.several(files_found)
    return show()


def _files(paths: tuple[Path, ...]) -> FilesFound:
    from ops.tournaments.import_files import files_in

    if not paths:
        raise Refused(Sentence("no file is named"), code="file-needed", field="files")
    return files_in(paths)


Show = Callable[[], int]
"""Shows the outcome after the work, and returns the exit code."""


@dataclass(frozen=True)
class _Import:
    """An import as asked for, with the warnings of its folders."""

    house: House
    options: ImportOptions
    write_map: Path | None
    acting: Acting
    warnings: Sequence[str]

    def several(self, files: tuple[Path, ...]) -> Show:
        """Import several files; show the result of each at once. Returns how to show a summary."""
        from ops.cli.intake_words import receipt_lines, summary_line
        from ops.tournaments.import_files import NotImported, import_files
        from ops.tournaments.import_receipts import import_data

        receipts, refused, withheld = [], 0, 0
        answers: list[Mapping[str, Any]] = []
        show_progress = lambda name: shown(f"importing {name}")  # noqa: E731
        typed = self.acting.typed()
        lines: list[str] = []
        say = lines.extend if self.acting.preview else self._say
        for outcome in import_files(self.house, files, self.options, typed, show_progress):
            if isinstance(outcome, NotImported):
                word = "withheld" if outcome.withheld else "refused"
                refused, withheld = refused + (not outcome.withheld), withheld + outcome.withheld
                messages = [refusal.message for refusal in outcome.refusal.refusals()]
                answers.append({"file": outcome.file, word: messages})
                if self.acting.format == "text":
                    output.notice(f"{word}: {outcome.file}")
                    for line in str(outcome.refusal).splitlines():
                        output.notice(f"  {line}")
                continue
            receipts.append(outcome.receipt)
            answers.append(import_data(outcome.file, outcome.receipt, outcome.slip))
            say(receipt_lines(outcome.file, outcome.receipt, outcome.slip))
        of_all = FOUND if receipts or withheld else REFUSED
        code = of_all if refused or withheld else DONE
        lines += [*self.warnings, summary_line(receipts, refused, withheld, len(self.warnings))]
        about, form = {"files": answers}, self.acting.format

        def show() -> int:
            output.recorded(form, receipts, lines, about=about, code=code)
            return code

        return show

    def one(self, file: Path) -> Show:
        """Import a single file. Returns how to show the receipt."""
        from ledger.intake.files import read
        from ops.cli.intake_words import map_line, receipt_lines
        from ops.tournaments.import_receipts import imported
        from ops.tournaments.importing import OnSlip, ReportFile, import_file, with_rulebooks

        read_file, house = ReportFile(str(file), read(file)), self.house
        asked, typed = with_rulebooks(house, self.options), self.acting.typed()
        with_map = self.write_map is not None
        try:
            with shown(f"importing {file.name}") as progress:
                done = import_file(house, read_file, asked, typed, progress, with_map=with_map)
        except OnSlip as refusal:
            refusal.map_to_fill_in = self._map_written(refusal.unclear)
            self._say(self.warnings)
            if refusal.map_to_fill_in is not None:
                self._say([map_line(refusal.map_to_fill_in)])
            raise
        found, lines = imported(done), receipt_lines(done.file, done.receipt, done.slip)
        passed = tuple(line.removeprefix(output.WARNING) for line in self.warnings)
        found = replace(found, doubts=(*found.doubts, *passed))
        shown_lines = [*lines, *self.warnings]

        def show() -> int:
            output.receipt(self.acting.format, found, shown_lines)
            return DONE

        return show

    def _map_written(self, text: str) -> Path | None:
        """Write the map of entrants with unclear identity; return the path, None without any."""
        from ops.commands.written_files import into

        if self.write_map is None or not text:
            return None
        with into(self.write_map) as out:
            out.write(text)
        return self.write_map

    def _say(self, lines: Iterable[str]) -> None:
        if self.acting.format == "text":
            for line in lines:
                output.say(line)


def _check_map(path: Path | None, *, alone: bool) -> None:
    """Refuse a map of several files or a folder, and a name in use."""
    from ops.commands.written_files import check_free

    if path is None:
        return
    if not alone:
        raise Refused(
            Sentence("{input} is for one file, named alone", input=Input("write_map")),
            code="one-file",
            field="write-map",
            found=path,
            expected=Sentence("one file, and no folder"),
        )
    check_free(path)
