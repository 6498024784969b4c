"""Search for persons in the register by name or number; spelling is forgiven.

A search passes over all kept names once, in bounded memory. It finds possible persons; only a
number, or a decision, identifies a person.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final, NamedTuple

import numpy as np
from rapidfuzz import process
from rapidfuzz.fuzz import token_set_ratio

from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, UNLIKE, folded, key_likeness, near
from ledger.register.people import Person, Words, details, everybody
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
"""Whether he may be it, how like he is, his number less than nothing; the rank is his alone."""


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
