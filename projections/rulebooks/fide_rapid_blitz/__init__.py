"""FIDE ratings, rapid and blitz: the text they share, each a rulebook of its own.

The formulas are those of standard chess, under the articles of this text; the editions beside
this file hold what is different.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from projections.rulebooks import fide_standard
from projections.rulebooks.grammar import Edition
from projections.rulebooks.rulebook import Rulebook, load_edition

_STANDARD: Final = fide_standard.RULEBOOK

SHOWN_FIRST: Final = ("base_rating",)
"""What a worksheet shows before the columns of standard chess."""


def editions_of(name: str) -> tuple[Edition, ...]:
    """Give the editions of the text as those of a rulebook."""
    of_2024_03 = _told_by(_STANDARD.edition("2024-03-01"), name, "2024-03-01")
    of_2024_12 = load_edition(name, __name__, "2024-12-01", amends=of_2024_03)
    return of_2024_03, of_2024_12


def _told_by(standard: Edition, name: str, day: str) -> Edition:
    """Load an edition over one of standard chess; some of its columns read other ones here."""
    edition = load_edition(name, __name__, day, amends=standard)
    reads: Mapping[str, Mapping[str, str]] = edition.module.READS
    columns = {
        each: replace(rule, needs=tuple(reads.get(each, {}).get(need, need) for need in rule.needs))
        for each, rule in edition.columns.items()
    }
    return replace(edition, columns=columns)


def rulebook_of(name: str, title: str, closes_after: tuple[str, ...]) -> Rulebook:
    """Give the rulebook of rapid or of blitz: as that of standard chess but for what is said."""
    return replace(
        _STANDARD,
        name=name,
        title=title,
        editions=editions_of(name),
        base="base_rating",
        shown=SHOWN_FIRST + _STANDARD.shown,
        looks_at={"standard": _STANDARD.name},
        looks_article="7.2.1",
        cut_off_article="6.1.3",
        closes_after=closes_after,
    )
