"""Search for persons in the register by name or number.

A search forgives spelling. It finds possible persons; only a number, or a decision, identifies a
person. What it finds is the same as if every name were compared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar

import numpy as np

from ledger import limits
from ledger.errors import Unavailable
from ledger.logs import Logger
from ledger.register import identities
from ledger.register.likeness import LIKE, SAME, near
from ledger.register.likest import Best, likeliest_first, likeness_at_most, take_likest
from ledger.register.name_index import NameIndex, made_from_words, name_index
from ledger.register.people import Person, details
from ledger.register.words import read_words
from ledger.sentences import Sentence
from ledger.spelling import folded
from ledger.store.reading import Reader

log: Final = Logger(__name__)

MOST_FOUND: Final = 1_000
"""The longest answer of a search."""

_TRIES: Final = 5


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
    group in order of likeness.
    """
    return _as_kept(read, lambda index: [_like(read, index, one, limit, besides) for one in sought])


def _like(
    read: Reader, index: NameIndex, sought: Sought, limit: int, besides: Set[int]
) -> list[Found]:
    key = folded(sought.name)
    players, _ = likeliest_first(likeness_at_most(index, key, cut_short=False), LIKE)
    alike = {
        int(players[at]): likeness
        for _, at, likeness in near([key], index.keys(players))
        if players[at] not in besides
    }
    found = _persons(read, index, alike)
    found.sort(key=lambda one: (-may_be(sought, one.person), -one.likeness, one.person.player))
    return found[:limit]


def search(read: Reader, text: str, *, birth_year: int = 0, limit: int = 20) -> list[Found]:
    """Find persons by a register number, another body's number, or a name spelt any way.

    `birth_year` (0: any) leaves out those of another year. A name finds whoever has UNLIKE letters
    in a hundred in common with it, or all its words, whole or cut short as in `Ros. M.`; the likest
    first. Among 500 000 players it takes about ten milliseconds.
    """
    written, most = text.strip()[: limits.SEARCH_CHARACTERS], min(limit, MOST_FOUND)
    return _as_kept(read, lambda index: _found(read, index, written, birth_year, most))


T = TypeVar("T")


class _Differs(Exception):
    """The index has another name of a player than the words."""


def _as_kept(read: Reader, ask: Callable[[NameIndex], T]) -> T:
    """Ask the index of names; where it differs from the words, one made from all words."""
    index = name_index(read)
    for _ in range(_TRIES):
        try:
            return ask(index)
        except _Differs:
            log.warning("name_index_differs", remedy="ledger rebuild")
            index = made_from_words(read)
    raise Unavailable(Sentence("other programs change names without a pause"))


def _found(read: Reader, index: NameIndex, text: str, birth_year: int, most: int) -> list[Found]:
    key, known = folded(text), details(read)
    at_most = likeness_at_most(index, key, cut_short=True)
    with_number = dict.fromkeys(_numbered(read, text))
    numbered = [one for one in with_number if one in known and one < len(at_most)]
    at_most[numbered] = 0
    if birth_year:
        born = known.birth_year[: len(at_most)]
        at_most[: len(born)][(born != 0) & (born != birth_year)] = 0
        numbered = [one for one in numbered if known.birth_year[one] in (0, birth_year)]
    best = Best(most)
    best.take((SAME, player) for player in numbered)
    take_likest(best, index, key, at_most)
    return _persons(read, index, best.in_order())


def _persons(read: Reader, index: NameIndex, alike: Mapping[int, int]) -> list[Found]:
    """Return persons with their likeness, in order. Raises _Differs."""
    known, kept = details(read), read.subjects(list(alike))
    keys = dict(zip(alike, index.keys(np.array([*alike], dtype=np.int64)), strict=True))
    found = []
    for player, likeness in alike.items():
        words = read_words(player, kept[player][1]) if player in kept else None
        if keys[player] != (folded(words.name) if words else ""):
            raise _Differs
        if words is not None:
            found.append(Found(known.person(player, words), likeness))
    return found


def _numbered(read: Reader, text: str) -> Iterator[int]:
    """Yield the players of whom a text is a number, with or without the body."""
    if not any(character.isdigit() for character in text):
        return
    with suppress(identities.BadPlayerId):
        yield identities.parse(text)
    body, _, written = text.rpartition(":")
    number = identities.number_in("", written)
    for scheme, player in read.holders_of(number) if number else ():
        if body.lower() in ("", scheme) and identities.number_in(scheme, written) == number:
            yield player
