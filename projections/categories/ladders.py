"""The ladder that a question needs: what is missing where there is none, since when it is open."""

from __future__ import annotations

from datetime import date, timedelta

from ledger.errors import Refused
from projections.holding.ladders import CATEGORIES, KEPT, Ladder, days_of_law, ladder_on
from projections.queries import NOT_IN_FORCE, PoolQuery
from projections.rating.body_parameters import set_on
from projections.state.law import Law


class NoCategories(Refused):
    """Neither the text nor the body has said which categories there are."""


def required(pool: PoolQuery, day: date) -> Ladder:
    """Give the ladder of a pool on a day. Raises NoCategories: what is missing, what to do."""
    found = ladder_on(pool.facts, day, pool.known)
    if found is not None:
        return found
    edition = Law(pool.facts, pool.known).edition_on(day)
    if edition is None and any(CATEGORIES in each.numbers for each in pool.law.editions):
        raise NoCategories(
            f"{pool.name} has no categories on {day}: {pool.law.title} states them, and no edition "
            f"of it is adopted for that day; adopt one first: `ledger adopt {pool.name} EDITION`"
        )
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


def settled_through(pool: PoolQuery) -> date:
    """Give the last day on which a sealed list rests: its own, or that of its publication."""
    lists = pool.lists()[1:]
    published = [each.in_force_from for each in lists if each.in_force_from != NOT_IN_FORCE]
    return max([each.list_date for each in lists] + published, default=date.min)


def first_open_day(pool: PoolQuery, day: date) -> date:
    """Give the first day on which no sealed list rests: a day itself, or the first one after."""
    return max(day, settled_through(pool) + timedelta(days=1))


def first_on_or_after(pool: PoolQuery, day: date) -> Ladder:
    """Give the ladder of a day, or the first one that comes later. Raises NoCategories."""
    later = (each for each in days_of_law(pool.facts, pool.known) if each > day)
    found = (
        ladder
        for each in (day, *later)
        if (ladder := ladder_on(pool.facts, each, pool.known)) is not None
    )
    return next(found, None) or required(pool, day)
