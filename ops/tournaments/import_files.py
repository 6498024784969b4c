"""Importing several reports, file by file, past refused files."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ledger.errors import Refused
from ledger.intake.files import read
from ledger.intake.import_report.options import ImportOptions
from ledger.intake.import_report.same_event import EventRecorded
from ledger.sentences import NO_SENTENCE, Count, Input, Sentence, plain
from ledger.store.withheld import Withheld, WithheldReports
from ops.house import House
from ops.tournaments.importing import (
    Imported,
    OnSlip,
    Progress,
    ReportFile,
    import_file,
    with_rulebooks,
)

MOST_FILES: Final = 100_000
"""Files in one command."""

ShowProgress = Callable[[str], AbstractContextManager[Progress | None]]
"""Shows the progress of a file's import, by the name of the file."""


@dataclass(frozen=True, slots=True)
class NotImported:
    """A refused file."""

    file: str
    refusal: Refused
    withheld: bool = False
    """Whether it waits for a decision: its event is recorded already."""


class FilesFound(NamedTuple):
    """Files to import, and for each folder entry passed over the reason and the remedy."""

    files: tuple[Path, ...]
    passed_over: tuple[Sentence, ...]


def files_in(paths: Sequence[Path]) -> FilesFound:
    """Return files as named, and the files of folders and their folders in the order of names.

    Names that begin with a dot are left out of folders. Raises Refused for a folder without files,
    and for too many files.
    """
    files: list[Path] = []
    passed_over: list[Sentence] = []
    for path in paths:
        of_folder, others = _inside(path) if path.is_dir() else ([path], [])
        if not of_folder:
            raise Refused(
                plain(
                    [Sentence("{path}: there is no file in this folder", path=str(path)), *others]
                ),
                code="no-files",
                field="files",
                found=path,
                expected=Sentence("a folder with reports"),
            )
        files += of_folder
        passed_over += others
    if len(files) > MOST_FILES:
        raise Refused(
            Sentence(
                "{files}: at most {most} in one command; import folder by folder",
                files=Count(len(files), "file"),
                most=MOST_FILES,
            ),
            code="too-many-files",
            field="files",
            found=len(files),
            expected=Sentence("at most {limit}", limit=MOST_FILES),
        )
    return FilesFound(tuple(files), tuple(passed_over))


def _inside(folder: Path) -> tuple[list[Path], list[Sentence]]:
    files: list[Path] = []
    reasons: dict[Path, Sentence] = {}

    def unreadable(error: OSError) -> None:
        reasons[Path(error.filename)] = Sentence(
            "passed over: {path} is a folder that cannot be read ({reason}); allow it to be read",
            reason=error.strerror or "",
        )

    for place, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(place, name) for name in (*folders, *names) if not name.startswith(".")]
        files += [path for path in paths if path.is_file()]
        reasons |= {path: reason for path in paths if (reason := _not_imported(path))}
    return sorted(files), [reasons[path].about(path=str(path)) for path in sorted(reasons)]


def _not_imported(path: Path) -> Sentence:
    """Return why an entry of a folder is not imported; empty: a file, or a folder to look into."""
    if path.is_file() or (path.is_dir() and not path.is_symlink()):
        return NO_SENTENCE
    if path.is_dir():
        return Sentence(
            "passed over: {path} is a link to a folder; to import its files, name the folder"
        )
    if path.is_symlink() and not path.exists():
        return Sentence(
            "passed over: {path} is a link that leads nowhere; put the file in its place"
        )
    return Sentence(
        "passed over: {path} is a pipe, a socket or a device; save what is meant as a file"
    )


def import_files(
    house: House,
    files: Sequence[Path],
    options: ImportOptions,
    further: Sequence[str] = (),
    show_progress: ShowProgress = lambda _: nullcontext(),
) -> Iterator[Imported | NotImported]:
    """Import files under the same options; yield the outcome of each.

    `further` are arguments of the command for the repeated import. Raises Refused for options that
    concern one file.
    """
    _check_for_several(options)
    options = with_rulebooks(house, options)
    for path in files:
        try:
            with show_progress(path.name) as progress:
                file = ReportFile(str(path), read(path))
                imported = import_file(house, file, options, further, progress)
        except (Refused, OSError) as error:
            yield NotImported(path.name, _refusal(error), _withheld(house, error, options))
        else:
            yield imported


def _check_for_several(options: ImportOptions) -> None:
    for field in ("replaces", "of", "part", "tournament"):
        if getattr(options, field) is not None:
            problem = Sentence(
                "{input} is about one file: import that file alone", input=Input(field)
            )
            raise Refused(problem, code="one-file", field=field, found=getattr(options, field))


def _refusal(error: Refused | OSError) -> Refused:
    if isinstance(error, Refused):
        return error
    return Refused(error.strerror or str(error), code="file-not-usable")


def _withheld(house: House, refusal: Refused | OSError, options: ImportOptions) -> bool:
    """Keep a refused file for a decision if its event is recorded already; return whether it is.

    A preview keeps no row. A file that comes every night was received on the first.
    """
    if not (isinstance(refusal, OnSlip) and isinstance(refusal.refusal, EventRecorded)):
        return False
    if house.writes_beside and refusal.number is not None and refusal.again is not None:
        recorded, file = refusal.refusal.recorded, refusal.refusal.file
        withheld = WithheldReports(house.ledger.engine)
        received = options.facts.get("received_on") or withheld.received(file)
        row = Withheld(
            file,
            refusal.number,
            recorded.tournament,
            " ".join(options.pools),
            recorded.shared_players,
            recorded.shared_games,
            f"{recorded.end}",
            received or f"{house.today()}",
            json.dumps([word for answer in refusal.again.options for word in answer]),
        )
        withheld.put(row)
    return True
