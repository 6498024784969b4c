"""Many reports imported one after the other: a receipt for each file, refused files named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ledger.errors import Refused
from ledger.intake.options import ImportOptions
from ledger.store.ledger import Ledger
from ops.bringing_in import Imported, as_asked, import_file

MOST_FILES: Final = 100_000
"""Files in one command."""


@dataclass(frozen=True, slots=True)
class NotImported:
    """A file that was refused; it is on a slip, and the other files go on."""

    file: str
    refusal: Refused


def files_in(paths: Sequence[Path]) -> list[Path]:
    """Give files as named, and those of folders and their folders, in the order of their names.

    Names that begin with a dot are left out of folders. Raises Refused for a folder without files,
    and for too many.
    """
    found: list[Path] = []
    for path in paths:
        inside = sorted(_inside(path)) if path.is_dir() else [path]
        if not inside:
            raise Refused(
                f"{path}: there is no file in this folder",
                code="no-files",
                field="files",
                found=path,
                expected="a folder with reports",
            )
        found += inside
    if len(found) > MOST_FILES:
        raise Refused(
            f"{len(found):,} files: at most {MOST_FILES:,} in one command; import folder by folder",
            code="too-many-files",
            field="files",
            found=len(found),
            expected=f"at most {MOST_FILES}",
        )
    return found


def _inside(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        named = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith(".") for part in named):
            yield path


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
    ledger: Ledger, files: Sequence[Path], options: ImportOptions, further: Sequence[str] = ()
) -> Iterator[Imported | NotImported]:
    """Import files one by one, under the same options; a file that is refused stops no other.

    `further` are arguments of the command that the import does not need, to name it again.
    """
    check_for_several(options)
    options = as_asked(ledger, options)
    for file in files:
        try:
            yield import_file(ledger, file, options, None, further)
        except (Refused, OSError) as error:
            yield NotImported(file.name, _refused(error))


def _refused(error: Refused | OSError) -> Refused:
    if isinstance(error, Refused):
        return error
    return Refused(error.strerror or str(error), code="file-not-usable")
