"""The page of an article: what it says, its numbers in each edition, its readings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ledger.sentences import Sentence, Word
from ops.answers.rules import AboutLaw, AboutRulebook, NumberInEdition, RulePart
from ops.words import said, states, written

_CHOICES: Final = states.TABLES[states.CHOICE]
_READING: Final = "reading"
"""The first word of the name of a reading."""


class NumberRow(NamedTuple):
    """A number of an article in every edition; None: the edition does not state it."""

    says: Sentence
    unit: str
    cells: Sequence[NumberInEdition | None]
    bodies: Sequence[Sentence] = ()
    """Names of the bodies, where the number is their ids."""


def computed(parts: Iterable[RulePart]) -> list[RulePart]:
    """Return what an article computes, or why it computes nothing."""
    return [part for part in parts if not part.editions and not _is_reading(part)]


def readings(parts: Iterable[RulePart]) -> list[RulePart]:
    """Return the interpretations of what the text leaves open."""
    return [part for part in parts if _is_reading(part)]


def _is_reading(part: RulePart) -> bool:
    return part.what.partition(" ")[0] == _READING


def numbers(about: AboutLaw | AboutRulebook, parts: Iterable[RulePart]) -> list[NumberRow]:
    """Return the numbers of an article, then those that only other editions state."""
    names = [edition.edition for edition in about.editions]
    here = {part.what: part for part in parts if part.editions and not _is_reading(part)}
    own = (
        NumberRow(part.says, part.unit, _cells(names, part.editions), part.body_names)
        for part in here.values()
    )
    others = (
        NumberRow(other.says, other.unit, _cells(names, other.editions))
        for other in about.stated_elsewhere
    )
    return [*own, *others]


def _cells(names: Sequence[str], stated: Iterable[NumberInEdition]) -> list[NumberInEdition | None]:
    by_edition: Mapping[str, NumberInEdition] = {number.edition: number for number in stated}
    return [by_edition.get(name) for name in names]


def lines(value: Any) -> list[str]:
    """Write a number as stated; a table line by line, a choice in words."""
    if isinstance(value, str) and value in _CHOICES:
        return [said(states.word(states.CHOICE, value))]
    return [" ".join(map(written, row)) for row in _rows(value)]


def _rows(value: Any) -> Iterator[Sequence[Any]]:
    """Yield the rows of a number; a cell that states nothing is left out."""
    for row in value if isinstance(value, Sequence) and not isinstance(value, str) else (value,):
        cells = (row,) if isinstance(row, str) or not isinstance(row, Sequence) else row
        yield [cell for cell in cells if cell is not None]


def unit(name: str) -> str:
    """Return the words of a unit."""
    return said(Word(name, states.UNIT)) if name else ""


def tests(parts: Iterable[RulePart]) -> list[str]:
    """Return the names of the tests of an article."""
    return sorted({name for part in parts for name in part.tests})
