"""Loggers that import structlog with their first line: most commands write none."""

from collections.abc import Callable
from typing import Any, Final

BEFORE_THE_FIRST_LINE: Final[list[Callable[[], None]]] = []
"""What is still to be configured, called once."""


class Logger:
    """A logger of structlog by its name."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, method: str) -> Any:
        import structlog  # noqa: PLC0415 - a tenth of a second of most commands

        while BEFORE_THE_FIRST_LINE:
            BEFORE_THE_FIRST_LINE.pop()()
        return getattr(structlog.get_logger(self._name), method)
