"""Counted requests: one row for each subject, shared by all processes on a ledger."""

from typing import Final, NamedTuple

from sqlalchemy import Engine, delete, text

from ledger.store.changing import counting
from ledger.store.schema import rate_window

_COUNT: Final = text(
    "INSERT INTO rate_window (subject, window_start, count) VALUES (:subject, :start, :new)"
    " ON CONFLICT (subject) DO UPDATE SET"
    " count = CASE WHEN rate_window.window_start < excluded.window_start THEN excluded.count"
    " ELSE rate_window.count + excluded.count END,"
    " window_start = CASE WHEN rate_window.window_start < excluded.window_start"
    " THEN excluded.window_start ELSE rate_window.window_start END"
    " RETURNING window_start, count"
)
"""A process whose clock is behind counts in the window of the others."""


class Window(NamedTuple):
    """The present window of a subject: start (µs since 1970) and number of requests."""

    start: int
    requests: int


class RateWindows:
    """The counted requests of a ledger."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def count(self, subject: str, start: int, new: int = 1) -> Window:
        """Count new requests of a subject; return its window. Raises Unavailable soon if locked."""
        with counting(self._engine) as connection:
            row = connection.execute(_COUNT, {"subject": subject, "start": start, "new": new}).one()
            return Window(*row)

    def forget(self, before: int) -> None:
        """Delete the windows that began before an instant. Raises Unavailable."""
        with counting(self._engine) as connection:
            connection.execute(delete(rate_window).where(rate_window.c.window_start < before))
