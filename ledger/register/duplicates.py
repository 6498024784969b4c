"""Persons probably registered twice, for a decision by the operator."""

from __future__ import annotations

from typing import NamedTuple

from ledger.register.likely_same import likely_pairs
from ledger.register.people import Person, details, everybody
from ledger.register.search import Sought
from ledger.store.reading import Reader


class Twice(NamedTuple):
    """Two entries of the register that look like the same person, and the likeness of the names."""

    one: Person
    other: Person
    likeness: int


class Doubles(NamedTuple):
    """The result of a search for duplicates."""

    pairs: tuple[Twice, ...]
    """The likest names first."""
    groups_left_out: int
    """Groups of too many persons with a word in common; their members were compared elsewhere."""


def double_persons(read: Reader) -> Doubles:
    """Return the pairs of persons with like names and no contradiction.

    What speaks against a pair: two birth years, two numbers of one body, two sexes. About a
    kilobyte a person is kept while it looks.
    """
    known = details(read)
    people = [known.person(*words) for page in everybody(read, known) for words in page]
    found = likely_pairs([_sought(person) for person in people])
    pairs = [Twice(people[one], people[other], alike) for one, other, alike in found.pairs]
    pairs.sort(key=lambda each: (-each.likeness, each.one.player, each.other.player))
    return Doubles(tuple(pairs), found.groups_left_out)


def _sought(person: Person) -> Sought:
    return Sought(person.name, person.birth_year, person.sex, person.numbers)
