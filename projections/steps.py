"""Steps: the tournaments of a period in the portions that are rated as one.

A frozen period is one step. A chained capital goes in waves: the next tournaments, in order, none
of whose players stands in an earlier one not yet rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Any, Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from ledger import columns
from projections import consulting, recount_steps, turn_steps
from projections.beside import Seen
from projections.corrected import NOTHING_CORRECTED, Corrections
from projections.layout import Part, lay_out
from projections.moves import lookup
from projections.played import beforehand, fixing, of_fixing
from projections.pool_facts import AS_LISTED, Adjustment, PoolFacts
from projections.rating import NOTHING, Step
from projections.recounts import NO_RECOUNTS, Recounts
from projections.reports import Report
from projections.rulebooks.calendars import Due
from projections.rulebooks.grammar import Edition, Values
from projections.rulebooks.rulebook import Rulebook
from projections.rulebooks.terms import Basis, Books
from projections.standings import Standings
from projections.turning import UNTOLD, Turn

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
    adjusted: Mapping[int, Adjustment]
    decided: Mapping[int, int]
    also: NDArray[np.bool_]
    """By register number, whom the list concerns though he did not play."""
    seen: Mapping[str, Seen | None] = field(default_factory=dict)
    """By the rulebook's word for it, each pool looked at; None: it is not there."""
    corrections: Corrections = NOTHING_CORRECTED
    """What is booked of closed lists."""
    elsewhere: Mapping[int, str] = field(default_factory=dict)
    """By position, the reports that count in another pool instead, and in which."""
    known: consulting.Known | None = None
    """The lists of other bodies as this one may see them; None: none is at hand."""
    recounts: Recounts = NO_RECOUNTS
    """What is booked of closed lists of a chain."""
    turns: tuple[Turn, ...] = ()
    """The ends of years on this list, in order."""
    since: date = date.min
    """The day on which histories begin."""
    federations: turn_steps.Federations | None = None
    """Gives federations on a day; None: none is told."""
    counted_beside: turn_steps.CountedBeside | None = None
    """Gives the years counted in pools looked at; None: none is told."""
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
    if law.books is Books.RECEIVED:
        in_time = [each for each in found if dated(law, each) <= _last_day(due, each)]
    else:
        in_time = [each for each in found if each.end <= _last_day(due, each)]
    return tuple(sorted(in_time, key=attrgetter("order")))


def dated(law: Rulebook, report: Report) -> date:
    """Give the day of a report that a cut-off is about: its last, or that of its receipt."""
    received = law.books is Books.RECEIVED and report.about.received_on
    return received or report.end


def _last_day(due: Due, report: Report) -> date:
    return due.last_official_day if report.official else due.cut_off


def due_adjustments(facts: PoolFacts, after: int, through: int) -> dict[int, Adjustment]:
    """Give the corrections recorded after one position, up to another.

    Of two for one player neither holds: which is meant is for the rating body to say.

    Reading `annulled_ratings`: an annulment holds beside any other correction. It takes effect on
    the next list and only there, on whoever is listed before it: his games of the period count
    for his opponents, not for him. The results on which a first rating rested are spent: nothing
    goes back to the pool, which begins anew, as for anybody unlisted. Who is not listed has no
    rating that could cease: what waits for his first one goes on waiting.
    """
    due = [each for each in facts.adjustments if after < each.position <= through]
    annulled = {each.player: each for each in due if each.before == AS_LISTED}
    times = Counter(each.player for each in due)
    return {each.player: each for each in due if times[each.player] == 1} | annulled


class Corrected(TypedDict):
    """What the rating body decided about the players of a step: columns, or one nothing for all."""

    adjusted: NDArray[Any]
    adjusted_from: NDArray[Any]
    adjusted_to: NDArray[Any]


def corrected(
    players: NDArray[np.int64], listed: Values, adjusted: Mapping[int, Adjustment]
) -> Corrected:
    """Give the columns that say what the rating body decided, for players and their ratings."""
    if not adjusted:  # nearly always: a step costs nothing for it
        return {"adjusted": NOTHING > 0, "adjusted_from": NOTHING, "adjusted_to": NOTHING}
    who = np.array(list(adjusted), dtype=np.int64)
    before = np.array([each.before for each in adjusted.values()], dtype=np.int64)
    after = np.array([each.after for each in adjusted.values()], dtype=np.int64)
    start = lookup(players, who, before)
    return {
        "adjusted": lookup(players, who, np.ones_like(who)) > 0,
        "adjusted_from": np.where(start == AS_LISTED, listed, start),
        "adjusted_to": lookup(players, who, after),
    }


def steps(booked: Booked, standings: Standings, birth_year: NDArray[np.int16]) -> Iterator[Step]:
    """Give the steps of a period. Each rests on the standings as they are when it is asked for."""
    if not booked.law.chained:
        parts = parts_of(booked, booked.rated())
        yield step(booked, standings, birth_year, parts, booked.adjusted, booked.edition)
        return
    if booked.adjusted:
        yield step(booked, standings, birth_year, (), booked.adjusted, booked.edition)
    for recount in booked.recounts.each:
        yield recount_steps.of_list(recount, standings, booked.due.list_date, birth_year)
    left = booked.rated()
    for turn in booked.turns:
        before = [each for each in left if each.order < turn.order]
        left = left[len(before) :]
        for part in _parts_of_waves(booked, before):
            yield step(booked, standings, birth_year, (part,), {}, part.edition)
        yield turn_steps.of_list(booked, standings, birth_year, turn)
    for part in _parts_of_waves(booked, left):
        yield step(booked, standings, birth_year, (part,), {}, part.edition)


def _parts_of_waves(booked: Booked, reports: Sequence[Report]) -> Iterator[Part]:
    """Lay out what an edition rates of all waves in one piece, and cut it.

    In a chain a tournament's own edition says all that becomes of it, not that of the list.
    """
    found = list(waves(reports))
    whole = {
        part.edition.name: beforehand(part, booked.law.kept)
        for part in parts_of(booked, [report for wave in found for report in wave])
    }
    first = dict.fromkeys(whole, 0)
    for wave in found:
        editions = (booked.edition_of(report) for report in wave)
        for name, count in Counter(each.name for each in editions if each is not None).items():
            yield whole[name].cut(first[name], first[name] + count)
            first[name] += count


def waves(reports: Sequence[Report]) -> Iterator[list[Report]]:
    """Give reports in waves: none holds a player of an earlier one not yet rated."""
    text = "".join([each.player for each in reports])
    player = columns.read(text, columns.PLAYER).astype(np.intp)
    reached = np.zeros(player.max(initial=0) + 1, dtype=np.int32)
    found: dict[int, list[Report]] = {}
    first = 0
    for report in reports:
        last = first + len(report.player) // columns.PLAYER
        players = player[first:last]
        wave = 1 + max(reached.take(players).tolist(), default=0)
        reached[players] = wave
        found.setdefault(wave, []).append(report)
        first = last
    for wave in sorted(found):
        yield found[wave]


def step(
    booked: Booked,
    standings: Standings,
    birth_year: NDArray[np.int16],
    parts: tuple[Part, ...],
    adjusted: Mapping[int, Adjustment],
    edition: Edition,
) -> Step:
    """Give one step of a list from its tournaments, laid out."""
    players = _concerned(booked, standings, parts, adjusted)
    listed = {name: values.take(players) for name, values in standings.state.items()}
    starts = tuple(_basis(booked.law, standings, part) for part in parts)
    since = standings.asked_since(booked.law)
    entering = np.array(list(booked.decided), dtype=np.int64)
    return Step(
        list_date=booked.due.list_date,
        edition=edition,
        parts=parts,
        rating_at_start=starts,
        ceased_later=tuple(_ceased_later(booked.law, standings, part) for part in parts),
        players=players,
        listed=listed,
        birth_year=birth_year.take(players).astype(np.int32),
        waiting=standings.waiting,
        decided_rating=lookup(players, entering, np.array(list(booked.decided.values()))),
        **booked.corrections.facts(players),
        **corrected(players, listed["rating"], adjusted),
        beside_at_start=tuple(_looked_up(booked, parts, starts, since)),
        beside_listed=_beside_listed(booked, players),
    )


def _looked_up(
    booked: Booked,
    parts: Sequence[Part],
    starts: Sequence[NDArray[Any]],
    since: NDArray[Any] | None,
) -> Iterator[dict[str, NDArray[Any]]]:
    """Give for each part what pools looked at, and other bodies' lists, say of its entries."""
    consults, entering = booked.law.consults, booked.law.looks_entering
    looks = [not entering or rating.min(initial=1) <= 0 for rating in starts]
    fixes = [fixing(booked.law, *each) for each in zip(parts, starts, strict=True)]
    days = consulting.entered(parts, fixes, since) if consults and any(looks) else starts
    for part, looking, day, fixed in zip(parts, looks, days, fixes, strict=True):
        if not looking:  # nearly always: a step costs nothing for it
            yield _nothing_beside(booked.law)
            continue
        found = {
            **_beside_at_start(booked, part),
            **consulting.at_start(consults, booked.known, part.player, day),
            **of_fixing(booked.law, fixed),
        }
        if "federation" in part.edition.asked:
            found["federation"] = turn_steps.federations(
                booked.federations, part.player, booked.due.list_date
            )
        yield found


def _nothing_beside(law: Rulebook) -> dict[str, NDArray[Any]]:
    """Give what a part takes from beside where nobody enters: one nothing for all rows."""
    nothing, untold = np.zeros((), dtype=np.int8), np.zeros((), dtype=bool)
    fields = ("rating", *law.looks_for)
    found: dict[str, NDArray[Any]] = {
        f"{word}_{name}_at_start": nothing for word in law.looks_at for name in fields
    }
    if law.looks_for_awards:
        found |= {f"{word}_award_at_start": np.array("") for word in law.looks_at}
    for one in law.consults:
        found |= {f"{one.word}_rating_at_start": nothing, f"{one.word}_known_at_start": untold}
    return {**found, "federation": np.array(UNTOLD)}


def _beside_at_start(booked: Booked, part: Part) -> dict[str, NDArray[Any]]:
    """Give, of each pool looked at, what was in force when each entry's tournament began."""
    found: dict[str, NDArray[Any]] = {}
    for word, seen in booked.seen.items():
        for name in ("rating", *booked.law.looks_for):
            values = np.zeros(len(part.player), dtype=np.int16)
            if seen is not None:
                for report, span in spans(part):
                    values[span] = seen.values(name, report.start, part.player[span])
            found[f"{word}_{name}_at_start"] = values
        if booked.law.looks_for_awards:
            found[f"{word}_award_at_start"] = _awards_at_start(seen, part)
    return found


def _awards_at_start(seen: Seen | None, part: Part) -> NDArray[Any]:
    """Give what a pool looked at had awarded when each entry's tournament began."""
    values = np.full(len(part.player), "", dtype=object)
    if seen is not None:
        for report, span in spans(part):
            values[span] = seen.awards(report.start, part.player[span])
    return values


def _beside_listed(booked: Booked, players: NDArray[np.int64]) -> dict[str, NDArray[np.int16]]:
    """Give, of each pool looked at, the ratings in force on the list date."""
    nobody = np.zeros(len(players), dtype=np.int16)
    return {
        f"{word}_listed_rating": seen.ratings(booked.due.list_date, players) if seen else nobody
        for word, seen in booked.seen.items()
    }


def parts_of(booked: Booked, reports: Sequence[Report]) -> tuple[Part, ...]:
    """Lay out reports by the edition of their first day."""
    editions = {each.name: each for each in booked.covering.values() if each is not None}
    if len(editions) == 1:
        return tuple(lay_out(edition, reports) for edition in editions.values() if reports)
    by_name: dict[str, list[Report]] = {}
    for report in reports:
        edition = booked.edition_of(report)
        assert edition is not None
        by_name.setdefault(edition.name, []).append(report)
    return tuple(lay_out(editions[name], some) for name, some in by_name.items())


def _concerned(
    booked: Booked, standings: Standings, parts: Sequence[Part], adjusted: Mapping[int, Adjustment]
) -> NDArray[np.int64]:
    """Give the players of a step: who played, is corrected, waits, or is concerned anyway."""
    if booked.law.chained:  # where nobody stands in a step twice
        by_decision = np.array(list(adjusted), dtype=np.int64)
        return np.sort(np.concatenate([by_decision, *(part.player for part in parts)]))
    mark = np.zeros(len(standings.state["rating"]), dtype=bool)
    for part in parts:
        mark[part.player] = True
    mark[list(adjusted)] = True
    mark[booked.corrections.concerned()] = True
    mark[standings.waiting.player] = True
    mark |= booked.also & (standings.state["rating"] > 0)
    return np.flatnonzero(mark)


def _basis(law: Rulebook, standings: Standings, part: Part) -> NDArray[np.integer]:
    """Give the rating each entry of a part plays with, by the rulebook's basis."""
    if law.basis is Basis.PREVIOUS_STEP:
        if standings.none_is_late(part.reports):
            return standings.state["rating"].take(part.player)
        found = [standings.before(report.order, part.player[span]) for report, span in spans(part)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *found])
    basis = np.empty(len(part.player), dtype=np.int16)
    by_day = {day: standings.list_in_force(day) or 0 for day in {r.start for r in part.reports}}
    numbers = [by_day[report.start] for report in part.reports]
    lists = np.repeat(numbers, np.diff(part.first_entry))
    for number in set(numbers):
        on_it = lists == number
        basis[on_it] = standings.ratings_of(number, part.player[on_it])
    return basis


def _ceased_later(law: Rulebook, standings: Standings, part: Part) -> NDArray[np.bool_]:
    """Tell for each entry of a part whether the capital at its place ceased after it."""
    if law.basis is not Basis.PREVIOUS_STEP or standings.none_is_late(part.reports):
        return NOTHING > 0
    found = [
        standings.ceased_later(report.order, part.player[span]) for report, span in spans(part)
    ]
    return np.concatenate([np.zeros(0, dtype=bool), *found])


def spans(part: Part) -> Iterator[tuple[Report, slice]]:
    """Give the reports of a part, and where the entries of each stand."""
    for at, report in enumerate(part.reports):
        yield report, slice(part.first_entry[at], part.first_entry[at + 1])
