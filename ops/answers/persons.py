"""Persons beside the rows of a list; between the requests of a service they stay in memory.

What stays rests on a version of the stream `register`, in which every change and erasure is an
event: with another version it is brought up to date before it is used.
"""

from datetime import date
from typing import Final

from ledger.register import identities
from ledger.register.names import Names, names_of_all
from ledger.register.people import Details, details, details_since
from ledger.register.words import Words
from ops.house import House
from projections.queries import PoolQuery
from projections.rulebooks import rulebook

_DETAILS_BYTES: Final = 6
_NAME_BYTES: Final = 160
"""In memory for each player, about."""


def register_version(house: House) -> int:
    """Return a number that changes with every word about a person shown beside a list.

    It is the version of the stream `register` at the position of the house: players registered,
    corrections and changes of names, numbers, titles, committees, federations, sexes and years of
    birth, and erasures. With the digest of a list it names what is shown of the list, but for
    categories: these change with the events of the pool. Words changed beside the program are not
    covered; `ledger verify` finds them.
    """
    return house.read.stream_version(identities.STREAM)


def details_on(pool: PoolQuery, day: date) -> Details:
    """Return the details of all players valid on a day, as known at the position of the pool."""
    official, read = pool.official, pool.official.ledger.read
    if pool.known != official.facts.position:
        return details(read, pool.known, day)
    answers, key = official.memory.answers, ("details", day)
    before: Details | None = answers.get(key)
    version = read.stream_version(identities.STREAM) if before else -1
    if before is not None and before.version == version:
        return before
    if before is None or before.version > version:
        found = details(read, pool.known, day)
    else:
        found = details_since(read, before, day)
    answers.put(key, found, _DETAILS_BYTES * len(found.sex))
    return found


def names(pool: PoolQuery) -> Names:
    """Return the names of all players as kept today."""
    answers, key = pool.official.memory.answers, "names"
    before: Names | None = answers.get(key)
    found = names_of_all(pool.official.ledger.read, before)
    if found is not before:
        answers.put(key, found, _NAME_BYTES * len(found.keys))
    return found


# ---------------------------------------------------- numbers of other bodies that everybody sees


def printed_number(pool: PoolQuery, words: Words) -> str:
    """Return the number that the lists of a pool print beside a player; empty: none.

    Each regulation has lists with the numbers of one body (`Rulebook.number_scheme`).
    """
    return words.numbers.get(pool.law.number_scheme, "")


def printed_schemes(house: House) -> frozenset[str]:
    """Return the schemes of the numbers that lists of a ledger print, one for each pool.

    A number of such a scheme is public wherever the player is shown; one of another scheme is
    personal data (`OTHER_NUMBERS`).
    """
    books = {opened.rulebook for opened in house.pools_opened()}
    return frozenset(rulebook(book).number_scheme for book in books)
