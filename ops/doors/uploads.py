"""Files as inputs: a path at the command line; over HTTP the body, or the parts of a form.

The first file of a declaration is called `file` and is the body, or the part of this name. A
further one is a part of the form by its own name.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin

from msgspec import Struct, structs

FORM: Final = "multipart/form-data"
"""Media type of a form with files."""

MOST_BYTES: Final = 16 << 20
"""Largest file in a body."""


class Upload(Struct, frozen=True):
    """A file that somebody hands in: the place of it, or its bytes."""

    name: str
    """Without folders."""
    data: bytes = b""
    path: str = ""
    """Empty: `data` are the bytes."""

    @classmethod
    def at(cls, path: Path) -> "Upload":
        """Return the file at a path, not read yet."""
        return cls(path.name, path=str(path))

    @contextmanager
    def opened(self) -> Iterator[Path]:
        """Yield a path of the file; of bytes alone, of a temporary file with its name."""
        if self.path:
            yield Path(self.path)
            return
        from ledger.intake.files import as_file

        with as_file(self.data, self.name) as path:
            yield path

    def read(self, most_bytes: int) -> bytes:
        """Return the bytes. Raises LimitExceeded, NotAnOrdinaryFile, OSError."""
        from ledger.errors import check_at_most
        from ledger.intake.files import read
        from ledger.sentences import Sentence

        if self.path:
            return read(Path(self.path), most_bytes)
        check_at_most(Sentence("bytes of the file"), len(self.data), most_bytes)
        return self.data

    def kept(self, most_bytes: int) -> "Upload":
        """Return the file with its bytes, apart from any place. Raises as `read`."""
        return Upload(self.name, self.read(most_bytes))


@dataclass(frozen=True, slots=True)
class File:
    """A file as body: media type, and largest size in bytes."""

    media_type: str
    most_bytes: int
    beside: tuple[str, ...] = ()
    """Names of further files that a form (multipart/form-data) may bring."""

    @property
    def media_types(self) -> tuple[str, ...]:
        """Media types under which the file is taken."""
        return tuple(dict.fromkeys((self.media_type, "application/octet-stream", FORM)))

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the files in a form."""
        return "file", *self.beside


ANY_BYTES: Final = File("application/octet-stream", MOST_BYTES)
"""A file of any layout."""


def is_upload(kind: Any) -> bool:
    """Return whether an input of a type is a file."""
    if get_origin(kind) is Annotated:
        return is_upload(get_args(kind)[0])
    return Upload in (kind, *get_args(kind))


def file_of(kind: type[Struct]) -> File | None:
    """Return how the files of a declaration are sent; None: it has none."""
    files = [field for field in structs.fields(kind) if is_upload(field.type)]
    if not files:
        return None
    first, *others = files
    (sent,) = (mark for mark in first.type.__metadata__ if isinstance(mark, File))
    assert first.name == "file"  # the name of its part in a form
    return replace(sent, beside=tuple(field.name for field in others))
