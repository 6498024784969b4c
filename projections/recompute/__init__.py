"""A booked unit computed again, from what is kept: the same steps over few rows, all columns kept.

A player's whole tournaments are loaded; the ratings of everybody in them are looked up as they
stood. The rest is `rating.rate`, as when the list was booked.

    reports, starts, waiting, beside    what a step rested on, looked up as its list found it
    units                               the steps of one player, in a chain one after the other
    corrected, recounted                both sides of what was corrected: of a period, of a chain
    not_counting                        why nothing of it counts any more
    provisional, in_place               what no list has booked yet
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from projections.queries import NOBODY, PoolQuery, RatingList, State
from projections.queries.corrections import booked_on
from projections.queries.rows import Booking
from projections.rating import Rated, Step, external_lists, guests, rate, units_of
from projections.rating.body_parameters import as_set, of_list
from projections.rating.layout import Batch, lay_out
from projections.rating.waiting import Waiting
from projections.recompute.beside import (
    Beside,
    beside_at_start,
    beside_listed,
    consulted,
    known_lists,
    last_bookings,
    lists_beside,
    looked_at,
    told_of_guests,
)
from projections.recompute.reports import load
from projections.recompute.starts import list_on, ratings_at_start
from projections.recompute.waiting import entries_decided, waiting_before
from projections.rulebooks.engine.columns import Edition
from projections.state.law import Law
from projections.state.pool import DecidedChange
from projections.state.reports import Report
from projections.state.story import TournamentHistory
from projections.steps.adjusting import decided_about
from projections.steps.corrected import Entries


@dataclass(frozen=True, slots=True)
class Recomputed:
    """One step of a list computed again for one player."""

    rated: Rated
    booked: tuple[Booking, ...]
    lists_used: Mapping[int, RatingList]
    """By report position, the list whose ratings the tournament was played with."""
    lists_beside: Mapping[int, tuple[Beside, ...]]
    """By report position, the lists of other pools that its ratings were looked up on."""
    stories: Mapping[int, TournamentHistory]
    """By report position, of tournaments that were corrected: what the list knew of them."""
    known: external_lists.Known
    """The lists of other bodies as the list could see them."""
    bookings: Mapping[int, int] = field(default_factory=dict)
    """By report position, which list told of its guests (`beside.last_bookings`)."""
    looked: Mapping[str, PoolQuery] = field(default_factory=dict)
    """By the rulebook's word, the pools looked at, as the list could see them."""
    came: frozenset[int] = frozenset()
    """Who had no rating just before and comes with what he entered with since (`own_inputs`)."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a step is computed from: its bookings, their reports, what was corrected of them."""

    booked: Sequence[Booking]
    reports: Mapping[int, Report]
    stories: Mapping[int, TournamentHistory]
    waiting: Waiting | None = None
    """What waited for the player's first rating, where it is not as the list before left it."""
    given: Mapping[int, int] | None = None
    """The ratings with which players enter, where nobody is asked about them any more."""
    known: int | None = None
    """The position at which reports and days of publication were known; None: that of the list."""
    then: Callable[[list[int]], dict[int, State]] | None = None
    """Gives how players stood before the step, where it is not as the list left them."""
    seen_by: RatingList | None = None
    """The list with which players enter, where a later one than booked it: what pools beside,
    other bodies and decisions say of them is as that one could see it."""


def tournament(pool: PoolQuery, booked: Booking, on: RatingList) -> Recomputed:
    """Compute one booked tournament again, for all its entrants."""
    place = booked.place if pool.law.chained else None
    return step_of(pool, None, on, [booked], {}, place)


def step_of(
    pool: PoolQuery,
    player: int | None,
    on: RatingList,
    booked: Sequence[Booking],
    changes: Mapping[int, DecidedChange],
    place: int | None,
) -> Recomputed:
    """Compute a step of a list for one player, or for all entrants, from what is recorded."""
    loaded = Loaded(booked, *load(pool, [each.position for each in booked], on.through_position))
    return compute(pool, player, on, loaded, changes, place)


def compute(
    pool: PoolQuery,
    player: int | None,
    on: RatingList,
    loaded: Loaded,
    changes: Mapping[int, DecidedChange],
    place: int | None,
) -> Recomputed:
    """Compute a step of a list for one player, or for all entrants, from reports at hand."""
    reports, asked = loaded.reports, loaded.given is None
    parts = tuple(_parts(pool, loaded.booked, reports, on))
    players = _players(player, parts)
    states = (loaded.then or _before(pool, on, place))(players.tolist())
    seen_by = loaded.seen_by or on
    corrections, looked = booked_on(pool, on), looked_at(pool, seen_by)
    of_list = {**corrections.entering, **corrections.asked}
    entering = of_list if loaded.given is None else loaded.given
    listed = _listed(pool, players, states, corrections.withdrawn, entering)
    since = _asked_since(pool, players, listed)
    used = {each.position: list_on(pool, each.start, on, loaded.known) for each in reports.values()}
    starts = [ratings_at_start(pool, part, used, states, on, place) for part in parts]
    units = units_of(players, parts)
    decided = np.zeros_like(players)
    if asked:
        decided = entries_decided(pool, players, seen_by.number, seen_by.through_position)
    beside = [
        beside_at_start(pool, part, rating, looked, seen_by)
        | consulted(pool, part, rating, seen_by, since if asked else None)
        for part, (rating, _) in zip(parts, starts, strict=True)
    ]
    own = [
        guests.Own(rating, listed["rating"].take(unit))
        for (rating, _), unit in zip(starts, units, strict=True)
    ]
    bookings = last_bookings(pool, reports.values(), on, loaded.known)
    seats = [
        guests.seated(pool.law, told_of_guests(pool, part, on, bookings), part, held, facts)
        for part, held, facts in zip(parts, own, beside, strict=True)
    ]
    step = Step(
        list_date=on.list_date,
        edition=_edition(pool, parts, on),
        parts=parts,
        rating_at_start=tuple(seat.ratings for seat in seats),
        ceased_later=tuple(ceased for _, ceased in starts),
        players=players,
        unit_of_entry=units,
        listed=listed,
        birth_year=pool.official.facts.years_of(players, on.through_position),
        waiting=waiting_before(pool, player, on) if loaded.waiting is None else loaded.waiting,
        **decided_about(players, listed["rating"], changes),
        decided_rating=decided,
        **corrections.facts(players),
        beside_at_start=tuple(
            {**facts, "guest": seat.guest} for facts, seat in zip(beside, seats, strict=True)
        ),
        beside_listed=beside_listed(pool, players, looked, on),
    )
    return Recomputed(
        rate(step),
        tuple(loaded.booked),
        used,
        lists_beside(pool, looked, reports.values()),
        loaded.stories,
        known_lists(pool, seen_by.through_position),
        bookings,
        looked,
    )


def _players(player: int | None, parts: Sequence[Batch]) -> NDArray[np.int64]:
    """Give who stands in a step: everybody in its tournaments, and the one asked about."""
    asked = np.array([] if player is None else [player], dtype=np.int64)
    return np.unique(np.concatenate([asked, *(part.player for part in parts)])).astype(np.int64)


def _listed(
    pool: PoolQuery,
    players: NDArray[np.int64],
    states: Mapping[int, State],
    withdrawn: Iterable[int],
    entering: Mapping[int, int] | Entries,
) -> dict[str, NDArray[np.int64]]:
    """Give how players stood before a step: without what was withdrawn, with what they enter."""
    listed = state_columns(pool, players, states)
    for name in ("rating", "games"):
        listed[name][np.isin(players, list(withdrawn))] = 0
    _take_up(pool, listed, players, entering)
    return listed


def _take_up(
    pool: PoolQuery,
    listed: dict[str, NDArray[np.int64]],
    players: NDArray[np.int64],
    entries: Mapping[int, int] | Entries,
) -> None:
    """Take up the ratings with which players enter, where a step does not find them itself."""
    if pool.law.entering is None:
        return
    had = pool.law.entering.had
    for player, said in entries.items():
        fields = said if isinstance(said, Mapping) else {had: said}
        for name, value in fields.items():
            listed[name][players == player] = value


def _asked_since(
    pool: PoolQuery, players: NDArray[np.int64], listed: Mapping[str, NDArray[np.int64]]
) -> dict[int, int]:
    """Give by player the day of which lists of other bodies were still to be asked of him."""
    if pool.law.entering is None or pool.law.chained:
        return {}
    day = listed[pool.law.entry_fields[pool.law.entering.day]]
    still = np.flatnonzero((listed[pool.law.entering.had] == 0) & (day > 0))
    return dict(zip(players[still].tolist(), day[still].tolist(), strict=True))


def _edition(pool: PoolQuery, parts: Sequence[Batch], on: RatingList) -> Edition:
    """Give the edition of a step: in a chain that of its tournament, otherwise that of the list."""
    if pool.law.chained and parts:
        return parts[0].edition
    return of_list(Law(pool.facts, on.position), on.list_date, on.through_position)


def _parts(
    pool: PoolQuery, booked: Sequence[Booking], reports: Mapping[int, Report], on: RatingList
) -> Iterator[Batch]:
    """Lay out reports by the edition that rates them, with what the body had set by their day."""
    found: dict[int, tuple[Edition, list[Report]]] = {}
    for each in sorted(booked, key=lambda each: each.edition):
        report = reports[each.position]
        text = pool.law.edition(each.edition)
        edition = as_set(text, pool.facts, report.begins, on.through_position)
        found.setdefault(id(edition), (edition, []))[1].append(report)
    for edition, some in found.values():
        yield lay_out(edition, some)


def _before(
    pool: PoolQuery, on: RatingList, place: int | None
) -> Callable[[list[int]], dict[int, State]]:
    """Give what tells how players stood before a list, or before a place in its chain."""
    if place is None:
        return partial(pool.states, number=on.number - 1)
    return partial(pool.states, number=on.number, before_place=place)


def state_columns(
    pool: PoolQuery, players: NDArray[np.int64], states: Mapping[int, State]
) -> dict[str, NDArray[np.int64]]:
    """Give states as columns, 0 where there is none."""
    fields = [states.get(player, NOBODY).fields for player in players.tolist()]
    return {name: np.array([each.get(name, 0) for each in fields]) for name in pool.law.state}
