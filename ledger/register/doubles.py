"""Persons of the register who may be registered twice.

Pairs of similar persons are found within groups that share all words of the name, or its longest
word, or any word and the birth year (be it unknown for all of them). Groups beyond a size are left
out and counted: words so common say nothing.
"""

from array import array
from collections.abc import Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np

from ledger.register.likeness import near
from ledger.register.merges import merges
from ledger.register.people import Person, details, everybody
from ledger.register.search import Sought, may_be
from ledger.spelling import folded
from ledger.store.reading import Reader
from ledger.time_limit import check_time

LARGEST_GROUP: Final = 2_000
"""Persons in a group that are still compared, each with each."""

SHORTEST_WORD: Final = 3
"""Letters of a word that can make a group."""

_YEARS_TOGETHER: Final = -1
"""In place of the birth year, in the groups that hold persons of any."""

T = TypeVar("T")


class Pair(NamedTuple, Generic[T]):
    """Two similar persons, or their indices, the lower first, and the likeness of the names."""

    one: T
    other: T
    likeness: int


class Pairs(NamedTuple, Generic[T]):
    """Result of a comparison."""

    pairs: tuple[Pair[T], ...]
    groups_left_out: int
    """Groups of too many persons with a word in common; their members were compared elsewhere."""


def double_persons(read: Reader) -> Pairs[Person]:
    """Return the pairs of registered persons with like names and no contradiction.

    Merged numbers are left out. The likest names come first. Contradictions are two birth years,
    two numbers of one body, two sexes. During the search about a kilobyte a person is kept.
    """
    known = details(read)
    merged = merges(read)
    people = [
        known.person(player, words)
        for page in everybody(read, known)
        for player, words in page
        if player not in merged
    ]
    found = likely_pairs(people)
    pairs = [Pair(people[one], people[other], alike) for one, other, alike in found.pairs]
    pairs.sort(key=lambda pair: (-pair.likeness, pair.one.player, pair.other.player))
    return Pairs(tuple(pairs), found.groups_left_out)


def likely_pairs(persons: Sequence[Sought | Person]) -> Pairs[int]:
    """Return the pairs, by index, of persons with like names and no contradiction.

    About 200 bytes a person are kept, besides the persons.
    """
    keys = [folded(person.name) for person in persons]
    found: dict[tuple[int, int], int] = {}
    left_out = 0
    for group in _groups(persons, keys):
        check_time()
        if len(group) > LARGEST_GROUP:
            left_out += 1
            continue
        names = [keys[index] for index in group]
        for one, other, alike in near(names, names):
            pair = (group[one], group[other])
            if one < other and may_be(persons[pair[0]], persons[pair[1]]):
                found[pair] = alike
    return Pairs(tuple(Pair(*pair, alike) for pair, alike in sorted(found.items())), left_out)


def _groups(persons: Sequence[Sought | Person], keys: Sequence[str]) -> Iterator[list[int]]:
    """Yield the groups of two or more, each in the order of the indices."""
    marks, members = array("q"), array("q")
    for index, (person, key) in enumerate(zip(persons, keys, strict=True)):
        for mark in _marks(person.birth_year, key):
            marks.append(hash(mark))  # who shares a mark by accident is compared, no more
            members.append(index)
    marked = np.asarray(marks, dtype=np.int64)
    order = np.argsort(marked, kind="stable")
    ends = np.nonzero(np.diff(marked[order]))[0] + 1
    for group in np.split(np.asarray(members, dtype=np.int64)[order], ends):
        if len(group) > 1:
            yield group.tolist()


def _marks(birth_year: int, key: str) -> set[tuple[int, str]]:
    words = [word for word in key.split() if len(word) >= SHORTEST_WORD]
    marks = {(birth_year, word) for word in words}
    marks.add((_YEARS_TOGETHER, key))
    if words:
        marks.add((_YEARS_TOGETHER, max(words, key=lambda word: (len(word), word))))
    return marks
