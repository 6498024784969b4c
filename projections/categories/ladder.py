"""The ladder of a pool: its categories on a day, as the edition states or the body set them.

Titles, which no rating gives, stand beside the categories, and among themselves in their order.

What an edition states of categories and titles holds before what the body set; how long one is
kept the body may always set otherwise, for the texts are silent about it.
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
from projections.state.law import Law
from projections.state.parameters import known_parameters, parameter_on
from projections.state.pool import Parameter, PoolFacts

CATEGORIES: Final = "categories"
KEPT: Final = "permanence"

SETTABLE: Final = (CATEGORIES, KEPT)
"""What a body sets with `parameter-set`; of the categories, those without a number are titles."""

NONE: Final = -1
"""The place of who has no category, or no title."""

Step = tuple[str, str, tuple[str, ...]]
"""From which category to which, and those that are skipped between them."""


@dataclass(frozen=True)
class Ladder:
    """The categories in force on a day, the titles beside them, and how long one is kept."""

    categories: tuple[tuple[str, int], ...]
    titles: tuple[str, ...]
    permanence: Permanence
    article: str

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Give the categories, ascending, and then the titles."""
        return (*(name for name, _ in self.categories), *self.titles)

    def name(self, place: int) -> str:
        """Give the category at a place; "" below the lowest."""
        return self.categories[place][0] if place >= 0 else ""

    def title(self, place: int) -> str:
        """Give the title at a place; "" is none."""
        return self.titles[place] if place >= 0 else ""

    def step(self, before: int, after: int) -> Step:
        """Give the names of two places, and of those that a step up between them skips."""
        skipped = self.names[before + 1 : after] if 0 <= before < after else ()
        return self.name(before), self.name(after), skipped

    def place(self, name: str) -> int:
        """Give the place of a category; NONE where there is none of that name."""
        return next((at for at, (each, _) in enumerate(self.categories) if each == name), NONE)

    def title_place(self, name: str) -> int:
        """Give the place of a title; NONE where there is none of that name."""
        return self.titles.index(name) if name in self.titles else NONE

    def name_of_old(self, old: Ladder, name: str) -> str:
        """Give what an award of an older ladder is here; one that is no more keeps its name."""
        place = old.place(name)
        if name in self.names or place == NONE:
            return name
        return self.name(self.place_of_old(old, place))

    def place_of_old(self, old: Ladder, place: int) -> int:
        """Give where a category of an older ladder stands: by its name, else by its threshold."""
        if place < 0:
            return place
        name, threshold = old.categories[place]
        names = [each for each, _ in self.categories]
        return (
            names.index(name)
            if name in names
            else int(reached(np.array(threshold), self.categories))
        )


def ladder_on(facts: PoolFacts, day: date, known: int) -> Ladder | None:
    """Give the ladder of a pool on a day, as known; None where it has no categories then."""
    edition = Law(facts, known).edition_on(day)
    stated: Mapping[str, Number] = {} if edition is None else edition.numbers["stated"]
    set_ = {name: parameter_on(facts, name, day, known) for name in SETTABLE}
    kept, found = set_[KEPT], _categories(stated, set_[CATEGORIES])
    if found is None or (kept is None and KEPT not in stated):
        return None
    permanence: Any = stated[KEPT].stated if kept is None else kept.said
    categories, titles, article = found
    return Ladder(categories, titles, permanence, article)


def days_of_law(facts: PoolFacts, known: int) -> list[date]:
    """Give the days on which the ladder of a pool may change, as known."""
    days = {each.in_force_from for each in facts.adopted if each.position <= known}
    set_ = known_parameters(facts, SETTABLE, known)
    return sorted(days | {each.in_force_from for each in set_})


Stated = tuple[tuple[tuple[str, int], ...], tuple[str, ...], str]


def _categories(stated: Mapping[str, Number], set_: Parameter | None) -> Stated | None:
    """Give categories, titles and article; None where there are none."""
    if CATEGORIES in stated:
        said = stated[CATEGORIES]
        titles = titles_of({name: each.stated for name, each in stated.items()})
        return tuple((name, each) for name, each in said.stated), titles, said.article
    if set_ is None or not isinstance(set_.said, tuple):
        return None
    numbered = tuple((name, each) for name, each in set_.said if each is not None)
    titles = tuple(name for name, each in set_.said if each is None)
    return numbered, titles, set_.article or f"set by {set_.by} (#{set_.position})"
