"""Numbers in a file beside an edition, excluded from the digest.

The digest was bound when the edition was adopted, before these numbers were computed; a test pins
them. The file is `WORD_YYYY_MM_DD.toml`, with the day of the edition. An edition inherits them with
the other numbers; a number in its own TOML has precedence. BINDING words enter the digest of
editions based on this one.
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
"""Numbers computed after adoption: in the digest of editions based on this one."""

CATEGORIES: Final = "categories"
"""Categories, titles, permanence: in no digest."""

TITLES: Final = "titles"
"""Titles, and the conversion of titles: in no digest."""

LEFT_OPEN: Final = "left_open"
"""Numbers that the text leaves to the body: in no digest."""

WORDS: Final = (LATER, CATEGORIES, TITLES, LEFT_OPEN)
"""All words, in the order of reading."""

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
    mine = {name: number for name, number in there.items() if in_side_file(number, word)}
    return cited_numbers(mine, edition.module)
