"""Files written by commands: whole or not at all, none overwritten by mistake."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile, mkstemp
from typing import IO, Any, BinaryIO, TextIO

from ledger.errors import Refused, Remedy
from ledger.store.neighbours import check_target


class FileThere(Refused):
    """The name of the file is in use."""

    def __init__(self, path: Path, remedy: str = "choose another name, or --overwrite it") -> None:
        """Name the file, and say what to do instead."""
        super().__init__(
            f"{path} is there already: {remedy}",
            field="to",
            found=path,
            expected="the name of a new file",
            remedy=Remedy(words=remedy),
        )


@contextmanager
def into(path: Path, *, overwrite: bool = False) -> Iterator[TextIO]:
    """Open a file for text, UTF-8, line ends unchanged.

    The text goes into a temporary file beside it, which takes the name when all is written and
    on disk; where anything fails, nothing is left. Raises FileThere unless `overwrite`,
    LedgerThere in any case for the name of a ledger or of a file beside one, Refused for a folder,
    a pipe or a device.
    """
    _check_name(path, overwrite=overwrite)
    with (
        NamedTemporaryFile(
            "w",
            encoding="utf-8",
            newline="",
            dir=path.parent,
            prefix=f".{path.name}.",
            delete=False,
        ) as made,
        _finished(made, path, mode=0o666 & ~_umask(), overwrite=overwrite),
    ):
        yield made  # type: ignore[misc]  # a text file in a wrapper that forwards everything


@contextmanager
def privately(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for bytes, readable by the owner only: mode 0600 from the start.

    It comes to be as with `into`, under a name nobody can know before. Raises FileThere.
    """
    try:
        _check_name(path, overwrite=False)
        with (
            NamedTemporaryFile(
                "wb", dir=path.parent, prefix=f".{path.name}.", delete=False
            ) as made,
            _finished(made, path, mode=0o600, overwrite=False),
        ):
            yield made  # type: ignore[misc]  # as above
    except FileThere:
        raise FileThere(path, "nothing is overwritten; choose another name") from None


def check_free(path: Path) -> None:
    """Check the name of a file to be written later. Raises FileThere, LedgerThere."""
    check_target(path)
    if path.exists():
        raise FileThere(path, "choose another name")


@contextmanager
def database(path: Path) -> Iterator[Path]:
    """Yield the name of an empty file for SQLite, readable by the owner only: mode 0600.

    It comes to be as with `into`. Raises FileThere, and Refused where a file lies about that SQLite
    would read as a part of it.
    """
    try:
        _check_name(path, overwrite=False)
        _check_beside(path)
        with _filled(path) as temporary:
            yield temporary
    except FileThere:
        raise FileThere(path, "nothing is overwritten; choose another name") from None


@contextmanager
def _filled(path: Path) -> Iterator[Path]:
    """Yield a temporary name; then sync and rename the file."""
    opened, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(opened)
    temporary = Path(name)
    try:
        yield temporary
        _to_disk(temporary)
        _name(temporary, path, overwrite=False)
        _to_disk(path.parent)
    finally:
        for file in (temporary, *_beside(temporary)):
            file.unlink(missing_ok=True)


def _check_beside(path: Path) -> None:
    for file in _beside(path):
        if file.exists():
            raise Refused(
                f"{file} is left of another file, and would be read with it: remove it",
                code="file-in-the-way",
                field="to",
                found=file,
            )


def _beside(path: Path) -> list[Path]:
    """Return the names of the files belonging to a SQLite database."""
    return [Path(f"{path}{end}") for end in ("-journal", "-wal", "-shm")]


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _check_name(path: Path, *, overwrite: bool) -> None:
    """Refuse a folder, a device, a ledger's name, and a name in use."""
    if path.is_dir():
        raise Refused(
            f"{path} is a folder: name a file",
            code="is-a-folder",
            field="to",
            found=path,
            expected="a file",
        )
    if not path.parent.is_dir():
        raise Refused(
            f"{path}: there is no folder {path.parent}",
            code="no-folder",
            field="to",
            found=path.parent,
            expected="a folder that is there",
        )
    if path.exists() and not path.is_file():
        raise Refused(
            f"{path} is a pipe or a device: name a file",
            code="not-a-file",
            field="to",
            found=path,
            expected="a file",
        )
    check_target(path)
    if path.exists() and not overwrite:
        raise FileThere(path)


@contextmanager
def _finished(made: IO[Any], path: Path, *, mode: int, overwrite: bool) -> Iterator[None]:
    """Sync the file and rename it; leave nothing after an error."""
    temporary = Path(made.name)
    try:
        yield
        made.flush()
        os.fsync(made.fileno())
        temporary.chmod(mode)
        _name(temporary, path, overwrite=overwrite)
    finally:
        temporary.unlink(missing_ok=True)


def _name(temporary: Path, path: Path, *, overwrite: bool) -> None:
    """Rename a written file. A hard link fails if the name was used meanwhile."""
    if not overwrite:
        try:
            path.hardlink_to(temporary)
            return
        except FileExistsError:
            raise FileThere(path) from None
        except OSError:  # a file system without links
            if path.exists():
                raise FileThere(path) from None
    temporary.replace(path)


def _umask() -> int:
    """Return the umask of the process, which can be read only by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
