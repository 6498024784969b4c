"""Numbers in a file beside an edition, excluded from the digest.

That digest was bound where the edition was adopted, before they were computed; a test pins them
instead. The file bears a word and the day of its edition: `WORD_YYYY_MM_DD.toml`. Who amends the
edition, or takes it over, keeps them with its other numbers; what it states itself holds before
them. The words differ in one thing: whether who takes the edition over is bound to them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from projections.rulebooks.engine import numbers
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.inheritance import cited_numbers
from projections.rulebooks.engine.numbers import Number

LATER: Final = "later"
"""Computed later than adopted: the digest of who takes the edition over has them."""

CATEGORIES: Final = "categories"
"""Categories, titles, permanence: in nobody's digest."""

TITLES: Final = "titles"
"""Titles, and with what their holders convert: in nobody's digest."""

LEFT_OPEN: Final = "left_open"
"""What the text leaves open and the body may set: in nobody's digest."""

WORDS: Final = (LATER, CATEGORIES, TITLES, LEFT_OPEN)
"""The words of all side files, in the order in which they are read."""

BINDING: Final = frozenset({LATER})


def with_side_file(edition: Edition, word: str) -> Edition:
    """Return an edition with the numbers of side files of a word."""
    stated = {**_inherited(edition, word), **_own(edition, word)}
    if not stated.keys() - edition.numbers["stated"].keys():
        return edition
    stated |= edition.numbers["stated"]
    apart = edition.without_admission
    if word not in BINDING:
        apart = apart or edition
    return replace(edition, numbers=numbers.by_name(stated), without_admission=apart)


def in_side_file(number: Number, word: str) -> bool:
    """Whether a number belongs to a side file of a word."""
    return number.file.rpartition("/")[2].startswith(f"{word}_")


def _own(edition: Edition, word: str) -> dict[str, Number]:
    path = Path(str(edition.module.__file__))
    beside = path.with_name(f"{word}_{edition.name.replace('-', '_')}.toml")
    return numbers.load(beside) if beside.exists() else {}


def _inherited(edition: Edition, word: str) -> Mapping[str, Number]:
    """Return the numbers of a word that the edition inherits."""
    if edition.based_on is None:
        return {}
    there: Mapping[str, Number] = edition.based_on.numbers["stated"]
    mine = {name: each for name, each in there.items() if in_side_file(each, word)}
    return cited_numbers(mine, edition.module)
