"""Standard streams in any state: full, closed, without a reader, ASCII."""

import errno
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


class NotShown(OSError):
    """The answer could not be written to standard output."""


class _Closed(io.TextIOBase):
    """Standard output closed before the program began."""

    def write(self, _text: str) -> int:
        """Refuse to write."""
        raise OSError(errno.EBADF, "it is closed")


def prepare() -> None:
    """Replace missing streams, and write characters unknown to an encoding as escapes.

    Call it once, when a process begins.
    """
    sys.stdout = sys.stdout or _Closed()
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def write(text: str) -> None:
    """Write to standard output; without a reader, discard.

    Raises NotShown where it is full or closed.
    """
    with suppress(BrokenPipeError), _shown():
        sys.stdout.write(text)


def flush() -> None:
    """Flush standard output; see `write`."""
    with suppress(BrokenPipeError), _shown():
        sys.stdout.flush()


@contextmanager
def _shown() -> Iterator[None]:
    """Discard the rest where standard output fails; raise NotShown if it is full or closed."""
    try:
        yield
    except BrokenPipeError:
        discard()
        raise
    except OSError as error:
        discard()
        raise NotShown(error.errno, error.strerror) from error


@contextmanager
def as_a_file() -> Iterator[TextIO]:
    """Yield standard output for a file written piece by piece, in UTF-8.

    Raises BrokenPipeError where its reader has gone, NotShown where it is full or closed.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")
    with _shown():
        yield sys.stdout
        sys.stdout.flush()


def write_error(text: str) -> None:
    """Write to standard error, ignoring failures."""
    with suppress(OSError):
        sys.stderr.write(text)
        sys.stderr.flush()


def discard() -> None:
    """Discard the rest of standard output, also at the end of Python."""
    with suppress(OSError, ValueError):  # a stream without a file: nothing is written at the end
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def columns() -> int | None:
    """Return the characters of a line where standard output is a terminal, else None."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def styled() -> bool:
    """Whether standard output is a terminal with styles (without: NO_COLOR, TERM=dumb)."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def writes_utf8(stream: TextIO) -> bool:
    """Whether a stream writes every character unescaped."""
    return (stream.encoding or "utf-8").lower().replace("-", "") == "utf8"
