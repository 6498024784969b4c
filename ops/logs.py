"""Standard error beside an answer: logs, and the progress of long work.

Logs are facts in snake_case with ids as keys, no names of persons. If nothing can be
written to standard error, the work goes on.
"""

import logging
import sys
from contextlib import suppress
from functools import partial

from ledger.logs import BEFORE_THE_FIRST_LINE
from ledger.visible import escaped


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


def _configure(level: int) -> None:
    import structlog

    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
            lambda _logger, _method, line: escaped(str(line)),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(StandardError()),  # type: ignore[arg-type]
    )
