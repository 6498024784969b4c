"""Logs: facts in snake_case with ids as keys, on standard error, no names of persons."""

from __future__ import annotations

import logging
import sys

import structlog

from ledger.visible import escaped


def to_standard_error(level: int = logging.WARNING) -> None:
    """Send what is logged to standard error, so that answers on standard output stay whole."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"]),
            lambda _logger, _method, line: escaped(str(line)),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
