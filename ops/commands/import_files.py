"""Many reports imported one after the other: a receipt for each file, refused files named."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from ledger.errors import Refused
from ledger.intake.import_report.options import ImportOptions
from ops.commands.import_report import Imported, as_asked, import_file
from ops.house import House

MOST_FILES: Final = 100_000
"""Files in one command."""


@dataclass(frozen=True, slots=True)
class NotImported:
    """A file that was refused; it is on a slip, and the other files go on."""

    file: str
    refusal: Refused


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Something in a folder that cannot be read as a report; the files beside it are imported."""

    path: Path
    what: str
    remedy: str

    def __str__(self) -> str:
        """Say what it is, and what to do, in one line."""
        return f"passed over: {self.path} is {self.what}; {self.remedy}"


class FilesFound(NamedTuple):
    """The files to import, and what was passed over in their folders."""

    files: tuple[Path, ...]
    passed_over: tuple[PassedOver, ...]


def files_in(paths: Sequence[Path]) -> FilesFound:
    """Give files as named, and those of folders and their folders, in the order of their names.

    Names that begin with a dot are left out of folders. Raises Refused for a folder without files,
    and for too many.
    """
    found: list[Path] = []
    passed_over: list[PassedOver] = []
    for path in paths:
        inside, besides = _inside(path) if path.is_dir() else ([path], [])
        if not inside:
            raise Refused(
                "\n".join([f"{path}: there is no file in this folder", *map(str, besides)]),
                code="no-files",
                field="files",
                found=path,
                expected="a folder with reports",
            )
        found += inside
        passed_over += besides
    if len(found) > MOST_FILES:
        raise Refused(
            f"{len(found):,} files: at most {MOST_FILES:,} in one command; import folder by folder",
            code="too-many-files",
            field="files",
            found=len(found),
            expected=f"at most {MOST_FILES}",
        )
    return FilesFound(tuple(found), tuple(passed_over))


def _inside(folder: Path) -> tuple[list[Path], list[PassedOver]]:
    """Give the files of a folder and of its folders, and what is passed over; both by name."""
    files: list[Path] = []
    passed_over: list[PassedOver] = []

    def closed(error: OSError) -> None:
        what = f"a folder that cannot be read ({error.strerror})"
        passed_over.append(PassedOver(Path(error.filename), what, "allow it to be read"))

    for place, folders, names in os.walk(folder, onerror=closed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(place, name) for name in (*folders, *names) if not name.startswith(".")]
        files += [path for path in paths if path.is_file()]
        passed_over += filter(None, map(_passed_over, paths))
    return sorted(files), sorted(passed_over, key=lambda passed: passed.path)


def _passed_over(path: Path) -> PassedOver | None:
    """Say why a path in a folder is not imported; None: it is a file, or a folder to look into."""
    if path.is_file() or (path.is_dir() and not path.is_symlink()):
        return None
    if path.is_dir():
        return PassedOver(path, "a link to a folder", "to import its files, name the folder")
    if path.is_symlink() and not path.exists():
        return PassedOver(path, "a link that leads nowhere", "put the file in its place")
    return PassedOver(path, "a pipe, a socket or a device", "save what is meant as a file")


def check_for_several(options: ImportOptions) -> None:
    """Raise Refused for options that are about one file."""
    for field in ("replaces", "of", "part", "tournament"):
        if getattr(options, field) is not None:
            raise Refused(
                f"--{field} is about one file: import that file alone",
                code="one-file",
                field=field,
                found=getattr(options, field),
            )


def import_files(
    house: House, files: Sequence[Path], options: ImportOptions, further: Sequence[str] = ()
) -> Iterator[Imported | NotImported]:
    """Import files one by one, under the same options; a file that is refused stops no other.

    `further` are arguments of the command that the import does not need, to name it again.
    """
    check_for_several(options)
    options = as_asked(house, options)
    for file in files:
        try:
            yield import_file(house, file, options, None, further)
        except (Refused, OSError) as error:
            yield NotImported(file.name, _refused(error))


def _refused(error: Refused | OSError) -> Refused:
    if isinstance(error, Refused):
        return error
    return Refused(error.strerror or str(error), code="file-not-usable")
