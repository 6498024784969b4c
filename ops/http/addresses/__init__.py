"""All addresses: those of the declarations, and a module for each noun with some by hand.

A new address by hand also needs an example of its request in `tests/support/example_requests.toml`.
`python -m tests.support.sample_examples NOUN` writes the example of a new address with its answer,
and `python -m tests.support.address_table` its row in the guide.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from ops.http.address import ADDRESSES, Address
from ops.http.declared import declared_addresses

NOUNS: Final[Mapping[str, str]] = {
    "pools": "Pools: opened, their editions and policies; lists, pending decisions, categories.",
    "lists": "Rating lists: rows, rankings, changes, bulletins, files.",
    "players": "Players: search, ratings, history, outlook; changes, merges, suspensions, bonuses.",
    "tournaments": "Tournaments: findings, tables, files, import slips; announced, corrected.",
    "rules": "Rulebooks, articles as in force on a day, and a calculator.",
    "events": "Recorded events.",
    "trails": "Trails of players, tournaments and pools; the public register of decisions.",
    "closings": "Lists: their days, what is due; closing, publication, new printings, policies.",
    "proposals": "Proposals: recordings that wait for the approval of another person.",
    "reports": "Reports of tournaments: import.",
    "decisions": "Decisions, recorded one by one or from a file.",
    "external_lists": "Ratings carried over; lists of other bodies.",
    "upkeep": "The clock; verification and backups in the background.",
    "appeals": "Appeals: the register, the file of an appeal, its steps, the rules of a pool.",
    "actors": "Actors with their roles, and API keys.",
}
"""The modules with their descriptions, in the order of the OpenAPI document."""


@cache
def all_addresses() -> tuple[Address, ...]:
    """Return all addresses in the order of their nouns; addresses of no noun here come last.

    A service makes them before it answers: two threads that make them at once can fail, since
    Python 3.11 parses the text of modules in one thread at a time.
    """
    for noun in NOUNS:
        if find_spec(f"{__name__}.{noun}"):  # else all addresses of the noun are declared
            import_module(f"{__name__}.{noun}")
    places = {noun.replace("_", "-"): place for place, noun in enumerate(NOUNS)}
    addresses = [*ADDRESSES, *declared_addresses()]
    return tuple(sorted(addresses, key=lambda address: places.get(address.noun, len(places))))


@cache
def by_name() -> Mapping[str, Address]:
    """Return all addresses by name."""
    return {address.name: address for address in all_addresses()}
