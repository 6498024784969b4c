"""The whole-number check: no fraction is cut off, and no digit lost, in silence.

Every column of an edition holds whole numbers, with the unit in its name: tenths, hundredths,
numerators. State fields, lists, lines, worksheets and events show the numbers of the columns, so a
value that is not whole is refused where it is computed; a value too large for the place that stores
it is refused there.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from ledger.sentences import Sentence

INTEGERS: Final = frozenset("iub")
"""Kinds of numpy's types with whole numbers only: integers, and true or false."""


_ROUNDED: Final = Sentence(
    "count in a smaller unit (tenths, hundredths), or round as an article says"
)


class Incomputable(LookupError):
    """The text gives no number: `field` says of what, `found` which value.

    `words` are what is said to people.
    """

    code: ClassVar[str]
    """Name for programs."""

    def __init__(self, words: Sentence, field: str = "", found: object = "") -> None:
        """Keep the words, and the same as data."""
        super().__init__(str(words))
        self.words, self.field, self.found = words, field, str(found)


class NotWhole(Incomputable):
    """A column, or a number, is a fraction where a whole number is needed."""

    code = "not-whole"

    def __init__(
        self, name: str, found: object, where: str = "", remedy: Sentence = _ROUNDED
    ) -> None:
        """Name the column or the number, the value, the text that has it, and what to do."""
        words = Sentence(
            "{name} is {found}, which is no whole number: nothing is cut off; {remedy}",
            name=f"{where}{name}",
            found=str(found),
            remedy=remedy,
        )
        super().__init__(words, name, found)


class TooLarge(Incomputable):
    """A whole number has more digits than the place that stores it."""

    code = "too-large"

    def __init__(self, name: str, found: int, kind: np.dtype[Any]) -> None:
        """Name the place, the value, and the most that it holds."""
        limits = np.iinfo(kind)
        words = Sentence(
            "{name} is {found}, and only {least} to {most} can be stored: check the numbers that "
            "lead to it",
            name=name,
            found=str(found),
            least=int(limits.min),
            most=int(limits.max),
        )
        super().__init__(words, name, found)


def whole(values: Any, name: str, where: str = "") -> Any:
    """Return a column of whole numbers. Raises NotWhole with the first other value.

    Integers and truth values return as they are, at once; other types are looked through.
    """
    if values.dtype.kind in INTEGERS:
        return values
    found = np.asarray(values)
    every = found.ravel().tolist()
    if {*map(type, every)} <= {int}:
        return values
    kind = object if found.dtype.kind == "O" else np.int64
    return np.array([*_integers(every, name, where)], dtype=kind).reshape(found.shape)


def _integers(values: list[Any], name: str, where: str) -> Iterator[int]:
    for value in values:
        try:
            integer = int(value)
        except (ValueError, TypeError, OverflowError):  # a text, no number, infinity
            raise NotWhole(name, value, where) from None
        if integer != value:
            raise NotWhole(name, value, where)
        yield integer


def stored(values: Any, kind: Any, name: str) -> NDArray[Any]:
    """Return whole numbers in a type of numpy. Raises NotWhole, or TooLarge for what it lacks."""
    numbers: NDArray[Any] = whole(np.asarray(values), name)
    check_stored(numbers, np.dtype(kind), name)
    return numbers.astype(kind, copy=False)


def check_stored(numbers: NDArray[Any], kind: np.dtype[Any], name: str) -> None:
    """Raise TooLarge unless a type of numpy holds all integers of a column."""
    if np.can_cast(numbers.dtype, kind) or not numbers.size:
        return
    limits = np.iinfo(kind)
    for value in (numbers.min(), numbers.max()):
        if not limits.min <= value <= limits.max:
            raise TooLarge(name, value, kind)
