"""Numbers of tournaments (T-000123) and appeals (A-000123), given under the lock of the head.

A request that begins a tournament or an appeal is composed with `Numbered.next` in the place of the
number. The store fills the number in when it takes the request, so that nobody who records at the
same time takes it before. Numbers have six digits, from 1000000 on more. A person may choose one of
six digits and leave out those before it; the longer ones are given by the store alone, without a
gap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from msgspec import structs

from ledger.events.base import Fact

_NUMBER: Final = re.compile("[0-9]{6}|[1-9][0-9]{6,}")
_CHOSEN: Final = re.compile("[0-9]{6}")
_WIDTH: Final = 20
"""Digits in the key of an order."""
_STEPS: Final = 40
"""The widest step of a search has so many binary digits."""

LONGER: Final = 1_000_000
"""The first number that is never chosen."""

F = TypeVar("F", bound=Fact)


class Numbered(NamedTuple):
    """A category of streams that are numbered."""

    category: str
    """Beginning of the streams, and the field with the id in their events."""
    letter: str

    @property
    def next(self) -> str:
        """The id in a composed request, before the number is given; no id can be typed so."""
        return f"{self.letter}-(next number)"

    def write(self, number: int) -> str:
        """Write a number as an id: 123 is `T-000123`."""
        return f"{self.letter}-{number:06d}"

    def stream(self, number: int) -> str:
        """Return the stream of a number."""
        return f"{self.category}-{self.write(number)}"

    def number(self, name: str) -> int | None:
        """Read the number in an id; None: it is another id."""
        letter, _, digits = name.partition("-")
        return int(digits) if letter == self.letter and _NUMBER.fullmatch(digits) else None

    def chosen(self, stream: str) -> int | None:
        """Read the number in the name of a stream, if a person may have chosen it."""
        number = self.number(stream.removeprefix(f"{self.category}-"))
        return number if number is not None and number < LONGER else None

    def may_choose(self, name: str) -> bool:
        """Return whether a person may choose an id: another beginning, or six digits."""
        letter, hyphen, digits = name.partition("-")
        return (letter, hyphen) != (self.letter, "-") or _CHOSEN.fullmatch(digits) is not None

    def order(self, name: str) -> str:
        """Return a key by which numbers follow one another; other ids are compared as texts."""
        number = self.number(name)
        return name if number is None else f"{self.letter}-{number:0{_WIDTH}d}"

    def waits(self, fact: Fact) -> bool:
        """Return whether an event waits for its number."""
        return getattr(fact, self.category, None) == self.next

    def fill_in(self, fact: F, number: int) -> F:
        """Return an event with its number."""
        return structs.replace(fact, **{self.category: self.write(number)})


TOURNAMENTS: Final = Numbered("tournament", "T")
APPEALS: Final = Numbered("appeal", "A")
NUMBERED: Final = (TOURNAMENTS, APPEALS)


class Given:
    """The numbers given so far by a commit, after those recorded before."""

    def __init__(self, recorded: Callable[[Numbered], int]) -> None:
        """Begin after the last recorded numbers, which are asked for when they are needed."""
        self._recorded = recorded
        self._last: dict[Numbered, int] = {}

    def follow(self, before: Given) -> None:
        """Go on after the numbers of another commit."""
        self._last |= before._last

    def give(self, kinds: Iterable[Numbered]) -> dict[Numbered, int]:
        """Return the next number of each category."""
        given = {kind: self._of(kind) + 1 for kind in kinds}
        self._last |= given
        return given

    def note(self, stream: str) -> None:
        """Pass by the number of a new stream that a person chose."""
        for kind in NUMBERED:
            number = kind.chosen(stream)
            if number is not None:
                self._last[kind] = max(number, self._of(kind))

    def _of(self, kind: Numbered) -> int:
        if kind not in self._last:
            self._last[kind] = self._recorded(kind)
        return self._last[kind]


def number_awaited(fact: Fact) -> Numbered | None:
    """Return the category in which an event waits for its number; None: it waits for none."""
    return next((kind for kind in NUMBERED if kind.waits(fact)), None)


def end_of_run(first: int, given: Callable[[Sequence[int]], Collection[int]]) -> int:
    """Return the last of the numbers that follow one another from `first` on; `first - 1`: none.

    `given` says which of some numbers there are. It is asked a few times, whatever the end.
    """
    last = first - 1
    while found := given([last + (1 << step) for step in range(_STEPS)]):
        last = max(found)
    return last
