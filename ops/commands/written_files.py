"""Files written by commands: whole or not at all, none overwritten by mistake."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from tempfile import mkstemp
from typing import BinaryIO, Final, TextIO

from ledger.errors import Refused
from ledger.sentences import Input, Remedy, Sentence
from ledger.store.sqlite_files import check_target

_UNFINISHED: Final = ".ledger-unfinished"
"""Ending of the temporary files that become a written file."""

_OVERWRITE: Final = Sentence(
    "choose another name, or overwrite it ({input})", input=Input("overwrite")
)
_RENAME: Final = Sentence("nothing is overwritten; choose another name")


class FileThere(Refused):
    """The name of the file is in use."""

    def __init__(self, path: Path, remedy: Sentence) -> None:
        """Name the file, and say what to do instead."""
        super().__init__(
            Sentence("{path} is there already: {remedy}", path=str(path), remedy=remedy),
            field="to",
            found=path,
            expected=Sentence("the name of a new file"),
            remedy=Remedy("", remedy),
        )


@contextmanager
def into(path: Path, *, overwrite: bool = False) -> Iterator[TextIO]:
    """Open a file for text, UTF-8, line ends unchanged.

    The text goes into a temporary file beside it, which takes the name when all is written and
    on disk; where anything fails, nothing is left. Raises FileThere unless `overwrite`,
    LedgerThere in any case for the name of a ledger or of a file beside one, Refused for a folder,
    a pipe or a device.
    """
    with (
        _finished(path, _OVERWRITE, overwrite=overwrite) as temporary,
        temporary.open("w", encoding="utf-8", newline="") as file,
    ):
        yield file
        umask = os.umask(0)  # only setting the umask tells it
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)


@contextmanager
def privately(path: Path) -> Iterator[BinaryIO]:
    """Open a new file for bytes, readable by the owner only: mode 0600 from the start.

    It is written as with `into`, under a name nobody can know before. Raises FileThere.
    """
    with _finished(path, _RENAME) as temporary, temporary.open("wb") as file:
        yield file


@contextmanager
def database(path: Path) -> Iterator[Path]:
    """Yield the name of an empty file for SQLite, readable by the owner only: mode 0600.

    The file is written as with `into`. Raises FileThere; Refused for another file beside it that
    SQLite would read as a part of the new one.
    """
    for file in _of_sqlite(path):
        if file.exists() and not path.exists():
            problem = Sentence(
                "{file} is left of another file, and would be read with it: remove it",
                file=str(file),
            )
            raise Refused(problem, code="file-in-the-way", field="to", found=file)
    with _finished(path, _RENAME) as temporary:
        try:
            yield temporary
        finally:
            for file in _of_sqlite(temporary):
                file.unlink(missing_ok=True)


def check_free(path: Path) -> None:
    """Check the name of a file to be written later. Raises FileThere, LedgerThere."""
    check_target(path)
    if path.exists():
        raise FileThere(path, Sentence("choose another name"))


def _of_sqlite(path: Path) -> list[Path]:
    return [Path(f"{path}{end}") for end in ("-journal", "-wal", "-shm")]


def _check_name(path: Path) -> None:
    """Refuse a folder, a device, and a ledger's name."""
    name, folder, expected = str(path), str(path.parent), Sentence("a file")
    if path.is_dir():
        problem = Sentence("{name} is a folder: name a file", name=name)
        raise Refused(problem, code="is-a-folder", field="to", found=path, expected=expected)
    if not path.parent.is_dir():
        problem = Sentence("{name}: there is no folder {folder}", name=name, folder=folder)
        expected = Sentence("a folder that is there")
        raise Refused(problem, code="no-folder", field="to", found=folder, expected=expected)
    if path.exists() and not path.is_file():
        problem = Sentence("{name} is a pipe or a device: name a file", name=name)
        raise Refused(problem, code="not-a-file", field="to", found=path, expected=expected)
    check_target(path)


@contextmanager
def _finished(path: Path, remedy: Sentence, *, overwrite: bool = False) -> Iterator[Path]:
    """Yield a temporary file; then sync and rename it. Nothing is left after an error.

    What killed programs left unfinished in the folder is removed.
    """
    _check_name(path)
    if path.exists() and not overwrite:
        raise FileThere(path, remedy)
    _remove_left_over(path.parent)
    with _temporary(path) as temporary:
        yield temporary
        _to_disk(temporary)
        if overwrite or not _linked(temporary, path, remedy):
            temporary.replace(path)
        _to_disk(path.parent)


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    """Yield an empty file beside another one, locked as long as this program writes to it."""
    opened, temporary = _locked(path)
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
        os.close(opened)


def _locked(path: Path) -> tuple[int, Path]:
    opened, name = mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=_UNFINISHED)
    with suppress(OSError):  # a file system without locks, where nothing is removed either
        flock(opened, LOCK_EX)
    if Path(name).exists():
        return opened, Path(name)
    os.close(opened)  # another program removed it before it was locked
    return _locked(path)


def _remove_left_over(folder: Path) -> None:
    """Remove the unfinished files of a folder that no program writes to any more."""
    for unfinished in folder.glob(f".*{_UNFINISHED}"):
        with suppress(OSError), unfinished.open("rb") as file:
            flock(file, LOCK_EX | LOCK_NB)
            for left in (unfinished, *_of_sqlite(unfinished)):
                left.unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _linked(temporary: Path, path: Path, remedy: Sentence) -> bool:
    """Whether a hard link could name the file: it fails if the name was taken meanwhile."""
    try:
        path.hardlink_to(temporary)
    except OSError as error:  # the name is in use, or the file system has no links
        if isinstance(error, FileExistsError) or path.exists():
            raise FileThere(path, remedy) from None
        return False
    return True
