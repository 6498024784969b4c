"""Drawn steps of a random history: choices taken from a number, and something to record."""

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
    """Nothing can be recorded so: the report or the list is missing."""


class Choices:
    """Choices taken from a single number: of 0 the first each time, so that a history can
    shrink.
    """

    def __init__(self, number: int) -> None:
        self.number = number

    def one(self, things: Sequence[T]) -> T:
        """Choose from some things. Raises Impossible for none."""
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
    """Refuse: no inverse exists."""
    raise Impossible


@dataclass(frozen=True)
class Recording:
    """Something to record: as a use case, as a command line, and as facts for the model."""

    record: Callable[[House], object]
    learn: Callable[[], object]
    words: tuple[str, ...] = ()
    concerned: tuple[Tournament, ...] = ()
    """The tournaments whose games it concerns."""
    inverse: "Callable[[], Recording]" = nowhere
    """Composes what puts everything back as it was."""


@dataclass
class Drawing:
    """Recordings about a pool, drawn from the known facts."""

    setting: Setting
    now: Known
