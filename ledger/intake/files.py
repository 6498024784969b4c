"""Files that are brought in: ordinary ones, and never a ledger."""

from __future__ import annotations

import os
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG

from ledger import limits
from ledger.errors import LimitExceeded, Refused
from ledger.store import drivers


class NotAnOrdinaryFile(Refused):
    """A pipe, a device, or a database is no file that could be brought in."""

    def __init__(self, path: Path, found: str) -> None:
        """Name the file, and say what it is."""
        super().__init__(
            f"{path} is {found}, not an ordinary file: save what is meant as a file first",
            field=path.name,
            found=found,
            expected="an ordinary file",
        )


def opened(path: Path) -> BufferedReader:
    """Open a file to be read. Raises NotAnOrdinaryFile, IsADirectoryError, OSError."""
    if drivers.is_database(
        Path(os.path.realpath(path))
    ):  # to close it would drop the locks of a ledger
        raise NotAnOrdinaryFile(path, "a database (a ledger?)")
    file = open(path, "rb", opener=_at_once)  # noqa: SIM115 - Path.open takes no opener
    if not S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotAnOrdinaryFile(path, "a pipe or a device")
    return file


def _at_once(path: str, flags: int) -> int:
    """Open without waiting: nobody may ever write to a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def read(path: Path, most_bytes: int = limits.DOCUMENT_BYTES) -> bytes:
    """Read a file; as `opened`, and raises LimitExceeded before one too large is read."""
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(most_bytes + 1) if size <= most_bytes else b""
    size = max(size, len(data))  # it may have grown meanwhile
    if size > most_bytes:
        raise LimitExceeded(f"bytes of {path.name}", size, most_bytes)
    return data
