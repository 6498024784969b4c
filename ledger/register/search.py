"""Search for persons in the register by name or number, and for persons registered twice.

A search passes over all kept names once and forgives spelling. It finds possible persons; only a
number, or a decision, identifies a person.

Pairs of similar persons are found within groups that share all words of the name, or its longest
word, or any word and the birth year (be it unknown for all of them). Groups beyond a size are left
out and counted: words so common say nothing.
"""

import heapq
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np
from rapidfuzz import process
from rapidfuzz.fuzz import token_set_ratio

from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, UNLIKE, folded, key_likeness, near
from ledger.register.merges import merges
from ledger.register.people import Person, details, everybody
from ledger.register.words import Words
from ledger.store.reading import Reader

MOST_FOUND: Final = 1_000
"""The longest answer of a search."""

LONGEST_TEXT: Final = 200
"""Characters of a text that is looked for."""

CUT_SHORT: Final = 96
"""Likeness of a name to a text of two words or more that are its words, some of them cut short:
`Ros. M.`, `M. Rossi`, `Rossi Mar` for `Rossi, Mario`. Above a slip of the pen in a short name."""

CUT_SHORT_ALONE: Final = 80
"""The same of a single word that is cut short, as `Ross`: below the whole word (LIKE)."""

FEWEST_LETTERS: Final = 2
"""Letters of the longest word of a text that is cut short: initials alone say too little."""


class Sought(NamedTuple):
    """A person as described in a file; "" and 0 are unknown."""

    name: str
    birth_year: int = 0
    sex: str = ""
    numbers: Mapping[str, str] = {}
    """By scheme, in their one form."""


class Found(NamedTuple):
    """A person of the register, and the likeness, 0 to 100."""

    person: Person
    likeness: int


Ranked = tuple[tuple[int, int, int], Found]
"""Whether the player is possible, the likeness, and the negative number; so each player has a rank
of their own."""


def may_be(one: Sought | Person, other: Sought | Person) -> bool:
    """Return whether two persons can be the same, apart from their names.

    Not one: two birth years that differ; two different numbers of one body; two sexes, unless the
    names are the same.
    """
    if one.birth_year and other.birth_year and one.birth_year != other.birth_year:
        return False
    if one.sex and other.sex and one.sex != other.sex and folded(one.name) != folded(other.name):
        return False
    return not any(
        number != other.numbers[scheme]
        for scheme, number in one.numbers.items()
        if scheme in other.numbers
    )


def candidates(
    read: Reader, sought: Sequence[Sought], limit: int = 5, *, besides: Set[int] = frozenset()
) -> list[list[Found]]:
    """Return for each person sought the persons with a like name, the most probable first.

    At most `limit` each, none of `besides`; persons with a contradiction (`may_be`) come last, each
    group in order of likeness. A single pass over the register for all.
    """
    ranked: list[list[Ranked]] = [[] for _ in sought]
    queries = [folded(person.name) for person in sought]
    known = details(read)
    for some in everybody(read, known):
        keys = [folded(words.name) for _, words in some]
        for query, at, alike in near(queries, keys):
            person = known.person(*some[at])
            if person.player not in besides:
                rank = (int(may_be(sought[query], person)), alike, -person.player)
                ranked[query].append((rank, Found(person, alike)))
    return [_first(limit, found) for found in ranked]


def search(read: Reader, text: str, *, birth_year: int = 0, limit: int = 20) -> list[Found]:
    """Find persons by a register number, another body's number, or a name spelt any way.

    `birth_year` (0: any) leaves out those of another year. A name finds whoever has UNLIKE letters
    in a hundred in common with it, or all its words, whole or cut short as in `Ros. M.`; the likest
    first. Among 500 000 players it takes about seven seconds.
    """
    ranked = _ranked(read, text.strip()[:LONGEST_TEXT], birth_year)
    return _first(min(limit, MOST_FOUND), ranked)


def _ranked(read: Reader, text: str, birth_year: int) -> Iterator[Ranked]:
    known = details(read)
    for some in everybody(read, known):
        for at, alike in _fitting(text, some):
            person = known.person(*some[at])
            if not birth_year or person.birth_year in (0, birth_year):
                yield (1, alike, -person.player), Found(person, alike)


def _first(limit: int, ranked: Iterable[Ranked]) -> list[Found]:
    return [found for _, found in heapq.nlargest(limit, ranked)]


def _fitting(text: str, some: Sequence[tuple[int, Words]]) -> Iterator[tuple[int, int]]:
    """Yield index and likeness of the persons possibly meant by a text."""
    numbered: set[int] = set()
    if any(character.isdigit() for character in text):
        numbered = {
            at for at, (player, words) in enumerate(some) if _is_number(text, player, words)
        }
        yield from ((at, SAME) for at in numbered)
    key = folded(text)
    keys = [folded(words.name) for _, words in some]
    shared = process.cdist(
        [key], keys, scorer=token_set_ratio, score_cutoff=UNLIKE, dtype=np.float32
    )
    cut_short = dict.fromkeys(_cut_short(key, keys), CUT_SHORT if " " in key else CUT_SHORT_ALONE)
    for at in sorted({*cut_short, *np.nonzero(shared[0])[0].tolist()} - numbered):
        has_all_words = set(key.split()) <= set(keys[at].split())  # `rossi` finds every Rossi
        part = LIKE if has_all_words else 0
        alike = max(key_likeness(key, keys[at]), part, cut_short.get(at, 0))
        if alike >= UNLIKE:
            yield at, alike


def _cut_short(key: str, keys: Sequence[str]) -> Iterator[int]:
    """Yield the indices of the names with a different word for each word of a text.

    Each word of the name begins with the word of the text. Initials alone find nobody.
    """
    words = sorted(key.split(), key=len, reverse=True)
    if not words or len(words[0]) < FEWEST_LETTERS:
        return
    has_them_all = re.compile("".join(rf"(?=.*\b{re.escape(word)})" for word in words)).match
    for at, own in enumerate(keys):
        if has_them_all(own) and _each_has_its_own(words, own.split()):
            yield at


def _each_has_its_own(words: Sequence[str], own: list[str]) -> bool:
    """Return whether different words of a name begin with the words of a text, longest first."""
    for word in words:
        longer = next((of_name for of_name in own if of_name.startswith(word)), None)
        if longer is None:
            return False
        own.remove(longer)
    return True


def _is_number(text: str, player: int, words: Words) -> bool:
    """Return whether a text is a number of a person, with or without the body."""
    if text == identities.show(player):
        return True
    body, _, written = text.rpartition(":")
    return any(
        body.lower() in ("", scheme) and identities.number_in(scheme, written) == number
        for scheme, number in words.numbers.items()
    )


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
