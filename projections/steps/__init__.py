"""Steps: the tournaments of a period in the portions that are rated as one.

A frozen period is one step. A chained capital goes in waves.

    standings, beginning     who stands where, from what was carried over on
    capital_changes          by how much the steps of a chain moved capitals
    closing_order            which pool closes its list first
    covering, starting       which edition rates a tournament, with which ratings it is played
    category_history         categories of players, from the capitals of a chain
    other_pools, at_start    what pools beside, and lists of other bodies, say of who plays
    adjusting, corrected     what else a list books: decisions, corrections of closed lists
    waves                    the tournaments of a chain that are rated as one
    year_ends, recounted     steps of their own: the end of a year, a corrected competition
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from projections.rating import Step, external_lists, guests, units_of
from projections.rating.layout import Batch, lay_out
from projections.rating.recounts import NO_RECOUNTS, Recounts
from projections.rating.year_end import YearEnd
from projections.rulebooks.engine.calendars import Due
from projections.rulebooks.engine.columns import Edition
from projections.rulebooks.engine.rulebook import Rulebook
from projections.rulebooks.engine.terms import Books
from projections.state.pool import DecidedChange, PoolFacts
from projections.state.reports import Report
from projections.steps import at_start, recounted, waves, year_ends
from projections.steps.adjusting import decided_about
from projections.steps.capital_changes import by_player
from projections.steps.corrected import NOTHING_CORRECTED, Corrections
from projections.steps.other_pools import Seen
from projections.steps.standings import Standings
from projections.steps.starting import Starts, starts_of
from projections.steps.waves import Together, by_edition

ADJUSTED_PLACE: Final = -(1 << 20)
"""The place in a list's chain of what the rating body decided: before all of it."""


@dataclass(frozen=True)
class Booked:
    """What a list books: its days, its law, the reports due with their places in the order."""

    due: Due
    law: Rulebook
    edition: Edition
    reports: tuple[Report, ...]
    """In order: by end, start, id."""
    covering: Mapping[date, Edition | None]
    """By first day, the edition that rates a tournament; None: outside the rulebook."""
    changes: Mapping[int, DecidedChange]
    """By player, what the rating body decided about ratings."""
    decided: Mapping[int, int]
    also: NDArray[np.bool_]
    """By register number, whom the list concerns though he did not play."""
    seen: Mapping[str, Seen | None] = field(default_factory=dict)
    """By the rulebook's word for it, each pool looked at; None: it is not there."""
    corrections: Corrections = NOTHING_CORRECTED
    """What is booked of closed lists."""
    elsewhere: Mapping[int, str] = field(default_factory=dict)
    """By position, the reports that count in another pool instead, and in which."""
    known: external_lists.Known | None = None
    """The lists of other bodies as this one may see them; None: none is at hand."""
    recounts: Recounts = NO_RECOUNTS
    """What is booked of closed lists of a chain."""
    turns: tuple[YearEnd, ...] = ()
    """The ends of years on this list, in order."""
    since: date = date.min
    """The day on which histories begin."""
    federations: year_ends.Federations | None = None
    """Gives federations on a day; None: none is told."""
    counted_beside: year_ends.CountedBeside | None = None
    """Gives the years counted in pools looked at; None: none is told."""
    of_guests: Callable[[Batch], Iterable[guests.Told]] | None = None
    """Gives what lists knew of guests; None: this list knows of all `known` and `decided`."""
    places: dict[int, int] = field(default_factory=dict)
    turn_places: dict[int, int] = field(default_factory=dict)
    """By year, the place of its end in the chain, among those of the reports."""

    def __post_init__(self) -> None:
        """Number the reports and the ends of years."""
        if not self.turns:
            self.places.update((each.position, at) for at, each in enumerate(self.reports))
            return
        placed = sorted(
            [(each.order, self.places, each.position) for each in self.reports]
            + [(each.order, self.turn_places, each.year) for each in self.turns],
            key=lambda each: each[0],
        )
        for place, (_, places, key) in enumerate(placed):
            places[key] = place

    def edition_of(self, report: Report) -> Edition | None:
        """Give the edition that rates a tournament; None: outside the rulebook, or elsewhere."""
        return None if report.position in self.elsewhere else self.covering[report.begins]

    def decided_ratings(self, players: NDArray[np.integer]) -> NDArray[np.int64]:
        """Give the ratings with which players enter by decision; 0: none was decided."""
        return by_player(players, self.decided)

    def told_of_guests(self, part: Batch) -> Iterable[guests.Told]:
        """Give what lists knew of the guests of a part."""
        if self.of_guests is not None:
            return self.of_guests(part)
        every = np.ones(len(part.player), dtype=bool)
        return [guests.Told(every, self.known, self.decided_ratings(part.player))]

    def rated(self) -> list[Report]:
        """Give the reports inside the rulebook, in order."""
        if None not in self.covering.values() and not self.elsewhere:
            return list(self.reports)
        return [each for each in self.reports if self.edition_of(each) is not None]


def due_reports(facts: PoolFacts, law: Rulebook, due: Due, through: int) -> tuple[Report, ...]:
    """Give the reports a list books: recorded by then, and in time for its cut-off; in order.

    Of a report that was corrected it takes the version that stood at `through`.
    """
    found = [each for each in facts.pending if each.position <= through]
    found += [
        each.report
        for versions in facts.versions.values()
        for each in versions
        if each.stood_at(through)
    ]
    by, official = due.cut_off, due.last_official_day
    day_of = _received if law.books is Books.RECEIVED else _ended
    in_time = [each for each in found if day_of(each) <= (official if each.official else by)]
    return tuple(sorted(in_time, key=attrgetter("order")))


def dated(law: Rulebook, report: Report) -> date:
    """Give the day of a report that a cut-off is about: its last, or that of its receipt."""
    return _received(report) if law.books is Books.RECEIVED else report.end


_ended = attrgetter("end")


def _received(report: Report) -> date:
    """Give the day from which a report counts as received.

    Reading `received_when_over`: one that came while rounds were to come counts from its end on.
    """
    return max(report.about.received_on or report.end, report.end)


def steps(booked: Booked, standings: Standings, birth_year: NDArray[np.int16]) -> Iterator[Step]:
    """Give the steps of a period. Each rests on the standings as they are when it is asked for."""
    if not booked.law.chained:
        parts = parts_of(booked, booked.rated())
        yield step(booked, standings, birth_year, parts, booked.changes, booked.edition)
        return
    if booked.changes:
        yield step(booked, standings, birth_year, (), booked.changes, booked.edition)
    for recount in booked.recounts.each:
        yield recounted.of_list(recount, standings, booked.due.list_date, birth_year)
    left = booked.rated()
    for turn in booked.turns:
        before = [each for each in left if each.order < turn.order]
        left = left[len(before) :]
        for wave in waves.of_chain(booked, standings, before):
            yield _rested(booked, standings, birth_year, wave, {}, wave.parts[0].edition)
        yield year_ends.of_list(booked, standings, birth_year, turn)
    for wave in waves.of_chain(booked, standings, left):
        yield _rested(booked, standings, birth_year, wave, {}, wave.parts[0].edition)


def step(
    booked: Booked,
    standings: Standings,
    birth_year: NDArray[np.int16],
    parts: tuple[Batch, ...],
    changes: Mapping[int, DecidedChange],
    edition: Edition,
) -> Step:
    """Give one step of a list from its tournaments, laid out."""
    players = _concerned(booked, standings, parts, changes)
    starts = tuple(starts_of(booked.law, standings, part) for part in parts)
    since = standings.asked_since(booked.law)
    beside = tuple(at_start.of_step(booked, parts, [rating for rating, _ in starts], since))
    if booked.law.guests:
        starts, beside = _with_guests(booked, standings, parts, starts, beside)
    together = Together(parts, players, units_of(players, parts), starts, beside)
    return _rested(booked, standings, birth_year, together, changes, edition)


def _with_guests(
    booked: Booked,
    standings: Standings,
    parts: tuple[Batch, ...],
    starts: tuple[Starts, ...],
    beside: tuple[at_start.Facts, ...],
) -> tuple[tuple[Starts, ...], tuple[at_start.Facts, ...]]:
    """Give guests the ratings with which they play, and say who is one."""
    listed = standings.state["rating"]
    found = [
        guests.seated(
            booked.law,
            booked.told_of_guests(part),
            part,
            guests.Own(rating, listed.take(part.player)),
            facts,
        )
        for part, (rating, _), facts in zip(parts, starts, beside, strict=True)
    ]
    return (
        tuple((each.ratings, late) for each, (_, late) in zip(found, starts, strict=True)),
        tuple({**facts, "guest": each.guest} for each, facts in zip(found, beside, strict=True)),
    )


def _rested(
    booked: Booked,
    standings: Standings,
    birth_year: NDArray[np.int16],
    together: Together,
    changes: Mapping[int, DecidedChange],
    edition: Edition,
) -> Step:
    """Give a step with what it rests on, as the standings are now."""
    parts, players, unit_of_entry, starts, beside = together
    listed = {name: values.take(players) for name, values in standings.state.items()}
    return Step(
        list_date=booked.due.list_date,
        edition=edition,
        parts=parts,
        rating_at_start=tuple(rating for rating, _ in starts),
        ceased_later=tuple(ceased for _, ceased in starts),
        players=players,
        unit_of_entry=unit_of_entry,
        listed=listed,
        birth_year=birth_year.take(players).astype(np.int32),
        waiting=standings.waiting,
        decided_rating=booked.decided_ratings(players),
        **booked.corrections.facts(players),
        **decided_about(players, listed["rating"], changes),
        beside_at_start=beside,
        beside_listed=_beside_listed(booked, players),
    )


def _beside_listed(booked: Booked, players: NDArray[np.int64]) -> dict[str, NDArray[np.int16]]:
    """Give, of each pool looked at, the ratings in force on the list date."""
    nobody = np.zeros(len(players), dtype=np.int16)
    return {
        f"{word}_listed_rating": seen.ratings(booked.due.list_date, players) if seen else nobody
        for word, seen in booked.seen.items()
    }


def parts_of(booked: Booked, reports: Sequence[Report]) -> tuple[Batch, ...]:
    """Lay out reports by the edition of their first day, with what the body had set by then."""
    editions = {id(each): each for each in booked.covering.values() if each is not None}
    if len(editions) == 1:
        return tuple(lay_out(edition, reports) for edition in editions.values() if reports)
    portions = by_edition(booked, reports)
    return tuple(lay_out(editions[which], some) for which, some in portions.items())


def _concerned(
    booked: Booked,
    standings: Standings,
    parts: Sequence[Batch],
    changes: Mapping[int, DecidedChange],
) -> NDArray[np.int64]:
    """Give the players of a step: who played, is corrected, waits, or is concerned anyway."""
    if booked.law.chained:  # where nobody stands in a step twice
        by_decision = np.array(list(changes), dtype=np.int64)
        return np.sort(np.concatenate([by_decision, *(part.player for part in parts)]))
    mark = np.zeros(len(standings.state["rating"]), dtype=bool)
    for part in parts:
        mark[part.player] = True
    mark[list(changes)] = True
    mark[booked.corrections.concerned()] = True
    mark[standings.waiting.player] = True
    mark |= booked.also & (standings.state["rating"] > 0)
    return np.flatnonzero(mark)
