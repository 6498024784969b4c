"""Persons beside the rows of a list."""

from collections.abc import Collection, Mapping
from datetime import date

from ledger.register import identities
from ledger.register.people import Details, details
from ledger.register.words import Words
from ops.house import House
from projections.queries import PoolQuery
from projections.rulebooks import rulebook


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
    return details(pool.official.ledger.read, pool.known, day)


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
    books = {pool.rulebook for pool in house.official.facts.pools.values()}
    return frozenset(rulebook(book).number_scheme for book in books)


def numbers_printed(numbers: Mapping[str, str], printed: Collection[str]) -> str:
    """Return those of a person's numbers whose scheme is printed: fide:123, with spaces between."""
    return " ".join(
        f"{scheme}:{numbers[scheme]}" for scheme in sorted(numbers) if scheme in printed
    )
