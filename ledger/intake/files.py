"""Opening of files to import: only ordinary files, never a database."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory

from ledger import limits
from ledger.errors import LimitExceeded, Refused, check_at_most
from ledger.sentences import Sentence
from ledger.store import drivers


class NotAnOrdinaryFile(Refused):
    """A pipe, a device or a database cannot be imported."""

    def __init__(self, path: Path, found: Sentence) -> None:
        super().__init__(
            Sentence(
                "{file} is {found}, not an ordinary file: save what is meant as a file first",
                file=str(path),
                found=found,
            ),
            field=path.name,
            found=found,
            expected=Sentence("an ordinary file"),
        )


def opened(path: Path) -> BufferedReader:
    """Open a file for reading. Raises NotAnOrdinaryFile, IsADirectoryError, OSError."""
    if drivers.is_database(
        Path(os.path.realpath(path))
    ):  # to close it would drop the locks of a ledger
        raise NotAnOrdinaryFile(path, Sentence("a database (a ledger?)"))
    file = open(path, "rb", opener=_at_once)  # noqa: SIM115 - Path.open takes no opener
    if not S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotAnOrdinaryFile(path, Sentence("a pipe or a device"))
    return file


@contextmanager
def as_file(data: bytes, name: str) -> Iterator[Path]:
    """Yield the path of a temporary file of a name, with some bytes."""
    with TemporaryDirectory(prefix="ledger-") as folder:
        path = Path(folder, name)
        path.write_bytes(data)
        yield path


def _at_once(path: str, flags: int) -> int:
    """Open without waiting for a writer, which a pipe may never have."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read(path: Path, most_bytes: int = limits.DOCUMENT_BYTES) -> bytes:
    """Read a file; raises LimitExceeded for a large file, before reading."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most_bytes + 1) if size <= most_bytes else b""
    size = max(size, len(data))  # it may have grown meanwhile
    if size > most_bytes:
        raise LimitExceeded(Sentence("bytes of {file}", file=path.name), size, most_bytes)
    return data


def standard_input(most_bytes: int = 1 << 20) -> bytes:
    """Return standard input, at most so many bytes. Raises LimitExceeded."""
    found = sys.stdin.buffer.read(most_bytes + 1)
    check_at_most(Sentence("bytes of standard input"), len(found), most_bytes)
    return found
