"""Numbers computed later than adopted: beside the edition, pinned, taken over like all others."""

from __future__ import annotations

import pytest

from projections.rulebooks import NAMES, numbers, rulebook
from projections.rulebooks.grammar import Edition

EDITIONS = [each for name in NAMES for each in rulebook(name).editions]

PINNED = {
    ("rubele-italiana", "2008-01-01"): (
        "99bdcc4b3fbd30f148f34ee1850d0b14881030062d6f942eeb83355143c61c6e"
    ),
}


def later(edition: Edition) -> dict[str, numbers.Number]:
    """The numbers of an edition that a file of later ones of its own day states."""
    name = f"{edition.module.__name__.split('.')[-2]}/later_{edition.name.replace('-', '_')}.toml"
    return {n: each for n, each in edition.numbers["stated"].items() if each.file == name}


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: f"{each.rulebook} {each.name}")
def test_later_numbers_are_pinned(edition):
    """A digest that moves here is a change of law under closed lists."""
    pinned = PINNED.get((edition.rulebook, edition.name))
    assert (numbers.digest(later(edition)) if later(edition) else None) == pinned


def test_who_takes_an_edition_over_is_bound_to_its_later_numbers():
    italian = later(rulebook("rubele-italiana").edition("2008-01-01"))
    for name, day in (("rubele-italiana", "2021-01-01"), ("rubele-internazionale", "2008-01-01")):
        edition = rulebook(name).edition(day)
        assert italian.keys() <= edition.numbers["stated"].keys()
        stated = edition.bare or edition
        assert numbers.digest(stated.numbers["stated"]) == edition.digest
