"""Files that commands write: whole or not at all, and none overwritten by mistake."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TextIO

from ledger.errors import Refused


class FileThere(Refused):
    """A file of that name is there already."""

    def __init__(self, path: Path) -> None:
        """Name the file."""
        super().__init__(f"{path} is there already: choose another name, or --overwrite it")


@contextmanager
def into(path: Path | None, *, overwrite: bool = False) -> Iterator[TextIO]:
    """Open a file to write text into, UTF-8, line ends as they are; None: standard output.

    The text goes into a temporary file beside it, which takes the name when all is written and
    on disk; where anything fails, nothing is left. Raises FileThere unless `overwrite`.
    """
    if path is None:
        yield sys.stdout
        return
    if path.exists() and not overwrite:
        raise FileThere(path)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as made:
        temporary = Path(made.name)
        try:
            yield made  # type: ignore[misc]  # a text file in a wrapper that forwards everything
            made.flush()
            os.fsync(made.fileno())
            temporary.chmod(0o666 & ~_umask())
            _name(temporary, path, overwrite=overwrite)
        finally:
            temporary.unlink(missing_ok=True)


def _name(temporary: Path, path: Path, *, overwrite: bool) -> None:
    """Give a written file its name. A link fails where the name was taken meanwhile."""
    if not overwrite:
        try:
            path.hardlink_to(temporary)
            return
        except FileExistsError:
            raise FileThere(path) from None
        except OSError:  # a file system without links
            if path.exists():
                raise FileThere(path) from None
    with suppress(FileNotFoundError):
        temporary.replace(path)


def _umask() -> int:
    """Give the permissions that files of this process lack; it can only be asked by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
