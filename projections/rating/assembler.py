"""The only assembler of rating steps: laid-out tournaments and a source in, a `Step` out."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from projections.rating import (
    IN_FORCE,
    NOT_CHANGED,
    NOTHING,
    Step,
    external_lists,
    guests,
    units_of,
)
from projections.rating.booked import decided_about
from projections.rating.chain_steps import UNTOLD, Recount, YearEnd, YearEndInputs
from projections.rating.handovers import Handover
from projections.rating.layout import Batch, Index, spans
from projections.rating.parts import fixing
from projections.rating.source import (
    NOT_OPEN,
    ChainSource,
    CountedYears,
    Federations,
    Starts,
    StepSource,
)
from projections.rulebooks.engine.columns import Values
from projections.rulebooks.engine.edition import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.state.adjustments import DecidedChange

Facts = dict[str, NDArray[Any]]
"""Columns of entries by name: shape (entries,), or () where one value holds for all."""


class Group(NamedTuple):
    """Tournaments that are rated together, laid out, with the facts of their entries."""

    parts: tuple[Batch, ...]
    players: NDArray[np.int64]
    """The units; strictly growing."""
    unit_of_entry: tuple[Index, ...]
    starts: tuple[Starts, ...]
    facts: tuple[Mapping[str, Values], ...]
    """By part: other pools and external lists at the start of each tournament."""


def group_of(source: StepSource, parts: tuple[Batch, ...], players: NDArray[np.int64]) -> Group:
    """Return laid-out tournaments with the facts of their entries; `players` grow strictly."""
    return group_over(source, parts, players, units_of(players, parts))


def group_over(
    source: StepSource,
    parts: tuple[Batch, ...],
    players: NDArray[np.int64],
    units: tuple[Index, ...],
) -> Group:
    """Return laid-out tournaments with the facts of their entries.

    `players` are those of the units, and may be the same in several; `units` has the unit of each
    entry, by part.
    """
    starts = tuple(source.starts(part) for part in parts)
    facts = facts_at_start(source, parts, starts, units, players)
    group = Group(parts, players, units, starts, facts)
    if source.law.external_lists.guests:
        group = _with_guests(source, group)
    ratings = [rating for rating, _ in group.starts]
    rows = zip(parts, ratings, group.facts, strict=True)
    return group._replace(facts=tuple(_with_ratings_in_force(source, *row) for row in rows))


def step_of(
    source: StepSource, group: Group, edition: Edition, changes: Mapping[int, DecidedChange]
) -> Step:
    """Return the step of a group, under the edition of its list.

    `changes` are the decisions about ratings that the step books, by player.
    """
    players, listed = group.players, source.state(group.players)
    return Step(
        list_date=source.list_date,
        edition=edition,
        parts=group.parts,
        rating_at_start=tuple(rating for rating, _ in group.starts),
        ceased_later=tuple(ceased for _, ceased in group.starts),
        players=players,
        unit_of_entry=group.unit_of_entry,
        listed=listed,
        birth_year=source.birth_years(players),
        waiting=source.waiting,
        outside_play={
            **NOT_CHANGED,
            "decided_rating": source.decided_ratings(players),
            **source.corrections.facts(players),
            **decided_about(players, listed["rating"], changes),
        },
        facts_at_start=group.facts,
        facts_on_list_date={
            f"{word}_listed_rating": pool.values("rating", source.list_date, players)
            for word, pool in source.outside.pools.items()
        },
    )


def facts_at_start(
    source: StepSource,
    parts: Sequence[Batch],
    starts: Sequence[Starts],
    units: Sequence[Index],
    players: NDArray[np.int64],
) -> tuple[Facts, ...]:
    """Return for each part the facts from outside the pool at the start of its tournaments."""
    law, ratings = source.law, [rating for rating, _ in starts]
    asks = [
        not law.other_pools.only_entering or bool(rating.min(initial=1) <= 0) for rating in ratings
    ]
    fixed: list[Mapping[str, Values]] = [{} for _ in parts]
    days: Sequence[NDArray[Any]] = ratings  # read only where external lists are asked
    if law.external_lists.consulted and any(asks):
        fixes = [fixing(law, *pair) for pair in zip(parts, ratings, strict=True)]
        fixed = [found.found for found in fixes]
        days = [
            np.where(found.entries, part.started, 0)
            for found, part in zip(fixes, parts, strict=True)
        ]
        if not law.chained:
            days = _first_days(source, days, units, players)
    return tuple(
        {**(_looked_up(source, part, day) if asked else _nothing(law)), **found}
        for part, day, asked, found in zip(parts, days, asks, fixed, strict=True)
    )


def _first_days(
    source: StepSource,
    days: Sequence[NDArray[np.int64]],
    units: Sequence[Index],
    players: NDArray[np.int64],
) -> list[NDArray[np.int64]]:
    """Replace the day of each entering entry by the first day on which the player entered.

    The day is earlier where lists of an earlier day are still to be asked (`asks_again`).
    """
    none, never = np.zeros(0, dtype=np.int64), np.iinfo(np.int64).max
    first = np.full(len(players), never)
    every_day = np.concatenate([none, *days])
    unit = np.concatenate([none, *units])[every_day > 0].astype(np.intp)
    np.minimum.at(first, unit, every_day[every_day > 0])
    first = source.entry_days(players, np.where(first < never, first, 0))
    if source.asks_again and source.law.first_ratings is not None:
        listed = source.state(players)
        since = listed[source.law.entry_fields[source.law.first_ratings.day]]
        since = np.where(listed[source.law.first_ratings.had] == 0, since, 0)
        first = np.where(since > 0, since, first)
    return [np.where(day > 0, first[unit], 0) for day, unit in zip(days, units, strict=True)]


def _looked_up(source: StepSource, part: Batch, day: NDArray[Any]) -> Facts:
    law, outside = source.law, source.outside
    found = _nothing(law)
    for word, pool in outside.pools.items():
        if pool is NOT_OPEN and law.other_pools.only_entering:
            continue
        for name in ("rating", *law.other_pools.fields):
            values = [pool.values(name, r.start, part.player[at]) for r, at in spans(part)]
            found[f"{word}_{name}_at_start"] = np.concatenate([np.zeros(0, np.int16), *values])
        if law.other_pools.awards:
            awards = [pool.awards(report.start, part.player[at]) for report, at in spans(part)]
            found[f"{word}_award_at_start"] = np.concatenate([np.zeros(0, object), *awards])
    found |= external_lists.at_start(law.external_lists.consulted, outside.lists, part.player, day)
    if "federation" in part.edition.asked:
        found["federation"] = federations(outside.federations, part.player, source.list_date)
    return found


def _nothing(law: Rulebook) -> Facts:
    """Return the facts of a part that asks nothing outside the pool; shape ()."""
    untold = np.zeros((), dtype=bool)
    fields = ("rating", *law.other_pools.fields)
    found: Facts = {
        f"{word}_{name}_at_start": NOTHING for word in law.other_pools.rulebooks for name in fields
    }
    if law.other_pools.awards:
        found |= {f"{word}_award_at_start": np.array("") for word in law.other_pools.rulebooks}
    for one in law.external_lists.consulted:
        found |= {f"{one.word}_rating_at_start": NOTHING, f"{one.word}_known_at_start": untold}
    return {**found, "federation": np.array(UNTOLD)}


def _with_guests(source: StepSource, group: Group) -> Group:
    """Return the group with the ratings of guests among its starts (reading `guest_by_list`)."""
    listed, starts, facts = source.state(group.players)["rating"], [], []
    for part, unit, (rating, ceased), from_outside in zip(
        group.parts, group.unit_of_entry, group.starts, group.facts, strict=True
    ):
        unrated = (rating == 0) & (listed.take(unit) == 0)
        for word in source.law.other_pools.rulebooks:
            unrated = unrated & (from_outside[f"{word}_rating_at_start"] == 0)
        given = guests.guest_ratings(source.law, source.guests(part), part, unrated)
        starts.append((np.where(given > 0, given, rating).astype(rating.dtype), ceased))
        facts.append({**from_outside, "guest": given > 0 if given.any() else guests.NO_GUEST})
    return group._replace(starts=tuple(starts), facts=tuple(facts))


def _with_ratings_in_force(
    source: StepSource, part: Batch, rating: Values, facts: Mapping[str, Values]
) -> Mapping[str, Values]:
    """Return the facts of a part with the ratings officially in force, if its edition asks.

    What counts goes by them (reading `admitted_officially`); guests are guests officially.
    """
    if IN_FORCE not in part.edition.asked:
        return facts
    official = source.official_ratings(part)
    if official is None:
        words = source.law.other_pools.rulebooks
        there = {f"{word}_{IN_FORCE}": facts[f"{word}_rating_at_start"] for word in words}
        return {**facts, **there, IN_FORCE: rating}
    there = {f"{word}_{IN_FORCE}": values for word, values in official.elsewhere.items()}
    in_force = official.at_start
    if source.law.external_lists.guests:
        unrated = (in_force == 0) & (official.listed == 0)
        for values in there.values():
            unrated = unrated & (values == 0)
        given = guests.guest_ratings(source.law, source.guests(part), part, unrated)
        in_force = np.where(given > 0, given, in_force)
    return {**facts, **there, IN_FORCE: in_force}


def year_end_step(source: ChainSource, year_end: YearEnd, players: NDArray[np.int64]) -> Step:
    """Return the end of a year as a step of its own."""
    outside = source.outside
    asked = "federation" in year_end.edition.asked
    year_end_inputs = YearEndInputs(
        year_end,
        source.law,
        source.since,
        federations(outside.federations if asked else None, players, year_end.order[0]),
        source.year_end_points(year_end, players),
        counted_beside(source.law, year_end, outside.counted_years, players),
        source.left_year(year_end.year, players),
        source.entered_in(players),
    )
    listed = source.state(players)
    return Step(
        source.list_date, year_end.edition, players, listed, year_end_inputs=year_end_inputs
    )


def recount_step(source: StepSource, recount: Recount) -> Step:
    """Return a corrected competition of a chain as a step of its own."""
    listed = source.state(recount.players)
    return Step(source.list_date, recount.edition, recount.players, listed, recount=recount)


def handover_step(source: StepSource, handover: Handover, edition: Edition) -> Step:
    """Return the merges and separations of a list of a chain as a step; `edition` is the list's."""
    players = handover.players
    listed = source.state(players)
    return Step(source.list_date, edition, players, listed, handover=(handover, source.law))


def federations(
    known: Federations | None, players: NDArray[np.integer], day: Any
) -> NDArray[np.bytes_]:
    """Return the federations of players on a day; `UNTOLD` if none is recorded."""
    return np.full(len(players), UNTOLD) if known is None else known(day).take(players)


def counted_beside(
    law: Rulebook, year_end: YearEnd, counted: CountedYears | None, players: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    """Return the years counted in other pools, if the edition of the year end asks for them."""
    asked, numbers = law.year_end.years_elsewhere, year_end.edition.numbers
    if asked is None:
        return {}
    if counted is None or numbers[asked.number] != asked.word:
        return dict.fromkeys(law.other_pools.rulebooks, np.zeros((), dtype=np.int64))
    years = range(year_end.year - numbers[asked.years] + 1, year_end.year + 1)
    return {word: counted(word, years).take(players) for word in law.other_pools.rulebooks}
