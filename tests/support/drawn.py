"""What is drawn in a random history: choices taken from a number, and something to record."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, TypeVar

from ops.house import House
from tests.support.history_model import Known, Tournament
from tests.support.history_settings import Setting

BODY: Final = "fide-council"
"""Decides appeals against a refusal (FIDE 0.4), and everything else here."""

T = TypeVar("T")


class Impossible(Exception):
    """Nothing can be recorded so: there is no report yet, or no list."""


class Choices:
    """Choices taken from one number: of 0 the first each time, so that a history can shrink."""

    def __init__(self, number: int) -> None:
        self.number = number

    def one(self, things: Sequence[T]) -> T:
        """Choose one of some things. Raises Impossible where there is none."""
        if not things:
            raise Impossible
        self.number, at = divmod(self.number, len(things))
        return things[at]

    def some(self, things: Sequence[T], count: int) -> list[T]:
        """Choose different things."""
        left, chosen = list(things), []
        for _ in range(count):
            chosen.append(self.one(left))
            left.remove(chosen[-1])
        return chosen


def nowhere() -> NoReturn:
    """Refuse: there is no inverse."""
    raise Impossible


@dataclass(frozen=True)
class Recording:
    """Something to record: as a use case, as a command line, and what the model learns of it."""

    record: Callable[[House], object]
    learn: Callable[[], object]
    words: tuple[str, ...] = ()
    concerned: tuple[Tournament, ...] = ()
    """The tournaments whose games it concerns."""
    inverse: "Callable[[], Recording]" = nowhere
    """Composes what puts everything back as it was."""


@dataclass
class Drawing:
    """Recordings about a pool, drawn from what is known."""

    setting: Setting
    now: Known
