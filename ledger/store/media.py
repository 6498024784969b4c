"""The medium of a SQLite file: writable, read-only, or full.

SQLite keeps the last changes of a ledger in a second file, `NAME-wal`, with an index of it in
`NAME-shm`: to open a ledger for changes it must write all three.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final
from urllib.parse import quote

from ledger.errors import NotALedger, Refused, Remedy, Unavailable

READ_ONLY = "it lies on a read-only medium, or may not be written to"
ANSWERS: Final = ".projections"
"""Ending of the file beside a ledger in which answers are kept."""

_INDEX_BYTES: Final = 32_768
"""A smaller index was begun when the disk was full."""


class ReadOnlyLedger(Refused):
    """The ledger is on a read-only medium, or not writable for this user."""

    def __init__(self, file: str) -> None:
        elsewhere = Remedy("restore", (file, "--ledger", "NEW"))
        super().__init__(
            f"{file} can be read, and nothing can be recorded: {READ_ONLY}; "
            f"to go on elsewhere, type `{elsewhere}`",
            field="ledger",
            found=file,
            remedy=elsewhere,
        )


def is_read_only(file: Path) -> bool:
    """Return whether SQLite can read an existing file, but not write file or folder."""
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def has_log(file: Path) -> bool:
    """Return whether somebody has a file open, or left changes in the second file."""
    return _size(f"{file}-wal") > 0 or (_size(f"{file}-wal") == 0 and _has_index(file))


def _has_index(file: Path) -> bool:
    return _size(f"{file}-shm") >= _INDEX_BYTES


def _size(file: str) -> int:
    """Bytes of a file; -1 if absent."""
    return Path(file).stat().st_size if Path(file).exists() else -1


def reading_uri(file: Path) -> str:
    """Return the URI under which SQLite reads a file and changes nothing.

    Without a second file nobody has it open, and SQLite takes it for unchanging; with one, SQLite
    reads both. Raises NotALedger where the second file cannot be read for want of its index.
    """
    if not has_log(file):
        return f"file:{quote(str(file))}?immutable=1"
    if not _has_index(file) and not os.access(file.parent, os.W_OK):
        raise NotALedger(
            f"{file}: its last changes stand in {file.name}-wal, which SQLite cannot read on a "
            "read-only medium; copy both files into a folder of your own, and open that copy"
        )
    return f"file:{quote(str(file))}?mode=ro"


def no_room(file: str, error: object) -> str:
    """Return why a file on a full disk can only be read."""
    return f"there seems to be no room on the disk of {file}: {error}"


def unchangeable(file: Path, reason: str) -> Refused | Unavailable:
    """Return the refusal of a change to a file opened for reading."""
    if reason == READ_ONLY and file.suffix == ANSWERS:
        return Unavailable(f"{file}: {reason}; change that, or remove it: it is made anew")
    return ReadOnlyLedger(str(file)) if reason == READ_ONLY else Unavailable(reason)
