"""The ladder of a pool: categories on a day, ascending, and titles.

Titles are awarded, never reached by a rating. Categories and titles stated by an edition override
those set by the body; how long a category is kept the body may always set, for no text states it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

import numpy as np

from projections.rulebooks.engine.categories import Permanence, reached, titles_of
from projections.rulebooks.engine.numbers import Number
from projections.state.law import Law, known_parameters, parameter_on
from projections.state.pool import Parameter, PoolFacts

CATEGORIES: Final = "categories"
KEPT: Final = "permanence"

SETTABLE: Final = (CATEGORIES, KEPT)
"""Names for `parameter-set`; rows of `categories` without a threshold are titles."""

NONE: Final = -1
"""The place of a player without category, or without title."""

Step = tuple[str, str, tuple[str, ...]]
"""The category before, the category after, and those skipped between them."""


@dataclass(frozen=True)
class Ladder:
    """Categories and titles in force on a day, and how long a category is kept."""

    categories: tuple[tuple[str, int], ...]
    titles: tuple[str, ...]
    permanence: Permanence
    article: str

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The categories, ascending, then the titles."""
        return (*(name for name, _ in self.categories), *self.titles)

    def name(self, place: int) -> str:
        """Return the category at a place; "" for NONE."""
        return self.categories[place][0] if place >= 0 else ""

    def title(self, place: int) -> str:
        """Return the title at a place; "" for NONE."""
        return self.titles[place] if place >= 0 else ""

    def step(self, before: int, after: int) -> Step:
        """Return the names of two places, and the categories skipped by a step up."""
        skipped = self.names[before + 1 : after] if 0 <= before < after else ()
        return self.name(before), self.name(after), skipped

    def place(self, name: str) -> int:
        """Return the place of a category; NONE for an unknown name."""
        names = (category for category, _ in self.categories)
        return next((at for at, category in enumerate(names) if category == name), NONE)

    def title_place(self, name: str) -> int:
        """Return the place of a title; NONE for an unknown name."""
        return self.titles.index(name) if name in self.titles else NONE

    def name_of_old(self, old: Ladder, name: str) -> str:
        """Return the name here of an award of an older ladder; a removed title keeps its name."""
        place = old.place(name)
        if name in self.names or place == NONE:
            return name
        return self.name(self.place_of_old(old, place))

    def place_of_old(self, old: Ladder, place: int) -> int:
        """Return the place here of a category of an older ladder: by name, else by threshold."""
        if place < 0:
            return place
        name, threshold = old.categories[place]
        same_name = self.place(name)
        if same_name != NONE:
            return same_name
        return int(reached(np.array(threshold), self.categories))


def ladder_on(facts: PoolFacts, day: date, known: int) -> Ladder | None:
    """Return the ladder of a pool on a day, as known at a position.

    None where the pool has no categories on that day.
    """
    edition = Law(facts, known).edition_on(day)
    stated: Mapping[str, Number] = {} if edition is None else edition.numbers["stated"]
    by_body = {name: parameter_on(facts, name, day, known) for name in SETTABLE}
    kept, found = by_body[KEPT], _categories(stated, by_body[CATEGORIES])
    if found is None or (kept is None and KEPT not in stated):
        return None
    permanence: Any = stated[KEPT].stated if kept is None else kept.said
    categories, titles, article = found
    return Ladder(categories, titles, permanence, article)


def days_of_law(facts: PoolFacts, known: int) -> list[date]:
    """Return the days on which the ladder of a pool may change, ascending."""
    adopted = {event.in_force_from for event in facts.adopted if event.position <= known}
    by_body = known_parameters(facts, SETTABLE, known)
    return sorted(adopted | {parameter.in_force_from for parameter in by_body})


def _categories(
    stated: Mapping[str, Number], by_body: Parameter | None
) -> tuple[tuple[tuple[str, int], ...], tuple[str, ...], str] | None:
    """Return categories, titles and article; None where neither text nor body has any."""
    if CATEGORIES in stated:
        number = stated[CATEGORIES]
        titles = titles_of({name: other.stated for name, other in stated.items()})
        return tuple((name, threshold) for name, threshold in number.stated), titles, number.article
    if by_body is None or not isinstance(by_body.said, tuple):
        return None
    categories = tuple((name, value) for name, value in by_body.said if value is not None)
    titles = tuple(name for name, value in by_body.said if value is None)
    return categories, titles, by_body.article or f"set by {by_body.by} (#{by_body.position})"
