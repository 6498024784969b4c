"""The ladder of a pool: its categories on a day, as the edition states or the body set them.

Titles, which no rating gives, stand beside the categories, and among themselves in their order.

What an edition states of categories and titles holds before what the body set; how long one is
kept the body may always set otherwise, for the texts are silent about it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from typing import Any, Final

import numpy as np

from ledger.errors import Refused
from projections.answers import NOT_IN_FORCE, Pool
from projections.facts.law import Law
from projections.facts.pool import Parameter
from projections.rating.left_open import known_parameters, set_on
from projections.rulebooks.categories import Permanence, reached, titles_of
from projections.rulebooks.numbers import Number

CATEGORIES: Final = "categories"
KEPT: Final = "permanence"

SETTABLE: Final = (CATEGORIES, KEPT)
"""What a body sets with `parameter-set`; of the categories, those without a number are titles."""

NONE: Final = -1
"""The place of who has no category, or no title."""

Step = tuple[str, str, tuple[str, ...]]
"""From which category to which, and those that are skipped between them."""


class NoCategories(Refused):
    """Neither the text nor the body has said which categories there are."""


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


def ladder_on(pool: Pool, day: date) -> Ladder | None:
    """Give the ladder of a pool on a day; None where it has no categories then."""
    edition = Law(pool.facts, pool.known).edition_on(day)
    stated: Mapping[str, Number] = {} if edition is None else edition.numbers["stated"]
    set_ = {name: set_on(pool.facts, name, day, pool.known) for name in SETTABLE}
    kept, found = set_[KEPT], _categories(stated, set_[CATEGORIES])
    if found is None or (kept is None and KEPT not in stated):
        return None
    permanence: Any = stated[KEPT].stated if kept is None else kept.said
    categories, titles, article = found
    return Ladder(categories, titles, permanence, article)


def required(pool: Pool, day: date) -> Ladder:
    """Give the ladder of a pool on a day. Raises NoCategories: what is missing, what to do."""
    found = ladder_on(pool, day)
    if found is not None:
        return found
    edition = Law(pool.facts, pool.known).edition_on(day)
    stated = edition is not None and CATEGORIES in edition.numbers
    first = first_open_day(pool, day)
    record = f"ledger record parameter-set --pool {pool.name} --in-force-from {first} --by the-body"
    keep = f"`{record} --name {KEPT} --word permanent`, or follows, or committee"
    if stated or set_on(pool.facts, CATEGORIES, day, pool.known):
        why = "nothing says how long one is kept"
        raise NoCategories(f"{pool.name} has no categories on {day}: {why}; the body says {keep}")
    rows = """'[["Third", 0], ["Second", 1500]]'"""
    raise NoCategories(
        f"{pool.name} has no categories on {day}: {pool.law.title} states none, and the body has "
        f"set none; it does with `{record} --name {CATEGORIES} --unit points --rows {rows}`, "
        f"and how long one is kept with {keep}"
    )


def settled_through(pool: Pool) -> date:
    """Give the last day on which a sealed list rests: its own, or that of its publication."""
    lists = pool.lists()[1:]
    published = [each.in_force_from for each in lists if each.in_force_from != NOT_IN_FORCE]
    return max([each.list_date for each in lists] + published, default=date.min)


def first_open_day(pool: Pool, day: date) -> date:
    """Give the first day on which no sealed list rests: a day itself, or the first one after."""
    return max(day, settled_through(pool) + timedelta(days=1))


def first_on_or_after(pool: Pool, day: date) -> Ladder:
    """Give the ladder of a day, or the first one that comes later. Raises NoCategories."""
    later = (each for each in days_of_law(pool) if each > day)
    found = (ladder for each in (day, *later) if (ladder := ladder_on(pool, each)) is not None)
    return next(found, None) or required(pool, day)


def days_of_law(pool: Pool) -> list[date]:
    """Give the days on which the ladder of a pool may change, as known."""
    days = {each.in_force_from for each in pool.facts.adopted if each.position <= pool.known}
    set_ = known_parameters(pool.facts, SETTABLE, pool.known)
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
