"""What pools beside and other bodies' lists said, as the facts of a step that is computed again.

As the list that is explained could see them: nothing recorded after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ledger.register.people import details
from projections.categories.awards import names_awarded
from projections.queries import NOBODY, PoolQuery, RatingList
from projections.rating import external_lists, guests
from projections.rating.body_parameters import months_set
from projections.rating.layout import Batch, lay_out, spans
from projections.rating.parts import fixing, of_fixing
from projections.recompute.reports import load
from projections.recompute.starts import list_on
from projections.recompute.waiting import entries_decided
from projections.state.reports import Report
from projections.steps.category_history import is_set
from projections.steps.other_pools import Seen, pool_beside


@dataclass(frozen=True, slots=True)
class Beside:
    """A pool that is looked at, and its list in force when a tournament began."""

    word: str
    """What the rulebook calls it."""
    pool: str
    used: RatingList


def looked_at(pool: PoolQuery, on: RatingList) -> dict[str, PoolQuery]:
    """Give the pools looked at, as the list could see them, by the rulebook's word."""
    found = {}
    for word, law in pool.law.looks_at.items():
        name = pool_beside(pool.official.facts.pools, pool.name, law, on.through_position)
        if name is not None:
            found[word] = PoolQuery(pool.official, name, on.through_position)
    return found


def lists_beside(
    pool: PoolQuery, looked: Mapping[str, PoolQuery], reports: Iterable[Report]
) -> dict[int, tuple[Beside, ...]]:
    """Give, by report position, the lists of other pools that its ratings were looked up on."""
    return {each.position: tuple(_in_force(pool, looked, each.start)) for each in reports}


def _in_force(pool: PoolQuery, looked: Mapping[str, PoolQuery], day: date) -> Iterator[Beside]:
    """Give the lists of other pools that were in force when a tournament began.

    Where a text looks only for who enters, the one he enters from is told with his rating.
    """
    if pool.law.looks_entering:
        return
    for word, other in looked.items():
        in_force = other.in_force_or_none(day)
        if in_force is not None and (in_force.number or other.facts.carried):
            yield Beside(word, other.name, in_force)


def beside_at_start(
    pool: PoolQuery,
    part: Batch,
    start: NDArray[np.int64],
    looked: Mapping[str, PoolQuery],
    on: RatingList,
) -> dict[str, NDArray[Any]]:
    """Give what pools beside showed of a part's entries when their tournaments began.

    Where a text looks only for who enters, nothing of tournaments in which all have a rating.
    """
    found: dict[str, NDArray[Any]] = {}
    asked = [not pool.law.looks_entering or (start[span] <= 0).any() for _, span in spans(part)]
    for word in pool.law.looks_at:
        for name in ("rating", *pool.law.looks_for):
            values = [
                _values_on(
                    looked.get(word) if asks else None, name, report.start, part.player[span]
                )
                for asks, (report, span) in zip(asked, spans(part), strict=True)
            ]
            found[f"{word}_{name}_at_start"] = np.concatenate([np.zeros(0, np.int64), *values])
        if pool.law.looks_for_awards:
            found[f"{word}_award_at_start"] = _awards(looked.get(word), part, on)
    if "federation" in part.edition.asked:
        known = details(pool.official.ledger.read, on.through_position, on.list_date)
        found["federation"] = known.federation.take(part.player)
    return found


def _awards(other: PoolQuery | None, part: Batch, on: RatingList) -> NDArray[Any]:
    facts = other.facts if other else None
    values = [
        names_awarded(facts, report.start, on.through_position, part.player[span])
        for report, span in spans(part)
    ]
    return np.concatenate([np.zeros(0, dtype=object), *values])


def consulted(
    pool: PoolQuery,
    part: Batch,
    start: NDArray[np.int64],
    on: RatingList,
    since: Mapping[int, int] | None,
) -> dict[str, NDArray[Any]]:
    """Give what lists of other bodies say of a part's entries that had no rating.

    `since` gives by player the day of which lists were still to be asked of him; where it is None
    nobody is asked, as if none were at hand.
    """
    if not pool.law.consults:
        return {}
    fixes = fixing(pool.law, part, start)
    days = np.where(fixes.entries, part.started, 0)
    if not pool.law.chained:
        for at in np.flatnonzero(days).tolist():
            player = int(part.player[at])
            days[at] = _first_unrated(pool, player, on, int(days[at]))
            days[at] = (since or {}).get(player, days[at])
    known = None if since is None else known_lists(pool, on.through_position)
    found = external_lists.at_start(pool.law.consults, known, part.player, days)
    return found | of_fixing(pool.law, fixes.entries)


def known_lists(pool: PoolQuery, through: int) -> external_lists.Known:
    """Give the lists of other bodies as known at a position."""
    return external_lists.Known(pool.official.lists, through, months_set(pool.facts, through))


def last_bookings(
    pool: PoolQuery, reports: Iterable[Report], on: RatingList, known: int | None
) -> dict[int, int]:
    """Give by position of reports on a list which list booked each as it was known.

    `known` is a position (None: that of the list). The list that booked the report, this one or a
    later one, tells of its guests (reading `guest_as_booked`); it is named by the position up to
    which it took facts. Nothing where the rulebook knows no guests.
    """
    if not pool.law.guests:
        return {}
    last = on.through_position if known is None else known
    through = (each.through_position for each in pool.lists() if each.number >= on.number)
    closings = [*(at for at in through if at < last), last]
    facts = pool.official.facts
    return {each.position: facts.last_booking(pool.name, each, closings) for each in reports}


def told_of_guests(
    pool: PoolQuery, part: Batch, on: RatingList, bookings: Mapping[int, int]
) -> Iterator[guests.Told]:
    """Give what lists knew of the guests of a part, by the `last_bookings` of its reports."""
    by_report = [bookings[each.position] for each in part.reports]
    for position, entries in guests.by_booking(part, by_report):
        decided = entries_decided(pool, part.player, on.number, position)
        yield guests.Told(entries, known_lists(pool, position), decided)


def _first_unrated(pool: PoolQuery, player: int, on: RatingList, day: int) -> int:
    """Give the day of a player's first tournament on a list that fixes with what he enters."""
    booked = [each for each in pool.bookings(on.number, player) if each.edition]
    unrated = [
        each
        for each in booked
        if not pool.state(player, list_on(pool, each.starts, on).number).rating
    ]
    reports, _ = load(pool, [each.position for each in unrated], on.through_position)
    days = [
        each.starts.toordinal()
        for each in unrated
        if _fixes(pool, player, each.edition, reports[each.position])
    ]
    return min([day, *days])


def _fixes(pool: PoolQuery, player: int, edition: str, report: Report) -> bool:
    """Tell whether a report in which a player had no rating fixes with what he enters."""
    part = lay_out(pool.law.edition(edition), [report])
    nobody = np.zeros(len(part.player), dtype=np.int64)
    return bool(fixing(pool.law, part, nobody).entries[part.player == player].any())


def beside_listed(
    pool: PoolQuery, players: NDArray[np.int64], looked: Mapping[str, PoolQuery], on: RatingList
) -> dict[str, NDArray[np.int64]]:
    """Give the ratings of players in pools beside on the day of a list."""
    return {
        f"{word}_listed_rating": _values_on(looked.get(word), "rating", on.list_date, players)
        for word in pool.law.looks_at
    }


def _values_on(
    other: PoolQuery | None, name: str, day: date, players: NDArray[Any]
) -> NDArray[np.int64]:
    """Give ratings of another pool, or another field, in force on a day; 0 is none."""
    used = other.in_force_or_none(day) if other else None
    if other is None or used is None:
        return np.zeros(len(players), dtype=np.int64)
    if name == other.law.category and is_set(other.facts, other.known):
        standings = other.official.replay(other.name).begun()
        seen = Seen(other.name, other.facts, standings, other.known)
        return seen.values(name, day, players).astype(np.int64)
    states = other.states(players.tolist(), used.number)
    fields = [states.get(each, NOBODY).fields for each in players.tolist()]
    return np.array([each.get(name, 0) for each in fields], dtype=np.int64)
