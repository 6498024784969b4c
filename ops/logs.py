"""Standard error beside an answer: logs, and the progress of long work.

Logs are facts in snake_case with ids as keys, no names of persons. If nothing can be
written to standard error, the work goes on.
"""

import faulthandler
import logging
import sys
import traceback
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from ledger.logs import BEFORE_THE_FIRST_LINE
from ledger.visible import escaped

LogForm = Literal["json", "text"]
Event = MutableMapping[str, Any]

FRAMES: Final = 12
"""Innermost calls of a fault that are logged."""

_PARTS: Final = 3
"""Parts of a file's path that are logged."""


class StandardError:
    """The present standard error; a full or closed stream is ignored."""

    def write(self, text: str) -> None:
        """Write a text."""
        with suppress(OSError):
            sys.stderr.write(text)

    def flush(self) -> None:
        """Flush."""
        with suppress(OSError):
            sys.stderr.flush()


def to_standard_error(level: int = logging.WARNING) -> None:
    """Send log lines to standard error, so as to keep answers on standard output whole."""
    if "structlog" in sys.modules:
        _configure(level)
    else:
        BEFORE_THE_FIRST_LINE[:] = [partial(_configure, level)]


def of_service(level: str = "info", form: LogForm = "json") -> None:
    """Send the log of a service to standard error, also the lines of libraries.

    Each line has the id of its request. Of a fault, kinds and calls are logged and no words: a
    message of a library can contain names or passwords. If the process crashes (SIGSEGV), the calls
    of all threads are written as plain text.
    """
    BEFORE_THE_FIRST_LINE.clear()
    _configure(logging.getLevelNamesMapping()[level.upper()], form, of_service=True)
    logging.basicConfig(handlers=[_Libraries()], level=logging.WARNING, force=True)
    with suppress(OSError, RuntimeError):  # standard error is closed, or is no file
        faulthandler.enable()


def _configure(level: int, form: LogForm = "text", *, of_service: bool = False) -> None:
    import structlog

    structlog.configure(
        processors=[
            *([structlog.contextvars.merge_contextvars, without_words] if of_service else ()),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _rendered if form == "text" else _rendered_as_json,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.WriteLogger(StandardError()),  # type: ignore[arg-type]
    )


def _rendered(logger: Any, method: str, event: Event) -> str:
    import structlog

    line = structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"])
    return escaped(str(line(logger, method, event)))


def _rendered_as_json(logger: Any, method: str, event: Event) -> str:
    import structlog

    line = structlog.processors.JSONRenderer(sort_keys=True, default=str)
    return str(line(logger, method, event))


def without_words(_logger: Any, _method: str, event: Event) -> Event:
    """Replace a fault by kinds and calls, and hide passwords of addresses."""
    from ledger.store.addresses import without_passwords

    fault = event.pop("exc_info", None)
    if fault is True:
        fault = sys.exc_info()[1]
    elif isinstance(fault, tuple):
        fault = fault[1]
    if isinstance(fault, BaseException):
        event["fault"], event["calls"] = kinds(fault), calls(fault)
    for key, value in event.items():
        if isinstance(value, str):
            event[key] = without_passwords(value)
    return event


def kinds(fault: BaseException | None) -> list[str]:
    """Return the kinds of a fault and of the causes behind."""
    found = []
    while fault is not None:
        found.append(type(fault).__name__)
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    return found


def calls(fault: BaseException) -> list[str]:
    """Return the calls before a fault, the innermost last."""
    frames: Sequence[traceback.FrameSummary] = traceback.extract_tb(fault.__traceback__)
    return [
        f"{'/'.join(Path(frame.filename).parts[-_PARTS:])}:{frame.lineno} {frame.name}"
        for frame in frames[-FRAMES:]
    ]


class _Libraries(logging.Handler):
    """Lines of libraries: their fixed words only, since arguments can contain anything."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a line of a library as a fact."""
        import structlog

        words = str(record.msg).partition("\n")[0]
        structlog.get_logger(record.name).log(
            record.levelno, "library", library=record.name, words=words, exc_info=record.exc_info
        )
