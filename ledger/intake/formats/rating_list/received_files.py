"""Files as received: read once, in bounded memory, hashed while read; also inside a .zip."""

import codecs
import io
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest, sha256
from itertools import count
from pathlib import Path
from typing import Any, Final

from ledger.intake.files import opened
from ledger.intake.formats.problems import Place, Problems
from ledger.sentences import Amount, Sentence

LONGEST_LIST_BYTES: Final = 2 << 30
"""Bytes of a list, as it is read; FIDE's combined list is 856 MB of XML."""

LONGEST_LINE_BYTES: Final = 1 << 16

CHUNK_BYTES: Final = 1 << 18

ZIP: Final = b"PK\x03\x04"

BROKEN: Final = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    UnicodeDecodeError,  # the name of a file
    EOFError,
    NotImplementedError,  # a version or a trick of packing that this program does not know
)
"""Errors of a damaged or unusual .zip."""

ONE_COUNTRY: Final = Sentence("send a list of one country")
_TAKE_IT_OUT: Final = Sentence("take the list out of it")

_PLAYER: Final = b"<player>"

_PACKED: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_LOCKED: Final = 0x1


class Hashed(io.RawIOBase):
    """A file read once from beginning to end, hashed while read."""

    def __init__(self, file: io.BufferedReader) -> None:
        super().__init__()
        self._file, self._hash = file, sha256()

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what io hands over
        """Read as much as fits."""
        piece = self._file.read(len(buffer))
        self._hash.update(piece)
        buffer[: len(piece)] = piece
        return len(piece)

    def digest(self) -> str:
        """Read the rest; return the SHA-256 of the whole file, in hex."""
        while piece := self._file.read(CHUNK_BYTES):
            self._hash.update(piece)
        return self._hash.hexdigest()


@dataclass(frozen=True, slots=True)
class Received:
    """A list being read, without the .zip around."""

    stream: io.BufferedReader
    digest: Callable[[], str]
    """Returns the SHA-256 of the file as received; reads the rest first."""
    done: Callable[[], int]
    """Gives the bytes of the file read so far."""
    size: int
    """Bytes of the file."""
    unpacked: int
    """Bytes of the list without the .zip around it."""


@contextmanager
def received(path: Path, problems: Problems) -> Iterator[Received | None]:
    """Open a list, or the single file inside a .zip; None if `problems` refuses it.

    Raises one of BROKEN for a damaged .zip.
    """
    with opened(path) as file:
        size = path.stat().st_size
        if file.read(len(ZIP)) == ZIP:
            file.seek(0)
            with _unpacked(file, size, problems) as unpacked:
                yield unpacked
            return
        file.seek(0)
        if _is_too_long(size, problems):
            yield None
            return
        hashed = Hashed(file)
        yield Received(io.BufferedReader(hashed, CHUNK_BYTES), hashed.digest, file.tell, size, size)


@contextmanager
def _unpacked(file: io.BufferedReader, size: int, problems: Problems) -> Iterator[Received | None]:
    digest = file_digest(file, "sha256").hexdigest()
    with zipfile.ZipFile(file) as packed:
        members = [member for member in packed.infolist() if not member.filename.endswith("/")]
        if len(members) != 1:
            expected = Sentence("one list in a .zip")
            problems.refuse(Place("file"), f"{len(members)} files", expected, _TAKE_IT_OUT)
            yield None
        elif _is_locked(members[0], problems) or _is_too_long(members[0].file_size, problems):
            yield None
        else:
            with packed.open(members[0]) as member:
                unpacked: Any = member  # reads into buffers too, which its annotations do not say
                stream: io.BufferedReader = io.BufferedReader(unpacked, CHUNK_BYTES)
                yield Received(stream, lambda: digest, file.tell, size, members[0].file_size)


def _is_locked(member: zipfile.ZipInfo, problems: Problems) -> bool:
    is_locked = bool(member.flag_bits & _LOCKED) or member.compress_type not in _PACKED
    if is_locked:
        found, expected = "a password, or another way of packing", Sentence("an ordinary .zip")
        problems.refuse(Place("file"), found, expected, _TAKE_IT_OUT)
    return is_locked


def refuse_zip(error: Exception, problems: Problems) -> None:
    """Refuse a damaged .zip."""
    found = str(error) or type(error).__name__
    expected, remedy = Sentence("a whole .zip"), Sentence("fetch the file again")
    problems.refuse(Place("file"), found, expected, remedy)


def _is_too_long(size: int, problems: Problems) -> bool:
    if size > LONGEST_LIST_BYTES:
        limit = Sentence("at most {most}", most=Amount(LONGEST_LIST_BYTES))
        problems.refuse(Place("file"), f"{size:,} bytes", limit, ONE_COUNTRY)
    return size > LONGEST_LIST_BYTES


def count_rows(stream: io.BufferedReader) -> int:
    """Count the lines of a list after the first, or the players of an XML list."""
    is_tagged = stream.peek(CHUNK_BYTES).removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"<")
    row, rows, end, last = _PLAYER if is_tagged else b"\n", 0, b"", b""
    while piece := stream.read(CHUNK_BYTES):
        piece, last = end + piece, piece[-1:]
        rows += piece.count(row)
        end = piece[max(0, len(piece) - len(row) + 1) :]
    return rows if is_tagged else rows - (last == b"\n")


def lines(stream: io.BufferedReader, problems: Problems) -> Iterator[tuple[int, bytes]]:
    """Yield the lines, numbered from 1, without line ends (CRLF or LF)."""
    for number in count(1):
        line = stream.readline(LONGEST_LINE_BYTES + 1)
        if not line:
            return
        if len(line) > LONGEST_LINE_BYTES:
            limit = Sentence("at most {most} bytes", most=Amount(LONGEST_LINE_BYTES))
            remedy = Sentence("check that it is a list")
            problems.refuse(Place("line", number), f"{len(line):,} bytes", limit, remedy)
            return
        yield number, line.rstrip(b"\r\n")
