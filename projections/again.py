"""A booked unit computed again, from what is kept: the same steps over few rows, all columns kept.

A player's whole tournaments are loaded; the ratings of everybody in them are looked up as they
stood. The rest is `rating.rate`, as when the list was booked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Row

from ledger.people import details
from projections import consulting
from projections.answers import NOBODY, Booked, ListRow, Pool, State
from projections.asking_corrections import booked_on, restated_on, results_waiting
from projections.asking_recounts import recounts
from projections.awards import names_awarded
from projections.beginning import carried_waiting
from projections.beside import pool_beside
from projections.corrected import Entries
from projections.corrections import Story, told
from projections.law import Law
from projections.layout import Part, lay_out, spans
from projections.moves import lookup
from projections.pool_facts import Adjustment, Decision
from projections.rating import Rated, Step, rate, units_of
from projections.reports import Report, report_of
from projections.rulebooks.grammar import Edition
from projections.rulebooks.rulebook import Basis
from projections.steps import ADJUSTED_PLACE, corrected, due_adjustments
from projections.turning import decided_after, order_of
from projections.waiting import Waiting, nothing_waiting


@dataclass(frozen=True, slots=True)
class Beside:
    """A pool that is looked at, and its list in force when a tournament began."""

    word: str
    """What the rulebook calls it."""
    pool: str
    used: ListRow


@dataclass(frozen=True, slots=True)
class Again:
    """One step of a list computed again for one player."""

    rated: Rated
    booked: tuple[Booked, ...]
    lists_used: Mapping[int, ListRow]
    """By report position, the list whose ratings the tournament was played with."""
    lists_beside: Mapping[int, tuple[Beside, ...]]
    """By report position, the lists of other pools that its ratings were looked up on."""
    stories: Mapping[int, Story]
    """By report position, of tournaments that were corrected: what the list knew of them."""
    known: consulting.Known
    """The lists of other bodies as the list could see them."""
    looked: Mapping[str, Pool] = field(default_factory=dict)
    """By the rulebook's word, the pools looked at, as the list could see them."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a step is computed from: its bookings, their reports, what was corrected of them."""

    booked: Sequence[Booked]
    reports: Mapping[int, Report]
    stories: Mapping[int, Story]
    waiting: Waiting | None = None
    """What waited for the player's first rating, where it is not as the list before left it."""
    given: Mapping[int, int] | None = None
    """The ratings with which players enter, where nobody is asked about them any more."""
    then: Callable[[list[int]], dict[int, State]] | None = None
    """Gives how players stood before the step, where it is not as the list left them."""


def tournament(pool: Pool, booked: Booked, on: ListRow) -> Again:
    """Compute one booked tournament again, for all its entrants."""
    place = booked.place if pool.law.chained else None
    return step_of(pool, None, on, [booked], {}, place)


def step_of(
    pool: Pool,
    player: int | None,
    on: ListRow,
    booked: Sequence[Booked],
    adjusted: Mapping[int, Adjustment],
    place: int | None,
) -> Again:
    """Compute a step of a list for one player, or for all entrants, from what is recorded."""
    loaded = Loaded(booked, *load(pool, [each.position for each in booked], on.through_position))
    return compute(pool, player, on, loaded, adjusted, place)


def compute(
    pool: Pool,
    player: int | None,
    on: ListRow,
    loaded: Loaded,
    adjusted: Mapping[int, Adjustment],
    place: int | None,
) -> Again:
    """Compute a step of a list for one player, or for all entrants, from reports at hand."""
    reports, given = loaded.reports, loaded.given
    parts = tuple(_parts(pool, loaded.booked, reports))
    nobody = np.zeros(0, dtype=np.int64)
    also = nobody if player is None else np.array([player])
    players = np.unique(np.concatenate([also, *(part.player for part in parts)])).astype(np.int64)
    used = {each.position: _list_on(pool, each.start, on) for each in reports.values()}
    among = players.tolist()
    states = loaded.then(among) if loaded.then else _before(pool, among, on, place)
    listed, corrected_units = columns_of(pool, players, states), booked_on(pool, on)
    for name in ("rating", "games"):
        listed[name][np.isin(players, list(corrected_units.withdrawn))] = 0
    _take_up(pool, listed, players, corrected_units.entering if given is None else given)
    looked = _looked_at(pool, on)
    at_place = [_starts(pool, part, used, states, on, place) for part in parts]
    starts, gone = tuple(rating for rating, _ in at_place), tuple(each for _, each in at_place)
    beside = {
        each.position: tuple(_lists_beside(pool, looked, each.start)) for each in reports.values()
    }
    step = Step(
        list_date=on.list_date,
        edition=_edition(pool, loaded.booked, on),
        parts=parts,
        rating_at_start=starts,
        ceased_later=gone,
        players=players,
        unit_of_entry=units_of(players, parts),
        listed=listed,
        birth_year=pool.official.facts.years_of(players, on.through_position),
        waiting=_waiting(pool, player, on) if loaded.waiting is None else loaded.waiting,
        **corrected(players, listed["rating"], adjusted),
        decided_rating=_decided(pool, players, on) if given is None else np.zeros_like(players),
        **corrected_units.facts(players),
        beside_at_start=tuple(
            {
                **_beside_at_start(pool, part, looked, on),
                **_consulted(pool, part, start, on, nobody=given is not None),
            }
            for part, start in zip(parts, starts, strict=True)
        ),
        beside_listed=_beside_listed(pool, players, looked, on),
    )
    known = known_lists(pool, on)
    return Again(rate(step), tuple(loaded.booked), used, beside, loaded.stories, known, looked)


def _take_up(
    pool: Pool,
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


def _edition(pool: Pool, booked: Sequence[Booked], on: ListRow) -> Edition:
    """Give the edition of a step: in a chain that of its tournament, otherwise that of the list."""
    if pool.law.chained and booked:
        return pool.law.edition(booked[0].edition)
    return Law(pool.facts, on.position).edition_of_list(on.list_date)


def _looked_at(pool: Pool, on: ListRow) -> dict[str, Pool]:
    """Give the pools looked at, as the list could see them, by the rulebook's word."""
    found = {}
    for word, law in pool.law.looks_at.items():
        name = pool_beside(pool.official.facts.pools, pool.name, law, on.through_position)
        if name is not None:
            found[word] = Pool(pool.official, name, on.through_position)
    return found


def _lists_beside(pool: Pool, looked: Mapping[str, Pool], day: date) -> Iterator[Beside]:
    """Give the lists of other pools that ratings were looked up on when a tournament began.

    Where a text looks only for who enters, the one he enters from is told with his rating.
    """
    if pool.law.looks_entering:
        return
    for word, other in looked.items():
        in_force = other.in_force_or_none(day)
        if in_force is not None and (in_force.number or other.facts.carried):
            yield Beside(word, other.name, in_force)


def _beside_at_start(
    pool: Pool, part: Part, looked: Mapping[str, Pool], on: ListRow
) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for word in pool.law.looks_at:
        for name in ("rating", *pool.law.looks_for):
            values = [
                _values_on(looked.get(word), name, report.start, part.player[span])
                for report, span in spans(part)
            ]
            found[f"{word}_{name}_at_start"] = np.concatenate([np.zeros(0, np.int64), *values])
        if pool.law.looks_for_awards:
            found[f"{word}_award_at_start"] = _awards(looked.get(word), part, on)
    if "federation" in part.edition.asked:
        known = details(pool.official.ledger.read, on.through_position, on.list_date)
        found["federation"] = known.federation.take(part.player)
    return found


def _awards(other: Pool | None, part: Part, on: ListRow) -> NDArray[Any]:
    facts = other.facts if other else None
    values = [
        names_awarded(facts, report.start, on.through_position, part.player[span])
        for report, span in spans(part)
    ]
    return np.concatenate([np.zeros(0, dtype=object), *values])


def _consulted(
    pool: Pool, part: Part, start: NDArray[np.int64], on: ListRow, *, nobody: bool = False
) -> dict[str, NDArray[Any]]:
    """Give what lists of other bodies say of a part's entries that had no rating.

    Where nobody is asked, none is at hand.
    """
    if not pool.law.consults:
        return {}
    days = np.where(start == 0, part.started, 0)
    if not pool.law.chained:
        for at in np.flatnonzero(days).tolist():
            days[at] = min(days[at], _first_unrated(pool, int(part.player[at]), on, days[at]))
    known = None if nobody else known_lists(pool, on)
    return consulting.at_start(pool.law.consults, known, part.player, days)


def known_lists(pool: Pool, on: ListRow) -> consulting.Known:
    """Give the lists of other bodies as a list could see them."""
    return consulting.Known(pool.official.lists, on.through_position)


def _first_unrated(pool: Pool, player: int, on: ListRow, day: int) -> int:
    """Give the day of a player's first tournament on a list that he began without a rating."""
    booked = [each for each in pool.bookings(on.number, player) if each.edition]
    unrated = [
        each.starts
        for each in booked
        if not pool.state(player, _list_on(pool, each.starts, on).number).rating
    ]
    return min((each.toordinal() for each in unrated), default=day)


def _beside_listed(
    pool: Pool, players: NDArray[np.int64], looked: Mapping[str, Pool], on: ListRow
) -> dict[str, NDArray[np.int64]]:
    return {
        f"{word}_listed_rating": _values_on(looked.get(word), "rating", on.list_date, players)
        for word in pool.law.looks_at
    }


def _values_on(
    other: Pool | None, name: str, day: date, players: NDArray[Any]
) -> NDArray[np.int64]:
    """Give ratings of another pool, or another field, in force on a day; 0 is none."""
    used = other.in_force_or_none(day) if other else None
    if other is None or used is None:
        return np.zeros(len(players), dtype=np.int64)
    states = other.states(players.tolist(), used.number)
    fields = [states.get(each, NOBODY).fields for each in players.tolist()]
    return np.array([each.get(name, 0) for each in fields], dtype=np.int64)


def load(
    pool: Pool, positions: Sequence[int], through: int
) -> tuple[dict[int, Report], dict[int, Story]]:
    """Load reports by position, as they stood at a position; of corrected ones the story too."""
    read, facts = pool.official.ledger.read, pool.official.facts
    reports: dict[int, Report] = {}
    stories: dict[int, Story] = {}
    for position, each in read.at(list(positions)).items():
        tournament = each.stream.removeprefix("tournament-")
        if tournament in facts.corrected:
            stories[position] = told(read.stream(each.stream), through)
            reports[position] = stories[position].standing[position]
        else:
            reports[position] = report_of(each, facts.announcements[tournament])
    return reports, stories


def _parts(pool: Pool, booked: Sequence[Booked], reports: Mapping[int, Report]) -> Iterator[Part]:
    for name in sorted({each.edition for each in booked}):
        some = [reports[each.position] for each in booked if each.edition == name]
        yield lay_out(pool.law.edition(name), some)


def _list_on(pool: Pool, day: date, on: ListRow) -> ListRow:
    """Give the list in force on a day, among those closed before a list, as that one knew it."""
    before = [each for each in pool.lists(on.through_position) if each.number < on.number]
    return [each for each in before if each.in_force_from <= day][-1]


def _before(pool: Pool, players: Sequence[int], on: ListRow, place: int | None) -> dict[int, State]:
    if place is None:
        return pool.states(players, on.number - 1)
    return pool.states(players, on.number, before_place=place)


def columns_of(
    pool: Pool, players: NDArray[np.int64], states: Mapping[int, State]
) -> dict[str, NDArray[np.int64]]:
    """Give states as columns, 0 where there is none."""
    fields = [states.get(player, NOBODY).fields for player in players.tolist()]
    return {name: np.array([each.get(name, 0) for each in fields]) for name in pool.law.state}


def _starts(
    pool: Pool,
    part: Part,
    used: Mapping[int, ListRow],
    states: Mapping[int, State],
    on: ListRow,
    place: int | None,
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Give the rating each entry of a part plays with, and whether it ceased since (in a chain)."""
    found: list[tuple[int, bool]] = []
    for at, report in enumerate(part.reports):
        players = part.player[part.first_entry[at] : part.first_entry[at + 1]].tolist()
        if pool.law.basis is Basis.PREVIOUS_STEP:
            later = _later(pool, report, on)
            for each in players:
                held = states.get(each, NOBODY).rating
                before = (on.number, sys.maxsize if place is None else place)
                found.append(_at_place(pool, each, held, later, before) if later else (held, False))
        else:
            on_list = pool.states(players, used[report.position].number)
            found += [(on_list.get(each, NOBODY).rating, False) for each in players]
    both = np.array(found, dtype=np.int64).reshape(len(found), 2)
    return both[:, 0], both[:, 1] > 0


def _later(pool: Pool, report: Report, on: ListRow) -> set[tuple[int, int]]:
    """Give list and place of what is later than a report in the order, but was booked before."""
    turns = {(each.number, each.place): order_of(each.year) for each in pool.turns(on.number)}
    again_counted = {
        (each.on, each.place): each.order for each in recounts(pool) if each.on <= on.number
    }
    decided = {
        (after.number + 1, ADJUSTED_PLACE): decided_after(after.event.cut_off)
        for after in pool.facts.closed[: on.number - 1]
    }
    booked = {(each.number, each.place) for each in pool.places_later(report.order, on.number)}
    placed = {**turns, **again_counted, **decided}
    return booked | {at for at, order in placed.items() if order > report.order}


def _at_place(
    pool: Pool, player: int, held: int, later: set[tuple[int, int]], before: tuple[int, int]
) -> tuple[int, bool]:
    """Give a capital less what moved it later, and whether it ceased later (`ceased_later`)."""
    moved, ended = 0, 0
    for each in pool.changes(player, before[0]):
        at = (each.number, each.place)
        if at >= before:
            break
        exits = not each.rating
        moved += each.moved if at in later and (exits or each.place != ADJUSTED_PLACE) else 0
        if exits:
            ended = ended or -moved * (at in later)
            moved = 0
    return (ended, True) if ended else (held - moved, False)


def _waiting(pool: Pool, player: int | None, on: ListRow) -> Waiting:
    """Give what waited for a player's first rating before a list."""
    edition = pool.law.editions[0]
    if player is None or not edition.waiting:
        return nothing_waiting(edition.waiting)
    kept = results(pool, player, results_waiting(pool, player, on.number))
    if restated_on(pool, player, on.number) >= 0:
        return kept
    return _carried_waiting(pool, player, on).joined(kept)


def results(pool: Pool, player: int, rows: Sequence[Row[Any]]) -> Waiting:
    """Give results that wait, as they are kept."""
    names = pool.law.editions[0].waiting
    sums = np.array([np.frombuffer(row.sums, dtype="<i8") for row in rows], dtype=np.int32)
    sums = sums.reshape(len(rows), len(names))
    return Waiting(
        np.full(len(rows), player, dtype=np.int32),
        np.array([row.ended for row in rows], dtype=np.int32),
        np.array([row.position for row in rows], dtype=np.int64),
        {name: sums[:, at] for at, name in enumerate(names)},
    )


def _carried_waiting(pool: Pool, player: int, on: ListRow) -> Waiting:
    ever_listed = any(each.rating > 0 for each in pool.changes(player, on.number - 1))
    carried = carried_waiting(pool.law, pool.facts.carried)
    chosen = np.flatnonzero(carried.player == player)
    return carried.rows(chosen[:0] if ever_listed else chosen)


def adjustment(pool: Pool, player: int, on: ListRow) -> dict[int, Adjustment]:
    """Give the correction of a player that a list took, if any."""
    before = [each.through_position for each in pool.lists() if each.number == on.number - 1]
    due = due_adjustments(pool.facts, before[0], on.through_position)
    return {player: due[player]} if player in due else {}


def _decided(pool: Pool, players: NDArray[np.int64], on: ListRow) -> NDArray[np.int64]:
    """Give the entry ratings decided by then; 0 is none, or one that was used up."""
    decisions = [each for each in pool.facts.decisions if each.position <= on.through_position]
    last = {each.player: each for each in decisions if each.player in players}
    entering = {who: each.rating for who, each in last.items() if not _used_up(pool, each, on)}
    who = np.array(list(entering), dtype=np.int64)
    return lookup(players, who, np.array(list(entering.values())))


def _used_up(pool: Pool, decided: Decision, on: ListRow) -> bool:
    """Tell whether who enters by decision was listed after it, and ceased."""
    before = [each for each in pool.lists() if each.number < on.number]
    since = [each.number for each in before if each.through_position > decided.position]
    if pool.state(decided.player, before[-1].number).rating:
        return bool(since)
    return any(pool.state(decided.player, number).rating for number in since)
